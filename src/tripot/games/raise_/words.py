"""The words of RAISE: the log, the questions, what a move means."""

from __future__ import annotations

from collections.abc import Sequence

from tripot.core.state import CHANCE, HIDDEN, NOBODY
from tripot.language import enumerated, listed, percent

from . import rules
from .phrases import (
    COUNTED,
    card_name,
    cards_in_words,
    number_of_cards,
    points_in_words,
    say,
    stake_in_words,
    times_in_words,
    victory_points,
)
from .rules import State

Names = Sequence[str]
Commits = Sequence[tuple[int, int]]  # what each seat had chosen, when a simultaneous choice is revealed

# -- What lies on the table (only these read how the state keeps it) ----------


def hand(v: State, seat: int) -> list[int]:
    """The cards in a hand in table order, HIDDEN where they are."""
    return list(v.hand[seat][: v.hand_n[seat]])


def pile_size(v: State, seat: int) -> int:
    """How many cards are left in a seat's draw pile."""
    return v.pile_n[seat]


def unplayed(v: State, seat: int) -> list[int]:
    """How many cards of each type a seat has not played yet, in hand or pile: everybody knows."""
    counts = list(v.pile[seat])
    for card in hand(v, seat):
        if card != HIDDEN:
            counts[card] += 1
    return counts


def own_pile(v: State, seat: int) -> list[int]:
    """The cards in the draw pile of a seat whose hand is open, in table order."""
    return [card for card in range(rules.TYPES) for _ in range(v.pile[seat][card])]


def multiplier(v: State, symbol: int) -> int:
    """How often a symbol lies on dice and board."""
    return v.times[symbol]


def dice_rolled(v: State) -> int:
    """How many dice of this round have been rolled."""
    return v.rolled


def is_last_die(v: State) -> bool:
    """Whether the die to be rolled is the last one of the round."""
    return v.rolled + 1 == v.dice


def first_card(v: State, seat: int) -> int:
    """The first card of a seat in this round, HIDDEN while others choose, NOBODY if it has none."""
    return v.first[seat]


def space(v: State, seat: int) -> int:
    """Where the seat's pawn stands, NOBODY off the board."""
    return v.space[seat]


def ahead(v: State) -> int:
    """The space that a raise must get beyond."""
    return v.ahead


def point_card(v: State) -> int:
    """The value of the point card of this round, NOBODY between rounds."""
    return NOBODY if v.point == NOBODY else rules.POINTS[v.point]


def point_cards_at(v: State, place: int) -> list[int]:
    """The values of the point cards that a seat has won, or that are at another place such as FACE_DOWN."""
    return [rules.POINTS[card] for card in range(rules.MOST_POINT_CARDS) if v.where[card] == place]


def common(v: State) -> list[int]:
    """The common pile: cards of each type."""
    return list(v.common)


def won(v: State, seat: int) -> int:
    """The points of the point cards and numbered cards that a seat has won."""
    return v.won[seat]


def rounds(v: State) -> int:
    """How many rounds the game has."""
    return rules.POINT_CARDS[v.box] - rules.REMOVED[v.box][v.seats]


def round_now(v: State) -> int:
    """The number of the round being played or, between two, of the one just played; 0 before the first."""
    return rounds(v) - v.rounds


def below_in_stack(v: State, seat: int) -> list[int]:
    """The seats whose pawns lie under this one, the uppermost first."""
    under = [other for other in on_board(v) if v.space[other] == v.space[seat] and v.arrival[other] < v.arrival[seat]]
    return sorted(under, key=lambda other: -v.arrival[other])


def in_order(v: State, seats: Sequence[int]) -> list[int]:
    """These seats from the leading pawn to the last one."""
    return sorted(seats, key=lambda seat: (-v.space[seat], v.arrival[seat]))


def roller(v: State) -> int:
    """Who has the dice."""
    return v.roller


def drawer(v: State) -> int:
    """The seat that is drawing cards, NOBODY if none is."""
    return v.turn if v.phase <= rules.DRAW_PASSED else NOBODY


def to_draw(v: State, seat: int) -> int:
    """How many cards the seat would draw now."""
    return min(v.hand_size - len(hand(v, seat)), pile_size(v, seat))


# -- What follows from it -----------------------------------------------------


def value(v: State, card: int) -> int:
    """What a card is worth with the present dice."""
    return rules.DIGIT[card] * multiplier(v, rules.SYMBOL[card])


def on_board(v: State) -> list[int]:
    """The seats whose pawns are on the board."""
    return [seat for seat in range(v.seats) if space(v, seat) != NOBODY]


def has_passed(v: State, seat: int) -> bool:
    """Whether the seat was in this round and has left it."""
    return is_placed(v) and first_card(v, seat) != NOBODY and space(v, seat) == NOBODY


def is_placed(v: State) -> bool:
    """Whether the pawns of this round are on the board."""
    return bool(on_board(v))


def counted(cards: Sequence[int]) -> list[int]:
    """Cards one by one as cards of each type."""
    return [cards.count(card) for card in range(rules.TYPES)]


def played(before: State, after: State, seat: int) -> list[int]:
    """The cards that a seat played in a step: what it had not played before and has now."""
    counts = zip(unplayed(before, seat), unplayed(after, seat), strict=True)
    return [card for card, (old, new) in enumerate(counts) for _ in range(old - new)]


def share_below(v: State, seat: int, worth: int) -> int:
    """Per cent of the cards the others may hold that are worth less than that; -1 if nobody else has a card."""
    shares = []
    for other in range(v.seats):
        if other != seat and hand(v, other):
            counts = unplayed(v, other)
            shares.append(sum(n for card, n in enumerate(counts) if value(v, card) < worth) / sum(counts))
    return round(100 * sum(shares) / len(shares)) if shares else -1


# -- Points ------------------------------------------------------------------


def winners_in_words(v: State, names: Names, lang: str) -> str:
    """Who has won, with how many points."""
    mask = rules.winners(v)
    seats = [seat for seat in range(v.seats) if mask >> seat & 1]
    points = points_in_words(scores(v)[seats[0]], lang)
    key = "winner" if len(seats) == 1 else "winners"
    return say(lang, key, names=listed([names[seat] for seat in seats], lang), points=points)


def scores(v: State) -> list[int]:
    """The points of every seat, now."""
    points = [0] * rules.SEATS
    rules.score(v, points)
    return points[: v.seats]


# -- What happened ------------------------------------------------------------


def tell(
    before: State, actor: int, action: int, after: State, names: Names, lang: str, revealed: Commits = ()
) -> list[str]:
    """What one step did, in short lines."""
    if actor == CHANCE:
        lines = _tell_chance(before, action, after, names, lang)
    elif before.phase == rules.CHOOSE:
        lines = _tell_reveal(before, after, names, lang) if after.phase != rules.CHOOSE else []
    elif action == rules.PASS:
        lines = [say(lang, "passed", name=names[actor], space=space(before, actor))]
    else:
        lines = _tell_raise(before, actor, action, after, names, lang)
    if point_card(before) != NOBODY and point_card(after) == NOBODY:
        lines += _tell_round_end(before, after, names, lang)
    if after.phase == rules.OVER:
        lines += _tell_end(after, names, lang)
    return lines


def _tell_chance(before: State, action: int, after: State, names: Names, lang: str) -> list[str]:
    if before.phase == rules.ROLLER:
        return [say(lang, "first roller", name=names[roller(after)])]
    if before.phase == rules.TURN_UP:
        facts = {"round": round_now(after), "rounds": rounds(after), "point": point_card(after)}
        return [say(lang, "round", name=names[roller(after)], **facts)]
    if before.phase == rules.ROLL:
        return _tell_dice(before, action - rules.FACE_OUT, lang) if is_last_die(before) else []
    return _tell_drawn(before, action, after, names, lang)


def _tell_dice(before: State, face: int, lang: str) -> list[str]:
    times = [multiplier(before, symbol) + (symbol == face) for symbol in range(rules.SYMBOLS)]
    return [say(lang, "dice", times=times_in_words(times, lang))]


def _tell_drawn(before: State, card: int, after: State, names: Names, lang: str) -> list[str]:
    """The viewer's own card, or in the deal the whole hand; and that a pile is empty."""
    seat = drawer(before)
    lines = []
    is_own = card != HIDDEN
    if is_own and round_now(before) > 0:
        lines.append(say(lang, "drawn", name=names[seat], card=card_name(card, lang)))
    elif is_own and drawer(after) != seat:
        lines.append(say(lang, "hand", name=names[seat], cards=cards_in_words(hand(after, seat), lang)))
    if pile_size(after, seat) == 0:
        lines.append(say(lang, "pile empty", name=names[seat]))
    return lines


def _tell_reveal(before: State, after: State, names: Names, lang: str) -> list[str]:
    """Every first card in the order of placing, and which pawns it comes to lie on."""
    lines = []
    order = [(roller(before) + place) % before.seats for place in range(before.seats)]
    for seat in order:
        for card in played(before, after, seat):
            under = _under(after, seat, names, lang)
            digit, times = rules.DIGIT[card], multiplier(before, rules.SYMBOL[card])
            facts = {"card": card_name(card, lang), "digit": digit, "times": times, "space": digit * times}
            lines.append(say(lang, "opened on" if under else "opened", name=names[seat], names=under, **facts))
    return lines


def _tell_raise(before: State, seat: int, action: int, after: State, names: Names, lang: str) -> list[str]:
    lines = []
    if action != rules.STOP:
        key = "raised" if before.phase == rules.LAST else "raised more"
        facts = {"before": space(before, seat), "value": value(before, action), "space": space(after, seat)}
        lines.append(say(lang, key, name=names[seat], card=card_name(action, lang), **facts))
    under = _under(after, seat, names, lang)
    if under:
        lines.append(say(lang, "landed", name=names[seat], space=space(after, seat), names=under))
    return lines


def _tell_round_end(before: State, after: State, names: Names, lang: str) -> list[str]:
    """Who has won what and how things stand, or that the point card is set aside."""
    point = point_card(before)
    winner = winner_of(point, after)
    if winner == NOBODY:
        return [say(lang, "set aside", point=point)]
    at, cards = winning_space(before, after, winner), pile_won(before, after)
    points = points_in_words(won(after, winner) - won(before, winner), lang)
    stake = stake_in_words(point, cards, lang)
    standing = [say(lang, "score", name=names[seat], points=won(after, seat)) for seat in range(after.seats)]
    return [
        say(lang, "won", name=names[winner], space=at, stake=stake, points=points),
        say(lang, "scores", round=round_now(after), scores=enumerated(standing, lang)),
    ]


def winner_of(point: int, after: State) -> int:
    """The seat that has won the point card of that value, NOBODY if it was set aside."""
    return next((seat for seat in range(after.seats) if point in point_cards_at(after, seat)), NOBODY)


def winning_space(before: State, after: State, winner: int) -> int:
    """Where the winner's pawn stood: its space, or that of its first card if it was alone."""
    if space(before, winner) != NOBODY:
        return space(before, winner)
    return sum(value(before, card) for card in played(before, after, winner))


def pile_won(before: State, after: State) -> list[int]:
    """The common pile as the winner took it: with the cards played in the last step."""
    cards = common(before)
    for seat in range(before.seats):
        for card in played(before, after, seat):
            cards[card] += 1
    return cards


def _tell_end(after: State, names: Names, lang: str) -> list[str]:
    lines = []
    for seat in range(after.seats):
        cards = hand(after, seat)
        facts = {
            "won": won(after, seat),
            "hand": victory_points(counted(cards)),
            "cards": cards_in_words(cards, lang),
            "points": points_in_words(scores(after)[seat], lang),
        }
        lines.append(say(lang, "count cards" if cards else "count", name=names[seat], **facts))
    return [*lines, winners_in_words(after, names, lang)]


# -- What is asked ------------------------------------------------------------


def question(v: State, seat: int, names: Names, lang: str) -> str:
    """What the seat is asked now, or whom it waits for."""
    if v.phase == rules.OVER:
        return f"{say(lang, 'over')} {winners_in_words(v, names, lang)}"
    if v.phase == rules.ROLLER:
        return say(lang, "wait roller")
    if v.phase == rules.TURN_UP:
        return say(lang, "wait point")
    if v.phase == rules.ROLL:
        return say(lang, "wait dice", name=names[roller(v)])
    if v.phase == rules.CHOOSE:
        return _ask_first(v, seat, names, lang)
    if drawer(v) != NOBODY:
        return say(lang, "wait draw", name=names[drawer(v)])
    return _ask_raise(v, seat, names, lang)


def _ask_first(v: State, seat: int, names: Names, lang: str) -> str:
    points = points_in_words(point_card(v), lang)
    waiting = [other for other in range(v.seats) if rules.pending(v) >> other & 1]
    if seat in waiting:
        times = [multiplier(v, symbol) for symbol in range(rules.SYMBOLS)]
        return say(lang, "ask first", points=points, times=times_in_words(times, lang))
    others = listed([names[other] for other in waiting], lang)
    if seat >= 0 and first_card(v, seat) != NOBODY:
        return say(lang, "chosen", card=card_name(first_card(v, seat), lang), names=others)
    return say(lang, "wait first", names=others, points=points)


def _ask_raise(v: State, seat: int, names: Names, lang: str) -> str:
    last = rules.to_act(v)
    facts: dict[str, object] = {
        "space": space(v, last),
        "ahead": ahead(v),
        "stake": stake_in_words(point_card(v), common(v), lang),
    }
    if last != seat:
        return say(lang, "wait more" if v.phase == rules.RAISING else "wait raise", name=names[last], **facts)
    is_forced = rules.legal(v, seat) == 1
    if v.phase == rules.RAISING and space(v, seat) > ahead(v):
        return say(lang, "must stop" if is_forced else "ask stop", **facts)
    if v.phase == rules.RAISING:
        return say(lang, "ask more", **facts)
    if is_forced:
        return say(lang, "must pass", **facts)
    under = _under(v, seat, names, lang)
    return say(lang, "ask tie" if under else "ask raise", names=under, **facts)


# -- What a move means --------------------------------------------------------


def explain(v: State, seat: int, action: int, names: Names, lang: str) -> str:
    """What a legal small step of the viewing seat is and means now."""
    if action == rules.PASS:
        return _explain_pass(v, seat, names, lang)
    if action == rules.STOP:
        return say(lang, "stop", space=space(v, seat), **_last_then(v, seat, names))
    if v.phase == rules.CHOOSE:
        share = share_below(v, seat, value(v, action))
        return explain_first(v, action, share, lang, points=rules.VICTORY_POINTS[action])
    reach = space(v, seat) + value(v, action)
    total = _sum("sum", v, action, rules.VICTORY_POINTS[action], lang, before=space(v, seat), space=reach)
    if reach <= ahead(v):
        return say(lang, "short", sum=total, ahead=ahead(v))
    return say(lang, "enough", sum=total, **_last_then(v, seat, names))


def name_move(v: State, seat: int, steps: Sequence[int], names: Names, lang: str) -> str:
    """A whole move in a few words: its cards."""
    if steps[0] == rules.PASS:
        return say(lang, "named pass")
    return cards_in_words([step for step in steps if step != rules.STOP], lang)


def explain_first(v: State, card: int, share: int, lang: str, *, points: int = 1) -> str:
    """What a first card means, given per cent of how many others it is above; and its points if they are not one."""
    total = _sum("space", v, card, points, lang, space=value(v, card))
    if share < 0:
        return say(lang, "first alone", sum=total)
    return say(lang, "first", sum=total, share=percent(share / 100, lang))


def _sum(key: str, v: State, card: int, points: int, lang: str, **facts: object) -> str:
    """`6 + 4 × 1 = 10`; and what the card is worth in the pile, if that is more than a point."""
    facts |= {"digit": rules.DIGIT[card], "times": multiplier(v, rules.SYMBOL[card])}
    if points > 1:
        return say(lang, f"{key} worth", points=points_in_words(points, lang), **facts)
    return say(lang, key, **facts)


def _last_then(v: State, seat: int, names: Names) -> dict[str, object]:
    """Who will be last once this seat is beyond: the rearmost of the others, of a stack the top one."""
    last = in_order(v, [other for other in on_board(v) if other != seat])[-1]
    return {"name": names[last], "last": space(v, last)}


def _explain_pass(v: State, seat: int, names: Names, lang: str) -> str:
    others = [other for other in on_board(v) if other != seat]
    cards = to_draw(v, seat)
    if len(others) > 1:
        key, facts = "pass", {"names": listed([names[other] for other in others], lang)}
    else:
        points = points_in_words(point_card(v) + victory_points(common(v)), lang)
        key, facts = "pass lost", {"points": points, "name": names[others[0]]}
    return COUNTED[lang][key].format(cards, **facts) if cards else say(lang, f"{key} no draw", **facts)


# -- The table in plain text --------------------------------------------------


def sketch(v: State, seat: int) -> str:
    """The table in plain text, in English."""
    lines = [f"RAISE  round {round_now(v)} of {rounds(v)}"]
    if point_card(v) != NOBODY:
        lines[0] += f", at stake: {stake_in_words(point_card(v), common(v), 'en')}"
        times = [multiplier(v, symbol) for symbol in range(rules.SYMBOLS)]
        lines.append(f"dice: {times_in_words(times, 'en')}")
    pending = rules.pending(v)
    for other in range(v.seats):
        mark = ">" if pending >> other & 1 else " "
        you = " (you)" if other == seat else ""
        where = f"{_where(v, other)}, " if point_card(v) != NOBODY else ""
        cards = f"{number_of_cards(len(hand(v, other)), 'en')} in hand, {pile_size(v, other)} in the pile"
        lines.append(f"{mark} seat {other}{you}: {where}{points_in_words(scores(v)[other], 'en')}, {cards}")
    lines += _sketch_hands(v)
    return "\n".join([*lines, question(v, seat, [f"seat {other}" for other in range(v.seats)], "en")])


def _sketch_hands(v: State) -> list[str]:
    """The hands that are open to the viewer."""
    lines = []
    for seat in range(v.seats):
        cards = hand(v, seat)
        if cards and HIDDEN not in cards:
            shown = ", ".join(f"{card_name(card, 'en')} ({value(v, card)})" for card in cards)
            lines.append(f"hand of seat {seat}: {shown}")
    return lines


def _where(v: State, seat: int) -> str:
    """What the seat's pawn does in this round."""
    if space(v, seat) != NOBODY:
        under = _under(v, seat, [f"seat {other}" for other in range(v.seats)], "en")
        return f"on space {space(v, seat)}, on top of {under}" if under else f"on space {space(v, seat)}"
    if first_card(v, seat) != NOBODY:
        return "passed" if is_placed(v) else "card chosen"
    return "choosing" if rules.pending(v) >> seat & 1 else "no pawn"


# -- Small words --------------------------------------------------------------


def _under(v: State, seat: int, names: Names, lang: str) -> str:
    """The names of those on whose pawns this one lies, if it lies on any."""
    stands = space(v, seat) != NOBODY and not rules.is_mid_move(v, seat)
    return listed([names[other] for other in below_in_stack(v, seat)], lang) if stands else ""
