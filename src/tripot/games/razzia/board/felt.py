"""The bars of Razzia with their pots and the cards that have come, and the stage below them.

When a new round has been laid out, nothing of the old one lies here any more: the round sheet tells it. So old results never
share a box with new money. Between the two, where only a lesson stands still, its cards lie where they came.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from tripot.web.drawing.parts import Pieces
from tripot.web.drawing.scene import Scene, form, move_button

from .. import rules as razzia
from ..phrases import BARS, counted, stores
from ..rules import BAR_NAMES, BAR_OF, PLAYED, VALUES, State
from ..words import hand_of, is_settling
from .labels import WORDS, say, sign_money, sum_of, who
from .past import Fate, Past, past_of
from .pieces import BAR_COLOURS, BAR_SYMBOLS, GAMBLER, POLICE, hidden, notes, open_card, pots
from .stage import stage

CROWDED = 5  # more notes than that lie in two rows,
CROWDED_BESIDE = 2  # and more than that beside a button or cards


def felt(scene: Scene) -> Pieces:
    """The shared table: the bars, the stage, and what is left to draw."""
    v: State = scene.view.state
    ids, bars = scene.once("bars", lambda: _bars(scene, v))
    keys, lie = stage(scene)
    return Pieces([*ids, *keys, ""], [*bars, *lie, scene.once("stores", lambda: _stores(scene, v))])


def _bars(scene: Scene, v: State) -> tuple[list[str], list[str]]:
    """The bars with their ids, and what stands before and behind them."""
    past, why, puts = past_of(scene), _why_not(scene, v), v.phase == razzia.FREE_NOTE and scene.is_asked
    counts = hidden(scene) if scene.hints and v.phase in (razzia.FREE_NOTE, razzia.CHOOSE) else {}
    about = tuple([(bar, values, why[bar], counts.get(bar)) for bar, values in pots(scene).items()])

    def places(scene: Scene) -> list[str]:
        return [_place(scene, past, *each, puts) for each in about]

    head, foot = _around(scene.lang, v.bars)
    if puts:
        before, behind = form(scene, "\n").split("\n")
        head, foot = head.replace("<ul", f"{before}<ul"), foot + behind
        drawn: Sequence[str] = places(scene)
    else:
        drawn = scene.for_all(("bars", about), places)  # the same for all to whom they say the same
    return ["", *[scene.key(f"place-{bar}") for bar in v.board[: v.bars]], ""], [head, *drawn, foot]


@cache
def _around(lang: str, bars: int) -> tuple[str, str]:
    return f'<section class="felt" aria-label="{WORDS[lang]["bars"]}"><ul class="places n{bars}">', "</ul>"


def _stores(scene: Scene, v: State) -> str:
    """What is left to draw, and the end of it all."""
    words = stores(v.stock_n, v.pile_n, v.spot.count(PLAYED), scene.lang)
    return f'<p class="label stores">{words}</p></section>'


# -- A bar ------------------------------------------------------------------------


def _place(
    scene: Scene,
    past: Past,
    bar: int,
    values: tuple[int, ...],
    why: str,
    unseen: tuple[int, int] | None,
    puts: bool,
) -> str:
    """A bar: its sign, its pot on the left, who has come on the right."""
    v: State = scene.view.state
    is_hot = v.bar == bar and is_settling(v)
    pot = sum(values) + (v.stake + sum(v.share) if is_hot else 0)
    style, button = "", ""
    if is_hot:
        style, why = " hot", ""
    elif puts:
        style, why, button = " can", "", _put_button(scene, v, bar, pot)
    lie = _lying(bar, values, past.put_value if past.put == bar else 0)
    is_open = is_settling(v) or v.phase == razzia.DEAL
    fate = past.fates.get(bar) if is_open else None
    lie = lie or (took(scene, fate) if fate else "")
    came = _came(scene, past, bar) if is_open else ""
    below = button or (_unseen_words(scene.lang, *unseen) if unseen else "")
    many = " many" if len(values) > (CROWDED_BESIDE if button or came else CROWDED) else ""
    return (
        f'{_sign(scene.lang, bar, scene.key(f"place-{bar}"), style, why, pot)}<div class="pbody">'
        f'<div class="notes{many}" id="{scene.key(f"pot-{bar}")}">{lie}</div>'
        f'{below}<ul class="played" id="{scene.key(f"came-{bar}")}">{came}</ul></div></li>'
    )


@lru_cache(4096)
def _sign(lang: str, bar: int, key: str, style: str, why: str, pot: int) -> str:
    """The head of a bar: its sign, and the money there."""
    total = f'<span class="tot">{sign_money(pot, lang)}</span>' if pot else ""
    about = f' title="{WORDS[lang][why].format(bar=BARS[bar])}"' if why else ""
    return (
        f'<li class="place {BAR_COLOURS[bar]}{style}" id="{key}"{about}>'
        f'<h2 class="sign">{BAR_SYMBOLS[bar]}<span>{BARS[bar]}</span>{total}</h2>'
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


@lru_cache(4096)
def _lying(bar: int, values: tuple[int, ...], put: int) -> str:
    """The notes that lie on a bar; `put` is the value of one that was laid there just now."""
    return notes(values, f"note-{bar}", f"bar-{bar}", {}, put)


def with_note(bar: int, values: Sequence[int], put: int) -> str:
    """The notes of a bar after the free note has been laid there."""
    return _lying(bar, tuple(values), put)


def took(scene: Scene, fate: Fate) -> str:
    """Who has taken how much of what lay there; nothing where the money stays."""
    gains = "".join([f"<span>+{gain} {who(scene, seat)}</span>" for seat, gain in fate.gains.items() if gain])
    return f'<b class="took">{gains}</b>' if gains else ""


@cache
def _unseen_words(lang: str, gamblers: int, police: int) -> str:
    """A hint for who counts cards: how many gamblers and police of the bar have not been seen."""
    words = WORDS[lang]["unseen"].format(unseen=counted(gamblers, police, lang))
    return (
        f'<p class="unseen" title="{words}"><span aria-hidden="true">{GAMBLER}{gamblers}{POLICE}{police}'
        f'</span><span class="vh">{words}</span></p>'
    )


# -- Who has come -----------------------------------------------------------------


def _came(scene: Scene, past: Past, bar: int) -> str:
    """The cards open at a bar with their owners."""
    claimants, losers = past.claims.get(bar, ([], []))
    return came(scene, past.cards, claimants, losers)


def came(scene: Scene, cards: dict[int, int], claimants: list[int], losers: list[int]) -> str:
    """Those with a claim first, then those who came for nothing."""
    return "".join(
        [_played(scene, cards[seat], seat, "") for seat in claimants]
        + [_played(scene, cards[seat], seat, "raided" if claimants else "in vain") for seat in losers]
    )


def _played(scene: Scene, card: int, seat: int, out: str) -> str:
    word = say(scene, out) if out else ""
    paper = open_card(card, scene.lang, "s off" if out else "s", f"play-{seat}", f"bar-{BAR_OF[card]}", word)
    said = f'<span class="vh">, {word}</span>' if out else ""
    return f'<li>{paper}<span class="by">{who(scene, seat)}{said}</span></li>'
