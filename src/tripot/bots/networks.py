"""The networks of a game: for each level how likely it takes which step, learned from its games (`tripot train`).

All networks of a game are in one file in its folder, `networks.npz`, with what they were made from. A network is of one
game, version of its rules and layout of its observations: another one is refused. Without the file, or without NumPy, bots think
as if masters followed the rules of thumb and nothing were known of others, and a line in the log says so.

What a view is worth is in a file of its own, `worth.npz`, for just the levels that have networks. Without it games are played to
their ends.
"""

from __future__ import annotations

import functools
import hashlib
import io
import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any
from zipfile import ZIP_LZMA, BadZipFile, ZipFile

from tripot.core import learned
from tripot.core.contracts import Engine
from tripot.errors import TripotError
from tripot.observe import layout
from tripot.play import Game

log = logging.getLogger("tripot.bots")

FILE = "networks.npz"
WORTH_FILE = "worth.npz"
FORMAT = 2
WORTH_FORMAT = 1
ABOUT, SCALE, NUMBERS = "about", "scale", "numbers"
THUMB = "thumb"
STORED = "float16"  # half the size; what is lost is less than what is not known
STAMP = 16  # letters
DAMAGE = (OSError, ValueError, KeyError, TypeError, RuntimeError, EOFError, BadZipFile)
"""What reading a damaged archive may raise."""


class TrainingError(TripotError):
    """Networks cannot be learned from this, or a network's file cannot be used."""

    code = "training/bad"


@dataclass(frozen=True, eq=False)
class Worth:
    """What a view is worth, learned from games by networks and rules of thumb."""

    hidden: int
    numbers: Any
    """As `core/learned.py` reads them."""
    scale: float
    """How far leads lie apart at the end of a game: what one means when it is squashed."""
    kinds: tuple[str, ...]
    """Rivals: the levels that have networks, and the rules of thumb."""
    about: Mapping[str, Any] = field(default_factory=dict)
    """What it was made from, and how much of the results it explains."""
    hash: str = ""
    """Of the file."""


@dataclass(frozen=True, eq=False)
class Networks:
    """The networks of a game, by level."""

    inputs: int
    hidden: int
    weights: Mapping[str, Any]
    """By level the numbers of its network, as `core/learned.py` reads them."""
    about: Mapping[str, Any]
    """What they were made from, and how well they say what a level does."""
    hash: str = ""
    """Of the file: other networks, another one."""
    worth: Worth | None = None

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels, in the order of their numbers."""
        return tuple(self.weights)


def stamp(game: Game) -> str:
    """Changes when a network of the game would read other numbers, or its rows stand for other steps."""
    parts = [game.name, str(game.rules_version), str(game.rules.ACTIONS), layout(game).table(), *game.spelling.moves]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:STAMP]


def sizes(game: Game, hidden: int) -> tuple[int, int]:
    """How many numbers a network has before and after its hidden layer."""
    return (layout(game).size + 1) * hidden, int(game.rules.ACTIONS) * (hidden + 2) + hidden


def write(
    file: Path, game: Game, hidden: int, weights: Mapping[str, Any], scale: Any, about: Mapping[str, Any]
) -> None:
    """Write the file of a game: weights for observations times `scale`, so that all are of about one size."""
    import numpy as np

    size, inputs = sum(sizes(game, hidden)), layout(game).size
    assert all(len(numbers) == size for numbers in weights.values())
    assert len(scale) == inputs
    text = json.dumps(head(game, FORMAT) | {"hidden": hidden, "levels": list(weights)} | dict(about), sort_keys=True)
    arrays: dict[str, Any] = {level: np.asarray(numbers, STORED) for level, numbers in weights.items()}
    arrays |= {ABOUT: np.frombuffer(text.encode(), "uint8"), SCALE: np.asarray(scale, "float32")}
    put(file, packed(arrays))


def packed(arrays: Mapping[str, Any]) -> bytes:
    """An archive of arrays that NumPy reads, a little smaller than those that it writes."""
    from numpy.lib.format import write_array

    content = io.BytesIO()
    with ZipFile(content, "w", ZIP_LZMA) as archive:
        for name, array in arrays.items():
            with archive.open(f"{name}.npy", "w") as member:
                write_array(member, array, allow_pickle=False)
    return content.getvalue()


def put(file: Path, content: bytes) -> None:
    """Write a file whole or not at all: an interruption or a full disk leaves what was there."""
    part = file.with_suffix(".part")
    try:
        part.write_bytes(content)
        part.replace(file)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise TrainingError(f"{file}: cannot be written ({error.strerror})") from None


def check_sums(content: bytes) -> None:
    """Compare the sums of the archive before NumPy reads its headers: of a damaged one it makes all kinds of errors."""
    try:
        with ZipFile(io.BytesIO(content)) as archive:
            damaged = archive.testzip()
    except Exception as error:  # each kind of compression has its own
        raise BadZipFile(type(error).__name__) from None
    if damaged:
        raise BadZipFile(damaged)


def head(game: Game, form: int) -> dict[str, Any]:
    """What a file must say to be used."""
    return {"format": form, "game": game.name, "rules": game.rules_version, "stamp": stamp(game)}


def check_head(file: Path | Traversable, about: Mapping[str, Any], game: Game, form: int, again: str) -> None:
    """Refuse a file of another game, version or layout in one line."""
    for what, theirs, ours in (
        ("format", about.get("format"), form),
        ("game", about.get("game"), game.name),
        ("rules version", about.get("rules"), game.rules_version),
        ("layout", about.get("stamp"), stamp(game)),
    ):
        if theirs != ours:
            raise TrainingError(f"{file}: networks of another {what} ({theirs}, here {ours}); {again}")


def read(file: Path | Traversable, game: Game) -> Networks:
    """The networks of a file; TrainingError says in one line why it cannot be used."""
    import numpy as np

    try:
        content = file.read_bytes()
        check_sums(content)
        with np.load(io.BytesIO(content), allow_pickle=False) as found:
            about = json.loads(found[ABOUT].tobytes())
            arrays = {name: found[name].astype("float32") for name in (SCALE, *about["levels"])}
            hidden = int(about["hidden"])
    except DAMAGE as error:
        raise TrainingError(f"{file}: not a file of networks, or damaged ({type(error).__name__})") from None
    again = f"make them again with `tripot train {game.name}`"
    check_head(file, about, game, FORMAT, again)
    first, second = sizes(game, hidden)
    scale = arrays.pop(SCALE)
    if len(scale) != layout(game).size or any(array.shape != (first + second,) for array in arrays.values()):
        raise TrainingError(f"{file}: networks of another size; {again}")
    if len(arrays) > learned.MOST_NETS or not all(np.isfinite(array).all() for array in arrays.values()):
        raise TrainingError(f"{file}: damaged: numbers that no network has; {again}")
    for array in arrays.values():
        array[: first - hidden] *= np.repeat(scale, hidden)
    return Networks(layout(game).size, hidden, arrays, about, hashlib.sha256(content).hexdigest()[:STAMP])


# -- What a view is worth -------------------------------------------------------------


def write_worth(file: Path, game: Game, worth: Worth) -> None:
    """Write what a view of a game is worth."""
    import numpy as np

    says = head(game, WORTH_FORMAT) | {"hidden": worth.hidden, "kinds": list(worth.kinds), "scale": worth.scale}
    text = json.dumps(says | dict(worth.about), sort_keys=True)
    put(file, packed({NUMBERS: np.asarray(worth.numbers, STORED), ABOUT: np.frombuffer(text.encode(), "uint8")}))


def read_worth(file: Path | Traversable, game: Game) -> Worth:
    """What a file says a view is worth; TrainingError says in one line why it cannot be used."""
    import numpy as np

    try:
        content = file.read_bytes()
        check_sums(content)
        with np.load(io.BytesIO(content), allow_pickle=False) as found:
            about, stored = json.loads(found[ABOUT].tobytes()), found[NUMBERS]
        numbers = stored.astype("float32")
        digest = hashlib.sha256(content).hexdigest()[:STAMP]
        worth = Worth(int(about["hidden"]), numbers, float(about["scale"]), tuple(about["kinds"]), about, digest)
    except DAMAGE as error:
        raise TrainingError(f"{file}: not a file of networks, or damaged ({type(error).__name__})") from None
    again = f"make it again with `tripot train {game.name} --worth`"
    check_head(file, about, game, WORTH_FORMAT, again)
    size = (layout(game).size + 1) * worth.hidden + 2 * len(worth.kinds) * (worth.hidden + 1)
    if numbers.shape != (size,) or stored.dtype.kind != "f" or not np.isfinite(numbers).all() or worth.scale <= 0:
        raise TrainingError(f"{file}: damaged: numbers that no network has; {again}")
    return worth


# -- Of the house ---------------------------------------------------------------------


def nothing_known(game: Game) -> Networks:
    """What there is where no level has a network."""
    return Networks(layout(game).size, 1, {}, {})


@functools.cache
def networks(game: Game) -> Networks:
    """The networks of a game; why there are none, a line in the log explains."""
    file, found = game.file(FILE), nothing_known(game)
    if not file.is_file():
        log.info("%s has no networks (%s): its bots expect the rules of thumb of masters", game.name, FILE)
    else:
        try:
            found = read(file, game)
        except ImportError:
            log.info("%s: networks need NumPy: its bots expect the rules of thumb of masters", game.name)
        except TrainingError as error:
            log.warning("%s", error)
    return replace(found, worth=_worth(game, found))


def _worth(game: Game, known: Networks) -> Worth | None:
    """What a view is worth among such rivals as are known; None: it must be found out by playing to the end."""
    file = game.file(WORTH_FILE)
    if not file.is_file():
        log.info("%s has no %s: its bots play on to the end", game.name, WORTH_FILE)
        return None
    try:
        worth = read_worth(file, game)
    except ImportError:
        return None
    except TrainingError as error:
        log.warning("%s", error)
        return None
    if worth.kinds != (*known.levels, THUMB):
        log.warning("%s: not of these levels; make it again with `tripot train %s --worth`", file, game.name)
        return None
    return worth


@functools.cache
def nets_of(networks: Networks, runner: Engine) -> Any:
    """The networks in the form that the engine reads."""
    rows = list(networks.weights.values())
    nets = runner.table("f4", max(1, len(rows)), len(rows[0]) if rows else 1)
    for place, row in enumerate(rows):
        nets[place][:] = row if runner.is_compiled else [float(number) for number in row]
    return nets


@functools.cache
def worth_of(networks: Networks, runner: Engine) -> Any:
    """What foresees, in the form that the engine reads; one number if nothing does."""
    numbers = networks.worth.numbers if networks.worth else [0.0]
    worth = runner.table("f4", len(numbers))
    worth[:] = numbers if runner.is_compiled else [float(number) for number in numbers]
    return worth
