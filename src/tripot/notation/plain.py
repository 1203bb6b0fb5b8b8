"""The words of a game that has none of its own, made from its tokens and the declaration of its state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tripot.core.declared import sketch
from tripot.core.state import CHANCE, HIDDEN

from .tokens import Spelling

MOST_LISTED = 16  # moves in a question

SAY = {
    "en": {
        "plays": "{name}: {token}.",
        "hidden": "{name}: a choice, face down.",
        "chance": "Chance: {token}.",
        "unseen": "Something happens by chance that you cannot see.",
        "scores": "{name}: {change:+} points, {points} in all.",
        "over": "The game is over.",
        "won": "Won by {names}.",
        "ask": "{name}: choose one of {tokens}.",
        "others": " or another move",
        "wait": "Waiting for {names}.",
        "wait chance": "Chance decides.",
        "explain": "Play {token}.",
        "and": "and",
    },
    "fr": {
        "plays": "{name} : {token}.",
        "hidden": "{name} : un choix, face cachée.",
        "chance": "Hasard : {token}.",
        "unseen": "Le hasard décide de quelque chose que tu ne peux pas voir.",
        "scores": "{name} : {change:+} points, {points} en tout.",
        "over": "La partie est finie.",
        "won": "Victoire : {names}.",
        "ask": "{name} : choisis parmi {tokens}.",
        "others": " ou un autre coup",
        "wait": "On attend {names}.",
        "wait chance": "Le hasard décide.",
        "explain": "Jouer {token}.",
        "and": "et",
    },
}

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
        return say["wait"].format(names=_joined([names[other] for other in asked], lang))

    def explain(self, v: Any, seat: int, action: int, names: Names, lang: str) -> str:
        """What a legal small step of the viewing seat is."""
        return SAY[lang]["explain"].format(token=self.spelling.moves[action])

    def sketch(self, v: Any, seat: int) -> str:
        """The table in plain text: every field that the seat sees."""
        return f"{self.title}\n{sketch(v, seat)}"

    def _result(self, v: Any, names: Names, lang: str) -> str:
        winners = [names[seat] for seat in _seats(self.rules.winners(v))]
        return f"{SAY[lang]['over']} {SAY[lang]['won'].format(names=_joined(winners, lang))}"

    def _points(self, v: Any) -> list[int]:
        points = [0] * int(self.rules.SEATS)
        self.rules.score(v, points)
        return points[: v.seats]


def _seats(mask: int) -> list[int]:
    return [seat for seat in range(mask.bit_length()) if mask >> seat & 1]


def _joined(words: Sequence[str], lang: str) -> str:
    """`Ada, Bea and Cid`."""
    return f" {SAY[lang]['and']} ".join([part for part in (", ".join(words[:-1]), words[-1]) if part])
