"""How often one may ask, and what typed text may hold."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tripot.errors import TripotError
from tripot.web import security
from tripot.web.drawing.render import LogCache
from tripot.web.hub import Hub
from tripot.web.refusals import Refused
from tripot.web.security import Buckets, Open, address_key, clean_chat, clean_name
from tripot.web.site import Site
from tripot.web.store import SQLiteLog
from tripot.web.thinking import Thinkers

# -- Rates ------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [security.MOVES, security.CHAT, security.TALK, security.SEATS, security.TABLES])
def test_a_burst_is_allowed_and_then_one_at_a_time(limit: security.Rate) -> None:
    buckets = Buckets(*limit)
    assert [buckets.take("ada", 100.0) for _ in range(limit.burst)] == [0.0] * limit.burst
    assert buckets.take("ada", 100.0) == pytest.approx(1 / limit.rate)
    assert buckets.take("ada", 100.0 + 0.5 / limit.rate) == pytest.approx(0.5 / limit.rate)
    assert buckets.take("ada", 100.0 + 1 / limit.rate) == 0.0
    assert buckets.take("ada", 100.0 + 1 / limit.rate) > 0
    assert buckets.take("bo", 100.0) == 0.0


def test_the_limits_are_those_of_the_house() -> None:
    assert [security.MOVES, security.CHAT] == [(5, 10), (0.5, 5)]
    assert [security.TALK, security.SEATS, security.ACTS, security.TABLES] == [
        (0.5, 15),
        (0.2, 16),
        (100, 300),
        (1, 60),
    ]


@given(st.lists(st.floats(0, 3), min_size=1, max_size=60), st.floats(0.1, 7), st.integers(1, 5))
def test_nobody_gets_more_than_the_burst_and_the_rate(pauses: list[float], rate: float, burst: int) -> None:
    buckets, now, allowed = Buckets(rate, burst), 1e9, 0
    for pause in pauses:
        now += pause
        allowed += buckets.take("ada", now) == 0.0
    assert allowed <= burst + sum(pauses[1:]) * rate + 1e-3


@given(st.lists(st.floats(0, 1), max_size=30), st.floats(0.1, 7), st.integers(1, 5))
def test_who_waits_as_long_as_told_is_let_in(pauses: list[float], rate: float, burst: int) -> None:
    buckets, now = Buckets(rate, burst), 0.0
    for pause in pauses:
        now += pause
        if wait := buckets.take("ada", now):
            now += wait
            assert buckets.take("ada", now) == 0.0


def test_a_clock_that_goes_back_gives_nothing_and_takes_nothing() -> None:
    buckets = Buckets(1, 1)
    assert buckets.take("ada", 100.0) == 0.0
    assert buckets.take("ada", 50.0) > 0
    assert buckets.take("ada", 100.5) > 0
    assert buckets.take("ada", 101.0) == 0.0


def test_the_keys_longest_unused_are_forgotten() -> None:
    buckets = Buckets(1, 1, size=3)
    for key in ("a", "b", "c", "a", "d"):
        buckets.take(key, 0.0)
    assert len(buckets) == 3
    assert buckets.take("a", 0.0) > 0  # used again, so b had to go
    assert buckets.take("b", 0.0) == 0.0


def test_so_many_are_open_at_once_and_whoever_leaves_makes_room() -> None:
    streams = Open(2)
    assert [streams.enter(key) for key in ("ada", "ada", "ada", "bo")] == [True, True, False, True]
    streams.leave("ada")
    assert [streams.enter("ada"), streams.enter("ada")] == [True, False]
    for key in ("ada", "ada", "bo"):
        streams.leave(key)
    assert len(streams) == 0


def test_a_refused_stream_is_not_counted(tmp_path: Path) -> None:
    async def watch() -> None:
        hub = Hub(await SQLiteLog.open(tmp_path), Thinkers())
        site = Site(hub, LogCache(), streams_of_device=Open(2), streams_of_address=Open(1))
        with site.streaming("ada", "here"):
            with pytest.raises(Refused, match="this address"), site.streaming("bo", "here"):
                pass
            with (
                site.streaming("ada", "there"),
                pytest.raises(Refused, match="device or token"),
                site.streaming("ada", ""),
            ):
                pass
        assert len(site.streams_of_device) == len(site.streams_of_address) == 0
        await hub.close()

    asyncio.run(watch())


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_a_household_is_one_address(address: str, key: str) -> None:
    assert address_key(address) == key


# -- Text that people type --------------------------------------------------------------------

CLEAN = [
    ("Ada", "Ada"),
    ("  Ada \t Lovelace\r\n", "Ada Lovelace"),
    ("Zoe\u0301", "Zoé"),
    ("e\u200b\u0301", "é"),
    ("a\u2028b\u00a0c\u3000d", "a b c d"),
    ("a \u200b b", "a b"),
    ("\u202eevil\u202c", "evil"),  # right to left
    ("\u2066x\u2069\ufeff\u00ad", "x"),
    ("a\x00b\x1b[31m", "ab[31m"),
    ("a\ud800b\ue000", "ab"),
    ("<b>&amp;</b>", "<b>&amp;</b>"),  # escaped where it is shown
    ("李 🦊", "李 🦊"),
    ("עדה", "עדה"),
    ("?", "?"),
]
NOTHING = ["", " ", "\n\t", "\u200b\u200d", "\u202e", "\u3164\u115f\u2800", "\u0301", "\x00", "\ud800"]
CLEANERS = [(clean_name, 24, "name/bad"), (clean_chat, 300, "chat/bad")]
Cleaner = Callable[[str], str]


@pytest.mark.parametrize(("typed", "shown"), CLEAN)
def test_text_is_shown_as_one_line_with_nothing_invisible(typed: str, shown: str) -> None:
    assert (clean_name(typed), clean_chat(typed)) == (shown, shown)


@pytest.mark.parametrize("typed", NOTHING)
@pytest.mark.parametrize(("clean", "length", "code"), CLEANERS)
def test_text_with_nothing_to_see_is_refused(clean: Cleaner, length: int, code: str, typed: str) -> None:
    with pytest.raises(Refused) as refusal:
        clean(typed)
    assert isinstance(refusal.value, TripotError)
    assert refusal.value.code == code
    assert str(refusal.value)


@pytest.mark.parametrize(("clean", "length", "code"), CLEANERS)
def test_long_text_is_cut(clean: Cleaner, length: int, code: str) -> None:
    assert clean("é" * 1000) == "é" * length
    assert clean("e\u0301" * 1000) == "é" * length
    assert clean("x" * (length - 1) + " yz") == "x" * (length - 1)


@pytest.mark.parametrize(("clean", "length", "code"), CLEANERS)
@given(typed=st.text(max_size=60))
def test_clean_text_is_clean(clean: Cleaner, length: int, code: str, typed: str) -> None:
    try:
        shown = clean(typed)
    except Refused:
        return
    assert clean(shown) == shown
    assert 0 < len(shown) <= length
    assert shown.isprintable() or any(unicodedata.category(c) in ("Cn", "Zs") for c in shown)
    assert not {unicodedata.category(c) for c in shown} & {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
    assert unicodedata.is_normalized("NFC", shown)
    shown.encode()
