"""The names of what lies on the board of Razzia! (Knizia)."""

from __future__ import annotations

from tripot.language import _, translated
from tripot.web.drawing.terms import Term, terms

PLACES = (
    ".lot .card.loot",
    ".lot .slot",
    ".deck",
    ".raid",
    ".prize .cheque",
    ".seat .cheque:not(.spent)",
    ".cheque.spent",
    ".seat .more",
    ".grp h3",
    ".seat .name svg",
)
WORDS = translated(
    __package__,
    (
        (_("loot"), _("The lot: all cards that lie here are sold together.")),
        (_("free place"), _("When the seventh place is filled, the lot is sold at once.")),
        (_("deck"), _("Draw from here on your turn: loot goes to the lot, police start an auction.")),
        (_("police"), _("The police cards of this round. The last one ends the round at once, and the lot is lost.")),
        (
            _("centre cheque"),
            _("Whoever wins the lot gets this cheque too, for the next round, and leaves the one he paid with."),
        ),
        (_("cheque"), _("A cheque that you can still bid in this round. Each buys one lot.")),
        (_("spent cheque"), _("Won in this round: it can be used from the next round on.")),
        (_("points"), _("The points from finished rounds; in small what the loot would add now.")),
        (
            _("loot group"),
            _("Each group of loot is counted in its own way; the line below says how, and what it is worth now."),
        ),
        (_("gavel"), _("Started the auction and speaks last.")),
    ),
)


def glossary(lang: str) -> list[Term]:
    """Every symbol on the board."""
    return terms(PLACES, WORDS[lang])
