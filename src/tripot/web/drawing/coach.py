"""The coach of a lesson: one sentence, how far it is, and the way on. It stands where the status line stands at a table."""

from __future__ import annotations

from dataclasses import replace

from tripot.play import Game
from tripot.play.lesson import Lesson

from ..root import url
from ..words import word
from .frame import drawing
from .parts import Drawing
from .scene import symbol, text
from .taught import positions_of, scene_at, table_at

_DOTS = ("<i></i>", '<i class="on"></i>')  # a step to come, and one that is there or behind


def drawn_step(game: Game, lesson: Lesson, number: int, lang: str) -> Drawing:
    """The real board at a step, counted from 0, with the coach where the status line stands."""
    scene = scene_at(game, number, lang, lesson.seat)
    steps = positions_of(game)[number].since(None, lesson.seat)
    log = [line for step in steps for line in scene.view.told(step, scene.names, lang)]
    drawn = drawing(table_at(game, number), scene, log, None)
    return replace(drawn, parts=drawn.parts | {"say": coach(game, lesson, number, lang)})


def coach(game: Game, lesson: Lesson, number: int, lang: str) -> str:
    """The coach at a step; `data-lit` says what stays lit (`static/coach.js`), and without JavaScript nothing is dark."""
    step, steps, here = lesson.steps[number], len(lesson.steps), url(f"/g/{game.name}/learn")
    dots = "".join(_DOTS[place <= number] for place in range(steps))
    at = word(lang, "lesson step", n=number + 1, most=steps)
    back = (
        f'<a class="btn" id="coach-back" href="{here}?step={number}">{symbol("step", "i back")}'
        f'<span class="lab">{word(lang, "previous")}</span></a>'
        if number
        else ""
    )
    return (
        f'<section class="status coach" id="status" aria-label="{word(lang, "coach")}" data-lit="{text("|".join(step.lit))}">'
        f'<p class="dots"><span class="vh">{at}</span><span aria-hidden="true">{dots}</span></p>'
        f'<p class="say" id="coach-says" tabindex="-1"><strong>{text(lesson.says[lang][number])}</strong></p>'
        f'<div class="acts">{back}{_on(game, lesson, number, lang)}</div></section>'
    )


def _on(game: Game, lesson: Lesson, number: int, lang: str) -> str:
    """The way on: the next step, unless the board is to be touched; at the end a game; and always out."""
    here = url(f"/g/{game.name}")
    if number + 1 == len(lesson.steps):
        again = f'<a class="btn bare" id="coach-again" href="{here}/learn?step=1">{word(lang, "lesson again")}</a>'
        return f"{play_now(game, lang, 'btn go')}{again}"
    skip = f'<a class="btn bare" id="coach-skip" href="{here}">{word(lang, "know the game")}</a>'
    if lesson.steps[number].play:
        return f'<span class="your-move">{symbol("lamp")}{word(lang, "your move lit")}</span>{skip}'
    return f'<a class="btn go" id="coach-next" href="{here}/learn?step={number + 2}">{word(lang, "next")}</a>{skip}'


def play_now(game: Game, lang: str, style: str) -> str:
    """A game with bots, by one click."""
    return (
        f'<form method="post" action="{url(f"/g/{game.name}/play")}"><input type="hidden" name="pledge" value="" data-pledge>'
        f'<button class="{style}" id="coach-play">{word(lang, "play now")}</button></form>'
    )
