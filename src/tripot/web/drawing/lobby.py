"""The table before play begins."""

from __future__ import annotations

from ..table import Table
from ..words import word
from .parts import Drawing, facts_of, own_seats
from .scene import symbol, text
from .seal import PLEDGE, deal_panel
from .seats import bot_words, level_options, own_mark
from .talk import said

LOBBY = '{say}{bots}<main class="lobby">{lobby}{deal}</main>'


def lobby(table: Table, lang: str, owner: str | None, link: str, qr: str, name: str = "") -> Drawing:
    """The table before play begins: who sits where, the link, and Begin; `name` is what the reader was called last."""
    mine = own_seats(table, owner)
    is_host, called = owner == table.host, "" if mine else text(name)  # the next at this screen is somebody else
    rows = []
    for seat, place in enumerate(table.places):
        name = f'<span class="label">{word(lang, "free")}</span>'
        if not place.is_free:
            name = f"<bdi>{text(table.names[seat])}</bdi>{own_mark(lang) if seat in mine else ''}"
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
        f"{said(table, lang) if mine else ''}"
    )
    parts = {"say": status, "bots": "", "lobby": main, "deal": deal_panel(table, lang, owner, ())}
    return Drawing(facts_of(table.noticed(mine), 0, "", is_yours=False), LOBBY, parts)


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
