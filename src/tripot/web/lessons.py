"""Learn by playing: the steps of a game's lesson as pages, each drawn by the game's own board.

A step is all that there is to know, and it is in the address. So nothing is kept here: a lesson is no table, has no deal to seal
and counts nowhere; a browser remembers how far it has come, and one may leave and return at any time.
"""

from __future__ import annotations

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tripot.errors import TripotError
from tripot.outside import whole_number
from tripot.play import Game, load
from tripot.play.lesson import Lesson, lesson_of

from .commands import move_of
from .drawing.coach import drawn_step
from .drawing.taught import positions_of
from .pages import fields, helped, page
from .people import keep_cookie
from .refusals import Refused, status_of
from .root import url
from .shelf import box
from .site import address_of, lang_of, said, site_of

COOKIE = "learn-"
"""Before a game's name: how far a browser has come in its lesson."""


def _lesson(request: Request) -> tuple[Game, Lesson]:
    game = load(request.path_params["game"])
    lesson = lesson_of(game)
    if lesson is None:
        raise HTTPException(404)
    return game, lesson


def _number(request: Request, lesson: Lesson) -> int:
    """The step that is asked for, from 0; without one, where this browser left off."""
    game = request.path_params["game"]
    wanted = request.path_params.get("step") or request.query_params.get("step") or request.cookies.get(COOKIE + game)
    number = whole_number(wanted or "")
    return min(max(number or 1, 1), len(lesson.steps)) - 1


async def learn(request: Request, oops: str = "") -> Response:
    """A step of a lesson, with what has just been refused there, if anything has."""
    game, lesson = _lesson(request)
    number, lang = _number(request, lesson), lang_of(request)
    drawn = drawn_step(game, lesson, number, lang)
    path = url(f"/g/{game.name}/learn?step={number + 1}")
    response: Response = page(
        request, "learn", box=box(game, lang), live=Markup(drawn), path=path, oops=oops, **helped(game, lang)
    )
    is_last = number + 1 == len(lesson.steps)
    keep_cookie(response, COOKIE + game.name, "1" if is_last else str(number + 1))  # who is at the end begins again
    return response


async def move(request: Request) -> Response:
    """The learner's move: the one of this step, or of the next one at the same decision."""
    game, lesson = _lesson(request)
    site_of(request).slow_down(site_of(request).acts, address_of(request))
    number, form = _number(request, lesson), await fields(request)
    try:
        given = move_of(form, game, positions_of(game)[number], lesson.seat)
        done = next((place for place in range(number, len(lesson.steps)) if lesson.steps[place].play), None)
        if done is None or any(step.happens for step in lesson.steps[number + 1 : done + 1]):
            raise Refused("move/not_in_lesson")
        if lesson.move(game, lesson.steps[done]).steps != given.steps:
            raise Refused("move/not_in_lesson")
    except TripotError as error:
        if request.headers.get("x-tripot"):
            raise
        response = await learn(request, said(error, lang_of(request))["message"])
        response.status_code = status_of(error)
        return response
    return RedirectResponse(url(f"/g/{game.name}/learn?step={done + 2}"), status_code=303)


routes = [
    Route("/g/{game}/learn", learn),
    Route("/g/{game}/learn/{step}/move", move, methods=["POST"]),
]
