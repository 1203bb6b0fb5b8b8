"""The pages: the shelf, the boxes, the rules, the tables. Every action is a form post that also works without JavaScript."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import logging
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from tripot.arena.published import ratings
from tripot.bots import LEVELS
from tripot.core.state import CHANCE, SPECTATOR
from tripot.errors import TripotError, UnknownGame
from tripot.language import languages
from tripot.outside import GUEST, whole_number
from tripot.play import Game, Move, Position, games, load
from tripot.play.lesson import lesson_of

from .checking import draw_count, full_record
from .deal import check_entropy, check_pledge
from .drawing.boards import board_of, cover_of, figures_of, style_of, symbols_of
from .drawing.drawn import drawing_of
from .drawing.frame import drawing, scene_of
from .drawing.parts import Drawing
from .drawing.render import seat_of
from .drawing.seats import level_options
from .hub import Hub, Live
from .markdown import rendered, with_contents
from .option_words import questions
from .people import COOKIE_DAYS, remember_name, remembered_name
from .refusals import Refused, declared, in_words, status_of
from .rules_js import Untranslatable, rules_script
from .security import clean_chat, clean_name, device_cookie, device_hash, device_of, new_device
from .site import HINTS_COOKIE, LANG_COOKIE, Site, address_of, lang_of, owner_of, reader_of, said, site_of
from .table import (
    HOUSE_BOT,
    Begin,
    Command,
    Give,
    GiveUp,
    Play,
    Return,
    Say,
    Sit,
    SitBot,
    Stand,
    Table,
    TakeBack,
    Vote,
    check_open,
)
from .words import WORDS, word

HERE = Path(__file__).parent
SERVER_ERROR = 500
BODY_LIMIT = 8 * 1024
FIELDS = 100
SHORT = 30
PART = re.compile(
    r"[nc][0-9]{1,3}"
)  # the fields of a form that is a move in parts: boards call a radio n0, n1 …, a box c0, c1 …
CLOCKS = ((30, "30 s"), (60, "1 min"), (180, "3 min"), (86_400, "24 h"), (259_200, "72 h"))

log = logging.getLogger("tripot.web")
_jinja = Environment(loader=FileSystemLoader(HERE / "templates"), autoescape=True, undefined=StrictUndefined)


@functools.cache
def sprite() -> Markup:
    """All drawings, inlined once per page."""
    shared = (HERE / "static" / "symbols.svg").read_text(encoding="utf-8")
    symbols = "".join(part for text in (shared, *map(symbols_of, games())) for part in _symbols(text))
    return Markup(f'<svg class="sprite" aria-hidden="true" width="0" height="0">{symbols}</svg>')


def _symbols(text: str) -> list[str]:
    return [f"<symbol{part.partition('</symbol>')[0]}</symbol>" for part in text.split("<symbol")[1:]]


@functools.cache
def kept_files() -> tuple[list[str], str]:
    """The stylesheets, and a version that changes when anything that browsers keep has changed."""
    static = HERE / "static"
    styles = {f"/static/{name}.css": (static / f"{name}.css").read_bytes() for name in ("style", "site", "coach")}
    styles |= {f"/static/games/{game.name}.css": style for game in games() if (style := style_of(game))}
    styles |= {"/static/large.css": (static / "large.css").read_bytes()}
    scripts = [file.read_bytes() for file in sorted(static.glob("*.js"))]
    digest = hashlib.sha256(b"".join((*styles.values(), *scripts)))
    return list(styles), digest.hexdigest()[:12]


async def style_sheet(request: Request) -> Response:
    """The style sheet of a game's board."""
    return Response(style_of(_game(request)), media_type="text/css")


def page(request: Request, name: str, **facts: Any) -> HTMLResponse:
    """A page of the site in the reader's language, which also gives a new device its cookie."""
    lang = lang_of(request)
    styles, version = kept_files()
    common = {"lang": lang, "langs": languages(), "words": WORDS[lang], "sprite": sprite(), "styles": styles}
    common |= {"version": version, "path": request.url.path, "oops": "", "credits": credited(lang)}
    html = _jinja.get_template(f"{name}.html.j2").render(common | facts)
    response = HTMLResponse(html)
    if device_of(request.scope) is None:
        response.headers.append("set-cookie", device_cookie(new_device(), request.url.scheme))
    return response


# -- Reading ------------------------------------------------------------------------


async def shelf(request: Request) -> Response:
    """The boxes, filtered by number of players, length and mood."""
    lang, wish = lang_of(request), request.query_params
    players, length, mood = wish.get("n", ""), wish.get("t", ""), wish.get("m", "")
    boxes = [box(game, lang) for game in games() if _fits(game, players, length, mood)]
    found = await site_of(request).hub.waiting_tables()
    waiting = [row | {"title": _title(row["game"])} for row in found]
    return page(
        request, "shelf", boxes=boxes, waiting=waiting, players=players, length=length, mood=mood, counts=range(2, 9)
    )


def _wished(game: Game, players: str) -> int | None:
    """The number of players that was asked for, if the game can be played by that many."""
    return next((n for n in game.seats if players == str(n)), None)


def _title(name: str) -> str:
    """The title of a game; of one that is not here any more the name that its tables have."""
    with contextlib.suppress(UnknownGame):
        return load(name).title
    return name


def _fits(game: Game, players: str, length: str, mood: str) -> bool:
    fits = whole_number(players) is None or _wished(game, players) is not None
    if length in ("short", "long"):
        fits = fits and (game.minutes < SHORT) == (length == "short")
    return fits and (not mood or mood not in ("bluff", "bid", "nerve") or mood in game.moods)


def box(game: Game, lang: str) -> dict[str, Any]:
    """What the shelf says of a game."""
    line, temper = game.blurb[lang]
    facts = {"game": game, "short": game.short or game.title, "picture": cover_of(game)}
    return facts | {"line": line, "temper": temper, "minutes": game.minutes}


def credited(lang: str) -> str:
    """Whose games they are: every designer with the titles."""
    titles: dict[str, list[str]] = {}
    for game in games():
        titles.setdefault(game.designer, []).append(game.title)
    return word(lang, "credits", designers=", ".join(f"{name} ({', '.join(mine)})" for name, mine in titles.items()))


async def game_page(request: Request) -> Response:
    """A box opened: what it is, the rules in short, Play now, and a new table with its options."""
    game, lang = _game(request), lang_of(request)
    facts: dict[str, Any] = {"short": in_short(game, lang), "options": questions(game, lang), "clocks": CLOCKS}
    why = site_of(request).hub.below_level(game)
    facts["below_level"] = word(lang, f"bots {why}") if why else ""
    facts |= {"levels": Markup(level_options(lang)), "cast": LEVELS.values(), "ratings": ratings(game.name)}
    facts["seats"] = _wished(game, request.query_params.get("n", "")) or game.usual_seats
    return page(request, "game", box=box(game, lang), page_lang=game.page_lang(lang), **facts)


def helped(game: Game, lang: str) -> dict[str, Any]:
    """What a page with a board says about the game for those who are new to it."""
    facts = {"terms": board_of(game).glossary(lang), "short": in_short(game, lang), "page_lang": game.page_lang(lang)}
    return facts | {"has_lesson": lesson_of(game) is not None}


@functools.lru_cache(maxsize=64)
def in_short(game: Game, lang: str) -> Markup:
    """The first part of the rules; of a page without parts, all of it."""
    text = game.page(lang)
    _, _, parts = text.partition("\n## ")
    first = parts.partition("\n## ")[0] or text
    return rendered(first.partition("\n")[2])


async def rules(request: Request) -> Response:
    """All the rules of a game, with pictures; rulings are notes at the end."""
    game, lang = _game(request), lang_of(request)
    html, parts = _rules(game, lang)
    return page(request, "rules", box=box(game, lang), page_lang=game.page_lang(lang), html=html, parts=parts)


@functools.lru_cache(maxsize=64)
def _rules(game: Game, lang: str) -> tuple[Markup, list[Markup]]:
    figures, style = figures_of(game), board_of(game).STYLE
    return with_contents(
        game.page(lang, pictures=True),
        lambda name: f'<div class="{style}">{figures[name](game.page_lang(lang))}</div>',
    )


async def mine(request: Request) -> Response:
    """The tables where this device sits."""
    owner = owner_of(request)
    found = await site_of(request).hub.events.tables_of(owner) if owner else []
    rows = [row | {"title": _title(row["game"])} for row in found]
    return page(request, "mine", tables=rows)


async def table_page(request: Request, oops: str = "") -> Response:
    """A table: the lobby, the board, or the end; with what has just been refused there, if anything has."""
    site, reader = site_of(request), reader_of(request)
    owner, lang, wanted = reader.owner, reader.lang, reader.wanted
    live = await site.hub.live(request.path_params["table"])
    await site.hub.asked(live, owner)
    table = live.table
    if table.closed is not None:
        return _closed_page(request, table)
    drawn = drawing_of(site, live, reader)
    return page(
        request,
        "table",
        table=table,
        box=box(table.game, lang),
        live=Markup(drawn),
        stream=f"/t/{table.id}/stream?as={quote(wanted)}" if wanted else f"/t/{table.id}/stream",
        quick=word(lang, "quick").split("|"),
        path=f"/t/{table.id}?as={quote(wanted)}" if wanted else f"/t/{table.id}",
        hints=reader.hints,
        **helped(table.game, lang),
        offers_lesson=bool(owner and table.seats_of(owner)) and not table.is_over and lesson_of(table.game) is not None,
        waits=_waits(table, owner, drawn),
        oops=oops,
        may_talk=table.position is None or bool(owner and table.seats_of(owner)),  # before play one may still sit down
    )


def _waits(table: Table, owner: str | None, drawn: Drawing) -> bool:
    """Whether there is nothing to do here but to wait for others, so that a page may come again without taking a choice away."""
    if table.position is None:
        return owner != table.host and bool(owner and table.seats_of(owner))
    return not table.is_over and not drawn.is_yours


def _closed_page(request: Request, table: Table) -> Response:
    """How a game ended that cannot be replayed here; what was not over cannot go on."""
    if not table.is_over:
        check_open(table)
    assert table.closed is not None
    lang, winners = lang_of(request), table.result.winners if table.result else ()
    names = [table.names[seat] for seat in winners]
    why = "rules" if table.closed.why == "rules" else "broken"
    facts = {"winners": ", ".join(names), "why": word(lang, f"closed {why}", rules=table.rules)}
    return page(request, "closed", table=table, box=box(table.game, lang), **facts)


async def replay_page(request: Request) -> Response:
    """A finished game step by step, from any seat's view or open to all."""
    table = await _replayable(request)
    lang = lang_of(request)
    asked_for = whole_number(request.query_params.get("seat", ""))
    viewer = asked_for if asked_for is not None and asked_for < table.seats else SPECTATOR
    seat = "" if viewer == SPECTATOR else str(viewer)
    decisions = _decisions(table)
    number = min(whole_number(request.query_params.get("n", "")) or 0, len(decisions) - 1)
    position = decisions[number]
    past = decisions[number - 1] if number else None
    recent = tuple(position.since(past, SPECTATOR)) if past else ()
    then = replace(
        table, position=position, is_given_up=False
    )  # as the table stood, so that nothing speaks of the end before it
    scene = scene_of(then, position.view(viewer), lang, recent)
    log = [line for step in position.since(None, viewer) for line in scene.view.told(step, scene.names, lang)]
    html = Markup(drawing(then, scene, log, None))
    facts = {"table": table, "live": html, "number": number, "most": len(decisions) - 1, "seat": seat}
    return page(request, "replay", **facts, names=scene.names, box=box(table.game, lang))


def _decisions(table: Table) -> list[Any]:
    """The position at every decision of a finished game."""
    assert table.position is not None
    found = [table.game.start(seats=table.seats, options=table.options)]
    for line in table.position.record().lines:
        seat = CHANCE if line.actor is None else line.actor
        after = found[-1].play(" ".join(line.tokens), seat=seat)
        if found[-1].to_act < 0 or after.to_act < 0 or len(found[-1].pending) > 1:
            found[-1] = after
        else:
            found.append(after)
    return found


async def record(request: Request) -> Response:
    """The record of a finished game, to keep."""
    table = await _finished(request)
    if table.closed is not None and not table.closed.lines:
        check_open(table)
    text = str(full_record(table))
    name = f"tripot-{table.game.name}-{table.id}.txt"
    return Response(text, media_type="text/plain", headers={"content-disposition": f'attachment; filename="{name}"'})


async def verify_page(request: Request) -> Response:
    """The record of a finished game; the page checks it in the browser, by the rules and by what the browser kept."""
    table = await _replayable(request)
    made = full_record(table)
    facts = {"record": str(made), "draws": draw_count(made), "has_pledges": bool(made.pledges or not made.entropies)}
    return page(request, "verify", table=table, box=box(table.game, lang_of(request)), facts=facts)


async def rules_code(request: Request) -> Response:
    """The rules of a game as a script, with which the browser computes the weights of a deal again."""
    try:
        return Response(rules_script(_game(request)), media_type="text/javascript")
    except Untranslatable as error:
        log.warning("%s", error)
        raise HTTPException(404) from None


async def _replayable(request: Request) -> Table:
    table = await _finished(request)
    check_open(table)
    return table


async def _finished(request: Request) -> Table:
    table = (await site_of(request).hub.live(request.path_params["table"])).table
    if not table.is_over:
        check_open(table)
        raise Refused("table/not_over", "the game is not over")
    return table


# -- Doing ---------------------------------------------------------------------------


async def fields(request: Request) -> dict[str, str]:
    """The fields of a posted form."""
    body = await request.body()
    if len(body) > BODY_LIMIT:
        raise HTTPException(413)
    try:
        return dict(parse_qsl(body.decode("utf-8"), max_num_fields=FIELDS, keep_blank_values=True))
    except (UnicodeDecodeError, ValueError):
        raise Refused("request/bad", "the form cannot be read") from None


def _number(form: dict[str, str], key: str) -> int:
    number = whole_number(form.get(key, ""))
    if number is None:
        raise Refused("request/bad", "the field {key} must be a number", key=key)
    return number


async def play_now(request: Request) -> Response:
    """One click: a table with bots, and a card on the screen."""
    return await _new_table(request, bots=True)


async def new_table(request: Request) -> Response:
    """A table to invite people to."""
    return await _new_table(request, bots=False)


async def _new_table(request: Request, *, bots: bool) -> Response:
    site, game, form = site_of(request), _game(request), await fields(request)
    site.slow_down(site.tables, address_of(request))
    value = device_of(request.scope) or new_device()
    owner = device_hash(value)
    seats = _number(form, "seats") if "seats" in form else game.usual_seats
    options = {key.removeprefix("o-"): text for key, text in form.items() if key.startswith("o-") and text}
    clock = _number(form, "clock") if form.get("clock") else 0
    live = await site.hub.create(game.name, seats, options, owner, is_public="public" in form, clock=clock)
    if bots:
        await site.hub.act(live, Sit(0, owner, remembered_name(request) or GUEST, _pledge(form)))
        for seat in range(1, seats):
            await site.hub.act(live, SitBot(seat, owner, form.get("bot") or HOUSE_BOT))
        await site.hub.act(live, Begin(owner))
    response = RedirectResponse(f"/t/{live.table.id}", status_code=303)
    if device_of(request.scope) is None:
        response.headers.append("set-cookie", device_cookie(value, request.url.scheme))
    return response


def _pledge(form: dict[str, str]) -> str:
    return check_pledge(form.get("pledge", ""))


async def act(request: Request) -> Response:
    """Everything that can be done at a table."""
    site, owner, form = site_of(request), owner_of(request), await fields(request)
    if owner is None:
        raise _no_seat()
    what = request.path_params["what"]
    site.slow_down_at(request.path_params["table"], what, owner, address_of(request))
    live = await site.hub.live(request.path_params["table"])
    await site.hub.asked(live, owner)
    if what == "rematch":
        return await _rematch(request, site, live.table, owner, form)
    await site.hub.act(live, _command(what, form, site.hub, live, owner))
    is_script = request.headers.get("x-tripot")
    response = Response(status_code=204) if is_script else RedirectResponse(f"/t/{live.table.id}", status_code=303)
    if what == "sit":
        remember_name(response, clean_name(form.get("name", "")))
    return response


def _command(what: str, form: dict[str, str], hub: Hub, live: Live, owner: str) -> Command:
    table = live.table
    match what:
        case "sit":
            return Sit(_number(form, "seat"), owner, clean_name(form.get("name", "")), _pledge(form))
        case "bot":
            return SitBot(_number(form, "seat"), owner, form.get("bot") or HOUSE_BOT)
        case "stand":
            return Stand(_number(form, "seat"), owner)
        case "begin":
            return Begin(owner)
        case "entropy":
            return Give(_number(form, "seat"), owner, check_entropy(form.get("entropy", "")))
        case "give_up":
            return GiveUp(owner, hub.is_forgotten(live))
        case "move":
            check_open(table)
            seat = _my_seat(table, form, owner)
            return Play(seat, owner, move_of(form, table.game, table.position, seat), _number(form, "decision"))
        case "take_back":
            return TakeBack(_my_choice(table, form, owner), owner, _number(form, "decision"))
        case "chat":
            return Say(owner, clean_chat(form.get("text", "")))
        case "vote":
            return Vote(_number(form, "seat"), owner, hub.absent(live))
        case "return":
            return Return(_number(form, "seat"), owner)
    raise HTTPException(404)


def _my_seat(table: Table, form: dict[str, str], owner: str) -> int:
    seat = _number(form, "seat") if "seat" in form else seat_of(table, owner)
    if seat == SPECTATOR:
        raise _no_seat()
    return seat


def _no_seat() -> Refused:
    return Refused("seat/not_yours", "this browser has no seat here")


def _my_choice(table: Table, form: dict[str, str], owner: str) -> int:
    chosen = [seat for seat in table.seats_of(owner) if seat in table.choices]
    return chosen[0] if chosen and "seat" not in form else _my_seat(table, form, owner)


def move_of(form: dict[str, str], game: Game, position: Position | None, seat: int) -> Move:
    """The move of a form: a token, or the parts of a whole move in any order."""
    parts = [value for key, value in form.items() if PART.fullmatch(key)]
    if parts and "move" not in form and position is not None:
        return position.canonical_move(parts, seat)
    if "move" not in form:
        raise Refused("move/nothing")
    return game.parse_move(form["move"], seat=seat)


async def _rematch(request: Request, site: Site, table: Table, owner: str, form: dict[str, str]) -> Response:
    if not table.is_over or not table.seats_of(owner):
        raise Refused("table/not_over", "a rematch follows a finished game of yours")
    pledge = _pledge(form)
    site.slow_down(site.tables, address_of(request))
    live = await site.hub.create(
        table.game.name, table.seats, table.options, owner, is_public=table.is_public, clock=table.clock
    )
    for seat, place in enumerate(table.places):
        if place.owner == owner:
            await site.hub.act(live, Sit(seat, owner, place.name, pledge))
            pledge = ""  # of several seats of one device the first one brings it
        elif place.owner is None and place.bot:
            await site.hub.act(live, SitBot(seat, owner, place.bot))
    if not any(place.is_free for place in live.table.places):
        await site.hub.act(live, Begin(owner))
    return RedirectResponse(f"/t/{live.table.id}", status_code=303)


async def choose_lang(request: Request) -> Response:
    """Remember a language and go back to the page."""
    return await _remembered(request, LANG_COOKIE, languages())


async def choose_hints(request: Request) -> Response:
    """Remember whether to show hints and go back to the page."""
    return await _remembered(request, HINTS_COOKIE, ("0", "1"))


async def _remembered(request: Request, name: str, values: Sequence[str]) -> Response:
    """Let the browser keep what a form has chosen."""
    form = await fields(request)
    value, back = form.get(name, ""), form.get("back", "/")
    if value not in values:
        raise Refused("request/bad", "{name} is one of {values}", name=name, values=", ".join(values))
    if not back.startswith("/") or back.startswith(("//", "/\\")):
        raise Refused("request/bad", "back must be a page of this site")
    response = RedirectResponse(back, status_code=303)
    response.set_cookie(name, value, max_age=COOKIE_DAYS * 86_400, samesite="lax", httponly=True)
    return response


def _game(request: Request) -> Game:
    return load(request.path_params["game"])


# -- Refusing -------------------------------------------------------------------------


async def refused(request: Request, error: Exception) -> Response:
    """A refusal as a page, or as data for a script; never a stack trace."""
    assert isinstance(error, TripotError)
    facts = said(error, lang_of(request))
    if facts["code"] == "store/failed":
        log.error("%s", error)
    is_nowhere = isinstance(error, UnknownGame) and "game" in request.path_params  # the address names the game
    return await _answer(request, facts, 404 if is_nowhere else status_of(error))


async def http_error(request: Request, error: Exception) -> Response:
    """What the framework refuses: unknown addresses, methods, bodies too large."""
    assert isinstance(error, HTTPException)
    code = f"http/{error.status_code}"
    message = error.detail if _is_api(request) else in_words(code, lang_of(request))
    return await _answer(request, {"code": code, "message": message}, error.status_code)


async def gone(request: Request, error: Exception) -> Response:
    """Whoever asked has gone before the request was complete: nobody reads this."""
    return Response(status_code=400)


async def broken(request: Request, error: Exception) -> Response:
    """Our own mistake."""
    code = "server/broken"
    message = declared(code).message if _is_api(request) else in_words(code, lang_of(request))
    return await _answer(request, {"code": code, "message": message}, declared(code).status)


def _is_api(request: Request) -> bool:
    return request.url.path.startswith("/api")


async def _answer(request: Request, facts: dict[str, Any], status: int) -> Response:
    """Data for scripts; for people a page: the table itself, if that is where it was refused, else one that says so alone."""
    if request.headers.get("x-tripot") or _is_api(request):
        return JSONResponse(facts, status_code=status)
    response: Response = page(request, "refused", message=facts["message"])
    if request.method == "POST" and "table" in request.path_params and status < SERVER_ERROR:
        with contextlib.suppress(TripotError):  # there is no such table
            response = await table_page(request, facts["message"])
    response.status_code = status
    return response


routes = [
    Route("/t/{table}/{what}", act, methods=["POST"]),  # first, because nothing is asked so often
    Route("/", shelf),
    Route("/mine", mine),
    Route("/lang", choose_lang, methods=["POST"]),
    Route("/hints", choose_hints, methods=["POST"]),
    Route("/g/{game}", game_page),
    Route("/g/{game}/rules", rules),
    Route("/g/{game}/rules.js", rules_code),
    Route("/g/{game}/play", play_now, methods=["POST"]),
    Route("/g/{game}/table", new_table, methods=["POST"]),
    Route("/t/{table}", table_page),
    Route("/t/{table}/replay", replay_page),
    Route("/t/{table}/record", record),
    Route("/t/{table}/verify", verify_page),
]
handlers: dict[Any, Any] = {TripotError: refused, ClientDisconnect: gone, HTTPException: http_error, Exception: broken}
