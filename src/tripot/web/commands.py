"""What somebody does at a table, as a command: from the fields of a form, however they have come."""

from __future__ import annotations

import re

from starlette.exceptions import HTTPException

from tripot.core.state import SPECTATOR
from tripot.outside import whole_number
from tripot.play import Game, Move, Position

from .deal import check_entropy, check_pledge
from .drawing.render import seat_of
from .hub import Hub
from .live import Live
from .refusals import Refused
from .security import clean_chat, clean_name
from .table import (
    HOUSE_BOT,
    Begin,
    Command,
    Give,
    GiveUp,
    Play,
    Return,
    Say,
    Sit,
    SitBot,
    Stand,
    Table,
    TakeBack,
    Vote,
    check_open,
)

PART = re.compile(
    r"[nc][0-9]{1,3}"
)  # the fields of a form that is a move in parts: boards call a radio n0, n1 …, a box c0, c1 …


def number_in(form: dict[str, str], key: str) -> int:
    """A field that is a whole number."""
    number = whole_number(form.get(key, ""))
    if number is None:
        raise Refused("request/bad", "the field {key} must be a number", key=key)
    return number


def pledge_in(form: dict[str, str]) -> str:
    """The hash of the entropy that a browser will send, "" if it sends none."""
    return check_pledge(form.get("pledge", ""))


def command(what: str, form: dict[str, str], hub: Hub, live: Live, owner: str) -> Command:
    """What is asked for, by the last part of the address."""
    table = live.table
    match what:
        case "sit":
            return Sit(number_in(form, "seat"), owner, clean_name(form.get("name", "")), pledge_in(form))
        case "bot":
            return SitBot(number_in(form, "seat"), owner, form.get("bot") or HOUSE_BOT)
        case "stand":
            return Stand(number_in(form, "seat"), owner)
        case "begin":
            return Begin(owner)
        case "entropy":
            return Give(number_in(form, "seat"), owner, check_entropy(form.get("entropy", "")))
        case "give_up":
            return GiveUp(owner, hub.is_forgotten(live))
        case "move":
            check_open(table)
            seat = _my_seat(table, form, owner)
            return Play(seat, owner, move_of(form, table.game, table.position, seat), number_in(form, "decision"))
        case "take_back":
            return TakeBack(_my_choice(table, form, owner), owner, number_in(form, "decision"))
        case "chat":
            name = clean_name(form["name"]) if form.get("name") else ""
            return Say(owner, clean_chat(form.get("text", "")), name)
        case "vote":
            return Vote(number_in(form, "seat"), owner, hub.absent(live))
        case "return":
            return Return(number_in(form, "seat"), owner)
    raise HTTPException(404)


def _my_seat(table: Table, form: dict[str, str], owner: str) -> int:
    seat = number_in(form, "seat") if "seat" in form else seat_of(table, owner)
    if seat == SPECTATOR:
        raise no_seat()
    return seat


def no_seat() -> Refused:
    """Who asks does not sit here."""
    return Refused("seat/not_yours", "this browser has no seat here")


def _my_choice(table: Table, form: dict[str, str], owner: str) -> int:
    chosen = [seat for seat in table.seats_of(owner) if seat in table.choices]
    return chosen[0] if chosen and "seat" not in form else _my_seat(table, form, owner)


def move_of(form: dict[str, str], game: Game, position: Position | None, seat: int) -> Move:
    """The move of a form: a token, or the parts of a whole move in any order."""
    parts = [value for key, value in form.items() if PART.fullmatch(key)]
    if parts and "move" not in form and position is not None:
        return position.canonical_move(parts, seat)
    if "move" not in form:
        raise Refused("move/nothing")
    return game.parse_move(form["move"], seat=seat)
