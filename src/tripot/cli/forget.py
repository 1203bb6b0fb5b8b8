"""Delete tables of a site for ever: who sat there, what was said and played, the secret of the deal."""

from __future__ import annotations

import argparse
import asyncio


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument(
        "data", metavar="DATA", help="a data folder (of a site that is closed) or postgresql://user@host/name"
    )
    parser.add_argument("tables", metavar="TABLE", nargs="+", help="the id of a table, as in its link")


def run(args: argparse.Namespace) -> int:
    """Delete them."""
    from tripot.web.upkeep import forget

    asyncio.run(forget(args.data, args.tables))
    print(f"{len(args.tables)} deleted; copies in backups are not")
    return 0
