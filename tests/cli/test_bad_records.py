"""Records that somebody else wrote: whatever stands in them, one short line or a harmless text, never a traceback."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tripot
from tests.walks import played
from tripot.cli import main
from tripot.errors import TripotError

LONG = "9" * 5000
HUGE = "x" * 2_000_000
DEEP = "[" * 100_000
HEAD = "tripot-record 1\ngame raise\nrules 1\nseats 2\n"
EVIL = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202e\u2028\x7f"


@cache
def good_text() -> str:
    return str(played("raise", 2, 0).record(names={0: "Ada", 1: "Bo"}))


@cache
def good_lines() -> str:
    return played("raise", 2, 0).record(names={0: "Ada", 1: "Bo"}).json_lines()


def header(**changes: object) -> str:
    first, _, rest = good_lines().partition("\n")
    return json.dumps({**json.loads(first), **changes}) + "\n" + rest


BAD = {
    "long number of seats": f"tripot-record 1\ngame raise\nrules 1\nseats {LONG}\n",
    "long version": f"tripot-record 1\ngame raise\nrules {LONG}\nseats 2\n",
    "long seed": f"{HEAD}seed {LONG}\n",
    "long seat": f"{HEAD}name {LONG} Ada\n",
    "long actor": f"{HEAD}\n{LONG} pass\n* bell-2\n",
    "long scores": f"{HEAD}\nend {LONG} 2\n",
    "long option": f"{HEAD}option first_roller={LONG}\n",
    "huge option": f"{HEAD}option first_roller={HUGE}\n",
    "huge word": f"{HEAD}\n* {HUGE}\n",
    "huge game": f"tripot-record 1\ngame {HUGE}\nrules 1\nseats 2\n",
    "huge line": f"{HEAD}option {HUGE}\n",
    "deep start": f"{HEAD}from {DEEP}\n",
    "start of a wrong kind": f"{HEAD}from [1]\n",
    "start with odd fields": f"{HEAD}from "
    '{"format": "tripot-position 1", "game": [], "rules": {}, "seats": true, "state": 3}\n',
    "deep JSON": "{" + '"a":{' * 100_000,
    "options that are a list": header(options=[1]),
    "names that are a number": header(names=3),
    "entropies that are a text": header(entropies="x"),
    "a game that is a list": header(game=["raise"]),
    "seats that are an object": header(seats={}),
    "seats that are a fraction": header(seats=2.5),
    "a format of another kind": header(format=[]),
    "an end that is a number": good_lines().replace('{"end":[', '{"end":5,"x":['),
    "an end of words": good_lines().replace('{"end":[', '{"end":["a",'),
    "a number that JSON cannot hold": '{"format": ' + LONG + "}\n",
    "a half character": header(game="\ud800"),
}


@pytest.mark.parametrize("what", BAD)
@pytest.mark.parametrize("command", [("replay",), ("play", "--resume"), ("review", "--seat", "0")])
def test_a_bad_record_gets_one_short_line_and_exit_code_2(
    what: str, command: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bad.txt"
    file.write_text(BAD[what], encoding="utf-8", errors="surrogatepass")
    assert main([*command, str(file)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert len(err) < 1500
    assert "Traceback" not in err


@given(
    form=st.sampled_from([good_text, good_lines]),
    seed=st.integers(0, 2**32),
    words=st.lists(
        st.sampled_from(["[]", "{}", "null", "-1", LONG, '"', "\x00", "1e999", "pass", "\n", "*"]), max_size=4
    ),
)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_record_with_anything_put_into_it_is_replayed_or_refused(
    form: Callable[[], str], seed: int, words: list[str]
) -> None:
    rng, text = random.Random(seed), form()
    for word in words:
        place = rng.randrange(len(text)) if rng.random() < 0.5 else rng.randrange(120)  # the header is short
        text = text[:place] + word + text[place + rng.randrange(4) :]
    with suppress(TripotError):  # nothing else
        tripot.replay(text)


def test_nothing_in_a_record_can_steer_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = good_lines().replace('"Ada"', json.dumps(f"Ada{EVIL}")).replace('"Bo"', json.dumps("Bo\ud800"))
    file = tmp_path / "evil.txt"
    for text in (record, record[: len(record) * 2 // 3], record.replace('"raise"', json.dumps(f"raise{EVIL}"))):
        file.write_text(text, encoding="utf-8")
        for more in ((), ("--moves",), ("--json",), ("--quiet",), ("--seat", "0", "--lang", "fr")):
            main(["replay", str(file), *more])
            out, err = capsys.readouterr()
            assert out or err
            for c in "\x1b\x07\x9b\u202e\u2028\x7f\ud800":
                assert c not in out + err, (more, c)
            if "--json" in more and out:
                assert json.loads(out)["names"]["0"].startswith("Ada\x1b")  # for programs it is what it was
