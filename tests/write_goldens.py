"""Rewrite the recorded games of tests/records (`make goldens`); the difference is there to be reviewed.

For every feature of tests/goldens: games of random legal moves, seed after seed, until some show it; the shortest is kept. (Not
games of the bots, so that a better bot changes no golden.) What does not come up by itself is looked for with one step of
foresight: cards, dice and moves that show the feature at once are taken. Everything is legal and possible, and comes out the
same on every run.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import tripot
from tests.goldens import FEATURES, GAMES, RECORDS, Feature, path_of, steps
from tests.rules.test_counts import COUNTS, counted
from tests.walks import fresh, legal, outcomes, seats_in
from tripot.core.state import CHANCE, NOBODY, SPECTATOR
from tripot.notation.record import RecordLine

SEEDS = 300  # games of each kind, at most
ENOUGH = 5  # games that show the feature, the shortest of which is kept
NAMES = ("Ada", "Ben", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal")

Taken = list[tuple[int, int]]


def main() -> None:
    for stem, features in FEATURES.items():
        (RECORDS / stem).mkdir(parents=True, exist_ok=True)
        for old in (RECORDS / stem).glob("*.txt"):
            if old.stem not in features:
                old.unlink()
        for name, feature in features.items():
            path_of(stem, name).write_text(golden(stem, name, feature), encoding="utf-8")
        print(f"{stem}: {len(features)} recorded games")
    COUNTS.write_text(counted(), encoding="utf-8")


# -- The search -------------------------------------------------------------------------------------------------------


def search(stem: str, name: str, feature: Feature) -> Taken:
    """The steps of the shortest of the first games that show the feature."""
    for foresees in (False, True):
        found: list[Taken] = []
        for seed in range(SEEDS):
            chooser = random.Random(f"{stem} {name} {seed}")
            taken, is_shown = played(stem, feature, chooser, foresees=foresees)
            if is_shown:
                found.append(taken)
            if len(found) == ENOUGH:
                break
        if found:
            return min(found, key=len)
    raise SystemExit(f"{stem}: none of {SEEDS} games shows {name}")


def played(stem: str, feature: Feature, chooser: random.Random, *, foresees: bool) -> tuple[Taken, bool]:
    """A whole game, and whether it shows the feature."""
    rules = GAMES[stem].rules
    s = fresh(GAMES[stem].name, feature.seats, feature.options)
    taken: Taken = []
    is_shown = False
    while rules.to_act(s) != NOBODY:
        actor, choices, odds = asked(rules, s, chooser)
        action = chooser.choices(choices, odds)[0]
        if not is_shown:
            if feature.steer is not None:
                action = chooser.choice(feature.steer(rules, s, actor, choices) or [action])
            if foresees:
                action = next((it for it in choices if is_shown_by(rules, feature, s, actor, it)), action)
            is_shown = is_shown_by(rules, feature, s, actor, action)
        rules.apply(s, actor, action)
        taken.append((actor, action))
    return taken, is_shown


def asked(rules: Any, s: Any, chooser: random.Random) -> tuple[int, list[int], list[int]]:
    """Who acts, between what, and with which weights."""
    if rules.to_act(s) == CHANCE:
        return CHANCE, *outcomes(rules, s)
    seat = seats_in(rules.pending(s))[0]
    choices = legal(rules, s, seat)
    return seat, choices, [1] * len(choices)


def is_shown_by(rules: Any, feature: Feature, s: Any, actor: int, action: int) -> bool:
    after = s.copy()
    rules.apply(after, actor, action)
    return feature.shows(rules, s, actor, action, after)


# -- The text ---------------------------------------------------------------------------------------------------------


def golden(stem: str, name: str, feature: Feature) -> str:
    """The record of a game that shows the feature, with the story as remarks."""
    return text_of(stem, name, feature, search(stem, name, feature))


def text_of(stem: str, name: str, feature: Feature, taken: Taken) -> str:
    """The record of these steps, with the story as remarks."""
    pos = GAMES[stem].start(seats=feature.seats, options=feature.options)
    for actor, action in taken:
        pos = pos.play(action, seat=actor)
    head, _, _ = str(pos.record(names=dict(enumerate(NAMES[: feature.seats])))).partition("\n\n")
    title = name.replace("_", " ").capitalize()
    rows = [*head.splitlines(), "", "", *body(stem, feature, pos, taken, title)]
    rows[len(head.splitlines())] = f"# {title}: line {rows.index(f'# >>> {title}') + 2}."
    return "".join(f"{row}\n" for row in rows)


def body(stem: str, feature: Feature, pos: tripot.Position, taken: Taken, title: str) -> Iterator[str]:
    """The events; after each what a spectator is told and, after the moves, out of how many each was chosen."""
    told = story(pos)
    walked = steps(stem, feature.seats, feature.options, taken)
    is_shown = False
    counts: list[str] = []
    lines = pos.record().lines
    for line, following in zip(lines, [*lines[1:], None], strict=True):
        shows, choices = judged(stem, feature, walked, line)
        if shows and not is_shown:
            is_shown = True
            yield f"# >>> {title}"
        yield str(line)
        counts += choices
        yield from (f"# {remark}" for _ in line.tokens for remark in next(told))
        if counts and (following is None or following.actor is None):
            yield f"# out of {' '.join(counts)}"
            counts = []
    yield " ".join(("end", *map(str, pos.scores)))


def judged(stem: str, feature: Feature, walked: Iterator[Any], line: RecordLine) -> tuple[bool, list[str]]:
    """Whether the steps of a line show the feature, and how many moves there were to choose from at each."""
    rules = GAMES[stem].rules
    shows = False
    counts: list[str] = []
    for _ in line.tokens:
        before, actor, action, after = next(walked)
        shows = feature.shows(rules, before, actor, action, after) or shows
        if actor != CHANCE:
            counts.append(str(rules.legal(before, actor)))
    return shows, ["+".join(counts)] if counts else []


def story(pos: tripot.Position) -> Iterator[list[str]]:
    """What a spectator is told of every step; nothing while a game has no words yet."""
    view = pos.view(SPECTATOR)
    has_words = hasattr(pos.game.words, "tell")
    for step in view.history():
        yield view.told(step, NAMES[: pos.seats], "en") if has_words else []


if __name__ == "__main__":
    main()
