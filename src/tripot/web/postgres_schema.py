"""The PostgreSQL tables of the event log, how a connection to them is made, and what a batch of writes does there.

Everything here runs in the threads of `postgres.PostgresLog`.

Two batches may want the same tables. Each locks the rows of `heads` (how many events a table has) in the order of their ids, so
none waits for another in a circle, compares the numbers, and writes only what fits: a unique key alone would fail the whole
batch, or let half of an append through.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict

from .sqlite_file import Conflict, Newer, StoreError, check_number
from .store import WANTED, Listed, Whole

VERSION = 1  # of the schema
CHANNEL = "tripot"
CONNECTING = 5  # seconds
PAYLOAD = 7000  # bytes of one notification: PostgreSQL takes 8000
LOCK = 0x74726970  # of whoever makes the tables

SESSION = (
    "SET search_path = tripot",
    "SET statement_timeout = '20s'",
    "SET lock_timeout = '5s'",
    "SET idle_in_transaction_session_timeout = '3s'",  # a process that is stopped in the middle must not stop the others
)
SCHEMA = (
    "CREATE SCHEMA IF NOT EXISTS tripot",
    "CREATE TABLE tripot.about (version integer NOT NULL)",
    f"INSERT INTO tripot.about VALUES ({VERSION})",
    'CREATE TABLE tripot.heads (table_id text COLLATE "C" PRIMARY KEY, events bigint NOT NULL)',
    """CREATE TABLE tripot.events (
        table_id text COLLATE "C" NOT NULL, number bigint NOT NULL, kind text NOT NULL, body text NOT NULL,
        at double precision NOT NULL, PRIMARY KEY (table_id, number)
    )""",
    """CREATE TABLE tripot.places (
        table_id text COLLATE "C" NOT NULL, seat integer NOT NULL, device text COLLATE "C" NOT NULL,
        PRIMARY KEY (table_id, seat)
    )""",
    "CREATE INDEX places_by_device ON tripot.places (device)",
    """CREATE TABLE tripot.listings (
        table_id text COLLATE "C" PRIMARY KEY, body text NOT NULL, at double precision NOT NULL,
        shelf_until double precision, wakes_at double precision, house text NOT NULL
    )""",
    "CREATE INDEX listings_by_time ON tripot.listings (at)",
    "CREATE INDEX listings_on_shelf ON tripot.listings (shelf_until) WHERE shelf_until IS NOT NULL",
    "CREATE INDEX listings_waking ON tripot.listings (wakes_at) WHERE wakes_at IS NOT NULL",
    'CREATE TABLE tripot.secrets (table_id text COLLATE "C" PRIMARY KEY, secret bytea NOT NULL)',
    "CREATE UNLOGGED TABLE tripot.houses (house text PRIMARY KEY, seen timestamptz NOT NULL)",
    """CREATE UNLOGGED TABLE tripot.people (
        table_id text COLLATE "C" NOT NULL, owner text COLLATE "C" NOT NULL, at double precision NOT NULL,
        PRIMARY KEY (table_id, owner)
    )""",
)

Db = psycopg.Connection[tuple[Any, ...]]


def shown(url: str) -> str:
    """The address of a store as people may see it: without its password."""
    try:
        facts = conninfo_to_dict(url)
    except psycopg.Error:
        return "the store"
    user = f"{facts['user']}@" if facts.get("user") else ""
    port = f":{facts['port']}" if facts.get("port") else ""
    return f"postgresql://{user}{facts.get('host', '')}{port}/{facts.get('dbname', '')}"


def connect(url: str, house: str = "") -> Db:
    """A connection to tables that are ours; raises what psycopg raises, or `StoreError` if they are somebody else's.

    It has the name of its house, so that the others see when that is gone.
    """
    more: dict[str, Any] = {"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3}
    more |= {"application_name": f"tripot {house}".strip(), "tcp_user_timeout": 10_000}
    db = psycopg.connect(url, autocommit=True, connect_timeout=CONNECTING, **more)
    try:
        for statement in SESSION:
            db.execute(statement)
        check(db, url)
    except BaseException:
        db.close()
        raise
    return db


def prepare(url: str) -> None:
    """Make the tables if there are none, whoever else does it at the same time."""
    with psycopg.connect(url, connect_timeout=CONNECTING, application_name="tripot") as db:
        db.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
        row = db.execute("SELECT to_regclass('tripot.about')").fetchone()
        if row is None or row[0] is None:
            for statement in SCHEMA:
                db.execute(statement)


def check(db: Db, url: str) -> None:
    """Refuse tables that a newer tripot has changed."""
    row = db.execute("SELECT version FROM about").fetchone()
    version = row[0] if row else 0
    if version > VERSION:
        raise Newer(
            f"{shown(url)} was made by a newer tripot (schema {version}, this one knows {VERSION}); update tripot"
        )


# -- Writing -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Append:
    """See `EventLog.append`; bodies are JSON."""

    table: str
    events: list[tuple[int, str, str, float]]
    places: list[tuple[int, str | None]]
    listing: str | None
    at: float
    shelf_until: float | None
    wakes_at: float | None


@dataclass(frozen=True, slots=True)
class Wake:
    """See `EventLog.wake`."""

    table: str
    number: int
    at: float | None


@dataclass(frozen=True, slots=True)
class Keep:
    """See `EventLog.keep_secret`."""

    table: str
    secret: bytes


@dataclass(frozen=True, slots=True)
class Want:
    """See `EventLog.want`."""

    table: str


@dataclass(frozen=True, slots=True)
class Forget:
    """See `EventLog.forget`."""

    table: str


@dataclass(frozen=True, slots=True)
class Put:
    """See `EventLog.put`."""

    whole: Whole

    @property
    def table(self) -> str:
        """Its table."""
        return self.whole.table


Write = Append | Wake | Keep | Want | Forget | Put

KEEP = """INSERT INTO secrets SELECT * FROM unnest(%s::text[], %s::bytea[]) AS new (table_id, secret)
          ORDER BY table_id ON CONFLICT DO NOTHING"""
KEPT = "SELECT table_id, secret FROM secrets WHERE table_id = ANY(%s)"
NEW_HEADS = "INSERT INTO heads SELECT id, 0 FROM unnest(%s::text[]) AS new (id) ORDER BY id ON CONFLICT DO NOTHING"
LOCK_HEADS = "SELECT table_id, events FROM heads WHERE table_id = ANY(%s) ORDER BY table_id FOR UPDATE"
HEADS = """UPDATE heads SET events = new.events FROM unnest(%s::text[], %s::bigint[]) AS new (table_id, events)
           WHERE heads.table_id = new.table_id"""
EVENTS = "INSERT INTO events SELECT * FROM unnest(%s::text[], %s::bigint[], %s::text[], %s::text[], %s::float8[])"
STOOD = """DELETE FROM places USING unnest(%s::text[], %s::integer[]) AS gone (table_id, seat)
           WHERE places.table_id = gone.table_id AND places.seat = gone.seat"""
SAT = """INSERT INTO places SELECT * FROM unnest(%s::text[], %s::integer[], %s::text[])
         ON CONFLICT (table_id, seat) DO UPDATE SET device = excluded.device"""
LISTED = """INSERT INTO listings SELECT *, %s FROM unnest(%s::text[], %s::text[], %s::float8[], %s::float8[], %s::float8[])
            ON CONFLICT (table_id) DO UPDATE SET body = excluded.body, at = greatest(listings.at, excluded.at),
            shelf_until = excluded.shelf_until, wakes_at = excluded.wakes_at, house = excluded.house"""
TOUCHED = """UPDATE listings SET at = greatest(listings.at, new.at), shelf_until = new.shelf_until,
             wakes_at = new.wakes_at, house = %s
             FROM unnest(%s::text[], %s::float8[], %s::float8[], %s::float8[]) AS new (table_id, at, shelf_until, wakes_at)
             WHERE listings.table_id = new.table_id"""
WAKES = """UPDATE listings SET wakes_at = new.at FROM unnest(%s::text[], %s::float8[]) AS new (table_id, at)
           WHERE listings.table_id = new.table_id"""
KINDS = ("heads", "events", "places", "listings", "secrets", "people")


class Batch:
    """What a batch of writes comes to: it is worked out against the locked heads, then written in one go."""

    def __init__(self, house: str, heads: dict[str, int], secrets: dict[str, bytes]) -> None:
        self.house, self.heads, self.secrets = house, heads, secrets
        self.changed: dict[str, int] = {}
        self.gone: list[str] = []
        self.wanted: list[str] = []  # tables at which we come too late
        self.events: list[tuple[str, int, str, str, float]] = []
        self.places: dict[tuple[str, int], str | None] = {}
        self.bodies: dict[str, str] = {}
        self.times: dict[str, tuple[float, float | None, float | None]] = {}
        self.wakes: dict[str, float | None] = {}

    def take(self, write: Write) -> None:
        """Take one in; `Conflict` or `StoreError` if it does not fit."""
        match write:
            case Append():
                self._append(write)
            case Wake(table, number, at):
                if self.heads.get(table, 0) == number:
                    self.wakes[table] = at
                    if table in self.times:
                        self.times[table] = (*self.times[table][:2], at)
            case Keep(table, secret):
                if self.secrets.get(table) != secret:
                    raise Conflict(f"table {table} has another secret already; its promise to the players stands")
            case Want(table):
                self.wanted.append(table)
            case Put(whole):
                self._put(whole)
            case Forget(table):
                self.gone.append(table)

    def _append(self, new: Append) -> None:
        if new.events:
            check_number(new.table, new.events[0][0], self.heads.get(new.table, 0))
            self.heads[new.table] = self.changed[new.table] = new.events[-1][0] + 1
        self.events += [(new.table, *event) for event in new.events]
        self.places.update({(new.table, seat): device for seat, device in new.places})
        if new.listing is not None:
            self.bodies[new.table] = new.listing
        at = max(new.at, self.times[new.table][0]) if new.table in self.times else new.at
        self.times[new.table] = (at, new.shelf_until, new.wakes_at)
        self.wakes.pop(new.table, None)

    def _put(self, whole: Whole) -> None:
        if self.heads.get(whole.table, 0) or self.secrets.get(whole.table) != whole.secret:
            raise Conflict(f"there is a table {whole.table} already")
        listed = whole.listed or Listed("{}", 0.0, None, None)
        events = whole.events
        self._append(Append(whole.table, events, list(whole.places), None, listed.at, *listed[2:]))
        if whole.listed is not None:
            self.bodies[whole.table] = listed.body

    def write(self, db: Db) -> None:
        """Write it into the open transaction."""
        if self.gone:
            for kind in KINDS:
                db.execute(f"DELETE FROM {kind} WHERE table_id = ANY(%s)", (self.gone,))
        if self.changed:
            db.execute(HEADS, _columns(self.changed.items()))
            db.execute(EVENTS, _columns(self.events))
        if stood := [key for key, device in self.places.items() if device is None]:
            db.execute(STOOD, _columns(stood))
        if sat := [(*key, device) for key, device in self.places.items() if device is not None]:
            db.execute(SAT, _columns(sat))
        listed = [(table, self.bodies[table], *times) for table, times in self.times.items() if table in self.bodies]
        if listed:
            db.execute(LISTED, (self.house, *_columns(listed)))
        if touched := [(table, *times) for table, times in self.times.items() if table not in self.bodies]:
            db.execute(TOUCHED, (self.house, *_columns(touched)))
        if self.wakes:
            db.execute(WAKES, _columns(self.wakes.items()))
        more = [*((table, 0) for table in self.gone), *((table, WANTED) for table in self.wanted)]
        for payload in _payloads([*self.changed.items(), *more]):
            db.execute("SELECT pg_notify(%s, %s)", (CHANNEL, payload))


def commit(db: Db, house: str, writes: Sequence[Write], committing: Callable[[], None]) -> list[Exception | None]:
    """Write a batch in one transaction and two round trips; one error or None for each. `committing` is called just before the
    second one: if that fails, nobody knows whether it has been written.
    """
    outcomes: list[Exception | None] = []
    with db.pipeline(), db.transaction():
        batch = Batch(house, *_locked(db, writes))
        for write in writes:
            try:
                batch.take(write)
                outcomes.append(None)
            except (Conflict, StoreError) as refusal:  # nothing of it is taken in: the others go on
                outcomes.append(refusal.with_traceback(None))
        batch.write(db)
        committing()
    return outcomes


def _locked(db: Db, writes: Iterable[Write]) -> tuple[dict[str, int], dict[str, bytes]]:
    """How many events the tables of a batch have, locked, and the secrets that it asks for."""
    secrets = [(write.table, write.secret) for write in writes if isinstance(write, Keep)]
    secrets += [
        (write.table, write.whole.secret)
        for write in writes
        if isinstance(write, Put) and write.whole.secret is not None
    ]
    kept = None
    if secrets:
        db.execute(KEEP, _columns(secrets))
        kept = db.execute(KEPT, ([table for table, _ in secrets],))
    new = [write.table for write in writes if isinstance(write, Append) and write.events and write.events[0][0] == 0]
    new += [write.table for write in writes if isinstance(write, Put) and write.whole.events]
    if new:
        db.execute(NEW_HEADS, (new,))
    tables = [write.table for write in writes if not isinstance(write, Keep | Want)]
    heads: dict[str, int] = dict(db.execute(LOCK_HEADS, (tables,)).fetchall()) if tables else {}
    return heads, {table: bytes(secret) for table, secret in kept.fetchall()} if kept else {}


def _columns(rows: Iterable[Sequence[Any]]) -> tuple[list[Any], ...]:
    return tuple([list(column) for column in zip(*rows, strict=True)])


def _payloads(changes: Iterable[tuple[str, int]]) -> Iterable[str]:
    """Notifications that tell of all these changes, as few as fit."""
    words: list[str] = []
    size = 0
    for change in changes:
        word = json.dumps(change)
        if words and size + len(word) > PAYLOAD:
            yield f"[{','.join(words)}]"
            words, size = [], 0
        words.append(word)
        size += len(word) + 1
    if words:
        yield f"[{','.join(words)}]"
