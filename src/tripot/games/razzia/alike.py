"""What is alike in Razzia: a bar is as good as another. Networks learn of one what they see of all (see `training/alike.py`)."""

from __future__ import annotations

from . import layout
from .rules import BARS, KINDS, NOTE_KINDS, PLAY, PUT, SEATS

COUNT = BARS
OBSERVED = (
    (layout.BOARD, 1),
    (layout.BAR, 1),
    (layout.POT, NOTE_KINDS),
    (layout.OWN, KINDS),
    (layout.PLAYED_AT, KINDS),
    (layout.UNSEEN, KINDS),
    (layout.UNSEEN_OLD, KINDS),
    *((layout.CHOICES + seat * layout.CHOICE, 1) for seat in range(SEATS)),
)
ACTIONS = ((PLAY, KINDS), (PUT, 1))
