"""For all tests: hypothesis draws the same in every run, a busy machine may be slow, and Ctrl-C reaches the programs tried."""

from __future__ import annotations

import itertools
import os
import signal

import pytest
from hypothesis import settings

SLOW = ("web", "test_packages.py", "test_planted.py", "test_contest.py", "test_check_game.py")  # folders and files

settings.register_profile("tripot", derandomize=True, deadline=None)
settings.load_profile("tripot")

signal.signal(
    signal.SIGINT, signal.default_int_handler
)  # a shell that runs the tests in the background has them ignore it


@pytest.hookimpl(optionalhook=True)  # also when the tests run in one process
def pytest_xdist_auto_num_workers() -> int:
    """Five for two cores: tests of the site often wait, for a page, a clock or a bot. With more of them the bots, which think at
    a low priority, would seldom have their turn.
    """
    return 5 * (os.cpu_count() or 1) // 2


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One half of the workers begins with the slow files: at the end only quick tests are left, and nobody waits long.

    The tests are divided among the workers in equal shares, from the first to the last; who is ready takes the end of another's.
    All workers at the slow files at once would keep each other's browsers waiting.
    """
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    files = [list(tests) for _, tests in itertools.groupby(items, key=lambda item: item.path)]
    slow = [tests for tests in files if set(SLOW) & set(tests[0].path.parts)]
    quick = [test for tests in files if tests not in slow for test in tests]
    half, ordered = max(1, workers // 2), list[pytest.Item]()
    for worker in range(workers):
        ordered += itertools.chain(*(slow[worker::half] if worker < half else ()))
        room = max(0, (worker + 1) * len(items) // workers - len(ordered))
        ordered += quick[:room]
        del quick[:room]
    items[:] = ordered
