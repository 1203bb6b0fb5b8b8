"""Records: text that a person can read and type, and that replays without a random generator."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import tripot
from tests.goldens import FEATURES, path_of
from tests.walks import SETTINGS, played
from tests.write_goldens import text_of
from tripot.errors import RecordError, UnknownRules

every_table = pytest.mark.parametrize(("name", "seats"), SETTINGS)
GOLDENS = sorted((Path(__file__).parents[1] / "records").glob("*/*.txt"))


@every_table
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_record_replays_to_the_same_bytes_in_both_forms(name: str, seats: int, seed: int) -> None:
    pos = played(name, seats, seed)
    names = {seat: f"Ada {seat}" for seat in range(seats)}
    bots = dict.fromkeys(range(1, seats), "thumb")
    record = pos.record(names=names).with_bots(bots)
    again = tripot.replay(str(record))
    assert again == pos
    assert str(again.record(names=names).with_bots(bots)) == str(record)
    assert tripot.parse_record(str(record)) == record
    twin = tripot.parse_record(record.json_lines())
    assert twin == record
    assert twin.json_lines() == record.json_lines()


@every_table
def test_every_beginning_of_a_record_replays_to_where_it_stops(name: str, seats: int) -> None:
    text = str(played(name, seats, 1).record())
    rows = text.splitlines(keepends=True)
    first = rows.index("\n") + 1
    for end in range(first, len(rows), 17):
        record = tripot.parse_record("".join(rows[:end]))
        assert record.scores is None
        assert record.cut is None
        assert len(record.lines) == end - first
        assert not tripot.replay(record).is_over or end == len(rows) - 1


def test_a_record_cut_off_inside_a_line_replays_to_the_line_before_and_says_so() -> None:
    text = str(played("raise", 2, 0).record())
    cut = text[: text.index("\n", len(text) // 2) - 2]
    record = tripot.parse_record(cut)
    assert record.cut is not None
    assert cut.endswith(record.cut)
    assert len(record.lines) == len(cut.splitlines()) - 6
    tripot.replay(record)


def test_json_lines_cut_off_inside_a_line_replay_to_the_line_before() -> None:
    text = played("raise", 2, 0).record().json_lines()
    record = tripot.parse_record(text[: text.index("\n", len(text) // 2) - 2])
    assert record.cut is not None
    assert not tripot.replay(record).is_over


def test_remarks_and_empty_lines_are_passed_over() -> None:
    text = str(played("raise", 2, 0).record())
    noisy = text.replace("\n* ", "\n# the next event\n\n* ")
    assert tripot.parse_record(noisy) == tripot.parse_record(text)


HEAD = "tripot-record 1\ngame raise\nrules 1\nseats 2\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "a record begins with 'tripot-record 1', not 'nothing'"),
        ("hello\n", "line 1: a record begins with 'tripot-record 1', not 'hello'"),
        ("tripot-record 1\ngame raise\n", "the header has no line 'rules'"),
        ("tripot-record 1\ngame poker\nrules 1\nseats 2\n", "there is no game 'poker'"),
        ("tripot-record 1\ngame raise\nrules 77\nseats 2\n", "written for rules version 77"),
        (
            "tripot-record 1\ngame raise\nrules 1\nseats two\n",
            "line 4: the number after 'seats' must be a number, not 'two'",
        ),
        (HEAD + "option luck\n", "line 5: an option is written name=value, not 'luck'"),
        (HEAD + "option luck=yes\n", "there is no option 'luck'"),
        (HEAD + "from {\n", "line 5: 'from' is followed by a position as JSON"),
        (HEAD + "\n* roller-9\n* bell-2\n", "line 6: raise: 'roller-9' is not a card, die or other chance event"),
        (
            HEAD + "\n* bell-2\n",
            "line 6: raise, chance, event 0: 'bell-2' cannot come up; possible: roller-0, roller-1",
        ),
        (HEAD + "\n0 pass\n", "line 6: raise, seat 0, event 0: 'pass' is not legal; chance is to act"),
        (HEAD + "\n5 pass\n", "line 6: there is no seat 5; seats are 0 to 1"),
        (HEAD + "\nx pass\n", r"line 6: the seat \(or \* for chance\) that begins the line must be a number, not 'x'"),
        (HEAD + "\n0\n", "line 6: '0' stands alone; the move is missing"),
        (HEAD + "\nend 1 2 3\n", "'end' has 3 scores for 2 seats"),
        (HEAD + "\nend one two\n", "'end' is followed by the scores"),
        (HEAD + "\nend 1 2\n* roller-0\n", "nothing may follow 'end'"),
        (HEAD + "\nend 1 2\n", "the record ends with 1 2, but the game is not over"),
        ('{"format":"tripot-record 1","game":"raise","rules":1,"seats":2}\n7\n', "line 2: an event is an array"),
        ('{"format":"tripot-record 1","game":"raise","rules":1,"seats":2}\n[\n', "line 2: not JSON"),
    ],
)
def test_a_bad_record_is_refused_in_one_line_that_names_the_place(text: str, words: str) -> None:
    with pytest.raises(tripot.TripotError, match=words) as caught:
        tripot.replay(text)
    assert "\n" not in str(caught.value)


def test_wrong_final_scores_are_noticed() -> None:
    text = str(played("raise", 2, 0).record())
    head, _, _ = text.rpartition("end")
    with pytest.raises(RecordError, match="the record ends with 1 2, but the scores are"):
        tripot.replay(head + "end 1 2\n")


@pytest.mark.parametrize("name", ["", "two\nlines", " Ada"])
def test_a_name_that_would_break_the_record_is_refused(name: str) -> None:
    with pytest.raises(RecordError, match="must be one line without blanks at its ends"):
        played("raise", 2, 0).record(names={0: name})


# -- Rules of another version ------------------------------------------------------------------


@pytest.fixture
def changed(monkeypatch: pytest.MonkeyPatch) -> tripot.Game:
    """RAISE after a change of its rules: what is `any` today was `just_enough` by rules version 0."""
    game = tripot.load("raise")
    monkeypatch.setattr(game.rules, "EARLIER", {0: {"raise_cards": "just_enough"}}, raising=False)
    return game


def finished(game: tripot.Game, options: dict[str, object]) -> tripot.Position:
    pos = game.start(seats=2, seed=5, options=options)
    while not pos.is_over:
        pos = pos.play(pos.legal_moves(pos.pending[0], whole=True)[-1], seat=pos.pending[0])
    return pos


@pytest.mark.parametrize("given", [{}, {"raise_cards": "any"}, {"raise_cards": "just_enough", "first_roller": "1"}])
def test_a_record_of_an_earlier_version_replays_by_the_defaults_of_then_to_the_same_bytes(
    changed: tripot.Game, given: dict[str, object]
) -> None:
    played_then = finished(changed, {"raise_cards": "just_enough"} | given)
    text = str(played_then.record())
    unsaid = {"option raise_cards=just_enough\n": "", "rules 1\n": "rules 0\n"}
    for now, then in unsaid.items():
        text = text.replace(now, then)
    if given.get("raise_cards") == "any":
        text = text.replace("seats 2\n", "seats 2\noption raise_cards=any\n")
    again = tripot.replay(text)
    assert again.scores == played_then.scores
    assert again.options == played_then.options
    assert str(again.record()) == text
    assert pickle.loads(pickle.dumps(again.game)) is again.game
    assert changed.facts["options"]["raise_cards"]["default"] == "any"
    assert again.game.facts["options"]["raise_cards"]["default"] == "just_enough"


def test_a_position_of_an_earlier_version_keeps_the_options_of_then(changed: tripot.Game) -> None:
    pos = changed.by_rules(0).start(seats=2, seed=3)
    data = pos.to_json()
    assert (data["rules"], data["options"]) == (0, {})
    again = tripot.Position.from_json(data)
    assert again == pos
    assert again.options.raise_cards == "just_enough"
    assert again.to_json() == data
    assert again.game.by_rules(1) is changed


@pytest.mark.parametrize("version", [0, 2, 99, -1, "1", None])
def test_rules_that_nobody_here_plays_by_are_refused_in_one_line(version: object) -> None:
    with pytest.raises(
        UnknownRules, match=f"razzia: written for rules version {version}, this tripot plays by version 1"
    ):
        tripot.load("razzia").by_rules(version)


@pytest.mark.parametrize("path", GOLDENS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_golden_record_replays_to_its_scores(path: Path) -> None:
    record = tripot.parse_record(path.read_text(encoding="utf-8"))
    pos = tripot.replay(record)
    assert pos.is_over
    assert record.scores == pos.scores
    names = dict(record.names)
    assert tripot.parse_record(str(pos.record(names=names))) == record


@pytest.mark.parametrize("stem", FEATURES)
def test_the_recorded_games_are_told_as_make_goldens_would_tell_them_today(stem: str) -> None:
    for name, feature in FEATURES[stem].items():
        text = path_of(stem, name).read_text(encoding="utf-8")
        taken = [(event.actor, event.move.steps[0]) for event in tripot.replay(text).events if event.move]
        assert text_of(stem, name, feature, taken) == text, f"{stem}/{name}: run make goldens and review the difference"
