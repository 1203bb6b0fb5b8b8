"""Show the rules of a game in our own words, in English or French, every ruling marked as such."""

from __future__ import annotations

import argparse
import sys

from tripot.play import load

from .common import add_lang


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("game", metavar="GAME", help="the game's name, see `tripot games`")
    add_lang(parser)


def run(args: argparse.Namespace) -> int:
    """Print the page: drawn in a terminal, as Markdown elsewhere."""
    text = load(args.game).page(args.lang)
    if not sys.stdout.isatty():
        print(text, end="")
        return 0
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console()
    with console.pager(styles=True):
        console.print(Markdown(text))
    return 0
