"""A match ends with the same result whoever plays it and whatever is killed on the way."""

from __future__ import annotations

import importlib.util
import json
import os
import signal
import subprocess
import sys
import warnings
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import tripot
from tests.arena.scripts import BLOCKS, schedule
from tests.waiting import until
from tripot import bots
from tripot.arena import workers
from tripot.arena.contest import Contest, contest
from tripot.arena.log import GAMES, SCHEDULE, Log, read_schedule
from tripot.arena.report import page
from tripot.arena.result import result, text
from tripot.arena.schedule import Schedule, plan
from tripot.arena.tally import by_block, complete
from tripot.arena.workers import alone, processes
from tripot.errors import ArenaError, BotFailed

ROOT = Path(__file__).parents[2]
HAS_RAY = importlib.util.find_spec("ray") is not None


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The result of the match, played here without interruption."""
    return json.dumps(result(contest(schedule(), tmp_path_factory.mktemp("whole"), alone)))


def run(folder: Path, what: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.arena.scripts", str(folder), what]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)


def rows_in(folder: Path) -> int:
    return (folder / GAMES).read_text().count("\n") - 1


def gone_on(folder: Path) -> str:
    return json.dumps(result(contest(schedule(), folder, alone)))


def small(**more: Any) -> Schedule:
    settings: dict[str, Any] = {
        "seats": 3,
        "bots": ("thumb", "random"),
        "blocks": 4,
        "seed": 1,
        "options": {"box": "tiny"},
    }
    return plan(tripot.load("raise"), **(settings | more))


def test_two_workers_give_what_one_gives_bit_for_bit(whole: str, tmp_path: Path) -> None:
    assert json.dumps(result(contest(schedule(), tmp_path, processes(2)))) == whole
    assert len({line.split('"worker":')[1] for line in (tmp_path / GAMES).read_text().splitlines()[1:]}) >= 2


def test_a_killed_match_goes_on_to_the_same_result(whole: str, tmp_path: Path) -> None:
    done = run(tmp_path, "kill all")
    assert done.returncode == -signal.SIGKILL
    assert 100 <= rows_in(tmp_path) < BLOCKS * 8
    with Log(tmp_path, schedule()) as log:
        for worker in {row.worker for row in log.rows.values()}:
            wait_until_gone(int(worker.rpartition(":")[2]))
    assert gone_on(tmp_path) == whole


def wait_until_gone(pid: int) -> None:
    """Workers do not outlive a match that was killed."""
    stat = Path(f"/proc/{pid}/stat")
    until(
        lambda: not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] == "Z",
        f"worker {pid} is still there",
    )


def test_a_killed_worker_is_replaced(whole: str, tmp_path: Path) -> None:
    done = run(tmp_path, "kill a worker")
    assert done.stdout.split() == ["workers", "3", "killed", "1"], done.stderr
    assert gone_on(tmp_path) == whole


def test_an_interrupted_match_keeps_everything(whole: str, tmp_path: Path) -> None:
    done = run(tmp_path, "interrupt")
    assert "KeyboardInterrupt" in done.stderr
    assert 100 <= rows_in(tmp_path) < BLOCKS * 8
    assert gone_on(tmp_path) == whole


def test_a_full_disk_is_said_and_the_match_goes_on_later(whole: str, tmp_path: Path) -> None:
    done = run(tmp_path, "full disk")
    assert "ArenaError" in done.stderr
    assert "cannot be written" in done.stderr
    assert gone_on(tmp_path) == whole


@pytest.fixture
def needs_ray() -> None:
    if not HAS_RAY and not os.environ.get("CI"):
        warnings.warn("NO RAY: the test of the cluster is skipped; install tripot[cluster]", stacklevel=1)
        pytest.skip("there is no Ray on this machine")  # an optional extra; CI has it and requires it


@pytest.mark.usefixtures("needs_ray")
def test_a_ray_cluster_gives_the_same_with_one_of_its_two_workers_killed(whole: str, tmp_path: Path) -> None:
    done = run(tmp_path, "ray: kill a worker")
    assert done.returncode == 0, done.stderr
    *_, count, _, killed = done.stdout.splitlines()[-1].split()  # Ray has its own say before
    assert int(count) >= 2
    assert killed == "1"
    assert gone_on(tmp_path) == whole


def test_without_ray_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ArenaError, match=r"install tripot\[cluster\]"):
        workers.ray_cluster("auto")


def die(job: int) -> int:
    if job == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return job * job


def stumble(job: int) -> int:
    if job == 2:
        raise ArenaError("two is too much")
    return job


def test_a_job_that_kills_every_worker_is_given_up() -> None:
    with pytest.raises(ArenaError, match="3 worker processes died at the same job"):
        list(processes(2)(die, range(6)))
    assert sorted(processes(3)(die, [0, 1, 2, 4])) == [0, 1, 4, 16]
    assert list(processes(2)(die, [])) == []


def test_an_error_in_a_worker_is_raised_here() -> None:
    with pytest.raises(ArenaError, match="two is too much"):
        list(processes(2)(stumble, range(5)))


@pytest.mark.parametrize("cut", [1, 40, 120])
def test_a_line_cut_off_is_played_again(cut: int, tmp_path: Path) -> None:
    first = json.dumps(result(contest(small(), tmp_path, alone)))
    file = tmp_path / GAMES
    file.write_bytes(file.read_bytes()[:-cut])
    assert json.dumps(result(contest(small(), tmp_path, alone))) == first
    assert rows_in(tmp_path) == small().games


def test_no_half_written_result_is_ever_there(tmp_path: Path) -> None:
    contest(small(), tmp_path, alone)
    assert {file.name for file in tmp_path.iterdir()} == {SCHEDULE, GAMES}
    assert read_schedule(tmp_path) == small()


def test_the_games_of_another_schedule_are_not_taken(tmp_path: Path) -> None:
    contest(small(), tmp_path, alone)
    with pytest.raises(ArenaError, match="of another schedule: seed is 1 there and 2 here; name another folder"):
        contest(small(seed=2), tmp_path, alone)
    (tmp_path / SCHEDULE).unlink()
    with pytest.raises(ArenaError, match=r"has games but no schedule\.json"):
        contest(small(), tmp_path, alone)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"tripot-arena-games 1"', '"something else"', "not the games of this schedule"),
        ('"block":2', '"block":99', "line .*: block 99, seating 0 is not in the schedule"),
        ('"block":2,"seating":0', '"block":1,"seating":0', "block 1, seating 0 is not in the schedule, or there twice"),
        ('"scores"', '"points"', "line 2: not a game"),
        ('"winners":[', '"winners":', "line 2: not JSON"),
        ('"scores":[', '"scores":[1,', "4 scores for 3 seats"),
    ],
)
def test_a_broken_file_of_games_is_named_with_its_line(old: str, new: str, words: str, tmp_path: Path) -> None:
    contest(small(), tmp_path, alone)
    file = tmp_path / GAMES
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))
    with pytest.raises(ArenaError, match=words):
        contest(small(), tmp_path, alone)


def test_one_run_at_a_time(tmp_path: Path) -> None:
    with Log(tmp_path, small()), pytest.raises(ArenaError, match="another run is playing this match"):
        contest(small(), tmp_path, alone)
    contest(small(), tmp_path, alone)


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ArenaError, match=r"cannot be written .*; name another folder with --out"):
        contest(small(), tmp_path / "file" / "match", alone)


def test_a_bot_that_fails_leaves_a_record_to_replay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = 0

    def broken(view: Any, rng: Any) -> Any:
        nonlocal asked
        asked += 1
        if asked == 40:
            raise RuntimeError("out of ideas")
        return view.legal_moves[-1]

    monkeypatch.setitem(bots.BOTS, "broken", broken)
    plans = small(bots=("broken", "thumb"))
    with pytest.raises(
        BotFailed, match=r"bot broken at seat \d failed \(RuntimeError: out of ideas\); block \d, seating \d"
    ):
        contest(plans, tmp_path, alone)
    (record,) = tmp_path.glob("failed-*.txt")
    assert not tripot.replay(record.read_text()).is_over
    assert rows_in(tmp_path) > 0
    assert complete(plans, contest_rows(plans, tmp_path)) < plans.blocks
    assert len(contest(plans, tmp_path, alone).rows) == plans.games  # the bot has thought again: the match goes on


def contest_rows(plans: Schedule, folder: Path) -> dict[tuple[int, int], Any]:
    with Log(folder, plans) as log:
        return log.rows


def test_a_worker_with_other_code_plays_nothing(tmp_path: Path) -> None:
    other = small()
    object.__setattr__(other, "versions", other.versions | {"code": "0" * 16})
    with pytest.raises(ArenaError, match="the worker's tripot is another one"):
        contest(other, tmp_path, alone)


# -- What it adds up to --------------------------------------------------------


@pytest.fixture(scope="module")
def same(tmp_path_factory: pytest.TempPathFactory) -> Contest:
    """The rules of thumb against themselves."""
    plans = plan(tripot.load("hick-hack"), seats=3, bots=("thumb", "thumb"), blocks=150, seed=11)
    return contest(plans, tmp_path_factory.mktemp("same"), alone)


def test_a_bot_against_itself_shows_no_difference(same: Contest) -> None:
    data = result(same)
    gap = data["differences"][0]
    for measure in ("win_share", "rank_share", "mean_score"):
        assert gap[measure]["low"] <= 0 <= gap[measure]["high"]
    for entry in data["bots"]:
        assert entry["low"] <= 1 / 3 <= entry["high"]
        assert entry["rating"]["low"] <= 0 <= entry["rating"]["high"]
    assert [entry["bot"] for entry in data["bots"]] == ["thumb", "thumb (2)"]


def test_shares_add_up_and_the_better_bot_is_found(whole: str) -> None:
    data = json.loads(whole)
    thumb, rand = data["bots"]
    for table in data["tables"]:
        assert sum(bot["seats"] * bot["mean"] for bot in table["bots"]) == pytest.approx(1.0, abs=1e-5)
    assert (thumb["win_share"] + rand["win_share"]) / 2 == pytest.approx(0.25, abs=0.2)
    assert thumb["rank_share"]["mean"] > rand["rank_share"]["mean"]
    gap = data["differences"][0]["win_share"]
    assert 0 < gap["low"] < gap["mean"] < gap["high"]
    assert gap["mean"] == pytest.approx(thumb["win_share"] - rand["win_share"], abs=1e-5)
    assert data["games"] == data["distinct_games"] == BLOCKS * 8
    assert len(data["block_values"]) == BLOCKS
    assert len(data["by_seat"]) == 8
    assert "thumb - random: win share +" in text(data)


def test_values_of_a_block_are_means_over_the_seats_of_a_bot(same: Contest) -> None:
    rows = {row.key: row for row in same.rows}
    values = by_block(same.schedule, rows, same.blocks, "points")
    taken = [
        row.played.scores[seat]
        for row in same.rows
        if row.block == 7
        for seat, bot in enumerate(same.schedule.seatings(7)[row.seating])
        if bot == 1
    ]
    assert values[7, 1] == pytest.approx(sum(taken) / len(taken))


def test_a_sequential_match_stops_at_a_look_and_only_counts_the_blocks_up_to_it(tmp_path: Path) -> None:
    plans = plan(tripot.load("raise"), seats=4, bots=("thumb", "random"), blocks=200, seed=2, stop="sequential", look=5)
    found = contest(plans, tmp_path / "a", alone)
    data = result(found)
    assert found.blocks < 200
    assert found.blocks % 5 == 0
    assert data["games"] == found.blocks * 8
    assert data["differences"][0]["win_share"]["low"] > 0
    again = contest(plans, tmp_path / "b", processes(2))
    assert json.dumps(result(again)) == json.dumps(data)


def test_a_sequential_match_between_equals_goes_to_the_end(tmp_path: Path) -> None:
    plans = plan(
        tripot.load("raise"), seats=2, bots=("random", "random"), blocks=40, seed=4, stop="sequential", look=10
    )
    assert contest(plans, tmp_path, alone).blocks == 40


def test_one_bot_alone_is_measured_too(tmp_path: Path) -> None:
    data = result(contest(small(bots=("thumb",), blocks=12), tmp_path, alone))
    assert data["bots"][0]["win_share"] == pytest.approx(1 / 3, abs=1e-5)
    assert data["differences"] == []


def test_the_report_is_one_sound_page_without_links(same: Contest) -> None:
    import html.parser

    opened: list[str] = []
    seen: list[tuple[str, str | None]] = []

    class Reader(html.parser.HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            seen.extend(attrs)
            if tag not in ("meta", "br"):
                opened.append(tag)

        def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            seen.extend(attrs)

        def handle_endtag(self, tag: str) -> None:
            assert opened.pop() == tag

    found = page(result(same), same, "tripot arena <game> & more")
    Reader().feed(found)
    assert opened == []
    assert not [name for name, _ in seen if name in ("src", "href", "onload", "onclick")]
    assert "http" not in found
    assert "<script" not in found
    assert "tripot arena &lt;game&gt; &amp; more" in found
    assert "prefers-color-scheme:dark" in found
    assert found.count("<svg") == found.count("</svg>") >= 5
    for one, other in pairwise(
        ("The bots", "One against another", "Ratings", "Scores", "Seat by seat", "How it was measured")
    ):
        assert found.index(f"<h2>{one}") < found.index(f"<h2>{other}")
