"""What is alike in Hick Hack: a yard is as good as another. Networks learn of one what they see of all (`training/alike.py`)."""

from __future__ import annotations

from . import layout
from .rules import COLOURS, KINDS, LAID_MAX, LAY, SEATS, YARDS

COUNT = YARDS
OBSERVED = (
    (layout.YARD, 1),
    (layout.ON_YARD, COLOURS),
    (layout.OWN, KINDS),
    (layout.DISCARDED, KINDS),
    (layout.EATEN_CARD, KINDS),
    (layout.UNSEEN, KINDS),
    (layout.UNSEEN_OLD, KINDS),
    *((layout.SURE_AT + seat * (1 + YARDS) + 1, 1) for seat in range(SEATS)),
    *((layout.LAID_AT + slot * (YARDS + KINDS + 1), 1) for slot in range(LAID_MAX)),
)
ACTIONS = ((LAY, KINDS),)
