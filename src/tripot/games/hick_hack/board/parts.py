"""The pieces of Hick Hack as HTML: cards, grains, dice. What does not depend on a table is drawn once and kept."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from tripot.web.drawing.scene import symbol

from .. import rules
from ..phrases import card_name
from ..tokens import CARDS, YARDS
from .labels import WORDS, grain_name

YARD_STYLES = YARDS
BIRDS = ("chicken", "duck", "goose", "guinea", "pheasant", "turkey")
GRAIN_STYLES = ("g3 c-yellow", "g2 c-blue", "g1 c-green")
GRAIN_LETTERS = "ybg"
RACES = {rules.SHY: "shy", rules.FOX: "fox"}

BACK = symbol("lamp", "art")
CROWDED = 6  # more grains than that overlap
FEW = 3  # contenders: then the grains of an offer stand in two columns
NO_GRAIN: tuple[int, ...] = (0,) * rules.COLOURS


@cache
def style_of(card: int) -> str:
    """The classes of a card: its colour and its race."""
    return f"c-{YARD_STYLES[card // rules.KINDS]} {RACES.get(rules.RACE[card], '')}".rstrip()


@cache
def value_of(card: int) -> str:
    """The number printed on it."""
    return str(rules.VALUE[card]).replace("-", "−")


@cache
def face(card: int, lang: str) -> str:
    """What is printed on a card, and its name for those who cannot see it."""
    bird, race = BIRDS[card // rules.KINDS], rules.RACE[card]
    suit = "" if race == rules.BIRD else symbol(bird, "suit")
    art = symbol(bird if race == rules.BIRD else RACES[race], "art")
    return f'<b aria-hidden="true">{value_of(card)}</b>{suit}{art}<span class="vh">{card_name(card, lang)}</span>'


@cache
def chip_face(card: int, lang: str) -> str:
    """The same in small: the animal and its number."""
    race = rules.RACE[card]
    drawing = BIRDS[card // rules.KINDS] if race == rules.BIRD else RACES[race]
    return f'{symbol(drawing)}<b aria-hidden="true">{value_of(card)}</b><span class="vh">{card_name(card, lang)}</span>'


def token(card: int) -> str:
    """How the card is spelled."""
    return CARDS[card]


@cache
def grain_face(colour: int, lang: str) -> str:
    """A grain without a place of its own."""
    return (
        f'<span class="grain {GRAIN_STYLES[colour]}" data-thing>{symbol(f"grain-{rules.GRAIN_POINTS[colour]}", "")}'
        f'<span class="vh">{grain_name(colour, lang)}</span></span>'
    )


@lru_cache(maxsize=8192)
def _grain(yard: int, colour: int, number: int, at: str, lang: str) -> str:
    return (
        f'<span class="grain {GRAIN_STYLES[colour]}" data-vt="grain-{yard}-{GRAIN_LETTERS[colour]}{number}" '
        f'data-at="{at}">{symbol(f"grain-{rules.GRAIN_POINTS[colour]}", "")}'
        f'<span class="vh">{grain_name(colour, lang)}</span></span>'
    )


def grains(yard: int, grain: Sequence[int], at: str, lang: str, first: Sequence[int] = NO_GRAIN) -> str:
    """Grains of a yard, wherever they lie now; `first` says how many of each colour lie elsewhere before them."""
    return "".join(
        [
            _grain(yard, colour, first[colour] + i, at, lang)
            for colour in range(rules.COLOURS)
            for i in range(grain[colour])
        ]
    )


@cache
def legend(lang: str) -> str:
    """What the grains are worth."""
    items = "".join(
        f'<li>{grain_face(colour, lang)}<span aria-hidden="true">= {points}</span></li>'
        for colour, points in reversed(list(enumerate(rules.GRAIN_POINTS)))
    )
    return f'<ul class="legend" aria-label="{WORDS[lang]["legend"]}">{items}</ul>'


@lru_cache(maxsize=256)
def tally(grain: tuple[int, ...], lang: str) -> str:
    """Won grains, small: for each colour a drawing and how many."""
    parts = [
        f'<span class="grains">{grain_face(colour, lang)}<span>×{n}</span></span>'
        for colour, n in enumerate(grain)
        if n
    ]
    return "".join(parts)


@lru_cache(maxsize=16)
def die(side: int, lang: str) -> str:
    """A die."""
    return f'{symbol(f"hh-die-{side}")}<span class="vh">{WORDS[lang]["die"].format(n=side)}</span>'


def back(vt: str, at: str) -> str:
    """A card face down."""
    return f'<span class="card back s" data-vt="{vt}" data-at="{at}">{BACK}</span>'


def laid_vt(number: int, seat: int, place: int) -> str:
    """The name of a card laid in a round, the same face down and face up: it says whose it is, not what it is."""
    return f"laid-{number}-{seat}-{place}"


def listing(items: Iterable[str], style: str, *, tag: str = "ul", label: str = "", scrolls: bool = False) -> str:
    """A list of `<li>`; one that `scrolls` can be reached by the keyboard."""
    about = f' aria-label="{label}"' if label else ""
    about += ' tabindex="0"' if scrolls else ""
    return f'<{tag} class="{style}"{about}>{"".join(items)}</{tag}>'
