"""The words and the drawn table of Razzia! (Knizia)."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence

import pytest
from rich.cells import cell_len
from rich.console import Console, RenderableType

import tripot
from tests.pseudo import unmarked
from tripot.bots import random_bot, stream, thumb_bot
from tripot.core.state import CHANCE, SPECTATOR
from tripot.games.razzia_knizia import rules, words
from tripot.games.razzia_knizia import terminal as table
from tripot.language import PSEUDO, languages
from tripot.play import Position

GAME = tripot.load("razzia-knizia")
NAMES = ("Ada", "Bea", "Cid", "Dan", "Eve")
WIDTH = 80


# -- Tables set by hand -------------------------------------------------------


def start(seats: int = 4, **options: str) -> Position:
    """A table where seat 0 has the first set of cheques, seat 1 the second, and so on. With four seats Ada begins."""
    sets = ",".join(str(place + 1) for place in range(seats))
    return GAME.start(seats=seats, options={"cheque_sets": sets, **options})


def drawn(position: Position, *cards: str) -> Position:
    """The seats in turn draw these cards."""
    for card in cards:
        position = position.play("draw").play(f"card-{card}", seat=CHANCE)
    return position


def played(position: Position, *moves: str) -> Position:
    for move in moves:
        position = position.play(move)
    return position


def raided(position: Position, times: int) -> Position:
    """So many police cards, nobody bidding."""
    for _ in range(times):
        position = drawn(position, "police")
        while position.legal_moves() and str(position.legal_moves()[0]) == "pass":
            position = position.play("pass")
    return position


def story(position: Position, lines: int, lang: str = "en") -> list[str]:
    """The last lines of the log."""
    return position.view(SPECTATOR).story(names=NAMES, lang=lang)[-lines:]


def asked(position: Position, lang: str = "en") -> str:
    return words.question(position.view(position.to_act).state, position.to_act, NAMES, lang)


def meaning(position: Position, move: str, lang: str = "en") -> str:
    seat = position.to_act
    action = GAME.parse_move(move).steps[0]
    return words.explain(position.view(seat).state, seat, action, NAMES, lang)


def printed(drawing: RenderableType, *, colours: bool = False) -> str:
    file = io.StringIO()
    Console(file=file, width=WIDTH, force_terminal=colours, highlight=False).print(drawing)
    return file.getvalue()


def random_game(seats: int, seed: int) -> Iterator[tuple[Position, Position]]:
    """The positions of a game, half of it played by the rules of thumb."""
    position = GAME.start(seats=seats, seed=seed)
    rngs = [stream(seed, seat) for seat in range(seats)]
    while not position.is_over:
        seat = position.to_act
        bot = thumb_bot if seat % 2 else random_bot
        after = position.play(bot(position.view(seat), rngs[seat]), seat=seat)
        yield position, after
        position = after


AT_AUCTION = drawn(start(), "car", "casino", "police")  # called by Cid: Dan, Ada, Bea and Cid are asked


# -- What happened ------------------------------------------------------------


def test_the_deal_tells_everybodys_cheques_and_who_begins() -> None:
    position = GAME.start(seats=2)
    position = position.play("set-2", seat=CHANCE).play("set-1", seat=CHANCE)
    assert story(position, 3) == [
        "Ada: cheques 3 4 7 8",
        "Bea: cheques 2 5 6 9",
        "Round 1 of 3. First turn: Bea (highest cheque, 9)",
    ]


def test_a_card_drawn_is_told_once_with_the_size_of_the_lot() -> None:
    assert story(drawn(start(), "car", "casino"), 9) == [
        "Ada: car from the deck (lot of 1)",
        "Bea: casino from the deck (lot of 2)",
    ]
    assert story(drawn(start(), "ring"), 1, "fr") == ["Ada\u00a0: bague, à la pioche (lot de 1)"]


def test_police_and_the_seventh_card_tell_what_is_on_sale() -> None:
    assert story(AT_AUCTION, 2) == ["Cid: police 1 of 7: auction", "On sale: car, casino and cheque 1"]
    full = drawn(start(), *["car"] * 6, "ring")
    assert story(full, 2) == [
        "Cid: ring from the deck, card 7 of the lot: auction",
        "On sale: ring, 6 cars and cheque 1",
    ]
    assert story(drawn(start(), "police"), 1) == ["On sale: cheque 1 alone"]


def test_an_auction_tells_every_bid_and_who_gets_what_for_which_cheque() -> None:
    sold = played(AT_AUCTION, "bid-5", "pass", "bid-7", "pass")
    assert story(sold, 5) == [
        "Dan: bid of 5",
        "Ada: pass",
        "Bea: bid of 7",
        "Cid: pass",
        "Bea: the lot for cheque 7 (car, casino and cheque 1)",
    ]
    assert story(sold, 2, "fr") == [
        "Cid\u00a0: passe",
        "Bea\u00a0: le lot contre le chèque 7 (voiture, casino et chèque 1)",
    ]


def test_a_called_auction_is_told_and_its_caller_pays_when_the_others_pass() -> None:
    sold = played(drawn(start(), "driver"), "call", "pass", "pass", "pass", "bid-3")
    assert story(sold, 7) == [
        "Bea: auction called",
        "On sale: driver and cheque 1",
        "Cid: pass",
        "Dan: pass",
        "Ada: pass",
        "Bea: bid of 3",
        "Bea: the lot for cheque 3 (driver and cheque 1)",
    ]


def test_without_a_bid_the_lot_stays_but_a_full_one_is_discarded() -> None:
    assert story(raided(drawn(start(), "car"), 1), 1) == ["No bid: the lot stays"]
    full = played(drawn(start(), *["car"] * 7), "pass", "pass", "pass", "pass")
    assert story(full, 1) == ["No bid: the 7 cards are discarded"]


def test_a_theft_is_told_card_by_card() -> None:
    position = played(drawn(start(), "thief", "thief", "thief"), "call", "bid-13")  # Dan calls, nobody can beat Ada
    position = played(drawn(position, "ring", "car", "casino", "film"), "steal-ring", "steal-casino")
    assert asked(position) == "Steal another card (1 thief left this turn), or stop? Lot: car, film and cheque 13"
    assert meaning(position, "stop") == "enough stolen: your turn ends"
    position = played(position, "stop")
    assert story(position, 2) == ["Ada: ring, by a thief", "Ada: casino, by a thief"]
    assert story(position, 2, "fr") == ["Ada\u00a0: bague, par un voleur", "Ada\u00a0: casino, par un voleur"]


def test_the_last_police_card_tells_what_is_lost_and_what_everybody_scores() -> None:
    position = drawn(raided(start(2), 4), "ring", "police")
    assert story(position, 5) == [
        "Bea: police 5 of 5: end of the round",
        "Discarded: ring",
        "Ada: −2 points in round 1, total −2 (trinkets −5, bodyguards +3)",
        "Bea: −2 points in round 1, total −2 (trinkets −5, bodyguards +3)",
        "Round 2 of 3. First turn: Ada (highest cheque, 9)",
    ]


def test_a_round_that_ends_without_cheques_says_so() -> None:
    position = start(2)
    while position.view(SPECTATOR).state.round == 0:
        position = position.play(position.legal_moves()[-1])  # call, or the highest bid
    lines = story(position, 4)
    assert lines[0] == "No cheque left: end of the round"
    assert lines[3].startswith("Round 2 of 3. First turn:")


def test_the_end_tells_businesses_and_cheques_and_the_winner() -> None:
    over = raided(start(4), 21)
    assert story(over, 5) == [
        "Ada: −5 points at the end, total −11 (cheques −5)",
        "Bea: 0 points at the end, total −6",
        "Cid: 0 points at the end, total −6",
        "Dan: +5 points at the end, total −1 (cheques +5)",
        "Winner: Dan (−1 point)",
    ]
    assert words.question(over.view(0).state, 0, NAMES, "en") == "The game is over. Winner: Dan (−1 point)"
    assert story(over, 1, "fr") == ["Victoire\u00a0: Dan (−1 point)"]


def test_a_tie_is_a_shared_win_or_goes_to_the_highest_cheque() -> None:
    assert story(raided(start(2), 15), 1) == ["Shared win: Ada and Bea (−6 points)"]
    broken = raided(start(2, tie_break="highest_cheque"), 15)
    assert story(broken, 1) == ["Winner: Ada (−6 points, tie broken by the highest cheque, 9)"]


# -- What is asked and what a move means --------------------------------------


def test_the_question_of_a_bid_names_the_lot_the_best_bid_and_who_comes_after() -> None:
    bidding = played(AT_AUCTION, "bid-5")
    assert asked(bidding) == (
        "Your bid? Lot: car, casino and cheque 1. +1 point for you as it stands. "
        "Best bid: 5 (Dan). After you: Bea (12), Cid (11)."
    )
    assert asked(played(bidding, "bid-6", "pass")).endswith("Best bid: 6 (Ada). You are the last to bid.")


def test_the_caller_whom_nobody_outbid_is_asked_which_cheque() -> None:
    position = played(drawn(start(), "driver"), "call", "pass", "pass", "pass")
    assert (
        asked(position)
        == "Nobody has bid and you called: which cheque do you pay? Lot: driver and cheque 1. +1 point for you as it stands."
    )


def test_the_question_of_a_turn_counts_the_police() -> None:
    position = drawn(raided(start(), 2), "car")
    assert asked(position) == "Your turn (police 2 of 7): draw or call an auction? Lot: car and cheque 1"
    assert (
        asked(position, "fr")
        == "À toi (police 2 sur 7)\u00a0: piocher ou lancer l’enchère\u00a0? Lot\u00a0: voiture et chèque 1"
    )


def test_others_read_whom_they_wait_for() -> None:
    state = AT_AUCTION.view(0).state
    assert (
        words.question(state, 0, NAMES, "en")
        == "Waiting for Dan: bid or pass. No bid yet. Lot: car, casino and cheque 1"
    )
    assert (
        words.question(start().view(1).state, 1, NAMES, "fr")
        == "On attend Ada\u00a0: pioche, voleur ou enchère. Lot\u00a0: chèque 1 seul"
    )


def test_a_bid_says_who_can_outbid_it() -> None:
    assert (
        meaning(AT_AUCTION, "bid-10")
        == "cheque 10 for cheque 1 and the loot; can outbid it: Ada (13), Bea (12), Cid (11)"
    )
    last = played(AT_AUCTION, "pass", "pass", "pass")
    assert meaning(last, "bid-4") == "cheque 4 for cheque 1 and the loot; nobody can outbid it: the lot is yours"


def test_a_pass_says_what_becomes_of_the_lot() -> None:
    assert meaning(AT_AUCTION, "pass").startswith("you are out of this lot; no bid yet; can still bid: Ada (13)")
    assert meaning(played(AT_AUCTION, "bid-9", "pass", "pass"), "pass") == "the lot goes to Dan for 9"
    assert meaning(played(AT_AUCTION, "pass", "pass", "pass"), "pass") == "nobody has bid: the lot stays on the table"
    full = played(drawn(start(), *["car"] * 7), "pass", "pass", "pass")
    assert meaning(full, "pass") == "nobody has bid: the 7 cards are discarded"


def test_a_draw_says_how_likely_police_is_and_what_it_would_do() -> None:
    assert meaning(start(), "draw") == "18% chance of police (0 of 7 so far), which means an auction"
    last = raided(drawn(start(), "car"), 6)
    assert meaning(last, "draw") == "13% chance of police, which ends the round at once; the lot would be lost"
    assert meaning(drawn(start(), *["car"] * 6), "draw").endswith("; any loot is card 7: auction")


def test_a_call_says_what_the_lot_is_worth_now() -> None:
    position = drawn(start(), "ring", "coin")
    assert (
        meaning(position, "call")
        == "auction: you bid last, and must if nobody does; the lot is worth +8 points to you as it stands"
    )


def test_a_theft_weighs_the_card_against_the_thief() -> None:
    position = drawn(start(), "ring", "coin")
    v = position.view(2).state
    v.domain[2][rules.THIEF] = 2
    assert (
        words.explain(v, 2, rules.STEAL + rules.RING, NAMES, "en")
        == "ring for a thief: +3 points as it stands; 1 more thief to use this turn"
    )
    assert words.explain(v, 2, rules.STEAL + rules.COIN, NAMES, "fr") == (
        "pièce d’or contre un voleur\u00a0: +1 point en l’état\u00a0; encore 1 voleur à employer ce tour"
    )


def test_what_loot_is_worth_now_is_what_the_last_police_card_would_score() -> None:
    checked = 0
    for before, after in random_game(3, 5):
        v, scored = before.view(0).state, after.view(0).state
        if v.phase == rules.CHOOSING and (scored.round > v.round or after.is_over):
            for seat in range(3):
                assert words.worth_now(v)[seat][: rules.ROUND_LINES] == words.sheet_lines(scored, seat, v.round)
                assert not after.is_over or words.worth_now(v)[seat][rules.ROUND_LINES :] == scored.sheet[seat][15:]
            checked += 1
    assert checked >= 2


def test_the_sketch_shows_the_whole_table() -> None:
    assert str(AT_AUCTION.view(0)).splitlines() == [
        "Razzia!  round 1 of 3, police 1 of 7, deck 117",
        "lot: car, casino | cheque 1",
        "  seat 0 (you): 0 points, cheques 2 6 13; no loot",
        "  seat 1: 0 points, cheques 3 7 12; no loot",
        "  seat 2: 0 points, cheques 4 8 11; no loot",
        "> seat 3: 0 points, cheques 5 9 10; no loot",
        "Waiting for seat 3: bid or pass. No bid yet. Lot: car, casino and cheque 1",
    ]


# -- The drawn table ----------------------------------------------------------


def test_the_boards_show_count_and_points_of_every_line() -> None:
    v = AT_AUCTION.view(0)
    v.state.domain[0][rules.CAR], v.state.domain[0][rules.DRIVER] = 3, 1
    v.state.domain[1][rules.BODYGUARD] = 2
    lines = printed(table.draw(v, NAMES, "en")).splitlines()
    assert line_of(lines, "cars and drivers") == [
        "cars",
        "and",
        "drivers",
        "1+0",
        "3+1",
        "+4",
        "·",
        "0",
        "·",
        "0",
        "·",
        "0",
    ]
    assert line_of(lines, "bodyguards") == ["bodyguards", "·", "−2", "2", "+5", "·", "−2", "·", "−2"]
    assert line_of(lines, "bids") == ["bids", "later", "later", "later", "to", "bid?"]
    assert line_of(lines, "worth now") == ["worth", "now", "−3", "0", "−7", "−7"]


def line_of(lines: Sequence[str], label: str) -> list[str]:
    return next(line for line in lines if line.strip().startswith(label)).split()


def test_the_score_sheet_comes_after_every_round_and_only_then() -> None:
    reports = []
    for before, after in random_game(3, 1):
        report = table.report(before.view(0).state, after.view(0).state, NAMES, "en")
        if report is not None:
            reports.append(printed(report))
            total = line_of(reports[-1].splitlines(), "Total")
            assert [int(n.replace("−", "-")) for n in total[1:] if n != "★"] == list(after.scores)
    assert len(reports) == 3
    assert [text.count("bodyguards") for text in reports] == [1, 2, 3]
    assert "End of the game" in reports[2]
    assert "★" in reports[2]


@pytest.mark.parametrize("lang", languages())
def test_the_drawing_fits_and_names_all_cheques_and_all_loot_without_colour(lang: str) -> None:
    for seats in (2, 5):
        for number, (position, _) in enumerate(random_game(seats, seats)):
            if number % 15:
                continue
            v = position.view(position.to_act)
            text = printed(table.draw(v, ["A very long name indeed"] * seats, lang))
            assert max(cell_len(line) for line in text.splitlines()) <= WIDTH
            for loot in range(rules.LOOT):
                if v.state.display[loot]:
                    assert words.card_name(loot, lang) in text
                if loot in (*range(rules.TRINKETS), *range(rules.CASINO, rules.LOOT)) and any(
                    row[loot] for row in v.state.domain
                ):
                    assert words.card_name(loot, lang) in text
            for seat in range(seats):
                for cheque in words.cheques_in(v.state.ready[seat] | v.state.spent[seat]):
                    assert f" {cheque} " in text


def test_colours_are_only_an_addition() -> None:
    v = AT_AUCTION.view(0)
    plain, coloured = (printed(table.draw(v, NAMES, "en"), colours=colours) for colours in (False, True))
    assert "\x1b" in coloured
    assert "\x1b" not in plain


# -- Always -------------------------------------------------------------------


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_step_can_be_told_asked_and_explained_to_everybody(seats: int) -> None:
    game = list(random_game(seats, 40 + seats))
    for position, _ in game:
        actor = position.to_act
        for lang in languages():
            for viewer in (*range(seats), SPECTATOR):
                assert words.question(position.view(viewer).state, viewer, NAMES, lang)
            v = position.view(actor)
            assert all(words.explain(v.state, actor, move.steps[0], NAMES, lang) for move in v.legal_moves)
            assert 5 <= len(str(v).splitlines()) <= 15
    over = game[-1][1]
    for lang in languages():
        stories = [over.view(viewer).story(names=NAMES, lang=lang) for viewer in (*range(seats), SPECTATOR)]
        assert all(line.strip() for line in stories[0])
        assert all(other == stories[0] for other in stories)  # nothing is hidden in this game


@pytest.mark.parametrize("seats", GAME.seats)
def test_everything_that_is_said_and_drawn_is_translated(seats: int) -> None:
    said: list[str] = []
    for number, (position, after) in enumerate(random_game(seats, 60 + seats)):
        actor, v = position.to_act, position.view(position.to_act)
        said += [words.question(v.state, viewer, NAMES, PSEUDO) for viewer in (actor, SPECTATOR)]
        said += [words.explain(v.state, actor, move.steps[0], NAMES, PSEUDO) for move in v.legal_moves]
        report = table.report(v.state, after.view(actor).state, NAMES, PSEUDO)
        drawings = [*([report] if report else []), *([table.draw(v, NAMES, PSEUDO)] if number % 15 == 0 else [])]
        said += [printed(drawing) for drawing in drawings]
    said += [*after.view(0).story(names=NAMES, lang=PSEUDO), printed(table.draw(after.view(0), NAMES, PSEUDO))]
    assert unmarked("\n".join(said), (*NAMES, GAME.title)) == []


def test_questions_leave_the_view_as_it_is() -> None:
    v = AT_AUCTION.view(3)
    before = v.state.copy()
    for move in v.legal_moves:
        words.explain(v.state, 3, move.steps[0], NAMES, "en")
    words.question(v.state, 3, NAMES, "fr")
    printed(table.draw(v, NAMES, "en"))
    assert v.state == before
