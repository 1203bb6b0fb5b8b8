"""Laws of spelling: every move has one token, and records lead to the same position again."""

from __future__ import annotations

import random

from tripot.core.state import CHANCE
from tripot.notation.record import parse
from tripot.play import Game

from .walks import demand, options_of, walk


def every_move_and_outcome_has_one_spelling(game: Game, seats: int) -> None:
    """As many tokens as actions and outcomes, all different, in lower case and without blanks."""
    moves = game.spelling.moves, game.rules.ACTIONS, 0, "moves"
    chances = game.spelling.outcomes, game.rules.OUTCOMES, CHANCE, "outcomes"
    for tokens, count, seat, what in (moves, chances):
        demand(len(tokens) == count, "the tokens", f"there are {len(tokens)} for {count} {what}")
        for number, token in enumerate(tokens):
            demand(tokens.count(token) == 1, "the tokens", f"{token!r} spells several {what}")
            is_word = token == token.lower() and token.split() == [token]
            demand(is_word, "the tokens", f"{token!r} is not one word in lower case")
            read = game.parse_move(token, seat=seat).steps
            demand(read == (number,), "the tokens", f"{token!r} is read as another of the {what}")


def records_replay_to_the_same_position(game: Game, seats: int) -> None:
    """A game through the facade, its record as text and as JSON Lines, and the whole of it played again."""
    for seed in (0, 1):
        pos = game.start(seats=seats, options=options_of(game, seed))
        for _, actor, action in walk(game, seats, seed):
            if actor >= 0 or actor == CHANCE:
                pos = pos.play(action, seat=actor)
        where, record = f"{seats} seats, walk {seed}", pos.record()
        demand(pos.is_over, where, "the facade's game is not over where the walk is")
        demand(parse(str(record)) == record, where, "the record as text is read as another")
        demand(parse(record.json_lines()) == record, where, "the record as JSON Lines is read as another")
        again = game.start(seats=seats, options=record.options)
        for line in record.lines:
            again = again.play(" ".join(line.tokens), seat=CHANCE if line.actor is None else line.actor)
        demand(again == pos and again.scores == record.scores, where, "the record leads to another position")
        demand(pos.to_json() == again.to_json(), where, "the positions differ as data")
        _whole_moves(game, seats, seed)


def _whole_moves(game: Game, seats: int, seed: int) -> None:
    """Moves of several steps, given in any order, have one canonical order that is legal."""
    chooser = random.Random(seed)
    pos = game.start(seats=seats, seed=seed, options=options_of(game, seed))
    for number in range(60):
        if pos.is_over:
            return
        seat = chooser.choice(pos.pending)
        move = chooser.choice(pos.legal_moves(seat, whole=True, limit=20))
        tokens = [token for token in str(move).split() if token != game.stop]
        canonical = pos.canonical_move(chooser.sample(tokens, len(tokens)), seat) if len(move.steps) > 1 else move
        where = f"{seats} seats, game {seed}, move {number}"
        demand(str(canonical) == str(move), where, f"{move} in another order is read as {canonical}")
        pos = pos.play(move, seat=seat)
