"""The page of a review: what a seat should have played, how its chance of winning went, and what its result is made of.

It is drawn from what the table keeps of the review (`reviewing.kept`) and from the positions of the game, which is over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import sqrt
from typing import Any, NamedTuple

from tripot.analysis.account import PARTS, rounded
from tripot.analysis.company import PERSON
from tripot.bots import LEVELS
from tripot.core.state import SPECTATOR
from tripot.language import _, enumerated, number, percent, plural, translated
from tripot.play import Move, Position

from ..root import url
from ..table import Table
from .boards import board_of
from .course import decisions, rounds
from .replay import still_scene
from .reviewed_chart import Course, Drop, Luck, charts, whisker
from .scene import Scene, symbol, text

MOST = 3  # moments, and choices that are too close to call
SURE = 1.96  # standard errors either side of a 95 % interval
NOTABLE = 0.05  # of a win: luck that the drawing shows
NOTABLE_BLOCKS = 2
FEW = 10  # points from which on a figure is shown without a digit after the point

SAY = translated(
    __package__,
    {
        "title": _("What should I have played?"),
        "title other": _("The game of {name}"),
        "back": _("Back to the result"),
        "nothing clear": _("No choice can be called a mistake for sure."),
        "lucky": _("Cards and dice were kind."),
        "unlucky": _("Cards and dice were not kind."),
        "chance": _("Chance of winning"),
        "by round": _("by round, the band is ±"),
        "key cost": _("a choice that cost"),
        "key luck": _("cards and dice"),
        "key even": _("even, {share}"),
        "account": _("What the result is made of"),
        "ahead": _("points ahead of the best other"),
        "start": _("At the start"),
        "luck": _("Cards and dice"),
        "own": _("Your choices"),
        "guesses": _("Your guesses"),
        "others": _("The others"),
        "result": _("Result"),
        "unfinished": _("The game was not played to its end, so there is no result to account for."),
        "adjusted": _("With luck taken off: {margin}."),
        "round": _("Round {round}"),
        "step": _("Step {step}"),
        "clear": _("clear"),
        "probable": _("probable"),
        "you played": _("You played"),
        "better": _("Better"),
        "cost": _("cost {points}"),
        "of margin": _("of the margin"),
        "of win": _("of the win, {best} → {played}"),
        "see": _("See the table"),
        "try": _("Try again from here"),
        "close": _("Too close to call"),
        "at": _("{when}: {what}"),
        "or": _("{played}, or {best}"),
        "none close": _("All other choices were the best we know, or as good."),
        "best choice": _("Your best choice"),
        "saved": _("{points} better than {other}"),
        "every": _("Every decision"),
        "decision": _("Decision"),
        "played": _("played"),
        "best": _("best"),
        "lost": _("lost"),
        "how": _("How to read this"),
        "how judged": _(
            "A choice is judged by what you could know then: many deals that fit what you had seen, each played out. ± is where "
            "the value lies with 95 %. Luck and guesses use the hidden cards, so they appear only after the game."
        ),
        "how company": _("The others are expected to play on like {company}: advice is right for that company."),
        "how people": _("People are expected to play on like the level that their moves resemble."),
        "how one game": _(
            "One game says little about how well you play. Figures for your play appear after ten reviewed games."
        ),
        "exercise": _("Learn from it"),
        "exercise how": _("the moments as exercises"),
        "figures": _("My figures"),
        "thumb": _("rules of thumb"),
        "share": _("Share this review"),
        "share how": _("Whoever has the link can then read it, and nobody else."),
        "unshare": _("Stop sharing"),
        "shared": _("Everybody who has the link can read this review."),
        "waiting": _("The review waits for others."),
        "reviewing": _("The review is being made."),
        "sharper": _("It becomes sharper: {share} done."),
        "stop": _("That is enough"),
        "failed": _("The review could not be made. Look again in a while."),
    },
)
COUNTED = translated(
    __package__,
    {
        "clear": plural("{n} choice clearly cost something.", "{n} choices clearly cost something."),
        "probable": plural("{n} probably did.", "{n} probably did."),
        "probable alone": plural("{n} choice probably cost something.", "{n} choices probably cost something."),
        "worlds": plural("{n} deal for every figure.", "{n} deals for every figure."),
    },
)


class Decided(NamedTuple):
    """A decision of the seat, with what was found about it."""

    found: Mapping[str, Any]
    step: int
    """Of the replay."""
    at: Position

    @property
    def half(self) -> float:
        """Half of the interval, by its lower end: the upper one also allows for rivals that were looked at less."""
        return float(self.found["loss"] - self.found["low"])

    @property
    def is_mistake(self) -> bool:
        """Whether the whole interval lies above zero."""
        return bool(self.found["low"] > 0)

    @property
    def is_clear(self) -> bool:
        """Whether the interval is farther from zero than its half-width."""
        return bool(self.found["low"] > self.half)

    def win(self, move: str) -> float:
        """The chance of winning after a move that was compared."""
        return next((float(win) for name, win, _ in self.found["candidates"] if name == move), 0.0)


def in_units(before: str, shown: str, error: str | None, after: str) -> str:
    """A figure between what stands before it and behind it, such as currency and thousands; with ± if there is an error.

    Where the unit stands on both sides each number has it: `$93k ± $4k`, but `93 ± 4 points`.
    """
    if error is None:
        return f"{before}{shown}{after}"
    if before and after:
        return f"{before}{shown}{after} ± {before}{error}{after}"
    return f"{before}{shown} ± {error}{after}"


class Reviewed:
    """The review of a seat of a finished game, as one reader is told it."""

    def __init__(self, table: Table, seat: int, found: Mapping[str, Any], lang: str) -> None:
        self.table, self.seat, self.found, self.lang = table, seat, found, lang
        self.board, self.names = board_of(table.game), table.names
        self.positions = decisions(table)
        self.rounds = rounds(self.positions)
        self.decided = [self._decided(each) for each in found["decisions"]]

    def _decided(self, each: Mapping[str, Any]) -> Decided:
        step = self.step_of(each["event"])
        return Decided(each, step, self.positions[step])

    def step_of(self, event: int) -> int:
        """The step of the replay at which an event was due."""
        return max(step for step, position in enumerate(self.positions) if position.length <= event or not step)

    @cached_property
    def moments(self) -> list[Decided]:
        """The choices that mattered: the dearest mistakes, in order of their cost."""
        mistakes = [each for each in self.decided if each.is_mistake]
        return sorted(mistakes, key=lambda each: -each.found["loss"])[:MOST]

    @cached_property
    def close(self) -> list[Decided]:
        """What may have cost something."""
        found = [each for each in self.decided if not each.is_mistake and each.found["loss"] > 0]
        return sorted(found, key=lambda each: -each.found["loss"])[:MOST]

    def say(self, key: str, **facts: object) -> str:
        """One of the words above."""
        return SAY[self.lang][key].format(**facts)

    def scene(self, decided: Decided) -> Scene:
        """What the seat saw at a decision."""
        return still_scene(self.table, self.positions, decided.step, self.seat, self.lang)

    def move(self, decided: Decided, name: str) -> Move:
        """The move of that notation."""
        return self.table.game.parse_move(name, seat=self.seat)

    def named(self, decided: Decided, name: str) -> str:
        """A move in a few words."""
        return text(decided.at.view(self.seat).named(self.move(decided, name), self.names, self.lang))

    def explained(self, decided: Decided, name: str) -> str:
        """What the game says of a move of one step."""
        move, view = self.move(decided, name), decided.at.view(self.seat)
        if len(move.steps) != 1:
            return ""
        return str(self.table.game.words.explain(view.state, self.seat, move.steps[0], self.names, self.lang))

    def figure(self, points: float, half: float | None = None) -> str:
        """Points as the game writes them, with a digit after the point where they are few; with ± if there is one."""
        places = 1 if abs(points) < FEW else 0
        whole = max(2, round(abs(points)))
        before, _, after = self.board.amount(self._open_scene, whole).partition(number(whole, self.lang))
        shown = number(points, self.lang, places=places)
        error = None if half is None else number(half, self.lang, places=places)
        return text(in_units(before, shown, error, after))

    @cached_property
    def _open_scene(self) -> Scene:
        return still_scene(self.table, self.positions, 0, SPECTATOR, self.lang)

    def when(self, decided: Decided) -> str:
        """`Round 9`."""
        if self.rounds:
            return self.say("round", round=self.rounds[decided.step])
        return self.say("step", step=decided.step)


class Asked(NamedTuple):
    """Who reads, and how far the review is."""

    is_own: bool
    """Whether the reader played the seat."""
    is_running: bool
    done: float
    before: int
    """Reviews that come first."""
    is_failed: bool
    link: str
    """The address of the page."""


def review_main(table: Table, seat: int, found: Mapping[str, Any] | None, asked: Asked, lang: str) -> str:
    """All of the page below its bar."""
    here, say = url(f"/t/{table.id}/review/{seat}"), SAY[lang]
    title = say["title"] if asked.is_own else say["title other"].format(name=f"<bdi>{text(table.names[seat])}</bdi>")
    back = f'<nav class="acts"><a class="btn" href="{url(f"/t/{table.id}")}">{say["back"]}</a></nav>'
    told = Reviewed(table, seat, found, lang) if found else None
    summary = f"<p>{_summary(told)}</p>" if told else ""
    head = f'<header class="rhead"><div><h1>{title}</h1>{summary}{_progress(asked, here, lang)}</div>{back}</header>'
    return head + (_body(told, asked, here) if told else "")


def _progress(asked: Asked, here: str, lang: str) -> str:
    say = SAY[lang]
    if asked.is_failed:
        return f'<p role="status">{say["failed"]}</p>'
    if not asked.is_running:
        return ""
    line = say["waiting"] if asked.before else say["sharper"].format(share=percent(asked.done, lang))
    return (
        f'<div class="rprogress"><p>{say["reviewing"]} <span id="rshare">{line}</span></p>'
        f'<progress max="100" value="{round(100 * asked.done)}" aria-label="{say["reviewing"]}"></progress>'
        f'<form method="post" action="{here}/stop"><button class="btn bare" id="stop-review">{say["stop"]}</button></form></div>'
    )


def _summary(told: Reviewed) -> str:
    """How many choices cost something, and whether chance was kind."""
    clear = sum(each.is_clear for each in told.decided if each.is_mistake)
    probable = sum(each.is_mistake for each in told.decided) - clear
    counted, lines = COUNTED[told.lang], []
    if clear:
        lines.append(counted["clear"].format(n=clear))
    if probable:
        lines.append(counted["probable" if clear else "probable alone"].format(n=probable))
    account, errors = told.found["account"], told.found["account_errors"]
    if account and abs(account["chance"]) > SURE * errors["chance"]:
        lines.append(told.say("lucky" if account["chance"] > 0 else "unlucky"))
    return " ".join(lines if clear or probable else [told.say("nothing clear"), *lines])


def _body(told: Reviewed, asked: Asked, here: str) -> str:
    return (
        f"{_course(told)}{_account(told)}{_moments(told, asked, here)}"
        f'<div class="rfoot">{_close(told)}{_how(told, asked)}</div>{_every(told)}{_share(told, asked, here)}'
    )


# -- The course ------------------------------------------------------------------------


def _course(told: Reviewed) -> str:
    marks = told.found["course"]
    places = {event: place for place, (event, _) in enumerate(marks)}
    steps = [told.step_of(event) for event, _ in marks]
    labels = []
    if told.rounds:
        of = [told.rounds[step] for step in steps]
        labels = [(place, now) for place, now in enumerate(of) if place == 0 or now != of[place - 1]]
    drops = [Drop(places[each.found["event"]], each.step) for each in told.moments if each.found["event"] in places]
    blocks = sorted((block for block in told.found["luck"] if block[0] in places), key=lambda block: -abs(block[1]))
    luck = [Luck(places[event], win) for event, win, _ in blocks[:NOTABLE_BLOCKS] if abs(win) >= NOTABLE]
    wins = [win for _, win in marks]
    worlds = told.found["worlds"]
    course = Course(wins, [SURE * sqrt(max(0.0, win * (1 - win)) / worlds) for win in wins], labels, drops, luck)
    even = 1 / told.table.seats
    keys = (
        f'<span class="keys"><span><i class="k1"></i>{told.say("key cost")}</span>'
        f'<span><i class="k2"></i>{told.say("key luck")}</span>'
        f'<span><i class="k3"></i>{told.say("key even", share=percent(even, told.lang))}</span></span>'
    )
    drawn = charts(course, even, told.lang, url(f"/t/{told.table.id}/replay?seat={told.seat}&amp;n="))
    return (
        f'<section class="panelbox rchart"><header><h2>{told.say("chance")}</h2><span class="label">{told.say("by round")}</span>'
        f"{keys}</header>{drawn}{_course_in_words(told, labels, wins)}</section>"
    )


def _course_in_words(told: Reviewed, labels: Sequence[tuple[int, int]], wins: Sequence[float]) -> str:
    """The drawing for those who do not see it."""
    shown = [*labels] or [(0, 1)]
    rows = "".join(
        f'<tr><th scope="row">{told.say("round", round=now)}</th><td>{percent(wins[place], told.lang)}</td></tr>'
        for place, now in shown
    )
    last = f'<tr><th scope="row">{told.say("result")}</th><td>{percent(wins[-1], told.lang)}</td></tr>'
    return f'<div class="vh"><table><caption>{told.say("chance")}</caption><tbody>{rows}{last}</tbody></table></div>'


# -- The account -----------------------------------------------------------------------


def _account(told: Reviewed) -> str:
    account, errors = told.found["account"], told.found["account_errors"]
    head = f'<header><h2>{told.say("account")}</h2><span class="label">{told.say("ahead")}</span></header>'
    if not account:
        return f'<section class="panelbox racc">{head}<p>{told.say("unfinished")}</p></section>'
    digits = 0 if max(map(abs, account.values())) >= FEW else 1
    shown = rounded([account[part] for part in PARTS], account["result"], digits)
    low = min(0.0, *(sum(shown[:n]) for n in range(len(shown) + 1)))
    high = max(0.0, *(sum(shown[:n]) for n in range(len(shown) + 1)))
    keys = {"start": "start", "chance": "luck", "own": "own", "guesses": "guesses", "others": "others"}
    rows, at = [], 0.0
    for part, amount in zip(PARTS, shown, strict=True):
        begin = 0.0 if part == "start" else at
        at = at + amount
        error = "" if part == "start" else f"± {number(SURE * errors[part], told.lang, places=digits)}"
        kind = "tot" if part == "start" else "pos" if amount >= 0 else "neg"
        rows.append(_row(told, told.say(keys[part]), (begin, at), (low, high), kind, amount, error, digits))
    total = round(account["result"], digits)
    rows.append(_row(told, told.say("result"), (0.0, total), (low, high), "tot", total, "", digits))
    line = (
        " + ".join(number(amount, told.lang, places=digits) for amount in shown)
        .replace("+ -", "− ")
        .replace("+ −", "− ")
    )
    sum_line = f'<p class="sumline">{line} = <b>{number(total, told.lang, places=digits)}</b></p>'
    adjusted = ""
    if told.found["coefficient"]:
        margin = number(told.found["adjusted"], told.lang, places=1, signed=True)
        adjusted = f'<p class="label">{told.say("adjusted", margin=margin)}</p>'
    return (
        f'<section class="panelbox racc">{head}<table class="acc"><tbody>{"".join(rows)}</tbody></table>'
        f"{sum_line}{adjusted}</section>"
    )


def _row(
    told: Reviewed,
    label: str,
    ends: tuple[float, float],
    scale: tuple[float, float],
    kind: str,
    amount: float,
    error: str,
    digits: int,
) -> str:
    """A line of the account: what it is, a bar from where the one before has ended, and the figure."""
    span = scale[1] - scale[0] or 1.0

    def x(value: float) -> float:
        return round(200 * (value - scale[0]) / span, 1)

    left, right = x(min(ends)), x(max(ends))
    bar = (
        f'<svg viewBox="0 0 200 20" preserveAspectRatio="none" aria-hidden="true">'
        f'<line class="zero" x1="{x(0)}" x2="{x(0)}" y1="0" y2="20"/>'
        f'<rect class="wf {kind}" x="{left}" width="{max(0.8, round(right - left, 1))}" y="2" height="16"/></svg>'
    )
    figure = number(amount, told.lang, places=digits, signed=True)
    return f'<tr><th scope="row">{label}</th><td class="abar">{bar}</td><td class="val">{figure} <small>{error}</small></td></tr>'


# -- The moments -----------------------------------------------------------------------


def _moments(told: Reviewed, asked: Asked, here: str) -> str:
    if not told.moments:
        return _best_choice(told)
    cards = "".join(_moment(told, count, each, asked, here) for count, each in enumerate(told.moments, 1))
    learn = ""
    if asked.is_own and told.seat in told.table.reviews:  # the exercises are those of the review that is kept
        learn = (
            f'<p class="acts rlearn"><a class="btn" id="learn-review" href="{here}/exercise?n=1">{symbol("lamp")}'
            f"<span><b>{told.say('exercise')}</b> <small>{told.say('exercise how')}</small></span></a></p>"
        )
    return f'<ol class="moments">{cards}</ol>{learn}'


def _moment(told: Reviewed, count: int, each: Decided, asked: Asked, here: str) -> str:
    found, scene = each.found, told.scene(each)
    asks = told.board.question(scene) or told.table.game.words.question(
        scene.view.state, told.seat, told.names, told.lang
    )
    best, played = each.win(found["best"]), each.win(found["played"])
    reasons = [told.explained(each, found[key]) for key in ("played", "best")]
    why = [f"<p>{text(reason)}</p>" for reason in reasons if reason]
    see = f'<a class="btn" href="{url(f"/t/{told.table.id}/replay?n={each.step}&amp;seat={told.seat}")}">{told.say("see")}</a>'
    again = ""
    if asked.is_own and not told.table.is_from_record:
        again = (
            f'<form method="post" action="{url(f"/t/{told.table.id}/again/{told.seat}/try")}">'
            f'<button class="btn grow" name="event" value="{found["event"]}" '
            f'id="try-{count}">{symbol("again")}{told.say("try")}</button></form>'
        )
    cost = told.say("cost", points=told.figure(found["loss"], each.half))
    share = percent(max(0.0, found["win_loss"]), told.lang)
    return (
        f'<li class="moment" id="m{count}"><header><b class="no">{count}</b><h3>{told.when(each)}</h3>'
        f'<span class="word">{told.say("clear" if each.is_clear else "probable")}</span></header>'
        f'<p class="asks">{text(asks)}</p>'
        f'<dl class="pb"><div><dt>{told.say("you played")}</dt><dd>{told.named(each, found["played"])}</dd></div>'
        f'<div class="bet"><dt>{told.say("better")}</dt><dd>{told.named(each, found["best"])}</dd></div></dl>'
        f'<div class="why">{"".join(why)}</div>'
        f'<div class="cost"><p><b>{cost}</b><span>{told.say("of margin")}</span></p><p class="win"><b>{share}</b>'
        f"<span>{told.say('of win', best=percent(best, told.lang), played=percent(played, told.lang))}</span></p></div>"
        f'{whisker(found["loss"], found["low"], found["high"], told.lang)}<div class="acts">{see}{again}</div></li>'
    )


def _best_choice(told: Reviewed) -> str:
    """Where nothing cost anything: the choice that was most better than the next best."""
    good = [
        (found["candidates"][0][2] - found["candidates"][1][2], each)
        for each in told.decided
        if len((found := each.found)["candidates"]) > 1 and found["candidates"][0][0] == found["played"]
    ]
    if not good:
        return ""
    gain, each = max(good, key=lambda one: one[0])
    other = told.named(each, each.found["candidates"][1][0])
    saved = told.say("saved", points=told.figure(gain), other=other)
    what = f"{told.named(each, each.found['played'])}, {saved}"
    return (
        f'<section class="panelbox rbest"><h2>{told.say("best choice")}</h2>'
        f"<p>{told.say('at', when=f'<b>{told.when(each)}</b>', what=what)}</p></section>"
    )


def _close(told: Reviewed) -> str:
    rows = "".join(
        f"<li><span>{told.say('at', when=told.when(each), what=_either(told, each))}</span>"
        f"{whisker(each.found['loss'], each.found['low'], each.found['high'], told.lang, has_scale=False)}"
        f"<b>{told.figure(each.found['loss'], each.half)}</b></li>"
        for each in told.close
    )
    return (
        f'<section class="panelbox close"><h2>{told.say("close")}</h2><ul>{rows}</ul>'
        f'<p class="label">{told.say("none close")}</p></section>'
    )


def _either(told: Reviewed, each: Decided) -> str:
    played, best = each.found["played"], each.found["best"]
    if played == best:
        return told.named(each, played)
    return told.say("or", played=told.named(each, played), best=told.named(each, best))


def _how(told: Reviewed, asked: Asked) -> str:
    others = dict.fromkeys(bot for seat, bot in enumerate(told.found["bots"]) if seat != told.seat)
    basis = [told.say("how people")] if PERSON in others else []
    if bots := [_company(told, bot) for bot in others if bot != PERSON]:
        basis.insert(0, told.say("how company", company=text(enumerated(bots, told.lang))))
    basis.append(COUNTED[told.lang]["worlds"].format(n=told.found["worlds"]))
    lines = [told.say("how judged"), " ".join(basis)]
    figures = ""
    if asked.is_own:
        lines.append(told.say("how one game"))
        figures = f'<p class="acts"><a class="btn bare" href="{url("/figures")}">{told.say("figures")}</a></p>'
    inside = "".join(f"<p>{line}</p>" for line in lines)
    return f'<section class="panelbox how"><h2>{told.say("how")}</h2>{inside}{figures}</section>'


def _company(told: Reviewed, bot: str) -> str:
    return LEVELS[bot].name if bot in LEVELS else told.say("thumb")


def _every(told: Reviewed) -> str:
    """All decisions as a table, behind a fold."""
    head = "".join(f'<th scope="col">{told.say(key)}</th>' for key in ("decision", "played", "best", "lost"))
    here = url(f"/t/{told.table.id}/replay?seat={told.seat}&amp;n=")
    rows = "".join(
        f'<tr><th scope="row"><a href="{here}{each.step}">{told.when(each)}</a></th>'
        f"<td>{told.named(each, each.found['played'])}</td>"
        f"<td>{told.named(each, each.found['best'])}</td><td>{told.figure(each.found['loss'], each.half)}</td></tr>"
        for each in told.decided
    )
    return (
        f'<details class="panelbox fold revery" id="every"><summary>{told.say("every")}{symbol("down")}</summary>'
        f'<div class="wide" tabindex="0" role="region" aria-label="{told.say("every")}"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div></details>"
    )


def _share(told: Reviewed, asked: Asked, here: str) -> str:
    if not asked.is_own or asked.is_running:
        return ""
    is_shared = told.seat in told.table.shared
    link = f'<p class="url"><a href="{text(asked.link)}">{text(asked.link)}</a></p>' if is_shared else ""
    return (
        f'<section class="panelbox rshare"><p>{told.say("shared" if is_shared else "share how")}</p>{link}'
        f'<form method="post" action="{here}/share">'
        f'<button class="btn" name="on" value="{0 if is_shared else 1}" id="share-review">'
        f"{told.say('unshare' if is_shared else 'share')}</button></form></section>"
    )
