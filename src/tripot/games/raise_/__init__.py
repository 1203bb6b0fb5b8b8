"""RAISE (Peter Prinz): everything of the game is in this folder."""

from __future__ import annotations

from tripot.language import _, translated
from tripot.play.game import Game, Levels

from . import rules, tokens

OPTION_WORDS = translated(
    __package__,
    {
        "raise_cards": (
            _("A raise may hold"),
            {"any": _("any number of cards"), "just_enough": _("just as many cards as it needs")},
        ),
    },
)
"""The options as players read them: what is asked, and what each value means."""

LEVELS: Levels = {
    "beginner": {"simulations": 8, "noise": 0.45, "rounds": 2},
    "casual": {"simulations": 24, "noise": 0.12, "rounds": 2},
    "regular": {"simulations": 60, "noise": 0.05, "rounds": 2},
    "expert": {"simulations": 80, "noise": 0.07, "rounds": 2},
    "master": {"simulations": 400, "noise": 0.0, "rounds": 2},
    "champion": {
        "simulations": (3000, 3000, 3000, 400),
        "noise": 0.0,
        "rounds": 2,
        "rivals": ("search", "search", "search", "thumb"),  # type: ignore[dict-item]  # `Levels` knows numbers by seats alone
        "confirm": (0, 4, 4, 4),
        "ahead": 8,
        "games": 1600,
    },
    "master-2026": {"simulations": 400, "noise": 0.0, "rounds": 2},
}
"""What each level thinks here: chosen so that each is clearly better than the one below (`tripot ladder`); with two seats the
champion needs no second look, with five a tree in which all search does not help him."""

GAME = Game(
    name="raise",
    title="RAISE",
    designer="Peter Prinz",
    year=None,  # no source at hand gives it
    least=2,
    most=5,
    rules=rules,
    tokens=tokens,
    minutes=35,
    blurb=translated(__package__, (_("Seven dice, six cards: dare or draw."), _("Nerve and sums"))),
    option_words=OPTION_WORDS,
    grammar=(
        "A raise is its cards, separated by one blank, each at the same place or later in the table order, then `stop` if "
        "more could be played."
    ),
    things="raise raising raised peter prinz piatnik pawn diamond gear cloud hourglass bell symbol track",
    levels=LEVELS,
    begins_round=lambda v: v.phase == rules.CHOOSE,
)
