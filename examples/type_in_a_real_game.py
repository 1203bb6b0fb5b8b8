"""A game on a real table, typed in: chance is yours to play, so cards and dice are what you saw."""

from __future__ import annotations

import tripot


def main() -> None:
    pos = tripot.load("raise").start(seats=2, options={"first_roller": 0})
    for token in ("bell-2 diamond-5 gear-3 cloud-4 bell-3 bell-3 " * 2).split():
        pos = pos.play(token)  # six cards for each of us
    for token in "point-12 die-diamond die-diamond die-gear die-bell die-bell die-bell die-blank".split():
        pos = pos.play(token)
    pos = pos.play("bell-2", seat=0).play("diamond-5", seat=1)  # 2 x 4 = 8 against 5 x 3 = 15
    print(pos)
    print("seat 0 may now play:", ", ".join(map(str, pos.legal_moves())))


if __name__ == "__main__":
    main()
