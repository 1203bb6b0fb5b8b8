"""Delete the tables of a site at which nothing has happened for so many days. Without --yes it only says which ones."""

from __future__ import annotations

import argparse
import asyncio
import time

from .common import positive


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument(
        "data", metavar="DATA", help="a data folder (of a site that is closed) or postgresql://user@host/name"
    )
    parser.add_argument(
        "--older-than", type=positive, required=True, metavar="DAYS", help="days since anything happened"
    )
    parser.add_argument("--yes", action="store_true", help="delete them")


def run(args: argparse.Namespace) -> int:
    """Delete them, or say which ones."""
    from tripot.web.upkeep import DAY, tidy

    found = asyncio.run(tidy(args.data, time.time() - args.older_than * DAY, is_meant=args.yes))
    for table in found:
        print(table)
    print(f"{len(found)} tables {'deleted' if args.yes else 'would be deleted; add --yes'}")
    return 0
