"""Look through a site's store: the file itself, and whether every table can be replayed from its log. Exit code 1 if not."""

from __future__ import annotations

import argparse
import asyncio
import json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("data", metavar="DATA", help="a data folder or postgresql://user@host/name")
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(args: argparse.Namespace) -> int:
    """Say what is wrong, one line each."""
    from tripot.web.upkeep import faults

    count, found = asyncio.run(faults(args.data))
    if args.json:
        print(json.dumps({"tables": count, "faults": [{"table": one.table, "what": one.what} for one in found]}))
    else:
        for one in found:
            print(f"table {one.table}: {one.what}")
        print(f"{count} tables, {len(found)} faults")
    return int(bool(found))
