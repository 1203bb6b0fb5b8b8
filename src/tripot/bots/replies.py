"""Learned replies: what each choice that is made face down should bring against rivals of a level.

What rivals have in mind cannot be found out by search, but what a level does is known from its games. A reply was learned from
them in hindsight (`training/hindsight.py`): what every choice of a seat would have brought, given what the others did
choose. It reads what the seat observes and nothing else.

Things that are alike (bars, yards; `alike.py` in a game's folder) are looked at one by one with the same weights, beside the mean
impression of all of them and what belongs to none; a game that names none is one single thing:

    impression   relu(thing @ "glance" + "glance_shift"), the mean over all things
    layer        relu(thing @ "own" + impression @ "all" + rest @ "rest" + "shift")
    gains        layer @ "outputs" + "bias", one for each action of the thing

All replies of a game are in one file in its folder, `replies.npz`, by level. Without it, or without NumPy, the search decides.
"""

from __future__ import annotations

import functools
import hashlib
import io
import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from tripot.core.state import HIDDEN, SPECTATOR
from tripot.observe import layout, tensor
from tripot.play import Game, Move, View

from .networks import DAMAGE, STAMP, STORED, TrainingError, check_head, check_sums, head, put
from .policies import is_sensible

log = logging.getLogger("tripot.bots")

FILE = "replies.npz"
FORMAT = 1
PARTS = ("glance", "glance_shift", "own", "all", "rest", "shift", "outputs", "bias")


@dataclass(frozen=True, eq=False)
class Reply:
    """A network, and where it finds things in an observation and among the actions."""

    things: Any
    """By thing: its places in an observation."""
    actions: Any
    """By thing: its actions."""
    parts: Mapping[str, Any]
    """Weights by name, for observations as they are."""

    def gains(self, observed: Any) -> Any:
        """What every action should bring, in points against the mean of the others; for some observations, one in a row.

        It says which action is better than another, not what either is worth: all may be off by the same.
        """
        import numpy as np

        found = np.full((len(observed), self.actions.max() + 1), -np.inf, "f4")
        found[:, self.actions] = forward(self.parts, *self.seen(observed))[-1]
        return found

    def seen(self, observed: Any) -> tuple[Any, Any]:
        """The things in some observations, and the rest."""
        return observed[:, self.things].astype("f4"), observed[:, rest_of(self.things, observed.shape[1])].astype("f4")


@dataclass(frozen=True, eq=False)
class Replies:
    """The replies of a game, by the level of the rivals."""

    by_level: Mapping[str, Reply] = field(default_factory=dict)
    about: Mapping[str, Any] = field(default_factory=dict)
    """What they were made from, and what they gain."""
    hash: str = ""
    """Of the file."""


def rest_of(things: Any, size: int) -> Any:
    """The places of an observation that belong to no thing."""
    import numpy as np

    return np.setdiff1d(np.arange(size), things)


def forward(parts: Mapping[str, Any], things: Any, rest: Any) -> tuple[Any, Any, Any, Any]:
    """What things look like at a glance, the mean impression, the layer and the gains."""
    import numpy as np

    glances = np.maximum(0, things @ parts["glance"] + parts["glance_shift"])
    impression = glances.mean(axis=1)
    beside = impression @ parts["all"] + rest @ parts["rest"] + parts["shift"]
    layer = np.maximum(0, things @ parts["own"] + beside[:, None])
    return glances, impression, layer, layer @ parts["outputs"] + parts["bias"]


def replied(view: View, level: str) -> Move | None:
    """The best choice against rivals of a level; None where nothing was learned for what is asked."""
    reply = replies(view.game).by_level.get(level)
    if reply is None:
        return None
    moves = [move for move in view.legal_moves if is_sensible(view, move.steps)] or list(view.legal_moves)
    known = set(reply.actions.ravel().tolist())
    if not all(len(move.steps) == 1 and move.steps[0] in known for move in moves) or not _is_face_down(view, moves[0]):
        return None
    gains = reply.gains(tensor(view)[None])[0]
    return max(moves, key=lambda move: gains[move.steps[0]])


def _is_face_down(view: View, move: Move) -> bool:
    return bool(view.game.rules.seen(view.state, SPECTATOR, view.seat, move.steps[0]) == HIDDEN)


# -- The file -------------------------------------------------------------------------


def write(file: Path, game: Game, found: Mapping[str, Reply], about: Mapping[str, Any]) -> None:
    """Write the file of a game."""
    import numpy as np

    text = json.dumps(head(game, FORMAT) | {"levels": list(found)} | dict(about), sort_keys=True)
    arrays: dict[str, Any] = {"about": np.frombuffer(text.encode(), "uint8")}
    for level, reply in found.items():
        arrays |= {f"{level}.{name}": np.asarray(reply.parts[name], STORED) for name in PARTS}
        arrays |= {f"{level}.things": reply.things.astype("int32"), f"{level}.actions": reply.actions.astype("int32")}
    packed = io.BytesIO()
    np.savez_compressed(packed, **arrays)
    put(file, packed.getvalue())


def read(file: Path | Traversable, game: Game) -> Replies:
    """The replies of a file; TrainingError says in one line why it cannot be used."""
    import numpy as np

    try:
        content = file.read_bytes()
        check_sums(content)
        with np.load(io.BytesIO(content), allow_pickle=False) as found:
            about = json.loads(found["about"].tobytes())
            by_level = {
                level: Reply(
                    found[f"{level}.things"],
                    found[f"{level}.actions"],
                    {name: found[f"{level}.{name}"].astype("float32") for name in PARTS},
                )
                for level in about["levels"]
            }
    except DAMAGE as error:
        raise TrainingError(f"{file}: not a file of replies, or damaged ({type(error).__name__})") from None
    again = f"make it again with `tripot train {game.name} --reply LEVEL`"
    check_head(file, about, game, FORMAT, again)
    for reply in by_level.values():
        if not _fits(game, reply):
            raise TrainingError(f"{file}: damaged: numbers that no network has; {again}")
    return Replies(by_level, about, hashlib.sha256(content).hexdigest()[:STAMP])


def _fits(game: Game, reply: Reply) -> bool:
    """Whether all parts are of one network of the game."""
    import numpy as np

    size, (count, local) = layout(game).size, reply.things.shape
    (_, units), (_, hidden), width = reply.parts["glance"].shape, reply.parts["own"].shape, reply.actions.shape[-1]
    shapes = {
        "glance": (local, units),
        "glance_shift": (units,),
        "own": (local, hidden),
        "all": (units, hidden),
        "rest": (size - count * local, hidden),
        "shift": (hidden,),
        "outputs": (hidden, width),
        "bias": (width,),
    }
    places = ((reply.things, size), (reply.actions, int(game.rules.ACTIONS)))
    return (
        all(reply.parts[name].shape == shape for name, shape in shapes.items())
        and all(place.min() >= 0 and place.max() < most for place, most in places)
        and all(np.isfinite(part).all() for part in reply.parts.values())
    )


@functools.cache
def replies(game: Game) -> Replies:
    """The replies of a game; a file that cannot be used is not, and a line in the log says why."""
    file = game.file(FILE)
    if not file.is_file():
        return Replies()
    try:
        return read(file, game)
    except ImportError:
        log.info("%s: replies need NumPy: its bots search instead", game.name)
    except TrainingError as error:
        log.warning("%s", error)
    return Replies()
