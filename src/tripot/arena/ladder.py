"""Does each level beat the one below it? One match for every game, seat count and pair of neighbours, and one table of all.

Beside the levels stand two marks that never think: the lowest level has to beat who plays at random, and the rules of thumb
are placed by a match against each level that may be near.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from tripot import bots
from tripot.play import Game, load

from .contest import contest
from .log import write_json, write_text
from .published import Rating
from .result import FORMAT, result
from .schedule import Schedule, plan
from .workers import Crew

LOOK = 10
MARK_BLOCKS = 100  # of a match against a mark, which is there to measure, not to be won
LOWEST = 1000.0  # the rating of the lowest level
SCALE = 400 / math.log(10)
SURE = 1.96  # standard errors on both sides of a 95 % interval


@dataclass(frozen=True)
class Rung:
    """Two neighbours of the ladder at one table."""

    game: str
    seats: int
    upper: str
    lower: str

    @property
    def file(self) -> str:
        """The name of its result file."""
        return f"{self.game}-{self.seats}-{self.upper}-{self.lower}.json".replace(":", "_")


def levels() -> tuple[str, ...]:
    """The levels from the weakest to the strongest; all bots where there are none."""
    return tuple(getattr(bots, "LEVELS", bots.BOTS))


def seat_counts(game: Game) -> tuple[int, ...]:
    """Every number of seats that the game has: a level may be weak at one table only."""
    return tuple(game.seats)


def rungs(games: Sequence[Game], names: Sequence[str]) -> list[Rung]:
    """All matches of the ladder."""
    return [
        Rung(game.name, seats, upper, lower)
        for game in games
        for seats in seat_counts(game)
        for lower, upper in pairwise(names)
    ]


def marks(games: Sequence[Game], names: Sequence[str]) -> list[Rung]:
    """The matches against the marks: the lowest level's against random, those in the middle against the rules of thumb."""
    pairs = [(names[0], "random"), *((name, "thumb") for name in names[2:-2])]
    pairs = [(upper, lower) for upper, lower in pairs if lower not in names]
    return [
        Rung(game.name, seats, upper, lower) for game in games for seats in seat_counts(game) for upper, lower in pairs
    ]


def is_mark(rung: Rung) -> bool:
    """Whether it is a match against somebody who is no level."""
    return rung.lower in ("random", "thumb") and rung.upper not in ("random", "thumb")


def schedule_of(rung: Rung, *, blocks: int, seed: int) -> Schedule:
    """The schedule of a match of the ladder, the upper one first, each with half of the seats.

    Between levels it is sequential: it ends as soon as the upper one is clearly better. Against a mark the blocks are fixed.
    """
    return plan(
        load(rung.game),
        seats=rung.seats,
        bots=(rung.upper, rung.lower),
        blocks=min(blocks, MARK_BLOCKS) if is_mark(rung) else blocks,
        seed=seed,
        stop="fixed" if is_mark(rung) else "sequential",
        look=LOOK,
        seatings="halves",
    )


def climb(
    wanted: Sequence[Rung],
    *,
    blocks: int,
    seed: int,
    out: Path,
    page: Path,
    work: Path,
    crew: Crew,
    command: str,
    play: Collection[Rung] | None = None,
    recheck: int = 0,
    said: Callable[[Rung, dict[str, Any]], None] = lambda rung, data: None,
    heard: Callable[[Rung, int], None] = lambda rung, games: None,
) -> list[tuple[Rung, dict[str, Any]]]:
    """Play every match that is not there yet; what is finished stays, what was interrupted goes on.

    With `play` only those are played. Of the others the page has the results that are there, also those of older code or
    settings, which it marks; and it says which have none. The page is written again after every match.

    With `recheck` that many blocks of a match of older code are played first: if all go as they did then, its result stands.
    """
    out.mkdir(parents=True, exist_ok=True)
    ready: dict[Rung, dict[str, Any]] = {}
    older: set[Rung] = set()
    to_play: list[tuple[Rung, Schedule]] = []
    for rung in wanted:
        schedule = schedule_of(rung, blocks=blocks, seed=seed)
        if (data := finished(out / rung.file, schedule)) is not None:
            ready[rung] = data
            continue
        if (data := _result_in(out / rung.file)) is not None:
            if recheck and _is_the_same(data, schedule, recheck, work, crew, _counting(rung, heard)):
                ready[rung] = _of_now(data, schedule, recheck)
                write_json(out / rung.file, ready[rung])
                continue
            ready[rung] = data
            older.add(rung)
        if play is None or rung in play:
            to_play.append((rung, schedule))

    def write() -> list[tuple[Rung, dict[str, Any]]]:
        found = [(rung, ready[rung]) for rung in wanted if rung in ready]
        missing = [rung for rung in wanted if rung not in ready]
        if found:
            write_text(page, text(found, command, out.name, missing, older))
        return found

    order = list(dict.fromkeys(name for rung in wanted if not is_mark(rung) for name in (rung.lower, rung.upper)))
    to_play.sort(key=lambda each: order.index(each[0].upper))  # what is cheap comes first
    unplayed = {rung for rung, _ in to_play}
    for rung in wanted:
        if rung in ready and rung not in unplayed:
            said(rung, ready[rung])
    for rung, schedule in to_play:
        count = _counting(rung, heard)
        ready[rung] = result(contest(schedule, work / schedule.name, crew, progress=count))
        older.discard(rung)
        write_json(out / rung.file, ready[rung])
        said(rung, ready[rung])
        write()
    return write()


def _is_the_same(
    data: dict[str, Any], schedule: Schedule, blocks: int, work: Path, crew: Crew, progress: Callable[[int], None]
) -> bool:
    """Whether a result is of this schedule but for the code, and its first blocks go by the present code as they went then."""
    then = replace(schedule, versions=schedule.versions | {"code": data["versions"]["code"]})
    if data.get("schedule") != then.fingerprint:
        return False
    some = replace(schedule, blocks=min(blocks, data["blocks"]), stop="fixed")
    again = result(contest(some, work / f"again-{some.name}", crew, progress=progress))
    return bool(again["block_values"] == data["block_values"][: some.blocks])


def _of_now(data: dict[str, Any], schedule: Schedule, blocks: int) -> dict[str, Any]:
    """The result as one of the present code, and by which code it was played, however often it was checked since."""
    played = data.get("rechecked", data["versions"])["code"]
    checked = {"code": played, "blocks": min(blocks, data["blocks"])}
    return data | {"schedule": schedule.fingerprint, "versions": schedule.versions, "rechecked": checked}


def _counting(rung: Rung, heard: Callable[[Rung, int], None]) -> Callable[[int], None]:
    """Hears of games as they are played, and says how many there are."""
    games = 0

    def more(played: int) -> None:
        nonlocal games
        games += played
        heard(rung, games)

    return more


def finished(file: Path, schedule: Schedule) -> dict[str, Any] | None:
    """The result of exactly this schedule, if the file has it."""
    data = _result_in(file)
    return data if data and data.get("schedule") == schedule.fingerprint else None


def _result_in(file: Path) -> dict[str, Any] | None:
    """The result in a file, of whatever schedule; its name says of which match."""
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return data if isinstance(data, dict) and data.get("format") == FORMAT else None


def is_clear(data: dict[str, Any]) -> bool:
    """Whether the upper one is better and its interval clear of zero."""
    return bool(data["differences"][0]["win_share"]["low"] > 0)


def code_of(data: dict[str, Any]) -> str:
    """The short stamp of the code that a result is of."""
    return str(data["versions"]["code"])[:8]


def text(
    found: Sequence[tuple[Rung, dict[str, Any]]],
    command: str,
    folder: str,
    missing: Sequence[Rung] = (),
    older: Collection[Rung] = (),
) -> str:
    """The table."""
    lines = [
        "# The ladder",
        "",
        "Each level against the one below it: the difference in the share of victories for each seat taken, with its 95 %",
        "interval (a confidence sequence over blocks, valid at every look, after every tenth block; a match stops as soon as",
        "it is clear, a rule set before the first game, and at the latest after the blocks of the command). A block is one",
        "deal, played twice: each level has half of the seats, then the other half. *Wins*: the share of the victories of all",
        "seats of the upper level together. *Code*: a stamp of the code that decides how games go (the game's rules and rules of",
        "thumb, the search) when the match was played.",
        "",
        "```",
        command,
        "```",
        "",
        "| game | seats | levels | difference | 95 % | wins | blocks | games | clear | code |",
        "| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: | --- | --- |",
    ]
    for rung, data in found:
        if not is_mark(rung):
            clear = "yes" if is_clear(data) else "**no**"
            lines.append(_row(rung, data, folder, clear, rung in older))
    if beside := [(rung, data) for rung, data in found if is_mark(rung)]:
        lines += [
            "",
            "## Beside the levels",
            "",
            "Somebody who plays at random, whom the lowest level has to beat, and the rules of thumb, against whom levels are",
            "only measured: a fixed number of blocks, and Student's interval over them.",
            "",
            "| game | seats | who | difference | 95 % | wins | blocks | games | better | code |",
            "| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: | --- | --- |",
        ]
        lines += [_row(rung, data, folder, _better(rung, data), rung in older) for rung, data in beside]
    if older:
        lines += [
            "",
            f"*Older* ({len(older)} of {len(found)}): of other code or settings than those when this page was",
        ]
        lines += ["written; the levels may differ by now, also in the ratings below, until the match is played again."]
    if again := sorted({data["rechecked"]["blocks"] for _, data in found if "rechecked" in data}):
        lines += [
            "",
            "Results with `rechecked` in their file were played by earlier code; by this one the first "
            f"{' or '.join(map(str, again))} blocks were",
            "played again, with the same winners in every game.",
        ]
    if missing:
        names = ", ".join(f"{rung.game} {rung.seats} {rung.upper} - {rung.lower}" for rung in missing)
        lines += ["", f"Not finished: {names}."]
    return "\n".join([*lines, "", *_ratings_table(found), ""])


def _row(rung: Rung, data: dict[str, Any], folder: str, verdict: str, is_older: bool) -> str:
    gap = data["differences"][0]["win_share"]
    wins = f"{gap['mean']:+.1%} | {gap['low']:+.1%} to {gap['high']:+.1%}"
    name = f"[{rung.upper} - {rung.lower}]({folder}/{rung.file})"
    counts = f"{data['blocks']} | {data['games']}"
    code = f"`{code_of(data)}`{', older' if is_older else ''}"
    cells = (rung.game, str(rung.seats), name, wins, f"{_together(data):.1%}", counts, verdict, code)
    return f"| {' | '.join(cells)} |"


def _better(rung: Rung, data: dict[str, Any]) -> str:
    """Who is better, where the interval says so."""
    gap = data["differences"][0]["win_share"]
    return rung.upper if gap["low"] > 0 else rung.lower if gap["high"] < 0 else "open"


def _together(data: dict[str, Any]) -> float:
    """The share of the victories that all seats of the upper level have, over all blocks."""
    upper, lower = (bot["win_share"] for bot in data["bots"])
    return float(upper / (upper + lower))


def rated(found: Sequence[tuple[Rung, dict[str, Any]]]) -> dict[str, dict[str, Rating]]:
    """The ratings of all levels in every game, to be published: steps added up, each the mean over its seat counts."""
    games: dict[str, dict[str, Rating]] = {}
    for game in dict.fromkeys(rung.game for rung, _ in found if not is_mark(rung)):
        mine = [(rung, data) for rung, data in found if rung.game == game and not is_mark(rung)]
        pairs = list(dict.fromkeys((rung.lower, rung.upper) for rung, _ in mine))
        points, spread = LOWEST, 0.0
        games[game] = {pairs[0][0]: Rating(LOWEST, LOWEST, LOWEST)}
        for lower, upper in pairs:
            if lower not in games[game]:
                break  # the step below is not finished: nothing to add to
            steps = [_step(data) for rung, data in mine if (rung.lower, rung.upper) == (lower, upper)]
            points += math.fsum(step for step, _ in steps) / len(steps)
            spread += math.fsum(error**2 for _, error in steps) / len(steps) ** 2
            half = SURE * math.sqrt(spread)
            games[game][upper] = Rating(round(points, 1), round(points - half, 1), round(points + half, 1))
    return games


def _step(data: dict[str, Any]) -> tuple[float, float]:
    """By how many points of rating the upper level is better, and the standard error over blocks."""
    blocks = data["block_values"]
    whole = math.fsum(upper + lower for upper, lower in blocks) / len(blocks)
    shares = [upper / whole for upper, _ in blocks]
    mean = math.fsum(shares) / len(shares)
    error = math.sqrt(math.fsum((share - mean) ** 2 for share in shares) / (len(shares) - 1) / len(shares))
    mean = min(max(mean, 0.5 / len(shares)), 1 - 0.5 / len(shares))  # all won: half a block is given to the other
    error = error or math.sqrt(mean * (1 - mean) / len(shares))  # blocks that are all alike do not make it sure
    return SCALE * math.log(mean / (1 - mean)), SCALE * error / (mean * (1 - mean))


def placed(found: Sequence[tuple[Rung, dict[str, Any]]]) -> dict[str, dict[str, Rating]]:
    """Where the marks stand in every game: below the level nearest to them, by the mean step over its seat counts."""
    games: dict[str, dict[str, Rating]] = {}
    for game, levels in rated(found).items():
        met: dict[tuple[str, str], list[tuple[float, float]]] = {}
        for rung, data in found:
            if rung.game == game and is_mark(rung) and rung.upper in levels:
                met.setdefault((rung.lower, rung.upper), []).append(_step(data))
        gaps = [(*who, math.fsum(step for step, _ in steps) / len(steps), steps) for who, steps in met.items()]
        for mark, upper, gap, steps in sorted(gaps, key=lambda each: -abs(each[2])):  # the nearest comes last
            level, spread = levels[upper], math.fsum(error**2 for _, error in steps) / len(steps) ** 2
            points, half = level.points - gap, math.hypot(SURE * math.sqrt(spread), level.high - level.points)
            games.setdefault(game, {})[mark] = Rating(
                round(points, 1), round(points - half, 1), round(points + half, 1)
            )
    return games


def _ratings_table(found: Sequence[tuple[Rung, dict[str, Any]]]) -> list[str]:
    games, beside = rated(found), placed(found)
    names = list(dict.fromkeys(level for levels in games.values() for level in levels))
    if not names:
        return []
    among = list(dict.fromkeys(mark for marks in beside.values() for mark in marks))
    lines = [
        "## Ratings",
        "",
        f"400 points are odds of ten to one; {names[0]} has {LOWEST:.0f} in every game. Each step is the mean over the seat",
        "counts, and steps are added up, with the 95 % interval. A match that stops as soon as it is clear flatters the upper",
        "level a little."
        + (" Who stands beside the levels is placed by the nearest level that met them." if among else ""),
        "",
        f"| game | {' | '.join(names + among)} |",
        f"| --- |{' ---: |' * len(names + among)}",
    ]
    for game, levels in games.items():
        all_of_them = levels | beside.get(game, {})
        cells = [
            f"{each.points:.0f} ± {each.high - each.points:.0f}" if (each := all_of_them.get(name)) else ""
            for name in names + among
        ]
        lines.append(f"| {game} | {' | '.join(cells)} |")
    return lines
