"""The round sheet of Hick Hack: what everybody got, and why."""

from __future__ import annotations

from tripot.language import listed, number
from tripot.web.drawing.scene import Scene

from .. import rules
from ..facts import State, eaten_by, points_of, rounds, row, scores
from ..phrases import SAY, at_yard, card_name, grain_words, point_words
from ..words import winner_words
from .labels import WORDS, people, signed
from .parts import listing
from .settled import Settled, round_end, settled


def summary(scene: Scene) -> str:
    """The last round that has ended, as long as no card of the next one has been turned up; at the end the whole sheet."""
    v, lang = scene.view.state, scene.lang
    ended = round_end(scene.recent)
    if ended is None and v.phase != rules.OVER:
        return ""
    say, who = SAY[lang], people(scene)
    parts = []
    if v.phase == rules.OVER:
        parts.append(f"<h2>{say['final title']}</h2><p>{winner_words(v, who, lang)}</p>{_sheet(v, who, lang)}")
    if ended is not None:
        before, after = ended
        title = say["score title"].format(round=before.round, rounds=rounds(after))
        level = "h3" if v.phase == rules.OVER else "h2"
        parts.append(f"<{level}>{title}</{level}>{_gains(scene, after, who)}")
    return f'<section class="log sheet" id="{scene.key("tally")}">{"".join(parts)}</section>'


def _gains(scene: Scene, after: State, who: list[str]) -> str:
    """Seat by seat: the points just won, the reasons, the total."""
    lang, done, points = scene.lang, settled(scene.recent), scores(after)
    start = scores(scene.recent[0].before)
    items = []
    for seat in range(after.seats):
        reasons = [words for yard in sorted(done) for words in _reasons(done[yard], seat, lang)]
        told = " · ".join(reasons)
        items.append(
            f'<li><b>{who[seat]}</b><b class="plus">{signed(points[seat] - start[seat])}</b>'
            f'<b class="sum">{number(points[seat], lang)}</b><span>{told or WORDS[lang]["no gain"]}</span></li>'
        )
    return listing(items, "gains", tag="ol")


def _reasons(done: Settled, seat: int, lang: str) -> list[str]:
    """Why a yard brought the seat points, or cost it a bird."""
    say, words = SAY[lang], []
    if grain := done.grains.get(seat):
        points = point_words(points_of(grain), lang)
        words.append(say["grain"].format(grains=grain_words(grain, lang), at=at_yard(done.yard, lang), points=points))
    if meal := done.meals.get(seat):
        points = point_words(sum(rules.VALUE[card] for card in meal), lang)
        words.append(say["eaten"].format(birds=listed([card_name(card, lang) for card in meal], lang), points=points))
    for owner, card, _ in done.cards:
        if owner == seat and (die := done.rolls.get(card)):
            value = rules.VALUE[card]
            words.append(
                WORDS[lang]["duel total"].format(at=at_yard(done.yard, lang), value=value, die=die, total=value + die)
            )
        if owner == seat and all(rules.RACE[other] == rules.FOX for _, other, _ in done.cards):
            words.append(WORDS[lang]["no bird"].format(card=card_name(card, lang)))
        if owner == seat and done.is_eaten(card):
            words.append(WORDS[lang]["was eaten"].format(card=card_name(card, lang)))
    return words


def _sheet(v: State, who: list[str], lang: str) -> str:
    """The final score sheet, the best first: grain, birds, total."""
    say, points = WORDS[lang], scores(v)
    heads = "".join(f'<th scope="col">{say[key]}</th>' for key in ("head player", "legend", "head birds", "head total"))
    rows = []
    for seat in sorted(range(v.seats), key=lambda seat: -points[seat]):
        values = sorted((rules.VALUE[card] for card in eaten_by(v, seat)), reverse=True)
        why = " ".join(signed(value) for value in values)
        grain = row(v.won, seat)
        rows.append(
            f'<tr><th scope="row">{who[seat]}</th><td title="{grain_words(grain, lang)}">{points_of(grain)}</td>'
            f'<td title="{why}">{number(v.eaten[seat], lang)}</td><td><b>{number(points[seat], lang)}</b></td></tr>'
        )
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
