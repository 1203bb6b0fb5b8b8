"""The seal binds the host: pledges before entropies, entropies before cards, and a verifier that trusts nothing of it."""

from __future__ import annotations

import asyncio
import tracemalloc
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tripot
from tests.web.test_absence import Clock, opened
from tests.web.test_table import GUEST, HOST, Book
from tripot.cli import main
from tripot.errors import TripotError
from tripot.notation.record import GameRecord, RecordLine, parse
from tripot.web.checking import faults, full_record, is_fair
from tripot.web.deal import Dealer, check_pledge, commitment, pledge, seed
from tripot.web.refusals import Refused
from tripot.web.table import Begin, Deal, Give, GiveUp, Play, Sit, SitBot, Stand, TableEvent, TimeUp, evolve, first

SECRET = bytes(range(32))
ADA, BO = "aa" * 32, "b0" * 32


def lobby(game: str = "raise", seats: int = 3) -> Book:
    book = Book(game, seats)
    book.log[0] = TableEvent("created", {**book.log[0].body, "commitment": commitment(SECRET)})
    book.table = first(book.log[0])
    book.do(Sit(0, HOST, "Ada", pledge(ADA)))
    book.do(Sit(1, GUEST, "Bo", pledge(BO)))
    for seat in range(2, seats):
        book.do(SitBot(seat, HOST, "random"))
    return book


def called(game: str = "raise", seats: int = 3) -> Book:
    book = lobby(game, seats)
    book.do(Begin(HOST))
    return book


def deal(book: Book) -> Book:
    book.dealer = Dealer(seed(SECRET, book.table.entropies))
    book.do(Deal())
    return book


def played(book: Book) -> Book:
    while not book.table.is_over:
        assert book.table.position is not None
        seat = book.table.pending[0]
        move = book.table.position.legal_moves(seat, whole=True, limit=1)[0]
        book.do(Play(seat, book.table.places[seat].owner, move, book.table.decision))
    return shown(book)


def shown(book: Book) -> Book:
    book.log.append(TableEvent("shown", {"secret": SECRET.hex()}))
    book.table = evolve(book.table, book.log[-1])
    return book


@pytest.fixture(scope="module")
def record() -> GameRecord:
    book = called()
    book.do(Give(0, HOST, ADA))
    book.do(Give(1, GUEST, BO))
    return full_record(played(deal(book)).table)


# -- The order of things ---------------------------------------------------------------------------


def test_nothing_is_dealt_before_the_entropies_are_asked_for() -> None:
    book = called()
    assert book.table.position is None
    assert book.table.owing == (0, 1)
    assert book.replayed().owing == (0, 1)


@pytest.mark.parametrize("command", [Sit(2, "late", "Eve"), Stand(0, HOST), Stand(2, HOST), Begin(HOST)])
def test_once_entropies_are_asked_for_the_seats_are_fixed(command: Sit | Stand | Begin) -> None:
    with pytest.raises(Refused) as refused:
        called().do(command)
    assert refused.value.code == "table/begun"


def test_entropy_is_refused_before_everybody_has_pledged() -> None:
    with pytest.raises(Refused) as refused:
        lobby().do(Give(0, HOST, ADA))
    assert refused.value.code == "deal/early"


def test_entropy_must_be_what_was_pledged_by_whoever_pledged_it() -> None:
    book = called()
    for command, code in (
        (Give(0, HOST, BO), "deal/bad"),
        (Give(0, GUEST, ADA), "seat/not_yours"),
        (Give(2, HOST, ADA), "seat/not_yours"),
    ):
        with pytest.raises(Refused) as refused:
            book.do(command)
        assert refused.value.code == code
    book.do(Give(0, HOST, ADA))
    number = book.table.number
    book.do(Give(0, HOST, ADA))
    assert book.table.number == number  # sent twice, it counts once
    assert book.table.owing == (1,)


def test_without_somebodys_entropy_the_game_begins_after_the_wait_and_the_record_says_so() -> None:
    book = called()
    book.do(Give(0, HOST, ADA))
    deal(book)
    with pytest.raises(Refused) as refused:
        book.do(Give(1, GUEST, BO))
    assert refused.value.code == "deal/late"
    made = full_record(played(book).table)
    assert made.entropies == {0: ADA}
    assert set(made.pledges) == {0, 1}
    assert is_fair(made)


def test_without_any_pledge_the_game_begins_at_once() -> None:
    book = Book("raise", 2)
    book.do(Sit(0, HOST, "Ada"))
    book.do(SitBot(1, HOST, "random"))
    book.do(Begin(HOST))
    assert book.table.position is not None


@pytest.mark.parametrize("text", ["", "0f" * 32])
def test_a_pledge_is_a_hash_or_nothing(text: str) -> None:
    assert check_pledge(text) == text


@pytest.mark.parametrize("text", ["0f", "0F" * 32, "zz" * 32, "0f" * 33])
def test_other_pledges_are_refused(text: str) -> None:
    with pytest.raises(tripot.TripotError) as refusal:
        check_pledge(text)
    assert refusal.value.code == "deal/bad"


@pytest.mark.parametrize("gave", [False, True])
def test_a_deal_that_was_cut_short_by_a_restart_is_made_when_the_house_is_open_again(
    tmp_path: Path, gave: bool
) -> None:
    asyncio.run(_cut_short(tmp_path, gave=gave))


async def _cut_short(folder: Path, *, gave: bool) -> None:
    async with opened(folder, Clock()) as hub:
        live = await hub.create("raise", 2, {}, HOST)
        await hub.act(live, Sit(0, HOST, "Ada", pledge(ADA)))
        await hub.act(live, SitBot(1, HOST, "random"))
        await hub.act(live, Begin(HOST))
        table = live.table
        assert table.owing == (0,)
        if gave:  # the last entropy is in the log, the deal is not
            await hub.events.append(table.id, table.number, [("gave", {"seat": 0, "entropy": ADA})], at=0.0)
    async with opened(folder, Clock()) as hub:
        hub.entropy_wait = 0.0
        live = await hub.live(table.id)
        assert live.dealing is not None
        await live.dealing
        assert live.table.position is not None
        assert live.table.entropies == ((ADA, "") if gave else ("", ""))


# -- Giving up shows the secret ----------------------------------------------------------------------


def test_a_game_is_given_up_when_all_who_play_agree_and_then_nobody_can_go_on() -> None:
    book = deal(called("hick-hack"))
    book.do(GiveUp(HOST))
    assert not book.table.is_over
    book.do(GiveUp(GUEST))
    assert book.table.is_over
    assert book.table.pending == ()
    assert book.replayed().is_over
    assert book.table.position is not None
    move = book.table.position.legal_moves(0, whole=True)[0]
    with pytest.raises(Refused) as refused:
        book.do(Play(0, HOST, move, book.table.decision))
    assert refused.value.code == "table/over"
    made = full_record(shown(book).table)
    assert made.scores is None
    assert is_fair(made)


def test_a_game_that_everybody_has_forgotten_can_be_given_up_by_one() -> None:
    book = deal(called())
    book.do(GiveUp(GUEST, is_forgotten=True))
    assert book.table.is_over


def test_whose_seat_a_bot_plays_is_not_asked_and_strangers_cannot_give_up() -> None:
    book = deal(called("hick-hack"))
    book.do(TimeUp(1, book.table.decision))
    for who in ("stranger", GUEST):
        with pytest.raises(Refused) as refused:
            book.do(GiveUp(who))
        assert refused.value.code == "vote/not_yours"
    book.do(GiveUp(HOST))
    assert book.table.is_over


# -- A host who cheats ---------------------------------------------------------------------------------


def test_an_honest_game_is_fair_and_its_record_survives_its_text(record: GameRecord) -> None:
    assert faults(record, seal=commitment(SECRET)) == []
    assert parse(str(record)) == record
    assert parse(record.json_lines()) == record
    assert record.pledges == {0: pledge(ADA), 1: pledge(BO)}


def test_a_host_who_grinds_secrets_after_seeing_the_entropy_is_found(record: GameRecord) -> None:
    """He deals again until he likes it, with a seal that fits; but it is not the seal that was shown."""
    other = bytes(31) + b"\1"
    book = called()
    book.do(Give(0, HOST, ADA))
    book.do(Give(1, GUEST, BO))
    book.dealer = Dealer(seed(other, book.table.entropies))
    book.do(Deal())
    made = full_record(played(book).table)
    ground = replace(made, secret=other.hex(), commitment=commitment(other))
    assert is_fair(ground)  # the record's own seal proves nothing
    assert "not the one that was shown" in faults(ground, seal=commitment(SECRET))[0]
    assert "does not fit the seal" in faults(replace(ground, commitment=commitment(SECRET)))[0]


def test_a_host_who_makes_up_an_entropy_is_found(record: GameRecord) -> None:
    for seat, entropy in ((0, BO), (2, "00"), (1, "cc" * 32)):
        forged = replace(record, entropies={**record.entropies, seat: entropy})
        assert f"seat {seat}" in faults(forged, seal=commitment(SECRET))[0]


def test_a_game_of_before_pledges_is_checked_as_what_it_is() -> None:
    book = Book("raise", 2)
    for event in (
        TableEvent("sat", {"seat": 0, "owner": HOST, "name": "Ada", "entropy": "00ff"}),
        TableEvent("sat", {"seat": 1, "bot": "random", "name": "Zaza"}),
    ):
        book.log.append(event)
        book.table = evolve(book.table, event)
    assert book.table.entropies == ("00ff", "")
    book.dealer = Dealer(seed(SECRET, book.table.entropies))
    book.do(Begin(HOST))
    made = replace(full_record(played(book).table), commitment=commitment(SECRET))
    assert book.replayed().position == book.table.position
    assert "before pledges" in faults(made)[0]
    assert is_fair(made, has_pledges=False)


def verify(tmp_path: Path, record: GameRecord, *more: str, seal: str = commitment(SECRET)) -> int:
    file = tmp_path / "game.txt"
    file.write_text(str(record), encoding="utf-8")
    return main(["verify", str(file), "--seal", seal, *more])


def test_tripot_verify_says_yes_to_an_honest_game_and_what_it_has_checked(
    record: GameRecord, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify(tmp_path, record) == 0
    said = capsys.readouterr().out
    for words in ("fair:", "seat 0, seat 1", "weights", "not checked"):
        assert words in said
    assert main(["replay", str(tmp_path / "game.txt"), "--verify"]) == 0
    assert "trusts the seal in the file" in capsys.readouterr().out


def test_tripot_verify_says_no_to_another_seal_card_entropy_secret_or_score(
    record: GameRecord, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = next(i for i, line in enumerate(record.lines) if i > 20 and line.actor is None)
    card = (*record.lines[:place], RecordLine(None, ("bell-1",)), *record.lines[place + 1 :])
    if card[place] == record.lines[place]:
        card = (*record.lines[:place], RecordLine(None, ("bell-2",)), *record.lines[place + 1 :])
    assert record.scores is not None
    cheats = {
        "the seal gives": replace(record, lines=card),
        "seal": replace(record, commitment="00" * 32),
        "fit the seal": replace(record, secret="00" * 32),
        "pledged": replace(record, entropies={**record.entropies, 2: "00"}),
        "not a game by the rules": replace(record, scores=tuple(score + 1 for score in record.scores)),
        "one more draw": replace(record, lines=(*record.lines, RecordLine(None, ("bell-1",))), scores=None),
    }
    for words, cheat in cheats.items():
        assert verify(tmp_path, cheat) == 1, words
        assert words in capsys.readouterr().err or words == "one more draw"
    assert verify(tmp_path, record, seal="00" * 32) == 1


def test_tripot_verify_cannot_use_bad_input(
    record: GameRecord, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify(tmp_path, record, seal="00") == 2
    assert "64 hexadecimal digits" in capsys.readouterr().err
    assert verify(tmp_path, replace(record, secret=None)) == 2
    assert main(["verify", str(tmp_path / "nowhere.txt"), "--seal", "00" * 32]) == 2


@pytest.mark.parametrize(
    "change",
    [
        {"commitment": "x\x1b]0;owned\x07\x1b[2J\x9b31m\u202e"},
        {"commitment": "x" * 2_000_000},
        {"lines": (RecordLine(None, ("x\x1b]0;owned\x07\x1b[2J\x9b31m\u202e",)),)},
        {"lines": (RecordLine(None, ("x" * 2_000_000,)),)},
    ],
)
@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_deal_that_is_not_fair_neither_steers_nor_fills_the_terminal(
    change: dict[str, Any], command: str, record: GameRecord, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    verify(tmp_path, replace(record, scores=None, **change))
    if command == "replay":
        capsys.readouterr()
        main(["replay", str(tmp_path / "game.txt"), "--verify"])
    out, err = capsys.readouterr()
    assert out == ""
    assert 0 < len(err) < 1500
    for c in "\x1b\x07\x9b\u202e":
        assert c not in err


def test_tripot_verify_counts_no_more_seats_than_the_game_has(record: GameRecord) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(TripotError, match="seats"):
            faults(replace(record, seats=1_000_000), seal=record.commitment)
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()
