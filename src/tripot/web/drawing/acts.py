"""What people can do about people: hand an absent person's seat to a bot, take their own one back, give up."""

from __future__ import annotations

from tripot.core.state import NOBODY

from ..table import Table
from ..words import word
from .scene import Scene, form, text


def votes(table: Table) -> tuple[object, ...]:
    """What the drawing of votes depends on."""
    return (*table.votes.items(), table.would_give_up)


def absent_people(table: Table, scene: Scene, owner: str | None, absent: frozenset[int]) -> str:
    """For people: hand an absent person's seat to a bot by vote; take their own one back."""
    if owner is None or table.is_over:
        return ""
    mine, parts = table.seats_of(owner), []
    may_vote = not table.clock and any(seat not in table.handed for seat in mine)
    for seat, place in enumerate(table.places):
        if seat in mine and place.is_handed and seat != scene.seat:  # the status line of its own page offers it
            parts.append(
                take_back(scene, seat, word(scene.lang, "take back", name=f"<bdi>{text(scene.names[seat])}</bdi>"))
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


def take_back(scene: Scene, seat: int, label: str) -> str:
    """A button by which somebody takes a seat back from a bot."""
    button = f'<button class="btn go" id="return-{seat}">{label}</button>'
    return form(scene, f"{_seat_field(seat)}{button}", action="return")


def _seat_field(seat: int) -> str:
    return f'<input type="hidden" name="seat" value="{seat}">'
