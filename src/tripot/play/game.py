"""A game as the rest of the package sees it: its facts, its rules, its words, its other parts, and how to begin."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from inspect import cleandoc
from typing import TYPE_CHECKING, Any

from tripot.core import options as core_options
from tripot.core.contracts import Rules
from tripot.core.state import CHANCE
from tripot.errors import BadOption, BadSeats, NotationError, TripotError, UnknownRules
from tripot.language import SOURCE, Translated, _, translated
from tripot.notation.plain import PlainWords
from tripot.notation.tokens import Spelling

from .contracts import Tokens, Words
from .move import Move

if TYPE_CHECKING:
    from .position import Position

OptionWords = Mapping[str, tuple[str, Mapping[str, str]]]
Levels = Mapping[str, Mapping[str, int | float | str | tuple[float, ...]]]

SEED_LIMIT = 2**63
PLAYERS = translated(__package__, _("{least} to {most} players"))
NO_BLURB: Translated[tuple[str, str]] = translated(__package__, ("", ""))
NO_OPTION_WORDS: Translated[OptionWords] = translated(__package__, {})
USUAL_SEATS = 4  # at a table, if the game can be played by that many
PICTURE = re.compile(r"^!\[.*\]\(board:.*\)\n\n?", re.MULTILINE)  # in a page of rules
LONGEST_OPTION = 200  # letters of a value; the longest that any game has needs a few dozen


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game. Load it with `tripot.load`, list them with `tripot.games`."""

    name: str
    title: str
    designer: str
    year: int | None = None
    least: int
    most: int
    rules: Rules = field(repr=False, compare=False)
    tokens: Tokens = field(repr=False, compare=False)
    """The module whose `MOVES` and `OUTCOMES` spell every action and every chance outcome."""
    short: str = ""
    """Its title where there is little room; without it, the title."""
    minutes: int = 30
    """How long a game takes people, about."""
    blurb: Translated[tuple[str, str]] = field(default=NO_BLURB, repr=False, compare=False)
    """By language: one line about it, and its temper in a few words."""
    option_words: Mapping[str, OptionWords] = field(default=NO_OPTION_WORDS, repr=False, compare=False)
    """By language and option: what a host is asked, and what each value means. Without it, the option's own words."""
    grammar: str = field(default="", repr=False, compare=False)
    """How whole moves of several steps are spelled, for programs."""
    dice: str = "die"
    """What the tokens of dice begin with, before the dash: they have a stream of their own in matches on equal cards."""
    stop: str = "stop"
    """The token of the step that ends a move of several steps where more could follow."""
    things: str = field(default="", repr=False, compare=False)
    """Words that its texts use besides those of its tokens, for a theme that hides which game it is."""
    levels: Levels = field(default_factory=dict, repr=False, compare=False)
    """By level of bots: what is different here from the level's own settings; several values are for each number of seats."""
    begins_round: Callable[[Any], bool] | None = field(default=None, repr=False, compare=False)
    """Whether a round begins at a state, as a spectator sees it: a table shows all that has happened since. Without it, only
    what has happened since the last decision."""
    round_of: Callable[[Any], int] | None = field(default=None, repr=False, compare=False)
    """The number of the round at a state, as a spectator sees it, from 1. Without it, rounds are counted by `begins_round`; a
    game that has neither has no rounds to tell its course by."""
    earlier: int | None = None
    """The version of the rules that it is played by, if not the present one (see `by_rules`)."""

    def __reduce__(self) -> Any:
        return _loaded, (self.name, self.earlier)  # a copy, here or in another process, is the game itself

    @property
    def package(self) -> str:
        """The package that holds everything of the game."""
        return str(self.rules.__package__)

    @property
    def stem(self) -> str:
        """The name of the game's folder."""
        return self.package.rpartition(".")[2]

    def part(self, name: str) -> Any:
        """A module of the game's own, such as its board, or None if it has none; imported when it is first asked for."""
        module = f"{self.package}.{name}"
        return import_module(module) if find_spec(module) else None  # an ImportError inside of it is the game's own

    def file(self, *path: str) -> Traversable:
        """A file of the game's own, such as its style sheet."""
        return files(self.package).joinpath(*path)

    def page(self, lang: str, *, pictures: bool = False) -> str:
        """The rules for players in a language, as Markdown; without one the English page, else what the rules file says.

        Pictures are drawn by the game's board (`![words](board:name)` in a line of its own), so only the site asks for them.
        """
        page = self.file("pages", f"{self.page_lang(lang)}.md")
        if page.is_file():
            text = page.read_text(encoding="utf-8")
            return text if pictures else PICTURE.sub("", text)
        players = PLAYERS[lang].format(least=self.least, most=self.most)
        return f"# {self.title}\n\n{self.designer}, {players}\n\n{cleandoc(self.rules.__doc__ or '')}\n"

    def page_lang(self, lang: str) -> str:
        """The language that the rules for players are in, for somebody who reads that one."""
        return lang if self.file("pages", f"{lang}.md").is_file() else SOURCE

    @property
    def seats(self) -> range:
        """The numbers of seats that the game is played with."""
        return range(self.least, self.most + 1)

    @property
    def usual_seats(self) -> int:
        """How many sit at a table when nobody says how many."""
        return min(max(USUAL_SEATS, self.least), self.most)

    @property
    def rules_version(self) -> int:
        """Rises when the same moves could give another result."""
        return int(self.rules.VERSION) if self.earlier is None else self.earlier

    @property
    def versions(self) -> dict[int, dict[str, str]]:
        """The versions of the rules that can be played by, with the options whose usual value was another one then."""
        return {**getattr(self.rules, "EARLIER", {}), int(self.rules.VERSION): {}}

    def by_rules(self, version: object) -> Game:
        """The game by the rules of that version: what has been written by them means what it meant."""
        if version == self.rules_version:
            return self
        if not isinstance(version, int) or version not in self.versions:
            known = " and ".join(map(str, sorted(self.versions)))
            raise UnknownRules(
                f"{self.name}: written for rules version {version}, this tripot plays by version {known}; "
                "use the tripot that wrote it"
            )
        return _loaded(self.name, None if version == self.rules.VERSION else version)

    @cached_property
    def words(self) -> Words:
        """What tells, asks, explains and sketches: the game's own words, or plain ones made from its tokens."""
        found: Words | None = self.part("words")
        return found or PlainWords(self.title, self.rules, self.spelling)

    @cached_property
    def spelling(self) -> Spelling:
        """The tokens of the game's moves and chance outcomes."""
        return Spelling(self.name, tuple(self.tokens.MOVES), tuple(self.tokens.OUTCOMES))

    @cached_property
    def steps(self) -> tuple[Move, ...]:
        """Every small step as a move, by its action."""
        return tuple(Move((action,), token) for action, token in enumerate(self.spelling.moves))

    @cached_property
    def chances(self) -> tuple[Move, ...]:
        """Every chance outcome as a move of chance."""
        return tuple(Move((outcome,), token) for outcome, token in enumerate(self.spelling.outcomes))

    @cached_property
    def die_faces(self) -> tuple[bool, ...]:
        """For every chance outcome whether it is the face of a die."""
        return tuple(token.startswith(f"{self.dice}-") for token in self.spelling.outcomes)

    @property
    def facts(self) -> dict[str, Any]:
        """What lists of games say of it, as plain data."""
        options, usual = core_options.specs(self.rules.Options), self.rules.Options(**self._usual)
        return {
            "name": self.name,
            "title": self.title,
            "designer": self.designer,
            "year": self.year,
            "seats": list(self.seats),
            "rules_version": self.rules_version,
            "options": {name: _option_facts(option, getattr(usual, name)) for name, option in options.items()},
        }

    def parse_move(self, text: str, *, seat: int = 0) -> Move:
        """The move that a text spells, small step or whole; `seat=CHANCE` for a chance outcome. Legal or not is not asked."""
        tokens = text.split()
        if not tokens:
            raise NotationError(f"{self.name}: the move is empty; such as {self.spelling.moves[0]!r}")
        read = self.spelling.outcome if seat == CHANCE else self.spelling.move
        return Move(tuple(read(token) for token in tokens), " ".join(tokens))

    def read_options(self, given: Mapping[str, object] | None, *, seats: int) -> Any:
        """The options object for what a caller gave."""
        self.check_seats(seats)
        for name, value in (given or {}).items():
            if len(str(value)) > LONGEST_OPTION:
                raise BadOption(f"{self.name}: option {name!r} cannot be {str(value)!r}: no value is so long")
        return core_options.read(self.rules.Options, {**self._usual, **(given or {})}, seats=seats, game=self.name)

    def written_options(self, options: Any) -> dict[str, str]:
        """The options that are not the usual ones, as text that `read_options` takes back."""
        given = core_options.written(options)
        given |= {name: str(getattr(options, name)) for name in self._usual}
        unusual = {name: text for name, text in given.items() if self._usual.get(name) != text}
        return {name: unusual[name] for name in core_options.specs(self.rules.Options) if name in unusual}

    @property
    def _usual(self) -> dict[str, str]:
        """The options that are another word than today where nothing is said."""
        return self.versions[self.rules_version]

    def check_seats(self, seats: int) -> None:
        """Raise BadSeats unless the game can be played by that many."""
        if seats not in self.seats:
            raise BadSeats(f"{self.name} is played with {self.least} to {self.most} seats, not {seats}")

    def start(self, *, seats: int, seed: int | None = None, options: Mapping[str, object] | None = None) -> Position:
        """A new game. With a seed chance is drawn from it as it comes up; without, chance is yours to play."""
        from .position import Position

        chosen = self.read_options(options, seats=seats)
        if seed is not None and not 0 <= seed < SEED_LIMIT:
            raise TripotError(f"{self.name}: a seed is a number from 0 to 2**63 - 1, not {seed}")
        state = self.rules.State()
        self.rules.setup(state, seats, chosen)
        return Position.begin(self, seats, chosen, state, seed)

    def new_seed(self) -> int:
        """A seed that nobody can guess."""
        return secrets.randbelow(SEED_LIMIT)


@cache
def _loaded(name: str, earlier: int | None = None) -> Game:
    from .catalogue import load

    return load(name) if earlier is None else replace(load(name), earlier=earlier)


def _option_facts(option: Any, default: object) -> dict[str, Any]:
    spec = option.metadata["spec"]
    return {"default": default, "values": list(spec.values), "wanted": spec.wanted, "about": spec.about}
