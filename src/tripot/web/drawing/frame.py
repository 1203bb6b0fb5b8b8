"""The table around the board: status line, seats, log, chat, lobby. What has changed of it is pushed at every change."""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from tripot.bots import LEVELS
from tripot.core.state import NOBODY, SPECTATOR
from tripot.language import listed
from tripot.play import Move, View
from tripot.play.move import Step

from ..table import HOUSE_BOT, Table
from ..words import word
from .boards import board_of
from .contract import Board
from .scene import Scene, form, symbol, text

LOG_LINES = 30
LOBBY = '{say}{bots}<main class="lobby">{lobby}{deal}</main>'
SHORT_SEAL = 8  # digits of a seal that are shown at first
PLEDGE = '<input type="hidden" name="pledge" value="" data-pledge>'  # static/fair.js fills it in; without it, nothing is pledged
PLAN = (
    '{{say}}<main class="play {style}">{{felt}}{{hand}}<aside class="side">{{seats}}<div class="rest">{{bots}}{{end}}{{tally}}'
    "{{acts}}{{log}}{{said}}{{deal}}</div></aside></main>"
)


@dataclass(frozen=True, slots=True)
class Drawing:
    """A table drawn for one reader: parts, each a piece of the page of its own, and the plan of where they stand."""

    facts: str
    """The attributes of the whole."""
    plan: str
    parts: dict[str, str]

    @property
    def is_yours(self) -> bool:
        """Whether the reader is asked something."""
        return 'data-yours="1"' in self.facts

    def __str__(self) -> str:
        inside = {name: _part(name, html) for name, html in self.parts.items()}
        return f'<div id="live" {self.facts}>{self.plan.format(**inside)}</div>'

    def since(self, shown: Drawing | None) -> str:
        """What a page that shows that drawing needs to show this one: the parts that have changed; nothing if none has."""
        if shown is None or shown.plan != self.plan:
            return str(self)
        if shown == self:
            return ""
        changed = [_part(name, html) for name, html in self.parts.items() if html != shown.parts[name]]
        return f'<div id="live" data-part {self.facts}>{"".join(changed)}</div>'


def _part(name: str, html: str) -> str:
    return f'<div class="part" id="part-{name}">{html}</div>'


def scene_of(table: Table, view: View, lang: str, recent: Sequence[Step] = (), **more: Any) -> Scene:
    """What a seat is shown."""
    return Scene(
        table=table.id,
        view=view,
        names=table.names,
        lang=lang,
        decision=table.decision,
        choice=own_choice(table, view.seat),
        chosen=frozenset(table.choices) if table.is_simultaneous else frozenset(),
        recent=recent,
        bots={number: place.bot for number, place in enumerate(table.places) if place.bot},
        handed=table.handed,
        is_given_up=table.is_given_up,
        **more,
    )


def own_choice(table: Table, seat: int) -> Move | None:
    """The hidden choice that a seat's person has made; never one that a bot has made for them."""
    return None if seat in table.chosen_by_bot else table.choices.get(seat)


def drawing(
    table: Table,
    scene: Scene,
    log: Sequence[str],
    owner: str | None,
    left: int = 0,
    absent: frozenset[int] = frozenset(),
    dealt: Sequence[str] | None = None,
) -> Drawing:
    """Everything of a begun table that changes as it is played; `left` is what the clock of the decision has left, `absent` are
    the seats whose people are away, `dealt` the cards and dice that the seat was shown.
    """
    board, pending, once = board_of(table.game), table.pending, scene.once
    choice, has_chosen = scene.choice.steps if scene.choice else None, scene.seat in scene.chosen
    stands = once("stands", lambda: _standing(table, scene, board, log))
    return Drawing(
        facts=_facts(
            table.noticed(_own(table, owner)),
            table.decision,
            stands["title"],
            scene.seat in pending and scene.seat not in scene.handed,
        ),
        plan=PLAN.format(style=board.STYLE),
        parts={
            "say": once("say", lambda: status(table, scene, pending, left), pending, has_chosen, left),
            "felt": once("felt", lambda: board.felt(scene), choice, scene.chosen),
            "hand": once("hand", lambda: board.hand(scene), choice),
            "seats": once("seats", lambda: seats(table, scene, board, pending, absent), scene.chosen, pending, absent),
            "bots": "",
            "end": stands["end"],
            "tally": stands["tally"],
            "acts": once("acts", lambda: _absent(table, scene, owner, absent), owner, absent, _votes(table)),
            "log": stands["log"],
            "said": scene.open.once("said", lambda: _said(table, scene.lang), table.chat) if table.chat else "",
            "deal": "" if dealt is None else once("deal", lambda: deal_panel(table, scene.lang, owner, dealt), owner),
        },
    )


def _standing(table: Table, scene: Scene, board: Board, log: Sequence[str]) -> dict[str, str]:
    """What does not change as long as the position stands."""
    return {
        "title": scene.open.once("title", lambda: text(board.title_fact(scene.open))),
        "end": _end(table, scene),
        "tally": board.summary(scene),
        "log": _log(scene, log),
    }


def _own(table: Table, owner: str | None) -> tuple[int, ...]:
    return table.seats_of(owner) if owner else ()


def _facts(number: int, decision: int, title: str, is_yours: bool) -> str:
    return f'data-number="{number}" data-decision="{decision}" data-title="{title}" data-yours="{int(is_yours)}"'


def status(table: Table, scene: Scene, waiting: Sequence[int], left: int) -> str:
    """The one line that always says whom we wait for and what you may do."""
    lang, names = scene.lang, [text(name) for name in scene.names]
    is_handed = scene.seat in scene.handed
    mine = scene.seat in waiting and not is_handed
    if table.is_over:
        winners = listed([_called(scene, seat) for seat in scene.view.winners], lang)
        how = word(lang, "given up") if table.is_given_up else word(lang, "won", names=winners)
        strong, can = f"{word(lang, 'over')}. {how}", ""
    elif is_handed:
        strong, can = word(lang, "bot for you"), word(lang, f"why {_why_handed(table, scene.seat)}")
    elif mine:
        strong = word(lang, "your turn")
        can = _question(table, scene)
    else:
        strong = word(lang, "waiting for", names=listed([f"<bdi>{names[seat]}</bdi>" for seat in waiting], lang))
        can = word(lang, "you watch") if scene.seat == SPECTATOR else ""
        if scene.seat != SPECTATOR and scene.seat not in scene.chosen:
            can = scene.once("what for", lambda: text(_what_for(table, scene)))
    clock = (
        f'<p class="clock">{symbol("clock")}<span data-left="{left}">{left}</span> s</p>' if left and waiting else ""
    )
    back = _take_back(scene, scene.seat, word(lang, "take back seat")) if is_handed and not table.is_over else ""
    who = "" if not waiting else (names[scene.seat] if mine else names[waiting[0]])[:1].upper()
    return (
        f'<div class="status{" you" if mine or back else ""}" role="status" id="status">'
        f'<span class="who" aria-hidden="true">{who}</span>'
        f'<p class="say"><strong>{strong}</strong><span class="can">{can}</span></p>{clock}{back}</div>'
    )


def _called(scene: Scene, seat: int) -> str:
    """A name in a sentence; the reader is `you`."""
    return word(scene.lang, "you") if seat == scene.seat else f"<bdi>{text(scene.names[seat])}</bdi>"


def _why_handed(table: Table, seat: int) -> str:
    """`handed clock` or `handed vote`."""
    kinds = [notice.kind for notice in table.notices if notice.seat == seat]
    return kinds[-1] if kinds else "handed vote"


def _question(table: Table, scene: Scene) -> str:
    """What is asked: the board's own words where its form takes a whole move at once, else those of the game."""
    return scene.once("question", lambda: text(_asked(table, scene)))


def _what_for(table: Table, scene: Scene) -> str:
    """What we wait for: the question without whom we wait for, which stands before it in large letters."""
    asked = listed([scene.names[seat] for seat in scene.view.pending], scene.lang)
    before, _, rest = _asked(table, scene).partition(word(scene.lang, "waiting for", names=""))
    what = rest.removeprefix(asked).lstrip()
    what = what[1:].lstrip() if rest.startswith(asked) and what[:1] in (":", ",") else ""
    return f"{before}{what[:1].upper()}{what[1:]}".strip()


def _asked(table: Table, scene: Scene) -> str:
    return board_of(table.game).question(scene) or str(
        table.game.words.question(scene.view.state, scene.seat, scene.names, scene.lang)
    )


def seats(table: Table, scene: Scene, board: Board, pending: Sequence[int], absent: frozenset[int]) -> str:
    """The panel of every seat. Those of the others are a spectator's."""
    rows = []
    for seat in range(table.seats):
        shown, about = (
            scene if seat == scene.seat else scene.open,
            (seat in scene.chosen, seat in pending, seat in absent),
        )
        rows.append(shown.once(("seat", seat), partial(_seat, shown, seat, board, *about), *about))
    return f'<ul class="seats" tabindex="0" aria-label="{word(scene.lang, "seats")}">{"".join(rows)}</ul>'


def _seat(scene: Scene, seat: int, board: Board, has_chosen: bool, is_asked: bool, is_away: bool) -> str:
    sub, points = board.seat_facts(scene, seat)
    says = [_player(scene, seat, is_away)] if seat in scene.bots or is_away else []
    says += [word(scene.lang, "chosen")] if has_chosen else []
    says += [sub] if sub else []
    says += [f'<span class="busy">{word(scene.lang, "thinking")}</span>'] if seat in scene.bots and is_asked else []
    return (
        f'<li class="seat{" turn" if is_asked else ""}">{board.seat_mark(scene, seat)}'
        f'<span class="name"><bdi>{text(scene.names[seat])}</bdi>'
        f"{_own_mark(scene.lang) if seat == scene.seat else ''}{board.marker(scene, seat)}</span>"
        f'<span class="sub">{" · ".join(says)}</span>{board.seat_things(scene, seat)}<b class="more">{points}</b></li>'
    )


def _own_mark(lang: str) -> str:
    """What marks a reader's own seat, for the eye and for the ear."""
    return f' <span class="me">{word(lang, "own seat")}</span>'


def _player(scene: Scene, seat: int, is_away: bool) -> str:
    """Who plays, where it is not simply the person at the seat."""
    if seat in scene.handed:
        return f'<b class="handed">{word(scene.lang, "bot plays")}</b>'
    return word(scene.lang, "away") if is_away else bot_words(scene.bots[seat], scene.lang)


def bot_words(bot: str, lang: str) -> str:
    """`bot, expert`."""
    return word(lang, "bot of level" if bot in LEVELS else "bot that", level=word(lang, f"level {bot}"))


def with_bots_note(drawn: Drawing, table: Table, lang: str, why: str) -> Drawing:
    """The drawing, with a line that says why its bots play below their level (`Hub.below_level`)."""
    has_levels = any(place.bot in LEVELS for place in table.places) or table.position is None
    if not why or not has_levels or table.is_over:
        return drawn
    return replace(drawn, parts=drawn.parts | {"bots": f'<p class="label below-level">{word(lang, f"bots {why}")}</p>'})


def level_options(lang: str) -> str:
    """The levels to choose from, the weakest first."""
    return "".join(
        f'<option value="{level.id}" title="{text(level.temper[lang])}"{" selected" if level.id == HOUSE_BOT else ""}>'
        f"{word(lang, f'level {level.id}')}</option>"
        for level in LEVELS.values()
    )


def _log(scene: Scene, log: Sequence[str]) -> str:
    rows, title = "".join([_entry(line) for line in reversed(log[-LOG_LINES:])]), word(scene.lang, "log")
    return f'<section class="log" tabindex="0" aria-label="{title}"><h2>{title}</h2><ol>{rows}</ol></section>'


@functools.lru_cache(16_384)
def _entry(line: str) -> str:
    return f"<li>{text(line)}</li>"


def _said(table: Table, lang: str) -> str:
    if not table.chat:
        return ""
    title = word(lang, "chat")
    rows = "".join(
        f"<li><b><bdi>{text(line.name or word(lang, 'spectator'))}</bdi></b> {text(line.text)}</li>"
        for line in table.chat[-LOG_LINES:]
    )
    return f'<section class="log said" id="said" tabindex="0" aria-label="{title}"><h2>{title}</h2><ol>{rows}</ol></section>'


def _votes(table: Table) -> tuple[object, ...]:
    return (*table.votes.items(), table.would_give_up)


def _absent(table: Table, scene: Scene, owner: str | None, absent: frozenset[int]) -> str:
    """For people: hand an absent person's seat to a bot by vote; take their own one back."""
    if owner is None or table.is_over:
        return ""
    mine, parts = table.seats_of(owner), []
    may_vote = not table.clock and any(seat not in table.handed for seat in mine)
    for seat, place in enumerate(table.places):
        if seat in mine and place.is_handed and seat != scene.seat:  # the status line of its own page offers it
            parts.append(
                _take_back(scene, seat, word(scene.lang, "take back", name=f"<bdi>{text(scene.names[seat])}</bdi>"))
            )
        elif may_vote and seat not in mine and place.is_played_by_a_person and seat in absent:
            parts.append(_vote(table, scene, seat, absent))
    if any(seat not in table.handed for seat in mine):
        parts.append(_give_up(table, scene))
    return f'<div class="acts">{"".join(parts)}</div>' if parts else ""


def _vote(table: Table, scene: Scene, seat: int, absent: frozenset[int]) -> str:
    """Asked twice, because it is about another person's seat: the first tap opens the question, the second one answers it."""
    lang, name = scene.lang, f"<bdi>{text(scene.names[seat])}</bdi>"
    must = table.must_agree(seat, absent)
    agreed = must & table.votes.get(seat, frozenset())
    others = f" {word(lang, 'agreed', n=len(agreed), most=len(must))}" if len(must) > 1 else ""
    button = f'<button class="btn" id="vote-{seat}"><span>{word(lang, "vote yes", name=name)}</span></button>'
    return (
        f'<details class="ask" id="ask-{seat}"><summary class="btn bare">{word(lang, "vote", name=name)}</summary>'
        f"<p>{word(lang, 'vote why', name=name)}{others}</p>"
        f"{form(scene, _seat_field(seat) + button, action='vote')}</details>"
    )


def _give_up(table: Table, scene: Scene) -> str:
    """The end of a game without a result, asked twice."""
    lang, must = scene.lang, table.must_agree(NOBODY, ())
    agreed = len(must & table.would_give_up)
    others = f" {word(lang, 'agreed', n=agreed, most=len(must))}" if len(must) > 1 else ""
    button = f'<button class="btn" id="give-up">{word(lang, "give up yes")}</button>'
    return (
        f'<details class="ask" id="ask-give-up"><summary class="btn bare">{word(lang, "give up")}</summary>'
        f"<p>{word(lang, 'give up why')}{others}</p>{form(scene, button, action='give_up')}</details>"
    )


def _take_back(scene: Scene, seat: int, label: str) -> str:
    button = f'<button class="btn go" id="return-{seat}">{label}</button>'
    return form(scene, f"{_seat_field(seat)}{button}", action="return")


def _seat_field(seat: int) -> str:
    return f'<input type="hidden" name="seat" value="{seat}">'


def _end(table: Table, scene: Scene) -> str:
    if not table.is_over:
        return ""
    lang, here = scene.lang, f"/t/{table.id}"
    button = f'<button class="btn go" id="rematch">{word(lang, "rematch")}</button>'
    rematch = form(scene, PLEDGE + button, action="rematch")
    links = "".join(
        f'<a class="btn" href="{here}/{page}">{word(lang, key)}</a>'
        for page, key in (("replay", "replay"), ("record", "record"), ("verify", "verify"))
    )
    return f'<div class="acts">{rematch}{links}</div>'


def deal_panel(table: Table, lang: str, owner: str | None, dealt: Sequence[str]) -> str:
    """The seal of the deal, one tap away, and what the page keeps to check the deal by (static/fair.js reads it here)."""
    mine = table.seats_of(owner) if owner else ()
    owes = [seat for seat in table.owing if seat in mine]
    facts = {
        "table": table.id,
        "seal": table.commitment,
        "pledges": table.pledges,
        "called": table.has_begun,
        "owes": owes,
    }
    own = "" if not mine else word(lang, "own part" if any(table.pledges[seat] for seat in mine) else "no own part")
    shown = f'<p>{word(lang, "dealt so far")}</p><p class="seen">{" ".join(dealt)}</p>' if dealt else ""
    return (
        f'<details class="deal" id="deal" data-deal="{text(json.dumps(facts))}"><summary>{word(lang, "seal")} '
        f"<code>{table.commitment[:SHORT_SEAL]} …</code></summary><p><code>{table.commitment}</code></p>"
        f"<p>{word(lang, 'seal why')} {own}</p>{shown}</details>"
    )


def lobby(table: Table, lang: str, owner: str | None, link: str, qr: str, name: str = "") -> Drawing:
    """The table before play begins: who sits where, the link, and Begin; `name` is what the reader was called last."""
    mine = _own(table, owner)
    is_host, called = owner == table.host, "" if mine else text(name)  # the next at this screen is somebody else
    rows = []
    for seat, place in enumerate(table.places):
        name = f'<span class="label">{word(lang, "free")}</span>'
        if not place.is_free:
            name = f"<bdi>{text(table.names[seat])}</bdi>{_own_mark(lang) if seat in mine else ''}"
        rows.append(
            f'<li class="seat"><span class="face" aria-hidden="true">{text(table.names[seat][:1].upper()) or seat + 1}</span>'
            f'<span class="name">{name}</span><span class="sub">{bot_words(place.bot, lang) if place.bot else ""}</span>'
            f'<span class="more acts">{_place_forms(table, seat, lang, owner, is_host, called)}</span></li>'
        )
    free = any(place.is_free for place in table.places)
    begin = ""
    if is_host and not table.has_begun:
        off = " disabled" if free else ""
        begin = (
            f'<form method="post" action="/t/{table.id}/begin" data-post><button class="btn go" id="begin"{off}>'
            f"{word(lang, 'begin')}</button></form>"
        )
    say = word(lang, "all sit") if not free and is_host else word(lang, "lobby say" if is_host else "wait host")
    if table.has_begun:
        say = word(lang, "dealing")
    status = (
        f'<div class="status{" you" if is_host and not free else ""}" role="status" id="status">'
        f'<span class="who" aria-hidden="true">{symbol("people")}</span>'
        f'<p class="say"><strong>{word(lang, "lobby")}</strong><span class="can">{say}</span></p></div>'
    )
    main = (
        f'<section class="dialog"><h2>{text(table.game.title)}</h2>'
        f'<ul class="seats list">{"".join(rows)}</ul>'
        f'<div class="acts">{begin}</div></section>'
        f'<section class="dialog share"><h2>{word(lang, "link")}</h2><p><a href="{link}">{text(link)}</a></p>'
        f'<div class="qr" role="img" aria-label="{word(lang, "qr")}">{qr}</div></section>'
        f"{_said(table, lang) if mine else ''}"
    )
    parts = {"say": status, "bots": "", "lobby": main, "deal": deal_panel(table, lang, owner, ())}
    return Drawing(_facts(table.noticed(mine), 0, "", is_yours=False), LOBBY, parts)


def _place_forms(table: Table, seat: int, lang: str, owner: str | None, is_host: bool, called: str) -> str:
    place = table.places[seat]
    here = f'method="post" data-post action="/t/{table.id}/'
    fields = f'<input type="hidden" name="seat" value="{seat}">'
    if table.has_begun:
        return ""
    if place.is_free:
        sit = (
            f'<form {here}sit">{fields}{PLEDGE}'
            f'<input class="field" name="name" id="name-{seat}" maxlength="24" required autocomplete="nickname" value="{called}" '
            f'aria-label="{word(lang, "your name")}" placeholder="{word(lang, "your name")}">'
            f'<button class="btn" id="sit-{seat}">{word(lang, "sit")}</button></form>'
        )
        bot = (
            f'<form {here}bot">{fields}<select class="field" name="bot" id="level-{seat}" aria-label="{word(lang, "opponents")}">'
            f"{level_options(lang)}</select>"
            f'<button class="btn bare" id="bot-{seat}">{word(lang, "seat bot")}</button></form>'
            if is_host
            else ""
        )
        return sit + bot
    if place.owner == owner or is_host:
        label = word(lang, "stand" if place.owner == owner else "free a seat")
        return f'<form {here}stand">{fields}<button class="btn bare" id="stand-{seat}">{label}</button></form>'
    return ""
