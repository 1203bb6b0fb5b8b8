"""Learned replies: what each choice that is made face down should bring against rivals of a level.

What rivals have in mind cannot be found out by search, but what a level does is known from its games. A reply was learned from
them in hindsight (`training/hindsight.py`): what every choice of a seat would have brought, given what the others did
choose. It reads what the seat observes and nothing else.

Things that are alike (bars, yards; `alike.py` in a game's folder) are looked at one by one with the same weights, beside the mean
impression of all of them and what belongs to none; a game that names none is one single thing:

    impression   relu(thing @ "glance" + "glance_shift"), the mean over all things
    layer        relu(thing @ "own" + impression @ "all" + rest @ "rest" + "shift")
    gains        layer @ "outputs" + "bias", one for each action of the thing

A move of several steps is worth the sum of what its steps are worth, each by what is observed when it is taken.

A reply to ANYBODY was learned from games of all levels at mixed tables. Behind an observation it reads how much of the rivals
is of each level: of the house's bots that is known, of a person what the steps so far speak for (`guessing`).

All replies of a game are in one file in its folder, `replies.npz`, by name: the level, and " at " some numbers of seats if it
was learned for such tables alone. Without it, or without NumPy, the search decides.
"""

from __future__ import annotations

import functools
import hashlib
import io
import json
import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from tripot.core.learned import FULL
from tripot.core.rng import Rng, begin, below
from tripot.core.state import HIDDEN, SPECTATOR
from tripot.observe import DTYPE, layout, observed
from tripot.play import Game, Move, View

from .confirming import LIKE
from .engines import engine, learned_engine
from .guessing import guess, shown_by
from .networks import DAMAGE, STAMP, STORED, TrainingError, check_head, check_sums, head, networks, packed, put
from .policies import is_sensible

log = logging.getLogger("tripot.bots")

FILE = "replies.npz"
FORMAT = 1
ANYBODY = "anybody"  # instead of a level: whoever sits there
NEAR = {"thumb": "expert", "random": "beginner"}  # whom they resemble who are no level
SEEDS = 1 << 31
SAME = 6  # decimals of a point; beyond them machines may differ
AT = " at "  # in the name of a reply, between the level and the numbers of seats
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
    whom: tuple[str, ...] = ()
    """The levels whose shares among the rivals stand behind an observation; none if it was learned against one level."""

    def gains(self, observed: Any) -> Any:
        """What every action should bring, in points against the mean of the others; for some observations, one in a row.

        It says which action is better than another, not what either is worth: all may be off by the same.
        """
        import numpy as np

        found = np.full((len(observed), self.actions.max() + 1), -np.inf)
        found[:, self.actions] = forward(self.parts, *self.seen(observed))[-1]
        return found

    def seen(self, observed: Any) -> tuple[Any, Any]:
        """The things in some observations, and the rest."""
        kind = self.parts["bias"].dtype
        return observed[:, self.things].astype(kind), observed[:, rest_of(self.things, observed.shape[1])].astype(kind)


@dataclass(frozen=True, eq=False)
class Replies:
    """The replies of a game."""

    by_name: Mapping[str, Reply] = field(default_factory=dict)
    """See `name_of`."""
    about: Mapping[str, Any] = field(default_factory=dict)
    """What they were made from, and what they gain."""
    hash: str = ""
    """Of the file."""

    def to(self, level: str, seats: int) -> Reply | None:
        """The reply to a level at a table: one that was learned for such tables, or for all."""
        for name, reply in self.by_name.items():
            whom, _, tables = name.partition(AT)
            if whom == level and str(seats) in tables.split(","):
                return reply
        return self.by_name.get(level)


def name_of(game: Game, level: str, seats: Iterable[int]) -> str:
    """The name of a reply to a level that was learned at such tables."""
    tables = sorted(set(seats))
    return level if tables == list(game.seats) else level + AT + ",".join(map(str, tables))


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


def replied(view: View, level: str, rng: Rng) -> Move | None:
    """The best choice against rivals of a level, a whole move; None where nothing was learned for what is asked."""
    reply = learned_for(view, level)
    if reply is None:
        return None
    moves = judged(view, reply, _rivals(view, reply.whom, rng))
    best = max([steps for steps in moves if is_sensible(view, steps)] or moves, key=moves.__getitem__)
    names = view.game.spelling.moves
    return Move(best, " ".join(names[step] for step in best))


def learned_for(view: View, level: str) -> Reply | None:
    """What was learned for what the seat is asked, against rivals of a level."""
    reply = replies(view.game).to(level, view.seats)
    return reply if reply and _is_known(view, reply) else None


def _is_known(view: View, reply: Reply) -> bool:
    """Whether the seat chooses face down, and it was learned how."""
    steps = [move.steps[0] for move in view.legal_moves]
    known = set(reply.actions.ravel().tolist())
    return bool(steps) and known.issuperset(steps) and _is_face_down(view, view.legal_moves[0])


def beside(levels: Sequence[str], rivals: Sequence[Mapping[str, int]]) -> Any:
    """What a reply reads behind an observation: how much of the rivals is of each level, in thousandths."""
    import numpy as np

    return np.array([sum(each.get(level, 0) for each in rivals) // len(rivals) for level in levels], DTYPE)


def taken_for(who: str, levels: Sequence[str], guessed: Mapping[str, int]) -> Mapping[str, int]:
    """How much of somebody is of each level, in thousandths: a bot of its own or the nearest, a person as guessed or evenly."""
    level = _level_of(who)
    return {level: FULL} if level in levels else guessed or {each: FULL // len(levels) for each in levels}


def _level_of(who: str) -> str:
    return LIKE.get(who, NEAR.get(who, who))


def _rivals(view: View, levels: Sequence[str], rng: Rng) -> list[Mapping[str, int]]:
    """By rival, how much of it is taken for each level."""
    if not levels:
        return []
    rivals = {seat: view.company[seat] if view.company else "" for seat in range(view.seats) if seat != view.seat}
    people = [seat for seat, who in rivals.items() if _level_of(who) not in levels]
    guessed = _guessed(view, people, rng) if people else {}
    return [taken_for(who, levels, guessed.get(seat, {})) for seat, who in rivals.items()]


def _guessed(view: View, people: Sequence[int], rng: Rng) -> Mapping[int, Mapping[str, int]]:
    """What the steps of people speak for; nothing where the game is not compiled, for it would take too long."""
    if not engine(view.game).is_compiled:
        return {}
    return guess(
        learned_engine(view.game), view, networks(view.game), shown_by(view, people), below(rng, SEEDS) * SEEDS
    )


def judged(view: View, reply: Reply, rivals: Sequence[Mapping[str, int]]) -> dict[tuple[int, ...], float]:
    """What every whole move should bring: the sum of its steps, each by what the seat observes when it is taken.

    Of each rival it is said how much of it is of each level (`taken_for`); a reply to one level does not ask.

    Steps are taken in a whole position, any that agrees with the view: the last one may turn up what others have chosen.
    """
    import numpy as np

    rules, found = view.game.rules, dict[tuple[int, ...], float]()
    company = beside(reply.whom, rivals)
    waiting: list[tuple[Any, tuple[int, ...], float]] = [(_world(view), (), 0.0)]
    while waiting:
        gains = reply.gains(np.stack([np.append(_observed(view, s), company) for s, _, _ in waiting])).round(SAME)
        following = list[tuple[Any, tuple[int, ...], float]]()
        for (s, begun, so_far), row in zip(waiting, gains, strict=True):
            for step in s.acts[: rules.legal(s, view.seat)]:
                after, move = s.copy(), (*begun, step)
                rules.apply(after, view.seat, step)
                if rules.is_mid_move(after, view.seat):
                    following.append((after, move, so_far + float(row[step])))
                else:
                    found[move] = so_far + float(row[step])
        waiting = following
    return found


def _world(view: View) -> Any:
    s, rng = view.state.copy(), Rng()
    begin(rng, 0, 0, 0)
    view.game.rules.redeal(s, view.seat, rng)
    return s


def _observed(view: View, s: Any) -> Any:
    seen = view.game.rules.State()
    view.game.rules.view(s, view.seat, seen)
    return observed(view.game, seen, view.seat)


def _is_face_down(view: View, move: Move) -> bool:
    return bool(view.game.rules.seen(view.state, SPECTATOR, view.seat, move.steps[0]) == HIDDEN)


# -- The file -------------------------------------------------------------------------


def write(file: Path, game: Game, found: Mapping[str, Reply], about: Mapping[str, Any]) -> None:
    """Write the file of a game."""
    import numpy as np

    whom = {name: reply.whom for name, reply in found.items() if reply.whom}
    text = json.dumps(head(game, FORMAT) | {"levels": list(found), "whom": whom} | dict(about), sort_keys=True)
    arrays: dict[str, Any] = {"about": np.frombuffer(text.encode(), "uint8")}
    for name, reply in found.items():
        arrays |= {f"{name}.{part}": np.asarray(reply.parts[part], STORED) for part in PARTS}
        arrays |= {f"{name}.things": reply.things.astype("int32"), f"{name}.actions": reply.actions.astype("int32")}
    put(file, packed(arrays))


def read(file: Path | Traversable, game: Game) -> Replies:
    """The replies of a file; TrainingError says in one line why it cannot be used."""
    import numpy as np

    try:
        content = file.read_bytes()
        check_sums(content)
        with np.load(io.BytesIO(content), allow_pickle=False) as found:
            about = json.loads(found["about"].tobytes())
            by_name = {
                name: Reply(
                    found[f"{name}.things"],
                    found[f"{name}.actions"],
                    {part: found[f"{name}.{part}"].astype("float64") for part in PARTS},
                    tuple(about.get("whom", {}).get(name, ())),
                )
                for name in about["levels"]
            }
    except DAMAGE as error:
        raise TrainingError(f"{file}: not a file of replies, or damaged ({type(error).__name__})") from None
    again = f"make it again with `tripot train {game.name} --reply LEVEL`"
    check_head(file, about, game, FORMAT, again)
    for reply in by_name.values():
        if not _fits(game, reply):
            raise TrainingError(f"{file}: damaged: numbers that no network has; {again}")
    return Replies(by_name, about, hashlib.sha256(content).hexdigest()[:STAMP])


def _fits(game: Game, reply: Reply) -> bool:
    """Whether all parts are of one network of the game."""
    import numpy as np

    size, (count, local) = layout(game).size, reply.things.shape
    seen = size + len(reply.whom)
    (_, units), (_, hidden), width = reply.parts["glance"].shape, reply.parts["own"].shape, reply.actions.shape[-1]
    shapes = {
        "glance": (local, units),
        "glance_shift": (units,),
        "own": (local, hidden),
        "all": (units, hidden),
        "rest": (seen - count * local, hidden),
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
