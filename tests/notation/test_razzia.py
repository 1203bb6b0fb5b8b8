"""Razzia in words: the log, the questions, the explanations, the sketch and the table drawn in the terminal."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from rich.console import Console

import tripot
from tests.pseudo import PSEUDO, unmarked
from tests.walks import played
from tripot.core.state import CHANCE, HIDDEN, SPECTATOR
from tripot.games.razzia import phrases, rules
from tripot.games.razzia import terminal as table
from tripot.games.razzia import words as notation
from tripot.games.razzia.tokens import CARDS, MOVES
from tripot.language import languages, number

NAMES = ("Ada", "Bruno", "Chloé", "Dalva", "Emil", "Fatou", "Gil", "Hana")
GAME = tripot.load("razzia")
BARS = rules.BAR_NAMES
Position = tripot.Position

# -- Words to set up a table --------------------------------------------------


def dealt(*hands: str) -> Position:
    """Seat 0 deals; every seat gets the cards named, then others; nothing lies on the bars yet."""
    seats = len(hands)
    pos = GAME.start(seats=seats, options={"first_dealer": 0})
    wanted = [hand.split() for hand in hands]
    for _ in range(rules.HAND):
        for seat in (*range(1, seats), 0):
            left = [str(move) for move in pos.legal_moves(CHANCE)]
            named = {card for hand in wanted for card in hand}
            card = wanted[seat].pop(0) if wanted[seat] else next(card for card in left if card not in named)
            pos = pos.play(card, seat=CHANCE)
    return pos


def ready(*hands: str, notes: str = "20 10 15 5 25 30", free: str = "5 colibri") -> Position:
    """The same with a note on each bar in reading order, and the free note put."""
    pos = dealt(*hands)
    for note in notes.split():
        pos = pos.play(f"note-{note}", seat=CHANCE)
    value, bar = free.split()
    return pos.play(f"note-{value}", seat=CHANCE).play(f"put-{bar}", seat=0)


def with_pot(pos: Position, bar: str, notes: str) -> Position:
    """The same position with these notes on a bar, exchanged with the stock."""
    data = pos.to_json()
    state = data["state"]
    first = BARS.index(bar) * rules.NOTE_KINDS
    for kind, value in enumerate(rules.VALUES):
        change = notes.split().count(str(value)) - state["pot"][first + kind]
        state["pot"][first + kind] += change
        state["pot_n"][first // rules.NOTE_KINDS] += change
        state["stock"][kind] -= change
        state["stock_n"] -= change
    return Position.from_json(data)


def with_last_round(pos: Position) -> Position:
    """The same position with all notes of the stock won long ago, by the last seat."""
    data = pos.to_json()
    state = data["state"]
    state["money"][pos.seats - 1] += sum(n * value for n, value in zip(state["stock"], rules.VALUES, strict=True))
    state["stock"], state["stock_n"] = [0] * rules.NOTE_KINDS, 0
    return Position.from_json(data)


def choose(pos: Position, *cards: str) -> Position:
    """Every seat chooses, the last first."""
    for seat, card in reversed(list(enumerate(cards))):
        pos = pos.play(card, seat=seat)
    return pos


def told(pos: Position, *, viewer: int = SPECTATOR, lang: str = "en", since: Position | None = None) -> list[str]:
    """The log as a viewer reads it, since an earlier position."""
    view = pos.view(viewer)
    steps = view.history(len(since.events) if since else 0)
    return [line for step in steps for line in view.told(step, NAMES, lang)]


def asked(pos: Position, seat: int, lang: str = "en") -> str:
    return notation.question(pos.view(seat).state, seat, NAMES, lang)


def explained(pos: Position, seat: int, lang: str = "en") -> dict[str, str]:
    view = pos.view(seat)
    return {str(move): notation.explain(view.state, seat, move.steps[0], NAMES, lang) for move in view.legal_moves}


def printed(renderable: Any) -> str:
    """What a terminal without colours shows."""
    console = Console(width=100, color_system=None)
    with console.capture() as captured:
        console.print(renderable)
    return captured.get()


# -- The log ------------------------------------------------------------------


def test_the_first_deal_is_told_at_once_to_the_one_who_holds_the_cards() -> None:
    pos = dealt("", "colibri-g6 cotton-p3 jungle-g1 jungle-g2 jazz-p6", "", "")
    assert told(pos, viewer=1) == [
        "5 cards each",
        "Bruno: first hand, gambler 6 at the Colibri, police 3 at the Cotton Club, gambler 1 at the Jungle, "
        "gambler 2 at the Jungle, police 6 at the Jazz House",
        "Round 1 of 12, dealer: Ada",
    ]
    assert told(pos, lang="fr") == ["5 cartes chacun", "Manche 1 sur 12, à la donne\u00a0: Ada"]


def test_only_the_dealer_reads_the_free_note_before_it_lies() -> None:
    before = dealt("", "", "", "")
    pos = ready("", "", "", "", free="40 jungle")
    pots = "On the bars: Colibri $20k, Cotton Club $10k, Havanna Bar $15k, Jungle $5k, Lincoln $25k, Jazz House $30k"
    put = "Ada: free note of $40k on the Jungle, now $45k"
    assert told(pos, viewer=0, since=before) == [pots, "Ada: free note of $40k, still in hand", put]
    assert told(pos, viewer=1, since=before) == [pots, put]
    assert told(pos, since=before, lang="fr")[1:] == [
        "Ada\u00a0: billet libre de 40\u00a0k$ au Jungle, maintenant à 45\u00a0k$"
    ]


def test_choices_are_told_together_with_what_they_bring() -> None:
    before = ready("colibri-g6", "jungle-p3", "jungle-g5", "cotton-p4")
    pos = choose(before, "colibri-g6", "jungle-p3", "jungle-g5", "cotton-p4")
    assert told(pos, since=before) == [
        "Ada: gambler 6 at the Colibri",
        "Bruno: police 3 at the Jungle",
        "Chloé: gambler 5 at the Jungle",
        "Dalva: police 4 at the Cotton Club",
        "Ada: $25k, alone at the Colibri",
        "Cotton Club: police without a gambler, $10k left there",
        "Bruno: $5k, raid on Chloé at the Jungle",
    ]
    assert told(pos, since=before, lang="fr")[3:] == [
        "Dalva\u00a0: police 4 au Cotton Club",
        "Ada\u00a0: 25\u00a0k$, sans rival au Colibri",
        "Cotton Club\u00a0: police sans flambeur, 10\u00a0k$ restent sur place",
        "Bruno\u00a0: 5\u00a0k$, descente au Jungle chez Chloé",
    ]


def test_a_choice_is_told_to_its_own_seat_alone() -> None:
    before = ready("colibri-g6", "", "", "")
    pos = before.play("colibri-g6", seat=0)
    assert told(pos, viewer=0, since=before) == ["Ada: gambler 6 at the Colibri, face down"]
    assert told(pos, viewer=1, since=before) == []


def test_a_split_is_told_when_it_is_whole_and_when_all_agree() -> None:
    """The example of the rule book: $55k, two police, two gamblers who get nothing."""
    start = with_pot(ready("jazz-p3", "jazz-p4", "jazz-g5", "jazz-g2"), "jazz", "30 20 5")
    pos = choose(start, "jazz-p3", "jazz-p4", "jazz-g5", "jazz-g2")
    assert told(pos)[4:] == ["Jazz House: $55k for Ada (3) and Bruno (4); proposal by Bruno"]
    part = pos.play("30>1", seat=1)
    assert told(part, since=pos) == []
    offer = part.play("20>0 5>1", seat=1)
    assert told(offer, since=pos) == ["Offer at the Jazz House: $35k for Bruno, $20k for Ada"]
    shared = offer.play("accept", seat=0)
    assert told(shared, since=offer) == ["Shared at the Jazz House: $35k for Bruno, $20k for Ada"]
    assert told(shared, since=offer, lang="fr") == [
        "Partage au Jazz House\u00a0: 35\u00a0k$ pour Bruno, 20\u00a0k$ pour Ada"
    ]


def havanna() -> Position:
    """The example of our rules page: four gamblers, $90k, Ada has offered 25, 10 and 5."""
    start = with_pot(ready("havanna-g6", "havanna-g5", "havanna-g3", "havanna-g1"), "havanna", "50 25 10 5")
    pos = choose(start, "havanna-g6", "havanna-g5", "havanna-g3", "havanna-g1")
    return pos.play("50>0 25>1 10>2 5>3", seat=0)


def test_who_agrees_is_told_before_the_others_fight_in_their_order() -> None:
    before = havanna()
    answered = before.play("accept", seat=1).play("duel", seat=2)
    assert told(answered, viewer=2, since=before) == ["Chloé: duel, face down"]
    assert told(answered, since=before) == []
    duel = answered.play("duel", seat=3)
    assert told(duel, since=answered) == [
        "Bruno: $25k accepted at the Havanna Bar",
        "Chloé: no deal",
        "Dalva: no deal",
        "Duel at the Havanna Bar for $65k: Ada (6) against Dalva (1), then Chloé (3)",
    ]
    pos = duel
    for die in "2614":
        pos = pos.play(f"die-{die}", seat=CHANCE)
    assert told(pos, since=duel) == [
        "Ada: card 6 + die 2 = 8",
        "Dalva: card 1 + die 6 = 7",
        "Duel won by Ada; next: Chloé (3)",
        "Ada: card 6 + die 1 = 7",
        "Chloé: card 3 + die 4 = 7",
        "Equal totals: the lower card wins",
        "Duel won by Chloé: $65k at the Havanna Bar",
    ]
    assert told(pos, since=duel, lang="fr")[2:] == [
        "Duel gagné par Ada\u00a0; ensuite\u00a0: Chloé (3)",
        "Ada\u00a0: carte 6 + dé 1 = 7",
        "Chloé\u00a0: carte 3 + dé 4 = 7",
        "Totaux égaux\u00a0: la carte la plus faible gagne",
        "Duel gagné par Chloé\u00a0: 65\u00a0k$ au Havanna Bar",
    ]


def test_a_refusal_with_nothing_at_stake_is_told_as_such() -> None:
    start = with_pot(ready("jazz-g6", "jazz-g5", "jazz-g4", ""), "jazz", "30")
    chosen = choose(start, "jazz-g6", "jazz-g5", "jazz-g4", str(start.legal_moves(3)[0]))
    offer = chosen.play("30>1", seat=0)
    pos = offer.play("duel", seat=2).play("accept", seat=1)
    assert told(pos, since=offer)[:3] == [
        "Bruno: $30k accepted at the Jazz House",
        "Chloé: no deal",
        "No money left to fight for at the Jazz House",
    ]


def test_bars_after_a_split_are_told_after_it() -> None:
    start = ready("colibri-g6", "colibri-g5", "jungle-g2", "lincoln-p3")
    offer = choose(start, "colibri-g6", "colibri-g5", "jungle-g2", "lincoln-p3").play("20>0 5>1", seat=0)
    assert told(offer.play("accept", seat=1), since=offer) == [
        "Shared at the Colibri: $20k for Ada, $5k for Bruno",
        "Chloé: $5k, alone at the Jungle",
        "Lincoln: police without a gambler, $25k left there",
    ]


def test_the_end_names_the_money_left_and_the_winner() -> None:
    start = with_last_round(ready("colibri-g6", "colibri-p4", "jungle-g2", "lincoln-p3"))
    pos = choose(start, "colibri-g6", "colibri-p4", "jungle-g2", "lincoln-p3")
    won = pos.scores[3]
    assert told(pos)[-2:] == ["Left on the bars: $80k", f"Game over, won by Dalva with ${won:,}k"]
    assert told(pos, lang="fr")[-1] == f"Fin de la partie, gagnée par Dalva avec {number(won, 'fr')}\u00a0k$"
    assert asked(pos, 0) == "The game is over, won by Dalva."


def test_a_shared_victory_names_all_winners() -> None:
    start = with_last_round(ready("colibri-g6", "colibri-p4", "jungle-g2", "lincoln-p3"))
    pos = choose(start, "colibri-g6", "colibri-p4", "jungle-g2", "lincoln-p3")
    *_, last = pos.view(SPECTATOR).history()
    last.after.money[:4] = [300, 500, 500, 500]
    shared = "Game over, won together by Bruno, Chloé and Dalva with $500k each"
    assert pos.view(SPECTATOR).told(last, NAMES, "en")[-1] == shared
    together = "Fin de la partie, gagnée ensemble par Bruno, Chloé et Dalva avec 500\u00a0k$ chacun"
    assert pos.view(SPECTATOR).told(last, NAMES, "fr")[-1] == together


def test_a_reshuffle_is_told() -> None:
    lines = told(played("razzia", 6, 0, {}))
    assert "Draw pile empty: the discard is shuffled and becomes the pile" in lines


# -- Questions and explanations -----------------------------------------------


def test_the_dealer_is_asked_for_a_bar_and_the_others_wait() -> None:
    pos = dealt("jungle-g5 jungle-p3 colibri-g1 colibri-g2 colibri-g3", "", "", "")
    for note in "20 10 15 5 25 30 40".split():
        pos = pos.play(f"note-{note}", seat=CHANCE)
    assert asked(pos, 0) == "Free note of $40k: on which bar?"
    assert asked(pos, 1) == "Waiting for Ada: where to put the free note."
    assert asked(pos, SPECTATOR, "fr") == "On attend Ada\u00a0: où poser le billet libre."
    assert explained(pos, 0)["put-jungle"] == "Jungle: $5k, then $45k; your cards there: gambler 5, police 3"


def test_a_card_is_explained_by_its_pot_and_what_may_meet_it() -> None:
    pos = ready("colibri-g6 jungle-g5 jungle-p3 colibri-g2 colibri-g3", "", "", "")
    assert asked(pos, 0) == "Round 1 of 12, the richest bar: Jazz House with $30k. Which card do you choose?"
    english, french = explained(pos, 0), explained(pos, 0, "fr")
    assert english["jungle-g5"] == "gambler 5 at the Jungle: $5k if alone; unseen there: 5 gamblers, 2 police"
    assert english["jungle-p3"] == "police 3 at the Jungle: $5k if a gambler comes; unseen there: 5 gamblers, 2 police"
    assert french["jungle-p3"] == (
        "police 3 au Jungle\u00a0: 5\u00a0k$ s’il vient un flambeur\u00a0; pas encore vus ici\u00a0: 5 flambeurs, 2 polices"
    )
    chosen = pos.play("colibri-g6", seat=0).play(pos.legal_moves(2)[0], seat=2)
    assert asked(chosen, 0) == "Your card: gambler 6 at the Colibri. Waiting for Bruno and Dalva."
    assert asked(chosen, 1).startswith("Round 1 of 12")
    assert asked(chosen, SPECTATOR) == "Waiting for Bruno and Dalva: the choice of a card."


def test_police_knows_when_nobody_is_left_to_catch() -> None:
    pos = ready("jungle-p3 jungle-g1 jungle-g2 jungle-g3 jungle-g4", "", "", "")
    v = pos.view(0).state
    for card in range(rules.CARDS):
        if rules.BAR_OF[card] == BARS.index("jungle") and v.spot[card] == HIDDEN:
            v.spot[card] = rules.PLAYED
    police = MOVES.index("jungle-p3")
    assert notation.explain(v, 0, police, NAMES, "en") == "police 3 at the Jungle: no gambler left to catch there"


def test_a_gift_is_measured_by_the_odds_of_a_duel() -> None:
    start = with_pot(ready("jazz-p3", "jazz-p4", "jazz-g5", "jazz-g2"), "jazz", "30 20 5")
    pos = choose(start, "jazz-p3", "jazz-p4", "jazz-g5", "jazz-g2").play("30>1", seat=1)
    question = "Jazz House, $55k to split between you (4) and Ada (3): who gets the next $20k?"
    assert asked(pos, 1) == question
    assert asked(pos, 3) == "Waiting for Bruno: the split of $55k at the Jazz House."
    assert explained(pos, 1) == {
        "20>0": "$20k for Ada: $20k of $55k so far; by the odds of a duel $23k",  # 15 of 36
        "20>1": "$20k for yourself: $50k of $55k so far",
    }


def test_an_answer_is_measured_by_the_worth_of_the_duel() -> None:
    start = with_pot(ready("jazz-p3", "jazz-p4", "jazz-g5", "jazz-g2"), "jazz", "30 20 5")
    pos = choose(start, "jazz-p3", "jazz-p4", "jazz-g5", "jazz-g2").play("30>1 20>0 5>1", seat=1)
    assert asked(pos, 0) == (
        "Offer at the Jazz House: $20k of $55k for you. Do you accept, or duel with your 3 against Bruno (4)?"
    )
    assert explained(pos, 0) == {
        "accept": "$20k for sure",
        "duel": "42% for $55k against Bruno (4), worth $23k on average",
    }
    assert explained(pos, 0, "fr") == {
        "accept": "20\u00a0k$ à coup sûr",
        "duel": "42\u00a0% pour 55\u00a0k$ contre Bruno (4), soit 23\u00a0k$ en moyenne",
    }


def test_with_more_contenders_a_duel_has_two_prices() -> None:
    pos = havanna()
    assert explained(pos, 1)["duel"] == (
        "if only you refuse: 42% for $75k against Ada (6), worth $31k on average; "
        "if all refuse: 31% for $90k, worth $28k on average"
    )


def test_the_chances_of_a_chain_of_duels_add_up() -> None:
    v = havanna().view(SPECTATOR).state
    chances = notation.duel_chances(v, range(4))
    assert sum(chances.values()) == pytest.approx(1)
    assert notation.duel_chance(v, 0, 3) == 35 / 36  # 6 against 1
    assert notation.duel_chance(v, 3, 0) == 1 / 36
    # Ada must beat Dalva, then Bruno, then Chloé
    assert chances[0] == pytest.approx(35 / 36 * 21 / 36 * 30 / 36)


def test_equal_cards_far_from_the_dealer_win_a_tie() -> None:
    start = ready("", "jazz-g4", "", "", "jazz-g4b", "", "")
    cards = [str(start.legal_moves(seat)[0]) for seat in range(7)]
    cards[1], cards[4] = "jazz-g4", "jazz-g4b"
    pos = choose(start, *cards)
    while pos.view(SPECTATOR).state.bar != BARS.index("jazz"):
        pos = pos.play(pos.legal_moves()[0], seat=pos.to_act)
    v = pos.view(SPECTATOR).state
    assert notation.duel_chance(v, 1, 4) == 15 / 36
    assert notation.duel_chance(v, 4, 1) == 21 / 36


# -- The sketch and the drawn table -------------------------------------------


def test_the_sketch_shows_bars_money_hand_and_question() -> None:
    pos = havanna()
    assert str(pos.view(1)).splitlines() == [
        "Razzia, round 1 of 12, dealer: Seat 0",
        "  Colibri       $25k  20 5",
        "  Cotton Club   $10k  10",
        "  Havanna Bar    $0k                        "
        "Seat 0 gambler 6, Seat 1 gambler 5, Seat 2 gambler 3, Seat 3 gambler 1",
        "  Jungle         $5k  5",
        "  Lincoln       $25k  25",
        "  Jazz House    $30k  30",
        "Money: Seat 0 $0k, Seat 1 $0k, Seat 2 $0k, Seat 3 $0k",
        "Offer: $50k for Seat 0, $25k for Seat 1, $10k for Seat 2, $5k for Seat 3",
        "Hand: " + " ".join(CARDS[card] for card in notation.hand_of(pos.view(1).state, 1)),
        "Offer at the Havanna Bar: $25k of $90k for you. Do you accept, or duel with your 5 against Seat 0 (6)?",
    ]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_table_shows_the_hand_and_who_has_chosen_but_never_what(lang: str) -> None:
    pos = ready("colibri-g6", "", "jungle-g5", "").play("jungle-g5", seat=2)
    own, others = (printed(table.draw(pos.view(seat), NAMES, lang)) for seat in (2, 0))
    chosen, face_up = ("has chosen", "▲ chosen") if lang == "en" else ("a choisi", "▲ choisie")
    assert chosen in own
    assert chosen in others
    assert face_up in own
    assert face_up not in others
    assert "jungle-g5" in own
    assert "jungle-g5" not in others


def test_the_table_shows_the_offer() -> None:
    shown = printed(table.draw(havanna().view(2), NAMES, "en"))
    assert "Havanna Bar: $90k to split" in shown
    assert ["Bruno", "♣", "gambler", "5", "$25k", "answers"] in [
        line.strip("│ ┃").split() for line in shown.splitlines()
    ]


def test_the_report_comes_after_a_round_richest_first() -> None:
    before = ready("colibri-g6", "jungle-p3", "jungle-g5", "cotton-p4")
    pos = choose(before, "colibri-g6", "jungle-p3", "jungle-g5", "cotton-p4")
    *others, last = pos.view(0).history()
    assert all(table.report(step.before, step.after, NAMES, "en") is None for step in others)
    rows = printed(table.report(last.before, last.after, NAMES, "en")).split("\n")
    assert next(row.split() for row in rows if row.strip()) == "After round 1 of 12".split()
    assert [row.split() for row in rows if "$" in row] == [
        ["Ada", "$25k"],
        ["Bruno", "$5k", "$20k"],
        ["Chloé", "$0k", "$25k"],
        ["Dalva", "$0k", "$25k"],
        ["Left", "on", "the", "bars:", "$80k"],
    ]


# -- Every moment of some games -----------------------------------------------


def games() -> Iterator[tuple[Position, random.Random]]:
    for seats, options in ((3, {}), (4, {}), (6, {}), (8, {}), (5, {"box": "tiny"}), (3, {"leftover": "discard"})):
        yield GAME.start(seats=seats, seed=seats, options=options), random.Random(seats)


def check_words(lines: list[str], lang: str) -> None:
    foreign = (" au ", "flambeur", "k$", " et ") if lang == "en" else (" at the ", "gambler", " $", " and ", "round")
    for line in lines:
        assert line == line.strip() != ""
        assert "\n" not in line
        assert not [word for word in foreign if word in line], line


def check_seat(pos: Position, seat: int) -> None:
    view = pos.view(seat)
    for lang in languages():
        lines = [notation.question(view.state, seat, NAMES, lang)]
        lines += [notation.explain(view.state, seat, move.steps[0], NAMES, lang) for move in view.legal_moves]
        check_words(lines, lang)
    assert 5 <= len(str(view).splitlines()) <= 15


def test_every_moment_can_be_asked_and_explained_to_every_viewer() -> None:
    for pos, chooser in games():
        while not pos.is_over:
            for seat in {*pos.pending, chooser.randrange(pos.seats), SPECTATOR}:
                check_seat(pos, seat)
            seat = chooser.choice(pos.pending)
            pos = pos.play(chooser.choice(pos.legal_moves(seat)), seat=seat)
        check_seat(pos, SPECTATOR)


def test_every_step_can_be_told_and_reported_to_every_viewer() -> None:
    for seats in (3, 8):
        pos = played("razzia", seats, 0, {})
        for viewer in (*range(0, seats, 2), SPECTATOR):
            for lang in languages():
                check_words(told(pos, viewer=viewer, lang=lang), lang)
        reports = [table.report(step.before, step.after, NAMES, "fr") for step in pos.view(SPECTATOR).history()]
        assert sum(report is not None for report in reports) == notation.rounds(pos.view(0).state)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_table_fits_eighty_columns_and_shows_all_of_the_hand(lang: str) -> None:
    long_names = [f"{name} von und zu {name}" for name in NAMES]
    for pos, chooser in games():
        while not pos.is_over:
            if chooser.randrange(6) == 0:
                viewer = chooser.choice((*pos.pending, SPECTATOR))
                shown = printed(table.draw(pos.view(viewer), long_names, lang))
                assert max(map(len, shown.splitlines())) == 80
                for card in notation.hand_of(pos.view(viewer).state, viewer):
                    assert CARDS[card] in shown
            seat = chooser.choice(pos.pending)
            pos = pos.play(chooser.choice(pos.legal_moves(seat)), seat=seat)


@pytest.mark.parametrize("seats", [3, 6])
def test_every_text_is_marked_for_translation(seats: int) -> None:
    pos, allowed = played("razzia", seats, 0, {}), (*NAMES, *CARDS, *phrases.BARS, GAME.title)
    texts = set()
    for seat in (0, 1, SPECTATOR):
        view = pos.view(seat)
        for place, step in enumerate(view.history()):
            now = step.after
            texts |= {*view.told(step, NAMES, PSEUDO), notation.question(now, seat, NAMES, PSEUDO)}
            count = rules.legal(now, seat) if seat >= 0 else 0
            texts |= {notation.explain(now, seat, move, NAMES, PSEUDO) for move in now.acts[:count]}
            if sheet := table.report(step.before, now, NAMES, PSEUDO):
                texts.add(printed(sheet))
            if place % 8 == 0 or now.phase == rules.OVER:
                shown = tripot.View(GAME, now.seats, None, seat, now, lambda: iter(()))
                texts.add(printed(table.draw(shown, NAMES, PSEUDO)))
    assert {text: words for text in texts if (words := unmarked(text, allowed))} == {}
