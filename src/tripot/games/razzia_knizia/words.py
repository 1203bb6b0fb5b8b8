"""The words of Razzia! (Knizia): the log, the questions, what a move means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from tripot.core.state import CHANCE, NOBODY
from tripot.language import enumerated, listed, number, percent

from . import rules
from .phrases import CARDS, COUNTED, LINES, SAY
from .rules import State

Names = Sequence[str]
Commits = Sequence[tuple[int, int]]  # what each seat had chosen, when a simultaneous choice is revealed

KEPT_POINTS = 1024

# -- Cards, cheques, lots and points in words ---------------------------------


@cache
def card_name(card: int, lang: str, count: int = 1) -> str:
    """The card in words, in the plural for several."""
    return CARDS[lang][card].format(count)


@cache
def number_of(card: int, count: int, lang: str) -> str:
    """`2 cars`."""
    return _say(lang, "several", n=number(count, lang), cards=card_name(card, lang, count))


def _cards(counts: Sequence[int], lang: str) -> list[str]:
    """Cards of each kind in table order, one of a kind without its number."""
    return [
        number_of(card, n, lang) if n > 1 else card_name(card, lang) for card, n in enumerate(counts[: rules.LOOT]) if n
    ]


def cards_in_words(counts: Sequence[int], lang: str) -> str:
    """Cards of each kind in table order: `2 cars, casino`."""
    return enumerated(_cards(counts, lang), lang)


def lot_in_words(v: State, lang: str) -> str:
    """The loot on display and the centre cheque."""
    cards = _cards(v.display, lang)
    if not cards:
        return _say(lang, "bare lot", centre=v.centre)
    return listed([*cards, _say(lang, "cheque", value=v.centre)], lang)


def cheques_in(mask: int) -> list[int]:
    """The values of the cheques in a hand, rising."""
    return [cheque for cheque in range(1, rules.CHEQUES + 1) if mask >> cheque & 1]


@lru_cache(maxsize=KEPT_POINTS)
def points_in_words(n: int, lang: str, *, signed: bool = False) -> str:
    """`1 point`, `12 points`, or with its sign: `+12 points`."""
    return COUNTED[lang]["points"].format(n, number=number(n, lang, signed=signed))


def signed_number(n: int, lang: str) -> str:
    """`+3`, `0` or, with a true minus, `−2`."""
    return number(n, lang, signed=True)


def sheet_lines(v: State, seat: int, round_: int) -> list[int]:
    """The five lines of a round in the seat's score sheet."""
    first = round_ * rules.ROUND_LINES
    return v.sheet[seat][first : first + rules.ROUND_LINES]


# -- What loot is worth as it stands ------------------------------------------


Worth = Sequence[Sequence[int]]
"""By seat and line."""


def worth_now(v: State) -> Worth:
    """What every seat's loot and cheques would score if the last police card of the game came now: the seven LINES."""
    end = v.copy()
    end.phase = rules.DRAWING
    end.round = rules.ROUNDS[v.box] - 1
    end.police = rules.POLICE_LIMIT[v.box][v.seats] - 1
    rules.apply(end, CHANCE, rules.CARD + rules.POLICE)
    return [[*sheet_lines(end, seat, end.round), *end.sheet[seat][rules.BUSINESS_LINE :]] for seat in range(v.seats)]


def lot_worth(v: State, seat: int, now: Worth | None = None) -> int:
    """How much more the seat's loot would score with the lot, as it stands; `now` is `worth_now`, if that is known."""
    after = v.copy()
    for loot in range(rules.LOOT):
        after.domain[seat][loot] += v.display[loot]
    return _loot_worth(worth_now(after), seat) - _loot_worth(now or worth_now(v), seat)


def theft_worth(v: State, seat: int, loot: int) -> int:
    """How much more, or less, the seat's loot would score with that card instead of a thief, as it stands."""
    after = v.copy()
    after.domain[seat][rules.THIEF] -= 1
    after.domain[seat][loot] += 1
    return _loot_worth(worth_now(after), seat) - _loot_worth(worth_now(v), seat)


def _loot_worth(worth: Worth, seat: int) -> int:
    return sum(worth[seat][:-1])  # without the cheques


# -- Who may still bid --------------------------------------------------------


def can_outbid(v: State, cheque: int) -> list[int]:
    """In an auction: the seats still to be asked after this one that have a cheque above that one, in order."""
    later = [(v.turn + place) % v.seats for place in range(v.asked + 1, v.seats + 1)]
    return [seat for seat in later if v.ready[seat] >> (cheque + 1)]


def _with_highest(v: State, seats: Sequence[int], names: Names, lang: str) -> str:
    """`Cid (12), Dan (9)`: seats and their highest cheques."""
    each = [_say(lang, "highest", name=names[seat], cheque=cheques_in(v.ready[seat])[-1]) for seat in seats]
    return enumerated(each, lang)


# -- What happened ------------------------------------------------------------


def tell(
    before: State, actor: int, action: int, after: State, names: Names, lang: str, revealed: Commits = ()
) -> list[str]:
    """What one step did, in short lines."""
    if actor != CHANCE:
        lines = _tell_move(before, actor, action, after, names, lang)
    elif action < rules.CARD:
        dealt = _cheque_list(after.ready[before.turn])
        return [_say(lang, "set", name=names[before.turn], cheques=dealt), *_tell_begin(after, names, lang)]
    else:
        lines = _tell_card(before, action - rules.CARD, after, names, lang)
    if after.round > before.round or after.phase == rules.OVER:
        lines += _tell_round_end(before, after, names, lang)
    return lines


def _tell_card(before: State, card: int, after: State, names: Names, lang: str) -> list[str]:
    name = names[before.turn]
    limit = rules.POLICE_LIMIT[before.box][before.seats]
    if card == rules.POLICE and before.police + 1 == limit:
        lost = [_say(lang, "lost", cards=cards_in_words(before.display, lang))] if before.display_n else []
        return [_say(lang, "last police", name=name, n=limit, limit=limit), *lost]
    on_sale = _say(lang, "on sale", lot=lot_in_words(after, lang))
    if card == rules.POLICE:
        return [_say(lang, "police", name=name, n=after.police, limit=limit), on_sale]
    facts = {"card": card_name(card, lang), "n": after.display_n}
    if after.phase == rules.BIDDING:
        return [_say(lang, "full", name=name, **facts), on_sale]
    return [_say(lang, "card", name=name, **facts)]


def _tell_move(before: State, seat: int, action: int, after: State, names: Names, lang: str) -> list[str]:
    name = names[seat]
    if action == rules.CALL:
        return [_say(lang, "called", name=name), _say(lang, "on sale", lot=lot_in_words(before, lang))]
    if action < rules.STEAL + rules.LOOT:
        return [_say(lang, "stolen", name=name, card=card_name(action - rules.STEAL, lang))]
    if action in (rules.DRAW, rules.STOP):
        return []
    told = "pass" if action == rules.PASS else "bid"
    lines = [_say(lang, told, name=name, cheque=action - rules.BID_0)]
    if after.phase == rules.BIDDING:
        return lines
    winner, cheque = (before.best_bidder, before.best) if action == rules.PASS else (seat, action - rules.BID_0)
    return [*lines, _tell_sale(before, winner, cheque, names, lang)]


def _tell_sale(before: State, winner: int, cheque: int, names: Names, lang: str) -> str:
    if winner != NOBODY:
        return _say(lang, "sold", name=names[winner], cheque=cheque, lot=lot_in_words(before, lang))
    if before.display_n == rules.DISPLAY_LIMIT[before.box]:
        return COUNTED[lang]["no bid full"].format(before.display_n)
    return _say(lang, "no bid")


def _tell_round_end(before: State, after: State, names: Names, lang: str) -> list[str]:
    """The points of the round, then the next round or the points of the end and the winner."""
    police_came = before.phase == rules.DRAWING
    lines = [] if police_came else [_say(lang, "no cheque")]
    for seat in range(after.seats):
        points = sheet_lines(after, seat, before.round)
        total = sum(after.sheet[seat][: (before.round + 1) * rules.ROUND_LINES])
        facts = {"name": names[seat], "round": before.round + 1}
        lines.append(_score_in_words("round score", points, 0, total, lang, facts))
    if after.phase != rules.OVER:
        return lines + _tell_begin(after, names, lang)
    for seat in range(after.seats):
        points = after.sheet[seat][rules.BUSINESS_LINE :]
        total = sum(after.sheet[seat])
        lines.append(_score_in_words("end score", points, rules.ROUND_LINES, total, lang, {"name": names[seat]}))
    return [*lines, winners_in_words(after, names, lang)]


def _score_in_words(
    key: str, points: Sequence[int], first: int, total: int, lang: str, facts: Mapping[str, object]
) -> str:
    """The sum, the total, and the lines that are not zero, from line `first` of the sheet."""
    lines = [
        _say(lang, "line", line=LINES[lang][first + place], plus=signed_number(n, lang))
        for place, n in enumerate(points)
        if n
    ]
    plus = points_in_words(sum(points), lang, signed=True)
    if not lines:
        return _say(lang, key, plus=plus, total=number(total, lang), **facts)
    return _say(lang, f"{key} lines", plus=plus, total=number(total, lang), lines=enumerated(lines, lang), **facts)


def _tell_begin(after: State, names: Names, lang: str) -> list[str]:
    """The new round and who begins, once the cheques are there."""
    if after.phase != rules.CHOOSING:
        return []
    highest = cheques_in(after.ready[after.turn])[-1]
    rounds = rules.ROUNDS[after.box]
    return [_say(lang, "round", round=after.round + 1, rounds=rounds, name=names[after.turn], cheque=highest)]


def winners_in_words(v: State, names: Names, lang: str) -> str:
    """Who has won, with how many points."""
    totals = [sum(v.sheet[seat]) for seat in range(v.seats)]
    mask = rules.winners(v)
    seats = [seat for seat in range(v.seats) if mask >> seat & 1]
    facts = {"names": listed([names[seat] for seat in seats], lang), "points": points_in_words(max(totals), lang)}
    if len(seats) > 1:
        return _say(lang, "winners", **facts)
    if totals.count(max(totals)) > 1:
        cheque = cheques_in(v.ready[seats[0]] | v.spent[seats[0]])[-1]
        return _say(lang, "tie break", cheque=cheque, **facts)
    return _say(lang, "winner", **facts)


# -- What is asked ------------------------------------------------------------


def question(v: State, seat: int, names: Names, lang: str, *, hints: bool = True) -> str:
    """What the seat is asked now, or whom it waits for; with hints also what the lot is worth."""
    actor = rules.to_act(v)
    if v.phase == rules.OVER:
        return f"{_say(lang, 'over')} {winners_in_words(v, names, lang)}"
    if v.phase == rules.DEALING:
        return _say(lang, "wait deal")
    if v.phase == rules.DRAWING:
        return _say(lang, "wait card", name=names[v.turn])
    lot = lot_in_words(v, lang)
    if v.phase == rules.BIDDING:
        if actor == seat:
            return _ask_bid(v, seat, names, lang, hints)
        if v.best == 0:
            return _say(lang, "wait first bid", name=names[actor], lot=lot)
        return _say(lang, "wait bid", name=names[actor], cheque=v.best, best=names[v.best_bidder], lot=lot)
    if actor != seat:
        return _say(lang, "wait turn", name=names[actor], lot=lot)
    if v.phase == rules.STEALING:
        return COUNTED[lang]["ask steal"].format(v.thieves, lot=lot)
    key = "ask turn thief" if v.domain[seat][rules.THIEF] and v.display_n else "ask turn"
    return _say(lang, key, n=v.police, limit=rules.POLICE_LIMIT[v.box][v.seats], lot=lot)


def _ask_bid(v: State, seat: int, names: Names, lang: str, hints: bool) -> str:
    """Some sentences: what is asked, with hints the worth of the lot, the best bid, and who comes after."""
    lot = lot_in_words(v, lang)
    worth = [_say(lang, "worth", plus=points_in_words(lot_worth(v, seat), lang, signed=True))] if hints else []
    if seat == v.turn and v.is_called and v.best == 0:
        return " ".join([_say(lang, "must bid", lot=lot), *worth])
    later = can_outbid(v, v.best)
    rivals = _say(lang, "after you", names=_with_highest(v, later, names, lang)) if later else _say(lang, "you last")
    best = _say(lang, "best", cheque=v.best, name=names[v.best_bidder]) if v.best else _say(lang, "no best")
    return " ".join([_say(lang, "ask bid", lot=lot), *worth, best, rivals])


# -- What a move means --------------------------------------------------------


def explain(v: State, seat: int, action: int, names: Names, lang: str) -> str:
    """What a legal small step of the viewing seat is and means now."""
    if action >= rules.BID:
        return _explain_bid(v, action - rules.BID_0, names, lang)
    if action == rules.PASS:
        return _explain_pass(v, names, lang)
    if action == rules.DRAW:
        return _explain_draw(v, lang)
    if action == rules.STOP:
        return _say(lang, "stop")
    if action == rules.CALL:
        worth = points_in_words(lot_worth(v, seat), lang, signed=True)
        return _say(lang, "call", worth=worth)
    worth = points_in_words(theft_worth(v, seat, action - rules.STEAL), lang, signed=True)
    left = v.thieves if v.phase == rules.STEALING else v.domain[seat][rules.THIEF]
    return COUNTED[lang]["steal"].format(left - 1, card=card_name(action - rules.STEAL, lang), worth=worth)


def name_move(v: State, seat: int, steps: Sequence[int], names: Names, lang: str) -> str:
    """A whole move in a few words."""
    first = steps[0]
    if first >= rules.BID:
        return _say(lang, "named bid", cheque=first - rules.BID_0)
    keys = {rules.PASS: "pass", rules.DRAW: "draw", rules.CALL: "call", rules.STOP: "stop"}
    if first in keys:
        return _say(lang, f"named {keys[first]}")
    stolen = [card_name(step - rules.STEAL, lang) for step in steps if step != rules.STOP]
    return _say(lang, "named steal", cards=enumerated(stolen, lang))


def _explain_draw(v: State, lang: str) -> str:
    limit, full = rules.POLICE_LIMIT[v.box][v.seats], rules.DISPLAY_LIMIT[v.box]
    is_last, is_full = v.police + 1 == limit, v.display_n + 1 == full
    key = f"draw{' last' if is_last else ''}{' full' if is_full else ' lot' if is_last and v.display_n else ''}"
    return _say(lang, key, chance=percent(v.deck[rules.POLICE] / v.deck_n, lang), n=v.police, limit=limit, full=full)


def _explain_bid(v: State, cheque: int, names: Names, lang: str) -> str:
    rivals = can_outbid(v, cheque)
    key = f"{'swap' if v.display_n else 'bare swap'} {'rivals' if rivals else 'sure'}"
    return _say(lang, key, cheque=cheque, centre=v.centre, names=_with_highest(v, rivals, names, lang))


def _explain_pass(v: State, names: Names, lang: str) -> str:
    later = _with_highest(v, can_outbid(v, v.best), names, lang)
    if later and v.best_bidder == NOBODY:
        return _say(lang, "pass on first", names=later)
    if later:
        return _say(lang, "pass on", cheque=v.best, name=names[v.best_bidder], names=later)
    if v.best_bidder != NOBODY:
        return _say(lang, "pass last", name=names[v.best_bidder], cheque=v.best)
    if v.display_n == rules.DISPLAY_LIMIT[v.box]:
        return COUNTED[lang]["pass lost"].format(v.display_n)
    return _say(lang, "pass stays")


# -- The table in plain text --------------------------------------------------


def sketch(v: State, seat: int) -> str:
    """The table in plain text, in English."""
    limit = rules.POLICE_LIMIT[v.box][v.seats]
    lines = [
        f"Razzia!  round {v.round + 1} of {rules.ROUNDS[v.box]}, police {v.police} of {limit}, deck {v.deck_n}",
        f"lot: {cards_in_words(v.display, 'en') or 'no loot'} | cheque {v.centre}",
    ]
    actor = rules.to_act(v)
    for other in range(v.seats):
        mark = ">" if other == actor else " "
        you = " (you)" if other == seat else ""
        spent = f" ({_cheque_list(v.spent[other])})" if v.spent[other] else ""
        loot = cards_in_words(v.domain[other], "en") or "no loot"
        cheques = f"{_cheque_list(v.ready[other]) or 'none'}{spent}"
        lines.append(f"{mark} seat {other}{you}: {number(sum(v.sheet[other]), 'en')} points, cheques {cheques}; {loot}")
    names = [f"seat {other}" for other in range(v.seats)]
    return "\n".join([*lines, question(v, NOBODY, names, "en")])


# -- Small words --------------------------------------------------------------


def _say(lang: str, key: str, **facts: object) -> str:
    return SAY[lang][key].format(**facts)


def _cheque_list(mask: int) -> str:
    return " ".join(map(str, cheques_in(mask)))
