"""A moment of a review as an exercise: the table as it stood, the same question, and how good the new answer is."""

from __future__ import annotations

from dataclasses import replace

from tripot.language import _, percent, translated

from .frame import board_drawing
from .parts import Drawing
from .reviewed import Decided, Reviewed
from .scene import text

AS_GOOD = 0.25  # of the cost of the mistake: less is as good as the best

SAY = translated(
    __package__,
    {
        "exercise": _("Exercise {n} of {most}"),
        "again": _("What would you play now?"),
        "found it": _("That is the best we know."),
        "as good": _("As good as the best we know: {best}."),
        "still costs": _("It costs {points} against {best}; what you played cost {cost}."),
        "not compared": _("This one was not compared. The best we know is {best}, which gains {points}."),
        "same": _("That is what you played: it cost {cost} against {best}."),
        "would win": _("Chance of winning: {chosen}, with the best {best}."),
        "next": _("Next exercise"),
        "once more": _("Choose again"),
        "leave": _("Back to the review"),
    },
)


def drawn_exercise(told: Reviewed, number: int) -> Drawing:
    """The real board at a moment, counted from 0; its forms ask how good an answer is."""
    say = SAY[told.lang]
    return _drawn(told, number, f"<strong>{say['again']}</strong>", "", is_still=False)


def drawn_answer(told: Reviewed, number: int, chosen: str) -> Drawing:
    """The same, with how good an answer is."""
    say, decided = SAY[told.lang], told.moments[number]
    verdict, chance = _verdict(told, decided, chosen)
    here = f"/t/{told.table.id}/review/{told.seat}/exercise"
    ways = f'<a class="btn" id="exercise-again" href="{here}?n={number + 1}">{say["once more"]}</a>'
    if number + 1 < len(told.moments):
        ways += f'<a class="btn go" id="exercise-next" href="{here}?n={number + 2}">{say["next"]}</a>'
    return _drawn(told, number, f'<strong>{verdict}</strong> <span class="can">{chance}</span>', ways, is_still=True)


def _verdict(told: Reviewed, decided: Decided, chosen: str) -> tuple[str, str]:
    """What is said of an answer, and the chances of winning where it was compared."""
    say, found = SAY[told.lang], decided.found
    best, cost = found["best"], told.figure(found["loss"])
    facts = {"best": told.named(decided, best), "cost": cost}
    margins = {move: margin for move, _, margin in found["candidates"]}
    if chosen == best:
        return say["found it"], _chance(told, decided, chosen)
    if chosen == found["played"]:
        return say["same"].format(**facts), _chance(told, decided, chosen)
    if chosen not in margins:
        return say["not compared"].format(points=cost, **facts), ""
    lost = margins[best] - margins[chosen]
    key = "as good" if lost <= AS_GOOD * found["loss"] else "still costs"
    return say[key].format(points=told.figure(lost), **facts), _chance(told, decided, chosen)


def _chance(told: Reviewed, decided: Decided, chosen: str) -> str:
    wins = {"chosen": decided.win(chosen), "best": decided.win(decided.found["best"])}
    return SAY[told.lang]["would win"].format(**{key: percent(win, told.lang) for key, win in wins.items()})


def _drawn(told: Reviewed, number: int, says: str, ways: str, *, is_still: bool) -> Drawing:
    decided, lang = told.moments[number], told.lang
    here = f"/t/{told.table.id}/review/{told.seat}"
    then = replace(
        told.table, position=decided.at, is_given_up=False, decision=decided.step + 1, choices={}, chat=(), notices=()
    )
    scene = replace(told.scene(decided), is_still=is_still, address=f"{here}/exercise/{number + 1}", drawn={})
    drawn = board_drawing(then, scene, (), None)
    count = SAY[lang]["exercise"].format(n=number + 1, most=len(told.moments))
    bar = (
        f'<section class="status you coach" id="status" aria-label="{text(count)}"><p class="dots">{text(count)}</p>'
        f'<p class="say" role="status">{says}</p><div class="acts">{ways}'
        f'<a class="btn bare" id="exercise-leave" href="{here}">{SAY[lang]["leave"]}</a></div></section>'
    )
    return replace(drawn, parts=drawn.parts | {"say": bar, "log": "", "said": "", "acts": ""})
