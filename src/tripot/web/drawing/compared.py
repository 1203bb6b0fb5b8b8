"""Two games of the same deal, side by side: the results, and what the choices of the seat lost."""

from __future__ import annotations

from collections.abc import Iterator

from tripot.core.state import SPECTATOR
from tripot.language import _, number, translated

from ..root import url
from ..table import Table, review_summary
from .boards import board_of
from .course import decisions
from .replay import still_scene
from .scene import text

SAY = translated(
    __package__,
    {
        "title": _("The same deal, twice"),
        "who": _("Who"),
        "points": _("Points"),
        "margin": _("Ahead of the best other"),
        "loss": _("Lost points per decision"),
        "luck": _("Luck"),
        "no review": _("not reviewed"),
        "replay": _("Replay"),
        "review": _("Review"),
        "note": _("Losses and luck come from the reviews of the two games; a review belongs to whoever played."),
        "name": _("The deal: {name}"),
    },
)


def deal_name(table: Table) -> str:
    """What a deal is called: all that must be the same for two games of it to be compared."""
    deal = table.again.deal if table.again else table.id
    options = " ".join(f"{name}={value}" for name, value in sorted(table.options.items()))
    return " ".join(filter(None, (table.game.name, f"rules={table.rules}", f"seats={table.seats}", options, deal)))


def compared_main(first: Table, second: Table, seat: int, lang: str, owner: str | None) -> str:
    """All of the page below its bar. Whoever has challenged a friend shows what the own choices lost; else that needs sharing."""
    say = SAY[lang]
    is_open = second.again is not None and second.again.is_challenge
    columns = [
        list(_column(table, seat, lang, may_read=is_open or seat in table.shared or table.places[seat].owner == owner))
        for table in (first, second)
    ]
    heads = ("who", "points", "margin", "loss", "luck", "replay", "review")
    rows = "".join(
        f'<tr><th scope="row">{say[key]}</th>{"".join(f"<td>{column[place]}</td>" for column in columns)}</tr>'
        for place, key in enumerate(heads)
    )
    name = text(say["name"].format(name=deal_name(second)))
    return (
        f'<header class="rhead"><div><h1>{say["title"]}</h1><p class="label">{name}</p></div></header>'
        f'<section class="panelbox both"><table><tbody>{rows}</tbody></table><p class="label">{say["note"]}</p></section>'
    )


def _column(table: Table, seat: int, lang: str, *, may_read: bool) -> Iterator[str]:
    """What is said of one of the two games, from above to below."""
    say, position = SAY[lang], table.position
    assert position is not None
    scores = position.scores
    lead = scores[seat] - max(score for other, score in enumerate(scores) if other != seat)
    scene = still_scene(table, decisions(table), 0, SPECTATOR, lang)
    yield f"<bdi>{text(table.names[seat])}</bdi>"
    yield text(board_of(table.game).amount(scene, scores[seat]))
    yield number(lead, lang, signed=True)
    found = table.reviews.get(seat) if may_read else None
    loss, luck = review_summary(found) if found else (None, None)
    yield say["no review"] if loss is None else number(loss, lang, places=1)
    yield say["no review"] if luck is None else number(luck, lang, places=1, signed=True)
    yield f'<a href="{url(f"/t/{table.id}/replay?seat={seat}")}">{say["replay"]}</a>'
    yield f'<a href="{url(f"/t/{table.id}/review/{seat}")}">{say["review"]}</a>'
