"""The round sheet of Razzia: what became of every bar and why, and everybody's money."""

from __future__ import annotations

from functools import cache, lru_cache

from tripot.web.drawing.scene import Scene

from .. import rules as razzia
from ..phrases import BARS, money
from ..rules import STRENGTH, State
from ..words import rounds
from .labels import WORDS, say, sum_of, who
from .past import ALONE, EMPTY, IN_VAIN, RAID, SHARED, Fate, Past, past_of
from .pieces import BAR_COLOURS, BAR_SYMBOLS, CHECK, WON


def summary(scene: Scene) -> str:
    """The last round that has ended, as long as no card of the next one has been turned up; at the end the final score."""
    v: State = scene.view.state
    past = past_of(scene)
    is_over = v.phase == razzia.OVER
    if not past.ended and not is_over:
        return ""
    about = past.ended, past.left, past.cards, past.fates, v.money, is_over  # it stands while the free note is put
    (tally,) = scene.for_all(
        "tally", lambda shared: [shared.once_for("tally", lambda: _tally(shared, v, past, is_over), *about)]
    )
    return tally


def _tally(scene: Scene, v: State, past: Past, is_over: bool) -> str:
    title = say(scene, "final") if is_over else say(scene, "tally", round=past.ended, rounds=rounds(v))
    lines = [_line(scene, past, bar, fate) for bar, fate in sorted(past.fates.items())]
    fates = f'<ul class="fates">{"".join(lines)}</ul>' if lines else ""
    left = f'<p class="label">{say(scene, "left", money=sum_of(scene, past.left))}</p>' if past.ended else ""
    table = _sheet(scene, v, past, is_over)
    return f'<section class="log tally" id="{scene.key("tally")}"><h2>{title}</h2>{fates}{table}{left}</section>'


def _line(scene: Scene, past: Past, bar: int, fate: Fate) -> str:
    """A bar: what happened there and why, and who gained how much."""
    gains = "".join(
        [f'<span class="got">{who(scene, seat)} <b>+{gain}</b></span>' for seat, gain in fate.gains.items()]
    )
    mine = "".join([scene.either(seat, " mine-won", "") for seat, gain in fate.gains.items() if gain])
    return (
        f'<li class="fate{mine}"><span class="tile {BAR_COLOURS[bar]}">{BAR_SYMBOLS[bar]}</span>'
        f'<p><b>{BARS[bar]}</b> {why(scene, past, fate)}</p><span class="gots">{gains}</span></li>'
    )


def why(scene: Scene, past: Past, fate: Fate) -> str:
    """What became of a bar, with the reason."""
    if fate.kind == EMPTY:
        return say(scene, "empty")
    if fate.kind == IN_VAIN:
        return say(scene, "stays", money=sum_of(scene, fate.pot))
    if fate.kind in (ALONE, RAID):
        (seat,) = fate.gains
        return say(scene, "was raid" if fate.kind == RAID else "was alone", who=who(scene, seat))
    if fate.kind == SHARED:
        return say(scene, "was shared")
    return " ".join([_duel(scene, past, fate, number) for number in range(len(fate.rolls))]) or say(scene, "no stake")


def _duel(scene: Scene, past: Past, fate: Fate, number: int) -> str:
    """A duel in one sentence: both totals and what decided."""
    roll = fate.rolls[number]
    totals = {seat: STRENGTH[past.cards[seat]] + die for seat, die in zip(roll.fighters, roll.dice, strict=True)}
    (loser,) = [seat for seat in roll.fighters if seat != roll.winner]
    key = "was tie" if totals[loser] == totals[roll.winner] else "was duel"
    facts = {"winner": who(scene, roll.winner), "loser": who(scene, loser), "card": STRENGTH[past.cards[roll.winner]]}
    return say(scene, key, total=totals[roll.winner], other=totals[loser], **facts)


def _sheet(scene: Scene, v: State, past: Past, is_over: bool) -> str:
    """Everybody's money, the richest first."""
    most = max(v.money[: v.seats])
    rows = "".join(
        [
            _sheet_row(
                scene.lang,
                who(scene, seat),
                past.gains.get(seat, 0),
                v.money[seat],
                round(100 * v.money[seat] / max(most, 1)),
                is_over and v.money[seat] == most,
            )
            for seat in sorted(range(v.seats), key=lambda seat: -v.money[seat])
        ]
    )
    return f'<table class="sheet">{_sheet_head(scene.lang)}<tbody>{rows}</tbody></table>'


@cache
def _sheet_head(lang: str) -> str:
    cells = "".join([f'<th scope="col">{WORDS[lang][key]}</th>' for key in ("player", "won now", "total")])
    return f"<thead><tr>{cells}</tr></thead>"


@lru_cache(4096)
def _sheet_row(lang: str, name: str, gain: int, total: int, width: int, won: bool) -> str:
    """Somebody's money, with a rod as long as its share of the most."""
    mark = f'{CHECK}<span class="vh">{WORDS[lang]["winner"]}</span>' if won else ""
    rod = (
        f'<svg class="rod" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect width="{width}" height="4"/></svg>'
    )
    return (
        f'<tr{WON if won else ""}><th scope="row">{name}{mark}{rod}</th><td class="plus">{f"+{gain}" if gain else ""}</td>'
        f"<td><b>{money(total, lang)}</b></td></tr>"
    )
