"""How RAISE is shown step by step: the dice, first cards turned up together, pawns that walk, passes, the end of a round."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from tripot.core.state import CHANCE, NOBODY
from tripot.language import enumerated, listed
from tripot.play.move import Step
from tripot.web.drawing.beats import Beat, Flight
from tripot.web.drawing.scene import Scene

from .. import rules, words
from ..phrases import SYMBOL_NAMES, card_name, points_in_words, victory_points
from ..rules import State
from .cards import COLOUR, INSIDE
from .count import has_ended_round, past_of, sheet
from .labels import WORDS
from .table import dice, multipliers, pile, stage
from .track import TONES, figure, pawn_items, place_of


def beats(scene: Scene, step: Step, lines: Sequence[str]) -> list[Beat]:
    """What a step shows, and if it ended a round who has won it and how."""
    shown = _chance(scene, step, lines) if step.actor == CHANCE else _move(scene, step)
    return [*shown, *_end(scene, step, lines)] if has_ended_round(step) else shown


# -- Dice and point cards -------------------------------------------------------


def _chance(scene: Scene, step: Step, lines: Sequence[str]) -> list[Beat]:
    """The next round is laid out, and all dice are shown at once; the cards that people draw are nobody else's business."""
    before, after = step.before, scene.at(step.after)
    if before.phase == rules.TURN_UP:
        return [Beat("deal", f"{lines[0]}.", place="stage", show=(("stage", stage(after)),))]
    if before.phase != rules.ROLL or not words.is_last_die(before):
        return []
    say, v = WORDS[scene.lang], step.after
    times = [
        say["beat times"].format(symbol=name, times=words.multiplier(v, sign))
        for sign, name in enumerate(SYMBOL_NAMES[scene.lang])
        if words.multiplier(v, sign) > 1
    ]
    facts = {"name": scene.names[words.roller(v)], "times": enumerated(times, scene.lang)}
    said = say["beat dice" if times else "beat no dice"].format(**facts)
    return [Beat("dice", said, place="mults", show=(("dice", dice(after)), ("mults", multipliers(after))))]


# -- What people do -------------------------------------------------------------


def _move(scene: Scene, step: Step) -> list[Beat]:
    before, actor, action, after, _ = step
    if before.phase == rules.CHOOSE:
        return _first_cards(scene, before, after) if after.phase != rules.CHOOSE else []
    if action == rules.PASS:
        return [_pass(scene, before, actor)]
    if action == rules.STOP:
        return []
    return [_raise(scene, before, actor, action, after)]


def _first_cards(scene: Scene, before: State, after: State) -> list[Beat]:
    """All first cards are turned up together, then the pawns are placed one after the other."""
    say = WORDS[scene.lang]
    cards = {seat: card for seat in range(before.seats) for card in words.played(before, after, seat)}
    told = [
        say["beat card"].format(name=scene.names[seat], card=card_name(card, scene.lang))
        for seat, card in sorted(cards.items())
    ]
    table = before.copy()
    table.phase = rules.LAST
    for seat, card in cards.items():
        table.first[seat] = card
        table.common[card] += 1
    shown = [
        Beat("chosen", say["beat chosen"], place="pile"),
        Beat("turn", f"{enumerated(told, scene.lang)}.", place="pile", show=(("pile", pile(scene.at(table))),)),
    ]
    for place in range(before.seats):
        seat = (words.roller(before) + place) % before.seats
        if seat in cards:
            shown.append(_placed(scene, table, seat, cards[seat], place))
    return shown


def _placed(scene: Scene, table: State, seat: int, card: int, arrival: int) -> Beat:
    """A pawn comes onto the track, on top of those that stand there already; the table is changed."""
    table.space[seat], table.arrival[seat] = words.value(table, card), arrival
    facts = {
        "name": scene.names[seat],
        "digit": rules.DIGIT[card],
        "times": words.multiplier(table, rules.SYMBOL[card]),
        "space": table.space[seat],
    }
    said = WORDS[scene.lang]["beat placed"].format(**facts)
    fly = (Flight(f"seat-{seat}", place_of(table.space[seat]), _pawn(scene, seat)),)
    return Beat("pawn", _on_top(scene, table, seat, said), place=f"seat-{seat}", show=_pawns(scene, table), fly=fly)


def _raise(scene: Scene, before: State, seat: int, card: int, after: State) -> Beat:
    """A card of a raise: it is laid on the pile, and the pawn walks on."""
    key = "beat raise" if before.phase == rules.LAST else "beat raise more"
    start, end = words.space(before, seat), words.space(after, seat)
    facts = {"name": scene.names[seat], "card": card_name(card, scene.lang), "before": start, "space": end}
    said = WORDS[scene.lang][key].format(value=end - start, **facts)
    thing = f'<span class="card s {COLOUR[card]}">{INSIDE[card]}</span>'
    fly = (Flight(f"seat-{seat}", "pile", thing), Flight(place_of(start), place_of(end), _pawn(scene, seat)))
    show = (("pile", pile(scene.at(after))), *_pawns(scene, after))
    return Beat("pawn", _on_top(scene, after, seat, said), place=f"seat-{seat}", show=show, fly=fly)


def _pass(scene: Scene, before: State, seat: int) -> Beat:
    facts = {"name": scene.names[seat], "space": words.space(before, seat), "ahead": words.ahead(before)}
    left = before.copy()
    left.space[seat] = NOBODY
    said = WORDS[scene.lang]["beat pass"].format(**facts)
    return Beat("word", said, place=f"seat-{seat}", show=_pawns(scene, left))


def _on_top(scene: Scene, v: State, seat: int, said: str) -> str:
    """The sentence, and on whom the pawn stands if it has landed on somebody."""
    under = [] if rules.is_mid_move(v, seat) else words.below_in_stack(v, seat)
    if not under:
        return said
    names = listed([scene.names[other] for other in under], scene.lang)
    return f"{said} {WORDS[scene.lang]['beat on top'].format(names=names)}"


def _pawns(scene: Scene, v: State) -> tuple[tuple[str, str], ...]:
    return (("pawns", pawn_items(scene.at(v))),)


def _pawn(scene: Scene, seat: int) -> str:
    return f'<span class="rs-by p-{TONES[seat]}">{figure(scene, seat)}</span>'


# -- The end of a round ---------------------------------------------------------


def _end(scene: Scene, step: Step, lines: Sequence[str]) -> list[Beat]:
    """Point card and pile go to the winner; then the sheet tells how every pawn fared."""
    before, after, say = step.before, step.after, WORDS[scene.lang]
    point, number = words.point_card(before), words.round_now(before)
    winner = words.winner_of(point, after)
    if winner == NOBODY:
        return [Beat("place", say["beat aside"].format(point=point), place="stage")]
    gain = points_in_words(words.won(after, winner) - words.won(before, winner), scene.lang)
    facts = {"name": scene.names[winner], "points": gain, "point": point, "round": number}
    said = say["beat won"].format(pile=victory_points(words.pile_won(before, after)), **facts)
    card = f'<b class="rs-mini">{point}</b>'
    fly = (Flight("place-stake", f"seat-{winner}", card), Flight("pile", f"seat-{winner}", card))
    past = [*takewhile(lambda each: each is not step, past_of(scene)), step]
    told = (("stage", f'<div class="rs-told">{sheet(scene.at(after), past)}</div>'),)
    return [
        Beat("flight", said, place=f"seat-{winner}", show=(("pile", ""),), fly=fly),
        Beat("sheet", say["beat sheet"].format(**facts), place="stage", show=told),
    ]
