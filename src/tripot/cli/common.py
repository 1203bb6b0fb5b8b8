"""What several commands share: arguments, languages, the console."""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from tripot.errors import BadOption, RecordError, TripotError
from tripot.language import SOURCE, languages, wished
from tripot.outside import SEED_DIGITS, harmless, shortened, whole_number


def default_lang() -> str:
    """The language of the terminal, if it is one of ours."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            return wished([value.partition(".")[0]])
    return SOURCE


def add_lang(parser: argparse.ArgumentParser) -> None:
    """`--lang`."""
    parser.add_argument(
        "--lang", choices=languages(), default=default_lang(), help="language (default: the terminal's)"
    )


def add_options(parser: argparse.ArgumentParser) -> None:
    """`--option`, which every command that starts a game has."""
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game; `tripot games` lists them (may be given several times)",
    )


def read_options(words: Iterable[str]) -> dict[str, object]:
    """The options as given on the command line."""
    options: dict[str, object] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise BadOption(f"--option is written NAME=VALUE, not {word!r}")
        options[name] = value
    return options


def need_numpy(command: str) -> None:
    """Say what is missing where statistics cannot be done."""
    if importlib.util.find_spec("numpy") is None:
        raise TripotError(f"{command} needs NumPy; install tripot[fast]")


@contextmanager
def progress_bar(name: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar with the time left, on a terminal; nothing elsewhere. Gives what is to be told how many more are done."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(name, total=total)
        yield lambda done: bar.advance(task, done)


def say(text: str, file: TextIO | None = None) -> None:
    """Print text that others may have written: nothing in it can steer the terminal."""
    print(harmless(text), file=file)


def read_text(path: Path) -> str:
    """The text of a file that a user named."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise RecordError(f"{path}: not a text file; a record is UTF-8 text that begins with 'tripot-record'") from None
    except OSError as error:
        raise RecordError(f"{path}: cannot be read ({error.strerror})") from None


def number(word: str) -> int:
    """A whole number from 0, for argparse."""
    found = whole_number(word, SEED_DIGITS)
    if found is None:
        raise argparse.ArgumentTypeError(f"a whole number from 0 is wanted, not {shortened(word)!r}")
    return found


def positive(word: str) -> int:
    """A whole number from 1, for argparse."""
    found = number(word)
    if found == 0:
        raise argparse.ArgumentTypeError("a whole number from 1 is wanted, not 0")
    return found
