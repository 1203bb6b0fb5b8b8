"""What is drawn once for all readers, each reads in their own way."""

from __future__ import annotations

from tests.web.test_leaks import seated
from tripot.core.state import SPECTATOR
from tripot.web.drawing.frame import scene_of
from tripot.web.drawing.readings import marked, readings
from tripot.web.drawing.scene import Scene


def test_whoever_is_marked_reads_it_in_their_own_way() -> None:
    both = f"<b>{marked(0, 'You', 'Ada')}</b> and {marked(2, 'you', 'Cleo')}, {marked(0, 'yours', 'hers')}"
    common, own = readings(["before", both, f"{marked(2, '', 'x')}"])
    assert common == ["before", "<b>Ada</b> and Cleo, hers", "x"]
    assert own == {
        0: ["before", "<b>You</b> and Cleo, yours", "x"],
        2: ["before", "<b>Ada</b> and you, hers", ""],
    }


def test_pieces_without_a_mark_are_the_same_objects_for_all() -> None:
    pieces = ["one", marked(1, "own", "other"), "three"]
    common, own = readings(pieces)
    assert all(mine[place] is pieces[place] for mine in (common, own[1]) for place in (0, 2))


def test_what_is_drawn_for_all_is_drawn_once_and_from_what_a_spectator_sees() -> None:
    table, drawn = seated("razzia", 4).table, list[Scene]()
    assert table.position is not None

    def draw(scene: Scene) -> list[str]:
        drawn.append(scene)
        return [scene.either(seat, "You", scene.names[seat]) for seat in range(4)]

    everybody = scene_of(table, table.position.view(SPECTATOR), "en").seen_by_all(None)
    for seat in (SPECTATOR, *range(4)):
        scene = everybody.seen_by(table.position.view(seat), None, {}, {})
        names = list(table.names)
        if seat != SPECTATOR:
            names[seat] = "You"
        assert scene.for_all("names", draw) == names
        assert draw(scene) == names
    assert [scene.view.seat for scene in drawn] == [SPECTATOR, SPECTATOR, 0, 1, 2, 3]
