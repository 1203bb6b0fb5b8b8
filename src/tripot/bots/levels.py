"""The ladder: six characters from the one who is learning to the one who is hard to beat.

A level is settings of the search, nothing else. The weaker ones think less and see less: fewer simulations, noise on the values,
rivals that move at random, and points as the objective instead of the victory. No level makes a move that the game's rules of
thumb rule out (`candidates`): seeing less is no folly.

How much a level thinks in a game stands in the game's declaration (`Game.levels`): how many simulations for one
decision, how much noise is added to the values of the moves (`noise`), and after how many rounds a simulation stops:
the lead at the end of a round, with its future value, says nearly as much as the end of the game, with far less
variance and in far less time. Where a step would be too small or too large at some table, there is a value for every number of
seats. Values by points lie closer together than values by victories, so the same noise hides
more from a regular, who plays for points, than from an expert. Beyond some hundred simulations more of them gain
little, so the master answers at once too. Where many choose face down, some of the rivals' choices in a simulation are
random (`thumb`): a search that expects rules of thumb of everybody beats those who follow them, but at a big table it
does not beat a beginner.

The champion, as each game says, searches longer with rivals who search in his tree too, or takes a second look
(`confirming`), or both: the best moves of the search are played on by learned models of whoever sits there. What he does
otherwise among masters stands in the declaration under his name and AMONG_MASTERS; where it names a REPLY, he has learned what
to choose face down against that level, and searches for the rest. Without compiled code there is no second look.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tripot.core.rng import Rng
from tripot.language import Translated, _, translated
from tripot.play import Game, Move, View

from .confirming import are_masters
from .engines import engine
from .replies import replied
from .search import Settings, think

PLAIN_SHARE = 40  # without compiled code a level gets one simulation in 40, and plays weaker
PLAIN_LEAST = 8
AMONG_MASTERS = " among masters"  # after a level's name in a declaration: what it does otherwise where all rivals are
REPLY = "reply"  # in a declaration: the level to which it has learned what to choose face down (`replies`)
WOMEN = ("Zaza", "Mimi", "Rosalie", "Suzon", "Nini", "Titine", "Lili", "Fifi")
MEN = ("Gaston", "Fernand", "Raoul", "Anatole", "Jojo", "Bébert", "Momo", "Dédé")


@dataclass(frozen=True, kw_only=True)
class Level:
    """A bot with a name and a temper."""

    id: str
    name: str
    temper: Translated[str]
    """One line, by language."""
    face: str
    """The drawing of the face in `web/static/faces.svg`, without `f-`."""
    namesakes: tuple[str, ...]
    """What others of the same level at a table are called."""
    settings: Settings
    seconds: float = 0.0
    """A limit of time for a decision, 0 for none."""

    def settings_for(self, game: Game, *, compiled: bool, seats: int = 0, rivals: Sequence[str] = ()) -> Settings:
        """The settings in a game, by default at its usual table in any company; without compiled code fewer simulations."""
        place = (seats or game.usual_seats) - game.least
        changes: dict[str, int | float | str] = {} if self.id in FROZEN else {"candidates": "sensible"}
        for name, value in self._given(game, rivals).items():
            if name != REPLY:
                changes[name] = value[place] if isinstance(value, tuple) else value
        found: Settings = replace(self.settings, seconds=self.seconds, **changes)  # type: ignore[arg-type]
        if not compiled:
            fewer = max(PLAIN_LEAST, found.simulations // PLAIN_SHARE)
            found = replace(found, simulations=min(found.simulations, fewer), confirm=0)
        return found

    def replies_to(self, game: Game, rivals: Sequence[str]) -> str:
        """The level to which it has learned what to choose face down in such company; empty: it searches for that too."""
        return str(self._given(game, rivals).get(REPLY, ""))

    def _given(self, game: Game, rivals: Sequence[str]) -> Mapping[str, int | float | str | tuple[float, ...]]:
        """What the game's declaration says about it in such company."""
        given = dict(game.levels.get(self.id, {}))
        if rivals and are_masters(rivals):
            given |= game.levels.get(self.id + AMONG_MASTERS, {})
        return given

    def __call__(self, view: View, rng: Rng) -> Move:
        rivals = [who for seat, who in enumerate(view.company) if seat != view.seat]
        if (level := self.replies_to(view.game, rivals)) and (move := replied(view, level, rng)):
            return move
        runner = engine(view.game)
        settings = self.settings_for(view.game, compiled=runner.is_compiled, seats=view.seats, rivals=rivals)
        return think(view, settings, rng, runner=runner).move


LEVELS = {
    level.id: level
    for level in (
        Level(
            id="beginner",
            name="Lulu",
            temper=translated(
                __package__,
                _("Takes what glitters, thinks the others play anything, and forgets that the evening is long."),
            ),
            face="lulu",
            namesakes=WOMEN,
            settings=Settings(objective="points", selection="even", thumb=0, depth=1, width=1),
        ),
        Level(
            id="casual",
            name="Marcel",
            temper=translated(
                __package__,
                _("Plays for fun, looks to the end of the round, and half believes that the others know what they do."),
            ),
            face="marcel",
            namesakes=MEN,
            settings=Settings(objective="points", selection="even", thumb=25, depth=1, width=2),
        ),
        Level(
            id="regular",
            name="Odette",
            temper=translated(__package__, _("Knows the odds by heart and takes what is hers, no more.")),
            face="odette",
            namesakes=WOMEN,
            settings=Settings(objective="points", selection="even", thumb=50, depth=1, width=4),
        ),
        Level(
            id="expert",
            name="Gaspard",
            temper=translated(__package__, _("Counts the cards, and wants the game, not the pot.")),
            face="gaspard",
            namesakes=MEN,
            settings=Settings(selection="even", depth=1, width=4),
        ),
        Level(
            id="master",
            name="Madame Irma",
            temper=translated(
                __package__, _("Has seen your evening before you have, and gives away nothing that she need not.")
            ),
            face="irma",
            namesakes=WOMEN,
            settings=Settings(selection="halving", rivals="thumb"),
        ),
        Level(
            id="champion",
            name="Le Patron",
            temper=translated(
                __package__, _("Owns the lamp over the table, and knows how each of you plays before you sit down.")
            ),
            face="patron",
            namesakes=MEN,
            settings=Settings(selection="halving", rivals="thumb", confirm=4, games=1200, ahead=4, by_thumb=100),
        ),
    )
}

FROZEN = {
    "master-2026": Level(
        id="master-2026",
        name="Madame Irma (2026)",
        temper=LEVELS["master"].temper,
        face="irma",
        namesakes=WOMEN,
        settings=Settings(selection="halving", rivals="thumb", candidates="legal"),
    ),
}
"""Opponents that never change, to measure others by: the master as it was before the champion was made."""
