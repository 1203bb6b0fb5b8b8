"""The words of the board of Razzia! (Knizia) that its notation does not have."""

from __future__ import annotations

from tripot.language import _, in_context, plural, translated

SHORT = translated(
    __package__,
    (
        *(_("Ring"), _("Watch"), _("Brooch"), _("Chain"), _("Diamond"), _("Gold")),
        *(_("Car"), _("Driver"), _("Guard"), _("Thief")),
        *(_("Casino"), _("Transport"), _("Film"), _("Racing"), _("Estate"), _("Club"), _("Restaurant")),
    ),
)
"""Every loot's name as it is printed on its card, in table order."""

GROUPS = translated(
    __package__, (_("Trinkets"), _("Gold"), _("Cars"), _("Guards"), _("Thieves"), _("Businesses"), _("Cheques"))
)
"""The seven lines of the score sheet."""

COUNTED = translated(
    __package__,
    {
        "pts": plural("{number}\u00a0pt", "{number}\u00a0pts"),
        "filled": plural("{n} of {limit} cards", "{n} of {limit} cards"),
        "kinds": plural("{n} kind", "{n} kinds"),
        "kinds end": plural("{n} kind, at the end", "{n} kinds, at the end"),
        "kinds from": plural("{n} kind; {more} make {plus}", "{n} kinds; {more} make {plus}"),
    },
)
"""What depends on a number."""

WORDS = translated(
    __package__,
    {
        "you": _("You"),
        "now": _("{plus} now"),
        # the table
        "table": _("The table"),
        "lot": _("On the table"),
        "sale": _("For sale"),
        "stands": _("{plus} for you as it stands"),
        "cards": _("The loot of the lot"),
        "police": _("Police {n} of {limit}"),
        "police last": _("{n} of {limit}: one more ends the round"),
        "new": _("new"),
        "slot last": _("A card on this place forces an auction"),
        "deck": _("Deck"),
        "deck left": _("{n} left"),
        "deck wait": _("Cards left in the deck: {n}. It is not your turn"),
        "deck steal": _("Cards left in the deck: {n}. A thief is at work; no drawing this turn"),
        "deck sale": _("Cards left in the deck: {n}. No drawing during an auction"),
        "deck watch": _("Cards left in the deck: {n}"),
        "no thief": _("You have no thief: only an auction gets this card"),
        "passed by": _("Thieves go along the table in order: this card comes before the last one stolen"),
        "centre": _("The winner gets this cheque too"),
        "steal": _("A thief takes: {card}"),
        "taken": _("chosen"),
        "send": _("Send the thieves"),
        "send most": _("Up to {n} cards, a thief for each"),
        # the seats
        "bids": _("The bids in order"),
        "turns": _("The turns in order"),
        "best": _("highest bid"),
        "your bid": _("your bid?"),
        "their bid": _("to bid"),
        "out": in_context("of an auction", "out"),
        "no cheque": _("no cheque left"),
        "can": _("can bid {cheques}"),
        "last": _("last to bid: {cheques}"),
        "must": _("last to bid; must if nobody does"),
        "cannot": _("cannot beat {best}"),
        "your turn": _("your turn"),
        "their turn": _("to play"),
        "highest": _("can bid up to {n}"),
        "laid": _("bid"),
        "speaks last": _("bids last in this auction"),
        "spent": _("spent"),
        # the choices
        "decide": _("Your decision"),
        "draw": _("Draw a card"),
        "draw why": _("Draw a card ({means})"),
        "draw plain": _("police {n} of {limit} so far"),
        "call": _("Call the auction"),
        "call means": _("you bid last, and must if nobody does"),
        "thief": _("Steal a card"),
        "thieves": _("Steal cards"),
        "thief how": _("pick it on the table; it costs a thief"),
        "thieves how": _("choose up to {n} on the table"),
        "thief none": _("you have no thief"),
        "thief idle": _("nothing lies on the table"),
        "again": _("Steal another card"),
        "stop": _("Stop"),
        "bid": _("Bid {n}"),
        "sure": _("nobody can outbid"),
        "rival": _("{name} can still bid {cheques}"),
        "rivals": _("{names} can outbid"),
        "with highest": _("{name} ({cheque})"),
        "pass": _("Pass"),
        "pass out": _("out of this lot; you keep {cheques}"),
        "must bid": _("you called: you must bid"),
        "low": _("Too low to beat {best}"),
        # the own board
        "loot": _("Your loot"),
        "worth": _("worth as it stands"),
        "cheques": _("Cheques"),
        "sum": _("total {n}"),
        "richest": _("total {n}; richest: {plus}"),
        "poorest": _("total {n}; poorest: {plus}"),
        "all equal": _("all equal"),
        "none": _("none"),
        "each": _("{plus} each"),
        "no driver": _("no driver yet"),
        "most": _("the most"),
        "fewest": _("the fewest; {name}: {n}"),
        "between": _("{name}: {n}"),
        # the score sheet
        "over": _("The game is over"),
        "round of": _("Round {round} of {rounds}"),
        "round": _("Round {round}"),
        "scored": _("Round {round}: the points"),
        "sheet": _("The score sheet"),
        "of kinds": _("kinds"),
        "of cards": _("cards"),
        "of cars": _("cars + drivers"),
        "of businesses": _("kinds, 3× or 4× the same"),
        "of cheques": _("total"),
        "end": _("End of the game"),
        "total": _("Total"),
        "winner": _("winner"),
        "rank": _("no. {n}"),
    },
)
