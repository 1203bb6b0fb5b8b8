"""How a round of Hick Hack is shown: all cards turn together, then yard by yard in board order, and the dice on the stage."""

from __future__ import annotations

from collections.abc import Sequence

from tripot.core.state import CHANCE
from tripot.language import listed, number
from tripot.play.move import Step
from tripot.web.drawing.beats import Beat, Flight
from tripot.web.drawing.scene import Scene

from .. import rules
from ..facts import State, fighters, is_round_over, row, scores
from ..phrases import card_name
from ..words import tell_yard
from .felt import bed, came
from .labels import WORDS
from .parts import NO_GRAIN, face, grain_face, style_of
from .settled import Lying, Settled, open_cards, revealed_cards, settled
from .stage import duel, rolled, turned_up
from .talk import strip


def beats(scene: Scene, step: Step, lines: Sequence[str]) -> list[Beat]:
    """The beats of a step, as the book goes through it."""
    before, after = step.before, step.after
    if step.actor == CHANCE and before.phase != rules.ROLL:
        is_laid_out = after.phase == rules.CHOOSE and lines
        return [Beat("deal", lines[0])] if is_laid_out else []
    if before.phase == rules.CHOOSE:
        found = _turn(scene, step) if step.revealed else []
    elif before.phase == rules.ANSWER:
        found = _answers(scene, step, lines) if step.revealed else []
    elif before.phase == rules.ROLL:
        found = _roll(scene, step, lines)
    else:
        found = _word(scene, step, lines)
    if is_round_over(before, after):
        found.append(Beat("sheet", _standing(scene, step)))
    return found


# -- The cards ---------------------------------------------------------------------------------------


def _turn(scene: Scene, step: Step) -> list[Beat]:
    """All have chosen; all turn together; the cards go to their yards; then the yards."""
    cards = revealed_cards(step)
    yards = sorted({card.card // rules.KINDS for card in cards})
    show = [(f"came-{yard}", came(scene, step.before.round, _at(cards, yard), out={})) for yard in yards]
    fly = [Flight(f"slot-{seat}", f"came-{card // rules.KINDS}", _paper(scene, card)) for seat, card, _ in cards]
    told = [
        f"{scene.names[seat]}: {listed([card_name(card, scene.lang) for owner, card, _ in cards if owner == seat], scene.lang)}."
        for seat in sorted({card.seat for card in cards})
    ]
    return [
        Beat("chosen", WORDS[scene.lang]["all chosen"]),
        Beat("turn", " ".join(told), "stage", (("stage", turned_up(scene, cards)),)),
        Beat("flight", "", show=(*show, ("stage", "")), fly=tuple(fly)),
        *_yards(scene, step, cards, first=0),
    ]


def _at(cards: Sequence[Lying], yard: int) -> list[Lying]:
    return [card for card in cards if card.card // rules.KINDS == yard]


def _paper(scene: Scene, card: int) -> str:
    return f'<span class="card s {style_of(card)}">{face(card, scene.lang)}</span>'


def _yards(scene: Scene, step: Step, cards: Sequence[Lying], first: int) -> list[Beat]:
    """The yards that settle by themselves, up to one that must be agreed or fought over."""
    done, found = settled([step]), []
    for yard in sorted(yard for yard in done if yard >= first):
        after: State = step.after
        is_open = after.yard == yard and after.phase in (rules.OFFER, rules.ROLL)
        here = [(seat, card) for seat, card, _ in _at(cards, yard)]
        told = tell_yard(here, row(step.before.on_yard, yard), is_open, scene.names, scene.lang)
        found.append(Beat("place", f"{'. '.join(told)}.", f"place-{yard}"))
        found += _fed(scene, step, done[yard], f"bed-{yard}")
    return found


def _fed(scene: Scene, step: Step, done: Settled, start: str) -> list[Beat]:
    """Grain goes to whoever takes it, birds to the fox's owner."""
    yard, lang = done.yard, scene.lang
    fly = [
        Flight(start, f"seat-{seat}", grain_face(colour, lang))
        for seat, grain in done.grains.items()
        for colour, count in enumerate(grain)
        for _ in range(count)
    ]
    fly += [
        Flight(f"came-{yard}", f"seat-{seat}", _paper(scene, card))
        for seat, meal in done.meals.items()
        for card in meal
    ]
    if not fly:
        return []
    left = tuple(row(step.after.on_yard, yard)) if step.after.round == step.before.round else NO_GRAIN
    return [Beat("flight", "", f"place-{yard}", ((f"bed-{yard}", bed(yard, left, NO_GRAIN, lang)),), tuple(fly))]


# -- The talk and the duel -----------------------------------------------------------------------------


def _word(scene: Scene, step: Step, lines: Sequence[str]) -> list[Beat]:
    """An offer once it is whole, or a word instead of one; then the dice if it comes to a duel."""
    after: State = step.after
    if not lines:
        return []
    show = (("stage", strip(scene, after)),) if after.phase == rules.ANSWER else ()
    return [Beat("word", ". ".join(lines), f"place-{step.before.yard}", show), *_dice(scene, step)]


def _dice(scene: Scene, step: Step) -> list[Beat]:
    """Who will fight, before the first die."""
    after: State = step.after
    if after.phase != rules.ROLL:
        return []
    return [Beat("word", "", f"place-{after.yard}", (("stage", duel(scene, fighters(after), [], [])),))]


def _answers(scene: Scene, step: Step, lines: Sequence[str]) -> list[Beat]:
    """All answers at once; if all agree the shares go round, and then the next yards."""
    before: State = step.before
    place, answered = f"place-{before.yard}", len(step.revealed)
    if any(answer != rules.ACCEPT for _, answer in step.revealed):
        return [Beat("turn", ". ".join(lines[: answered + 1]), place), *_dice(scene, step)]
    done = settled([step])[before.yard]
    cards = open_cards(before)
    said = Beat("turn", ". ".join(lines[: answered + 1]), place)
    paid = [beat._replace(show=(("stage", ""), *beat.show)) for beat in _fed(scene, step, done, "stage")]
    return [said, *paid, *_yards(scene, step, cards, first=before.yard + 1)]


def _roll(scene: Scene, step: Step, lines: Sequence[str]) -> list[Beat]:
    """One die after the other; after the last one who has won, or who rolls again."""
    before: State = step.before
    rollers, dice = fighters(before), [*rolled(before), step.action - rules.DIE + 1]
    totals = [rules.VALUE[card] + die for (_, card), die in zip(rollers, dice, strict=False)]
    place = f"place-{before.yard}"
    if len(dice) < len(rollers):
        return [Beat("dice", lines[0], place, (("stage", duel(scene, rollers, dice, [])),))]
    best = [number for number, total in enumerate(totals) if total == max(totals)]
    is_tie = len({rollers[number][0] for number in best}) > 1
    reason = WORDS[scene.lang]["again" if is_tie else "higher"]
    shown = duel(scene, rollers, dice, [] if is_tie else best, reason)
    found = [Beat("dice", ". ".join(lines[:2]), place, (("stage", shown),))]
    if is_tie:
        return found
    done = settled([step])[before.yard]
    paid = [beat._replace(show=(("stage", ""), *beat.show)) for beat in _fed(scene, step, done, f"bed-{before.yard}")]
    return [*found, *paid, *_yards(scene, step, open_cards(before), first=before.yard + 1)]


# -- The end of a round ----------------------------------------------------------------------------------


def _standing(scene: Scene, step: Step) -> str:
    """Who has how many points after the round."""
    points = scores(step.after)
    ranked = sorted(range(len(points)), key=lambda seat: -points[seat])
    told = listed([f"{scene.names[seat]} {number(points[seat], scene.lang)}" for seat in ranked], scene.lang)
    return WORDS[scene.lang]["standing"].format(round=step.before.round, points=told)
