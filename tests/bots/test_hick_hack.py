"""The rule of thumb of Hick Hack in Gackelwack: what a decent player would do, always legal, better than chance."""

from __future__ import annotations

from collections import Counter

import pytest

import tripot
from tests.notation.test_hick_hack import after, dealt, supplied
from tripot.bots import stream, thumb_bot
from tripot.core.rng import Rng, begin, below
from tripot.core.state import CHANCE, NOBODY
from tripot.games.hick_hack import rules
from tripot.games.hick_hack.policy import _chance, thumb

GAME = tripot.load("hick-hack")
TRIES = 60


def choices(pos: tripot.Position, seat: int) -> Counter[str]:
    """What the bot does in the position, over many moods."""
    return Counter(str(thumb_bot(pos.view(seat), stream(seed, seat))) for seed in range(TRIES))


def met(*birds: str, grains: str) -> tripot.Position:
    """Seats 0, 1, ... meet at the chickens in round 2 over a grain of each round; the others hunt where no bird is."""
    hands = [f"{bird} {fox}-fox4" for bird, fox in zip(birds, ("blue", "green", "red", "violet"), strict=False)]
    hands += ["black-fox4 black-fox5", "black-fox6 violet-fox6"][: 4 - len(birds)]
    first, second = grains.split()
    pos = dealt(*hands, grains=f"{first} green green green green green")
    pos = after(pos, *(f"{seat} {hand.split()[-1]}" for seat, hand in enumerate(hands)))
    pos = supplied(pos, f"{second} green green green green green")
    return after(pos, *(f"{seat} {hand.split()[0]}" for seat, hand in enumerate(hands)))


# -- Laying ----------------------------------------------------------------------


def test_it_goes_where_the_grain_is() -> None:
    pos = dealt("yellow-4 blue-4 green-4 red-4 violet-4", "", "", "", grains="green green green green yellow green")
    assert choices(pos, 0).most_common(1)[0][0] == "violet-4"


def test_it_sends_the_weaker_of_two_birds_to_a_poor_yard() -> None:
    pos = dealt("yellow-3 yellow-6 blue-3 blue-5 blue-6", "", "", "", grains="green green green green green green")
    chosen = choices(pos, 0)
    assert chosen["yellow-3"] + chosen["blue-3"] == TRIES


def test_it_keeps_foxes_for_yards_with_grain_when_birds_can_eat() -> None:
    pos = dealt("yellow-fox4 blue-3", "", "", "", grains="green yellow green green green green")
    assert "yellow-fox4" not in choices(pos, 0)


def test_nobody_can_be_sure_what_it_lays() -> None:
    pos = dealt("yellow-4 blue-4 green-4 red-4 violet-4", "", "", "", grains="blue blue blue blue blue blue")
    assert len(choices(pos, 0)) >= 4


def test_of_two_cards_it_sends_each_to_a_yard_of_its_own() -> None:
    pos = dealt("yellow-3 yellow-4 yellow-5 violet-4 violet-5", "", grains="yellow green green green yellow green")
    for seed in range(TRIES):
        first = thumb_bot(pos.view(0), stream(seed, 0))
        second = thumb_bot(pos.play(first, seat=0).view(0), stream(seed, 0))
        assert str(first).startswith("yellow")
        assert str(second).startswith("violet")


# -- Sharing ---------------------------------------------------------------------


def test_it_offers_equal_rivals_a_fair_split() -> None:
    pos = met("yellow-4", "yellow-4b", grains="blue blue")
    asked = pos.to_act
    assert choices(pos, asked) == {"blue>0": TRIES}
    assert choices(after(pos, f"{asked} blue>0"), asked) == {"blue>1": TRIES}


def test_it_gives_the_stronger_bird_more() -> None:
    pos = met("yellow-6", "yellow-4", grains="yellow green")
    assert choices(pos, 0) == {"yellow>0": TRIES}
    assert choices(after(pos, "0 yellow>0"), 0) == {"green>1": TRIES}


def test_it_fights_for_what_cannot_be_shared() -> None:
    pos = dealt("yellow-6", "yellow-4", "black-fox4", "black-fox5", grains="yellow green green green green green")
    pos = after(pos, "0 yellow-6", "1 yellow-4", "2 black-fox4", "3 black-fox5")
    assert choices(pos, 0) == {"duel": TRIES}


def test_it_accepts_what_beats_the_duel_and_nothing_far_below() -> None:
    pos = met("yellow-6", "yellow-4", grains="yellow green")
    assert choices(after(pos, "0 yellow>0 green>1"), 1) == {"accept": TRIES}
    assert choices(after(pos, "0 yellow>0 green>0"), 1) == {"refuse": TRIES}


def test_it_calls_the_duel_when_nobody_is_left_to_make_an_offer() -> None:
    pos = after(met("yellow-6", "yellow-4", grains="yellow green"), "0 no-offer", "1 yellow>1 green>1")
    assert choices(pos, 0) == {"duel": TRIES}


@pytest.mark.parametrize(("mine", "other", "chance"), [("4", "4b", 50), ("4", "3", 67), ("5", "3", 81), ("6", "3", 90)])
def test_it_knows_the_odds_of_a_duel(mine: str, other: str, chance: int) -> None:
    pos = met(f"yellow-{mine}", f"yellow-{other}", grains="yellow green")
    assert _chance(pos.view(0).state, 0) == chance


# -- Whole games -----------------------------------------------------------------


def play(seats: int, seed: int, thumbs: set[int]) -> rules.State:
    """A game with the rule of thumb at some seats and chance moves at the others; every move is checked."""
    s = rules.State()
    rules.setup(s, seats, rules.Options())
    rngs = [Rng() for _ in range(seats + 1)]
    for place, rng in enumerate(rngs):
        begin(rng, seed, 0, place)
    while (who := rules.to_act(s)) != NOBODY:
        if who == CHANCE:
            rules.apply(s, CHANCE, rules.draw(s, rngs[0]))
            continue
        legal = s.acts[: rules.legal(s, who)]
        action = legal[below(rngs[who + 1], len(legal))]
        if who in thumbs:
            v = rules.State()
            rules.view(s, who, v)
            action = thumb(v, who, rngs[who + 1])
        assert action in legal
        rules.apply(s, who, action)
    return s


@pytest.mark.parametrize("seats", GAME.seats)
def test_it_always_plays_a_legal_move(seats: int) -> None:
    for seed in range(20):
        play(seats, seed, set(range(seed % 2, seats)))


def test_it_beats_random_play() -> None:
    wins, games = 0, 60
    for seed in range(games):
        seat = seed % 4
        wins += rules.winners(play(4, 1000 + seed, {seat})) == 1 << seat
    assert wins > games * 0.45  # even would be 0.25
