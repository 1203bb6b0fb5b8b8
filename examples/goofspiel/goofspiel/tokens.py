"""How moves and chance are spelled: `bid-11`, `prize-1`."""

from .rules import CARDS

MOVES = tuple(f"bid-{card}" for card in range(1, CARDS + 1))
OUTCOMES = tuple(f"prize-{card}" for card in range(1, CARDS + 1))
