"""The scoring of RAISE line by line: what the round just ended brought, and the count at the end of the game."""

from __future__ import annotations

from collections.abc import Sequence

from tripot.core.state import NOBODY
from tripot.language import number as written
from tripot.play.move import Step
from tripot.web.drawing.scene import Scene, symbol, text

from .. import rules, words
from ..phrases import points_in_words, victory_points
from ..rules import State
from .cards import COLOUR, INSIDE, copies, flight, full_name
from .labels import COUNTED, WORDS
from .track import seat_mark


def summary(scene: Scene) -> str:
    """At the end the last round and the whole count; else nothing: the last round is told on the felt."""
    if scene.view.state.phase != rules.OVER:
        return ""
    return f'<section class="dialog rs-count">{sheet(scene, past_of(scene))}{_counts(scene)}</section>'


def last_round(scene: Scene) -> str:
    """How the last round went, behind a line that says who won it, through the whole of the next one."""
    past = past_of(scene)
    ended = next((step for step in reversed(past) if has_ended_round(step)), None)
    if ended is None:
        return ""
    say = WORDS[scene.lang]
    winner = words.winner_of(words.point_card(ended.before), ended.after)
    facts: dict[str, object] = {"round": words.round_now(ended.before)}
    if winner != NOBODY:
        plus = written(_gain(ended, winner), scene.lang, signed=True)
        facts |= {"name": f"<bdi>{text(scene.names[winner])}</bdi>", "plus": plus}
    head = say["round before" if winner != NOBODY else "round before aside"].format(**facts)
    return (
        f'<details class="last-round" id="{scene.key("last-round")}"><summary class="btn"><span class="rs-full">{head}</span>'
        f'<span class="rs-brief">{say["round brief"].format(**facts)}</span></summary>'
        f'<div class="over rs-count">{sheet(scene, past)}</div></details>'
    )


def sheet(scene: Scene, past: Sequence[Step]) -> str:
    """The last round that has ended in this past: who has won what, and a sentence for each pawn."""
    place = next((place for place in reversed(range(len(past))) if has_ended_round(past[place])), NOBODY)
    if place == NOBODY:
        return ""
    ended, say = past[place], WORDS[scene.lang]
    rows = []
    for step in past[: place + 1]:
        if words.round_now(step.before) == words.round_now(ended.before) and _is_pass(step):
            facts = {"space": words.space(step.before, step.actor), "ahead": words.ahead(step.before)}
            rows.append(_fate(scene, step.actor, say["fate passed"].format(**facts)))
    winner = words.winner_of(words.point_card(ended.before), ended.after)
    if winner != NOBODY:
        rows.append(_fate(scene, winner, _won(scene, ended, winner), _gain(ended, winner)))
    return f'{_round(scene, ended)}<ul class="rs-fates">{"".join(rows)}</ul>'


def past_of(scene: Scene) -> list[Step]:
    """What is remembered; where nothing is, the steps since the last decision will do."""
    return list(scene.past or scene.recent)


def _is_pass(step: Step) -> bool:
    return bool(step.actor >= 0 and step.before.phase == rules.LAST and step.action == rules.PASS)


def _gain(ended: Step, winner: int) -> int:
    return words.won(ended.after, winner) - words.won(ended.before, winner)


def _won(scene: Scene, ended: Step, winner: int) -> str:
    """Why the winner has won."""
    say, before, after = WORDS[scene.lang], ended.before, ended.after
    space = words.winning_space(before, after, winner)
    return say["fate won" if words.is_placed(before) else "fate alone"].format(space=space)


def _fate(scene: Scene, seat: int, said: str, gain: int = 0) -> str:
    """A row of the sheet: whose pawn, what became of it, and what it gained."""
    plus = f'<b class="rs-plus">{written(gain, scene.lang, signed=True)}</b>' if gain else ""
    return f"<li>{seat_mark(scene, seat)}<p><b>{text(scene.names[seat])}</b> {said}</p>{plus}</li>"


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
    return (
        f'<h3 class="rs-who"><span>{title}</span></h3><ul class="rs-lines">'
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
