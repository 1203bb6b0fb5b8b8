"""The names of what lies on the board of Hick Hack."""

from __future__ import annotations

from tripot.language import _, translated
from tripot.web.drawing.terms import Term, terms

PLACES = (
    ".yard .bird",
    ".yard .tot",
    ".yard .grain",
    ".slots .card.back",
    ".hand .card:not(.fox,.shy) .art",
    ".hand .card.fox .art",
    ".hand .card.shy .art",
    ".hand .card > b",
    ".hand .val b",
    ".hand .val small",
    ".hh-sack",
    ".hh-won",
    ".stock",
)
WORDS = translated(
    __package__,
    (
        (_("yard"), _("A farmyard: animals of its colour go there.")),
        (_("at stake"), _("What the grain here is worth in points.")),
        (_("grain"), _("A green grain is worth 1 point, a blue one 2, a yellow one 3.")),
        (_("face down"), _("This player has chosen. All cards are turned up together.")),
        (_("bird"), _("A bird alone in its yard eats all the grain there. Several agree on a split, or roll.")),
        (_("fox"), _("A fox eats all birds in its yard; their values are its points. It leaves the grain.")),
        (_("shy bird"), _("It flees from company and takes one green grain along. Eaten, it costs the fox 2 points.")),
        (_("value"), _("Added to the die in a duel; for a fox that eats the bird, its points.")),
        (_("your take"), _("What the card brings if nobody else comes.")),
        (_("may come"), _("How many foxes (or for a fox: birds) of this yard you have not seen yet.")),
        (_("supplier"), _("The supplier: of equal cards, the supplier’s is asked last.")),
        (_("eaten"), _("The grains and the birds that the player has eaten.")),
        (_("stock"), _("Grains in the bag, cards in the draw pile and in the discard.")),
    ),
)


def glossary(lang: str) -> list[Term]:
    """Every symbol on the board."""
    return terms(PLACES, WORDS[lang])
