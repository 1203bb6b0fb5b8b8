"""The table as a pure value: commands become events or are refused, and the log replays to the same table."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

import tripot
from tests.walks import games_with
from tripot.errors import IllegalMove
from tripot.play import Move
from tripot.web.deal import Dealer
from tripot.web.refusals import Refused
from tripot.web.table import (
    HOUSE_BOT,
    MOST_SEATS,
    Begin,
    Command,
    Play,
    Return,
    Say,
    Sit,
    SitBot,
    Stand,
    Table,
    TableEvent,
    TakeBack,
    TimeUp,
    Vote,
    created,
    decide,
    evolve,
    first,
)

GAMES = [game.name for game in tripot.games()]
HOST, GUEST = "host", "guest"
PASS = tripot.load("raise").parse_move("pass")


class Book:
    """A table with its log, as the hub keeps them."""

    def __init__(
        self,
        game: str,
        seats: int,
        options: dict[str, object] | None = None,
        *,
        is_public: bool = False,
        clock: int = 0,
    ) -> None:
        event = created(
            table="t",
            game=game,
            seats=seats,
            options=options or {},
            host=HOST,
            is_public=is_public,
            commitment="c",
            clock=clock,
        )
        self.log = [event]
        self.table = first(event)
        self.dealer = Dealer(b"seed")

    def do(self, command: Command) -> Table:
        for event in decide(self.table, command, self.dealer.below):
            self.log.append(event)
            self.table = evolve(self.table, event)
        return self.table

    def replayed(self) -> Table:
        """The table once more from the log alone, through JSON."""
        rows = [
            TableEvent(kind, body) for kind, body in json.loads(json.dumps([(e.kind, dict(e.body)) for e in self.log]))
        ]
        table = first(rows[0])
        for event in rows[1:]:
            table = evolve(table, event)
        return table


def begun(game: str, seats: int | None = None) -> Book:
    book = Book(game, seats or tripot.load(game).least)
    book.do(Sit(0, HOST, "Ada"))
    book.do(Sit(1, GUEST, "Bo"))
    for seat in range(2, book.table.seats):
        book.do(SitBot(seat, HOST, "random"))
    book.do(Begin(HOST))
    return book


def owner(table: Table, seat: int) -> str | None:
    return table.places[seat].owner


def moves(book: Book, seed: int) -> Iterator[tuple[int, Move]]:
    """Random whole moves of random pending seats until the game is over."""
    chooser = random.Random(seed)
    while not book.table.is_over:
        assert book.table.position is not None
        seat = chooser.choice(book.table.pending)
        yield seat, chooser.choice(book.table.position.legal_moves(seat, whole=True, limit=50))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("extra", [0, 1])
def test_a_whole_game_replays_from_its_log(game: str, extra: int) -> None:
    book = begun(game, tripot.load(game).least + extra)
    for seat, move in moves(book, extra):
        book.do(Play(seat, owner(book.table, seat), move, book.table.decision))
    again = book.replayed()
    assert again.position == book.table.position
    assert (again.decision, again.draws, again.number) == (book.table.decision, book.table.draws, book.table.number)
    assert book.table.draws == book.dealer.counter


@pytest.mark.parametrize("game", games_with("simultaneous"))
def test_a_hidden_choice_can_be_changed_until_the_last_has_chosen_and_shows_nowhere(game: str) -> None:
    book = begun(game)
    while not book.table.is_simultaneous:
        seat, move = next(moves(book, 1))
        book.do(Play(seat, owner(book.table, seat), move, book.table.decision))
    table = book.table
    assert table.position is not None
    number, before = table.decision, table.position
    choices = table.position.legal_moves(0, whole=True)
    book.do(Play(0, HOST, choices[0], number))
    assert book.table.decision == number
    assert 0 not in book.table.pending
    assert book.table.position is before  # nothing that a view is made of has changed
    events = book.table.number
    book.do(Play(0, HOST, choices[0], number))
    assert book.table.number == events  # sent twice, it counts once
    book.do(TakeBack(0, HOST, number))
    assert 0 in book.table.pending
    events = book.table.number
    book.do(TakeBack(0, HOST, number))
    assert book.table.number == events  # this too counts once
    book.do(Play(0, HOST, choices[0], number))
    book.do(Play(0, HOST, choices[-1], number))
    assert book.table.choices[0].steps == choices[-1].steps
    for seat in list(book.table.pending):
        legal = table.position.legal_moves(seat, whole=True)
        book.do(Play(seat, owner(table, seat), legal[0], number))
    assert book.table.decision == number + 1
    assert book.table.choices == {}
    with pytest.raises(Refused) as refused:
        book.do(TakeBack(0, HOST, number))
    assert refused.value.code == "move/stale"


@pytest.mark.parametrize("game", games_with("simultaneous"))
def test_what_the_last_one_cannot_choose_is_refused_in_the_same_words_as_if_nobody_else_had_chosen(game: str) -> None:
    book = begun(game)
    while not book.table.is_simultaneous:
        seat, move = next(moves(book, 1))
        book.do(Play(seat, owner(book.table, seat), move, book.table.decision))
    table = book.table
    assert table.position is not None
    *others, last = table.pending
    legal = table.position.legal_moves(last)
    illegal = next(step for step in table.game.steps if step not in legal)

    def refusal() -> str:
        with pytest.raises(IllegalMove) as refused:
            book.do(Play(last, owner(table, last), illegal, table.decision))
        return str(refused.value)

    alone = refusal()
    for seat in others:
        choice = table.position.legal_moves(seat, whole=True)[0]
        book.do(Play(seat, owner(table, seat), choice, table.decision))
    assert book.table.pending == (last,)
    assert refusal() == alone


@pytest.mark.parametrize("game", GAMES)
def test_each_card_and_die_is_weighed_once(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = tripot.load(game).rules
    weights, weighed = rules.weights, 0

    def counted(s: Any) -> int:
        nonlocal weighed
        weighed += 1
        return int(weights(s))

    monkeypatch.setattr(rules, "weights", counted)
    book = begun(game)
    for seat, move in islice(moves(book, 3), 40):
        book.do(Play(seat, owner(book.table, seat), move, book.table.decision))
    assert weighed == book.table.draws > 0


def test_nobody_else_can_count_how_often_a_hidden_choice_was_changed() -> None:
    book = begun("raise", 3)
    assert book.table.position is not None
    choices = book.table.position.legal_moves(0, whole=True)
    book.do(Play(0, HOST, choices[0], 1))
    chosen = book.table
    for move in (choices[1], choices[0], choices[2]):
        book.do(Play(0, HOST, move, 1))
    assert book.table.number == chosen.number + 3
    assert [book.table.noticed(seats) for seats in ((), (1,), (1, 2))] == [chosen.number] * 3
    assert book.table.noticed((0,)) == book.table.number  # one's own changes are counted
    book.do(TakeBack(0, HOST, 1))  # that a choice is not there any more is for all to see
    assert book.table.noticed((1,)) == chosen.number + 1
    again = book.replayed()
    assert [again.noticed((seat,)) for seat in range(3)] == [book.table.noticed((seat,)) for seat in range(3)]


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (Sit(0, GUEST, "Eve"), "table/begun"),
        (Say("stranger", "Hello"), "chat/seated_only"),
        (Sit(9, GUEST, "Eve"), "seat/unknown"),
        (Stand(0, HOST), "table/begun"),
        (Begin(GUEST), "table/host_only"),
        (Begin(HOST), "table/begun"),
        (Play(0, GUEST, PASS, 1), "seat/not_yours"),
        (Play(0, None, PASS, 1), "seat/not_yours"),
        (Play(0, HOST, PASS, 7), "move/stale"),
        (Play(0, HOST, PASS, 1), "move/illegal"),
        (TakeBack(0, HOST, 7), "move/stale"),
        (TakeBack(0, GUEST, 1), "seat/not_yours"),
        (Vote(0, "stranger"), "vote/not_yours"),
        (Vote(0, HOST), "vote/not_yours"),
        (Return(0, HOST), "seat/not_yours"),
    ],
)
def test_what_a_table_does_not_do_is_refused_with_a_code(command: Command, code: str) -> None:
    book = begun("raise")
    before = book.table
    with pytest.raises(tripot.TripotError) as refused:
        book.do(command)
    assert refused.value.code == code
    assert book.table is before


def test_seats_are_taken_once_and_freed_by_their_owner_or_the_host() -> None:
    book = Book("raise", 3)
    book.do(Sit(0, HOST, "Ada"))
    with pytest.raises(Refused, match="seat 0 is taken by Ada"):
        book.do(Sit(0, GUEST, "Bo"))
    with pytest.raises(Refused, match="not yours to free"):
        book.do(Stand(0, GUEST))
    with pytest.raises(Refused, match="there is no bot genius"):
        book.do(SitBot(1, HOST, "genius"))
    with pytest.raises(Refused, match="only the host"):
        book.do(SitBot(1, GUEST, "thumb"))
    book.do(SitBot(1, HOST, "thumb"))
    book.do(SitBot(2, HOST, "thumb"))
    assert book.table.places[1].name != book.table.places[2].name
    book.do(Stand(2, HOST))
    with pytest.raises(Refused, match="seat 2 is still free"):
        book.do(Begin(HOST))
    with pytest.raises(Refused, match="has not begun"):
        book.do(Play(0, HOST, PASS, 0))


def test_the_host_can_free_any_seat_until_play_begins() -> None:
    book = Book("raise", 3, is_public=True)
    book.do(Sit(1, GUEST, "Eve"))
    with pytest.raises(Refused, match="not yours to free"):
        book.do(Stand(1, "third"))
    book.do(Stand(1, HOST))
    assert book.table.places[1].is_free
    assert book.table.seats_of(GUEST) == ()


def test_a_device_cannot_take_all_seats_of_somebody_elses_public_table() -> None:
    book = Book("razzia", 8, is_public=True)
    for seat in range(MOST_SEATS):
        book.do(Sit(seat, GUEST, f"Bo {seat}"))
    with pytest.raises(Refused) as refused:
        book.do(Sit(MOST_SEATS, GUEST, "Bo"))
    assert refused.value.code == "seat/too_many"
    for seat in range(MOST_SEATS, 8):
        book.do(Sit(seat, HOST, f"Ada {seat}"))  # one's own table is another matter


def test_a_device_may_take_all_seats_of_a_table_that_it_was_invited_to() -> None:
    book = Book("razzia", 8)
    for seat in range(8):
        book.do(Sit(seat, GUEST, f"Bo {seat}"))
    assert book.table.seats_of(GUEST) == tuple(range(8))


def test_the_others_can_hand_an_absent_seat_to_a_bot_and_its_owner_takes_it_back() -> None:
    book = begun("raise", 2)
    book.do(Vote(0, GUEST, frozenset({0})))
    assert book.table.places[0].bot == HOUSE_BOT
    assert book.table.places[0].owner == HOST
    with pytest.raises(Refused, match="a bot plays"):
        book.do(Vote(0, GUEST, frozenset({0})))
    book.do(Return(0, HOST))
    assert book.table.places[0].bot is None
    assert book.replayed().places == book.table.places


def test_all_people_must_agree_before_a_seat_is_handed_over() -> None:
    book = Book("raise", 3)
    for seat, who in enumerate((HOST, GUEST, "third")):
        book.do(Sit(seat, who, f"Ada {seat}"))
    book.do(Begin(HOST))
    book.do(Vote(0, GUEST, frozenset({0})))
    assert book.table.places[0].bot is None
    book.do(Vote(0, "third", frozenset({0})))
    assert book.table.places[0].bot == HOUSE_BOT


def test_when_the_clock_runs_out_a_bot_plays_until_its_owner_returns() -> None:
    book = begun("raise", 2)
    with pytest.raises(Refused, match="nobody is late"):
        book.do(TimeUp(0, book.table.decision + 1))
    book.do(TimeUp(0, book.table.decision))
    assert book.table.places[0].bot == HOUSE_BOT
    with pytest.raises(Refused, match="nobody is late"):
        book.do(TimeUp(0, book.table.decision))
    book.do(Return(0, HOST))
    assert book.table.places[0].bot is None


def test_talk_is_kept_and_signed_with_the_name_of_the_seat() -> None:
    book = begun("raise", 2)
    book.do(Say(GUEST, "Good luck!"))
    book.do(Say(HOST, "Hello"))
    assert [(line.name, line.text) for line in book.table.chat] == [("Bo", "Good luck!"), ("Ada", "Hello")]


def test_bad_tables_are_refused_before_anything_is_made() -> None:
    for game, seats, options in [("poker", 2, {}), ("raise", 9, {}), ("raise", 2, {"luck": "yes"})]:
        with pytest.raises(tripot.TripotError):
            Book(game, seats, dict(options))
