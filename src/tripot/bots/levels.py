"""The ladder: five characters from the one who is learning to the one who is hard to beat.

A level is settings of the search, nothing else. The weaker ones think less and see less: fewer games in the head, not beyond the
round, rivals taken for people who play anything, and an eye on the pot instead of the victory.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

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


# How far the games in the head go: where all seats are asked together, the lead at such a moment says nearly as much as the end,
# with far less noise and in far less time. In razzia-knizia points come at the end of a round and nobody is asked together.
LOOKS_AHEAD: Mapping[str, int] = {"razzia": 1, "razzia-knizia": 0, "hick-hack": 1, "raise": 2}

# Whether rivals search too or follow the rules of thumb: measured, the latter is the better guess in these two games.
RIVALS: Mapping[str, str] = {"razzia": "search", "razzia-knizia": "search", "hick-hack": "thumb", "raise": "thumb"}

# Games in the head for one decision of the master, at most about a second on two cores; the others have a part of them.
MASTER: Mapping[str, int] = {"razzia": 12000, "razzia-knizia": 4000, "hick-hack": 20000, "raise": 6000}
EXPERT_PART, REGULAR_PART = 8, 40


def _by_game(part: int) -> dict[str, dict[str, int | float | str]]:
    return {
        game: {"simulations": MASTER[game] // part, "rounds": LOOKS_AHEAD[game], "rivals": RIVALS[game]}
        for game in MASTER
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
            settings=Settings(simulations=8, objective="points", selection="even", thumb=0, rounds=1, depth=1, width=2),
        ),
        Level(
            id="casual",
            name="Marcel",
            temper={
                "en": "Plays for fun, looks to the end of the round, and half believes that the others know what they do.",
                "fr": "Joue pour s’amuser, regarde jusqu’au bout de la manche, et croit à moitié que les autres savent jouer.",
            },
            settings=Settings(simulations=100, objective="points", selection="even", thumb=75, depth=1, width=4),
            by_game={game: {"rounds": rounds} for game, rounds in LOOKS_AHEAD.items()},
        ),
        Level(
            id="regular",
            name="Odette",
            temper={
                "en": "Knows the odds by heart and offers what is fair.",
                "fr": "Connaît les chances par cœur et propose ce qui est juste.",
            },
            settings=Settings(explore=0.5),
            by_game=_by_game(REGULAR_PART),
        ),
        Level(
            id="expert",
            name="Gaspard",
            temper={
                "en": "Counts the cards, and wants the game, not the pot.",
                "fr": "Compte les cartes, et veut la partie, pas le pot.",
            },
            settings=Settings(explore=0.5),
            by_game=_by_game(EXPERT_PART),
        ),
        Level(
            id="master",
            name="Madame Irma",
            temper={
                "en": "Has seen your evening before you have; offers just what you will accept.",
                "fr": "A vu ta soirée avant toi ; propose juste ce que tu accepteras.",
            },
            settings=Settings(explore=0.5, trees=2),
            by_game=_by_game(1),
        ),
    )
}
