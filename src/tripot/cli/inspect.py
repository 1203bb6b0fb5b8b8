"""List the tables of a site, or the events of one. Moves and cards are left out: they are secrets while a game goes on."""

from __future__ import annotations

import argparse
import asyncio
import json
from datetime import UTC, datetime
from typing import Any

from .common import positive, say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("data", metavar="DATA", help="a data folder or postgresql://user@host/name")
    parser.add_argument("table", metavar="TABLE", nargs="?", help="the id of a table, as in its link")
    parser.add_argument("--limit", type=positive, default=50, metavar="N", help="tables to list (default %(default)s)")
    parser.add_argument("--bodies", action="store_true", help="with a table: show what its events say, cards too")
    parser.add_argument("--json", action="store_true", help="as JSON, one line for each")


def run(args: argparse.Namespace) -> int:
    """List them."""
    for row in asyncio.run(_rows(args)):
        if args.json:
            print(json.dumps(row))
        else:
            when = datetime.fromtimestamp(row.pop("at"), UTC).isoformat(" ", "seconds")
            say(
                "  ".join((when, *(json.dumps(fact) if isinstance(fact, dict) else str(fact) for fact in row.values())))
            )
    return 0


async def _rows(args: argparse.Namespace) -> list[dict[str, Any]]:
    from tripot.web.store import StoreError
    from tripot.web.upkeep import opened

    async with opened(args.data) as log:
        if args.table is None:
            rows = await log.listings(args.limit)
            return [{"at": row["at"], "id": row["id"], "game": row["game"], **_state(row)} for row in rows]
        entries = await log.read(args.table)
        if not entries:
            raise StoreError(f"there is no table {args.table}")
        return [
            {"at": one.at, "number": one.number, "kind": one.kind} | ({"body": one.body} if args.bodies else {})
            for one in entries
        ]


def _state(row: dict[str, Any]) -> dict[str, Any]:
    state = "over" if row["over"] else "running" if row["begun"] else "waiting"
    return {"state": state, "names": ", ".join(name or "-" for name in row["names"])}
