"""Razzia! (Reiner Knizia): everything of the game is in this folder."""

from __future__ import annotations

from tripot.language import _, translated
from tripot.play.game import Game, Levels

from . import rules, tokens

OPTION_WORDS = translated(
    __package__,
    {
        "bodyguards_all_equal": (
            _("All have the same number of guards"),
            {"literal": _("3 points each"), "ra": _("no points")},
        ),
        "tie_break": (
            _("Equal scores"),
            {"shared": _("share the victory"), "highest_cheque": _("the highest cheque wins")},
        ),
    },
)
"""The options as players read them: what is asked, and what each value means."""

LEVELS: Levels = {
    "beginner": {"simulations": 8, "noise": 0.0, "rounds": 1},
    "casual": {"simulations": 18, "noise": 0.0, "rounds": 1},
    "regular": {"simulations": 30, "noise": 0.0, "rounds": 1},
    "expert": {"simulations": 60, "noise": 0.0, "rounds": 1},
    "master": {"simulations": 500, "noise": 0.0, "rounds": 1},
    "champion": {"simulations": 5000, "noise": 0.0, "rounds": 1, "rivals": "search", "confirm": 0},
    "master-2026": {"simulations": 500, "noise": 0.0, "rounds": 1},
}
"""What each level thinks here: chosen so that each is clearly better than the one below (`tripot ladder`)."""

GAME = Game(
    name="razzia-knizia",
    title="Razzia!",
    designer="Reiner Knizia",
    year=2004,
    least=2,
    most=5,
    rules=rules,
    tokens=tokens,
    minutes=45,
    blurb=translated(__package__, (_("Bid for loot before the police arrive."), _("Bid and collect"))),
    option_words=OPTION_WORDS,
    grammar=(
        "Stealing several cards is `steal-<loot>` for each, separated by one blank, each at the same place or later "
        "in the table order of the loot, then `stop` if more could be stolen."
    ),
    things="razzia reiner knizia police loot cheque family trinket business businesse thieve mafia jewel crime",
    levels=LEVELS,
    round_of=lambda v: v.round + 1,
)
