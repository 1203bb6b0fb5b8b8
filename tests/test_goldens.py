"""Goldens: games kept as text that show every ending and every special rule, and go on showing it."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import pytest

import tripot
from tests.goldens import FEATURES, GAMES, RECORDS, Feature, Step, path_of, steps
from tripot.core.state import CHANCE

GOLDENS = [(stem, name) for stem, features in FEATURES.items() for name in features]
MOST_BYTES = 1_500_000

every_game = pytest.mark.parametrize("stem", FEATURES)
every_golden = pytest.mark.parametrize(("stem", "name"), GOLDENS, ids=[f"{stem}/{name}" for stem, name in GOLDENS])


class Golden(NamedTuple):
    """A golden as it is read from its file and replayed."""

    text: str
    record: tripot.GameRecord
    scores: tuple[int, ...]
    steps: list[Step]


@cache
def golden(stem: str, name: str) -> Golden:
    text = path_of(stem, name).read_text(encoding="utf-8")
    record = tripot.parse_record(text)
    pos = tripot.replay(record)
    taken = [(event.actor, event.move.steps[0]) for event in pos.events if event.move is not None]
    return Golden(text, record, pos.scores, list(steps(stem, record.seats, dict(record.options), taken)))


def feature_of(stem: str, name: str) -> Feature:
    return FEATURES[stem][name]


def remarks_after(text: str, mark: str) -> list[str]:
    return [row.removeprefix(mark) for row in text.splitlines() if row.startswith(mark)]


def kind_of(token: str) -> str:
    """What a move is, whoever gets it and wherever it happens: `give`, `put`, `bid`, or the figure on a card."""
    if ">" in token:
        return "give"
    first, _, rest = token.partition("-")
    return first if first in ("put", "steal", "bid", "no") else rest or first


def test_every_game_has_goldens() -> None:
    assert set(FEATURES) == set(GAMES)


@every_game
def test_every_feature_has_its_file_and_every_file_its_feature(stem: str) -> None:
    assert {path.stem for path in (RECORDS / stem).iterdir()} == set(FEATURES[stem])


@every_game
def test_every_number_of_seats_has_a_golden_with_the_printed_box(stem: str) -> None:
    printed = {feature.seats for feature in FEATURES[stem].values() if "box" not in feature.options}
    assert printed == set(GAMES[stem].seats)


@every_golden
def test_a_golden_is_played_at_the_table_of_its_feature(stem: str, name: str) -> None:
    record, feature = golden(stem, name).record, feature_of(stem, name)
    options = GAMES[stem].read_options(record.options, seats=record.seats)
    assert (record.game, record.seats) == (GAMES[stem].name, feature.seats)
    assert options == GAMES[stem].read_options(feature.options, seats=feature.seats)


@every_golden
def test_a_golden_shows_its_feature_in_the_line_that_its_title_names(stem: str, name: str) -> None:
    read, rules = golden(stem, name), GAMES[stem].rules
    named = int(remarks_after(read.text, f"# {name.replace('_', ' ').capitalize()}: line ")[0].rstrip("."))
    shown: list[int] = []
    for line in read.record.lines:
        for _ in line.tokens:
            before, actor, action, after = read.steps[len(shown)]
            shown.append(line.number if feature_of(stem, name).shows(rules, before, actor, action, after) else 0)
    assert named == next(number for number in shown if number)


@every_golden
def test_a_golden_ends_with_its_scores(stem: str, name: str) -> None:
    read, rules = golden(stem, name), GAMES[stem].rules
    assert rules.to_act(read.steps[-1][3]) == tripot.NOBODY
    assert read.record.scores == read.scores


@every_golden
def test_every_move_of_a_golden_was_chosen_out_of_as_many_as_it_says(stem: str, name: str) -> None:
    read, rules = golden(stem, name), GAMES[stem].rules
    counts = [rules.legal(before, actor) for before, actor, _, _ in read.steps if actor != CHANCE]
    said = [int(count) for row in remarks_after(read.text, "# out of ") for count in row.replace("+", " ").split()]
    assert said == counts


@every_game
def test_the_goldens_of_a_game_visit_every_phase(stem: str) -> None:
    visited = {
        s.phase for name in FEATURES[stem] for before, _, _, after in golden(stem, name).steps for s in (before, after)
    }
    assert visited == set(range(GAMES[stem].part("rules").OVER + 1))


@every_game
def test_the_goldens_of_a_game_have_every_kind_of_move(stem: str) -> None:
    spelled = GAMES[stem].spelling.moves
    made = {spelled[step[2]] for name in FEATURES[stem] for step in golden(stem, name).steps if step[1] != CHANCE}
    assert {kind_of(token) for token in made} == {kind_of(token) for token in spelled}


def test_the_goldens_are_small_enough_to_be_kept() -> None:
    assert sum(path.stat().st_size for path in RECORDS.rglob("*.txt")) < MOST_BYTES
