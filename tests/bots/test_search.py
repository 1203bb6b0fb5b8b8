"""The search: the same compiled or not, honest, within its budget, and right where the right move can be counted."""

from __future__ import annotations

import ast
import inspect
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, get_type_hints

import pytest

import tripot
import tripot.bots
from tests.bots.test_razzia import to_answer, to_split
from tests.walks import SETTINGS, legal, moments, outcomes, seats_in, walk
from tripot.bots import BOTS, bot, bot_names, stream
from tripot.bots.engines import engine, fast_engine, plain_engine
from tripot.bots.policies import policy
from tripot.bots.search import FLAT, Settings, _Tree, think
from tripot.core import search as core
from tripot.core.plain import Engine
from tripot.core.rng import Rng, begin
from tripot.core.state import CHANCE, NOBODY
from tripot.errors import UnknownBot
from tripot.laws import traits
from tripot.laws.walks import tiny
from tripot.play import View

every_table = pytest.mark.parametrize(("name", "seats"), SETTINGS)
GAMES = [game.name for game in tripot.games()]
WAYS = [
    Settings(simulations=12),
    Settings(simulations=12, commits="regret", objective="rank", rounds=1),
    Settings(simulations=12, selection="bound", thumb=0, moves="steps", blend=0),
    Settings(simulations=12, rivals="thumb", objective="points", thumb=50, trees=2),
    Settings(simulations=24, rivals="thumb", selection="halving", rounds=2),
    FLAT,
]


def no_history() -> Iterator[Any]:
    raise AssertionError("a bot asked for more than what its seat knows now")


def view_of(name: str, s: Any, seat: int) -> View:
    """What the seat knows now, and nothing that leads to the state; all others are bots, of whom no past is needed."""
    game = tripot.load(name)
    v = game.rules.State()
    game.rules.view(s, seat, v)
    return View(game, s.seats, None, seat, v, no_history, ("master",) * s.seats)


def to_decide(name: str, seats: int, count: int, seed: int | None = None) -> list[tuple[Any, int]]:
    """Some states out of random games, each with a seat that has a choice."""
    rules = tripot.load(name).rules
    found: list[tuple[Any, int]] = []
    for s in moments(name, seats, seats if seed is None else seed, 200):
        seats_asked = [seat for seat in seats_in(rules.pending(s)) if len(legal(rules, s, seat)) > 1]
        if seats_asked:
            found.append((s, random.Random(len(found)).choice(seats_asked)))
    return found[:count]


def another_world(name: str, s: Any, seat: int, seed: int) -> Any:
    rng, world = Rng(), s.copy()
    begin(rng, seed, 0, 1)
    tripot.load(name).rules.redeal(world, seat, rng)
    return world


# -- Two speeds, one result -------------------------------------------------------


@every_table
def test_plain_and_compiled_search_agree_in_every_number(name: str, seats: int) -> None:
    game = tripot.load(name)
    for number, (s, seat) in enumerate(to_decide(name, seats, len(WAYS))):
        view, settings = view_of(name, s, seat), WAYS[number % len(WAYS)]
        slow = think(view, settings, stream(number, seat), runner=plain_engine(game))
        fast = think(view, settings, stream(number, seat), runner=fast_engine(game))
        assert slow == fast, settings


@pytest.mark.parametrize("name", GAMES)
def test_plain_and_compiled_trees_agree_node_by_node(name: str) -> None:
    game = tripot.load(name)
    s, seat = to_decide(name, 4, 3)[-1]
    trees = [
        _Tree(runner, view_of(name, s, seat), WAYS[0], 30, 7) for runner in (plain_engine(game), fast_engine(game))
    ]
    for tree in trees:
        tree.grow()
    slow, fast = trees
    assert slow.task == fast.task
    for kind, ours, theirs in ((core.Node, slow.nodes, fast.nodes), (core.Choice, slow.choices, fast.choices)):
        for place in range(len(ours)):
            assert slow.runner.read(kind, ours, place) == fast.runner.read(kind, theirs, place)


# -- Honesty ------------------------------------------------------------------------


@every_table
def test_worlds_that_a_seat_cannot_tell_apart_get_the_same_move_and_the_same_statistics(name: str, seats: int) -> None:
    differed = 0
    for number, (s, seat) in enumerate(to_decide(name, seats, 4)):
        settings = (Settings(simulations=60), FLAT, Settings(simulations=60, selection="halving", rounds=1))[number % 3]
        thoughts = set()
        for seed in range(3):
            world = another_world(name, s, seat, seed)
            differed += world != s
            thoughts.add(repr(think(view_of(name, world, seat), settings, stream(1, seat))))
        assert len(thoughts) == 1
    assert differed or not traits(tripot.load(name)).secrets


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("who", list(BOTS))
def test_every_bot_needs_nothing_but_the_view(name: str, who: str) -> None:
    """At run time: the view handed over has no way back to the state, and its history must not be asked for."""
    game = tripot.load(name)
    for s, seat in to_decide(name, 3, 2):
        before = s.copy()
        view = view_of(name, s, seat)
        move = bot(who)(view, stream(1, seat))
        pos = tripot.Position(game, s.seats, game.rules.Options(), s.copy(), None, None)
        pos.play(move, seat=seat)  # or it raises IllegalMove
        assert s == before


def test_bots_are_typed_to_take_a_view() -> None:
    for who, each in BOTS.items():
        call = each if inspect.isfunction(each) else type(each).__call__
        hints = get_type_hints(call)
        assert hints["view"] is View, who


ASKING = {"__init__.py", "asking.py"}  # who asks bots has the position, and gives them views of it


def test_no_bot_imports_a_position() -> None:
    """By imports: nothing in `tripot.bots` that decides names a position, who asks, the deal, or who could make one."""
    forbidden = {"Position", "position", "replay", "deal", "start", "imagine", "from_json", "asking"}
    files = sorted(Path(tripot.bots.__file__).parent.glob("*.py"))
    assert {file.name for file in files} > ASKING
    for file in files:
        if file.name in ASKING:
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = set()
            if isinstance(node, ast.Import | ast.ImportFrom):
                names = {part for alias in node.names for part in alias.name.split(".")}
                names |= set((getattr(node, "module", "") or "").split("."))
            elif isinstance(node, ast.Attribute):
                names = {node.attr}
            assert not names & forbidden, f"{file.name}: {names & forbidden}"


# -- Budgets ------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_a_fixed_seed_gives_a_fixed_result_and_the_budget_is_kept(name: str) -> None:
    s, seat = to_decide(name, 4, 1)[0]
    view, settings = view_of(name, s, seat), Settings(simulations=64, trees=2)
    first, again = (think(view, settings, stream(3, seat)) for _ in range(2))
    assert first == again
    assert first.simulations == 64 == sum(each.visits for each in first.considered)
    assert len({repr(think(view, settings, stream(seed, seat))) for seed in range(5)}) > 1


def test_a_limit_of_time_ends_a_search_without_end() -> None:
    s, seat = to_decide("hick-hack", 4, 1)[0]
    thought = think(view_of("hick-hack", s, seat), Settings(simulations=0, seconds=0.05), stream(1, seat))
    assert 0 < thought.simulations < 1_000_000


@pytest.mark.parametrize("name", GAMES)
def test_the_tree_never_grows_beyond_its_memory(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tripot.bots.search.MOST_NODES", 64)
    monkeypatch.setattr("tripot.bots.search.MOST_CHOICES", 100)
    for s, seat in to_decide(name, 4, 3):
        view = view_of(name, s, seat)
        tree = _Tree(engine(view.game), view, Settings(simulations=2000), 2000, 1)
        tree.grow()
        assert len(tree.nodes) == 64
        assert len(tree.choices) == 100
        assert tree.task.nodes <= tree.task.most_nodes == 48
        assert tree.task.choices <= 100
        assert tree.task.simulations == 2000


# -- Right where it can be counted ----------------------------------------------------

WORLDS = 20


def worth(game: tripot.Game, s: Any, seat: int, budget: list[int]) -> float:
    """The seat's exact share of the victory when only chance and itself are left; raises if another has still to decide."""
    rules = game.rules
    budget[0] -= 1
    who = rules.to_act(s)
    if who == NOBODY:
        mask = rules.winners(s)
        return float((mask >> seat & 1) / mask.bit_count())
    if budget[0] < 0:
        raise LookupError
    actions = legal(rules, s, who) if who >= 0 else []
    is_open = not traits(game).secrets  # elsewhere its later decisions could rest on what it does not know
    if len(actions) > 1 and not (who == seat and is_open):
        raise LookupError
    if actions:
        values = []
        for action in actions:
            after = s.copy()
            rules.apply(after, who, action)
            values.append(worth(game, after, seat, budget))
        return max(values)
    acts, odds = outcomes(rules, s)
    total = 0.0
    for outcome, weight in zip(acts, odds, strict=True):
        after = s.copy()
        rules.apply(after, CHANCE, outcome)
        total += weight * worth(game, after, seat, budget)
    return total / sum(odds)


def last_decisions(name: str, wanted: int) -> Iterator[tuple[Any, int, dict[int, float]]]:
    """Decisions of tiny boxes after which nobody else decides, with the worth of each step over many worlds, where it matters."""
    game = tripot.load(name)
    rules = game.rules
    for seed in range(2000):
        for s, actor, _ in walk(name, game.least, seed, tiny(game)):
            if actor < 0 or rules.pending(s) != 1 << actor or len(legal(rules, s, actor)) == 1:
                continue
            table = dict.fromkeys(legal(rules, s, actor), 0.0)
            try:
                for number in range(WORLDS):
                    world = another_world(name, s, actor, number)
                    for action in table:
                        after = world.copy()
                        rules.apply(after, actor, action)
                        table[action] += worth(game, after, actor, [1000]) / WORLDS
            except LookupError:
                continue
            ranked = sorted(table.values())
            if ranked[-1] - ranked[-2] > 0.25:
                yield s.copy(), actor, table
                wanted -= 1
                if wanted == 0:
                    return


@pytest.mark.parametrize("name", GAMES)
def test_it_finds_the_best_last_move_of_tiny_boxes(name: str) -> None:
    found = 0
    for s, seat, table in last_decisions(name, 4):
        found += 1
        best = max(table, key=lambda action: table[action])
        for settings in (
            Settings(simulations=400, blend=0),
            Settings(simulations=400, blend=0, selection="bound", thumb=0),
        ):
            thought = think(view_of(name, s, seat), settings, stream(found, seat))
            assert thought.move.steps[0] == best, (settings, table, thought)
    assert found == 4


@pytest.mark.parametrize("name", GAMES)
def test_halving_ends_with_few_and_tries_every_choice_first(name: str) -> None:
    for s, seat in to_decide(name, 4, 5):
        found = think(view_of(name, s, seat), Settings(simulations=400, selection="halving"), stream(3, seat))
        visits = sorted((each.visits for each in found.considered), reverse=True)
        assert found.simulations == sum(visits) == 400
        assert visits[0] >= 400 // (
            2 * len(visits).bit_length()
        )  # the last one or two have a whole stretch for themselves
        assert visits[-1] > 0
        assert found.considered[0].visits * 2 > visits[0]


@pytest.mark.parametrize("name", GAMES)
def test_noise_hides_small_differences_and_much_of_it_hides_all(name: str) -> None:
    """A little noise costs at most twice its size; much of it makes different moves, all of them tried ones."""
    s, seat = to_decide(name, 4, 3)[-1]
    view, clear = view_of(name, s, seat), Settings(simulations=200, selection="even", depth=1)
    tried = [each for each in think(view, clear, stream(1, seat)).considered if each.visits]
    made = {noise: set[Any]() for noise in (0.01, 1000.0)}
    for noise, moves in made.items():
        settings = Settings(simulations=200, selection="even", depth=1, noise=noise)
        for seed in range(8):
            thought = think(view, settings, stream(seed, seat))
            value = {each.move: each.value for each in thought.considered if each.visits}
            assert thought.considered[0].move == thought.move
            assert value[thought.move] >= max(value.values()) - 2 * noise
            moves.add(thought.move)
    assert len(tried) > 1
    assert len(made[1000.0]) > 1


@pytest.mark.parametrize("name", GAMES)
def test_a_horizon_cuts_games_in_the_head_short(name: str) -> None:
    """Fewer decisions are made outside the tree, where the game has rounds left."""
    game, told = tripot.load(name), 0
    for s, seat in to_decide(name, 4, 4):
        made = []
        for rounds in (1, 2, 0):
            tree = _Tree(plain_engine(game), view_of(name, s, seat), Settings(depth=1, rounds=rounds), 20, 7)
            tree.grow()
            made.append(tree.task.decisions)
        assert made == sorted(made)
        told += made[0] < made[2]
    assert told


@pytest.mark.parametrize("name", GAMES)
def test_rivals_without_nodes_play_as_outside_the_tree(name: str) -> None:
    """With no share for the rules of thumb nobody asks what they say to a rival, neither in the tree nor outside it."""
    runner = Engine(tripot.load(name).rules, policy(tripot.load(name)))
    parts = runner.search.__globals__
    advise, asked = parts["advise"], set()

    def heard(states: Any, rngs: Any, place: int, who: int) -> int:
        asked.add(who)
        found: int = advise(states, rngs, place, who)
        return found

    parts["advise"] = heard
    rivals_asked = 0
    for s, seat in to_decide(name, 4, 4):
        for share in (0, 100):
            asked.clear()
            settings = Settings(simulations=30, rivals="thumb", selection="bound", thumb=share, rounds=1)
            think(view_of(name, s, seat), settings, stream(1, seat), runner=runner)
            assert share > 0 or asked <= {seat}
            rivals_asked += len(asked - {seat})
    assert rivals_asked > 0  # but not everywhere: near the end of a round nobody else may have to decide


def test_it_beats_the_rules_of_thumb() -> None:
    """Ten deals of razzia, each seating and its mirror: the same twenty games on every machine."""
    game, won = tripot.load("razzia"), 0.0
    chooses = [bot("search:simulations=60,rounds=1,rivals=thumb,selection=halving"), bot("thumb")]
    for seed in range(10):
        for first in (0, 1):
            pos = game.start(seats=4, seed=seed)
            rngs = [stream(seed, seat) for seat in range(4)]
            while not pos.is_over:
                moves = {seat: chooses[(seat + first) % 2](pos.view(seat), rngs[seat]) for seat in pos.pending}
                for seat, move in moves.items():
                    pos = pos.play(move, seat=seat)
            assert pos.outcome is not None
            won += sum((seat + first) % 2 == 0 for seat in pos.outcome.winners) / len(pos.outcome.winners)
    assert won > 12


# -- Negotiation ----------------------------------------------------------------------

CARDS = {0: "jazz-p4", 1: "jazz-p3"}  # seat 1 wins a duel in 15 of 36 rolls
BY_RANK = Settings(simulations=600, objective="rank")


def last_bar(v: Any) -> View:
    """The last pot of the game. Seats 0 and 1 have 50 each and contend for 40, seat 2 has 60, seat 3 nothing.

    A duel leaves its loser third of four. Seat 1 passes seat 2 with more than 10, and does better so than in a duel.
    """
    v.money[:4] = [50, 50, 60, 0]
    v.choice[2], v.choice[3] = 0, 12
    v.stock[:] = [0] * len(v.stock)
    v.stock_n, v.pile_n = 0, v.cards
    return View(tripot.load("razzia"), 4, None, v.proposer if v.phase == 5 else 1, v, no_history)


def test_it_offers_what_the_other_should_just_accept() -> None:
    thought = think(last_bar(to_split("20 10 5 5", CARDS)), BY_RANK, stream(1, 0))
    shares = {0: 0, 1: 0}
    for token in thought.move.text.split():
        note, seat = token.split(">")
        shares[int(seat)] += int(note)
    assert shares == {0: 25, 1: 15}


def test_it_accepts_what_beats_the_duel_and_refuses_what_does_not() -> None:
    good = think(last_bar(to_answer(CARDS, {0: 25, 1: 15})), BY_RANK, stream(1, 1))
    bad = think(last_bar(to_answer(CARDS, {0: 30, 1: 10})), BY_RANK, stream(1, 1))
    assert (str(good.move), str(bad.move)) == ("accept", "duel")
    assert bad.considered[0].value == pytest.approx((15 + 21 / 3) / 36, abs=0.04)


# -- Names ------------------------------------------------------------------------------


def test_a_bot_can_be_named_with_its_settings() -> None:
    text = "thumb,search:simulations=9,objective=points,master,flat"
    assert bot_names(text) == ("thumb", "search:simulations=9,objective=points", "master", "flat")
    s, seat = to_decide("raise", 2, 1)[0]
    view = view_of("raise", s, seat)
    by_name = bot("search:simulations=9,objective=points")(view, stream(1, seat))
    assert by_name == think(view, Settings(simulations=9, objective="points"), stream(1, seat)).move


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("mster", "there is no bot 'mster'; bots: random, thumb, beginner,"),
        ("search:sims=5", "'sims=5' is no setting; settings: simulations,"),
        ("search:simulations=many", "simulations is a number, not 'many'"),
        ("search:objective=glory", "objective cannot be 'glory'; it is win or points or rank"),
        ("search:simulations=0", "a search needs a budget"),
        ("flat:thumb=101", "thumb is a number from 0 to 100, not 101"),
    ],
)
def test_a_wrong_name_says_what_would_be_right(name: str, said: str) -> None:
    with pytest.raises(UnknownBot, match=said):
        bot(name)


def test_what_the_rules_of_thumb_rule_out_is_chosen_only_by_who_considers_all_legal_moves() -> None:
    position = tripot.load("razzia-knizia").start(seats=4, seed=1)
    view = position.view(position.to_act)
    assert {str(move) for move in view.legal_moves} == {"draw", "call"}
    settings = Settings(simulations=8, selection="even", depth=1, noise=1000.0)
    assert {str(think(view, settings, stream(number, 0)).move) for number in range(20)} == {"draw", "call"}
    sensible = replace(settings, candidates="sensible")
    for number in range(20):
        thought = think(view, sensible, stream(number, 0))
        assert [str(each.move) for each in thought.considered] == ["draw"]
        assert thought.simulations == 0  # there is nothing to think about


def test_where_all_moves_are_ruled_out_all_are_considered() -> None:
    position = tripot.load("razzia-knizia").start(seats=4, options={"cheque_sets": "1,2,3,4"})
    for move in ("call", "pass", "pass", "pass"):
        position = position.play(move)
    thought = think(position.view(0), Settings(simulations=12, candidates="sensible"), stream(1, 0))
    assert {str(each.move) for each in thought.considered} == {"bid-2", "bid-6", "bid-13"}
