"""Goofspiel for tripot: rules and tokens, everything else by default."""

from tripot.play.game import Game

from . import rules, tokens

GAME = Game(
    name="goofspiel", title="Goofspiel", designer="Merrill Flood", least=2, most=rules.SEATS, rules=rules, tokens=tokens
)
