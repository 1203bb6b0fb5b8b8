"""The table before play begins: seats round the felt, the reader at the bottom, and in the light the one thing to do next."""

from __future__ import annotations

from dataclasses import dataclass

from tripot.bots import LEVELS

from ..markdown import in_short
from ..option_words import agreed, time_per_move
from ..root import url
from ..table import HOUSE_BOT, Table
from ..words import COUNTS, word
from .faces import grounds, token
from .parts import Drawing, Html, facts_of, own_seats
from .scene import symbol, text
from .seal import PLEDGE, deal_panel
from .seats import bot_words, own_mark
from .talk import said

LOBBY = '{say}<main class="lobby">{bots}{lobby}{deal}</main>'
MANY = 6  # seats, from which on those at the far side have the whole width
SIDES = 3  # seats, from which on there is one at the left and one at the right


@dataclass(frozen=True, slots=True)
class Lobby:
    """A table before play, and who looks at it."""

    table: Table
    lang: str
    owner: str | None
    link: str
    qr: str
    name: str
    """What the reader was called last."""

    @property
    def mine(self) -> tuple[int, ...]:
        """The reader's seats."""
        return own_seats(self.table, self.owner)

    @property
    def is_host(self) -> bool:
        """Whether the reader has opened the table."""
        return self.owner == self.table.host

    @property
    def free(self) -> list[int]:
        """The seats that nobody has yet."""
        return [seat for seat, place in enumerate(self.table.places) if place.is_free]

    def word(self, key: str, **facts: object) -> str:
        """A phrase of the site in the reader's language."""
        return word(self.lang, key, **facts)


def lobby(table: Table, lang: str, owner: str | None, link: str, qr: str, name: str = "") -> Drawing:
    """The table before play begins; `name` is what the reader was called last."""
    here = Lobby(table, lang, owner, link, qr, name)
    parts: dict[str, Html] = {
        "say": _status(here),
        "bots": "",
        "lobby": _round(here) + _side(here),
        "deal": _pact(here),
    }
    return Drawing(facts_of(table.noticed(here.mine), 0, "", is_yours=False), LOBBY, parts)


def _status(here: Lobby) -> str:
    key, can = _say(here)
    is_asked = not here.table.has_begun and (here.is_host or not here.mine) and bool(here.free or here.is_host)
    return (
        f'<div class="status{" you" if is_asked else ""}" role="status" id="status">'
        f'<span class="who" aria-hidden="true">{symbol("chair")}</span>'
        f'<p class="say"><strong>{here.word(key)}</strong> <span class="can">{can}</span></p></div>'
    )


def _say(here: Lobby) -> tuple[str, str]:
    """What to do, or whom one waits for; and why."""
    if here.table.has_begun:
        return "lobby", here.word("dealing")
    count = COUNTS[here.lang]["free"].format(n=len(here.free)) + "." if here.free else ""
    if here.is_host:
        if not here.free:
            return "lobby ready", here.word("may stand")
        if here.table.again is not None:
            return "lobby challenge", here.word("challenge begins")
        return ("lobby call" if here.mine else "lobby sit"), f"{count} {here.word('host begins')}"
    if not here.free:
        return ("lobby others", here.word("wait begin")) if here.mine else ("lobby full", here.word("you watch"))
    if here.mine:
        return "lobby others", f"{count} {here.word('wait host')}"
    return "lobby invited", f"{_invitation(here)} {count} {here.word('wait host')}"


def _invitation(here: Lobby) -> str:
    """Who has opened the table, if they sit there."""
    hosts = here.table.seats_of(here.table.host)
    if not hosts:
        return ""
    name, game = text(here.table.names[hosts[0]]), text(here.table.game.title)
    return here.word("invites", name=f"<bdi>{name}</bdi>", game=game)


# -- The table -----------------------------------------------------------------------


def _round(here: Lobby) -> str:
    """The seats in the order of play, clockwise from the reader's, and the question in the middle."""
    seats = here.table.seats
    first = here.mine[0] if here.mine else here.free[0] if here.free else 0
    order = [(first + step) % seats for step in range(seats)]
    left, top, right = ([order[1]], order[2:-1], [order[-1]]) if seats >= SIDES else ([], order[1:], [])
    chairs = [_chair(here, seat, "left") for seat in left]
    chairs.append(f'<div class="tops">{"".join(_chair(here, seat, "top") for seat in top)}</div>')
    chairs += [_chair(here, seat, "right") for seat in right]
    many = " many" if seats >= MANY else ""
    return (
        f'<section class="around" aria-label="{here.word("seats")}"><div class="tabletop{many}">{"".join(chairs)}'
        f'<div class="mid">{_middle(here)}</div>{_chair(here, first, "me")}</div></section>'
    )


def _chair(here: Lobby, seat: int, side: str) -> str:
    table, place = here.table, here.table.places[seat]
    if place.is_free:
        mark = f'<span class="tok xl free" aria-hidden="true">{symbol("chair")}</span>'
        is_next = side == "me" and not here.mine
        name, sub = here.word("your seat" if is_next else "free"), ""
        if not is_next and not here.is_host:  # a host has a button there
            sub = here.word("friend or bot")
    else:
        bots = {number: found.bot for number, found in enumerate(table.places) if found.bot}
        ground = grounds(bots, ()).get(seat, 0)
        mark = token(table.names[seat], place.bot, ground=ground, is_own=seat in here.mine, size="xl")
        name = f"<bdi>{text(table.names[seat])}</bdi>{own_mark(here.lang) if seat in here.mine else ''}"
        sub = bot_words(place.bot, here.lang) if place.bot else ""
        sub = here.word("host") if place.owner == table.host else sub
    said = f'<span class="sub">{sub}</span>' if sub else ""
    return f'<div class="chair {side}">{mark}<b>{name}</b>{said}{_chair_act(here, seat)}</div>'


def _chair_act(here: Lobby, seat: int) -> str:
    """What the reader can do about a seat: seat a bot, send it away, stand up."""
    place = here.table.places[seat]
    if here.table.has_begun:
        return ""
    if place.is_free:
        if not here.is_host or seat not in here.table.seats_to_fill(here.owner):
            return ""
        label = here.word("seat bot")
        return f'<button class="btn bare" form="fill" name="seat" value="{seat}" id="bot-{seat}">{label}</button>'
    if not here.is_host and place.owner != here.owner:
        return ""
    label = here.word("stand" if place.owner == here.owner else "send away" if place.bot else "free a seat")
    return (
        f'<form method="post" data-post action="{url(f"/t/{here.table.id}/stand")}">'
        f'<input type="hidden" name="seat" value="{seat}">'
        f'<button class="btn bare" id="stand-{seat}">{label}</button></form>'
    )


def _middle(here: Lobby) -> str:
    """The next step: sit down, wait, or begin."""
    if here.table.has_begun:
        return f"<p>{here.word('dealing')}</p>"
    parts = []
    if here.is_host and not here.free:
        parts.append(
            f'<form method="post" action="{url(f"/t/{here.table.id}/begin")}" data-post>'
            f'<button class="btn go begin" id="begin">{here.word("begin")}</button></form>'
            f"<p>{here.word('game takes', n=here.table.game.minutes)}</p>"
        )
    elif here.is_host and here.table.again is not None:  # the seat is a friend's
        return f"<h2>{here.word('lobby challenge')}</h2>"
    elif here.mine or not here.free:
        parts.append(f"<h2>{here.word('lobby others' if here.free else 'lobby full')}</h2>")
    if here.free:
        parts.append(_sit_form(here) if not here.mine else _another(here))
    return "".join(parts)


def _sit_form(here: Lobby) -> str:
    """One name, one button. The seat is whichever is free when it arrives."""
    number = len(here.mine)  # the same for as long as this reader types, whatever others do
    called = "" if here.mine else text(here.name)  # the next at this screen is somebody else
    go = "" if here.mine else " go"
    return (
        f'<form class="sit" method="post" data-post action="{url(f"/t/{here.table.id}/sit")}">{PLEDGE}'
        f'<label for="name-{number}">{here.word("your name")}</label><div class="line2">'
        f'<input class="field" name="name" id="name-{number}" maxlength="24" required autocomplete="nickname" value="{called}">'
        f'<button class="btn{go}" id="sit-{number}">{here.word("sit")}</button></div></form>'
    )


def _another(here: Lobby) -> str:
    return (
        f'<details class="another" id="another"><summary class="btn bare">{symbol("round")}{here.word("another person")}'
        f"</summary><p>{here.word('shared screen')}</p>{_sit_form(here)}</details>"
    )


# -- Beside it -------------------------------------------------------------------------


def _side(here: Lobby) -> str:
    has_fill = here.is_host and here.free and not here.table.has_begun
    more = _fill(here) if has_fill else _lesson(here)
    chat = said(here.table, here.lang) if here.mine else ""
    return f'<aside class="side">{_call(here)}{more}{chat}</aside>'


def _call(here: Lobby) -> str:
    """The link: to read, to copy, to share, to point a phone at."""
    how, link = here.word("call how" if here.free else "call watch"), text(here.link)
    return (
        f'<section class="panel call share"><h2>{here.word("call others")}</h2><p class="sub2 all">{how}</p>'
        f'<div class="way"><p class="url"><a href="{link}">{link}</a></p>'
        f'<button type="button" class="btn" id="copy-link" data-copy="{link}" data-done="{here.word("copied")}">{symbol("copy")}'
        f"<span>{here.word('copy link')}</span></button>"
        f'<button type="button" class="btn" id="share-link" data-share="{link}">{symbol("share")}'
        f"<span>{here.word('share')}</span></button></div>"
        f'<div class="qr" role="img" aria-label="{here.word("qr")}">{here.qr}</div></section>'
    )


def _fill(here: Lobby) -> str:
    """The characters, one chosen; every free seat for it at once (or one of them, by the button at the seat)."""
    count = len(here.table.seats_to_fill(here.owner))
    levels = "".join(
        f'<label><input type="radio" name="bot" value="{level.id}"{" checked" if level.id == HOUSE_BOT else ""}>'
        f"{token(level.name, level.id)}<span>{text(level.name)}<small>{here.word(f'cast {level.id}')}</small></span></label>"
        for level in LEVELS.values()
    )
    label = "".join(
        f'<span class="if-{level.id}">{COUNTS[here.lang]["fill"].format(n=count, name=text(level.name))}</span>'
        for level in LEVELS.values()
    )
    return (
        f'<section class="panel"><h2>{here.word("fill with bots")}</h2>'
        f'<form id="fill" method="post" data-post action="{url(f"/t/{here.table.id}/bot")}"><fieldset class="company">'
        f'<legend class="vh">{here.word("which bots")}</legend>{levels}</fieldset>'
        f'<button class="btn full" name="seat" value="all" id="fill-all">{label}</button></form></section>'
    )


def _lesson(here: Lobby) -> str:
    """While one waits, the page teaches."""
    game = here.table.game
    return (
        f'<section class="panel prose lesson"><h2>{here.word("in short")}</h2>'
        f'<div lang="{game.page_lang(here.lang)}">{in_short(game, here.lang)}</div></section>'
    )


def _pact(here: Lobby) -> str:
    """What was agreed, and the seal of the deal behind one word."""
    table, lang = here.table, here.lang
    rows = [(here.word("seats"), str(table.seats)), (here.word("clock"), time_per_move(table.clock, lang))]
    rows += agreed(table.game, table.seats, table.options, lang)
    rows.append((here.word("open to"), here.word("open to all" if table.is_public else "open to linked")))
    facts = "".join(f"<div><dt>{text(what)}</dt><dd>{text(answer)}</dd></div>" for what, answer in rows)
    deal = deal_panel(table, lang, here.owner, (), f"{symbol('seal')}{here.word('sealed')}")
    return (
        f'<section aria-label="{here.word("agreed here")}" class="pact"><dl>{facts}'
        f"<div><dt>{here.word('deal')}</dt><dd>{deal}</dd></div></dl></section>"
    )
