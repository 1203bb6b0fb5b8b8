"""How a round of Razzia is shown: all cards turn together, then bar by bar in reading order, and the dice on the stage."""

from __future__ import annotations

from collections.abc import Sequence

from tripot.core.state import NOBODY
from tripot.language import listed
from tripot.play.move import Step
from tripot.web.drawing.beats import Beat, Flight
from tripot.web.drawing.scene import Scene

from .. import rules as razzia
from ..phrases import BARS
from ..rules import BAR_OF, STRENGTH, State
from ..words import is_round_over, lying, notes_on, pot_of, seats_in
from .felt import came, took, with_note
from .labels import say, sum_of
from .past import ALONE, IN_VAIN, RAID, Fate, Past, Roll, claims, settle_on
from .pieces import note, open_card
from .stage import duel, offers, turned_up

TOLD = 2  # lines about the last die of a duel: the roll, and who has won; one more for a tie


def beats(scene: Scene, step: Step, lines: Sequence[str]) -> list[Beat]:
    """The beats of a step, as the book goes through it."""
    before: State = step.before
    if before.phase == razzia.FREE_NOTE:
        found = _put(step, lines)
    elif before.phase == razzia.CHOOSE:
        found = _turn(scene, step) if step.revealed else []
    elif before.phase == razzia.SPLIT:
        found = _offer(scene, step, lines)
    elif before.phase == razzia.ANSWER:
        found = _answers(scene, step, lines) if step.revealed else []
    elif before.phase == razzia.DUEL:
        found = _roll(scene, step, lines)
    elif before.phase == razzia.DEAL and step.after.phase == razzia.MONEY:
        return [Beat("deal", lines[-1])] if lines else []
    else:
        return []
    if is_round_over(before, step.after):
        found.append(Beat("sheet", _standing(scene, step)))
    return found


def _put(step: Step, lines: Sequence[str]) -> list[Beat]:
    """The free note goes from the dealer to its bar."""
    bar = step.action - razzia.PUT
    value = pot_of(step.after, bar) - pot_of(step.before, bar)
    thing = note(value, "", "")
    show = ((f"pot-{bar}", with_note(bar, notes_on(step.after, bar), value)),)
    fly = (Flight(f"seat-{step.before.dealer}", f"pot-{bar}", thing),)
    return [Beat("flight", " ".join(lines), f"place-{bar}", show, fly)]


# -- The cards --------------------------------------------------------------------


def _turn(scene: Scene, step: Step) -> list[Beat]:
    """All have chosen; all turn together; the cards glide to their bars; then the bars."""
    cards = {seat: card - razzia.PLAY for seat, card in sorted(step.revealed)}
    here = sorted({BAR_OF[card] for card in cards.values()})
    show = [(f"came-{bar}", came(scene, cards, *claims(step.before, cards, bar))) for bar in here]
    fly = [
        Flight(f"slot-{seat}", f"came-{BAR_OF[card]}", open_card(card, scene.lang, "s", "", ""))
        for seat, card in cards.items()
    ]
    at = [(bar, [scene.names[seat] for seat, card in cards.items() if BAR_OF[card] == bar]) for bar in here]
    told = ". ".join(say(scene, "at bar", bar=BARS[bar], who=listed(names, scene.lang)) for bar, names in at)
    return [
        Beat("chosen", say(scene, "all chosen")),
        Beat("turn", f"{told}.", "stage", (("stage", turned_up(scene, cards)),)),
        Beat("flight", "", show=(*show, ("stage", "")), fly=tuple(fly)),
        *_bars(scene, step, cards, 0),
    ]


def _bars(scene: Scene, step: Step, cards: dict[int, int], first: int) -> list[Beat]:
    """The bars that settle by themselves, up to one that must be split."""
    past, found = Past(cards=cards), []
    settle_on(past, first, step)
    for bar, fate in sorted(past.fates.items()):
        found.append(Beat("place", _sentence(scene, step.before, cards, bar, fate), f"place-{bar}"))
        found += _paid(scene, step.before, bar, fate)
    after: State = step.after
    if after.phase == razzia.SPLIT and step.before.phase != razzia.SPLIT:
        names = listed([scene.names[seat] for seat in seats_in(after.contenders)], scene.lang)
        told = say(scene, "both want", bar=BARS[after.bar], money=sum_of(scene, pot_of(after, after.bar)), who=names)
        found.append(Beat("place", told, f"place-{after.bar}"))
    return found


def _sentence(scene: Scene, before: State, cards: dict[int, int], bar: int, fate: Fate) -> str:
    """What becomes of a bar, with the reason, from outside."""
    facts = {"bar": BARS[bar], "money": sum_of(scene, fate.pot)}
    if fate.kind == IN_VAIN:
        return say(scene, "beat stays", **facts)
    if fate.kind not in (ALONE, RAID):
        return say(scene, "beat empty", **facts)
    (winner,) = fate.gains
    if fate.kind == ALONE:
        return say(scene, "beat alone", who=scene.names[winner], **facts)
    _, losers = claims(before, cards, bar)
    caught = listed([scene.names[seat] for seat in losers], scene.lang)
    return say(scene, "beat raid", who=scene.names[winner], gamblers=caught, **facts)


def _paid(scene: Scene, before: State, bar: int, fate: Fate) -> list[Beat]:
    """The notes of a bar go to whoever has won them."""
    if not fate.gains:
        return []
    (winner,) = fate.gains
    fly = tuple(Flight(f"pot-{bar}", f"seat-{winner}", note(value, "", "")) for value in notes_on(before, bar))
    return [Beat("flight", "", f"place-{bar}", ((f"pot-{bar}", took(scene, fate)),), fly)]


# -- The split and the duel -------------------------------------------------------


def _offer(scene: Scene, step: Step, lines: Sequence[str]) -> list[Beat]:
    """A proposal, once it is whole: its shares lie on the stage."""
    after: State = step.after
    if after.phase != razzia.ANSWER:
        return []
    return [Beat("word", " ".join(lines), f"place-{after.bar}", (("stage", offers(scene, after, {})),))]


def _answers(scene: Scene, step: Step, lines: Sequence[str]) -> list[Beat]:
    """All answers at once; who agreed gets his share; then the duel begins, or the next bars."""
    before, after = step.before, step.after
    refused = [seat for seat, answer in step.revealed if answer == razzia.REFUSE]
    agreed = [seat for seat in seats_in(before.contenders) if seat not in refused and before.share[seat]]
    paid = [seat for seat in agreed if after.money[seat] > before.money[seat]]
    fly = tuple(Flight("stage", f"seat-{seat}", note(before.share[seat], "", "")) for seat in paid)
    said = lines[: len(step.revealed) + 1] if refused else lines[:1]  # then come the bars after this one
    found = [Beat("turn", ". ".join(said), f"place-{before.bar}")]
    if after.phase == razzia.DUEL:
        fight = duel(scene, after, Roll((after.champion, after.challenger), (0, 0), NOBODY))
        return [*found, Beat("flight", "", show=(("stage", fight),), fly=fly)]
    gains = {seat: before.share[seat] for seat in paid}
    show = ((f"pot-{before.bar}", took(scene, Fate(ALONE, 0, gains))), ("stage", ""))
    return [*found, Beat("flight", "", show=show, fly=fly), *_bars(scene, step, lying(before), before.bar + 1)]


def _roll(scene: Scene, step: Step, lines: Sequence[str]) -> list[Beat]:
    """One die after the other on the stage; after the second one the totals with the reason."""
    before, after = step.before, step.after
    die = step.action - razzia.DIE + 1
    fighters = before.champion, before.challenger
    place = f"place-{before.bar}"
    if not before.die:
        shown = duel(scene, before, Roll(fighters, (die, 0), NOBODY))
        return [Beat("dice", lines[0], place, (("stage", shown),))]
    goes_on = after.phase == razzia.DUEL
    winner = after.champion if goes_on else next(s for s in fighters if after.money[s] > before.money[s])
    shown = duel(scene, before, Roll(fighters, (before.die, die), winner))
    told = lines[: TOLD + int(_is_tie(before, die))]
    found = [Beat("dice", ". ".join(told), place, (("stage", shown),))]
    if goes_on:
        fight = duel(scene, after, Roll((after.champion, after.challenger), (0, 0), NOBODY))
        return [*found, Beat("word", "", place, (("stage", fight),))]
    fly = (Flight("stage", f"seat-{winner}", note(before.stake, "", "")),)
    gain = took(scene, Fate(ALONE, 0, {winner: before.stake}))
    show = ((f"pot-{before.bar}", gain), ("stage", ""))
    return [*found, Beat("flight", "", place, show, fly), *_bars(scene, step, lying(before), before.bar + 1)]


def _is_tie(before: State, die: int) -> bool:
    return STRENGTH[before.choice[before.champion]] + before.die == STRENGTH[before.choice[before.challenger]] + die


# -- The end of a round -------------------------------------------------------------


def _standing(scene: Scene, step: Step) -> str:
    """Who has how much after the round."""
    after: State = step.after
    ranked = sorted(range(after.seats), key=lambda seat: -after.money[seat])
    money = listed([f"{scene.names[seat]} {sum_of(scene, after.money[seat])}" for seat in ranked], scene.lang)
    return say(scene, "standing", round=step.before.round, money=money)
