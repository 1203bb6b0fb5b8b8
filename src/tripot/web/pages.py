"""The pages: the shelf, the boxes, the rules, the tables. Every action is a form post that also works without JavaScript."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import logging
from collections.abc import Sequence
from itertools import cycle
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
from tripot.errors import TripotError, UnknownGame
from tripot.language import language_name, languages
from tripot.outside import GUEST, whole_number
from tripot.play import Game, games, load
from tripot.play.lesson import lesson_of

from . import my_tables
from .checking import draw_count, full_record
from .commands import command, no_seat, number_in, pledge_in
from .drawing.boards import board_of, figures_of, style_of, symbols_of
from .drawing.drawn import drawing_of
from .drawing.parts import Drawing
from .drawing.render import seat_of
from .drawing.replay import eye_of, replay_of
from .live import Live
from .markdown import in_short, with_contents
from .option_words import CLOCKS, applying, questions
from .people import keep_cookie, remember_name, remembered_name
from .refusals import Refused, declared, in_words, status_of
from .root import path_in_site, root, url
from .rules_js import Untranslatable, rules_script
from .security import clean_name, device_cookie, device_hash, device_of, new_device
from .shelf import (
    EASY,
    asked_at,
    box,
    company,
    easy_names,
    games_played,
    how_far,
    own_tables,
    running_game,
    told_with_box,
)
from .site import HINTS_COOKIE, LANG_COOKIE, Site, address_of, lang_of, owner_of, reader_of, said, site_of
from .table import (
    HOUSE_BOT,
    Begin,
    Sit,
    SitBot,
    Table,
    check_open,
    check_over,
)
from .words import WORDS, word

HERE = Path(__file__).parent
SERVER_ERROR = 500
BODY_LIMIT = 8 * 1024
FIELDS = 100
MOST_PAGES = 10_000
EVERY_SEAT = "all"  # what a form says that fills a table with bots

log = logging.getLogger("tripot.web")
_jinja = Environment(loader=FileSystemLoader(HERE / "templates"), autoescape=True, undefined=StrictUndefined)
_jinja.globals["root"] = root


@functools.cache
def sprite() -> Markup:
    """All drawings, inlined once per page."""
    shared = [(HERE / "static" / f"{name}.svg").read_text(encoding="utf-8") for name in ("symbols", "faces")]
    symbols = "".join(part for text in (*shared, *map(symbols_of, games())) for part in _symbols(text))
    return Markup(f'<svg class="sprite" aria-hidden="true" width="0" height="0">{symbols}</svg>')


def _symbols(text: str) -> list[str]:
    return [f"<symbol{part.partition('</symbol>')[0]}</symbol>" for part in text.split("<symbol")[1:]]


@functools.cache
def kept_files() -> tuple[list[str], str]:
    """The stylesheets, and a version that changes when anything that browsers keep has changed."""
    static = HERE / "static"
    styles = {
        f"/static/{name}.css": (static / f"{name}.css").read_bytes()
        for name in ("style", "site", "pages", "reveal", "evening", "coach", "review")
    }
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
    common: dict[str, Any] = {
        "lang": lang,
        "langs": languages(),
        "words": WORDS[lang],
        "sprite": sprite(),
        "styles": styles,
    }
    common |= {"version": version, "path": request.url.path, "oops": "", "credits": credited(lang), "asked": (0, "")}
    common["language_name"] = language_name
    html = _jinja.get_template(f"{name}.html.j2").render(common | facts)
    response = HTMLResponse(html)
    if device_of(request.scope) is None:
        response.headers.append("set-cookie", device_cookie(new_device(), request.url.scheme))
    return response


# -- Reading ------------------------------------------------------------------------


async def shelf(request: Request) -> Response:
    """The boxes, the game that one has begun, and the tables that wait for players."""
    site, lang, now = site_of(request), lang_of(request), site_of(request).hub.clock()
    rows, played = await own_tables(request), await games_played(request)
    boxes = [box(game, lang) | {"meets": company(game, lang, game.name not in played)} for game in games()]
    waiting = [told_with_box(row | {"seats": []}, lang, now) for row in await site.hub.waiting_tables()]
    running = await running_game(site, rows, lang, now)
    return page(request, "shelf", boxes=boxes, waiting=waiting, running=running, asked=asked_at(rows, lang))


def _wished(game: Game, players: str) -> int | None:
    """The number of players that was asked for, if the game can be played by that many."""
    return next((n for n in game.seats if players == str(n)), None)


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
    facts["some"] = [n for n in game.seats if any(n not in question.idle for question in facts["options"])]
    why = site_of(request).hub.below_level(game)
    facts["below_level"] = word(lang, f"bots {why}") if why else ""
    wished = request.query_params.get("bot", "")
    facts |= {
        "cast": LEVELS.values(),
        "ratings": ratings(game.name),
        "usual": wished if wished in LEVELS else HOUSE_BOT,
    }
    facts["seats"] = _wished(game, request.query_params.get("n", "")) or game.usual_seats
    facts["is_new"] = wished not in LEVELS and game.name not in await games_played(request)
    facts["easy"] = easy_names(game.most, lang)
    asked = asked_at(await own_tables(request), lang)
    return page(request, "game", box=box(game, lang), page_lang=game.page_lang(lang), asked=asked, **facts)


def helped(game: Game, lang: str) -> dict[str, Any]:
    """What a page with a board says about the game for those who are new to it."""
    facts = {"terms": board_of(game).glossary(lang), "short": in_short(game, lang), "page_lang": game.page_lang(lang)}
    return facts | {"has_lesson": lesson_of(game) is not None}


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
    """The tables where this device sits: those that wait for it, those under way, those that are over."""
    site, lang, now = site_of(request), lang_of(request), site_of(request).hub.clock()
    number = min(whole_number(request.query_params.get("page", "")) or 0, MOST_PAGES)
    rows = await own_tables(request, number * my_tables.PAGE)
    tables = [told_with_box(row, lang, now) for row in rows[: my_tables.PAGE]]
    for table in tables:
        if table["is_asked"]:
            with contextlib.suppress(TripotError):
                table["round"] = await how_far(site, table["id"], lang) or ""
    older = number + 1 if len(rows) > my_tables.PAGE else None
    return page(request, "mine", tables=tables, number=number, older=older, asked=asked_at(rows, lang))


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
        shown=drawn.stamp,
        stream=url(f"/t/{table.id}/stream?as={quote(wanted)}" if wanted else f"/t/{table.id}/stream"),
        quick=word(lang, "quick").split("|"),
        path=url(f"/t/{table.id}?as={quote(wanted)}" if wanted else f"/t/{table.id}"),
        hints=reader.hints,
        **helped(table.game, lang),
        offers_lesson=bool(owner and table.seats_of(owner)) and not table.is_over and lesson_of(table.game) is not None,
        waits=_waits(table, owner, drawn),
        oops=oops,
        watches=table.position is not None
        and not (owner and table.seats_of(owner)),  # before play one may still sit down
        called=reader.name,
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
    """A finished game step by step, from one's own seat first."""
    table, shown = await _replayed(request)
    return page(request, "replay", table=table, box=box(table.game, lang_of(request)), **shown)


async def replay_step(request: Request) -> Response:
    """A step of a replay as data, for a page that shows another one of it."""
    _, shown = await _replayed(request)
    nav = _jinja.get_template("replay_nav.html.j2").render(shown | {"words": WORDS[lang_of(request)]})
    return JSONResponse({"nav": nav, "live": shown["live"]})


async def _replayed(request: Request) -> tuple[Table, dict[str, Any]]:
    table, wish, owner = await _replayable(request), request.query_params, owner_of(request)
    eye = eye_of(table, wish.get("seat"), seat_of(table, owner))
    shown = replay_of(table, whole_number(wish.get("n", "")) or 0, eye, lang_of(request))
    return table, {"replay": shown, "live": Markup(shown.live)}


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
    if not table.has_seal:
        raise Refused("deal/again")
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
        check_over(table)
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
    seats = number_in(form, "seats") if "seats" in form else game.usual_seats
    options = {key.removeprefix("o-"): text for key, text in form.items() if key.startswith("o-") and text}
    options = applying(game, seats, options)
    clock = number_in(form, "clock") if form.get("clock") else 0
    live = await site.hub.create(game.name, seats, options, owner, is_public="public" in form, clock=clock)
    if bots:
        await site.hub.act(live, Sit(0, owner, remembered_name(request) or GUEST, pledge_in(form)))
        is_new = game.name not in await site.hub.events.games_finished(owner)
        levels = [form["bot"]] if form.get("bot") else EASY if is_new else [HOUSE_BOT]
        for seat, bot in zip(range(1, seats), cycle(levels), strict=False):
            await site.hub.act(live, SitBot(seat, owner, bot))
        await site.hub.act(live, Begin(owner))
    response = RedirectResponse(url(f"/t/{live.table.id}"), status_code=303)
    if device_of(request.scope) is None:
        response.headers.append("set-cookie", device_cookie(value, request.url.scheme))
    return response


async def act(request: Request) -> Response:
    """Everything that can be done at a table."""
    site, owner, form = site_of(request), owner_of(request), await fields(request)
    if owner is None:
        raise no_seat()
    what = request.path_params["what"]
    site.slow_down_at(request.path_params["table"], what, owner, address_of(request))
    live = await site.hub.live(request.path_params["table"])
    await site.hub.asked(live, owner)
    if what == "vote":
        await site.hub.neighbours.ask_presence(live)  # who is away here may be at another process
    if what == "rematch":
        return await _rematch(request, site, live.table, owner, form)
    if what == "sit" and "seat" not in form:
        await _sit_anywhere(site, live, owner, form)
        if live.table.again is not None and not live.table.has_begun:  # nobody else is waited for
            await site.hub.act(live, Begin(live.table.host))
    elif what == "bot" and form.get("seat") == EVERY_SEAT:
        await _fill(site, live, owner, form.get("bot") or HOUSE_BOT)
    else:
        await site.hub.act(live, command(what, form, site.hub, live, owner))
    is_script = request.headers.get("x-tripot")
    response = Response(status_code=204) if is_script else RedirectResponse(url(f"/t/{live.table.id}"), status_code=303)
    if what == "sit" or (what == "chat" and form.get("name")):
        remember_name(response, clean_name(form.get("name", "")))
    return response


async def _sit_anywhere(site: Site, live: Live, owner: str, form: dict[str, str]) -> None:
    """Take the first free seat; if somebody else has just taken it, the next one."""
    name, pledge = clean_name(form.get("name", "")), pledge_in(form)
    while True:
        seat = next((seat for seat, place in enumerate(live.table.places) if place.is_free), 0)
        try:
            await site.hub.act(live, Sit(seat, owner, name, pledge))
            return
        except Refused as refusal:
            if refusal.code != "seat/taken" or not any(place.is_free for place in live.table.places):
                raise


async def _fill(site: Site, live: Live, owner: str, bot: str) -> None:
    """Let bots take the free seats, but those that people take at the same time."""
    for seat in live.table.seats_to_fill(owner):
        try:
            await site.hub.act(live, SitBot(seat, owner, bot))
        except Refused as refusal:
            if refusal.code != "seat/taken":
                raise


async def _rematch(request: Request, site: Site, table: Table, owner: str, form: dict[str, str]) -> Response:
    if not table.is_over or not table.seats_of(owner):
        raise Refused("table/not_over", "a rematch follows a finished game of yours")
    pledge = pledge_in(form)
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
    return RedirectResponse(url(f"/t/{live.table.id}"), status_code=303)


async def choose_lang(request: Request) -> Response:
    """Remember a language and go back to the page."""
    return await _remembered(request, LANG_COOKIE, languages())


async def choose_hints(request: Request) -> Response:
    """Remember whether to show hints and go back to the page."""
    return await _remembered(request, HINTS_COOKIE, ("0", "1"))


async def _remembered(request: Request, name: str, values: Sequence[str]) -> Response:
    """Let the browser keep what a form has chosen."""
    form = await fields(request)
    value, back = form.get(name, ""), form.get("back", url("/"))
    if value not in values:
        raise Refused("request/bad", "{name} is one of {values}", name=name, values=", ".join(values))
    if not back.startswith(url("/")) or back.startswith(("//", "/\\")):
        raise Refused("request/bad", "back must be a page of this site")
    response = RedirectResponse(back, status_code=303)
    keep_cookie(response, name, value)
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
    return path_in_site(request.scope).startswith("/api")


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
    Route("/t/{table}/replay/step", replay_step),
    Route("/t/{table}/record", record),
    Route("/t/{table}/verify", verify_page),
]
handlers: dict[Any, Any] = {TripotError: refused, ClientDisconnect: gone, HTTPException: http_error, Exception: broken}
