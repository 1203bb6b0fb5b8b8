"""Razzia (Stefan Dorra): everything of the game is in this folder."""

from __future__ import annotations

from tripot.language import _, translated
from tripot.play.game import Game, Levels

from . import rules, tokens
from .phrases import BARS

BAR_WORDS = dict(zip(rules.BAR_NAMES, BARS, strict=True))

OPTION_WORDS = translated(
    __package__,
    {
        "leftover": (
            _("With 3 players, the last two notes"),
            {"short_round": _("make a short 15th round"), "discard": _("are set aside")},
        ),
        "removed_bars": (_("With 3 players, the bars left out"), {"": _("the last two"), **BAR_WORDS}),
    },
)
"""The options as players read them: what is asked, and what each value means."""

LEVELS: Levels = {
    "beginner": {"simulations": 8, "noise": 0.45, "rounds": 1},
    "casual": {"simulations": 12, "noise": 0.14, "rounds": 1, "width": 1},
    "regular": {"simulations": 30, "noise": 0.08, "rounds": 1, "width": 1},
    "expert": {"simulations": 60, "noise": 0.06, "rounds": 1, "thumb": 50},
    "master": {"simulations": 300, "noise": 0.0, "rounds": 1, "thumb": 50},
    "champion": {"simulations": 300, "noise": 0.0, "rounds": 1, "thumb": 50, "reply": "anybody"},
    "champion among masters": {
        "simulations": 3000,
        "thumb": 100,
        "rivals": "search",
        "confirm": 0,
        "reply": "master",
    },
    "master-2026": {"simulations": 300, "noise": 0.0, "rounds": 1, "thumb": 50},
}
"""What each level thinks here: chosen so that each is clearly better than the one below (`tripot ladder`)."""

GAME = Game(
    name="razzia",
    title="Razzia",
    designer="Stefan Dorra",
    year=1992,
    least=3,
    most=8,
    rules=rules,
    tokens=tokens,
    minutes=30,
    blurb=translated(__package__, (_("Pick a bar. Hope nobody else did."), _("Bluff and bargain"))),
    option_words=OPTION_WORDS,
    grammar=(
        "A split gives every note of the pot: `<note>><seat>` for each, separated by one blank, from the highest note to "
        "the lowest, such as `50>2 20>0 5>2`. Receivers are the contenders, the proposer included; among notes of equal value "
        "the seats never fall."
    ),
    things="razzia stefan dorra gambler police bar note dealer colibri cotton havanna jungle lincoln jazz raid club",
    levels=LEVELS,
    begins_round=lambda v: v.phase == rules.CHOOSE,
)
