"""Who chooses a move from a view: never from a position."""

from __future__ import annotations

from dataclasses import replace

from tripot.core.rng import Rng, begin, below
from tripot.errors import UnknownBot
from tripot.play import Game, Move, MoveList, Position, View

from .asking import AmongBots, Bot, Question, ask, ask_all, company_of, play_all
from .engines import plain_engine
from .levels import FROZEN, LEVELS, Level
from .search import FLAT, SearchBot, Settings, read_settings


def random_bot(view: View, rng: Rng) -> Move:
    """Any legal move, all equally likely."""
    moves = view.legal_moves
    return moves[below(rng, len(moves))]


def thumb_bot(view: View, rng: Rng) -> Move:
    """What the game's rules of thumb say."""
    action: int = plain_engine(view.game).thumb(view.state, view.seat, rng)
    return view.game.steps[action]


BOTS: dict[str, Bot] = {"random": random_bot, "thumb": thumb_bot, **LEVELS}
"""The bots that sit down at a table, the levels from the weakest to the strongest."""

FAMILIES: dict[str, Settings] = {"search": Settings(), "flat": FLAT}
"""Bots that take settings, as in `search:simulations=500,objective=points`."""


def bot(name: str, *, seconds: float = 0.0) -> Bot:
    """The bot of that name; one that searches stops after that many seconds (0: when its simulations are done)."""
    family, colon, text = name.partition(":")
    if family in FAMILIES:
        settings = FAMILIES[family]
        if colon:
            settings = read_settings(family, text, settings)
        return SearchBot(replace(settings, seconds=seconds) if seconds and not settings.seconds else settings)
    found = BOTS.get(name) or FROZEN.get(name)
    if found is None:
        also = "with settings: search:simulations=500, flat:simulations=200"
        raise UnknownBot(f"there is no bot {name!r}; bots: {', '.join([*BOTS, *FROZEN])}; {also}")
    return replace(found, seconds=seconds) if seconds and isinstance(found, Level) else found


def looks_back(player: Bot) -> bool:
    """Whether a bot draws conclusions from what others have done before (see `guessing`)."""
    return isinstance(player, Level | SearchBot) and player.settings.confirm > 0


def bot_names(text: str) -> tuple[str, ...]:
    """The names in a list such as `thumb,search:simulations=500,objective=rank`: a setting belongs to the name before it."""
    names: list[str] = []
    for part in (part.strip() for part in text.split(",")):
        if names and "=" in part and ":" not in part:
            names[-1] += "," + part
        else:
            names.append(part)
    return tuple(names)


def listed_moves(position: Position, seat: int, limit: int) -> MoveList:
    """The moves of a seat for somebody to choose from: `Position.list_moves`, and what the rules of thumb would play is in it."""
    return position.list_moves(seat, limit=limit, also=lambda: ask(position, seat, thumb_bot, stream(0, seat)))


def stream(seed: int, seat: int, *, game: int = 0) -> Rng:
    """The random stream of the bot at a seat."""
    rng = Rng()
    begin(rng, seed, game, seat + 1)
    return rng


__all__ = [
    "BOTS",
    "FAMILIES",
    "FROZEN",
    "LEVELS",
    "AmongBots",
    "Bot",
    "Game",
    "Level",
    "Question",
    "SearchBot",
    "Settings",
    "ask",
    "ask_all",
    "bot",
    "bot_names",
    "company_of",
    "listed_moves",
    "looks_back",
    "play_all",
    "random_bot",
    "stream",
    "thumb_bot",
]
