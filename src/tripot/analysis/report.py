"""A review for programs and for people: as plain data, in words, and as a page of its own.

Explanations of moves are the game's own (`words.explain`), made from the view that the seat had.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from tripot.language import _, number, percent, plural, translated
from tripot.play import Move

from .losses import Estimate
from .reviewing import Decision, Review

FORMAT = "tripot-review 1"
SHOWN = 5  # mistakes in the words

TEXTS = translated(
    __package__,
    {
        "title": _("{game}: the game of {name}"),
        "result": _("{name}: {points} points, {margin} against the best of the others."),
        "unfinished": _("The record stops before the end: there are losses, but no result to account for."),
        "account": _("What the margin is made of"),
        "start": _("an even start is worth"),
        "chance": _("cards and dice"),
        "own": _("own choices, by what could be known"),
        "guesses": _("how the own guesses turned out"),
        "others": _("what the others did"),
        "sum": _("result"),
        "adjusted": _("With luck taken off ({share} of it): {margin}."),
        "no mistakes": _("No decision can be called a mistake for sure."),
        "mistake": _("event {event}: played {played}, better {best}; it cost {loss} points ({low} to {high}) and {win} of a win"),
        "why": _("{move}: {why}"),
        "event": _("event"),
        "played": _("played"),
        "best": _("best"),
        "loss": _("lost points"),
        "interval": _("95 % interval"),
        "win": _("lost chance of winning"),
        "every": _("Every decision"),
    },
)  # fmt: skip
COUNTED = translated(
    __package__,
    {
        "mistakes": plural(
            "{n} decision surely lost something; the worst:", "{n} decisions surely lost something; the worst:"
        ),
        "decisions": plural("{n} decision, {loss} points lost.", "{n} decisions, {loss} points lost each on average."),
        "basis": plural(
            "{n} world for every figure, seed {seed}; the others are expected to play like {company}.",
            "{n} worlds for every figure, seed {seed}; the others are expected to play like {company}.",
        ),
    },
)


def as_json(review: Review) -> dict[str, Any]:
    """The review as plain data."""
    return {
        "format": FORMAT,
        "game": review.game.name,
        "rules": review.game.rules_version,
        "seats": review.seats,
        "seat": review.seat,
        "over": review.is_over,
        "scores": list(review.scores),
        "result": review.margin["result"] if review.margin else None,
        "decisions": [_decision(each) for each in review.decisions],
        "mistakes": [each.event for each in review.mistakes],
        "account": review.margin,
        "account_errors": {part: round(error, 3) for part, error in review.errors.items()} if review.errors else None,
        "account_win": review.win,
        "adjusted": review.adjusted,
        "coefficient": review.coefficient,
        "chance": [
            {"event": block.event, "steps": block.steps, "margin": _short(block.margin, 2), "win": _short(block.win, 4)}
            for block in review.chance
        ],
        "course": [
            {"event": mark.event, "margin": _short(mark.margin, 2), "win": _short(mark.win, 4)}
            for mark in review.course
        ],
        "bots": list(review.company.names),
        "worlds": review.worlds,
        "seed": review.seed,
        "seconds": round(review.seconds, 3),
    }


def _short(numbers: Sequence[float], digits: int) -> list[float]:
    return [round(number, digits) for number in numbers]


def _decision(decision: Decision) -> dict[str, Any]:
    lost = decision.loss
    return {
        "event": decision.event,
        "played": str(decision.played),
        "best": str(decision.best),
        **_interval("loss", lost.margin, 3),
        "mistake": lost.is_mistake,
        "win_loss": round(lost.win.mean, 4),
        "win_low": round(lost.win.low, 4),
        "win_high": round(lost.win.high, 4),
        "worlds": decision.worlds,
        "candidates": [
            {
                "move": str(each.move),
                "win": round(each.win.mean, 4),
                "win_low": round(each.win.low, 4),
                "win_high": round(each.win.high, 4),
                "margin": round(each.margin.mean, 3),
                "margin_low": round(each.margin.low, 3),
                "margin_high": round(each.margin.high, 3),
            }
            for each in decision.candidates
        ],
    }


def _interval(name: str, found: Estimate, digits: int) -> dict[str, float]:
    return {name: round(found.mean, digits), "low": round(found.low, digits), "high": round(found.high, digits)}


def in_words(review: Review, names: Sequence[str], lang: str) -> Iterator[str]:
    """The review in lines of text."""
    texts = TEXTS[lang]
    yield from _result(review, names, lang)
    if review.margin and review.errors:
        yield ""
        yield texts["account"]
        for label, amount, error in _parts(review, lang):
            yield f"  {amount:>9}  {label}{error}"
        yield texts["adjusted"].format(
            share=percent(review.coefficient, lang), margin=number(review.adjusted or 0.0, lang, places=1, signed=True)
        )
    yield ""
    lost = sum(each.loss.margin.mean for each in review.decisions) / max(1, len(review.decisions))
    yield COUNTED[lang]["decisions"].format(n=len(review.decisions), loss=number(max(0.0, lost), lang, places=1))
    mistakes = review.mistakes
    yield COUNTED[lang]["mistakes"].format(n=len(mistakes)) if mistakes else texts["no mistakes"]
    for each in mistakes[:SHOWN]:
        yield "  " + _mistake(each, lang)
        yield from (f"    {line}" for line in explained(each, review.seat, names, lang))
    yield ""
    yield _basis(review, lang)


def _result(review: Review, names: Sequence[str], lang: str) -> Iterator[str]:
    texts, name = TEXTS[lang], names[review.seat]
    yield texts["title"].format(game=review.game.title, name=name)
    if review.margin is None:
        yield texts["unfinished"]
    else:
        margin = number(review.margin["result"], lang, signed=True)
        yield texts["result"].format(name=name, points=number(review.scores[review.seat], lang), margin=margin)


def _parts(review: Review, lang: str) -> Iterator[tuple[str, str, str]]:
    """The lines of the account: the label, the amount, and its standard error."""
    assert review.margin is not None
    assert review.errors is not None
    for part, amount in review.margin.items():
        label = TEXTS[lang]["sum" if part == "result" else part]
        error = review.errors.get(part)
        shown = "" if error is None else f" (± {number(error, lang, places=1)})"
        yield label, number(amount, lang, places=2, signed=True), shown


def _mistake(decision: Decision, lang: str) -> str:
    lost = decision.loss
    return TEXTS[lang]["mistake"].format(
        event=decision.event,
        played=decision.played,
        best=decision.best,
        loss=number(lost.margin.mean, lang, places=1),
        low=number(lost.margin.low, lang, places=1),
        high=number(lost.margin.high, lang, places=1),
        win=percent(max(0.0, lost.win.mean), lang),
    )


def explained(decision: Decision, seat: int, names: Sequence[str], lang: str) -> list[str]:
    """What the game says about the move played and the best one, where each is one step."""
    view, words = decision.moment.view(seat), decision.moment.game.words
    found: dict[Move, str] = {}
    for move in (decision.played, decision.best):
        if len(move.steps) == 1 and (why := words.explain(view.state, seat, move.steps[0], names, lang)):
            found[move] = TEXTS[lang]["why"].format(move=move, why=why)
    return list(found.values())


def _basis(review: Review, lang: str) -> str:
    others = dict.fromkeys(name for seat, name in enumerate(review.company.names) if seat != review.seat)
    return COUNTED[lang]["basis"].format(n=review.worlds, seed=review.seed, company=", ".join(others))


def page(review: Review, names: Sequence[str], lang: str) -> str:
    """The review as an HTML page that needs nothing else."""
    texts, title = TEXTS[lang], next(_result(review, names, lang))
    body = [f"<h1>{escape(title)}</h1>"]
    body += [f"<p>{escape(line)}</p>" for line in list(_result(review, names, lang))[1:]]
    if review.margin:
        rows = "".join(
            f"<tr><th scope=row>{escape(label)}</th><td>{escape(amount)}</td><td>{escape(error)}</td></tr>"
            for label, amount, error in _parts(review, lang)
        )
        body.append(f"<h2>{escape(texts['account'])}</h2><table>{rows}</table>")
        adjusted = number(review.adjusted or 0.0, lang, places=1, signed=True)
        shown = texts["adjusted"].format(share=percent(review.coefficient, lang), margin=adjusted)
        body.append(f"<p>{escape(shown)}</p>")
    body.append(f"<h2>{escape(texts['every'])}</h2>{_table(review, lang)}")
    for each in review.mistakes[:SHOWN]:
        body.append(f"<p>{escape(_mistake(each, lang))}</p>")
        body += [f"<p class=why>{escape(line)}</p>" for line in explained(each, review.seat, names, lang)]
    body.append(f"<p><small>{escape(_basis(review, lang))}</small></p>")
    return PAGE.format(lang=lang, title=escape(title), body="\n".join(body))


def _table(review: Review, lang: str) -> str:
    texts = TEXTS[lang]
    heads = "".join(
        f"<th scope=col>{escape(texts[key])}</th>" for key in ("event", "played", "best", "loss", "interval", "win")
    )
    rows = []
    for each in review.decisions:
        lost, places = each.loss, 1
        shown = [number(end, lang, places=places) for end in (lost.margin.mean, lost.margin.low, lost.margin.high)]
        cells = [each.event, each.played, each.best, shown[0], f"{shown[1]} … {shown[2]}", percent(lost.win.mean, lang)]
        mark = " class=mistake" if lost.is_mistake else ""
        rows.append(f"<tr{mark}>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in cells) + "</tr>")
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


PAGE = """<!doctype html>
<html lang="{lang}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }}
table {{ border-collapse: collapse; display: block; overflow-x: auto; }}
th, td {{ text-align: left; padding: .2rem .8rem .2rem 0; border-bottom: 1px solid #8884; }}
.mistake td {{ font-weight: bold; }}
.why {{ margin-left: 2rem; }}
</style>
{body}
</html>
"""
