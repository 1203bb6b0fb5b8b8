"""Save a copy of a site's data folder as one file, also while the site runs. It holds secrets: keep it as your own."""

from __future__ import annotations

import argparse
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("data", type=Path, metavar="DATA", help="the data folder of a site")
    parser.add_argument("file", type=Path, metavar="FILE", help="the file to write; it must not exist")


def run(args: argparse.Namespace) -> int:
    """Save it."""
    from tripot.web.upkeep import backup

    backup(args.data, args.file)
    print(f"{args.file}: {args.file.stat().st_size / 1e6:.1f} MB; to restore, put it in place as tripot.sqlite3")
    return 0
