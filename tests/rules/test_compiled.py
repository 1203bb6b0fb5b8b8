"""Two speeds, one result: the compiled rules agree with the plain ones in every field after every move, as the law says."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import tripot
from tests.walks import SETTINGS
from tripot.arena import simulate
from tripot.bots.engines import fast_engine, plain_engine
from tripot.bots.policies import policy
from tripot.core import bind
from tripot.laws.compiled import agree_in_walk

every_table = pytest.mark.parametrize(("name", "seats"), SETTINGS)
MORE_WALKS = (1, 2, 4)  # by the rules of thumb, with the other options, and the tiny table


@every_table
def test_plain_and_compiled_rules_agree_in_more_games_than_the_law_asks_for(name: str, seats: int) -> None:
    for seed in MORE_WALKS:
        agree_in_walk(tripot.load(name), seats, seed)


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
    stamps = {bind.stamp(game.rules) for game in tripot.games()} | {
        bind.stamp(game.rules, policy(game)) for game in tripot.games()
    }
    assert len(stamps) == 2 * len(tripot.games())
