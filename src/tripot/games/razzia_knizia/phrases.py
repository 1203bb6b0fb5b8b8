"""The word tables of Razzia! (Knizia) in English and French."""

from __future__ import annotations

from tripot.language import _, translated

ONE = translated(
    __package__,
    (
        *("ring", "watch", "brooch", "chain", "diamond", "gold coin", "car", "driver", "bodyguard", "thief"),
        *("casino", "transport", "film", "horse racing", "real estate", "night club", "restaurant", "police"),
    ),
)

SEVERAL = translated(
    __package__,
    (
        *(
            "rings",
            "watches",
            "brooches",
            "chains",
            "diamonds",
            "gold coins",
            "cars",
            "drivers",
            "bodyguards",
            "thieves",
        ),
        *("casinos", "transports", "films", "horse racings", "real estates", "night clubs", "restaurants", "police"),
    ),
)

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

SAY = translated(
    __package__,
    {
        "and": _("and"),
        "colon": _(":"),
        "cheque": _("cheque {value}"),
        "lot": _("{cards} and cheque {centre}"),
        "bare lot": _("cheque {centre} alone"),
        "point": _("{n} point"),
        "points": _("{n} points"),
        # tell
        "set": _("cheques {cheques}"),
        "round": _("Round {round} of {rounds}. First turn: {name} (highest cheque, {cheque})"),
        "card": _("{card} from the deck (lot of {n})"),
        "full": _("{card} from the deck, card {n} of the lot: auction"),
        "police": _("police {n} of {limit}: auction"),
        "last police": _("police {n} of {limit}: end of the round"),
        "called": _("auction called"),
        "on sale": _("On sale: {lot}"),
        "bid": _("bid of {cheque}"),
        "pass": _("pass"),
        "sold": _("the lot for cheque {cheque} ({lot})"),
        "no bid": _("No bid: the lot stays"),
        "no bid full": _("No bid: the {n} cards are discarded"),
        "lost": _("Discarded: {cards}"),
        "stolen": _("{card}, by a thief"),
        "no cheque": _("No cheque left: end of the round"),
        "round score": _("{plus} in round {round}, total {total}{details}"),
        "end score": _("{plus} at the end, total {total}{details}"),
        "winner": _("Winner: {names} ({points})"),
        "winners": _("Shared win: {names} ({points})"),
        "tie break": _("Winner: {names} ({points}, tie broken by the highest cheque, {cheque})"),
        # question
        "ask turn": _("Your turn (police {n} of {limit}): draw{thief} or call an auction? Lot: {lot}"),
        "or thief": _(", use a thief"),
        "ask steal": _("Another card by a thief ({n} more to use this turn), or stop? Lot: {lot}"),
        "ask bid": _("Your bid? {lot}. {worth}{best} {rivals}"),
        "must bid": _("Nobody has bid and you called: which cheque for {lot}? {worth}"),
        "worth": _("{plus} for you as it stands."),
        "best": _("Best bid: {cheque} ({name})."),
        "no best": _("No bid yet."),
        "after you": _("After you: {names}."),
        "you last": _("You are the last to bid."),
        "wait deal": _("The cheques are being dealt."),
        "wait card": _("{name}: a card is being drawn."),
        "wait turn": _("Waiting for {name}: draw, thief or auction. Lot: {lot}"),
        "wait bid": _("Waiting for {name}: bid or pass. {best} Lot: {lot}"),
        "over": _("The game is over."),
        # explain
        "draw": _("{chance} % police ({n} of {limit} shown), which means an auction"),
        "draw last": _("{chance} % police, which ends the round at once"),
        "draw lost": _("; the lot would be lost"),
        "draw full": _("; any loot is card {n}: auction"),
        "call": _("auction: you bid last, and must if nobody does; the lot is {worth} for you as it stands"),
        "steal": _("{card} for a thief: {worth} as it stands; {left} more to use this turn"),
        "stop": _("enough stolen, the turn passes on"),
        "swap": _("cheque {cheque} for cheque {centre} and the loot; "),
        "bare swap": _("cheque {cheque} for cheque {centre}; "),
        "bid sure": _("nobody can outbid it: the lot is yours"),
        "bid rivals": _("can outbid it: {names}"),
        "pass last": _("the lot goes to {name} for {cheque}"),
        "pass stays": _("nobody has bid: the lot stays on the table"),
        "pass lost": _("nobody has bid: the {n} cards are discarded"),
        "pass on": _("you are out of this lot; {best} Can still bid: {names}"),
        "pass on alone": _("you are out of this lot; {best}"),
    },
)
