"""Two speeds, one result: the compiled rules agree with the plain ones in every field after every move."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import tripot
from tests.walks import SETTINGS, fresh, next_step, options_of
from tripot.arena import simulate
from tripot.bots.engines import fast_engine, plain_engine
from tripot.bots.policies import policy
from tripot.core import bind
from tripot.core.rng import Rng, begin
from tripot.core.state import NOBODY, SPECTATOR

every_table = pytest.mark.parametrize(("name", "seats"), SETTINGS)
GAMES = 3


def assert_equal(engine: Any, states: Any, s: Any, where: str) -> None:
    compiled = engine.plain(states)
    for field in s.fields:
        assert getattr(compiled, field) == getattr(s, field), f"{where}: {field}"


def streams(engine: Any, seed: int) -> tuple[Any, Rng]:
    """The same stream in both forms."""
    rng, rngs = Rng(), engine.rngs()
    begin(rng, seed, 0, 1)
    rng.to_record(rngs, 0)
    return rngs, rng


@every_table
def test_plain_and_compiled_rules_agree_in_every_field_after_every_move(name: str, seats: int) -> None:
    game = tripot.load(name)
    engine, rules = fast_engine(game), game.rules
    for seed in range(GAMES):
        s = fresh(name, seats, options_of(name, seed))
        states = engine.states(s, 1)
        chooser = random.Random(seed)
        steps = 0
        while (step := next_step(rules, s, chooser)) is not None:
            actor, action = step
            where = f"game {seed}, step {steps}"
            assert engine.ask_to_act(states) == rules.to_act(s), where
            assert engine.ask_pending(states) == rules.pending(s), where
            if actor < 0:
                assert engine.ask_weights(states) == rules.weights(s), where
                rngs, rng = streams(engine, steps)
                assert engine.ask_draw(states, rngs) == rules.draw(s, rng), where
            else:
                assert engine.ask_legal(states, actor) == rules.legal(s, actor), where
            assert engine.ask_audit(states) == rules.audit(s) == 0, where
            assert_equal(engine, states, s, where)
            engine.do_apply(states, actor, action)
            rules.apply(s, actor, action)
            steps += 1
        assert engine.ask_to_act(states) == NOBODY
        assert engine.ask_winners(states) == rules.winners(s)
        points, theirs = [0] * rules.SEATS, engine.numbers(rules.SEATS)
        rules.score(s, points)
        engine.ask_score(states, theirs)
        assert theirs.tolist() == points
        assert_equal(engine, states, s, f"game {seed}, end")


@every_table
def test_views_redeals_and_rules_of_thumb_agree_too(name: str, seats: int) -> None:
    game = tripot.load(name)
    engine, rules = fast_engine(game), game.rules
    chooser = random.Random(seats)
    s = fresh(name, seats, {})
    steps = 0
    while (step := next_step(rules, s, chooser)) is not None:
        actor, action = step
        for seat in (*range(seats), SPECTATOR) if steps % 5 == 0 else ():
            states, v = engine.states(s, 2), rules.State()
            engine.do_view(states, seat)
            rules.view(s, seat, v)
            assert engine.plain(states, 1) == v
            assert engine.ask_seen(states, seat, actor, action) == rules.seen(s, seat, actor, action)
            rngs, rng = streams(engine, steps)
            world = s.copy()
            engine.do_redeal(states, seat, rngs)
            rules.redeal(world, seat, rng)
            assert engine.plain(states) == world
            assert rngs[0]["count"] == rng.count
            if seat == actor:
                views = engine.states(v, 1)
                rngs, rng = streams(engine, steps)
                assert engine.ask_thumb(views, seat, rngs) == policy(tripot.load(name)).thumb(v, seat, rng)
        rules.apply(s, actor, action)
        steps += 1


@every_table
def test_a_batch_adds_up_to_the_same_plain_and_compiled_on_any_number_of_threads(name: str, seats: int) -> None:
    game = tripot.load(name)
    for bots in (("random",), ("thumb",) * (seats - 1) + ("random",)):
        settings: dict[str, Any] = {"seats": seats, "games": 5, "seed": 3, "bots": bots}
        slow = simulate(game, **settings, engine=plain_engine(game))
        for threads in (1, 2):
            fast = simulate(game, **settings, engine=fast_engine(game), threads=threads)
            assert (fast.decisions, fast.chance_events) == (slow.decisions, slow.chance_events)
            assert fast.mean_scores == slow.mean_scores
            assert fast.wins == slow.wins
            assert sum(fast.wins) == pytest.approx(5)


ASK_SCORE = """
import tripot
from tripot.core import fast
from tripot.games.razzia_knizia import rules
engine = fast.Engine(rules)
s = rules.State()
rules.setup(s, 2, rules.Options(cheque_sets=(1, 2)))
s.sheet = [[3] * rules.LINES for _ in range(rules.SEATS)]
states, points = engine.states(s, 1), engine.numbers(rules.SEATS)
engine.ask_score(states, points)
print(points.tolist(), sum(engine.ask_score.stats.cache_hits.values()))
"""


def test_the_cache_notices_a_changed_rule_and_nothing_else(tmp_path: Path) -> None:
    """The same folder of compiled code, three wordings of the rules: as it is, one rule changed, and back with a comment more."""
    package = Path(tripot.__file__).parent
    shutil.copytree(package, tmp_path / "src" / "tripot", ignore=shutil.ignore_patterns("__pycache__"))
    rules = tmp_path / "src" / "tripot" / "games" / "razzia_knizia" / "rules.py"
    wording = rules.read_text(encoding="utf-8")

    def scores() -> tuple[str, bool]:
        env = os.environ | {"TRIPOT_CACHE": str(tmp_path / "cache"), "PYTHONPATH": str(tmp_path / "src")}
        done = subprocess.run([sys.executable, "-c", ASK_SCORE], env=env, capture_output=True, text=True, check=True)
        points, _, hits = done.stdout.strip().rpartition(" ")
        return points, hits != "0"

    first = scores()
    assert not first[1]
    head, called_by_score, body = wording.partition("def _total(")
    changed = head + called_by_score + body.replace("return ", "return 7 + ", 1)
    assert changed != wording
    rules.write_text(changed, encoding="utf-8")
    second = scores()
    assert second[0] != first[0]
    assert not second[1]
    rules.write_text(wording + "\n# a remark\n", encoding="utf-8")
    assert scores() == (first[0], True)


def test_the_stamp_depends_on_the_policy_and_the_rules() -> None:
    one, two = (tripot.load(name).rules for name in ("raise", "razzia"))
    assert bind.stamp(one) != bind.stamp(two)
    assert bind.stamp(one, policy(tripot.load("raise"))) != bind.stamp(one)
