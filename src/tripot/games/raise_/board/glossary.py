"""The names of what lies on the board of RAISE."""

from __future__ import annotations

from tripot.language import _, translated
from tripot.web.drawing.terms import Term, terms

PLACES = (
    ".card.point",
    ".rs-first .card.back",
    ".rs-pile",
    ".rs-dice .die:not(.blank)",
    ".rs-dice .die.blank",
    ".mult",
    ".rs-pawn",
    ".rs-spiral .min",
    ".hand .card .suit",
    ".hand .card b",
    ".hand .val b",
    ".rs-odds",
    ".rs-own summary",
    ".seat .name svg",
    ".seat .more",
)
WORDS = translated(
    __package__,
    (
        (_("point card"), _("What the round is about. The winner also gets all cards played in it.")),
        (_("face down"), _("This player has laid a first card. All are turned up together.")),
        (_("common pile"), _("The cards played in this round: the winner takes them.")),
        (_("die"), _("Each die adds one to the multiplier of its symbol, for the whole round.")),
        (_("blank"), _("A blank face: this die adds nothing.")),
        (_("multiplier"), _("One plus the number of dice with this symbol. A card is worth its digit times this.")),
        (_("pawn"), _("Where a player stands. The last pawn acts; of those on one space the one on top.")),
        (_("enough"), _("The first space that is enough for the last pawn to stay in.")),
        (_("star"), _("This card counts 5 points in the end, others 1.")),
        (_("digit"), _("Multiplied by the symbol’s multiplier, it gives the value of the card.")),
        (_("value"), _("How far the card takes your pawn in this round.")),
        (_("beats"), _("How many of the cards that the others may lay are worth less.")),
        (_("draw pile"), _("Your own cards that are still to come. Thirty must last the whole game.")),
        (_("roller"), _("Has rolled the dice; places the first pawn.")),
        (_("points"), _("Points won so far, and the number of cards in hand, which count in the end.")),
    ),
)


def glossary(lang: str) -> list[Term]:
    """Every symbol on the board."""
    return terms(PLACES, WORDS[lang])
