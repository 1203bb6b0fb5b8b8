"""The page of weak spots: what each exploiter gains against each level, a table per game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from bench.exploit_match import RESPOND
from bench.exploiters import WORDS
from bench.respond import Budget

INTRODUCTION = """\
# Weak spots

One exploiter sits down with a level in all other seats. Every deal is played once with the exploiter in each seat.
**Gain**: its share of the victories less the share that the level itself would have there (one part in the number of seats:
over all seats of a deal the level's own shares add up to exactly one). Above zero the level has a weak spot, below zero
the exploiter pays for its habit. **Points**: its points less the rivals' mean points in the same games; zero for the
level itself. Intervals are 95 %, over deals; of a hundred such intervals about five miss, so look at a single clear one
twice.

Where the simple exploiters have no habit they follow the rules of thumb: what a habit itself gains is what it has more
than `thumb`.

`respond` is a best-response search: it knows which level it plays, redeals worlds that agree with what it sees, and
asks the level itself what it would do there. It looks only a little ahead and at some moves, so its gain is a **lower
bound** of what a best response gains."""

BUDGET_WORDS = """\
What `respond` may spend on a decision: worlds, calls of the level, moves considered, answers by the level in a
world before the rules of thumb play on, how often each world is played on, and by how many standard errors another move must
beat the level's own."""

RESPOND_WORDS = (
    "asks the level in some worlds what it would answer to each move, and takes the move after which it stands best"
)


def text(results: Sequence[dict[str, Any]], command: str) -> str:
    """The whole page."""
    lines = [INTRODUCTION, "", "```", command, "```", "", *_code(results), *_clear(results), *_budgets(results)]
    for game in dict.fromkeys(result["settings"]["game"] for result in results):
        lines += _game(game, [result for result in results if result["settings"]["game"] == game])
    return "\n".join(lines)


def _code(results: Sequence[dict[str, Any]]) -> list[str]:
    """By which code the levels played."""
    stamps = sorted({result["settings"]["versions"]["code"] for result in results})
    lines = [f"Rules and bots by their stamp: {', '.join(f'`{stamp}`' for stamp in stamps)}."]
    if not all(result["settings"]["versions"]["compiled"] for result in results):
        lines.append("**Some matches ran without compiled code: there the levels think less and play weaker.**")
    return [*lines, ""]


def _clear(results: Sequence[dict[str, Any]]) -> list[str]:
    """The weak spots that are clear of zero, the worst first."""
    clear = [result for result in results if result["gain"]["low"] > 0]
    clear.sort(key=lambda result: -float(result["gain"]["mean"]))
    if not clear:
        return [f"No gain of the {len(results)} matches is clear of zero.", ""]
    lines = [f"Clear of zero, of {len(results)} matches:", ""]
    for result in clear:
        of = result["settings"]
        lines.append(
            f"- {of['game']}, {of['seats']} seats: `{of['exploiter']}` gains {result['gain']['mean']:+.1%} "
            f"against `{of['level']}`"
        )
    return [*lines, ""]


def _budgets(results: Sequence[dict[str, Any]]) -> list[str]:
    """What `respond` may spend, by level."""
    budgets = {result["settings"]["level"]: result["settings"]["budget"] for result in results if _is_respond(result)}
    if not budgets:
        return []
    names = [field.name for field in fields(Budget)]
    lines = [BUDGET_WORDS, ""]
    lines += [f"| level | {' | '.join(names)} |", f"| --- |{' ---: |' * len(names)}"]
    for level, budget in budgets.items():
        lines.append(f"| {level} | {' | '.join(str(budget[name]) for name in names)} |")
    return [*lines, ""]


def _game(game: str, results: Sequence[dict[str, Any]]) -> list[str]:
    seats = " and ".join(sorted({str(result["settings"]["seats"]) for result in results}))
    words = {**WORDS[game], RESPOND: RESPOND_WORDS}
    names = list(dict.fromkeys(result["settings"]["exploiter"] for result in results))
    lines = [f"## {game}, {seats} seats", ""]
    lines += [f"- `{name}`: {words[name]}" for name in names]
    lines += ["", "| exploiter | level | gain | 95 % | points | 95 % | games |"]
    lines += ["| --- | --- | ---: | ---: | ---: | ---: | ---: |"]
    lines += [_row(result) for result in results]
    return [*lines, ""]


def _row(result: dict[str, Any]) -> str:
    of, gain, points = result["settings"], result["gain"], result["points"]
    wins = f"{gain['mean']:+.1%} | {gain['low']:+.1%} to {gain['high']:+.1%}"
    if gain["low"] > 0:
        wins = f"**{gain['mean']:+.1%}** | {gain['low']:+.1%} to {gain['high']:+.1%}"
    between = "-" if points["low"] is None else f"{points['low']:+.1f} to {points['high']:+.1f}"
    return f"| {of['exploiter']} | {of['level']} | {wins} | {points['mean']:+.1f} | {between} | {result['games']} |"


def _is_respond(result: dict[str, Any]) -> bool:
    return bool(result["settings"]["exploiter"] == RESPOND)
