"""Every byte that a seat and a spectator receive is the same in two houses where others hold, and choose, other cards.

Both houses are real servers, each one process on a data folder, or two processes on a PostgreSQL: then the observers are at one
of them, and the others play at the other. The stores differ in what the observers may not know: cards of others, the secret of
the deal, tokens and entropies of others. A whole game is played in both; the others' hidden choices differ, and are changed more
or less often, until they are taken back for the one that will be revealed. Compared are the frames of the WebSockets and of the
server-sent events, their order and number, and every answer to a request, refusals too, with all headers but the date.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from urllib.parse import urlencode

import pytest

import tripot
from tests.web.cluster import Cluster
from tests.web.logs import opened
from tests.web.serving import Server, serving
from tests.web.wire import Events, Socket, Wire
from tests.web.worlds import World, draws, moments, played, twin
from tripot.language import languages
from tripot.laws import traits
from tripot.play.position import Position
from tripot.web.deal import pledge, seed
from tripot.web.drawing.parts import STAMP
from tripot.web.security import token_hash
from tripot.web.table import Sit, created, decide, evolve, first

LANGS = languages()
TALKING = 0.06  # of all moments; the first of every kind besides
DECOYS = 0.7  # of hidden choices
BY_PAGE = 0.3  # of moves: as the form of a page
HOSTS = 0  # the host's seat
AGAIN = ("try", "deal", "challenge")
WATCHER = "w" * 43  # the device of a spectator

Headers = Mapping[str, str]
Body = dict[str, object]
Worlds = tuple[Position, Position]


@dataclass
class Side:
    """A table in one of the two houses."""

    servers: tuple[Server, Server]
    """Where the observers ask, and where the others do: the same one if the house has one process only."""
    store: str | Path
    world: World
    observer: int
    table: str
    secret: bytes
    tokens: list[str]
    entropies: list[str]
    wires: tuple[Wire, Wire]
    streams: dict[str, Socket | Events] = field(default_factory=dict)

    def ask(self, method: str, path: str, headers: Headers, body: bytes = b"") -> bytes:
        others = [token for seat, token in enumerate(self.tokens) if seat != self.observer]
        is_other = any(token in value for value in headers.values() for token in others)
        return self.wires[is_other].ask(method, path.replace("TABLE", self.table), headers, body)

    def blurred(self, data: bytes, *, is_over: bool) -> bytes:
        """Without what is shown to all: the pledges, and when the game is over the secret and the entropies; and without the
        stamp of a page's board, which follows from the page.
        """
        if stamp := SHOWN.search(data):
            assert stamp[1].decode() in stamps(data), "the stamp is not that of what the page shows"
            data = data.replace(stamp[1], b"its stamp")
        shown = (self.secret.hex(), *self.entropies) if is_over else ()
        for place, text in enumerate((*map(pledge, self.entropies), *shown)):
            data = data.replace(text.encode(), b"shown %d" % place)
        return data


AGO = re.compile(rb"il y a \d+ (?:seconde|minute)s?|\d+ (?:second|minute)s? ago")
"""How long ago something was: the two sides are not asked in the same moment."""
SHOWN = re.compile(rb' data-shown="(\w+)"')


def stamps(page: bytes) -> Iterator[str]:
    """The stamps of whatever may be the board of a page: it begins where it begins, and ends with one of its elements."""
    begin, read = page.index(b'<div id="live"'), hashlib.sha256()
    for end in re.finditer(b"</div>", page):
        if end.end() > begin:
            read.update(page[begin : (begin := end.end())])
            yield read.hexdigest()[:STAMP]


House = tuple[tuple[Server, Server], str | Path]


@contextmanager
def opened_houses(folder: Path, stores: tuple[str, str]) -> Iterator[tuple[House, House]]:
    """Two houses, each of two processes if it has a store for them."""
    with ExitStack() as stack:
        found, all_servers = [], []
        for name, store in zip(("one", "other"), stores, strict=True):
            place = folder / name
            place.mkdir()
            program = (sys.executable, "-m", "tests.web.loaded", str(place))
            more = ("--store", store) if store else ()
            servers = [
                stack.enter_context(serving(place / f"data{number}", program, more))
                for number in range(1 + bool(store))
            ]
            all_servers += servers
            found.append(((servers[0], servers[-1]), store or servers[0].data))
        yield found[0], found[1]
        for server in all_servers:
            assert "Traceback" not in server.said()


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, House]]:
    with opened_houses(tmp_path_factory.mktemp("folders"), ("", "")) as found:
        yield found


@pytest.fixture(scope="module")
def shared_houses(postgres: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, House]]:
    stores = (postgres.new_database(), postgres.new_database())
    with opened_houses(tmp_path_factory.mktemp("databases"), stores) as found:
        yield found


# -- Setting up -------------------------------------------------------------------------


def prepared(stack: ExitStack, house: House, world: World, observer: int, name: str) -> Side:
    """A table with everybody seated but one, its chance laid out."""
    seats = range(world.seats)
    tokens = [token(f"{name if seat != observer else ''} seat {seat}") for seat in seats]
    entropies = [token_hash(tokens[seat])[:16] for seat in seats]
    table = f"{world.game}-{world.seats}{observer}".ljust(12, "x")[:12]
    servers, store = house
    wires = (stack.enter_context(Wire(servers[0].port)), stack.enter_context(Wire(servers[1].port)))
    secret = token_hash(f"{name} secret")[:32].encode()
    side = Side(servers, store, world, observer, table, secret, tokens, entropies, wires)
    asyncio.run(_write(side, last_to_sit(world.seats, observer)))
    script = servers[0].data.parent / f"{seed(side.secret, entropies).hex()}.json"
    script.write_text(json.dumps(draws(world)), encoding="utf-8")
    return side


def token(text: str) -> str:
    return token_hash(text)[:43]


def last_to_sit(seats: int, observer: int) -> int | None:
    """Somebody who sits down while the observers look on: neither the host nor the observer."""
    return next((seat for seat in reversed(range(seats)) if seat not in (HOSTS, observer)), None)


async def _write(side: Side, late: int | None) -> None:
    event = created(
        table=side.table,
        game=side.world.game,
        seats=side.world.seats,
        options={},
        host=token_hash(side.tokens[HOSTS]),
        is_public=True,
        commitment="c0" * 32,
    )
    events, table = [event], first(event)
    for seat in range(table.seats):
        if seat != late:
            sit = Sit(seat, token_hash(side.tokens[seat]), f"Ada {seat}", pledge(side.entropies[seat]))
            events += decide(table, sit, lambda n: 0)
            table = evolve(table, events[-1])
    async with opened(side.store) as log:
        await log.keep_secret(side.table, side.secret)
        places = [(e.body["seat"], e.body["owner"]) for e in events[1:]]
        rows = [(e.kind, e.body) for e in events]
        await log.append(side.table, 0, rows, at=1e9, places=places, listing=table.listing)


# -- Asking and looking on ------------------------------------------------------------------


class Pair:
    """The two tables, and everything that the observers receive from them."""

    def __init__(self, stack: ExitStack, sides: tuple[Side, Side], observer: int) -> None:
        self.stack, self.sides, self.observer = stack, sides, observer
        self.seats, self.number, self.is_over = sides[0].world.seats, 0, False

    def same(self, what: str, ask: Callable[[Side], bytes]) -> bytes:
        """What both sides give, which must be the same."""
        one, other = (side.blurred(ask(side), is_over=self.is_over) for side in self.sides)
        if one != other:  # seldom, and looking for times in every page would take half of the test's time
            one, other = (AGO.sub(b"some time ago", data) for data in (one, other))
        assert one == other, f"{what} tells the worlds apart: {difference(one, other)}"
        return one

    def open_streams(self) -> None:
        someone = next(seat for seat in range(self.seats) if seat != self.observer)
        seat = self.sides[0].tokens[self.observer]
        for lang in LANGS:
            self._open(f"seat's board, {lang}", Socket, "/t/TABLE/stream", device(seat, lang))
            self._open(f"spectator's board, {lang}", Socket, "/t/TABLE/stream", device(WATCHER, lang))
        self._open("seat's board as another", Socket, f"/t/TABLE/stream?as={someone}", device(seat, "en"))
        self._open("seat's events", Events, "/api/tables/TABLE/events", bearer(seat, "en"))
        self._open("spectator's events", Events, "/api/tables/TABLE/events", {"accept-language": "fr"})

    def _open(self, name: str, kind: type[Socket] | type[Events], path: str, who: Headers) -> None:
        for side in self.sides:
            side.streams[name] = kind(side.servers[0].port, path.replace("TABLE", side.table), who)
            self.stack.enter_context(side.streams[name])
        self.same(f"opening of {name}", lambda side: side.streams[name].opening)

    def see(self, events: int) -> None:
        """Every stream brings one frame, of the table after that many more events, and the same one on both servers."""
        self.number += events
        for name in self.sides[0].streams:
            frame = self.same(f"frame of {name}", partial(next_of, name))
            shown = f'data-number="{self.number}"' if "board" in name else f"id: {self.number}\n"
            assert shown.encode() in frame, f"{name} does not show event {self.number}"
            if not self.is_over:
                assert not any(side.secret.hex().encode() in frame for side in self.sides)

    def see_ends(self) -> None:
        """The game is over: nothing comes any more."""
        for name in self.sides[0].streams:
            self.same(f"end of {name}", partial(rest_of, name))

    def act(self, seat: int, ask: Callable[[Side], bytes]) -> None:
        """A seat does something in both houses; if it is the observer, the answers are compared too."""
        answers = {side.secret: ask(side) for side in self.sides}
        assert all(answer.split()[1] in (b"200", b"303") for answer in answers.values()), answers
        if seat == self.observer:
            self.same("answer", lambda side: answers[side.secret])


def next_of(name: str, side: Side) -> bytes:
    return side.streams[name].next()


def rest_of(name: str, side: Side) -> bytes:
    return side.streams[name].rest()


def difference(one: bytes, other: bytes) -> str:
    """Where two answers part."""
    place = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return " and ".join(repr(data[max(0, place - 100) : place + 200]) for data in (one, other))


def device(token: str, lang: str) -> dict[str, str]:
    return {"cookie": f"tripot={token}; lang={lang}"}


def bearer(token: str, lang: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}", "accept-language": lang}


def headers(side: Side, seat: int, *, by_page: bool) -> dict[str, str]:
    """Of what a seat sends."""
    token = side.tokens[seat]
    return (device(token, "fr") if by_page else bearer(token, "en")) | kind_of(by_page=by_page)


def kind_of(*, by_page: bool) -> dict[str, str]:
    return {"content-type": "application/x-www-form-urlencoded" if by_page else "application/json"}


def written(body: Body, *, by_page: bool) -> bytes:
    return (urlencode(body) if by_page else json.dumps(body)).encode()


# -- What observers ask, and others do in vain ---------------------------------------------------


def talk(pair: Pair, worlds: Worlds | None, decision: int, last: str | None) -> None:
    """Everything that the observers may ask now, and much that they may not: all answers are the same in both houses."""
    token = pair.sides[0].tokens[pair.observer]
    position = worlds[0] if worlds else None
    for name, lang in (("seat", "en"), ("seat", "fr"), ("spectator", "en"), ("spectator", "fr")):
        page = device(token if name == "seat" else WATCHER, lang)
        api = bearer(token, lang) if name == "seat" else {"accept-language": lang}
        look(pair, f"page of {name}", "GET", "/t/TABLE", page)
        look(pair, f"page of {name} as another", "GET", f"/t/TABLE?as={(pair.observer + 1) % pair.seats}", page)
        look(pair, f"view of {name}", "GET", "/api/tables/TABLE", api)
        look(pair, f"head of {name}", "HEAD", "/api/tables/TABLE", api)
        if not pair.is_over:  # when it is over they tell everything
            look(pair, f"record for {name}", "GET", "/api/tables/TABLE/record", api, refused=True)
            own = f"review/{pair.observer}"
            for path in ("record", "replay", "verify", "review", own, f"{own}/part", f"{own}/exercise", "compare"):
                look(pair, f"page {path} for {name}", "GET", f"/t/TABLE/{path}", page, refused=True)
        for body in vain(position, pair.observer, decision):
            post(pair, f"refusal of {body} to {name}", body, page, by_page=True)
            post(pair, f"refusal of {body} to {name}", body, page | {"x-tripot": "1"}, by_page=True)
            post(pair, f"refusal of {body} to {name}", body, api, by_page=False)
        if not pair.is_over:
            for path in (f"review/{pair.observer}/share", *(f"again/{pair.observer}/{how}" for how in AGAIN)):
                look(pair, f"post {path} for {name}", "POST", f"/t/TABLE/{path}", page, refused=True)
    for path in ("/", "/mine", "/figures", "/review"):
        look(pair, f"page {path}", "GET", path, device(token, "fr"))
    if last is not None:  # what was acknowledged once is acknowledged again
        body = {"move": last, "number": decision - 1}
        post(pair, "answer to the same again", body, bearer(token, "en"), by_page=False, refused=False)
    bother(pair, worlds, decision)


def look(pair: Pair, what: str, method: str, path: str, headers: Headers, *, refused: bool = False) -> None:
    answer = pair.same(what, lambda side: side.ask(method, path, headers))
    assert (answer.split()[1] == b"409") == refused, f"{what}: {answer!r}"


def post(pair: Pair, what: str, body: Body, who: Headers, *, by_page: bool, refused: bool = True) -> None:
    answer = pair.same(what, lambda side: posted(side, body, who, by_page=by_page))
    assert answer.startswith(b"HTTP/1.1 4") == refused, f"{what}: {answer!r}"


def posted(side: Side, body: Body, who: Headers, *, by_page: bool) -> bytes:
    """A move, as a page's form or as the API's JSON."""
    if by_page:
        body = {"decision" if key == "number" else key: value for key, value in body.items()}
    address = "/t/TABLE/move" if by_page else "/api/tables/TABLE/moves"
    return side.ask("POST", address, {**who, **kind_of(by_page=by_page)}, written(body, by_page=by_page))


def vain(position: Position | None, seat: int, decision: int) -> list[Body]:
    """Moves that no table takes now: of no game, of another moment, and one that is not legal."""
    found: list[Body] = [{"move": "queen", "number": decision}]
    if position is not None:
        steps = [str(move) for move in position.game.steps]
        legal = {str(move) for move in position.view(seat).legal_moves}
        found += [{"move": steps[0], "number": number} for number in (decision + 1, decision + 9)]
        found.append({"move": next(step for step in steps if step not in legal), "number": decision})
    return found


def bother(pair: Pair, worlds: Worlds | None, decision: int) -> None:
    """The others ask and are refused: the next frame must show that the observers heard nothing of it."""
    for seat in range(pair.seats):
        for place, side in enumerate(pair.sides):
            for body in vain(worlds[place] if worlds else None, seat, decision) if seat != pair.observer else ():
                for by_page in (False, True):
                    answer = posted(side, body, headers(side, seat, by_page=by_page), by_page=by_page)
                    assert answer.startswith(b"HTTP/1.1 4"), answer


# -- A whole game ---------------------------------------------------------------------------------


class Playing:
    """The others' choices differ from house to house until they are changed for the one that will be revealed."""

    def __init__(self, pair: Pair, rng: random.Random) -> None:
        self.pair, self.rng = pair, rng
        self.decision = 0
        self.last: str | None = None
        self.kinds: set[object] = set()
        self.phases: set[int] = set()
        self.differed = self.decoys = self.compound = 0

    def begin(self, late: int | None) -> None:
        pair = self.pair
        pair.open_streams()
        pair.see(pair.seats + (late is None))
        talk(pair, None, 0, None)
        if late is not None:
            for side in pair.sides:
                body = written({"name": "Late", "pledge": pledge(side.entropies[late])}, by_page=False)
                answer = side.ask("POST", f"/api/tables/TABLE/seats/{late}", kind_of(by_page=False), body)
                side.tokens[late] = str(json.loads(answer.partition(b"\r\n\r\n")[2])["token"])
            pair.see(1)
        for side in pair.sides:
            side.ask("POST", "/api/tables/TABLE/begin", bearer(side.tokens[HOSTS], "en"))
        pair.see(1)
        *others, last = sorted(range(pair.seats), key=lambda seat: seat == pair.observer)
        for seat in (*others, last):  # what the observers' process does itself it shows at once, the deal too
            for side in pair.sides:
                headers = {**bearer(side.tokens[seat], "en"), **kind_of(by_page=False)}
                body = written({"entropy": side.entropies[seat]}, by_page=False)
                side.ask("POST", "/api/tables/TABLE/entropy", headers, body)
            pair.see(2 if seat == last else 1)  # with the last one it is dealt

    def decide(self, worlds: Worlds, choices: Mapping[int, str], *, is_last: bool) -> None:
        """One decision of the game."""
        self.differed += worlds[0] != worlds[1]
        if len(choices) > 1:
            self._choose(worlds, choices, is_last=is_last)
        else:
            ((seat, move),) = choices.items()
            steps = move.split()
            self.compound += len(steps) > 1
            self._take_turn(worlds, seat, steps if self.compound % 2 else [move], is_last=is_last)

    def _choose(self, worlds: Worlds, choices: Mapping[int, str], *, is_last: bool) -> None:
        """All choose, in any order."""
        self.decision += 1
        *others, last = order = self.rng.sample(sorted(choices), len(choices))
        for place, seat in enumerate(others):
            self._maybe_talk(worlds, order[:place])
            if seat != self.pair.observer and self.rng.random() < DECOYS:
                self._decoy(worlds, seat, order[:place])
            self._move(seat, (choices[seat], choices[seat]))
        self._maybe_talk(worlds, others)
        self._move(last, (choices[last], choices[last]), is_over=is_last)
        self.last = choices.get(self.pair.observer)

    def _take_turn(self, worlds: Worlds, seat: int, moves: Sequence[str], *, is_last: bool) -> None:
        """One seat moves: a whole move, or its steps one after the other, each a decision of its own."""
        for place, move in enumerate(moves, 1):
            self.decision += 1
            self._maybe_talk(worlds, [])
            self._move(seat, (move, move), is_over=is_last and place == len(moves))
            self.last = move if seat == self.pair.observer else None
            worlds = (worlds[0].play(move, seat=seat), worlds[1].play(move, seat=seat))

    def _maybe_talk(self, worlds: Worlds, chosen: Sequence[int], *more: str) -> None:
        """Talk in the first moment of every kind, and in some others."""
        observer = self.pair.observer
        phase = worlds[0].view(observer).state.phase
        kind = (phase, len(chosen) > 0, observer in chosen, observer in worlds[0].pending, *more)
        if kind not in self.kinds or self.rng.random() < TALKING:
            self.kinds.add(kind)
            self.phases.add(phase)
            talk(self.pair, worlds, self.decision, self.last)

    def _decoy(self, worlds: Worlds, seat: int, chosen: Sequence[int]) -> None:
        """Another choice in each house, which is then taken back."""
        here, there = ([str(move) for move in world.legal_moves(seat, whole=True, limit=50)] for world in worlds)
        pairs = [(one, other) for one in here for other in there if one != other]
        if pairs:
            self.decoys += 1
            self._move(seat, self.rng.choice(pairs))
            self._change(seat, (here, there))
            self._maybe_talk(worlds, [*chosen, seat], "decoy")
            body = written({"number": self.decision}, by_page=False)
            self.pair.act(
                seat,
                lambda side: side.ask("DELETE", "/api/tables/TABLE/moves", headers(side, seat, by_page=False), body),
            )
            self.pair.see(1)

    def _change(self, seat: int, choices: tuple[Sequence[str], Sequence[str]]) -> None:
        """Change the choice, in one house oftener than in the other: nobody is to notice, so no frame is waited for."""
        for side, moves, times in zip(self.pair.sides, choices, (1, 4), strict=True):
            for place in range(times):
                body: Body = {"move": moves[place % len(moves)], "number": self.decision}
                answer = posted(side, body, headers(side, seat, by_page=False), by_page=False)
                assert answer.startswith(b"HTTP/1.1 200"), answer

    def _move(self, seat: int, moves: tuple[str, str], *, is_over: bool = False) -> None:
        self.pair.is_over = is_over
        by_page, one = self.rng.random() < BY_PAGE, self.pair.sides[0]

        def ask(side: Side) -> bytes:
            body: Body = {"move": moves[side is not one], "number": self.decision}
            return posted(side, body, headers(side, seat, by_page=by_page), by_page=by_page)

        self.pair.act(seat, ask)
        self.pair.see(3 if is_over else 1)  # with the end come the result and the secret


PHASES = {  # in which seats are asked
    "razzia": ("FREE_NOTE", "CHOOSE", "SPLIT", "ANSWER"),
    "razzia-knizia": ("CHOOSING", "STEALING", "BIDDING"),
    "hick-hack": ("CHOOSE", "OFFER", "GIVE", "ANSWER"),
    "raise": ("CHOOSE", "LAST", "RAISING"),
}
TABLES = [  # game, seats, who observes, seed of the game
    ("razzia", 4, 0, 1),
    ("razzia-knizia", 3, 1, 38),
    ("hick-hack", 4, 3, 1),
    ("raise", 4, 2, 1),
]
SHARED_TABLES = [("hick-hack", 2, 0, 1), ("raise", 2, 1, 1)]  # the smallest tables: short games


@pytest.mark.parametrize(("game", "seats", "observer", "number"), TABLES)
def test_two_houses_that_an_observer_cannot_tell_apart(
    houses: tuple[House, House], game: str, seats: int, observer: int, number: int
) -> None:
    check_alike(houses, game, seats, observer, number)


@pytest.mark.parametrize(("game", "seats", "observer", "number"), SHARED_TABLES)
def test_an_observer_at_one_process_learns_nothing_hidden_of_what_is_done_at_another(
    shared_houses: tuple[House, House], game: str, seats: int, observer: int, number: int
) -> None:
    check_alike(shared_houses, game, seats, observer, number)


def check_alike(houses: tuple[House, House], game: str, seats: int, observer: int, number: int) -> None:
    """Play a game in both houses, with hidden cards somewhere else in one of them."""
    world = played(game, seats, number)
    worlds = (world, twin(world, observer))
    with ExitStack() as stack:
        one, other = (
            prepared(stack, house, found, observer, name)
            for house, found, name in zip(houses, worlds, ("one", "other"), strict=True)
        )
        playing = Playing(Pair(stack, (one, other), observer), random.Random(game))
        playing.begin(last_to_sit(seats, observer))
        *turns, end = zip(*map(moments, worlds), strict=True)
        for now, choices in zip(turns, world.decisions, strict=True):
            playing.decide(now, choices, is_last=choices is world.decisions[-1])
        talk(playing.pair, end, playing.decision + 1, None)
        playing.pair.see_ends()
    rules = tripot.load(game).rules
    assert {getattr(rules, name) for name in PHASES[game]} == playing.phases
    if traits(tripot.load(game)).secrets:
        assert playing.differed
        assert playing.decoys
