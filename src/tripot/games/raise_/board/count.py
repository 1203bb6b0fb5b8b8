"""The scoring of RAISE line by line: what the round just ended brought, and the count at the end of the game."""

from __future__ import annotations

from collections.abc import Sequence

from tripot.core.state import NOBODY
from tripot.play.move import Step
from tripot.web.drawing.scene import Scene, symbol, text

from .. import rules, words
from ..phrases import points_in_words, victory_points
from ..rules import State
from .cards import COLOUR, INSIDE, copies, flight, full_name
from .labels import COUNTED, WORDS
from .track import seat_mark


def summary(scene: Scene) -> str:
    """The scoring of the round that has just ended, and at the end the whole count; else nothing."""
    v: State = scene.view.state
    ended = [step for step in scene.recent if has_ended_round(step)]
    lines = [_round(scene, step) for step in ended]
    if v.phase == rules.OVER:
        lines.append(_counts(scene))
    return f'<section class="dialog rs-count">{"".join(lines)}</section>' if lines else ""


def has_ended_round(step: Step) -> bool:
    """Whether a round ended with this step."""
    return words.point_card(step.before) != NOBODY and words.point_card(step.after) == NOBODY


# -- One round ----------------------------------------------------------------


def _round(scene: Scene, step: Step) -> str:
    """Who has won the round, and what it was worth."""
    lang, say = scene.lang, WORDS[scene.lang]
    before, after = step.before, step.after
    point, number = words.point_card(before), words.round_now(before)
    winner = words.winner_of(point, after)
    if winner == NOBODY:
        return f"<h3>{say['round aside'].format(round=number)}</h3><p>{say['aside'].format(point=point)}</p>"
    gain = points_in_words(words.won(after, winner) - words.won(before, winner), lang)
    title = text(say["round won"].format(round=number, name=scene.names[winner], points=gain))
    pile = words.pile_won(before, after)
    alone = not words.is_placed(before)
    stood = say["stood alone" if alone else "stood"].format(space=words.winning_space(before, after, winner))
    return (
        f'<h3 class="rs-who">{seat_mark(scene, winner)}<span>{title}<small>{stood}</small></span></h3><ul class="rs-lines">'
        f'<li><b class="rs-mini">{point}</b><span>{say["point card"]}</span></li>'
        f"<li><b>+\u00a0{victory_points(pile)}</b>{_pile_in_words(pile, lang)}</li></ul>"
    )


def _pile_in_words(pile: Sequence[int], lang: str) -> str:
    """`13 cards of the pile: 8 × 1, 5 × 5`."""
    say = WORDS[lang]
    fives = sum(n for card, n in enumerate(pile) if rules.VICTORY_POINTS[card] > 1)
    ones = sum(pile) - fives
    kinds = [say[key].format(n=n) for key, n in (("ones", ones), ("fives", fives)) if n]
    cards = COUNTED[lang]["pile cards"].format(sum(pile))
    return f'<span>{cards} <span class="label">({" + ".join(kinds)})</span></span>'


# -- Everybody ----------------------------------------------------------------


def _counts(scene: Scene) -> str:
    """What everybody has, from which cards."""
    v, say = scene.view.state, WORDS[scene.lang]
    rows = "".join(
        f"<li><b>{text(scene.names[seat])}</b><b>{words.scores(v)[seat]}</b><span>{_sources(v, seat, say)}</span></li>"
        for seat in range(v.seats)
    )
    return f'<h3>{say["count"]}</h3><ul class="rs-sums">{rows}</ul>'


def _sources(v: State, seat: int, say: dict[str, str]) -> str:
    """`28 from point cards + 98 from cards won + 4 in hand`."""
    points = sum(words.point_cards_at(v, seat))
    in_hand = victory_points(words.counted(words.hand(v, seat)))
    return say["sources"].format(points=points, won=words.won(v, seat) - points, hand=in_hand)


def open_hands(scene: Scene) -> str:
    """The table at the end: the point cards everybody has won and the hands, laid open."""
    v, say = scene.view.state, WORDS[scene.lang]
    heads = "".join(f"<span>{say[key]}</span>" for key in ("point cards", "won cards", "in hand", "total"))
    rows = "".join(_open_hand(scene, seat) for seat in range(v.seats))
    winners = text(words.winners_in_words(v, scene.names, scene.lang))
    return (
        f'<h2>{symbol("r-star")} {winners}</h2><p class="rs-heads label" aria-hidden="true"><span></span>{heads}</p>'
        f'<ul class="rs-rows">{rows}</ul>'
    )


def _open_hand(scene: Scene, seat: int) -> str:
    v, lang, say = scene.view.state, scene.lang, WORDS[scene.lang]
    cards, points = words.hand(v, seat), words.point_cards_at(v, seat)
    shown = "".join(
        f'<li class="card s {COLOUR[card]}" title="{full_name(card, lang)}" data-vt="{flight(seat, card, copy)}"'
        f' data-at="open-{seat}">{INSIDE[card]}<span class="vh">{full_name(card, lang)}</span></li>'
        for card, copy in zip(cards, copies(v, seat, cards), strict=True)
    )
    minis = "".join(f'<li class="rs-mini">{point}</li>' for point in points)
    in_hand = victory_points(words.counted(cards))
    won = words.won(v, seat) - sum(points)
    is_winner = rules.winners(v) >> seat & 1
    mark = f'{symbol("r-star")}<span class="vh">{say["winner"]}</span> ' if is_winner else ""
    return (
        f"<li><h3>{seat_mark(scene, seat)}<span>{text(scene.names[seat])}</span></h3>"
        f'<ul class="rs-points" aria-label="{say["point cards"]}">{minis}<li class="rs-won">{sum(points)}</li></ul>'
        f'<p class="rs-won"><span class="rs-word">{say["won cards"]}</span> + {won}</p>'
        f'<ul class="row" aria-label="{text(say["open hand"].format(name=scene.names[seat]))}">{shown}'
        f'<li class="rs-won">+ {in_hand}</li></ul>'
        f'<p class="rs-total">{mark}<span class="vh">{say["total"]}</span>{words.scores(v)[seat]}</p></li>'
    )
