"""The options of a new table as players read them: what is asked, and what each value means."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from tripot.core.options import Spec, specs
from tripot.play import Game


def questions(game: Game, lang: str) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """Every option that a host chooses from a list: its name, what is asked, and each value with its meaning."""
    found = []
    for name, option in specs(game.rules.Options).items():
        spec = option.metadata["spec"]
        if name != "box" and spec.values:  # the tiny box is for tests
            label, words = game.option_words[lang].get(name, (spec.about, {}))
            found.append((name, label, [(value, _meaning(value, words)) for value in _values(spec)]))
    return found


def _values(spec: Spec) -> list[str]:
    """The values, or every way to pick several of them, with "as it comes" first."""
    if not spec.picks:
        return list(spec.values)
    return ["", *(",".join(picked) for picked in combinations(spec.values, spec.picks))]


def _meaning(value: str, words: Mapping[str, str]) -> str:
    return words.get(value) or ", ".join(words.get(part, part) for part in value.split(","))
