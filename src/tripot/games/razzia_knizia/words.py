"""The words of Razzia! (Knizia): the log, the questions, what a move means."""

from __future__ import annotations

from collections.abc import Sequence

from tripot.core.state import CHANCE, NOBODY
from tripot.outside import listed

from . import rules
from .phrases import LINES, ONE, SAY, SEVERAL
from .rules import State

Names = Sequence[str]
Commits = Sequence[tuple[int, int]]  # what each seat had chosen, when a simultaneous choice is revealed

# -- Cards, cheques, lots and points in words ---------------------------------


def card_name(card: int, lang: str, count: int = 1) -> str:
    """The card in words, in the plural for several."""
    return (SEVERAL if count > 1 else ONE)[lang][card]


def cards_in_words(counts: Sequence[int], lang: str) -> str:
    """Cards of each kind in table order: `2 cars, casino`."""
    several = {card: n for card, n in enumerate(counts) if n}
    return ", ".join(
        f"{n} {card_name(card, lang, n)}" if n > 1 else card_name(card, lang) for card, n in several.items()
    )


def lot_in_words(v: State, lang: str) -> str:
    """The loot on display and the centre cheque."""
    cards = cards_in_words(v.display, lang)
    return _say(lang, "lot" if cards else "bare lot", cards=cards, centre=v.centre)


def cheques_in(mask: int) -> list[int]:
    """The values of the cheques in a hand, rising."""
    return [cheque for cheque in range(1, rules.CHEQUES + 1) if mask >> cheque & 1]


def points_in_words(n: int, lang: str, *, signed: bool = False) -> str:
    """`1 point`, `12 points`, or with its sign: `+12 points`."""
    is_one = abs(n) == 1 or (n == 0 and lang == "fr")
    return _say(lang, "point" if is_one else "points", n=signed_number(n) if signed else plain_number(n))


def signed_number(n: int) -> str:
    """`+3`, `0` or, with a true minus, `−2`."""
    return f"+{n}" if n > 0 else plain_number(n)


def plain_number(n: int) -> str:
    """`3`, `0` or, with a true minus, `−2`."""
    return str(n).replace("-", "−")


def sheet_lines(v: State, seat: int, round_: int) -> list[int]:
    """The five lines of a round in the seat's score sheet."""
    first = round_ * rules.ROUND_LINES
    return v.sheet[seat][first : first + rules.ROUND_LINES]


# -- What loot is worth as it stands ------------------------------------------


def worth_now(v: State) -> list[list[int]]:
    """What every seat's loot and cheques would score if the last police card of the game came now: the seven LINES."""
    end = v.copy()
    end.phase = rules.DRAWING
    end.round = rules.ROUNDS[v.box] - 1
    end.police = rules.POLICE_LIMIT[v.box][v.seats] - 1
    rules.apply(end, CHANCE, rules.CARD + rules.POLICE)
    return [[*sheet_lines(end, seat, end.round), *end.sheet[seat][rules.BUSINESS_LINE :]] for seat in range(v.seats)]


def lot_worth(v: State, seat: int) -> int:
    """How much more the seat's loot would score with the lot, as it stands."""
    after = v.copy()
    for loot in range(rules.LOOT):
        after.domain[seat][loot] += v.display[loot]
    return _loot_worth(after, seat) - _loot_worth(v, seat)


def theft_worth(v: State, seat: int, loot: int) -> int:
    """How much more, or less, the seat's loot would score with that card instead of a thief, as it stands."""
    after = v.copy()
    after.domain[seat][rules.THIEF] -= 1
    after.domain[seat][loot] += 1
    return _loot_worth(after, seat) - _loot_worth(v, seat)


def _loot_worth(v: State, seat: int) -> int:
    return sum(worth_now(v)[seat][:-1])  # without the cheques


# -- Who may still bid --------------------------------------------------------


def can_outbid(v: State, cheque: int) -> list[int]:
    """In an auction: the seats still to be asked after this one that have a cheque above that one, in order."""
    later = [(v.turn + place) % v.seats for place in range(v.asked + 1, v.seats + 1)]
    return [seat for seat in later if v.ready[seat] >> (cheque + 1)]


def _with_highest(v: State, seats: Sequence[int], names: Names) -> str:
    """`Cid (12), Dan (9)`: seats and their highest cheques."""
    return ", ".join(f"{names[seat]} ({cheques_in(v.ready[seat])[-1]})" for seat in seats)


# -- What happened ------------------------------------------------------------


def tell(
    before: State, actor: int, action: int, after: State, names: Names, lang: str, revealed: Commits = ()
) -> list[str]:
    """What one step did, in short lines."""
    if actor != CHANCE:
        lines = _tell_move(before, actor, action, after, names, lang)
    elif action < rules.CARD:
        dealt = _cheque_list(after.ready[before.turn])
        return [_line(names[before.turn], lang, "set", cheques=dealt), *_tell_begin(after, names, lang)]
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
        return [_line(name, lang, "last police", n=limit, limit=limit), *lost]
    on_sale = _say(lang, "on sale", lot=lot_in_words(after, lang))
    if card == rules.POLICE:
        return [_line(name, lang, "police", n=after.police, limit=limit), on_sale]
    facts = {"card": card_name(card, lang), "n": after.display_n}
    if after.phase == rules.BIDDING:
        return [_line(name, lang, "full", **facts), on_sale]
    return [_line(name, lang, "card", **facts)]


def _tell_move(before: State, seat: int, action: int, after: State, names: Names, lang: str) -> list[str]:
    name = names[seat]
    if action == rules.CALL:
        return [_line(name, lang, "called"), _say(lang, "on sale", lot=lot_in_words(before, lang))]
    if action < rules.STEAL + rules.LOOT:
        return [_line(name, lang, "stolen", card=card_name(action - rules.STEAL, lang))]
    if action in (rules.DRAW, rules.STOP):
        return []
    told = "pass" if action == rules.PASS else "bid"
    lines = [_line(name, lang, told, cheque=action - rules.BID_0)]
    if after.phase == rules.BIDDING:
        return lines
    winner, cheque = (before.best_bidder, before.best) if action == rules.PASS else (seat, action - rules.BID_0)
    return [*lines, _tell_sale(before, winner, cheque, names, lang)]


def _tell_sale(before: State, winner: int, cheque: int, names: Names, lang: str) -> str:
    if winner != NOBODY:
        return _line(names[winner], lang, "sold", cheque=cheque, lot=lot_in_words(before, lang))
    is_full = before.display_n == rules.DISPLAY_LIMIT[before.box]
    return _say(lang, "no bid full" if is_full else "no bid", n=before.display_n)


def _tell_round_end(before: State, after: State, names: Names, lang: str) -> list[str]:
    """The points of the round, then the next round or the points of the end and the winner."""
    police_came = before.phase == rules.DRAWING
    lines = [] if police_came else [_say(lang, "no cheque")]
    for seat in range(after.seats):
        points = sheet_lines(after, seat, before.round)
        total = sum(after.sheet[seat][: (before.round + 1) * rules.ROUND_LINES])
        facts = _score_in_words(points, LINES[lang], total, lang)
        lines.append(_line(names[seat], lang, "round score", round=before.round + 1, **facts))
    if after.phase != rules.OVER:
        return lines + _tell_begin(after, names, lang)
    for seat in range(after.seats):
        points = after.sheet[seat][rules.BUSINESS_LINE :]
        facts = _score_in_words(points, LINES[lang][rules.ROUND_LINES :], sum(after.sheet[seat]), lang)
        lines.append(_line(names[seat], lang, "end score", **facts))
    return [*lines, winners_in_words(after, names, lang)]


def _score_in_words(points: Sequence[int], words: Sequence[str], total: int, lang: str) -> dict[str, str]:
    """The sum, the total, and the lines that are not zero."""
    parts = [f"{word} {signed_number(n)}" for word, n in zip(words, points, strict=False) if n]
    details = f" ({', '.join(parts)})" if parts else ""
    return {"plus": points_in_words(sum(points), lang, signed=True), "total": plain_number(total), "details": details}


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
    facts = {"names": _joined([names[seat] for seat in seats], lang), "points": points_in_words(max(totals), lang)}
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
        best = _best_in_words(v, names, lang)
        if actor != seat:
            return _say(lang, "wait bid", name=names[actor], best=best, lot=lot)
        return _ask_bid(v, seat, names, lang, hints)
    if actor != seat:
        return _say(lang, "wait turn", name=names[actor], lot=lot)
    if v.phase == rules.STEALING:
        return _say(lang, "ask steal", n=v.thieves, lot=lot)
    thief = _say(lang, "or thief") if v.domain[seat][rules.THIEF] and v.display_n else ""
    return _say(lang, "ask turn", n=v.police, limit=rules.POLICE_LIMIT[v.box][v.seats], thief=thief, lot=lot)


def _ask_bid(v: State, seat: int, names: Names, lang: str, hints: bool) -> str:
    lot = lot_in_words(v, lang)
    worth = f"{_say(lang, 'worth', plus=points_in_words(lot_worth(v, seat), lang, signed=True))} " if hints else ""
    if seat == v.turn and v.is_called and v.best == 0:
        return _say(lang, "must bid", lot=lot, worth=worth).rstrip()
    later = can_outbid(v, v.best)
    rivals = _say(lang, "after you", names=_with_highest(v, later, names)) if later else _say(lang, "you last")
    best = _best_in_words(v, names, lang)
    return _say(lang, "ask bid", lot=f"{lot[0].upper()}{lot[1:]}", worth=worth, best=best, rivals=rivals)


def _best_in_words(v: State, names: Names, lang: str) -> str:
    if v.best == 0:
        return _say(lang, "no best")
    return _say(lang, "best", cheque=v.best, name=names[v.best_bidder])


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
    return _say(lang, "steal", card=card_name(action - rules.STEAL, lang), worth=worth, left=left - 1)


def _explain_draw(v: State, lang: str) -> str:
    limit = rules.POLICE_LIMIT[v.box][v.seats]
    chance = round(100 * v.deck[rules.POLICE] / v.deck_n)
    key = "draw last" if v.police + 1 == limit else "draw"
    text = _say(lang, key, chance=chance, n=v.police, limit=limit)
    if key == "draw last" and v.display_n:
        text += _say(lang, "draw lost")
    if v.display_n + 1 == rules.DISPLAY_LIMIT[v.box]:
        text += _say(lang, "draw full", n=v.display_n + 1)
    return text


def _explain_bid(v: State, cheque: int, names: Names, lang: str) -> str:
    swap = _say(lang, "swap" if v.display_n else "bare swap", cheque=cheque, centre=v.centre)
    rivals = can_outbid(v, cheque)
    if rivals:
        return swap + _say(lang, "bid rivals", names=_with_highest(v, rivals, names))
    return swap + _say(lang, "bid sure")


def _explain_pass(v: State, names: Names, lang: str) -> str:
    later = can_outbid(v, v.best)
    best = _best_in_words(v, names, lang)
    best = f"{best[0].lower()}{best[1:]}"
    if later:
        return _say(lang, "pass on", best=best, names=_with_highest(v, later, names))
    if v.best_bidder != NOBODY:
        return _say(lang, "pass last", name=names[v.best_bidder], cheque=v.best)
    if v.display_n == rules.DISPLAY_LIMIT[v.box]:
        return _say(lang, "pass lost", n=v.display_n)
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
        lines.append(f"{mark} seat {other}{you}: {plain_number(sum(v.sheet[other]))} points, cheques {cheques}; {loot}")
    names = [f"seat {other}" for other in range(v.seats)]
    return "\n".join([*lines, question(v, NOBODY, names, "en")])


# -- Small words --------------------------------------------------------------


def _say(lang: str, key: str, **facts: object) -> str:
    return SAY[lang][key].format(**facts)


def _line(name: str, lang: str, key: str, **facts: object) -> str:
    """`Ada: ...`, in French with a space before the colon."""
    return f"{name}{SAY[lang]['colon']} {_say(lang, key, **facts)}"


def _joined(words: Sequence[str], lang: str) -> str:
    """`Ada, Bea and Cid`."""
    return listed(words, SAY[lang]["and"])


def _cheque_list(mask: int) -> str:
    return " ".join(map(str, cheques_in(mask)))
