"""The texts of Razzia! (Knizia): its cards, its log, its questions, what a move means."""

from __future__ import annotations

from tripot.language import _, plural, translated

CARDS = translated(
    __package__,
    (
        plural("ring", "rings"),
        plural("watch", "watches"),
        plural("brooch", "brooches"),
        plural("chain", "chains"),
        plural("diamond", "diamonds"),
        plural("gold coin", "gold coins"),
        plural("car", "cars"),
        plural("driver", "drivers"),
        plural("bodyguard", "bodyguards"),
        plural("thief", "thieves"),
        plural("casino", "casinos"),
        plural("transport", "transport"),
        plural("film", "film"),
        plural("horse racing", "horse racing"),
        plural("real estate", "real estate"),
        plural("night club", "night clubs"),
        plural("restaurant", "restaurants"),
    ),
)
"""The loot in table order."""

LINES = translated(
    __package__,
    (
        _("trinkets"),
        _("gold coins"),
        _("cars and drivers"),
        _("bodyguards"),
        _("thieves"),
        _("businesses"),
        _("cheques"),
    ),
)
"""Of the score sheet: the five of a round, then the two of the end."""

COUNTED = translated(
    __package__,
    {
        "points": plural("{number} point", "{number} points"),
        "ask steal": plural(
            "Steal another card ({n} thief left this turn), or stop? Lot: {lot}",
            "Steal another card ({n} thieves left this turn), or stop? Lot: {lot}",
        ),
        "steal": plural(
            "{card} for a thief: {worth} as it stands; {n} more thief to use this turn",
            "{card} for a thief: {worth} as it stands; {n} more thieves to use this turn",
        ),
        "no bid full": plural("No bid: the card is discarded", "No bid: the {n} cards are discarded"),
        "pass lost": plural("nobody has bid: the card is discarded", "nobody has bid: the {n} cards are discarded"),
    },
)
"""What depends on a number."""

SAY = translated(
    __package__,
    {
        "named bid": _("a bid of {cheque}"),
        "named pass": _("pass"),
        "named draw": _("a card drawn"),
        "named call": _("the auction called"),
        "named stop": _("no more thieves"),
        "named steal": _("stolen: {cards}"),
        "several": _("{n} {cards}"),
        "cheque": _("cheque {value}"),
        "bare lot": _("cheque {centre} alone"),
        "highest": _("{name} ({cheque})"),
        # tell
        "set": _("{name}: cheques {cheques}"),
        "round": _("Round {round} of {rounds}. First turn: {name} (highest cheque, {cheque})"),
        "card": _("{name}: {card} from the deck (lot of {n})"),
        "full": _("{name}: {card} from the deck, card {n} of the lot: auction"),
        "police": _("{name}: police {n} of {limit}: auction"),
        "last police": _("{name}: police {n} of {limit}: end of the round"),
        "called": _("{name}: auction called"),
        "on sale": _("On sale: {lot}"),
        "bid": _("{name}: bid of {cheque}"),
        "pass": _("{name}: pass"),
        "sold": _("{name}: the lot for cheque {cheque} ({lot})"),
        "no bid": _("No bid: the lot stays"),
        "lost": _("Discarded: {cards}"),
        "stolen": _("{name}: {card}, by a thief"),
        "no cheque": _("No cheque left: end of the round"),
        "line": _("{line} {plus}"),
        "round score": _("{name}: {plus} in round {round}, total {total}"),
        "round score lines": _("{name}: {plus} in round {round}, total {total} ({lines})"),
        "end score": _("{name}: {plus} at the end, total {total}"),
        "end score lines": _("{name}: {plus} at the end, total {total} ({lines})"),
        "winner": _("Winner: {names} ({points})"),
        "winners": _("Shared win: {names} ({points})"),
        "tie break": _("Winner: {names} ({points}, tie broken by the highest cheque, {cheque})"),
        # question
        "ask turn": _("Your turn (police {n} of {limit}): draw or call an auction? Lot: {lot}"),
        "ask turn thief": _("Your turn (police {n} of {limit}): draw, use a thief or call an auction? Lot: {lot}"),
        "ask bid": _("Your bid? Lot: {lot}."),
        "must bid": _("Nobody has bid and you called: which cheque do you pay? Lot: {lot}."),
        "worth": _("{plus} for you as it stands."),
        "best": _("Best bid: {cheque} ({name})."),
        "no best": _("No bid yet."),
        "after you": _("After you: {names}."),
        "you last": _("You are the last to bid."),
        "wait deal": _("The cheques are being dealt."),
        "wait card": _("{name}: a card is being drawn."),
        "wait turn": _("Waiting for {name}: draw, thief or auction. Lot: {lot}"),
        "wait bid": _("Waiting for {name}: bid or pass. Best bid: {cheque} ({best}). Lot: {lot}"),
        "wait first bid": _("Waiting for {name}: bid or pass. No bid yet. Lot: {lot}"),
        "over": _("The game is over."),
        # explain
        "draw": _("{chance} chance of police ({n} of {limit} so far), which means an auction"),
        "draw full": _(
            "{chance} chance of police ({n} of {limit} so far), which means an auction; any loot is card {full}: auction"
        ),
        "draw last": _("{chance} chance of police, which ends the round at once"),
        "draw last lot": _("{chance} chance of police, which ends the round at once; the lot would be lost"),
        "draw last full": _(
            "{chance} chance of police, which ends the round at once; the lot would be lost; any loot is card {full}: auction"
        ),
        "call": _("auction: you bid last, and must if nobody does; the lot is worth {worth} to you as it stands"),
        "stop": _("enough stolen: your turn ends"),
        "swap sure": _("cheque {cheque} for cheque {centre} and the loot; nobody can outbid it: the lot is yours"),
        "swap rivals": _("cheque {cheque} for cheque {centre} and the loot; can outbid it: {names}"),
        "bare swap sure": _("cheque {cheque} for cheque {centre}; nobody can outbid it: the lot is yours"),
        "bare swap rivals": _("cheque {cheque} for cheque {centre}; can outbid it: {names}"),
        "pass last": _("the lot goes to {name} for {cheque}"),
        "pass stays": _("nobody has bid: the lot stays on the table"),
        "pass on": _("you are out of this lot; best bid: {cheque} ({name}); can still bid: {names}"),
        "pass on first": _("you are out of this lot; no bid yet; can still bid: {names}"),
    },
)
