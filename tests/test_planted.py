"""Planted mistakes: the shared laws alone notice each of them in a copy of a real game.

That the games obey the laws without the mistakes is told by `tests/rules/test_laws.py` and the example's own test.
"""

from __future__ import annotations

import shutil
import sys
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest

import goofspiel
import tripot
from tripot.laws import LAWS, Broken, name_of
from tripot.play import Game


class Mistake(NamedTuple):
    """What is changed in which file of which game, and the law that notices it."""

    about: str
    game: str
    file: str
    right: str
    wrong: str
    law: str
    more: tuple[tuple[str, str], ...] = ()
    seats: int = 0  # the fewest if not given


PLANTED = (
    Mistake(
        "the learner plays a card that is not in the hand",
        "raise",
        "lesson",
        'play="gear-4 stop"',
        'play="gear-5 stop"',
        "a lesson can be played",
        seats=3,
    ),
    Mistake(
        "the lesson lights what is not on the board",
        "raise",
        "lesson",
        'lit=(".rs-stake",)',
        'lit=(".rs-stakes",)',
        "a lesson lights",
        seats=3,
    ),
    Mistake(
        "legal moves do not ascend",
        "raise",
        "rules",
        "for slot in range(start, end):",
        "for slot in range(end - 1, start - 1, -1):",
        "somebody can move",
    ),
    Mistake(
        "a seat not asked has moves",
        "raise",
        "rules",
        "if seat < 0 or pending(s) >> seat & 1 == 0:",
        "if seat < 0 or seat >= s.seats:",
        "somebody can move",
    ),
    Mistake(
        "audit always says sound",
        "raise",
        "rules",
        "    if not (is_in_range(s) and s.hand_size",
        "    if s.box > 99 or not (s.hand_size",
        "numbers out of range",
    ),
    Mistake(
        "audit calls a sound state faulty",
        "raise",
        "rules",
        "    if not _turn_fits(s):\n        return 2",
        "    if not _turn_fits(s) or s.rounds == 1:\n        return 2",
        "somebody can move",
    ),
    Mistake(
        "draw is not the twin of weights",
        "raise",
        "rules",
        "return ROLLER_OUT + below(rng, s.seats)",
        "return ROLLER_OUT",
        "draw is the fast twin",
    ),
    Mistake(
        "a view shows the other hands",
        "raise",
        "rules",
        "is_open = owner == seat or",
        "is_open = owner >= 0 or",
        "a hidden step",
    ),
    Mistake(
        "a hidden choice is seen",
        "raise",
        "rules",
        "return HIDDEN if s.phase == CHOOSE and actor != seat else action",
        "return action",
        "redeal draws",
    ),
    Mistake(
        "redeal ignores the other hands",
        "raise",
        "rules",
        "        if other == seat:\n            continue\n        _deal_again(s, other, rng)",
        "        if other >= 0:\n            continue\n        _deal_again(s, other, rng)",
        "a view is enough",
    ),
    Mistake(
        "redeal always takes the first card for a hidden choice",
        "raise",
        "rules",
        "s.first[other] = s.hand[other][below(rng, s.hand_n[other])]",
        "s.first[other] = s.hand[other][0]",
        "redeal draws",
    ),
    Mistake(
        "an illegal rule of thumb",
        "raise",
        "policy",
        "return v.acts[n - 1]  # pass or stop",
        "return v.acts[n - 1] - 1  # pass or stop",
        "rules of thumb",
    ),
    Mistake(
        "absurd future value",
        "raise",
        "policy",
        "points[seat] += PRICE * PAR",
        "points[seat] += 1000 * PRICE * PAR",
        "the future value",
    ),
    Mistake("a stage that falls", "raise", "policy", "return -v.rounds", "return v.rounds", "rules of thumb"),
    Mistake("seats not rotated", "razzia", "layout", "out[MONEY_AT + place]", "out[MONEY_AT + other]", "whoever looks"),
    Mistake(
        "seats rotated the wrong way",
        "razzia",
        "layout",
        "place = (other - own) % v.seats",
        "place = (own - other) % v.seats",
        "whoever looks",
    ),
    Mistake("a range too small", "razzia", "layout", 'number("round", 20', 'number("round", 5', "observations stay"),
    Mistake("a private part missing", "raise", "layout", '    "hand",\n    "value",\n', "", "private parts"),
    Mistake(
        "a private part too many",
        "raise",
        "layout",
        '    "hand",\n    "value",\n',
        '    "hand",\n    "value",\n    "won",\n',
        "private parts",
    ),
    Mistake("two moves with one token", "raise", "tokens", '"pass", "stop"', '"pass", "pass"', "every move"),
    Mistake("a token of two words", "raise", "tokens", '"pass", "stop"', '"pass", "stop now"', "every move"),
    Mistake(
        "points for seats that are not there",
        "raise",
        "rules",
        "    for seat in range(s.seats):\n        points[seat] = _points(s, seat)",
        "    for seat in range(SEATS):\n        points[seat] = 1 + _points(s, seat)",
        "somebody can move",
    ),
    Mistake(
        "nobody wins",
        "raise",
        "rules",
        "    if s.phase != OVER:\n        return 0\n    best = 0",
        "    if s.phase != 99:\n        return 0\n    best = 0",
        "somebody can move",
    ),
    Mistake(
        "redeal always puts the lowest note into the dealer's hand",
        "razzia",
        "rules",
        "        s.free = _drawn_note(s, rng)",
        "        s.free = 0\n        while s.stock[s.free] == 0:\n            s.free += 1",
        "a hidden step is redealt",
    ),
    Mistake(
        "redeal draws the free note by its value, not by how many there are",
        "razzia",
        "rules",
        "        s.free = _drawn_note(s, rng)",
        "        s.free = below(rng, NOTE_KINDS)\n"
        "        while s.stock[s.free] == 0:\n            s.free = below(rng, NOTE_KINDS)",
        "a hidden step is redealt",
    ),
    Mistake(
        "redeal lets all agree who have answered",
        "razzia",
        "rules",
        "AGREES if below(rng, 2) == 0 else FIGHTS",
        "AGREES",
        "a hidden step is redealt",
    ),
    Mistake(
        "redeal lets one of six agree who have answered",
        "razzia",
        "rules",
        "AGREES if below(rng, 2) == 0 else FIGHTS",
        "AGREES if below(rng, 6) == 0 else FIGHTS",
        "a hidden step is redealt",
    ),
    Mistake(
        "audit does not count the notes in the stock",
        "razzia",
        "rules",
        "return stock_n == s.stock_n and gone",
        "return gone",
        "what audit calls sound",
    ),
    Mistake(
        "audit does not compare the hands with their numbers",
        "razzia",
        "rules",
        "in_game == s.cards and held == 0 and piled == s.pile_n",
        "in_game == s.cards and piled == s.pile_n",
        "what audit calls sound",
    ),
    Mistake(
        "audit lets a pair begin with its second card",
        "hick-hack",
        "rules",
        "        return second == NOBODY\n    if not _lays_pair",
        "        return True\n    if not _lays_pair",
        "what audit calls sound",
        seats=3,
    ),
    Mistake(
        "audit does not add the points up",
        "goofspiel",
        "rules",
        "return 3 if points > 0 else 0",
        "return 0",
        "what audit calls sound",
    ),
    Mistake(
        "bids lie open before all are made",
        "goofspiel",
        "rules",
        "seen=OWN.until(prize=NOBODY), ",
        "",
        "a choice made while others choose",
        more=(
            ("return action if actor in (CHANCE, seat) else HIDDEN", "return action"),
            ("if s.prize != NOBODY and other != seat and", "if s.prize > CARDS and other != seat and"),
        ),
    ),
    Mistake(
        "bids are told before all are made",
        "goofspiel",
        "rules",
        "return action if actor in (CHANCE, seat) else HIDDEN",
        "return action",
        "a choice made while others choose",
    ),
    Mistake(
        "a number that the compiled work space cannot hold",
        "goofspiel",
        "rules",
        "        points[seat] = s.points[seat]",
        "        s.acts[0] = 9 * s.points[seat]\n        points[seat] = s.acts[0] // 9",
        "plain and compiled",
    ),
)


def original(name: str) -> Game:
    """The game without the mistake; the example is in no catalogue."""
    return goofspiel.GAME if name == goofspiel.GAME.name else tripot.load(name)


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Game:
    """The game with the mistake, as a package of its own."""
    mistake: Mistake = request.param
    package = f"planted_{PLANTED.index(mistake)}"
    source = Path(str(original(mistake.game).file()))
    shutil.copytree(source, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__", "board"))
    declaration, file = tmp_path / package / "__init__.py", tmp_path / package / f"{mistake.file}.py"
    for path, right, wrong in (
        (declaration, f'name="{mistake.game}"', f'name="{package}"'),
        (file, mistake.right, mistake.wrong),
        *((file, *pair) for pair in mistake.more),
    ):
        text = path.read_text(encoding="utf-8")
        assert right in text, f"{path.name} has no {right!r} any more"
        path.write_text(text.replace(right, wrong, 1), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    made: Game = import_module(package).GAME
    assert sys.modules[made.rules.__name__].__file__ == str(tmp_path / package / "rules.py")
    return made


@pytest.mark.parametrize("planted", PLANTED, ids=lambda mistake: mistake.about, indirect=True)
def test_the_laws_notice_a_planted_mistake(
    planted: Game, request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mistake: Mistake = request.node.callspec.params["planted"]
    law = next(law for law in LAWS if name_of(law).startswith(mistake.law))
    seats = mistake.seats or planted.least
    monkeypatch.setenv("TRIPOT_CACHE", str(tmp_path / "cache"))
    with pytest.raises(Broken):
        law(planted, seats)
