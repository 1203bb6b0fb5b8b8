"""Razzia in words: a view of it told, asked, explained and sketched."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from operator import mul

from tripot.core.state import CHANCE, HIDDEN, NOBODY
from tripot.language import listed, percent

from . import rules as razzia
from .phrases import BARS, CHANCE_AT_WORK, COUNTED, card_name, counted, figure_name, money, say
from .rules import BAR_OF, HAND, IS_POLICE, NOTE_KINDS, STRENGTH, VALUES, State
from .tokens import CARDS

HIGHEST_FIRST = tuple(reversed(VALUES))
Names = Sequence[str]
"""The names around the table, by seat."""
Commits = Sequence[tuple[int, int]]
"""With the last commit of a simultaneous choice: every (seat, action) of it."""

# -- What a view says ---------------------------------------------------------


def seats_in(mask: int) -> list[int]:
    """The seats of a bit mask."""
    return [seat for seat in range(razzia.SEATS) if mask >> seat & 1]


def notes_on(v: State, bar: int) -> list[int]:
    """The notes of a bar, the highest first."""
    counts = v.pot[bar * NOTE_KINDS : (bar + 1) * NOTE_KINDS]
    return [value for value, count in zip(HIGHEST_FIRST, reversed(counts), strict=True) if count for _ in range(count)]


def pot_of(v: State, bar: int) -> int:
    """The money on a bar."""
    return sum(map(mul, VALUES, v.pot[bar * NOTE_KINDS : (bar + 1) * NOTE_KINDS]))


def to_split(v: State) -> int:
    """All the money that the present proposal is about, given or not."""
    return pot_of(v, v.bar) + sum(v.share)


def left_on_bars(v: State) -> int:
    """The money on all bars."""
    return sum(pot_of(v, bar) for bar in v.board[: v.bars])


def rounds(v: State) -> int:
    """How many rounds the notes last."""
    full, rest = divmod(sum(v.notes), v.bars + 1)
    return full + int(v.short_round and rest > 0)


def hand_of(v: State, seat: int) -> list[int]:
    """The cards of a hand, in table order; empty for a hand that the viewer does not see."""
    return sorted(card for card in v.hand[seat * HAND : (seat + 1) * HAND] if card >= 0) if seat >= 0 else []


def is_settling(v: State) -> bool:
    """Whether the cards lie open and a bar is being split or fought for."""
    return razzia.SPLIT <= v.phase <= razzia.DUEL


def lying(v: State) -> dict[int, int]:
    """The cards that lie open on the table, by seat."""
    return dict(enumerate(v.choice[: v.seats])) if is_settling(v) else {}


def is_round_over(before: State, after: State) -> bool:
    """Whether the step between two views ended a round."""
    was_on = before.phase == razzia.CHOOSE or is_settling(before)
    return was_on and after.phase in (razzia.DEAL, razzia.OVER)


def unseen(v: State, bar: int, is_police: int) -> int:
    """How many gamblers or police of a bar the viewer has not seen since they were shuffled."""
    first, last = bar * razzia.KINDS, (bar + 1) * razzia.KINDS
    cards = zip(v.spot[first:last], IS_POLICE[first:last], strict=True)
    return sum([spot == HIDDEN for spot, kind in cards if kind == is_police])


# -- The duel -----------------------------------------------------------------


def _rank(v: State, seat: int) -> tuple[int, int]:
    """Grows with the card; of equal ones the farther from the dealer is lower."""
    return STRENGTH[v.choice[seat]], -((seat - v.dealer) % v.seats)


def duel_chance(v: State, seat: int, other: int) -> float:
    """How likely a seat is to win a duel with another: at equal totals the lower card wins."""
    edge = STRENGTH[v.choice[seat]] - STRENGTH[v.choice[other]]
    needs = 0 if _rank(v, seat) < _rank(v, other) else 1
    dice = range(v.sides)
    return sum(edge + own - die >= needs for own in dice for die in dice) / v.sides**2


def duel_chances(v: State, fighters: Iterable[int]) -> dict[int, float]:
    """How likely each is to win them all: the strongest meets the weakest, the winner the strongest still waiting."""
    strongest, *others = sorted(fighters, key=lambda seat: _rank(v, seat), reverse=True)
    champions = {strongest: 1.0}
    for challenger in others[-1:] + others[:-1]:
        wins = {seat: chance * duel_chance(v, seat, challenger) for seat, chance in champions.items()}
        champions = {**wins, challenger: 1 - sum(wins.values())}
    return champions


def fair_share(v: State, seat: int) -> int:
    """What a contender should get so that no duel with the proposer is worth more to him."""
    odds = {other: _odds(v, other) for other in seats_in(v.contenders)}
    return round(to_split(v) * odds[seat] / sum(odds.values()))


def _odds(v: State, seat: int) -> float:
    if seat == v.proposer:
        return 1.0
    chance = duel_chance(v, seat, v.proposer)
    return chance / (1 - chance)  # the proposer's card is the higher: he never loses for sure


# -- The log ------------------------------------------------------------------


def tell(
    before: State, actor: int, action: int, after: State, names: Names, lang: str, revealed: Commits = ()
) -> list[str]:
    """What a step did, in short lines: from the views before and after it, and from the choices it revealed."""
    if actor == CHANCE:
        lines = _tell_chance(before, action, after, names, lang)
    elif before.phase == razzia.FREE_NOTE:
        bar = action - razzia.PUT
        note, pot = pot_of(after, bar) - pot_of(before, bar), money(pot_of(after, bar), lang)
        lines = [say(lang, "put", who=names[actor], money=money(note, lang), bar=BARS[bar], pot=pot)]
    elif before.phase == razzia.CHOOSE:
        lines = _tell_choice(actor, action, revealed, names, lang)
    elif before.phase == razzia.SPLIT:
        is_whole = after.phase == razzia.ANSWER
        lines = [say(lang, "offer", bar=BARS[after.bar], shares=_shares(after, names, lang))] if is_whole else []
    else:
        lines = _tell_answer(before, actor, action, after, revealed, names, lang)
    lines += _tell_settled(before, after, revealed, names, lang)
    if after.era > before.era:
        lines.append(say(lang, "reshuffle"))
    if after.phase == razzia.OVER:
        lines += [say(lang, "left", money=money(left_on_bars(after), lang)), _tell_end(after, names, lang)]
    return lines


def _tell_chance(before: State, action: int, after: State, names: Names, lang: str) -> list[str]:
    if before.phase == razzia.FIRST_DEALER:
        return [say(lang, "first dealer", who=names[after.dealer])]
    if before.phase == razzia.DEAL:
        return _tell_deal(before, action, after, names, lang)
    if before.phase == razzia.DUEL:
        return _tell_roll(before, action, after, names, lang)
    if before.laid == before.bars:
        if action == HIDDEN:
            return []
        return [say(lang, "free note", who=names[before.dealer], money=money(VALUES[action - razzia.NOTE], lang))]
    if after.laid < after.bars and after.phase == razzia.MONEY:
        return []
    pots = ", ".join(f"{BARS[bar]} {money(pot_of(after, bar), lang)}" for bar in after.board[: after.bars])
    return [say(lang, "pots", pots=pots)]


def _tell_deal(before: State, action: int, after: State, names: Names, lang: str) -> list[str]:
    """One's own new card; at the beginning the whole hand at once. Then the round begins."""
    lines = []
    if before.round > 0 and action != HIDDEN:
        lines.append(say(lang, "new card", who=names[before.receiver], card=card_name(action, lang)))
    if after.phase == razzia.MONEY:
        if before.round == 0:
            lines.append(COUNTED[lang]["cards each"].format(after.hand_size))
            for seat in range(after.seats):
                if hand := hand_of(after, seat):
                    cards = ", ".join(card_name(card, lang) for card in hand)
                    lines.append(say(lang, "first hand", who=names[seat], cards=cards))
        dealer = names[after.dealer]
        lines.append(say(lang, "round", round=after.round, rounds=rounds(after), who=dealer))
    return lines


def _tell_choice(actor: int, action: int, revealed: Commits, names: Names, lang: str) -> list[str]:
    """One's own card face down; all cards when the last has chosen."""
    if revealed:
        turned_up = sorted(revealed)
        return [say(lang, "turned up", who=names[seat], card=card_name(card, lang)) for seat, card in turned_up]
    if action == HIDDEN:
        return []
    return [say(lang, "face down", who=names[actor], card=card_name(action, lang))]


def _tell_answer(
    before: State, actor: int, action: int, after: State, revealed: Commits, names: Names, lang: str
) -> list[str]:
    """One's own answer; when all have answered, what each gets, or who agreed and who fights."""
    bar = BARS[before.bar]
    if not revealed:
        own = "own accept" if action == razzia.ACCEPT else "own refuse"
        return [] if action == HIDDEN else [say(lang, own, who=names[actor])]
    if all(answer == razzia.ACCEPT for _, answer in revealed):
        return [say(lang, "shared", bar=bar, shares=_shares(before, names, lang))]
    lines = []
    for seat, answer in sorted(revealed):
        share = _sum(before.share[seat], lang)
        agreed = say(lang, "accepted", who=names[seat], money=share, bar=bar)
        lines.append(agreed if answer == razzia.ACCEPT else say(lang, "refused", who=names[seat]))
    fights = after.phase == razzia.DUEL
    return [*lines, _announce_duel(after, names, lang) if fights else say(lang, "no stake", bar=bar)]


def _announce_duel(v: State, names: Names, lang: str) -> str:
    first, second = _with_figure(v, v.champion, names), _with_figure(v, v.challenger, names)
    line = say(lang, "duel", bar=BARS[v.bar], money=money(v.stake, lang), first=first, second=second)
    waiting = sorted(seats_in(v.waiting), key=lambda seat: _rank(v, seat), reverse=True)
    if not waiting:
        return line
    others = ", ".join(_with_figure(v, seat, names) for seat in waiting)
    return say(lang, "duel then", duel=line, others=others)


def _tell_roll(before: State, action: int, after: State, names: Names, lang: str) -> list[str]:
    """A roll; after the second one of a duel also who won."""
    die = action - razzia.DIE + 1
    roller = before.challenger if before.die else before.champion
    card = STRENGTH[before.choice[roller]]
    lines = [say(lang, "roll", who=names[roller], card=card, die=die, total=card + die)]
    if not before.die:
        return lines
    if STRENGTH[before.choice[before.champion]] + before.die == card + die:
        lines.append(say(lang, "tie"))
    if after.phase == razzia.DUEL:
        following = _with_figure(after, after.challenger, names)
        return [*lines, say(lang, "duel won", who=names[after.champion], next=following)]
    fighters = (before.champion, before.challenger)
    winner = next(seat for seat in fighters if after.money[seat] > before.money[seat])
    stake = money(before.stake, lang)
    return [*lines, say(lang, "stake won", who=names[winner], money=stake, bar=BARS[before.bar])]


def _tell_settled(before: State, after: State, revealed: Commits, names: Names, lang: str) -> list[str]:
    """The bars that were settled by themselves in this step, and the one that now is to be split."""
    if before.phase == razzia.CHOOSE:
        first, cards = 0, dict(sorted(revealed))
    elif after.bar != before.bar:
        first, cards = before.bar + 1, lying(before)
    else:
        return []
    if not cards:
        return []
    last = after.bar if after.phase == razzia.SPLIT else razzia.BARS
    here = {bar: [seat for seat, card in cards.items() if BAR_OF[card] == bar] for bar in range(first, last)}
    lines = [_tell_bar(before, cards, bar, seats, names, lang) for bar, seats in here.items() if seats]
    if after.phase == razzia.SPLIT:
        contenders = listed((_with_figure(after, seat, names) for seat in seats_in(after.contenders)), lang)
        pot, bar = money(to_split(after), lang), BARS[after.bar]
        lines.append(say(lang, "to split", bar=bar, money=pot, contenders=contenders, who=names[after.proposer]))
    return lines


def _tell_bar(before: State, cards: dict[int, int], bar: int, seats: list[int], names: Names, lang: str) -> str:
    """What became of a bar where at most one seat had a claim."""
    pot = money(pot_of(before, bar), lang)
    gamblers = [seat for seat in seats if not IS_POLICE[cards[seat]]]
    police = [seat for seat in seats if IS_POLICE[cards[seat]]]
    if not pot_of(before, bar):
        return say(lang, "no money", bar=BARS[bar])
    if not gamblers:
        return say(lang, "no gambler", bar=BARS[bar], money=pot)
    if not police:
        return say(lang, "alone", who=names[gamblers[0]], money=pot, bar=BARS[bar])
    caught = listed((names[seat] for seat in gamblers), lang)
    return say(lang, "raid", who=names[police[0]], money=pot, gamblers=caught, bar=BARS[bar])


def _tell_end(v: State, names: Names, lang: str) -> str:
    best = seats_in(razzia.winners(v))
    key = "over shared" if len(best) > 1 else "over"
    return say(lang, key, who=_winners(v, names, lang), money=money(v.money[best[0]], lang))


def _winners(v: State, names: Names, lang: str) -> str:
    return listed((names[seat] for seat in seats_in(razzia.winners(v))), lang)


def _shares(v: State, names: Names, lang: str) -> str:
    """The proposal: the proposer's share first."""
    others = seats_in(v.contenders ^ 1 << v.proposer)
    shares = {seat: _sum(v.share[seat], lang) for seat in (v.proposer, *others)}
    return ", ".join(say(lang, "share for", who=names[seat], money=share) for seat, share in shares.items())


def _sum(thousands: int, lang: str) -> str:
    return money(thousands, lang) if thousands else say(lang, "nothing")


def _with_figure(v: State, seat: int, names: Names) -> str:
    return f"{names[seat]} ({STRENGTH[v.choice[seat]]})"


# -- Questions ----------------------------------------------------------------


def question(v: State, seat: int, names: Names, lang: str) -> str:
    """What the seat is asked now, or whom we wait for, or that the game is over."""
    if v.phase == razzia.OVER:
        return say(lang, "ask over", who=_winners(v, names, lang))
    if not v.asked:
        return CHANCE_AT_WORK[lang][v.phase]
    return _asked(v, seat, names, lang) if seat >= 0 and v.asked >> seat & 1 else _waiting(v, seat, names, lang)


def _asked(v: State, seat: int, names: Names, lang: str) -> str:
    if v.phase == razzia.FREE_NOTE:
        return say(lang, "ask free", money=money(VALUES[v.free], lang))
    if v.phase == razzia.CHOOSE:
        richest = max(v.board[: v.bars], key=lambda bar: pot_of(v, bar))
        pot = money(pot_of(v, richest), lang)
        return say(lang, "ask card", round=v.round, rounds=rounds(v), bar=BARS[richest], money=pot)
    bar, pot, card = BARS[v.bar], money(to_split(v), lang), STRENGTH[v.choice[seat]]
    if v.phase == razzia.SPLIT:
        rivals = [_with_figure(v, other, names) for other in seats_in(v.contenders ^ 1 << seat)]
        contenders = listed([say(lang, "you", card=card), *rivals], lang)
        note = money(notes_on(v, v.bar)[0], lang)
        return say(lang, "ask split", bar=bar, money=pot, contenders=contenders, note=note)
    who, share = _with_figure(v, v.proposer, names), _sum(v.share[seat], lang)
    return say(lang, "ask answer", bar=bar, money=share, pot=pot, card=card, who=who)


def _waiting(v: State, seat: int, names: Names, lang: str) -> str:
    who = listed((names[other] for other in seats_in(v.asked)), lang)
    if v.phase == razzia.FREE_NOTE:
        return say(lang, "wait free", who=who)
    if v.phase == razzia.CHOOSE:
        own = v.choice[seat] if seat >= 0 else NOBODY
        if own >= 0:
            return say(lang, "wait own card", card=card_name(own, lang), who=who)
        return say(lang, "wait card", who=who)
    key = "wait split" if v.phase == razzia.SPLIT else "wait answer"
    return say(lang, key, who=who, money=money(to_split(v), lang), bar=BARS[v.bar])


# -- What a move means --------------------------------------------------------


def explain(v: State, seat: int, action: int, names: Names, lang: str) -> str:
    """What a legal small step of the viewing seat is, and what it means now."""
    if action < razzia.PUT:
        return _explain_card(v, action - razzia.PLAY, lang)
    if action < razzia.GIVE:
        return _explain_put(v, seat, action - razzia.PUT, lang)
    if action < razzia.ACCEPT:
        return _explain_gift(v, seat, action - razzia.GIVE, names, lang)
    if action == razzia.ACCEPT:
        return say(lang, "accept", money=_sum(v.share[seat], lang))
    return _explain_duel(v, seat, names, lang)


def name_move(v: State, seat: int, steps: Sequence[int], names: Names, lang: str) -> str:
    """A whole move in a few words; an offer by its shares."""
    first = steps[0]
    if first < razzia.PUT:
        return card_name(first - razzia.PLAY, lang)
    if first < razzia.GIVE:
        return say(lang, "named put", bar=BARS[first - razzia.PUT])
    if first >= razzia.ACCEPT:
        return say(lang, "named accept" if first == razzia.ACCEPT else "named duel")
    after = v.copy()
    for step in steps:
        razzia.apply(after, seat, step)
    return _shares(after, names, lang)


def _explain_card(v: State, card: int, lang: str) -> str:
    bar = BAR_OF[card]
    return card_words(card, pot_of(v, bar), unseen(v, bar, 0), unseen(v, bar, 1), lang)


@lru_cache(4096)
def card_words(card: int, pot: int, gamblers: int, police: int, lang: str) -> str:
    """What a card may bring at its bar, with so much money there and so many others not seen yet."""
    name = card_name(card, lang)
    if not pot:
        return say(lang, "empty pot", card=name)
    if IS_POLICE[card] and not gamblers:
        return say(lang, "police in vain", card=name)
    key = "police hope" if IS_POLICE[card] else "gambler alone"
    return say(lang, key, card=name, money=money(pot, lang), unseen=counted(gamblers, police, lang))


def _explain_put(v: State, seat: int, bar: int, lang: str) -> str:
    own = [figure_name(card, lang) for card in hand_of(v, seat) if BAR_OF[card] == bar]
    pot = pot_of(v, bar)
    before, after = money(pot, lang), money(pot + VALUES[v.free], lang)
    cards = ", ".join(own) or say(lang, "no cards")
    return say(lang, "put there", bar=BARS[bar], before=before, after=after, cards=cards)


def _explain_gift(v: State, seat: int, gift: int, names: Names, lang: str) -> str:
    value, other = VALUES[gift // razzia.SEATS], gift % razzia.SEATS
    note, share, pot = money(value, lang), money(v.share[other] + value, lang), money(to_split(v), lang)
    if other == seat:
        return say(lang, "give own", note=note, share=share, pot=pot)
    fair = money(fair_share(v, other), lang)
    return say(lang, "give", note=note, who=names[other], share=share, pot=pot, fair=fair)


def _explain_duel(v: State, seat: int, names: Names, lang: str) -> str:
    """The chance and the worth of a duel with the proposer and, with more contenders, if nobody agrees."""
    chance, stake = duel_chance(v, seat, v.proposer), v.share[seat] + v.share[v.proposer]
    duel = say(
        lang,
        "duel with",
        percent=percent(chance, lang),
        money=money(stake, lang),
        who=_with_figure(v, v.proposer, names),
        worth=money(round(chance * stake), lang),
    )
    everybody = seats_in(v.contenders)
    if len(everybody) == len((seat, v.proposer)):
        return duel
    chance, stake = duel_chances(v, everybody)[seat], to_split(v)
    worth = money(round(chance * stake), lang)
    return say(lang, "duel choice", duel=duel, percent=percent(chance, lang), money=money(stake, lang), worth=worth)


# -- The sketch ---------------------------------------------------------------


def sketch(v: State, seat: int) -> str:
    """The table in a few lines of plain text."""
    names = [f"Seat {each}" for each in range(v.seats)]
    dealer = "" if v.dealer == NOBODY else f", dealer: {names[v.dealer]}"
    lines = [f"Razzia, round {v.round} of {rounds(v)}{dealer}"]
    for bar in v.board[: v.bars]:
        notes = " ".join(map(str, notes_on(v, bar)))
        cards = [f"{names[who]} {figure_name(card, 'en')}" for who, card in lying(v).items() if BAR_OF[card] == bar]
        lines.append(f"  {BARS[bar]:11} {money(pot_of(v, bar), 'en'):>6}  {notes:20}  {', '.join(cards)}".rstrip())
    lines.append("Money: " + ", ".join(f"{names[each]} {money(v.money[each], 'en')}" for each in range(v.seats)))
    if v.phase in (razzia.SPLIT, razzia.ANSWER):
        lines.append(f"Offer: {_shares(v, names, 'en')}")
    if v.phase == razzia.DUEL:
        lines.append(_announce_duel(v, names, "en"))
    if hand := hand_of(v, seat):
        lines.append("Hand: " + " ".join(CARDS[card] for card in hand))
    return "\n".join([*lines, question(v, seat, names, "en")])
