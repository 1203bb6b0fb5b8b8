"""Reviews on the site: made in a worker, kept in the log, the owner's alone, stopped or failed without harm. A real worker."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tripot
from tests.compiled import need
from tests.waiting import PATIENCE
from tests.web.test_again import opened, played
from tests.web.test_hub import Hubs, in_hubs
from tripot.analysis.engines import is_warm
from tripot.web import reviewing
from tripot.web.drawing.figures import FEWEST, figures_of, interval
from tripot.web.drawing.reviewed import Asked, Reviewed, in_units, review_main
from tripot.web.hub import Hub
from tripot.web.live import Live
from tripot.web.refusals import Refused
from tripot.web.reviewing import Reviewers
from tripot.web.table import Begin, KeepReview, Share

ASKED = Asked(is_own=True, is_running=False, done=1.0, before=0, is_failed=False, link="http://here/")


async def finished(hub: Hub) -> Live:
    live = await opened(hub, "raise")
    await hub.act(live, Begin("ada"))
    await played(hub, live, random.Random(1))
    return live


def test_an_error_has_the_unit_that_stands_around_its_figure() -> None:
    assert in_units("$", "93", "4", "k") == "$93k ± $4k"
    assert in_units("", "93", "4", " k$") == "93 ± 4 k$"
    assert in_units("", "1.5", "0.2", " points") == "1.5 ± 0.2 points"
    assert in_units("$", "93", None, "k") == "$93k"


def test_a_review_is_made_kept_listed_and_shared(tmp_path: Path) -> None:
    async def play(hubs: Hubs) -> None:
        hub = await hubs.open()
        live = await finished(hub)
        reviewers = Reviewers(hub)
        reviewers.seconds = 0.2
        task = asyncio.create_task(reviewers.run())
        try:
            with pytest.raises(Refused):
                reviewers.ask(live.table, 1, "ada")  # a bot's seat
            noticed = live.table.noticed(())
            job = reviewers.ask(live.table, 0, "ada")
            assert reviewers.ask(live.table, 0, "ada") is job
            await job.ended.wait()
            assert job.failed == ""
            found = live.table.reviews[0]
            assert found == job.found
            assert live.table.noticed(()) == noticed  # nobody at the table is disturbed
            with pytest.raises(Refused):
                await hub.act(live, Share(0, "bo", True))
            await hub.act(live, Share(0, "ada", True))
            hub = await hubs.again()
            table = (await hub.live(live.table.id)).table
            assert table.reviews[0] == found
            assert table.shared == {0}
            [row] = await hub.events.tables_of("ada")
            assert len(row["reviews"]["0"]) == 2
            for lang in ("en", "fr"):
                page = review_main(table, 0, found, ASKED, lang)
                told = Reviewed(table, 0, found, lang)
                assert page.count("<svg") >= 3
                assert len(told.decided) == len(found["decisions"])
            costly: dict[str, Any] = {
                **found,
                "decisions": [each | {"loss": 5, "low": 4, "high": 6} for each in found["decisions"]],
            }
            offered = [
                'id="learn-review"' in review_main(replace(table, reviews=kept), 0, costly, ASKED, "en")
                for kept in ({}, {0: costly})
            ]
            assert offered == [False, True], "there are no exercises before the review is kept"
        finally:
            reviewers.close()
            task.cancel()
            await asyncio.wait([task])

    in_hubs(tmp_path, play)


def test_when_a_game_ends_the_worker_loads_it_and_keeps_nothing(tmp_path: Path) -> None:
    async def play(hubs: Hubs) -> None:
        hub = await hubs.open()
        reviewers = Reviewers(hub)
        hub.ended = reviewers.expect
        task = asyncio.create_task(reviewers.run())
        try:
            live = await finished(hub)
            async with asyncio.timeout(PATIENCE):
                while not reviewers._loaded:
                    await asyncio.sleep(0.1)
            assert reviewers.find(live.table.id, 0) is None
            assert not live.table.reviews
            worker = reviewers._process
            reviewers.seconds = 0.1
            job = reviewers.ask(live.table, 0, "ada")
            await job.ended.wait()
            assert reviewers._process is worker
            assert live.table.reviews[0] == job.found
        finally:
            reviewers.close()
            task.cancel()
            await asyncio.wait([task])

    need(is_warm(tripot.load("raise")))
    in_hubs(tmp_path, play)


def test_a_worker_without_work_goes_home_and_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviewing, "IDLE", 0.2)

    async def play(hubs: Hubs) -> None:
        hub = await hubs.open()
        reviewers = Reviewers(hub)
        reviewers.seconds = 0.1
        task = asyncio.create_task(reviewers.run())
        try:
            for live in (await finished(hub), await finished(hub)):
                job = reviewers.ask(live.table, 0, "ada")
                await job.ended.wait()
                assert live.table.reviews[0] == job.found
                async with asyncio.timeout(PATIENCE):
                    while reviewers._process is not None:
                        await asyncio.sleep(0.1)
        finally:
            reviewers.close()
            task.cancel()
            await asyncio.wait([task])

    in_hubs(tmp_path, play)


def test_what_cannot_be_reviewed_fails_and_the_next_one_is_made(tmp_path: Path) -> None:
    async def play(hubs: Hubs) -> None:
        hub = await hubs.open()
        live, other = await finished(hub), await finished(hub)
        reviewers = Reviewers(hub)
        reviewers.seconds = 0.1
        broken = reviewers.ask(live.table, 0, "ada")
        broken.record = "no record at all"
        stopped = reviewers.ask(other.table, 0, "ada")
        with pytest.raises(Refused):  # one waits already
            reviewers.ask((await finished(hub)).table, 0, "ada")
        stopped.is_cancelled = True
        task = asyncio.create_task(reviewers.run())
        try:
            await broken.ended.wait()
            await stopped.ended.wait()
            assert broken.failed == "broken"
            assert reviewers.find(live.table.id, 0) is broken
            assert not live.table.reviews
            assert not other.table.reviews
        finally:
            reviewers.close()
            task.cancel()
            await asyncio.wait([task])

    in_hubs(tmp_path, play)


def test_nothing_is_reviewed_before_the_end(tmp_path: Path) -> None:
    async def play(hubs: Hubs) -> None:
        hub = await hubs.open()
        live = await opened(hub, "raise")
        await hub.act(live, Begin("ada"))
        with pytest.raises(Refused, match="not over"):
            Reviewers(hub).ask(live.table, 0, "ada")
        with pytest.raises(Refused, match="not over"):
            await hub.act(live, KeepReview(0, {}))

    in_hubs(tmp_path, play)


def test_figures_come_from_ten_games_on_with_intervals() -> None:
    def rows(count: int) -> list[dict[str, Any]]:
        return [{"game": "raise", "seats": [0], "reviews": {"0": [float(n % 3), 1.0]}} for n in range(count)]

    assert "±" not in figures_of(rows(FEWEST - 1), "en")
    page = figures_of(rows(FEWEST), "en")
    assert "0.9 ± 0.6" in page  # 0 1 2 0 1 2 0 1 2 0: mean 0.9, deviation 0.876, t(9) = 2.262
    assert "+1.0 ± 0.0" in page
    assert interval([1.0, 3.0] * 5) == pytest.approx((2.0, 2.262 * 1.0541 / 10**0.5), abs=1e-3)
