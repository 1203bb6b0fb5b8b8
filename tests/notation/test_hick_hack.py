"""The words of Hick Hack in Gackelwack, on games played from scripts: `0 blue-6` is a move of seat 0, `* die-4` chance."""

from __future__ import annotations

import io

import pytest
from rich.console import Console, RenderableType

import tripot
from tests.pseudo import PSEUDO, unmarked
from tests.walks import played
from tripot import CHANCE, NOBODY, SPECTATOR
from tripot.games.hick_hack import rules
from tripot.games.hick_hack import terminal as table
from tripot.games.hick_hack import words as notation
from tripot.games.hick_hack.facts import duel_chances, hand_of
from tripot.games.hick_hack.tokens import CARDS
from tripot.language import languages

GAME = tripot.load("hick-hack")
NAMES = ("Ada", "Bruno", "Chloé", "Dalva", "Emil", "Fanny")
ADA, BRUNO, CHLOE, DALVA = range(4)


def dealt(*hands: str, grains: str, **options: str) -> tripot.Position:
    """The first round's choice: the cards named and others in the hands, one grain on each yard."""
    seats = len(hands)
    pos = GAME.start(seats=seats, options=options)
    size = rules.HAND_SIZE[rules.STANDARD][seats - rules.FEWEST]
    named = [hand.split() for hand in hands]
    spare = iter([card for card in CARDS if card not in " ".join(hands).split()])
    full = [hand + [next(spare) for _ in range(size - len(hand))] for hand in named]
    for place in range(size):
        for hand in full:
            pos = pos.play(hand[place], seat=CHANCE)
    return supplied(pos, grains)


def supplied(pos: tripot.Position, grains: str) -> tripot.Position:
    """The next grains, and any cards that are then drawn."""
    for grain in grains.split():
        pos = pos.play(f"grain-{grain}", seat=CHANCE)
    while pos.to_act == CHANCE:
        pos = pos.play(pos.legal_moves()[0], seat=CHANCE)
    return pos


def after(pos: tripot.Position, *lines: str) -> tripot.Position:
    for line in lines:
        actor, *tokens = line.split()
        for token in tokens:
            pos = pos.play(token, seat=CHANCE if actor == "*" else int(actor))
    return pos


def told(pos: tripot.Position, *lines: str, seat: int = SPECTATOR, lang: str = "en") -> list[str]:
    """What is told of these moves."""
    start = len(pos.events)
    view = after(pos, *lines).view(seat)
    return [line for step in view.history(start) for line in view.told(step, NAMES, lang)]


def asked(pos: tripot.Position, seat: int, lang: str = "en") -> str:
    return notation.question(pos.view(seat).state, seat, NAMES, lang)


def meaning(pos: tripot.Position, seat: int, move: str, lang: str = "en") -> str:
    return notation.explain(pos.view(seat).state, seat, GAME.spelling.move(move), NAMES, lang)


def printed(drawing: RenderableType | None) -> str:
    paper = io.StringIO()
    Console(file=paper, width=80).print(drawing)
    return paper.getvalue()


@pytest.fixture
def ducks() -> tripot.Position:
    """Round 2: Ada's duck 6 and Bruno's duck 4 meet over a yellow and a green grain; shy goose and fox at the geese."""
    pos = dealt(
        *("blue-6 yellow-fox4 blue-shy", "blue-4 red-fox4", "green-shy violet-fox4", "green-fox5 black-fox4"),
        grains="green yellow green blue green blue",
    )
    pos = after(pos, "0 yellow-fox4", "1 red-fox4", "2 violet-fox4", "3 black-fox4")
    return supplied(pos, "green green green green green green")


LAID = ("0 blue-6", "1 blue-4", "2 green-shy", "3 green-fox5")


# -- Telling ---------------------------------------------------------------------


def test_a_round_opens_with_the_grain_in_every_yard(ducks: tripot.Position) -> None:
    lines = list(ducks.view(SPECTATOR).story(names=NAMES))
    grain = "chickens 1, ducks 3, geese 1, guinea fowl 2, pheasants 1, turkeys 2"
    assert f"Round 1 of 13. Grain, in points: {grain}" in lines
    assert lines[-1].startswith("Round 2 of 13. Grain, in points: chickens 2, ducks 4,")


def test_a_seat_is_told_its_own_cards_and_nobody_elses(ducks: tripot.Position) -> None:
    mine = ducks.view(BRUNO).story(names=NAMES)
    assert mine[0].startswith("Bruno: dealt ")
    assert "duck 4" in mine[0]
    assert "fox 4 at the guinea fowl" in mine[0]
    assert mine[-1].startswith("Bruno: ")
    assert mine[-1].endswith(", from the pile")
    theirs = ducks.view(SPECTATOR).story(names=NAMES)
    assert not any("dealt" in line or "from the pile" in line for line in theirs)


def test_nothing_is_told_of_a_choice_until_the_last_one(ducks: tripot.Position) -> None:
    for seat in (ADA, DALVA, SPECTATOR):
        assert told(ducks, *LAID[:3], seat=seat) == []


def test_the_last_choice_reveals_all_and_names_the_contenders(ducks: tripot.Position) -> None:
    assert told(ducks, *LAID) == [
        "Ada: duck 6",
        "Bruno: duck 4",
        "Chloé: shy goose",
        "Dalva: fox 5 at the geese",
        "1 yellow, 1 green (4 points) at the ducks for Ada (6) and Bruno (4)",
    ]


def test_an_offer_an_agreement_a_shy_bird_and_the_end_of_a_round(ducks: tripot.Position) -> None:
    pos = after(ducks, *LAID)
    assert told(pos, "0 yellow>0 green>1") == ["Ada: offer, 3 for Ada (1 yellow), 1 for Bruno (1 green)"]
    assert told(after(pos, "0 yellow>0 green>1"), "1 accept") == [
        "Bruno: yes",
        "Agreed at the ducks: 3 for Ada (1 yellow), 1 for Bruno (1 green)",
        "Chloé: 1 green for the fleeing shy goose (1 point)",
        "Dalva: shy goose for the fox (−2 points)",
        "After round 2: Ada 3, Bruno 1, Chloé 1, Dalva −2",
    ]


def test_the_same_in_french(ducks: tripot.Position) -> None:
    assert told(ducks, *LAID, "0 yellow>0 green>0", "1 refuse", "1 no-offer", lang="fr") == [
        "Ada\u00a0: canard 6",
        "Bruno\u00a0: canard 4",
        "Chloé\u00a0: poule mouillée chez les oies",
        "Dalva\u00a0: renard 5 chez les oies",
        "1 jaune, 1 vert (4 points) chez les canards pour Ada (6) et Bruno (4)",
        "Ada\u00a0: offre, 4 pour Ada (1 jaune, 1 vert), rien pour Bruno",
        "Bruno\u00a0: non",
        "Bruno\u00a0: pas d’offre",
        "Pas d’accord chez les canards\u00a0: duel",
    ]


def test_a_duel_is_told_die_by_die_with_its_ties(ducks: tripot.Position) -> None:
    pos = after(ducks, *LAID)
    assert told(pos, "0 duel", "* die-1", "* die-3", "* die-2", "* die-1")[:7] == [
        "Ada: duel",
        "Ada: 6 + die 1 = 7",
        "Bruno: 4 + die 3 = 7",
        "Tie at 7: another roll for Ada and Bruno",
        "Ada: 6 + die 2 = 8",
        "Bruno: 4 + die 1 = 5",
        "Ada: duel won with 8",
    ]
    assert "Ada: 1 yellow, 1 green at the ducks (4 points)" in told(after(pos, "0 duel"), "* die-2", "* die-1")


def test_an_offer_answered_with_duel_is_a_duel(ducks: tripot.Position) -> None:
    pos = after(ducks, *LAID, "0 yellow>0 green>0")
    assert told(pos, "1 duel") == ["Bruno: duel"]


def test_foxes_duel_for_the_birds_after_the_shy_one_has_fled() -> None:
    pos = dealt("yellow-fox4", "yellow-fox6", "yellow-5", "yellow-shy", grains="green " * 6)
    assert told(pos, "0 yellow-fox4", "1 yellow-fox6", "2 yellow-5", "3 yellow-shy")[4:] == [
        "Dalva: 1 green for the fleeing shy chicken (1 point)",
        "Foxes at the chickens, Ada (4) and Bruno (6): duel for chicken 5 and shy chicken",
    ]
    pos = after(pos, "0 yellow-fox4", "1 yellow-fox6", "2 yellow-5", "3 yellow-shy")
    assert told(pos, "* die-2", "* die-6") == [
        "Bruno: 6 + die 2 = 8",
        "Ada: 4 + die 6 = 10",
        "Ada: duel won with 10",
        "Ada: chicken 5 and shy chicken for the fox (3 points)",
        "After round 1: Ada 3, Bruno 0, Chloé 0, Dalva 1",
    ]


def test_two_cards_of_one_seat_are_told_together() -> None:
    pos = dealt("yellow-3 yellow-6", "yellow-5 yellow-4", grains="blue " * 6)
    assert told(pos, "0 yellow-3 yellow-6", "1 yellow-4 yellow-5") == [
        "Ada: chicken 3 and chicken 6",
        "Bruno: chicken 4 and chicken 5",
        "1 blue (2 points) at the chickens for Ada (3, 6) and Bruno (4, 5)",
    ]


def test_a_round_without_contest_is_told_yard_by_yard() -> None:
    pos = dealt("green-4", "blue-4", "violet-fox6", "blue-shy", grains="green blue blue green yellow green")
    assert told(pos, "0 green-4", "1 blue-4", "2 violet-fox6", "3 blue-shy") == [
        "Ada: goose 4",
        "Bruno: duck 4",
        "Chloé: fox 6 at the pheasants",
        "Dalva: shy duck",
        "Dalva: no green grain for the fleeing shy duck",
        "Bruno: 1 blue at the ducks (2 points)",
        "Ada: 1 blue at the geese (2 points)",
        "Chloé: no bird for the fox at the pheasants",
        "After round 1: Ada 2, Bruno 2, Chloé 0, Dalva 0",
    ]


def test_a_reshuffle_and_the_winners_are_told() -> None:
    pos = played("hick-hack", 6, 0, {})
    story = pos.view(SPECTATOR).story(names=NAMES)
    assert any(line.startswith("The pile is empty: the discard is shuffled (") for line in story)
    assert pos.outcome is not None
    best = pos.outcome.winners
    assert story[-1].startswith("Winner: " if len(best) == 1 else "Shared win: ")
    assert all(NAMES[seat] in story[-1] for seat in best)
    assert f"({max(pos.scores)} points)" in story[-1]


# -- Asking ----------------------------------------------------------------------


def test_everybody_is_asked_for_a_card_and_told_whom_we_wait_for(ducks: tripot.Position) -> None:
    assert asked(ducks, ADA) == "Round 2 of 13: which card do you lay?"
    pos = after(ducks, LAID[0])
    assert asked(pos, ADA) == "You have laid duck 6. Waiting for cards from Bruno, Chloé and Dalva."
    assert asked(pos, SPECTATOR) == "Waiting for cards from Bruno, Chloé and Dalva."


def test_a_pair_is_asked_for_card_by_card() -> None:
    pos = dealt("yellow-3 yellow-6", "yellow-5 yellow-4", grains="blue " * 6)
    assert asked(pos, ADA) == "Round 1 of 13: which two cards do you lay? First the one earlier in table order."
    assert asked(after(pos, "0 yellow-3"), ADA) == "Which card do you lay with chicken 3?"


def test_who_is_asked_for_an_offer_sees_his_chances(ducks: tripot.Position) -> None:
    pos = after(ducks, *LAID)
    assert asked(pos, ADA) == (
        "Ada (6) and Bruno (4) at the ducks, for 1 yellow, 1 green (4 points). "
        "You win a duel 81% of the time: worth 3.2 on average. Your offer?"
    )
    assert (
        asked(pos, BRUNO)
        == "Waiting for Ada: an offer to share 1 yellow, 1 green (4 points) at the ducks, or the duel."
    )
    pos = after(pos, "0 yellow>0")
    assert asked(pos, ADA) == (
        "Your offer so far: 3 for Ada (1 yellow), nothing for Bruno. Who gets the next grain, green (1 point)?"
    )
    pos = after(pos, "0 green>1")
    assert asked(pos, BRUNO) == (
        "Ada offers you 1 of 4 points at the ducks (3 for Ada (1 yellow), 1 for Bruno (1 green)). "
        "You win a duel 19% of the time: worth 0.8 on average. Do you accept?"
    )
    assert asked(pos, CHLOE).startswith("Waiting for Bruno: answer to the offer at the ducks, 3 for Ada")


def test_the_duel_and_the_end_are_announced(ducks: tripot.Position) -> None:
    pos = after(ducks, *LAID, "0 duel", "* die-1")
    assert asked(pos, ADA) == "Duel at the ducks: the die for Bruno (duck 4)."
    over = played("hick-hack", 2, 0, {})
    assert asked(over, ADA).startswith("The game is over. ")


# -- Explaining ------------------------------------------------------------------


def test_a_card_is_explained_by_what_it_may_bring(ducks: tripot.Position) -> None:
    assert meaning(ducks, ADA, "blue-6") == (
        "duck 6: alone 1 yellow, 1 green (4 points); fox cards not yet seen here: 3"
    )
    assert meaning(ducks, ADA, "blue-shy") == (
        "shy duck: alone 1 yellow, 1 green (4 points); in company it flees with 1 green"
    )
    assert meaning(ducks, DALVA, "green-fox5").startswith("fox 5 at the geese: eats every bird that comes, no grain;")
    assert meaning(ducks, ADA, "blue-6", "fr") == (
        "canard 6\u00a0: sans rival, 1 jaune, 1 vert (4 points)\u00a0; renards d’ici pas encore vus\u00a0: 3"
    )


def test_a_grain_is_explained_by_the_offer_it_makes(ducks: tripot.Position) -> None:
    pos = after(ducks, *LAID)
    assert meaning(pos, ADA, "yellow>1") == (
        "yellow (3 points) for Bruno; so far nothing for Ada, 3 for Bruno (1 yellow)"
    )
    assert meaning(after(pos, "0 yellow>0"), ADA, "green>1") == (
        "green (1 point) for Bruno, the whole offer: 3 for Ada (1 yellow), 1 for Bruno (1 green). "
        "You win a duel 81% of the time: worth 3.2 on average."
    )


def test_every_answer_is_explained_by_share_and_duel(ducks: tripot.Position) -> None:
    pos = after(ducks, *LAID)
    assert meaning(pos, ADA, "duel") == "straight to the duel: 81% for all 4 points, worth 3.2 on average"
    assert meaning(pos, ADA, "no-offer") == "no offer; next to be asked: Bruno"
    pos = after(pos, "0 yellow>0 green>1")
    assert (
        meaning(pos, BRUNO, "accept")
        == "your share is 1 point; in the duel: 19% for all 4 points, worth 0.8 on average"
    )
    assert meaning(pos, BRUNO, "refuse") == "no, but no duel yet unless somebody calls it; next to be asked: Bruno"
    assert meaning(pos, BRUNO, "duel") == "straight to the duel: 19% for all 4 points, worth 0.8 on average"
    pos = after(pos, "1 refuse")
    assert meaning(pos, BRUNO, "no-offer").startswith("no offer; nobody is left to ask, so the duel: 19%")


def test_a_duel_called_in_an_answer_waits_for_the_other_answers() -> None:
    pos = dealt("blue-6", "blue-4", "blue-3", "green-3", grains="blue yellow blue blue blue blue")
    pos = after(pos, "0 blue-6", "1 blue-4", "2 blue-3", "3 green-3")
    assert meaning(pos, ADA, "duel").startswith("straight to the duel: ")
    pos = after(pos, "0 yellow>0")
    assert meaning(pos, BRUNO, "duel").startswith("the duel, once all have answered: ")
    assert meaning(pos, BRUNO, "duel", "fr").startswith("le duel, quand tout le monde aura répondu\u00a0: ")


@pytest.mark.parametrize(("values", "chance"), [("3 3b", 1 / 2), ("4 3", 21 / 31), ("5 3", 26 / 32), ("6 3", 30 / 33)])
def test_the_chances_of_a_duel_are_those_of_the_rules_page(values: str, chance: float) -> None:
    mine, other = (f"yellow-{value}" for value in values.split())
    pos = dealt(mine, other, "black-3", "black-3b", grains="blue " * 6)
    pos = after(pos, f"0 {mine}", f"1 {other}", "2 black-3", "3 black-3b")
    assert duel_chances(pos.view(ADA).state) == pytest.approx({ADA: chance, BRUNO: 1 - chance})


def test_with_the_better_card_only_a_second_bird_does_not_help() -> None:
    hands = ("yellow-6 yellow-3", "yellow-5 black-3")
    lines = ("0 yellow-3 yellow-6", "1 yellow-5 black-3")
    both = after(dealt(*hands, grains="blue " * 6, duel_cards="all"), *lines).view(ADA).state
    better = after(dealt(*hands, grains="blue " * 6), *lines).view(ADA).state
    assert duel_chances(better)[ADA] == pytest.approx(21 / 31)
    assert duel_chances(both)[ADA] > 21 / 31


# -- Sketch and table ------------------------------------------------------------


def test_the_sketch_shows_yards_seats_and_hand(ducks: tripot.Position) -> None:
    lines = str(after(ducks, LAID[0]).view(ADA)).splitlines()
    assert lines[0] == "round 2 of 13, supplier 1; bag 66, pile 36, discard 4"
    assert lines[2] == "  blue     4 = 1 yellow, 1 green"
    assert lines[7] == "  seat 0   0 points: no grain, birds 0; 5 cards, 1 face down"
    assert lines[8] == "* seat 1   0 points: no grain, birds 0; 5 cards"
    assert "(blue-6)" in lines[-1]
    assert "blue-shy" in lines[-1]
    assert "blue-6" not in str(after(ducks, LAID[0]))


def test_the_table_shows_who_has_chosen_but_not_what(ducks: tripot.Position) -> None:
    pos = after(ducks, LAID[0])
    theirs = printed(table.draw(pos.view(BRUNO), NAMES, "en"))
    assert "has chosen" in theirs
    assert "duck 6" not in theirs
    mine = printed(table.draw(pos.view(ADA), NAMES, "en"))
    assert "duck 6 ▼" in mine
    assert "▼ laid, face down" in mine
    assert "■ blue, ducks" in mine
    assert "Y3 G1" in mine


def test_the_table_shows_cards_offers_and_dice_in_the_open(ducks: tripot.Position) -> None:
    pos = after(ducks, *LAID, "0 yellow>0 green>1")
    drawn = printed(table.draw(pos.view(SPECTATOR), NAMES, "en"))
    assert "Dalva fox 5" in drawn
    assert "Chloé shy" in drawn
    assert "3 for Ada (1 yellow), 1 for Bruno" in " ".join(drawn.replace("│", "").split())
    pos = after(ducks, *LAID, "0 duel", "* die-1")
    assert "► at the ducks: Ada 6 + 1 = 7, Bruno 4 + ?" in printed(table.draw(pos.view(BRUNO), NAMES, "en"))


def test_the_score_sheet_comes_when_a_round_ends_and_at_no_other_time() -> None:
    pos = dealt("yellow-fox4", "yellow-fox6", "yellow-5", "yellow-shy", grains="green " * 6)
    pos = after(pos, "0 yellow-fox4", "1 yellow-fox6", "2 yellow-5", "3 yellow-shy", "* die-2", "* die-6")
    sheets = [table.report(step.before, step.after, NAMES, "en") for step in pos.view(ADA).history()]
    assert [sheet is not None for sheet in sheets] == [False] * (len(sheets) - 1) + [True]
    sheet = printed(sheets[-1])
    assert "After round 1 of 13" in sheet
    assert "5 − 2 = 3" in sheet
    *_, (before, _, _, now, _) = played("hick-hack", 3, 0, {}).view(ADA).history()
    assert "Score final" in printed(table.report(before, now, NAMES, "fr"))
    assert "★ " in printed(table.report(before, now, NAMES, "fr"))


# -- Everything, everywhere --------------------------------------------------------


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_step_of_a_game_can_be_told_asked_explained_and_drawn(seats: int) -> None:
    pos = played("hick-hack", seats, seats)
    for seat in (*range(seats), SPECTATOR):
        lang = languages()[seat % len(languages())]
        for number, (before, actor, action, now, revealed) in enumerate(pos.view(seat).history()):
            assert all(notation.tell(before, actor, action, now, NAMES, lang, revealed))
            table.report(before, now, NAMES, lang)
            assert notation.question(now, seat, NAMES, lang)
            count = rules.legal(now, seat)
            texts = [notation.explain(now, seat, move, NAMES, lang) for move in now.acts[:count]]
            assert all(texts)
            assert len(set(texts)) >= count - 2  # a second 3 or 4 reads like the first
            if number % 40 == seat or rules.to_act(now) == NOBODY:
                check_pictures(seat, now, lang)


def check_pictures(seat: int, v: rules.State, lang: str) -> None:
    view = tripot.View(GAME, v.seats, None, seat, v, lambda: iter(()))
    drawn, sketch = printed(table.draw(view, NAMES, lang)), str(view)
    assert max(map(len, drawn.splitlines())) <= 80
    assert 5 <= len(sketch.splitlines()) <= 15
    assert all(name in drawn for name in NAMES[: v.seats])
    for card in hand_of(v, seat) if seat >= 0 else ():
        assert CARDS[card] in sketch
        assert CARDS[card] in drawn


@pytest.mark.parametrize("seats", [2, 5])
def test_every_text_is_marked_for_translation(seats: int) -> None:
    pos, allowed = played("hick-hack", seats, seats), (*NAMES, *CARDS, GAME.title)
    texts = set()
    for seat in (ADA, BRUNO, SPECTATOR):
        for number, (before, actor, action, now, revealed) in enumerate(pos.view(seat).history()):
            texts |= {*notation.tell(before, actor, action, now, NAMES, PSEUDO, revealed)}
            texts |= {
                notation.question(now, seat, NAMES, PSEUDO),
                notation.question(now, seat, NAMES, PSEUDO, hints=False),
            }
            count = rules.legal(now, seat)
            texts |= {notation.explain(now, seat, move, NAMES, PSEUDO) for move in now.acts[:count]}
            if sheet := table.report(before, now, NAMES, PSEUDO):
                texts.add(printed(sheet))
            if number % 8 == 0 or rules.to_act(now) == NOBODY:
                view = tripot.View(GAME, now.seats, None, seat, now, lambda: iter(()))
                texts.add(printed(table.draw(view, NAMES, PSEUDO)))
    assert {text: words for text in texts if (words := unmarked(text, allowed))} == {}
