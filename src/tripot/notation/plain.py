"""The words of a game that has none of its own, made from its tokens and the declaration of its state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tripot.core.declared import sketch
from tripot.core.state import CHANCE, HIDDEN
from tripot.language import _, listed, translated

from .tokens import Spelling

MOST_LISTED = 16  # moves in a question

SAY = translated(
    __package__,
    {
        "plays": _("{name}: {token}."),
        "hidden": _("{name}: a choice, face down."),
        "chance": _("Chance: {token}."),
        "unseen": _("Something happens by chance that you cannot see."),
        "scores": _("{name}: {change:+} points, {points} in all."),
        "over": _("The game is over."),
        "won": _("Won by {names}."),
        "ask": _("{name}: choose one of {tokens}."),
        "others": _(" or another move"),
        "wait": _("Waiting for {names}."),
        "wait chance": _("Chance decides."),
        "explain": _("Play {token}."),
    },
)

Names = Sequence[str]


class PlainWords:
    """What a game's `words.py` offers: `tell`, `question`, `explain` and `sketch`."""

    def __init__(self, title: str, rules: Any, spelling: Spelling) -> None:
        self.title, self.rules, self.spelling = title, rules, spelling

    def tell(
        self,
        before: Any,
        actor: int,
        action: int,
        after: Any,
        names: Names,
        lang: str,
        revealed: Sequence[tuple[int, int]] = (),
    ) -> list[str]:
        """What one step did: who played what, hidden choices that are turned up, points, the end."""
        say = SAY[lang]
        if actor == CHANCE:
            lines = [say["unseen"] if action == HIDDEN else say["chance"].format(token=self.spelling.outcomes[action])]
        elif revealed:
            lines = [say["plays"].format(name=names[seat], token=self.spelling.moves[move]) for seat, move in revealed]
        elif action == HIDDEN:
            lines = [say["hidden"].format(name=names[actor])]
        else:
            lines = [say["plays"].format(name=names[actor], token=self.spelling.moves[action])]
        for seat, (earlier, points) in enumerate(zip(self._points(before), self._points(after), strict=True)):
            if points != earlier:
                lines.append(say["scores"].format(name=names[seat], change=points - earlier, points=points))
        if self.rules.winners(after):
            lines.append(self._result(after, names, lang))
        return lines

    def question(self, v: Any, seat: int, names: Names, lang: str, *, hints: bool = True) -> str:
        """What the seat is asked now, or whom it waits for."""
        say = SAY[lang]
        if self.rules.winners(v):
            return self._result(v, names, lang)
        asked = _seats(self.rules.pending(v))
        if seat in asked:
            tokens = [self.spelling.moves[action] for action in v.acts[: self.rules.legal(v, seat)]]
            more = say["others"] if len(tokens) > MOST_LISTED else ""
            return say["ask"].format(name=names[seat], tokens=", ".join(tokens[:MOST_LISTED]) + more)
        if not asked:
            return say["wait chance"]
        return say["wait"].format(names=listed([names[other] for other in asked], lang))

    def explain(self, v: Any, seat: int, action: int, names: Names, lang: str) -> str:
        """What a legal small step of the viewing seat is."""
        return SAY[lang]["explain"].format(token=self.spelling.moves[action])

    def sketch(self, v: Any, seat: int) -> str:
        """The table in plain text: every field that the seat sees."""
        return f"{self.title}\n{sketch(v, seat)}"

    def _result(self, v: Any, names: Names, lang: str) -> str:
        winners = [names[seat] for seat in _seats(self.rules.winners(v))]
        return f"{SAY[lang]['over']} {SAY[lang]['won'].format(names=listed(winners, lang))}"

    def _points(self, v: Any) -> list[int]:
        points = [0] * int(self.rules.SEATS)
        self.rules.score(v, points)
        return points[: v.seats]


def _seats(mask: int) -> list[int]:
    return [seat for seat in range(mask.bit_length()) if mask >> seat & 1]
