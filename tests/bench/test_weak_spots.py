"""Matches against a level: what is measured, what is kept, what goes on, and the page."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from bench import weak_spots
from bench.exploit_match import FORMAT, Job, Match, play_all, read
from bench.exploiters import EXPLOITERS, WORDS
from bench.respond import Budget
from bench.weak_spots_page import text

import tripot
from tests.walks import games_with
from tripot.arena.workers import alone
from tripot.bots import LEVELS, bot
from tripot.errors import ArenaError

FAST, SLOW = {"code": "0", "compiled": True}, {"code": "0", "compiled": False}
SMALL = Budget(worlds=2, calls=4, moves=2, answers=1, lucks=1)


def match(game: str = "raise", exploiter: str = "refuse", **others: Any) -> Match:
    settings: dict[str, Any] = {"seats": 2, "level": "beginner", "deals": 3, "first": 0, "seconds": 0.0, "budget": None}
    return Match(game=game, exploiter=exploiter, **settings | others)


MATCHES = [match(), match(exploiter="accept"), match("hick-hack", "highest"), match(exploiter="respond", budget=SMALL)]


def figures(results: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """All but the time it took."""
    return [{key: value for key, value in result.items() if key != "seconds"} for result in results]


def counting(jobs_done: list[Job], most: int = 1000) -> Callable[..., Iterator[Any]]:
    """One job after the other, noted; interrupted after that many."""

    def crew(work: Callable[[Any], Any], jobs: Iterable[Any]) -> Iterator[Any]:
        for job in jobs:
            if len(jobs_done) == most:
                raise KeyboardInterrupt
            jobs_done.append(job)
            yield work(job)

    return crew


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[dict[str, Any]]]:
    """A run without interruption: its file and its results."""
    file = tmp_path_factory.mktemp("weak") / "whole.json"
    return file, play_all(MATCHES, file, alone)


@pytest.mark.parametrize("most", [2, 7])
def test_a_run_that_was_interrupted_goes_on_to_the_same_result(
    whole: tuple[Path, list[dict[str, Any]]], tmp_path: Path, most: int
) -> None:
    file = tmp_path / "out.json"
    first: list[Job] = []
    with pytest.raises(KeyboardInterrupt):
        play_all(MATCHES, file, counting(first, most))
    there = read(file)
    assert (
        len(there) == max(0, most - 1) // 3
    )  # a match is whole when its last deal is in and nothing more is asked for
    rest: list[Job] = []
    assert figures(play_all(MATCHES, file, counting(rest))) == figures(whole[1])
    assert len(rest) == 12 - 3 * len(there)
    assert figures(read(file)) == figures(read(whole[0]))
    assert not list(tmp_path.glob("*.new"))


def test_what_is_finished_is_not_played_again(whole: tuple[Path, list[dict[str, Any]]]) -> None:
    file, results = whole
    jobs: list[Job] = []
    assert play_all(MATCHES, file, counting(jobs)) == results
    assert not jobs


def test_the_order_in_which_deals_are_finished_does_not_matter(
    whole: tuple[Path, list[dict[str, Any]]], tmp_path: Path
) -> None:
    def backwards(work: Callable[[Any], Any], jobs: Iterable[Any]) -> Iterator[Any]:
        return iter([work(job) for job in jobs][::-1])

    assert figures(play_all(MATCHES, tmp_path / "out.json", backwards)) == figures(whole[1])


@pytest.mark.parametrize("change", [{"deals": 2}, {"first": 5}, {"budget": Budget()}])
def test_other_settings_are_another_match(tmp_path: Path, change: dict[str, Any]) -> None:
    file, jobs = tmp_path / "out.json", list[Job]()
    play_all([match(deals=2)], file, alone)
    after = match(**{"deals": 3} | change)
    play_all([after], file, counting(jobs))
    assert len(jobs) == (0 if after == match(deals=2) else after.deals)
    assert len(read(file)) == 1  # it takes the place of the old one


def test_results_of_other_code_are_not_taken(tmp_path: Path) -> None:
    file, jobs = tmp_path / "out.json", list[Job]()
    mine, other = match(deals=2), match("hick-hack", deals=2)
    play_all([mine, other], file, alone)
    data = json.loads(file.read_text())
    assert [result["settings"]["game"] for result in data["matches"]] == [other.game, mine.game]
    data["matches"][1]["settings"]["versions"]["code"] = "another"
    file.write_text(json.dumps(data))
    play_all([mine, other], file, counting(jobs))
    assert {job.match.game for job in jobs} == {mine.game}


def test_a_worker_with_other_code_refuses() -> None:
    def elsewhere(work: Callable[[Any], Any], jobs: Iterable[Any]) -> Iterator[Any]:
        return (work(Job(job.match, job.number, job.versions | {"code": "another"})) for job in jobs)

    with pytest.raises(ArenaError, match="has changed meanwhile"):
        play_all([match()], Path("never-written.json"), elsewhere)


@pytest.mark.parametrize("game", games_with("splits"))
def test_the_level_itself_gains_exactly_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    monkeypatch.setitem(EXPLOITERS, "refuse", bot("beginner"))
    [found] = play_all([match(game, seats=3, deals=2)], tmp_path / "out.json", alone)
    assert found["gain"]["mean"] == pytest.approx(0, abs=1e-12)
    assert found["points"]["mean"] == pytest.approx(0, abs=1e-9)
    assert found["games"] == 6


def test_a_limit_of_time_leaves_enough_for_an_interval(tmp_path: Path) -> None:
    [found] = play_all([match(deals=5, seconds=1e-9)], tmp_path / "out.json", alone)
    assert found["deals"] == 2


def test_a_bot_that_fails_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(view: Any, rng: Any) -> Any:
        raise RuntimeError("no idea")

    monkeypatch.setitem(EXPLOITERS, "refuse", fails)
    with pytest.raises(ArenaError, match=r"raise, 2 seats, refuse against beginner, deal 0, seat 0.*no idea"):
        play_all([match()], tmp_path / "out.json", alone)


WHOLE = json.dumps({"format": FORMAT, "matches": []})


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (WHOLE[:-3], "not JSON"),
        ("", "not JSON"),
        (json.dumps({"format": "tripot-arena-result 1", "matches": []}), "not a file of weak spots"),
        ("[]", "not a file of weak spots"),
        (
            json.dumps({"format": FORMAT, "matches": [{"settings": {}, "deals": 3}]}),
            "match 1 is not whole (no 'games')",
        ),
        (json.dumps({"format": FORMAT, "matches": [7]}), "match 1 is not whole (no figures)"),
    ],
)
def test_a_foreign_or_broken_file_is_refused_and_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str, why: str
) -> None:
    file = tmp_path / "out.json"
    file.write_text(content)
    assert weak_spots.main(["--games", "raise", "--levels", "beginner", "--workers", "1", "--out", str(file)]) == 2
    said = capsys.readouterr().err
    assert str(file) in said
    assert why in said
    assert "--out" in said
    assert file.read_text() == content


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--games", "whist"], "whist"),
        (["--levels", "grandmaster"], "grandmaster"),
        (["--exploiters", "cheat"], "refuse, accept"),
        (["--games", "raise", "--seats", "6"], "2 to 5"),
        (["--page", "nowhere/page.md"], "there is no folder nowhere"),
    ],
)
def test_bad_words_get_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], why: str) -> None:
    assert weak_spots.main([*words, "--out", str(tmp_path / "out.json")]) == 2
    said = capsys.readouterr().err
    assert why in said
    assert said.count("\n") == 1


def test_the_command_plays_keeps_and_writes_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, page = tmp_path / "out.json", tmp_path / "page.md"
    words = ["--games", "raise,hick-hack", "--levels", "beginner", "--exploiters", "refuse,accept", "--deals", "2"]
    words += ["--workers", "1", "--out", str(out), "--page", str(page)]
    assert weak_spots.main(words) == 0
    written = page.read_text()
    assert "raise, 2 seats, refuse against beginner" in capsys.readouterr().out
    assert "python bench/weak_spots.py --games raise,hick-hack --levels beginner" in written
    for game in words[1].split(","):
        assert f"## {game}, 2 seats" in written
        assert WORDS[game]["refuse"] in written
    assert written.count("| beginner |") == 4
    assert len(read(out)) == 4


def test_the_page_names_what_is_clear_and_what_respond_may_spend(whole: tuple[Path, list[dict[str, Any]]]) -> None:
    clear = json.loads(json.dumps(whole[1][0]))
    clear["gain"] = {"mean": 0.25, "low": 0.1, "high": 0.4}
    unclear = json.loads(json.dumps(whole[1][3]))
    unclear["gain"] = {"mean": 0.25, "low": -0.1, "high": 0.5}
    written = text([clear, unclear], "command")
    assert "`refuse` gains +25.0% against `beginner`" in written
    assert "`respond` gains" not in written
    assert "| **+25.0%** | +10.0% to +40.0% |" in written
    assert "| beginner | 2 | 4 | 2 | 1 | 1 | 0.0 |" in written
    assert "lower bound" in " ".join(written.replace("*", "").split())
    assert "No gain of the 1 matches is clear" in text([unclear], "command")
    assert "without compiled code" not in text(
        [clear | {"settings": clear["settings"] | {"versions": FAST}}], "command"
    )
    assert "without compiled code" in text([clear | {"settings": clear["settings"] | {"versions": SLOW}}], "command")


def test_by_default_every_level_meets_every_exploiter_with_the_fewest_seats() -> None:
    matches = weak_spots.plan(weak_spots.read_arguments([]))
    assert len(matches) == 4 * len(LEVELS) * 6
    assert {(each.game, each.seats) for each in matches} == {(game.name, game.least) for game in tripot.games()}
    assert all((each.budget is None) == (each.exploiter != "respond") for each in matches)
