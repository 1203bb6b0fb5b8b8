"""The ladder: five characters from the one who is learning to the one who is hard to beat.

A level is settings of the search, nothing else. The weaker ones think less and see less: fewer games in the head, judged roughly,
rivals taken for people who play anything, an eye on the pot instead of the victory, and (the beginner) one step at a time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from tripot.core.rng import Rng
from tripot.play import Move, View

from .engines import engine
from .search import Settings, think

PLAIN_SHARE = 40  # without compiled code a level thinks through so many times fewer games, and plays weaker
PLAIN_LEAST = 8


@dataclass(frozen=True, kw_only=True)
class Level:
    """A bot with a name and a temper."""

    id: str
    name: str
    temper: Mapping[str, str]
    """One line, by language."""
    settings: Settings
    by_game: Mapping[str, Mapping[str, int | float | str]] = field(default_factory=dict)
    """What is different in a game."""
    seconds: float = 0.0
    """A limit of time for a decision, 0 for none."""

    def settings_for(self, game: str, *, compiled: bool) -> Settings:
        """The settings in a game; without compiled code with fewer simulations."""
        changes = dict(self.by_game.get(game, {}))
        found: Settings = replace(self.settings, seconds=self.seconds, **changes)  # type: ignore[arg-type]
        if not compiled:
            fewer = max(PLAIN_LEAST, found.simulations // PLAIN_SHARE)
            found = replace(found, simulations=min(found.simulations, fewer))
        return found

    def __call__(self, view: View, rng: Rng) -> Move:
        runner = engine(view.game)
        return think(view, self.settings_for(view.game.name, compiled=runner.is_compiled), rng, runner=runner).move


# How far the games in the head go, in rounds: the lead at the end of a round, with what is left to hope for, says nearly as much
# as the end of the game, with far less noise and in far less time.
ROUNDS: Mapping[str, int] = {"razzia": 1, "razzia-knizia": 1, "hick-hack": 1, "raise": 2}

# Games in the head for one decision, and how roughly they are judged (`haze`), chosen so that each level is clearly better than
# the one below (`tripot ladder`). By points values lie closer together than by victories, so the haze of a regular, who plays for
# points, hides more than the same haze of an expert. Beyond some hundred games more of them gain little, so the master answers at
# once too. Where many choose face down, some of the rivals' choices in the head are random (`thumb`): whoever expects rules of
# thumb of everybody beats those who follow them, but at a big table no beginner.
THOUGHT: Mapping[str, Mapping[str, tuple[int, float]]] = {
    "beginner": {"razzia": (8, 0.6), "razzia-knizia": (8, 0.0), "hick-hack": (4, 3.0), "raise": (8, 0.6)},
    "casual": {"razzia": (12, 0.26), "razzia-knizia": (12, 0.0), "hick-hack": (16, 0.4), "raise": (24, 0.3)},
    "regular": {"razzia": (30, 0.12), "razzia-knizia": (24, 0.0), "hick-hack": (120, 0.13), "raise": (60, 0.15)},
    "expert": {"razzia": (60, 0.12), "razzia-knizia": (60, 0.0), "hick-hack": (160, 0.17), "raise": (150, 0.1)},
    "master": {"razzia": (300, 0.0), "razzia-knizia": (500, 0.0), "hick-hack": (400, 0.0), "raise": (400, 0.0)},
}


Different = Mapping[str, Mapping[str, int | float | str]]


def _by_game(level: str, more: Different = MappingProxyType({})) -> Different:
    shared = {"candidates": "sensible"}
    return {
        game: {"simulations": simulations, "haze": haze, "rounds": ROUNDS[game], **shared, **more.get(game, {})}
        for game, (simulations, haze) in THOUGHT[level].items()
    }


LEVELS = {
    level.id: level
    for level in (
        Level(
            id="beginner",
            name="Lulu",
            temper={
                "en": "Takes what glitters, thinks the others play anything, and forgets that the evening is long.",
                "fr": "Prend ce qui brille, croit que les autres jouent n’importe quoi, et oublie que la soirée est longue.",
            },
            settings=Settings(objective="points", selection="even", moves="steps", thumb=0, depth=1),
            by_game=_by_game("beginner"),
        ),
        Level(
            id="casual",
            name="Marcel",
            temper={
                "en": "Plays for fun, looks to the end of the round, and half believes that the others know what they do.",
                "fr": "Joue pour s’amuser, regarde jusqu’au bout de la manche, et croit à moitié que les autres savent jouer.",
            },
            settings=Settings(objective="points", selection="even", thumb=25, depth=1, width=2),
            by_game=_by_game("casual", {"razzia": {"width": 1}}),
        ),
        Level(
            id="regular",
            name="Odette",
            temper={
                "en": "Knows the odds by heart and takes what is hers, no more.",
                "fr": "Connaît les chances par cœur et prend ce qui lui revient, pas plus.",
            },
            settings=Settings(objective="points", selection="even", thumb=50, depth=1, width=4),
            by_game=_by_game("regular", {"razzia": {"width": 1}}),
        ),
        Level(
            id="expert",
            name="Gaspard",
            temper={
                "en": "Counts the cards, and wants the game, not the pot.",
                "fr": "Compte les cartes, et veut la partie, pas le pot.",
            },
            settings=Settings(selection="even", depth=1, width=4),
            by_game=_by_game("expert", {"razzia": {"thumb": 50}, "hick-hack": {"thumb": 50}}),
        ),
        Level(
            id="master",
            name="Madame Irma",
            temper={
                "en": "Has seen your evening before you have, and gives away nothing that she need not.",
                "fr": "A vu ta soirée avant toi, et ne donne rien de plus qu’il ne faut.",
            },
            settings=Settings(selection="halving", rivals="thumb"),
            by_game=_by_game("master", {"razzia": {"thumb": 50}, "hick-hack": {"thumb": 60}}),
        ),
    )
}
