"""The names of what lies on the board of Razzia."""

from __future__ import annotations

from tripot.language import _, translated
from tripot.web.drawing.terms import Term, terms

PLACES = (
    ".place .sign .i",
    ".place .tot",
    ".place .note",
    ".unseen",
    ".slots .card.back",
    ".slots .slot",
    ".hand .card.gambler .art",
    ".hand .card.police .art",
    ".hand .card b",
    ".worth .val",
    ".seat .name svg",
    ".seat .more",
    ".stores",
)
WORDS = translated(
    __package__,
    (
        (_("sign"), _("The sign of a bar: cards of its colour go there.")),
        (_("pot"), _("All the money in this bar.")),
        (_("note"), _("A note. Notes are never changed: a split gives each one to somebody.")),
        (
            _("not seen"),
            _("Gamblers (hat) and police (badge) of this colour that you have not seen yet: they may still come."),
        ),
        (_("face down"), _("This player has chosen. All cards are turned up together.")),
        (_("thinking"), _("This player has not chosen yet.")),
        (_("gambler"), _("A gambler takes the money of a bar if no police and no other gambler come.")),
        (_("police"), _("Police take the money of a bar, but only if a gambler is there.")),
        (
            _("strength"),
            _(
                "The highest card proposes a split. In a duel it is added to the die; on equal totals the lower card wins."
            ),
        ),
        (_("your take"), _("What the card brings if all goes well: alone as a gambler, by a raid as police.")),
        (_("dealer"), _("The dealer lays the free note. With equal cards, who sits nearer counts as the higher.")),
        (_("money"), _("What the player has won so far. The richest wins the game.")),
        (_("to draw"), _("The notes and cards that are still to come.")),
    ),
)


def glossary(lang: str) -> list[Term]:
    """Every symbol on the board."""
    return terms(PLACES, WORDS[lang])
