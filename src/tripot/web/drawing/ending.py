"""The end of a game: who won and by how much, how it went, and what next. Drawn once, because nothing changes any more."""

from __future__ import annotations

from collections.abc import Sequence

from tripot.bots import LEVELS
from tripot.core.state import SPECTATOR
from tripot.language import _, enumerated, in_context, listed, number, plural, translated
from tripot.play import games

from ..root import url
from ..table import Table
from ..words import word
from .chart import Line, charts
from .contract import Board
from .course import Course, Rank, Turn, course_of, leaders, ranking, since_when
from .parts import Html
from .scene import Scene, form, symbol, text
from .seal import PLEDGE
from .seats import mark_of
from .talk import bubble

FEW = 4  # rounds that are listed one by one

SAY = translated(
    __package__,
    {
        "you win": _("You win"),
        "wins": _("{name} wins"),
        "shared": _("Shared victory"),
        "given up": in_context("headline", "Given up"),
        "place 2": _("Second"),
        "place 3": _("Third"),
        "place 4": _("Fourth"),
        "place 5": _("Fifth"),
        "place 6": _("Sixth"),
        "place 7": _("Seventh"),
        "place 8": _("Eighth"),
        "place": _("Place {place}"),
        "ahead of": _("by {points}, ahead of {names}"),
        "tie won": _("on equal points with {names}"),
        "shared with": _("with {names}, {points} each"),
        "all share": _("{names}, {points} each"),
        "behind": _("{points} behind {names}"),
        "behind tie": _("on equal points with {names}, who wins the tie"),
        "level with": _("level with {others}, {points} behind {names}"),
        "was ahead": _("{names} led by {points}"),
        "nobody ahead": _("Nobody was ahead"),
        "without result": _("The game ended without a result."),
        "tie not broken": _("Equal points, and no rule breaks the tie."),
        "ahead all along": _("Ahead from the first round to the last."),
        "ahead from": _("Ahead from round {round} on."),
        "decided last": _("Decided in the last round."),
        "you led many": _("You led after {count} of {most} rounds."),
        "other ahead": _("{name} was ahead from round {round} on."),
        "other decided last": _("{name} took the lead in the last round."),
        "order": _("Final order"),
        "course": _("The course of the game"),
        "after rounds": _("after each round"),
        "after steps": _("whenever a score changed"),
        "round": _("Round {round}"),
        "step": _("Step {round}"),
        "you lead": _("you take the lead"),
        "leads": _("{name} takes the lead"),
        "gains": _("{name} {gain}"),
        "now": _("And now?"),
        "again": _("Play again"),
        "play it": _("Play it yourself"),
        "stronger": _("Stronger opponents"),
        "weaker": _("Easier opponents"),
        "others": _("Other opponents"),
        "choose": _("choose who plays"),
        "level": _("{name}, {level}"),
        "other game": _("Another game"),
        "review": _("What should I have played?"),
        "review how": _("your choices, and how lucky you were"),
        "deal": _("The same deal again"),
        "deal how": _("same cards, same opponents"),
        "challenge": _("Challenge a friend"),
        "challenge how": _("the same deal, then both games side by side"),
        "compare": _("Both games side by side"),
        "compare how": _("the same deal, twice"),
        "count": _("The count"),
        "last board": _("The table at the end"),
        "you": in_context("label", "You"),
    },
)
LED = translated(
    __package__, plural("You led after round {rounds}.", "You led after rounds {rounds}.")
)  # after which rounds, and how many they are


class Told:
    """What is said of the end to one reader."""

    def __init__(self, table: Table, scene: Scene, board: Board) -> None:
        self.table, self.scene, self.board, self.lang = table, scene, board, scene.lang
        self.course: Course = scene.open.once("course", lambda: course_of(table))
        self.winners = () if table.is_given_up else scene.view.winners
        self.order = ranking(self.course.marks[-1].scores, self.winners)
        self.me = _reader(table, scene.seat)

    def say(self, key: str, **facts: object) -> str:
        """One of the words above."""
        return SAY[self.lang][key].format(**facts)

    def name(self, seat: int) -> str:
        """A name in a sentence."""
        return f"<bdi>{text(self.scene.names[seat])}</bdi>"

    def names(self, seats: Sequence[int]) -> str:
        """Names in a sentence."""
        return listed([self.name(seat) for seat in seats], self.lang)

    def amount(self, points: int) -> str:
        """Points as the game counts them."""
        return text(self.board.amount(self.scene.open, points))

    def round(self, mark: int) -> str:
        """`Round 7`."""
        return self.say("round" if self.course.has_rounds else "step", round=self.course.marks[mark].round)


def _reader(table: Table, seat: int) -> int:
    """The seat that is spoken to; nobody's where several people share the screen."""
    if seat == SPECTATOR or len([place for place in table.places if place.owner == table.places[seat].owner]) > 1:
        return SPECTATOR
    return seat


def face(told: Told, seat: int) -> str:
    """The mark of a seat, as its panel has it."""
    return mark_of(told.scene if seat == told.me else told.scene.open, seat, told.board)


def ended_parts(table: Table, scene: Scene, board: Board) -> dict[str, Html]:
    """The parts of the page that only the end has."""
    told = Told(table, scene, board)
    return {"hero": _hero(told), "course": _course(told), "next": _next(told), "count": _count(told)}


# -- Who won, and by how much ----------------------------------------------------------


def _hero(told: Told) -> str:
    title, margin, sentence = _result(told)
    people = "".join(_on_podium(told, rank) for rank in told.order)
    over = word(told.lang, "over")
    return (
        f'<section class="felt ehero"><div class="etext" role="status" id="status" tabindex="-1">'
        f'<p class="label">{text(told.table.game.title)} <strong class="vh">{over}.</strong></p> '
        f'<h2 class="verdict">{title}</h2> <p class="margin">{margin}</p> <p class="esub">{sentence}</p></div>'
        f'<ol class="podium" aria-label="{told.say("order")}">{people}</ol></section>'
    )


def _on_podium(told: Told, rank: Rank) -> str:
    seat, has_won = rank.seat, rank.seat in told.winners
    style = ' class="win"' if has_won else ""
    lamp = symbol("lamp", "plamp") if has_won and seat == told.order[0].seat else ""
    name = told.say("you") if seat == told.me else told.name(seat)
    return (
        f'<li{style}>{lamp}{face(told, seat)}<b>{name}</b><span class="pts">{told.amount(rank.score)}</span>'
        f"{bubble(told.scene, seat)}</li>"
    )


def _result(told: Told) -> tuple[str, str, str]:
    """The place in a word, the margin with a name, and one sentence."""
    if told.table.is_given_up:
        return _given_up(told)
    if len(told.winners) > 1:
        return _shared(told)
    if told.me in told.winners or told.me == SPECTATOR:
        return _won(told, told.winners[0])
    return _lost(told, told.winners[0])


def _given_up(told: Told) -> tuple[str, str, str]:
    ahead = leaders([rank.score for rank in told.order])
    margin = told.say("nobody ahead")
    if ahead and len(ahead) < len(told.order):
        lead = told.order[0].score - told.order[len(ahead)].score
        first = [told.order[place].seat for place in ahead]
        margin = told.say("was ahead", names=told.names(first), points=told.amount(lead))
    return told.say("given up"), margin, told.say("without result")


def _shared(told: Told) -> tuple[str, str, str]:
    points = told.amount(told.order[0].score)
    if told.me in told.winners:
        others = told.names([seat for seat in told.winners if seat != told.me])
        return told.say("shared"), told.say("shared with", names=others, points=points), told.say("tie not broken")
    if told.me == SPECTATOR:
        everybody = told.names(told.winners)
        return told.say("shared"), told.say("all share", names=everybody, points=points), told.say("tie not broken")
    return _lost(told, told.winners[0])


def _won(told: Told, winner: int) -> tuple[str, str, str]:
    title = told.say("you win") if winner == told.me else told.say("wins", name=told.name(winner))
    second = [rank.seat for rank in told.order if rank.place == told.order[1].place]
    lead = abs(told.order[0].score - told.order[1].score)
    key = "ahead of" if lead else "tie won"
    margin = told.say(key, points=told.amount(lead), names=told.names(second))
    return title, margin, _lead_of_the_winner(told, winner)


def _lead_of_the_winner(told: Told, winner: int) -> str:
    since, marks = since_when(told.course, winner), told.course.marks
    if since is None or not told.course.has_rounds:
        return ""
    if since == len(marks) - 1:
        return told.say("decided last")
    return told.say("ahead all along") if since == 1 else told.say("ahead from", round=marks[since].round)


def _lost(told: Told, winner: int) -> tuple[str, str, str]:
    mine = next(rank for rank in told.order if rank.seat == told.me)
    key = f"place {mine.place}"
    title = told.say(key if key in SAY[told.lang] else "place", place=mine.place)
    gap, names = abs(told.order[0].score - mine.score), told.names(told.winners)
    level = [rank.seat for rank in told.order if rank.place == mine.place and rank.seat != told.me]
    if not gap:
        margin = told.say("behind tie", names=names)
    elif level:
        margin = told.say("level with", others=told.names(level), points=told.amount(gap), names=names)
    else:
        margin = told.say("behind", points=told.amount(gap), names=names)
    return title, margin, _why_lost(told, winner)


def _why_lost(told: Told, winner: int) -> str:
    """When the reader led; if never, since when the winner did."""
    marks = told.course.marks
    led = [mark.round for mark in marks[1:] if leaders(mark.scores) == [told.me]]
    if not told.course.has_rounds:
        return ""
    if len(led) > FEW:
        return told.say("you led many", count=len(led), most=len(marks) - 1)
    if led:
        return LED[told.lang].format(len(led), rounds=listed(led, told.lang))
    since = since_when(told.course, winner)
    if since is None:
        return ""
    key = "other decided last" if since == len(marks) - 1 else "other ahead"
    return told.say(key, name=told.name(winner), round=marks[since].round)


# -- How it went -----------------------------------------------------------------------


def _course(told: Told) -> str:
    course, scene = told.course, told.scene
    first = told.winners[0] if told.winners else SPECTATOR
    lines = [
        Line(
            told.say("you") if seat == told.me else name,
            "you" if seat == told.me else "first" if seat == first else "",
        )
        for seat, name in enumerate(scene.names)
    ]
    here = url(f"/t/{scene.table}/replay?n=")
    when = told.say("after rounds" if course.has_rounds else "after steps")
    turns = "".join(_turn(told, count, turn, here) for count, turn in enumerate(course.turns, 1))
    return (
        f'<section class="panelbox ecourse" id="course"><header><h2>{told.say("course")}</h2>'
        f'<span class="label">{when}</span></header>{charts(course, lines, told.lang, here)}{_table(told)}'
        + (f'<ol class="tps">{turns}</ol></section>' if turns else "</section>")
    )


def _table(told: Told) -> str:
    """The drawing in words, for those who do not see it."""
    head = "".join(f'<th scope="col"><bdi>{text(name)}</bdi></th>' for name in told.scene.names)
    rows = "".join(
        f'<tr><th scope="row">{told.round(place)}</th>'
        f"{''.join(f'<td>{number(score, told.lang)}</td>' for score in mark.scores)}</tr>"
        for place, mark in enumerate(told.course.marks)
        if place
    )
    return f'<div class="vh"><table><thead><tr><td></td>{head}</tr></thead><tbody>{rows}</tbody></table></div>'


def _turn(told: Told, count: int, turn: Turn, here: str) -> str:
    """A turning point: when, who, how much, and what happened."""
    gain = f"+{told.amount(turn.gain)}"
    if turn.seat == told.me:
        what, style = told.say("you lead") if turn.is_new_lead else gain, "plus-n"
    else:
        key = "leads" if turn.is_new_lead else "gains"
        what, style = told.say(key, name=told.name(turn.seat), gain=gain), "other-n"
    return (
        f'<li class="tp"><a href="{here}{turn.step}"><b class="no">{count}</b><span class="ttext"><b>{told.round(turn.mark)}</b> '
        f'<em class="{style}">{what}</em><span>{text(_line(told, turn))}</span></span></a></li>'
    )


def _line(told: Told, turn: Turn) -> str:
    """What the log says of the step that brought most, of all lines the one that is most about who got it and how much."""
    scene, name = told.scene, told.scene.names[turn.seat]

    def about(line: str) -> tuple[bool, int, int]:
        return number(turn.most, scene.lang) in line, -sum(other in line for other in scene.names), len(line)

    lines = [line for line in scene.open.view.told(turn.what, scene.names, scene.lang) if name in line]
    return max(lines, key=about, default="")


# -- What next ---------------------------------------------------------------------------


def _next(told: Told) -> str:
    table, scene = told.table, told.scene
    box, plays = url(f"/g/{table.game.name}"), scene.seat != SPECTATOR
    label = f"{symbol('again')}{told.say('again')}"
    again = (
        form(scene, f'{PLEDGE}<button class="btn go" id="rematch">{label}</button>', action="rematch")
        if plays
        else f'<a class="btn go" id="rematch" href="{box}">{told.say("play it")}</a>'
    )
    others = [game.short or game.title for game in games() if game.name != table.game.name]
    ways = [
        *_review(told),
        *_same_deal(told),
        *_opponents(told, box),
        _way(url("/"), "box", told.say("other game"), enumerated(others, told.lang), "other-game"),
    ]
    pages = ("replay", "record", "verify") if table.has_seal else ("replay", "record")
    links = "".join(f'<a href="{url(f"/t/{table.id}/{page}")}">{word(told.lang, page)}</a>' for page in pages)
    return (
        f'<section class="panelbox what"><h2>{told.say("now")}</h2>{again}<ul>{"".join(ways)}</ul></section>'
        f'<p class="quiet">{links}</p>'
    )


def _review(told: Told) -> list[str]:
    """The review, for whoever played."""
    if told.scene.seat == SPECTATOR or told.table.position is None:
        return []
    here = url(f"/t/{told.table.id}/review/{told.scene.seat}")
    return [_way(here, "lamp", told.say("review"), told.say("review how"), "review")]


def _same_deal(told: Told) -> list[str]:
    """The same deal once more, or a friend's turn at it; and both games side by side, where it was."""
    table, seat = told.table, told.scene.seat
    found = []
    if table.again is not None:
        found.append(
            _way(url(f"/t/{table.id}/compare"), "scroll", told.say("compare"), told.say("compare how"), "compare")
        )
    if seat == SPECTATOR or table.position is None or table.is_given_up or table.is_from_record:
        return found
    for how, sign in (("deal", "again"), ("challenge", "share")):
        found.append(
            f'<li><form method="post" action="{url(f"/t/{table.id}/again/{seat}/{how}")}"><button class="btn" id="again-{how}">'
            f"{symbol(sign)}<span><b>{told.say(how)}</b><small>{told.say(f'{how} how')}</small></span></button></form></li>"
        )
    return found


def _opponents(told: Told, box: str) -> list[str]:
    """The levels next to the strongest bot of the table, else the box to choose in."""
    levels = list(LEVELS)
    met = [levels.index(place.bot) for place in told.table.places if place.bot in LEVELS]
    if not met:
        return [_way(box, "people", told.say("others"), told.say("choose"), "others")]
    nearby = [("stronger", max(met) + 1), ("weaker", max(met) - 1)]
    return [
        _way(
            f"{box}?bot={levels[at]}&amp;n={told.table.seats}",
            "people",
            told.say(key),
            told.say("level", name=LEVELS[levels[at]].name, level=word(told.lang, f"cast {levels[at]}")),
            key,
        )
        for key, at in nearby
        if 0 <= at < len(levels)
    ]


def _way(href: str, sign: str, what: str, which: str, key: str) -> str:
    return (
        f'<li><a class="btn" id="{key}" href="{href}">{symbol(sign)}<span><b>{what}</b>'
        f"<small>{text(which)}</small></span></a></li>"
    )


# -- The count -----------------------------------------------------------------------------


def _count(told: Told) -> str:
    """The board's own score sheet and the last board, behind a fold each."""
    sheet = told.board.summary(told.scene)
    parts = [_fold("count", told.say("count"), sheet)] if sheet else []
    parts.append(_fold("last-board", told.say("last board"), str(told.board.felt(told.scene))))
    return "".join(parts)


def _fold(key: str, title: str, inside: str) -> str:
    return f'<details class="panelbox fold" id="{key}"><summary>{title}{symbol("down")}</summary>{inside}</details>'
