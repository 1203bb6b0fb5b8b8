"""Copy all tables of a site to another store: from a data folder to a PostgreSQL database, or back. The source stays as it is."""

from __future__ import annotations

import argparse
import asyncio


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    about = "a data folder or postgresql://user@host/name"
    parser.add_argument("source", metavar="FROM", help=about)
    parser.add_argument("target", metavar="TO", help=f"{about}; it must be empty")


def run(args: argparse.Namespace) -> int:
    """Move, and say how many tables it were."""
    from tripot.web.upkeep import move

    count = asyncio.run(move(args.source, args.target))
    print(f"{count} tables have been copied, and compared; the source is as it was")
    return 0
