"""What reviews measure: `python bench/review.py --out FILE`.

The levels sit at mixed tables, turn by turn in every seat, and each is reviewed: the loss per decision, the luck, what the review
cost. (What a mistake costs depends on the others, so levels can be compared only in the same company.) `--again 20` reviews with
that many times the worlds once more, to see how often the intervals hold.

With `--asked 24` all levels are asked at the same decisions, so many of each mixed table, whoever played them: what they lose is
compared in the same worlds, and where two choose the same move nothing sets them apart; at choices made face down also in the
game as it was, with what the others did choose. With `--luck` nothing is asked but the luck of every seat at the mixed tables: it
has mean zero with any number of worlds, so few do. With `--advice` a level plays among its own kind, and one seat, another one
from game to game, does what the review says is best: without advice it would win one game in as many as there are seats, for
nothing sets it apart.

Every seat of a game (with `--luck` and `--asked` every game) is a line of the file; the same command goes on where it was
interrupted. `--table FILE` prints what a file says.
"""

from __future__ import annotations

import argparse
import functools
import json
import random
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from tripot.analysis import Reviewing, trees
from tripot.analysis.candidates import candidates
from tripot.analysis.company import Company, company
from tripot.analysis.learned import best_of, learned
from tripot.analysis.losses import loss, standard_error
from tripot.analysis.luck import luck
from tripot.analysis.turns import Moment, moments
from tripot.analysis.worth import MARGIN, WIN, Worth, result_of
from tripot.arena.ladder import levels
from tripot.bots import ask, ask_all, bot, play_all, stream
from tripot.play import Game, Move, Position, games, load

SEED = 1 << 41  # far from the seeds that people choose
SURE = 1.96
MIXED = "mixed"  # the level of a line that is about all of them
SLOWEST = "champion"  # thinks longer than all others together: it sits at no mixed table that all are asked at,
SELDOM = 2  # and is asked at so many decisions of each, if nothing else is said
FIRST_LOOK = 32  # worlds after which an adviser drops the first moves,
CLEAR = 2.5  # standard errors by which they are worse
MEASURED = ("margin", "win", "by trees", "in hindsight")  # of a loss at a decision that all are asked at
FEW_WORLDS = 4  # of the luck of a table that all are asked at

Plan = tuple[str, int, str, int]
"""(game, seats, level, number)."""
Row = dict[str, Any]


def plan(args: argparse.Namespace) -> list[Plan]:
    """Every game that is to be played, the first of each table and level before the second of any."""
    chosen = [load(name) for name in args.games.split(",")] if args.games else list(games())
    names = [MIXED] if args.luck or args.asked else chosen_levels(args)
    tables = [(game.name, seats, name) for game in chosen for seats in tables_of(game, args) for name in names]
    found = [(*table, number) for number in range(args.first, args.count) for table in tables]
    return [each for each in found if names == [MIXED] or args.advice or each[2] in seating(names, *each[1::2])]


def chosen_levels(args: argparse.Namespace) -> list[str]:
    """The levels that are measured."""
    return args.levels.split(",") if args.levels else list(levels())


def seating(names: list[str], seats: int, number: int) -> tuple[str, ...]:
    """Who sits where at the mixed table of that number: all levels in turn, each in every seat."""
    return tuple(names[(number + seat) % len(names)] for seat in range(seats))


def tables_of(game: Game, args: argparse.Namespace) -> list[int]:
    """At how many seats a game is measured: advice at the smallest and the largest table."""
    if args.seats:
        return [args.seats]
    return [game.least, game.most] if args.advice else [game.usual_seats]


# -- Playing ------------------------------------------------------------------


Advice = Callable[[Position, int, Move], Move]


def played(game: Game, bots: Sequence[str], number: int, advised: Mapping[int, Advice]) -> Position:
    """A game of these bots; some seats are advised what to do instead of what they would."""
    seats = len(bots)
    position = game.start(seats=seats, seed=SEED + number)
    players, rngs = dict(enumerate(map(bot, bots))), [stream(SEED + number, seat) for seat in range(seats)]
    while not position.is_over:
        moves = ask_all(position, players, rngs, company=bots)
        changed = {seat: advised[seat](position, seat, move) for seat, move in moves.items() if seat in advised}
        position = play_all(position, moves | changed)
    return position


def adviser(game: Game, seats: int, level: str, number: int, worlds: int) -> Advice:
    """What a review with so many worlds would call best, by the view of the seat.

    Worlds become twice as many again and again, and moves that are clearly worse than the best are dropped on the way. A
    move that is better by less than its standard error is no advice: the seat does as it would.
    """
    table = company(game, seats, [level])
    worth, how = Worth(game, seats, table, number), trees.settings(game, seats)

    def advice(position: Position, seat: int, move: Move) -> Move:
        reply = best_of(learned(position.view(seat), table))
        found = candidates(position, seat, move.steps, seed=number, number=position.length, also=reply)
        if reply:
            return next(each for each in found if each.steps == reply[0])
        if how and len(found) > 1:
            grown = trees.grown(position.view(seat), how, number, position.length, 0, trees.wanted(worlds))
            named = trees.named(grown, [each.steps for each in found])
            if named is not None:
                return found[named] if _is_better(grown, found[named].steps, move.steps) else move
        view, done, best = position.view(seat).state, 0, 0
        margins = dict.fromkeys(range(len(found)), np.zeros(0))
        while len(margins) > 1 and done < worlds:
            more = min(worlds, max(FIRST_LOOK, 2 * done)) - done
            for place, before in margins.items():
                rows = worth.of_move(view, seat, found[place].steps, done, more)
                margins[place] = np.concatenate([before, rows[:, MARGIN, seat]])
            done += more
            best = max(margins, key=lambda place: margins[place].mean())
            gaps = {place: margins[best] - values for place, values in margins.items()}
            margins = {
                place: margins[place] for place, gap in gaps.items() if not gap.mean() > CLEAR * standard_error(gap)
            }
            if 0 in margins and not gaps[0].mean() > standard_error(gaps[0]):
                best = 0
        return found[best]

    return advice


def _is_better(grown: Sequence[trees.Values], one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Whether a move is worth more by the trees than another, by more than a standard error."""
    gaps = np.array([tree[one] - tree[other] for tree in grown])
    return bool(gaps.mean() > standard_error(gaps))


# -- Measuring ------------------------------------------------------------------


def reviewed(name: str, seats: int, level: str, number: int, args: argparse.Namespace) -> Row:
    """The review of one seat of a game."""
    bots = seating(chosen_levels(args), seats, number)
    seat, end = bots.index(level), mixed(name, bots, number)
    work = Reviewing(end, seat=seat, seed=number, bots=bots)
    for _ in work.improve(worlds=args.worlds):
        pass
    found = work.review
    losses = [each.loss.margin.mean for each in found.decisions]
    row: Row = {"seat": seat, "decisions": len(losses), "loss": sum(losses), "seconds": round(work.seconds, 3)}
    row |= {"luck": found.margin["chance"] if found.margin else None, "margin": found.margin and found.margin["result"]}
    if args.again:
        row |= {"held": list(_held(end, work, bots, args))}
    return row


@functools.lru_cache(1)
def mixed(name: str, bots: tuple[str, ...], number: int) -> Position:
    """The game that all seats of a mixed table are reviewed in."""
    return played(load(name), bots, number, {})


def _held(end: Position, first: Reviewing, bots: Sequence[str], args: argparse.Namespace) -> Iterator[bool]:
    """Whether the loss by many more worlds lies in each interval: the same candidates, other worlds. A loss is not below 0."""
    again = Reviewing(end, seat=first.seat, seed=SEED, bots=bots)
    for mine, same in zip(first._choices, again._choices, strict=True):
        same.moves = mine.moves
    for _ in again.improve(worlds=args.worlds * args.again):
        pass
    for one, other in zip(first.review.decisions, again.review.decisions, strict=True):
        yield one.loss.margin.low <= max(0.0, other.loss.margin.mean) <= one.loss.margin.high


def lucky(name: str, seats: int, _: str, number: int, args: argparse.Namespace) -> Row:
    """The luck of every seat of a mixed table."""
    bots, game = seating(chosen_levels(args), seats, number), load(name)
    end = mixed(name, bots, number)
    _result, chance = luck(end, company(game, seats, bots), seed=number, worlds=args.worlds)
    return {"bots": bots, "luck": [round(float(each), 3) for each in chance[:, MARGIN].mean(axis=0)]}


def asked(name: str, seats: int, _: str, number: int, args: argparse.Namespace) -> Row:
    """What each level would lose at the same decisions, some of a mixed table; and the luck of that table."""
    names, game = chosen_levels(args), load(name)
    bots = seating([each for each in names if each != SLOWEST], seats, number)
    end = mixed(name, bots, number)
    _result, chance = luck(end, company(game, seats, bots), seed=number, worlds=FEW_WORLDS)
    row: Row = {"bots": bots, "luck": [round(float(each), 3) for each in chance[:, MARGIN].mean(axis=0)]}
    table = company(game, seats, bots)
    began, worth = time.thread_time(), Worth(game, seats, table, number)
    found = [(each, seat) for each in moments(game.rules, *end.line()) for seat in each.free]
    chosen = random.Random(number).sample(found, min(args.asked, len(found)))
    lost: list[dict[str, list[float | None]]] = []
    for place, (moment, seat) in enumerate(chosen):
        asking = [each for each in names if each != SLOWEST or place < args.seldom]
        lost.append(_lost(end, moment, seat, table, asking, worth, number, args.worlds))
    return row | {"lost": lost, "seconds": round(time.thread_time() - began, 3)}


def _lost(
    end: Position,
    moment: Moment,
    seat: int,
    table: Company,
    names: list[str],
    worth: Worth,
    number: int,
    worlds: int,
) -> dict[str, list[float | None]]:
    """The loss of each level at one decision, all in the same worlds and against the same candidates."""
    position = Position(end.game, end.seats, end.options, moment.before, None, None)
    rngs = {level: stream(SEED + number, seat, game=1 + moment.number) for level in names}
    answers = {level: ask(position, seat, bot(level), rngs[level], company=table.names).steps for level in names}
    best = best_of(learned(position.view(seat), table))
    compared = candidates(position, seat, moment.moves[seat], seed=number, number=moment.number, also=best)
    moves = list(dict.fromkeys([*(each.steps for each in compared), *answers.values()]))
    view = position.view(seat).state
    rows = {steps: worth.of_move(view, seat, steps, 0, worlds) for steps in moves}
    how = trees.settings(end.game, end.seats)
    grown = trees.grown(position.view(seat), how, number, moment.number, 0, trees.FEWEST) if how else []
    found = {}
    for steps in set(answers.values()):
        known = [steps, *rows]
        lost = loss([rows[each] for each in known], seat, known.index(best[0]) if best else trees.named(grown, known))
        by_others = [_by_trees(grown, steps), in_hindsight(moment, seat, steps, worth, worlds)]
        found[steps] = [round(lost.margin.mean, 5), round(lost.win.mean, 5), *by_others]
    return {level: found[steps] for level, steps in answers.items()}


def _by_trees(grown: Sequence[trees.Values], steps: tuple[int, ...]) -> float | None:
    """The loss in the value of the trees: each names its best move, and the other says how much better it is."""
    if not grown or any(steps not in tree for tree in grown):
        return None
    gaps = []
    for one, other in zip(grown, reversed(grown), strict=True):
        best = max(one.keys() & other.keys(), key=lambda move: (one[move], move))
        gaps.append(other[best] - other[steps])
    return round(sum(gaps) / len(gaps), 5)


def in_hindsight(moment: Moment, seat: int, steps: tuple[int, ...], worth: Worth, worlds: int) -> float | None:
    """At a choice made face down: how much less a move is worth than the one made, given all hands and what the others chose.

    They would have chosen the same, so on average this is fair to every move. The company's model plays the rest of the game.
    """
    if len(moment.actors) < 2:
        return None
    made, other = (
        worth.of_position(_all_chosen(moment, seat, each, worth.game), 0, worlds)
        for each in (moment.moves[seat], steps)
    )
    return round(float((made[:, MARGIN, seat] - other[:, MARGIN, seat]).mean()), 5)


def _all_chosen(moment: Moment, seat: int, steps: tuple[int, ...], game: Game) -> Any:
    """The position after a choice made face down, if a seat had chosen otherwise."""
    s = moment.before.copy()
    for actor in moment.actors:
        for action in steps if actor == seat else moment.moves[actor]:
            game.rules.apply(s, actor, action)
    return s


def followed(name: str, seats: int, level: str, number: int, args: argparse.Namespace) -> Row:
    """A game of one level among its own kind in which one seat is advised: without advice all would win equally often."""
    game, seat, began = load(name), number % seats, time.thread_time()
    by = {seat: adviser(game, seats, level, number, args.worlds)}
    end = result_of(game, played(game, [level] * seats, number, by).state, seats)[0]
    row: Row = {"seat": seat, "advised": round(float(end[WIN, seat]), 4), "margin": float(end[MARGIN, seat])}
    return row | {"seconds": round(time.thread_time() - began, 3)}


# -- Tables -----------------------------------------------------------------------


def table(file: Path) -> None:
    """What a file says by game and level, with 95 % intervals over games."""
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    by_level: dict[tuple[str, int, str], list[Row]] = {}
    for row in rows:
        by_level.setdefault((row["game"], row["seats"], row["level"]), []).append(row)
    tell: Callable[[list[Row]], Iterator[str]] = _told_losses
    head: tuple[str, ...] = LOSSES
    if any("advised" in row for row in rows):
        tell, head = _told_advice, ADVICE
    elif any(row["level"] == MIXED for row in rows):
        tell, head = _told_luck, LUCK
        if any("lost" in row for row in rows):
            same_decisions([row for row in rows if "lost" in row])
    print(f"| game | seats | level | games | {' | '.join(head)} |")
    print(f"|{' --- |' * (4 + len(head))}")
    places = [*levels(), MIXED]
    for key in sorted(by_level, key=lambda key: (key[0], key[1], places.index(key[2]))):
        print(f"| {' | '.join(map(str, (*key, len(by_level[key]), *tell(by_level[key]))))} |")
    if head is LOSSES:
        neighbours(rows)


def neighbours(rows: list[Row]) -> None:
    """How much more a level loses per decision than the next one, over the tables at which both sat: they met the same cards."""
    lost: dict[tuple[str, int], dict[str, dict[int, float]]] = {}
    for row in rows:
        if row["decisions"]:
            by_level = lost.setdefault((row["game"], row["seats"]), {})
            by_level.setdefault(row["level"], {})[row["number"]] = row["loss"] / row["decisions"]
    print("\n| game | seats | levels | tables | loss per decision, mean of games | difference |")
    print(f"|{' --- |' * 6}")
    for key in sorted(lost):
        for weak, strong in pairwise(name for name in levels() if name in lost[key]):
            one, other = lost[key][weak], lost[key][strong]
            both = sorted(one.keys() & other.keys())
            mean, half = _interval([one[number] - other[number] for number in both])
            means = ", ".join(f"{np.mean([each[number] for number in both]):.2f}" for each in (one, other))
            print(f"| {key[0]} | {key[1]} | {weak}, {strong} | {len(both)} | {means} | {mean:.2f} ± {half:.2f} |")


def same_decisions(rows: list[Row]) -> None:
    """What each level loses per decision, and how much more than the next one at the same decisions; over tables."""
    by_table: dict[tuple[str, int], list[list[dict[str, list[float | None]]]]] = {}
    for row in rows:
        by_table.setdefault((row["game"], row["seats"]), []).append(row["lost"])
    print(f"| game | seats | level | tables | decisions |{''.join(f' {name} | more |' for name in MEASURED)}")
    print(f"|{' --- |' * (5 + 2 * len(MEASURED))}")
    for (name, seats), tables in sorted(by_table.items()):
        names = [each for each in levels() if any(each in lost for table in tables for lost in table)]
        for level, better in zip(names, [*names[1:], ""], strict=True):
            cells = [
                name,
                str(seats),
                level,
                str(len(tables)),
                str(sum(level in lost for table in tables for lost in table)),
            ]
            for place in range(len(MEASURED)):
                own = [[lost[level][place] for lost in table if level in lost] for table in tables]
                more = [
                    [_less(lost[level][place], lost[better][place]) for lost in table if {level, better} <= lost.keys()]
                    for table in tables
                ]
                cells += [_of_tables(own), _of_tables(more) if better else "-"]
            print(f"| {' | '.join(cells)} |")
    print()


def _less(one: float | None, other: float | None) -> float | None:
    return None if one is None or other is None else one - other


def _of_tables(given: Sequence[Sequence[float | None]]) -> str:
    """The mean of all numbers; tables are what is drawn, so they give the interval."""
    found = [[number for number in numbers if number is not None] for numbers in given]
    if not any(found):
        return "-"
    counts = [len(numbers) for numbers in found]
    mean = sum(map(sum, found)) / max(1, sum(counts))
    rests = [sum(numbers) - mean * len(numbers) for numbers in found]
    return f"{mean:.4f} ± {_interval(rests)[1] * len(found) / max(1, sum(counts)):.4f}"


LOSSES = ("loss per decision", "luck, z", "seconds", "intervals that held")
LUCK = ("largest abs z of a seat", "of a level", "of a level in a seat")
ADVICE = ("wins advised", "more than its share", "seconds")


def _told_losses(rows: list[Row]) -> Iterator[str]:
    counts, losses = [row["decisions"] for row in rows], [row["loss"] for row in rows]
    per = sum(losses) / max(1, sum(counts))  # of all decisions; games are what is drawn, so they give the interval
    rests = [lost - per * count for lost, count in zip(losses, counts, strict=True)]
    yield f"{per:.2f} ± {_interval(rests)[1] * len(rows) / max(1, sum(counts)):.2f}"
    luck, half = _interval([row["luck"] for row in rows if row["luck"] is not None])
    yield f"{SURE * luck / half if half else 0.0:+.1f}"
    yield f"{sum(row['seconds'] for row in rows) / len(rows):.1f}"
    held = [one for row in rows for one in row.get("held", ())]
    yield f"{sum(held) / len(held):.1%} of {len(held)}" if held else "-"


def _told_luck(rows: list[Row]) -> Iterator[str]:
    """How many standard errors the mean luck is from zero, for each way to take the seats together."""
    by: list[dict[Any, list[float]]] = [{}, {}, {}]
    for row in rows:
        for seat, (level, amount) in enumerate(zip(row["bots"], row["luck"], strict=True)):
            for found, key in zip(by, (seat, level, (level, seat)), strict=True):
                found.setdefault(key, []).append(amount)
    for found in by:
        distances = {key: SURE * mean / half for key, (mean, half) in _intervals(found).items() if half}
        yield f"{max(map(abs, distances.values()), default=0.0):.2f} of {len(distances)}"


def _intervals(found: Mapping[Any, list[float]]) -> dict[Any, tuple[float, float]]:
    return {key: _interval(values) for key, values in found.items()}


def _told_advice(rows: list[Row]) -> Iterator[str]:
    mean, half = _interval([100 * row["advised"] for row in rows])
    yield f"{mean:.1f} ± {half:.1f}"
    yield f"{mean - 100 / rows[0]['seats']:+.1f} ± {half:.1f}"
    yield f"{sum(row['seconds'] for row in rows) / len(rows):.1f}"


def _interval(values: list[float]) -> tuple[float, float]:
    found = np.array(values)
    return float(found.mean()), SURE * standard_error(found)


def main(argv: list[str]) -> int:
    """Measure what is missing, or print what there is."""
    parser = argparse.ArgumentParser(prog="python bench/review.py", description=__doc__)
    parser.add_argument("--games", help="only these games (default: all)")
    parser.add_argument("--levels", help="only these levels (default: all)")
    parser.add_argument("--seats", type=int, help="at tables of so many (default: the usual number)")
    parser.add_argument("--first", type=int, default=0, help="number of the first game (default 0)")
    parser.add_argument("--count", type=int, default=20, help="games of every level (default 20)")
    parser.add_argument("--worlds", type=int, default=64, help="of a review (default 64)")
    parser.add_argument("--again", type=int, default=0, help="review once more with so many times the worlds")
    parser.add_argument("--advice", action="store_true", help="does it win more to follow the advice?")
    parser.add_argument("--luck", action="store_true", help="only the luck of every seat: is its mean zero?")
    parser.add_argument("--asked", type=int, default=0, help="ask all levels at so many decisions of each mixed table")
    parser.add_argument(
        "--seldom", type=int, default=SELDOM, help=f"decisions of a table at which the {SLOWEST} is asked"
    )
    parser.add_argument("--out", type=Path, default=Path("review.jsonl"))
    parser.add_argument("--table", type=Path, metavar="FILE", help="print what a file says")
    args = parser.parse_args(argv)
    if args.table:
        table(args.table)
        return 0
    done = set()
    if args.out.exists():
        rows = [json.loads(line) for line in args.out.read_text(encoding="utf-8").splitlines()]
        done = {(row["game"], row["seats"], row["level"], row["number"]) for row in rows}
    measure = asked if args.asked else lucky if args.luck else followed if args.advice else reviewed
    left = [each for each in plan(args) if each not in done]
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with args.out.open("a", encoding="utf-8") as out, Progress(*columns) as progress:
        bar = progress.add_task("reviewing", total=len(left))
        for each in left:
            row = dict(zip(("game", "seats", "level", "number"), each, strict=True)) | {"worlds": args.worlds}
            row |= measure(*each, args)
            out.write(json.dumps(row) + "\n")
            out.flush()
            progress.advance(bar)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
