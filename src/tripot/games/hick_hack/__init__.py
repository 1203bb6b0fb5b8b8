"""Hick Hack in Gackelwack (Stefan Dorra): everything of the game is in this folder."""

from __future__ import annotations

from tripot.language import _, translated
from tripot.play.game import Game, Levels

from . import rules, tokens

OPTION_WORDS = translated(
    __package__,
    {
        "negotiation": (_("Who makes an offer"), {"full": _("everybody in turn"), "simple": _("only the strongest")}),
        "duel_cards": (
            _("With 2 or 3 players, in a duel each rolls"),
            {"better": _("one die, for the better card"), "all": _("a die for each card")},
        ),
    },
)
"""The options as players read them: what is asked, and what each value means."""

LEVELS: Levels = {
    "beginner": {"simulations": 8, "noise": (0.35, 0.35, 0.35, 0.28, 0.28), "rounds": 1},
    "casual": {"simulations": 16, "noise": (0.1, 0.05, 0.1, 0.1, 0.1), "rounds": 1},
    "regular": {"simulations": 80, "noise": (0.035, 0.01, 0.035, 0.035, 0.035), "rounds": 1},
    "expert": {"simulations": 120, "noise": (0.06, 0.01, 0.05, 0.03, 0.045), "rounds": 1, "thumb": 50},
    "master": {"simulations": 400, "noise": 0.0, "rounds": 1, "thumb": 60},
    "champion": {"simulations": 400, "noise": 0.0, "rounds": 1, "thumb": 60, "by_thumb": 50, "ahead": 6, "games": 3000},
    "champion among masters": {"confirm": 0, "reply": "master"},
    "master-2026": {"simulations": 400, "noise": 0.0, "rounds": 1, "thumb": 60},
}
"""What each level thinks here: chosen so that each is clearly better than the one below (`tripot ladder`); noise also by the
number of seats, because with two or three of them two cards are laid."""

GAME = Game(
    name="hick-hack",
    title="Hick Hack in Gackelwack",
    short="Hick Hack",
    designer="Stefan Dorra",
    year=2001,
    least=2,
    most=6,
    rules=rules,
    tokens=tokens,
    minutes=25,
    blurb=translated(__package__, (_("Feed your birds. Mind the fox."), _("Bluff and laugh"))),
    option_words=OPTION_WORDS,
    grammar=(
        "An offer gives every grain of the yard: `<colour>><seat>` for each, separated by one blank, yellow before blue "
        "before green, such as `yellow>2 blue>0 green>1`. Receivers are the contenders, the offerer included; among grains of "
        "one colour the seats never fall. Two cards of a hidden choice are sent together, in the table order."
    ),
    things="hick hack gackelwack stefan dorra yard bird fox foxe grain chicken duck goose geese guinea "
    "fowl pheasant turkey hen feather poultry corn farmyard hinterm watschelteich gänsemarsch perlenhof fasanerie trut garden",
    levels=LEVELS,
    begins_round=lambda v: v.phase == rules.CHOOSE,
)
