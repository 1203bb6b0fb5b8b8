"""Play a small data folder on a running site of the present code, and keep it for later versions to open:

    python -m tests.web.write_site tests/web/sites/NAME

writes NAME.sql (the database as text) and NAME.json (who sits where with which token, and the results that the site showed).
Deals are random, so every run writes another folder; what has been written once is never written again.
"""

from __future__ import annotations

import hashlib
import json
import random
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx

import tripot
from tests.web.serving import Client, Server, good, open_table, people, serving
from tripot.core.state import CHANCE

CHOOSER = random.Random(7)
TRIES = 40  # games until one shows what is wanted
HEADER = ("application_id", "user_version")  # what a dump leaves out
COLOURS = ("yellow", "blue", "green", "red", "violet", "black")
RELAXED = (sys.executable, str(Path(__file__).with_name("relaxed.py")))


def main(name: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        with serving(data, RELAXED) as server:
            tables = play(server)
            server.stop()
            server.start()  # only what is in the log counts
            facts: dict[str, Any] = {
                "version": tripot.__version__,
                "tables": [described(server, *table) for table in tables],
            }
        with closing(sqlite3.connect(data / "tripot.sqlite3")) as db:
            kept = {table["id"] for table in facts["tables"]}
            for (table,) in db.execute("SELECT DISTINCT table_id FROM events").fetchall():
                for rows in ("events", "places", "listings", "secrets") if table not in kept else ():
                    db.execute(f"DELETE FROM {rows} WHERE table_id = ?", (table,))  # a try that was not wanted
            db.commit()
            header = [f"PRAGMA {key} = {db.execute(f'PRAGMA {key}').fetchone()[0]};" for key in HEADER]
            Path(f"{name}.sql").write_text("\n".join((*header, *db.iterdump(), "")), encoding="utf-8")
    Path(f"{name}.json").write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")


Table = tuple[str, list[Client]]


def play(server: Server) -> list[Table]:
    """The tables: (what it is, a client for every person's seat)."""
    return [
        ("finished", finished(people(server, "razzia", 3))),
        ("finished", finished(people(server, "raise", 2))),
        ("finished with chat", finished(talking(server, people(server, "razzia-knizia", 2)))),
        ("finished with duels of two cards", fought(server, 2)),
        ("finished with duels of two cards", fought(server, 3)),
        (
            "finished, public, with bots",
            finished([open_table(server, "hick-hack", seats=4, bots="thumb", public=True)]),
        ),
        ("one has chosen", chosen(fought(server, 2, ends=False))),
        ("one has chosen, one has voted", half_voted(server, chosen(people(server, "razzia", 4)))),
        ("running, one voted out", voted_out(server, people(server, "razzia-knizia", 3, public=True))),
        ("running with a bot", started(people_and_bot(server, "raise"))),
        ("in the middle of a duel", duelling(server)),
        ("lobby", [open_table(server, "raise", seats=4, public=True, name="Ada")]),
    ]


# -- How they are played -----------------------------------------------------------------------


def step(clients: list[Client], seats: tuple[int, ...] | None = None) -> bool:
    """One move of everybody who is asked (or of these seats only); whether the game goes on."""
    for seat, client in enumerate(clients):
        view = client.view()
        if view["over"]:
            return False
        if view["seat"] in view["pending"] and (seats is None or seat in seats):
            good(client.move(CHOOSER.choice(view["legal_moves"]), view["number"]))
    return True


def finished(clients: list[Client]) -> list[Client]:
    while step(clients):
        pass
    return clients


def started(clients: list[Client], rounds: int = 6) -> list[Client]:
    for _ in range(rounds):
        step(clients)
    return clients


def people_and_bot(server: Server, game: str) -> list[Client]:
    return [open_table(server, game, seats=2, bots="thumb")]


def talking(server: Server, clients: list[Client]) -> list[Client]:
    started(clients, 2)
    for client, text in zip(clients, ("hello", "à toi !"), strict=True):
        post(server, client, "chat", text=text)
    return clients


def voted_out(server: Server, clients: list[Client]) -> list[Client]:
    started(clients, 4)
    for client in clients[:2]:
        post(server, client, "vote", seat="2")
    return clients


def half_voted(server: Server, clients: list[Client]) -> list[Client]:
    post(server, clients[1], "vote", seat="3")
    return clients


def post(server: Server, client: Client, what: str, **form: str) -> None:
    headers = {"authorization": f"Bearer {client.token}", "x-tripot": "1", "x-forwarded-for": client.address}
    answer = httpx.post(f"{server.url}/t/{client.table}/{what}", data=form, headers=headers)
    assert answer.status_code == 204, answer.text


def chosen(clients: list[Client]) -> list[Client]:
    """Play on to a simultaneous choice, in which the first seat then chooses."""
    while len(clients[0].view()["pending"]) < len(clients):
        step(clients)
    step(clients, (0,))
    assert clients[0].view()["chosen"] == [0]
    return clients


def fought(server: Server, seats: int, *, ends: bool = True) -> list[Client]:
    """A game of Hick Hack in which it mattered that both cards of a seat rolled in a duel; to its end, or only up to there."""
    for _ in range(TRIES):
        clients = people(server, "hick-hack", seats)
        while meet(clients):
            if not ends and both_rolled(server, clients[0]):
                return clients
        if ends and both_rolled(server, clients[0]):
            return clients
    raise SystemExit("no game with a duel of two cards")


def meet(clients: list[Client]) -> bool:
    """One move of everybody: two birds of one colour against a third where the hands allow it, duels instead of offers."""
    views = [client.view() for client in clients]
    if views[0]["over"]:
        return False
    asked = [view for view in views if view["seat"] in view["pending"]]
    colour = next((it for it in COLOURS if _meets(asked, it)), "")
    for view in asked:
        moves = view["legal_moves"]
        lays = sorted(moves, key=lambda move: _birds(move, colour))
        best = [move for move in moves if colour and _birds(move, colour) == _birds(lays[-1], colour)]
        duel = [move for move in moves if move == "duel"]
        good(clients[view["seat"]].move(CHOOSER.choice(duel or best or moves), view["number"]))
    return True


def _meets(asked: list[Any], colour: str) -> bool:
    most = sorted(max(_birds(move, colour) for move in view["legal_moves"]) for view in asked)
    return len(most) > 1 and most[-1] > 1 and most[-2] > 0


def _birds(move: str, colour: str) -> int:
    """How many birds of a colour are laid, as long as no fox comes."""
    tokens = [token for token in move.split() if token.startswith(f"{colour}-") and "shy" not in token]
    return 0 if any("fox" in token for token in tokens) else len(tokens)


def both_rolled(server: Server, client: Client) -> bool:
    """Whether the game so far could not have been played with the better card alone."""
    position = tripot.load("hick-hack").start(seats=client.view()["seats"], options={"duel_cards": "better"})
    choices: dict[int, str] = {}
    for kind, body in log_of(server, client.table):
        try:
            if kind == "chose":
                choices[body["seat"]] = body["move"]
            elif kind in ("begun", "moved", "revealed"):
                moves = choices | ({body["seat"]: body["move"]} if "move" in body else {})
                for seat, move in sorted(moves.items()):
                    position = position.play(move, seat=seat)
                for token in body["chance"]:
                    position = position.play(token, seat=CHANCE)
                choices = {}
        except tripot.TripotError:
            return True
    return False


def duelling(server: Server) -> list[Client]:
    """Two birds in one yard: an offer is made, and the other has not answered."""
    for _ in range(TRIES):
        clients = people(server, "hick-hack", 3, options={"negotiation": "simple", "duel_cards": "better"})
        while not clients[0].view()["over"]:
            for client in clients:
                view = client.view()
                if view["seat"] in view["pending"]:
                    if "accept" in view["legal_moves"]:
                        return clients
                    offers = [move for move in view["legal_moves"] if move not in ("duel", "no-offer")]
                    good(client.move(CHOOSER.choice(offers or view["legal_moves"]), view["number"]))
    raise SystemExit("no offer was made")


def log_of(server: Server, table: str) -> list[tuple[str, Any]]:
    with closing(sqlite3.connect(server.data / "tripot.sqlite3")) as db:
        rows = db.execute("SELECT kind, body FROM events WHERE table_id = ? ORDER BY number", (table,)).fetchall()
    return [(kind, json.loads(body)) for kind, body in rows]


# -- What the site shows of them ------------------------------------------------------------------


def described(server: Server, what: str, clients: list[Client]) -> dict[str, Any]:
    """The facts of a table that must never change."""
    host = clients[0]
    view = host.view()
    facts = {"id": host.table, "what": what, "game": view["game"], "seats": view["seats"]}
    facts |= {"tokens": {str(client.view()["seat"]): client.token for client in clients}, "names": view["names"]}
    facts |= {"number": view["number"], "pending": view["pending"], "chosen": view["chosen"], "scores": view["scores"]}
    if view["over"]:
        facts |= {"outcome": view["outcome"], "events": events_digest(good_text(host.ask("GET", "record")))}
    return facts


def good_text(answer: httpx.Response) -> str:
    assert answer.status_code == 200, answer.text
    return answer.text


def events_digest(record: str) -> str:
    """The events of a record, and the scores at its end, as one short word."""
    return hashlib.sha256(record.partition("\n\n")[2].encode()).hexdigest()[:16]


if __name__ == "__main__":
    main(sys.argv[1])
