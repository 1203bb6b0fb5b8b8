"""The options of a new table as players read them: what is asked, and what each value means."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from tripot.core.options import specs
from tripot.notation.razzia_words import BARS
from tripot.play import Game
from tripot.rules.razzia import BAR_NAMES

OPTIONS: dict[str, dict[str, tuple[str, dict[str, str]]]] = {
    "leftover": {
        "en": (
            "With 3 players, the last two notes",
            {"short_round": "are a short 15th round", "discard": "are set aside"},
        ),
        "fr": (
            "À 3 joueurs, les deux derniers billets",
            {"short_round": "font une 15e manche courte", "discard": "sont écartés"},
        ),
    },
    "removed_bars": {
        "en": ("With 3 players, the bars left out", {"": "the last two"}),
        "fr": ("À 3 joueurs, les bars écartés", {"": "les deux derniers"}),
    },
    "bodyguards_all_equal": {
        "en": ("All have equally many guards", {"literal": "3 points each", "ra": "no points"}),
        "fr": ("Tous ont autant de gardes", {"literal": "3 points chacun", "ra": "aucun point"}),
    },
    "tie_break": {
        "en": ("Equal scores", {"shared": "share the victory", "highest_cheque": "the highest cheque wins"}),
        "fr": ("À égalité", {"shared": "la victoire est partagée", "highest_cheque": "le plus haut chèque gagne"}),
    },
    "negotiation": {
        "en": ("Who makes an offer", {"full": "everybody in turn", "simple": "only the strongest"}),
        "fr": ("Qui fait une offre", {"full": "chacun à son tour", "simple": "le plus fort seul"}),
    },
    "duel_cards": {
        "en": (
            "With 2 or 3 players, in a duel each rolls",
            {"better": "one die, for the better card", "all": "a die for each card"},
        ),
        "fr": (
            "À 2 ou 3 joueurs, en duel chacun lance",
            {"better": "un dé, pour sa meilleure carte", "all": "un dé par carte"},
        ),
    },
    "raise_cards": {
        "en": ("A raise may hold", {"any": "any number of cards", "just_enough": "just as many cards as it needs"}),
        "fr": ("Une relance contient", {"any": "autant de cartes qu’on veut", "just_enough": "juste ce qu’il faut"}),
    },
}


def questions(game: Game, lang: str) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """Every option that a host chooses from a list: its name, what is asked, and each value with its meaning."""
    found = []
    for name, option in specs(game.rules.Options).items():
        spec = option.metadata["spec"]
        if name != "box" and spec.values:  # the tiny box is for tests
            label, words = OPTIONS[name][lang]
            found.append((name, label, [(value, words.get(value) or _bars(value)) for value in _values(spec)]))
    return found


def _values(spec: Any) -> list[str]:
    """The values, or every way to pick several of them, with "as it comes" first."""
    if not spec.picks:
        return list(spec.values)
    return ["", *(",".join(picked) for picked in combinations(spec.values, spec.picks))]


def _bars(value: str) -> str:
    return ", ".join(BARS[BAR_NAMES.index(bar)] for bar in value.split(","))
