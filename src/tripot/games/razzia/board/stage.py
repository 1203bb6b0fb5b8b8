"""The stage of Razzia: the strip of felt below the bars, where cards lie face down, offers are made and duels are rolled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from tripot.core.state import NOBODY
from tripot.web.drawing.scene import Scene, symbol

from .. import rules as razzia
from ..rules import STRENGTH, VALUES, State
from ..words import seats_in
from .labels import WORDS, named, say, sum_of, who
from .past import Roll, past_of
from .pieces import BACK, DOTS, ME, note, notes, open_card


def stage(scene: Scene) -> tuple[list[str], Sequence[str]]:
    """What lies there now, in pieces with their ids: it is whole, or cards lie there, each a piece of its own."""
    v: State = scene.view.state
    key = scene.key("stage")
    if v.phase == razzia.CHOOSE:
        ids = scene.open.once("slot ids", lambda: ["", *[scene.key(f"slot-{seat}") for seat in range(v.seats)], ""])
        return ids, scene.for_all("slots", lambda shared: _slots(shared, v.seats), scene.chosen)
    return [key], [f'<div class="stage" id="{key}">{_shown(scene, v)}</div>']


def _shown(scene: Scene, v: State) -> str:
    if v.phase == razzia.FREE_NOTE:
        return _free_note(scene, v)
    if v.phase == razzia.ANSWER:
        return offers(scene, v, past_of(scene).offered)
    if v.phase == razzia.DUEL:
        return duel(scene, v, Roll((v.champion, v.challenger), (v.die, 0), NOBODY))
    return ""


# -- Cards face down, and turned up --------------------------------------------


def _slots(scene: Scene, seats: int) -> list[str]:
    head = f'<div class="stage" id="{scene.key("stage")}"><ul class="slots rz">'
    return [head, *[_slot(scene, seat) for seat in range(seats)], "</ul></div>"]


def _slot(scene: Scene, seat: int) -> str:
    """A seat's card of the round: face down, or still to come."""
    is_down = seat in scene.chosen or scene.view.state.choice[seat] != NOBODY
    about = scene.lang, seat, scene.key(f"slot-{seat}")
    own = _slot_of(*about, WORDS[scene.lang]["you"], is_own=True, is_down=is_down)
    return scene.either(seat, own, _slot_of(*about, named(scene, seat), is_own=False, is_down=is_down))


@lru_cache(4096)
def _slot_of(lang: str, seat: int, key: str, name: str, *, is_own: bool, is_down: bool) -> str:
    words = WORDS[lang]
    if is_down:
        label = words["face down" if is_own else "chosen"]
        paper = (
            f'<span class="card s back" data-vt="play-{seat}" data-at="seat-{seat}">{BACK}'
            f'<span class="vh">{words["card of"]}</span></span>'
        )
    else:
        label, paper = words["thinking"], f'<span class="slot s">{DOTS}</span>'
    mine = ME if is_own else ""
    return f'<li{mine} id="{key}">{paper}<b>{name}</b><span class="label">{label}</span></li>'


def turned_up(scene: Scene, cards: Mapping[int, int]) -> str:
    """The same cards, all turned over."""
    items = [
        f'<li id="{scene.key(f"slot-{seat}")}">{open_card(card, scene.lang, "s", f"play-{seat}", f"seat-{seat}")}'
        f"<b>{who(scene, seat)}</b></li>"
        for seat, card in cards.items()
    ]
    return f'<ul class="slots rz">{"".join(items)}</ul>'


# -- The free note --------------------------------------------------------------


def _free_note(scene: Scene, v: State) -> str:
    if v.free >= 0:
        paper = note(VALUES[v.free], "free", f"seat-{v.dealer}", " l held")
        words = f"<b>{say(scene, 'free own')}</b>"
    else:
        paper = f'<span class="note down" data-vt="free" data-at="seat-{v.dealer}">{symbol("lamp")}</span>'
        words = say(scene, "free down", who=who(scene, v.dealer))
    return f'<div class="freenote">{paper}<p>{words}</p></div>'


# -- An offer ---------------------------------------------------------------------


def offers(scene: Scene, v: State, offered: Mapping[int, list[int]]) -> str:
    """What the proposal gives to whom, the proposer first."""
    counts: dict[int, int] = {}
    rows = []
    for seat in sorted(seats_in(v.contenders), key=lambda seat: seat != v.proposer):
        given = offered.get(seat, [])
        paper = notes(given, f"note-{v.bar}", f"offer-{seat}", counts) if sum(given) == v.share[seat] else ""
        amount = sum_of(scene, v.share[seat]) if v.share[seat] else say(scene, "nothing")
        rows.append(
            f'<li><span class="for">{who(scene, seat)} ({STRENGTH[v.choice[seat]]})</span><b class="sum">{amount}</b>'
            f'<span class="notes">{paper}</span></li>'
        )
    return f'<ul class="offers" aria-label="{say(scene, "offer")}">{"".join(rows)}</ul>'


# -- A duel -----------------------------------------------------------------------


def duel(scene: Scene, v: State, roll: Roll) -> str:
    """Two cards and their dice, as far as they have been rolled, and who has won by what."""
    sides = [_fighter(scene, v, roll, place) for place in (0, 1)]
    old = " lies" if roll.winner == NOBODY else ""
    return f'<div class="duelrow">{sides[0]}<p class="dmid{old}">{_reason(scene, v, roll)}</p>{sides[1]}</div>'


def _fighter(scene: Scene, v: State, roll: Roll, place: int) -> str:
    seat, die = roll.fighters[place], roll.dice[place]
    card = v.choice[seat]
    won = seat == roll.winner
    rolled = f'{symbol(f"rz-die-{die}")}<span class="vh">{die}</span>' if die else ""
    mark = f'<span class="vh">{say(scene, "wins")}</span>' if won else ""
    total = STRENGTH[card] + die if die else ""
    old = " lies" if place == 0 and roll.dice[1] else ""  # rolled before the other one
    return (
        f'<div class="dside{" won" if won else ""}"><span class="dn">{who(scene, seat)}</span>'
        f'{open_card(card, scene.lang, "s", f"duel-{seat}", "stage")}<i>+</i><span class="die{old}">{rolled}</span><i>=</i>'
        f'<b class="tot{old}">{total}</b>{mark}</div>'
    )


def _reason(scene: Scene, v: State, roll: Roll) -> str:
    """Why the winner has won."""
    if roll.winner == NOBODY:
        return say(scene, "duel for", money=sum_of(scene, v.stake))
    totals = [STRENGTH[v.choice[seat]] + die for seat, die in zip(roll.fighters, roll.dice, strict=True)]
    return say(scene, "tie" if totals[0] == totals[1] else "higher")
