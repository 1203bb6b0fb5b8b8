"""A study: the counts are those of the games, and the files are there."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from collections import Counter
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

import tripot
from tripot.arena import pictures
from tripot.arena import study as study_module
from tripot.arena.happenings import first_seat
from tripot.arena.happenings import study as study_of
from tripot.arena.ladder import Rung, climb, finished, levels, marks, placed, rated, rungs, schedule_of, seat_counts
from tripot.arena.match import Streams, by_moves, has_dice, play_steps
from tripot.arena.published import Rating, ratings
from tripot.arena.schedule import code_stamp
from tripot.arena.study import Question, Units, count, study, work
from tripot.arena.study_page import pages
from tripot.arena.workers import alone, processes
from tripot.core.state import CHANCE

NAMES = [game.name for game in tripot.games()]
SEATS = {game.name: game.usual_seats for game in tripot.games()}


def tokens(name: str, number: int) -> list[tuple[int, str]]:
    game = tripot.load(name)
    steps, _, _ = play_steps(game, SEATS[name], {}, ("thumb",) * SEATS[name], Streams(1, number))
    return [
        (actor, (game.spelling.outcomes if actor == CHANCE else game.spelling.moves)[action]) for actor, action in steps
    ]


def counted(name: str, number: int) -> dict[str, int]:
    game = tripot.load(name)
    steps, _, _ = play_steps(game, SEATS[name], {}, ("thumb",) * SEATS[name], Streams(1, number))
    return count(game, SEATS[name], {}, steps)


def offers_in(name: str, number: int) -> tuple[int, int]:
    """From the record alone: offers (the gifts of one seat, whole), and those that everybody asked accepts."""
    pos, _ = by_moves(tripot.load(name), SEATS[name], {}, ("thumb",) * SEATS[name], Streams(1, number))
    offers, agreed, waiting, answers = 0, 0, 0, []
    at = tripot.load(name).start(seats=SEATS[name])
    for line in pos.record().lines:
        at = at.play(" ".join(line.tokens), seat=CHANCE if line.actor is None else line.actor)
        if waiting:
            answers.append(line.tokens[0])
            waiting -= 1
            agreed += not waiting and set(answers) == {"accept"}
        elif line.actor is not None and ">" in line.tokens[0]:
            offers, waiting, answers = offers + 1, len(at.pending), []
    return offers, agreed


@pytest.mark.parametrize("number", range(6))
def test_offers_and_agreements_are_counted_as_the_record_has_them(number: int) -> None:
    said, facts = tokens("hick-hack", number), counted("hick-hack", number)
    answers = [token for actor, token in said if actor >= 0 and token in ("accept", "refuse")]
    assert (facts["offers"], facts["agreed"]) == offers_in("hick-hack", number)
    assert facts["accepts"] == answers.count("accept")
    assert facts["rolls"] == sum(token.startswith("die-") for _, token in said)
    assert facts["fights"] <= facts["rolls"] // 2
    said, facts = tokens("razzia", number), counted("razzia", number)
    offers, agreed = offers_in("razzia", number)
    assert facts["offers"] == offers
    assert facts["agreed"] >= agreed
    assert facts["duels"] == sum(token.startswith("die-") for _, token in said) / 2
    assert facts["accepts"] == sum(token == "accept" for _, token in said)


@pytest.mark.parametrize("number", range(4))
def test_auctions_and_raises_are_counted_as_the_record_has_them(number: int) -> None:
    said, facts = tokens("razzia-knizia", number), counted("razzia-knizia", number)
    words = [token for _, token in said]
    assert facts["called"] == words.count("call")
    assert facts["bids"] == sum(word.startswith("bid-") for word in words)
    assert facts["asked"] - facts["bids"] == words.count("pass")
    assert facts["thefts"] == sum(word.startswith("steal-") for word in words)
    assert facts["auctions"] >= facts["called"]
    asked = [
        list(group) for is_bidding, group in groupby(words, lambda word: word[:4] in ("bid-", "pass")) if is_bidding
    ]
    assert facts["lots"] == sum(any(word.startswith("bid-") for word in group) for group in asked)
    said, facts = tokens("raise", number), counted("raise", number)
    words = [token for _, token in said]
    assert facts["asked"] - facts["raises"] == words.count("pass")
    assert facts["rounds"] == sum(word.startswith("point-") for word in words)


def test_lots_are_counted_with_what_was_in_them() -> None:
    game = tripot.load("razzia-knizia")
    position = game.start(seats=4)
    played = [
        "set-1",
        "set-2",
        "set-3",
        "set-4",
        "call",
        "pass",
        "pass",
        "pass",
        "bid-2",
    ]  # called for nothing, and sold
    played += [
        "draw",
        "card-police",
        "pass",
        "pass",
        "pass",
        "pass",
    ]  # police before anything lies there; nobody wants it
    played += ["draw", "card-police", "pass", "bid-6", "pass", "pass"]  # somebody wants the cheque
    played += ["draw", "card-coin", "call", "pass", "pass", "pass", "bid-13"]
    for token in played:
        position = position.play(token, seat=position.to_act)
    steps = tuple((event.actor, event.move.steps[0]) for event in position.events if event.move)
    facts = count(game, 4, {}, steps)
    assert (facts["auctions"], facts["called"], facts["calls for nothing"]) == (4, 2, 1)
    assert (facts["lots"], facts["empty lots"]) == (3, 2)


@pytest.mark.parametrize("name", NAMES)
def test_every_figure_of_a_game_is_made_of_something_that_is_counted(name: str) -> None:
    facts: Counter[str] = Counter()
    for unit in work(Units(Question(name, SEATS[name], {}, "thumb", "random", 5), 0, 6)):
        facts.update(unit.facts)
    for figure in study_of(tripot.load(name)).FIGURES:
        assert facts[figure.count] > 0 or figure.count == "fox fights", figure
        assert not figure.each or facts[figure.each] >= facts[figure.count], figure


def test_place_0_is_the_first_dealer_roller_or_whoever_is_asked_first() -> None:
    drawing = {name: token for name in NAMES if (token := getattr(study_of(tripot.load(name)), "FIRST_TOKEN", ""))}
    assert drawing
    for name, token in drawing.items():
        for number in range(4):
            (_, drawn), *_ = tokens(name, number)
            assert drawn == f"{token}-{first(name, number)}"
    assert first("hick-hack", 0) == 0
    record = tokens("razzia-knizia", 1)
    assert first("razzia-knizia", 1) == next(actor for actor, _ in record if actor >= 0)
    assert first_seat(tripot.load("raise"), {"first_roller": "2"}, ()) == 2


def first(name: str, number: int) -> int:
    game = tripot.load(name)
    return first_seat(game, {}, play_steps(game, SEATS[name], {}, ("thumb",) * SEATS[name], Streams(1, number))[0])


@pytest.mark.parametrize("name", NAMES)
def test_a_study_is_the_same_for_every_crew_and_writes_sound_files(name: str, tmp_path: Path) -> None:
    game = tripot.load(name)
    settings: dict[str, Any] = {
        "seats": (game.least, 4),
        "units": 30,
        "seed": 3,
        "bot_name": "thumb",
        "rival": "random",
    }
    data = study(game, **settings, crew=alone)
    if name == NAMES[-1]:  # once is enough: it takes its time
        assert study(game, **settings, crew=processes(2)) == data
    for entry in data["seats"]:
        assert sum(found["mean"] for found in entry["win share by place"]) == pytest.approx(1.0, abs=1e-4)
        assert (
            entry["length"]["decisions"]["p5"]
            <= entry["length"]["decisions"]["median"]
            <= entry["length"]["decisions"]["p95"]
        )
        assert sum(entry["score counts"].values()) == 30 * entry["seats"]
        assert ("dice" in entry["luck"]["scores"]) == has_dice(game)
        assert (entry["length"]["rolls"]["p95"] > 0) == has_dice(game)
    files = pages(json.loads(json.dumps(data)), "tripot study ...")
    assert len(files) == 5
    for file, content in files.items():
        if file.endswith(".svg"):
            root = ElementTree.fromstring(content)
            assert root.tag == "{http://www.w3.org/2000/svg}svg"
            assert root.get("aria-label")
            assert "href" not in content
        else:
            for other in files:
                assert other.endswith(".md") or f"({other})" in content


def test_the_games_of_a_unit_share_what_they_should_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[tuple[tuple[str, ...], Streams]] = []

    def listen(game: Any, seats: int, options: Any, names: tuple[str, ...], streams: Streams) -> Any:
        used.append((names, streams))
        return play_steps(game, seats, options, names, streams)

    monkeypatch.setattr(study_module, "play_steps", listen)
    (unit,) = work(Units(Question("raise", 3, {"box": "tiny"}, "thumb", "random", 1), 4, 1))
    (_, base), *others = used
    shared = {
        name: "".join(kind[0] for kind in ("cards", "dice", "bots") if getattr(streams, kind) == getattr(base, kind))
        for name, (_, streams) in zip(list(unit.scores)[1:], others, strict=True)
    }
    assert shared.pop("mixed") == "cdb"
    assert shared.pop("same players") == ""
    assert shared == {
        "cards": "c",
        "dice": "d",
        "chance": "cd",
        "bots": "b",
        "all but cards": "db",
        "all but dice": "cb",
    }
    (mixed, first), (same, second) = used[-2:]
    assert mixed == same
    assert {first.seating, second.seating} == {1}
    assert {base.cards, base.dice, base.bots} == {8}


def test_pictures_of_one_value_or_of_nothing_but_zeros_can_be_drawn() -> None:
    for picture in (
        pictures.intervals("t", "a", [pictures.IntervalRow("x", 0.0, 0.0, 0.0, null=0.0)], percent=True),
        pictures.intervals("t", "a", [pictures.IntervalRow("x <&>", -3.5, -4.0, 1e6)]),
        pictures.boxes("t", "a", [pictures.Values("x", [5.0, 5.0])]),
        pictures.ridges("t", "a", [pictures.Values("x", [0.0])]),
        pictures.stacked("t", "a", ["one", "two"], [pictures.Parts("x", [0.0, 1.0])]),
    ):
        assert ElementTree.fromstring(pictures.alone(picture)) is not None
        assert "nan" not in picture


# -- The ladder ------------------------------------------------------------------


def test_a_ladder_has_every_number_of_seats_of_every_game() -> None:
    for game in tripot.games():
        assert seat_counts(game) == tuple(range(game.least, game.most + 1))
    tables = sum(len(seat_counts(game)) for game in tripot.games())
    assert len(rungs(tripot.games(), ("a", "b", "c"))) == 2 * tables
    assert rungs([tripot.load("razzia")], ("a", "b"))[1] == Rung("razzia", 4, "b", "a")
    assert len(levels()) >= 2


def test_a_ladder_keeps_what_is_finished(tmp_path: Path) -> None:
    wanted = [Rung("raise", seats, "thumb", "random") for seats in (2, 4)]
    said: list[str] = []
    settings: dict[str, Any] = {"blocks": 20, "seed": 1, "out": tmp_path / "ladder", "page": tmp_path / "ladder.md"}
    settings |= {"work": tmp_path / "work", "crew": alone, "command": "tripot ladder"}
    found = climb(wanted, **settings, said=lambda rung, data: said.append(rung.file))
    assert said == ["raise-2-thumb-random.json", "raise-4-thumb-random.json"]
    table = (tmp_path / "ladder.md").read_text()
    assert table.count("| yes |") == 2
    for rung in wanted:
        assert f"(ladder/{rung.file})" in table
    before = {file.name: file.stat().st_mtime_ns for file in (tmp_path / "ladder").iterdir()}

    def nobody(work: Any, jobs: Any) -> Any:
        raise AssertionError("nothing is left to play")

    assert climb(wanted, **(settings | {"crew": nobody})) == found
    assert before == {file.name: file.stat().st_mtime_ns for file in (tmp_path / "ladder").iterdir()}
    file = tmp_path / "ladder" / wanted[0].file
    plans = schedule_of(wanted[0], blocks=20, seed=1)
    assert finished(file, plans) is not None
    file.write_text(file.read_text()[:-30])
    assert finished(file, plans) is None
    assert finished(file, schedule_of(wanted[0], blocks=21, seed=1)) is None
    assert climb(wanted, **(settings | {"crew": nobody}), play=()) == found[1:]
    assert "Not finished: raise 2 thumb - random." in (tmp_path / "ladder.md").read_text()


def test_a_ladder_names_the_code_of_every_result_and_marks_what_is_older(tmp_path: Path) -> None:
    wanted = [Rung("raise", seats, "thumb", "random") for seats in (2, 4)]
    out, page = tmp_path / "ladder", tmp_path / "ladder.md"
    settings: dict[str, Any] = {"blocks": 20, "seed": 1, "out": out, "page": page, "work": tmp_path / "work"}
    settings |= {"crew": alone, "command": "tripot ladder"}
    climb(wanted, **settings)
    assert "older" not in page.read_text()
    for rung in wanted:
        data = json.loads((out / rung.file).read_text())
        data["schedule"], data["versions"]["code"] = "of another code", "0123456789abcdef"
        (out / rung.file).write_text(json.dumps(data))
    found = climb(wanted, **settings, play=wanted[1:])
    assert [data["versions"]["code"] for _, data in found] == ["0123456789abcdef", code_stamp(tripot.load("raise"))]
    rows = [line for line in page.read_text().splitlines() if line.startswith("| raise | ") and "thumb" in line]
    assert [row.endswith("| `01234567`, older |") for row in rows] == [True, False]
    assert rows[1].endswith(f"| `{code_stamp(tripot.load('raise'))[:8]}` |")
    assert "*Older* (1 of 2)" in page.read_text()
    climb(wanted, **settings)  # whoever plays all plays what is older
    assert "older" not in page.read_text()


def test_a_result_of_older_code_stands_if_its_first_blocks_go_as_they_did(tmp_path: Path) -> None:
    wanted = [Rung("raise", seats, "thumb", "random") for seats in (2, 4, 5)]
    out, page = tmp_path / "ladder", tmp_path / "ladder.md"
    settings: dict[str, Any] = {"blocks": 20, "seed": 1, "out": out, "page": page, "work": tmp_path / "work"}
    settings |= {"crew": alone, "command": "tripot ladder"}
    before = dict(climb(wanted, **settings))
    then, heard = "0123456789abcdef", list[tuple[Rung, int]]()

    def grow_old(rung: Rung, code: str) -> None:
        schedule = schedule_of(rung, blocks=20, seed=1)
        data = json.loads((out / rung.file).read_text())
        data["schedule"] = replace(schedule, versions=schedule.versions | {"code": code}).fingerprint
        data["versions"]["code"] = code
        if rung.seats == 4:  # as if another one had won the third block
            data["block_values"][2].reverse()
        if rung.seats == 5:  # other settings too, not the code alone
            data["schedule"] = "of other settings"
        (out / rung.file).write_text(json.dumps(data))

    for rung in wanted:
        grow_old(rung, then)
    found = dict(climb(wanted, **settings, play=(), recheck=5, heard=lambda *played: heard.append(played)))
    assert {rung for rung, _ in heard} == set(wanted[:2])  # it says how far it is
    assert found[wanted[0]] == before[wanted[0]] | {"rechecked": {"code": then, "blocks": 5}}
    assert [found[rung]["versions"]["code"] for rung in wanted[1:]] == [then, then]
    assert "*Older* (2 of 3)" in page.read_text()
    assert "the first 5 blocks were" in page.read_text()
    assert finished(out / wanted[0].file, schedule_of(wanted[0], blocks=20, seed=1)) is not None
    grow_old(wanted[0], "fedcba9876543210")
    again = dict(climb(wanted[:1], **settings, play=(), recheck=3))
    assert again[wanted[0]]["rechecked"] == {"code": then, "blocks": 3}  # by which code it was played, not checked


def data_of(*blocks: tuple[float, float]) -> dict[str, Any]:
    """As much of a result as ratings need: the shares of the upper and the lower level in each block."""
    return {"block_values": [list(block) for block in blocks]}


def test_ratings_add_up_the_steps_of_the_ladder() -> None:
    """Ten wins to one are 400 points; a step is the mean over seat counts; nobody to beat is no infinite rating."""
    ten_to_one = data_of(*[(0.5, 0.0)] * 10, (0.0, 0.5))
    even = data_of(*[(0.25, 0.25), (0.5, 0.0), (0.0, 0.5)] * 2)
    always = data_of(*[(1.0, 0.0)] * 4)
    found = rated(
        [
            (Rung("raise", 2, "b", "a"), ten_to_one),
            (Rung("raise", 4, "b", "a"), even),
            (Rung("raise", 2, "c", "b"), even),
            (Rung("raise", 4, "c", "b"), even),
            (Rung("razzia", 4, "b", "a"), always),
            (Rung("razzia", 4, "d", "c"), even),  # the step from b to c is not finished
        ]
    )
    assert found["raise"]["a"] == Rating(1000.0, 1000.0, 1000.0)
    assert found["raise"]["b"].points == pytest.approx(1200)
    assert found["raise"]["c"].points == pytest.approx(1200)
    assert found["raise"]["b"].low < 1200 < found["raise"]["b"].high < found["raise"]["c"].high
    assert found["razzia"]["b"].points == pytest.approx(1000 + 338.0, abs=1)  # seven to one
    assert found["razzia"]["b"].low < 1250  # four wins of four are not sure
    assert set(found["razzia"]) == {"a", "b"}


def test_marks_are_measured_and_placed_below_the_level_that_is_nearest() -> None:
    names = ("a", "b", "c", "d", "e", "f")
    pairs = [(rung.upper, rung.lower) for rung in marks([tripot.load("raise")], names) if rung.seats == 2]
    assert pairs == [("a", "random"), ("c", "thumb"), ("d", "thumb")]
    assert not marks(tripot.games(), ("random", "thumb"))
    assert schedule_of(Rung("raise", 2, "beginner", "random"), blocks=1000, seed=1).stop == "fixed"
    even, ten_to_one = data_of(*[(0.25, 0.25), (0.5, 0.0), (0.0, 0.5)] * 2), data_of(*[(0.5, 0.0)] * 10, (0.0, 0.5))
    steps = [(Rung("raise", 2, upper, lower), ten_to_one) for upper, lower in (("b", "a"), ("c", "b"))]
    met = [
        (Rung("raise", 2, "a", "random"), ten_to_one),
        (Rung("raise", 2, "b", "thumb"), even),
        (Rung("raise", 2, "c", "thumb"), ten_to_one),
    ]
    found = placed([*steps, *met])["raise"]
    assert found["random"].points == pytest.approx(600)
    assert found["thumb"].points == pytest.approx(1400)
    assert found["thumb"].low < 1400 < found["thumb"].high
    assert set(rated([*steps, *met])["raise"]) == {"a", "b", "c"}


@pytest.mark.parametrize("game", [game.name for game in tripot.games()])
def test_every_level_has_a_published_rating_and_the_higher_is_the_better(game: str) -> None:
    found = ratings(game)
    assert tuple(found) in (levels(), levels()[:-1])  # the champion has none until the ladder has been played with him
    points = [rating.points for rating in found.values()]
    assert points == sorted(points)
    assert all(rating.low <= rating.points <= rating.high for rating in found.values())
