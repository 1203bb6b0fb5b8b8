"""The board of Razzia: six bars with their pots, the cards played, the offers and the duels."""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache

from tripot.core.state import HIDDEN, NOBODY
from tripot.web.drawing.scene import Scene, form, move_button, symbol

from .. import rules as razzia
from ..phrases import BARS, counted, figure_name, money, stores
from ..phrases import say as told
from ..rules import BAR_NAMES, BAR_OF, PLAYED, STRENGTH, VALUES, State
from ..words import hand_of, is_settling, left_on_bars, notes_on, rounds, seats_in
from .glossary import glossary
from .hand import hand, question
from .labels import WORDS, say, sign_money, sum_of, who
from .past import ALONE, EMPTY, IN_VAIN, RAID, SHARED, Fate, Past, Roll, past_of
from .pieces import (
    BACK,
    BAR_COLOURS,
    BAR_SYMBOLS,
    CHECK,
    DOTS,
    GAMBLER,
    ME,
    POLICE,
    WON,
    hidden_at,
    note,
    notes,
    open_card,
)

__all__ = ["felt", "glossary", "hand", "marker", "question", "seat_facts", "summary", "title_fact"]

STYLE = "razzia"  # the class of the whole page, for the style sheet

# -- The felt -----------------------------------------------------------------


def felt(scene: Scene) -> str:
    """The shared table: the bars, then the cards still face down or the free note, then what is left to draw."""
    v: State = scene.view.state
    bars, left = scene.once("bars", lambda: _bars(scene, v)), scene.once("stores", lambda: _stores(scene, v))
    return f'<section class="felt" aria-label="{say(scene, "bars")}">{bars}{_middle(scene, v)}{left}</section>'


def _bars(scene: Scene, v: State) -> str:
    past = past_of(scene)
    puts = v.phase == razzia.FREE_NOTE and scene.is_asked
    why = _why_not(scene, v)
    places = "".join(
        [_place(scene, v, past, bar, values, puts, why[bar]) for bar, values in _notes_by_bar(scene.open).items()]
    )
    bars = f'<ul class="places n{v.bars}">{places}</ul>'
    return form(scene, bars) if puts else bars


def _notes_by_bar(scene: Scene) -> dict[int, tuple[int, ...]]:
    v: State = scene.view.state
    return scene.once("notes", lambda: {bar: tuple(notes_on(v, bar)) for bar in v.board[: v.bars]})


def _stores(scene: Scene, v: State) -> str:
    """What is left to draw."""
    if is_settling(v) or v.phase == razzia.OVER:
        return ""
    words = stores(v.stock_n, v.pile_n, v.spot.count(PLAYED), scene.lang)
    return f'<p class="label stores">{words}</p>'


def _place(scene: Scene, v: State, past: Past, bar: int, values: tuple[int, ...], puts: bool, why: str) -> str:
    """A bar: its sign, its pot, and who has come."""
    is_hot = v.bar == bar and is_settling(v)
    pot = sum(values) + (v.stake + sum(v.share) if is_hot else 0)
    style, button = "", ""
    if is_hot:
        style, why = " hot", ""
    elif puts:
        style, why, button = " can", "", _put_button(scene, v, bar, pot)
    return (
        f"{_sign(scene.lang, bar, style, why, pot)}"
        f"{_pot(scene, v, past, bar, values, is_hot)}{button}{_came(scene, past, bar, bool(values))}</li>"
    )


@lru_cache(4096)
def _sign(lang: str, bar: int, style: str, why: str, pot: int) -> str:
    """The head of a bar: its sign, and the money there."""
    total = f'<span class="tot">{sign_money(pot, lang)}</span>' if pot else ""
    about = f' title="{WORDS[lang][why].format(bar=BARS[bar])}"' if why else ""
    return (
        f'<li class="place {BAR_COLOURS[bar]}{style}" id="place-{BAR_NAMES[bar]}"{about}>'
        f'<h2 class="sign">{BAR_SYMBOLS[bar]}{BARS[bar]}{total}</h2>'
    )


def _why_not(scene: Scene, v: State) -> dict[int, str]:
    """The words for why a bar cannot be touched; none for a spectator."""
    bars = v.board[: v.bars]
    if scene.seat < 0 or v.phase != razzia.CHOOSE:
        return dict.fromkeys(bars, "" if scene.seat < 0 else "not now")
    held = {BAR_OF[card] for card in hand_of(v, scene.seat)}
    return {bar: "choose below" if bar in held else "no card" for bar in bars}


def _put_button(scene: Scene, v: State, bar: int, pot: int) -> str:
    before, after = sum_of(scene, pot), sum_of(scene, pot + VALUES[v.free])
    why = say(scene, "put why", bar=BARS[bar], before=before, after=after)
    token = f"put-{BAR_NAMES[bar]}"
    return move_button(scene, token, say(scene, "put", money=after), style="btn put", why=why, key=token)


def _pot(scene: Scene, v: State, past: Past, bar: int, values: tuple[int, ...], is_hot: bool) -> str:
    """The notes of a bar, or what became of them; those of the proposal lie with the people they are for."""
    row = _lying(bar, values, past.put_value if past.put == bar else 0) if values else ""
    if is_hot and v.phase == razzia.DUEL:
        row = f'<p class="fate">{_fight(scene, v)}</p>'
    elif not row and not is_hot:
        row = _gone(scene, v, past, bar)
    row = f'<div class="row notes">{row}{_unseen(scene, v, bar)}</div>' if row else ""
    return row + _offers(scene, v, past, bar, values) if is_hot and any(v.share) else row


@lru_cache(4096)
def _lying(bar: int, values: tuple[int, ...], put: int) -> str:
    """The notes that lie on a bar; `put` is the value of one that was laid there just now."""
    return notes(values, f"note-{bar}", f"bar-{bar}", {}, put)


def _offers(scene: Scene, v: State, past: Past, bar: int, values: tuple[int, ...]) -> str:
    """What the proposal gives to whom; its notes are numbered after those that lie on the bar."""
    counts = dict(Counter(values))
    rows = []
    for seat in sorted(seats_in(v.contenders), key=lambda seat: seat != v.proposer):
        given = past.offered.get(seat, [])
        paper = notes(given, f"note-{bar}", f"offer-{seat}", counts) if sum(given) == v.share[seat] else ""
        card = open_card(v.choice[seat], scene.lang, "s", f"play-{seat}", f"bar-{bar}")
        sum_ = f'<b class="sum">{_sum(scene, v.share[seat])}</b>'
        rows.append(f'<li>{card}<span class="for">{who(scene, seat)}</span>{paper}{sum_}</li>')
    return f'<ul class="offers" aria-label="{say(scene, "offer")}">{"".join(rows)}</ul>'


def _gone(scene: Scene, v: State, past: Past, bar: int) -> str:
    """Why there is no money on a bar."""
    if bar in past.fates and not past.fates[bar].rolls:
        return f'<p class="fate">{_fate_line(scene, bar, past.fates[bar])}</p>'
    is_done = (is_settling(v) and bar < v.bar) or bar in past.claims
    key = "pot gone" if bar in past.fates else "settled" if is_done else "no money"
    return f'<p class="label">{say(scene, key)}</p>'


def _unseen(scene: Scene, v: State, bar: int) -> str:
    """A hint for who counts cards: how many gamblers and police of the bar have not been seen."""
    if not scene.hints or v.phase not in (razzia.FREE_NOTE, razzia.CHOOSE):
        return ""
    return _unseen_words(scene.lang, *hidden_at(v, bar))


@cache
def _unseen_words(lang: str, gamblers: int, police: int) -> str:
    words = WORDS[lang]["unseen"].format(unseen=counted(gamblers, police, lang))
    return (
        f'<p class="unseen" title="{words}"><span aria-hidden="true">{GAMBLER}{gamblers}{POLICE}{police}'
        f'</span><span class="vh">{words}</span></p>'
    )


def _came(scene: Scene, past: Past, bar: int, has_money: bool) -> str:
    """The cards open at a bar with their owners, and what came of it."""
    if bar not in past.claims:
        return ""
    claimants, losers = past.claims[bar]
    seen = scene if scene.seat in claimants or scene.seat in losers else scene.open
    return seen.once(("came", bar), lambda: _cards_at(seen, past, bar, has_money))


def _cards_at(scene: Scene, past: Past, bar: int, has_money: bool) -> str:
    v: State = scene.view.state
    claimants, losers = past.claims[bar]
    shown = [] if v.bar == bar and any(v.share) else claimants  # an offer shows them with their shares
    cards = "".join(
        [_played(scene, v, past.cards[seat], seat, "") for seat in shown]
        + [_played(scene, v, past.cards[seat], seat, "raided" if claimants else "in vain") for seat in losers]
    )
    if not cards:
        return ""
    fate, is_new = past.fates.get(bar), past.ended and v.phase != razzia.OVER
    end = _fate(scene, bar, fate) if fate and (fate.rolls or has_money) else ""
    head = f'<h3 class="vh">{say(scene, "was", round=past.ended)}</h3>' if is_new else ""
    return f'<div class="came{" was" if is_new else ""}">{head}<ul class="played">{cards}</ul>{end}</div>'


def _played(scene: Scene, v: State, card: int, seat: int, out: str) -> str:
    word = say(scene, out) if out else ""
    name = f"was-{seat}" if v.phase == razzia.CHOOSE else f"play-{seat}"  # the next card may lie face down already
    paper = open_card(card, scene.lang, "s off" if out else "s", name, f"bar-{BAR_OF[card]}", word)
    said = f'<span class="vh">, {word}</span>' if out else ""
    return f'<li>{paper}<span class="by">{who(scene, seat)}{said}</span></li>'


def _fate(scene: Scene, bar: int, fate: Fate) -> str:
    """What became of a bar, in words, with the dice of its duels."""
    if fate.rolls:
        agreed = [seat for seat in fate.gains if seat != fate.rolls[-1].winner]
        lines = [say(scene, "agreed", who=who(scene, seat), money=_sum(scene, fate.gains[seat])) for seat in agreed]
        duels = "".join([_duel(scene, roll) for roll in fate.rolls])
        winner = fate.rolls[-1].winner
        lines.append(_takes(scene, winner, fate.gains.get(winner, 0), ""))
        said = "".join([f'<p class="fate">{line}</p>' for line in lines])
        return f'<ol class="duels" aria-label="{say(scene, "duel")}">{duels}</ol>{said}'
    return f'<p class="fate">{_fate_line(scene, bar, fate)}</p>'


def _fate_line(scene: Scene, bar: int, fate: Fate) -> str:
    """What became of a bar, in one line; the same one for all whom it does not concern."""
    seen = scene if scene.seat in fate.gains else scene.open
    return seen.once(("fate", bar), lambda: _fate_words(seen, fate))


def _fate_words(scene: Scene, fate: Fate) -> str:
    if fate.kind == EMPTY:
        return say(scene, "empty")
    if fate.kind == IN_VAIN:
        return say(scene, "stays", money=sum_of(scene, fate.pot))
    if fate.kind in (ALONE, RAID):
        ((seat, gain),) = fate.gains.items()
        return _takes(scene, seat, gain, "raid" if fate.kind == RAID else "")
    shares = ", ".join([f"{who(scene, seat)} {_sum(scene, gain)}" for seat, gain in fate.gains.items()])
    if fate.kind == SHARED:
        return say(scene, "shared", shares=shares)
    if fate.rolls:
        return say(scene, "fought", shares=shares)
    return say(scene, "no stake", shares=shares)


def _takes(scene: Scene, seat: int, gain: int, how: str) -> str:
    if seat == scene.seat:
        return say(scene, "you raid" if how else "you take", money=sum_of(scene, gain))
    return say(scene, "raid takes" if how else "takes", who=who(scene, seat), money=sum_of(scene, gain))


def _sum(scene: Scene, thousands: int) -> str:
    return sum_of(scene, thousands) if thousands else say(scene, "nothing")


def _duel(scene: Scene, roll: Roll) -> str:
    """One duel: two cards and two dice."""
    totals = [card + die for card, die in zip(roll.cards, roll.dice, strict=True)]
    rows = []
    for seat, card, die, total in zip(roll.fighters, roll.cards, roll.dice, totals, strict=True):
        won = seat == roll.winner
        mark = f'{CHECK}<span class="vh">{say(scene, "wins")}</span>' if won else ""
        rows.append(
            f'<p{WON if won else ""} title="{card} + {die} = {total}"><span class="die tiny">{symbol(f"rz-die-{die}")}</span>'
            f'<span class="for">{who(scene, seat)}</span><span class="vh">{card} + {die} =</span><span>{total}</span>{mark}</p>'
        )
    tie = f'<p class="label">{say(scene, "tie")}</p>' if totals[0] == totals[1] else ""
    return f"<li>{''.join(rows)}{tie}</li>"


def _fight(scene: Scene, v: State) -> str:
    """A duel whose dice are rolling."""
    first, second = (f"{who(scene, seat)} ({STRENGTH[v.choice[seat]]})" for seat in (v.champion, v.challenger))
    return say(scene, "fight", first=first, second=second)


def _middle(scene: Scene, v: State) -> str:
    """Between the bars and the edge: cards face down, or the free note in the dealer's hand."""
    if v.phase == razzia.CHOOSE:
        return f'<ul class="slots rz">{"".join([_slot(scene, v, seat) for seat in range(v.seats)])}</ul>'
    if v.phase != razzia.FREE_NOTE:
        return ""
    if v.free >= 0:
        paper = note(VALUES[v.free], "free", f"seat-{v.dealer}", " l held")
        words = f"<b>{say(scene, 'free own')}</b> {say(scene, 'free hint')}"
    else:
        paper = f'<span class="note down" data-vt="free" data-at="seat-{v.dealer}">{symbol("lamp")}</span>'
        words = say(scene, "free down", who=who(scene, v.dealer))
    return f'<div class="freenote">{paper}<p>{words}</p></div>'


def _slot(scene: Scene, v: State, seat: int) -> str:
    """A seat's card of the round: face down, or still to come."""
    is_own = seat == scene.seat
    is_down = seat in scene.chosen or v.choice[seat] != NOBODY or (is_own and scene.choice is not None)
    return _slot_of(scene.lang, seat, who(scene, seat), is_own, is_down)


@lru_cache(4096)
def _slot_of(lang: str, seat: int, name: str, is_own: bool, is_down: bool) -> str:
    words = WORDS[lang]
    if is_down:
        label = words["face down" if is_own else "chosen"]
        paper = (
            f'<span class="card s back" data-vt="play-{seat}" data-at="seat-{seat}">{BACK}'
            f'<span class="vh">{words["card of"]}</span></span>'
        )
    else:
        label, paper = words["thinking"], f'<span class="slot s">{DOTS}</span>'
    return f'<li{ME if is_own else ""}>{paper}<b>{name}</b><span class="label">{label}</span></li>'


# -- The seats ----------------------------------------------------------------


def seat_facts(scene: Scene, seat: int) -> tuple[str, str]:
    """What a seat does or has just won, and its money."""
    v: State = scene.view.state
    return _doing(scene, v, seat), sum_of(scene, v.money[seat])


def _doing(scene: Scene, v: State, seat: int) -> str:
    lang = scene.lang
    if v.phase == razzia.OVER:
        return say(scene, "winner") if razzia.winners(v) >> seat & 1 else ""
    if v.phase == razzia.CHOOSE:
        if seat in scene.chosen:
            return ""
        return told(lang, "has chosen" if v.choice[seat] != NOBODY else "chooses")
    past = past_of(scene)
    gain = past.gains.get(seat, 0)
    facts = [f"+{sum_of(scene, gain)}"] if gain else []
    if is_settling(v):
        facts.insert(0, _figure(scene, past, seat))
        if v.asked >> seat & 1 and seat not in scene.chosen:
            facts.append(told(lang, "proposes" if v.phase == razzia.SPLIT else "answers"))
        elif v.phase == razzia.ANSWER and v.answer[seat] != NOBODY:
            facts.append(told(lang, "has answered"))
    elif v.free == HIDDEN or v.free >= 0:
        facts += [told(lang, "places")] if seat == v.dealer else []
    return " · ".join(facts)


def _figure(scene: Scene, past: Past, seat: int) -> str:
    """The card of a seat, `gambler 5`, and whether it has come for nothing."""
    card = past.cards[seat]
    claimants, losers = past.claims[BAR_OF[card]]
    figure = figure_name(card, scene.lang)
    if seat not in losers:
        return figure
    return say(scene, "figure raided" if claimants else "figure in vain", figure=figure)


def marker(scene: Scene, seat: int) -> str:
    """The dealer's button."""
    if scene.view.state.dealer != seat:
        return ""
    return f'{symbol("dealer")}<span class="vh">{say(scene, "dealer")}</span>'


# -- The tally ----------------------------------------------------------------


def summary(scene: Scene) -> str:
    """When a round has just ended: what became of every bar, and everybody's money; at the end the final score."""
    v: State = scene.view.state
    past = past_of(scene)
    is_over = v.phase == razzia.OVER
    if not past.ended and not is_over:
        return ""
    title = say(scene, "final") if is_over else say(scene, "tally", round=past.ended, rounds=rounds(v))
    lines = [
        f"<li>{BAR_SYMBOLS[bar]}<span><b>{BARS[bar]}</b> {_fate_line(scene, bar, fate)}</span></li>"
        for bar, fate in sorted(past.fates.items())
    ]
    fates = f'<ul class="fates">{"".join(lines)}</ul>' if lines else ""
    left = f'<p class="label">{say(scene, "left", money=sum_of(scene, left_on_bars(v)))}</p>' if is_over else ""
    return f'<section class="log tally" id="tally"><h2>{title}</h2>{fates}{_sheet(scene, v, past, is_over)}{left}</section>'


def _sheet(scene: Scene, v: State, past: Past, is_over: bool) -> str:
    """Everybody's money, the richest first."""
    gains = past.gains
    ranked = sorted(range(v.seats), key=lambda seat: -v.money[seat])
    most = max(v.money[ranked[0]], 1)
    rows = [
        _sheet_row(
            scene.lang,
            who(scene, seat),
            gains.get(seat, 0),
            v.money[seat],
            round(100 * v.money[seat] / most),
            is_over and v.money[seat] == v.money[ranked[0]],
        )
        for seat in ranked
    ]
    return f'<table class="sheet">{_sheet_head(scene.lang)}<tbody>{"".join(rows)}</tbody></table>'


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


def title_fact(scene: Scene) -> str:
    """Where the game stands: `Round 7 of 12`."""
    v: State = scene.view.state
    return say(scene, "title", round=v.round, rounds=rounds(v)) if v.round else say(scene, "dealing")
