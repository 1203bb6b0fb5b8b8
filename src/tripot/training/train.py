"""From games to the file of networks in a game's folder; what is finished stays, so that an interrupted run goes on."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tripot.arena.workers import Crew
from tripot.bots import networks
from tripot.bots.engines import plain_engine
from tripot.bots.networks import TrainingError
from tripot.core.rng import Rng, begin
from tripot.play import Game, load

from .alike import alike
from .examples import HELD_OUT, Examples, examples
from .fitting import PARTS, Fit, Network, fit, scales, uniform
from .games import Recipe, Recorded, play, read

GAMES_FILE = "games.jsonl"
THINNED = 5  # one in so many observations is enough to see how large their numbers are
ASKED = 300  # decisions at which the rules of thumb are asked,
TIMES = 8  # and how often each
SURE = 0.9  # how much of what they say counts; the rest is any legal step
FEWEST = 200  # decisions of a level, below which nothing is learned


@dataclass(frozen=True, kw_only=True)
class Training:
    """What is trained, and where it is kept."""

    recipe: Recipe
    levels: tuple[str, ...]
    """Which levels get a network; those of the file that are not among them stay."""
    games: int
    work: Path
    """A folder for games and finished networks; the same command goes on there."""
    out: Path
    fit: Fit


Said = Callable[[str], None]
Progress = Callable[[int], None]


def train(what: Training, crew: Crew, *, said: Said = print, progress: Progress = lambda done: None) -> dict[str, Any]:
    """Play, fit, write; gives what the file says about its networks."""
    game = load(what.recipe.game)
    file = what.work / GAMES_FILE
    _check_recipe(what)
    play(what.recipe, file, what.games, crew, progress=progress)
    recorded = sorted((each for each in read(file) if each.number < what.games), key=lambda each: each.number)
    digest = hashlib.sha256("\n".join(each.written() for each in recorded).encode()).hexdigest()
    data = examples(game, recorded, what.recipe.levels)
    scale = alike(game).evened(scales(np.concatenate([some.observed[::THINNED] for some in data.values()])))
    kept = _kept(what, game, digest)
    weights, about = {}, dict[str, Any]()
    for level in dict.fromkeys((*kept, *what.levels)):
        if level in what.levels:
            network = _fitted(what, level, data, scale, digest, said)
            weights[level] = network.numbers
            about[level] = _measured(game, level, network, data[level], recorded)
            said(_line(level, about[level]))
        else:
            weights[level], about[level] = kept[level]
    note = {"recipe": asdict(what.recipe) | {"games": what.games}, "fit": asdict(what.fit), "data": digest}
    networks.write(what.out, game, what.fit.hidden, weights, scale, {**note, "measured": about})
    return about


def _check_recipe(what: Training) -> None:
    """Games of one recipe alone are in a folder."""
    what.work.mkdir(parents=True, exist_ok=True)
    note, text = what.work / "recipe.json", json.dumps(asdict(what.recipe))
    if note.exists() and note.read_text(encoding="utf-8") != text:
        raise TrainingError(f"{what.work}: has games of another recipe; name another folder with --work, or delete it")
    networks.put(note, text.encode())


def _kept(what: Training, game: Game, digest: str) -> dict[str, tuple[Any, Any]]:
    """The networks of the file that are not made again, if they were made from the same games."""
    if not what.out.exists() or set(what.recipe.levels) <= set(what.levels):
        return {}
    found = networks.read(what.out, game)
    if set(found.levels) <= set(what.levels):
        return {}
    if found.about.get("data") != digest or found.hidden != what.fit.hidden:
        raise TrainingError(f"{what.out}: its other networks are of other games or another size; train all levels")
    with np.load(what.out) as stored:
        return {level: (stored[level], found.about["measured"][level]) for level in found.levels}


def _fitted(what: Training, level: str, data: dict[str, Examples], scale: Any, digest: str, said: Said) -> Network:
    """The network of a level: from the folder if it was finished there, else fitted now."""
    if level not in data or len(data[level]) < FEWEST:
        raise TrainingError(f"{level} has fewer than {FEWEST} decisions in these games; play more with --games")
    key = hashlib.sha256(f"{digest} {level} {asdict(what.fit)}".encode()).hexdigest()[: networks.STAMP]
    file = what.work / f"{level}-{key}.npz"
    if finished := _finished(file, scale):
        return finished
    learned_from, held_out = data[level].split()
    found = fit(
        learned_from,
        held_out,
        scale,
        what.fit,
        names=alike(load(what.recipe.game)),
        said=lambda epoch, fits: said(f"{level}, epoch {epoch + 1}: log-likelihood {fits:.4f} of what is held out"),
    )
    packed = io.BytesIO()
    np.savez(packed, curve=np.array(found.curve), **{name: found.parts[name] for name in PARTS})
    networks.put(file, packed.getvalue())
    return found


def _finished(file: Path, scale: Any) -> Network | None:
    """A network that was finished before; a file that cannot be read is made again."""
    try:
        networks.check_sums(file.read_bytes())
        with np.load(file) as stored:
            return Network(scale, {name: stored[name] for name in PARTS}, stored["curve"].tolist())
    except networks.DAMAGE:
        return None


# -- How good it is -------------------------------------------------------------------


def _measured(game: Game, level: str, network: Network, data: Examples, recorded: Sequence[Recorded]) -> dict[str, Any]:
    """Mean log-likelihoods of the held-out decisions: by the network, if all steps were equally likely, by the rules of thumb."""
    learned_from, held_out = data.split()
    thumb, same = _by_thumb(game, level, recorded)
    return {
        "decisions": len(learned_from),
        "held_out": len(held_out),
        "network": round(float(network.log_likelihoods(held_out).mean()), 4),
        "uniform": round(float(uniform(held_out).mean()), 4),
        "thumb": round(thumb, 4),
        "uniform_there": round(same, 4),
        "curve": [round(fits, 4) for fits in network.curve],
    }


def _line(level: str, about: dict[str, Any]) -> str:
    return (
        f"{level}: {about['decisions']} decisions; of {about['held_out']} held out the log-likelihood is "
        f"{about['network']:.3f} by the network, {about['uniform']:.3f} if all steps were equally likely"
        f"; by the rules of thumb {about['thumb']:.3f} where that is {about['uniform_there']:.3f}"
    )


def _by_thumb(game: Game, level: str, recorded: Sequence[Recorded]) -> tuple[float, float]:
    """How well the rules of thumb say what a level does at some held-out decisions, and how well nobody would."""
    rules, runner, rng = game.rules, plain_engine(game), Rng()
    begin(rng, 0, 0, 0)
    found, nothing = list[float](), list[float]()
    for each in recorded:
        if each.number % HELD_OUT or level not in each.bots or len(found) >= ASKED:
            continue
        s = rules.State()
        rules.setup(s, each.seats, game.read_options(None, seats=each.seats))
        for actor, action in each.steps:
            if actor >= 0 and each.bots[actor] == level and len(found) < ASKED:
                v = rules.State()
                rules.view(s, actor, v)
                count = rules.legal(v, actor)
                if count > 1:
                    same = sum(runner.thumb(v, actor, rng) == action for _ in range(TIMES))
                    found.append(float(np.log(SURE * same / TIMES + (1 - SURE) / count)))
                    nothing.append(-float(np.log(count)))
            rules.apply(s, actor, action)
    return (float(np.mean(found)), float(np.mean(nothing))) if found else (0.0, 0.0)
