"""Razzia! (Reiner Knizia): everything of the game is in this folder."""

from __future__ import annotations

from tripot.play.game import Game

from . import rules, tokens

OPTION_WORDS = {
    "bodyguards_all_equal": {
        "en": ("All have equally many guards", {"literal": "3 points each", "ra": "no points"}),
        "fr": ("Tous ont autant de gardes", {"literal": "3 points chacun", "ra": "aucun point"}),
    },
    "tie_break": {
        "en": ("Equal scores", {"shared": "share the victory", "highest_cheque": "the highest cheque wins"}),
        "fr": ("À égalité", {"shared": "la victoire est partagée", "highest_cheque": "le plus haut chèque gagne"}),
    },
}
"""The options as players read them: what is asked, and what each value means."""

LEVELS = {
    "beginner": {"simulations": 8, "noise": 0.0, "rounds": 1},
    "casual": {"simulations": 12, "noise": 0.0, "rounds": 1},
    "regular": {"simulations": 24, "noise": 0.0, "rounds": 1},
    "expert": {"simulations": 60, "noise": 0.0, "rounds": 1},
    "master": {"simulations": 500, "noise": 0.0, "rounds": 1},
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
    moods=("bid", "nerve"),
    blurb={
        "en": ("Bid for loot before the police arrive.", "Bid and collect"),
        "fr": ("Enchéris sur le butin avant la police.", "Enchères et collection"),
    },
    option_words=OPTION_WORDS,
    grammar=(
        "Stealing several cards is `steal-<loot>` for each, separated by one blank, each at the same place or later "
        "in the table order of the loot, then `stop` if more could be stolen."
    ),
    things="razzia reiner knizia police loot cheque family trinket business businesse thieve mafia jewel crime",
    levels=LEVELS,
)
