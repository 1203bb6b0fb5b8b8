"""Tables at every kind of decision of a game, written into the log of a house: of each kind those with most and least to show."""

from __future__ import annotations

import asyncio
import random
import re
import secrets
import threading
import time
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.web.test_table import Book
from tripot.play import Move
from tripot.web.deal import Dealer
from tripot.web.drawing.render import LogCache, table_drawing
from tripot.web.store import SQLiteLog
from tripot.web.table import Begin, Play, Sit, SitBot, TableEvent

KINDS = {
    "razzia": (
        "free_note: (move)",
        "choose: fan(move)",
        "split: dialog offer sharing(radio n, whole)",
        "answer: dialog offer asking(move)",
    ),
    "hick-hack": (
        "choose: lay(move)",
        "offer: give(radio n, whole) opts two(move)",
        "answer: opts(move)",
    ),
    "razzia-knizia": (
        "choosing: (move) flat(move)",
        "choosing: (move) flat(move) flat(move)",
        "choosing: (move) flat(checkbox c, whole) flat(move)",
        "bidding: (move)",
    ),
    "raise": ("choose: (move)", "last: rs-else(move) rs-form(checkbox c, whole)", "last: rs-else(move)"),
}
"""What people are asked: phases, and the forms of the table with what is in them."""
HOST, BOT = "host", "regular"
HASTY, PATIENT = ("call", "steal"), 0.85  # how moves begin that clear the table, and how often something else is played
FORM = re.compile(r'<form class="([^"]*)"(.*?)</form>', re.DOTALL)
CONTROL = re.compile(r'<(?:button|input) [^>]*?(?:type="(radio|checkbox)" )?name="([a-z]+)\d*"')
QUESTION = re.compile("<strong>(.*?)</strong>")


class Decision(NamedTuple):
    """A person is asked something."""

    kind: str
    """The phase of the game, the forms on the table, and what is in them."""
    question: str
    size: int
    """How much there is to show."""
    events: Sequence[TableEvent]
    """What has led there."""


def decisions(game: str, seats: int, owner: str, kinds: Collection[str], games: int) -> list[Decision]:
    """For every kind the decisions with least and with most to show in some random games, and in as many more as it takes until
    all kinds have come.
    """
    least: dict[str, Decision] = {}
    most: dict[str, Decision] = {}
    for seed in range(20 * games):
        if seed >= games and most.keys() >= {*kinds}:
            break
        for found in _asked(game, seats, owner, seed):
            least[found.kind] = min(found, least.get(found.kind, found), key=lambda decision: decision.size)
            most[found.kind] = max(found, most.get(found.kind, found), key=lambda decision: decision.size)
    assert most.keys() == {*kinds}, f"{game}, {seats} seats: {sorted(most)}"
    return [decision for kind in kinds for decision in (least[kind], most[kind])]


def _asked(game: str, seats: int, owner: str, seed: int) -> Iterator[Decision]:
    """Whenever the person at the first seat is asked in a random game against bots, who have all chosen."""
    book, chooser, logs = Book(game, seats), random.Random(seed), LogCache()
    book.dealer = Dealer(f"{seed}".encode())
    book.do(Sit(0, owner, "Ada"))
    for seat in range(1, seats):
        book.do(SitBot(seat, HOST, BOT))
    book.do(Begin(HOST))
    while not book.table.is_over:
        table, seat = book.table, book.table.pending[-1]
        assert table.position is not None
        if seat == 0:
            parts, state = (
                table_drawing(table, 0, "en", owner, logs, link="", qr="").parts,
                table.position.view(0).state,
            )
            shown, phase = f"{parts['felt']}{parts['hand']}", state.position_fields()["phase"].names[state.phase]
            question = QUESTION.search(str(parts["say"]))
            assert question
            yield Decision(f"{phase}: {_forms(shown)}", question[1], len(shown), tuple(book.log))
        move = _move(table.position.legal_moves(seat, whole=True, limit=30), chooser)
        book.do(Play(seat, owner if seat == 0 else None, move, table.decision))


def _move(moves: Sequence[Move], chooser: random.Random) -> Move:
    """Any; but things are mostly left on the table until there are many of them."""
    patient = [move for move in moves if not str(move).startswith(HASTY)]
    return chooser.choice(patient if patient and chooser.random() < PATIENT else moves)


def _forms(html: str) -> str:
    forms = []
    for style, inside in FORM.findall(html):
        controls = {f"{kind} {name}".strip() for kind, name in CONTROL.findall(inside)} - {"decision", "seat"}
        forms.append(f"{style}({', '.join(sorted(controls))})")
    return " ".join(sorted(forms))


def write(folder: Path, tables: Sequence[tuple[str, Decision]]) -> None:
    """Write tables, each with an id of its own, into the log of a house that is open."""

    async def append() -> None:
        log = await SQLiteLog.open(folder)
        for table, decision in tables:
            events = [
                (event.kind, {**event.body, "id": table} if not number else event.body)
                for number, event in enumerate(decision.events)
            ]
            await log.append(table, 0, events, at=time.time())
            await log.keep_secret(table, secrets.token_bytes(32))  # of the cards to come
        await log.close()

    thread = threading.Thread(target=lambda: asyncio.run(append()))  # Playwright has the event loop of this one
    thread.start()
    thread.join()
