"""RAISE in words and drawn: exact lines at the important moments, and no gap anywhere in random games."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from rich.console import Console, RenderableType

import tripot
from tests.pseudo import unmarked
from tests.walks import legal, walk
from tripot.core.state import CHANCE, HIDDEN, NOBODY, SPECTATOR
from tripot.games.raise_ import phrases as raise_words
from tripot.games.raise_ import rules, words
from tripot.games.raise_ import terminal as tables
from tripot.games.raise_.rules import State
from tripot.games.raise_.tokens import MOVES, OUTCOMES
from tripot.language import PSEUDO, languages
from tripot.play import View

NAMES = ("Ada", "Bruno", "Chloe", "Dan", "Eve")

# The rule book's example: three bells, two diamonds, a gear and a blank.
ROLL = "diamond diamond gear bell bell bell blank"
HANDS = (
    "gear-4 cloud-3 hourglass-2 bell-1 bell-2 bell-4",
    "diamond-5 gear-4 cloud-2 cloud-3 hourglass-3 bell-2",
    "diamond-4 gear-3 cloud-2 cloud-4 hourglass-4 bell-3",
)


def view_of(s: State, seat: int) -> State:
    out = rules.State()
    rules.view(s, seat, out)
    return out


def plain(drawn: RenderableType, width: int = 80) -> str:
    """What a terminal without colours shows."""
    console = Console(width=width, no_color=True, highlight=False)
    with console.capture() as shown:
        console.print(drawn)
    return shown.get()


def draw(s: State, seat: int, lang: str = "en", names: Sequence[str] = NAMES) -> str:
    view = View(tripot.load("raise"), s.seats, rules.Options(), seat, view_of(s, seat), lambda: iter(()))
    return plain(tables.draw(view, names, lang))


class Table:
    """A table that is told move by move, as one seat sees it."""

    def __init__(self, *hands: str, roller: int = 0, viewer: int = 0, lang: str = "en", box: str = "standard") -> None:
        self.s, self.viewer, self.lang = rules.State(), viewer, lang
        rules.setup(self.s, len(hands), rules.Options(first_roller=roller, box=box))
        self.deal = self.chance(" ".join(hands))
        self.report: str | None = None

    def chance(self, tokens: str) -> list[str]:
        return [line for token in tokens.split() for line in self._step(CHANCE, OUTCOMES.index(token))]

    def begin(self, point: int, roll: str = ROLL) -> list[str]:
        return self.chance(f"point-{point} " + " ".join(f"die-{face}" for face in roll.split()))

    def play(self, seat: int, tokens: str) -> list[str]:
        return [line for token in tokens.split() for line in self._step(seat, MOVES.index(token))]

    def open(self, *cards: str) -> list[str]:
        return [line for seat, card in enumerate(cards) for line in self.play(seat, card)]

    def _step(self, actor: int, action: int) -> list[str]:
        if actor != CHANCE:
            assert action in legal(rules, self.s, actor)
        before = view_of(self.s, self.viewer)
        seen = rules.seen(self.s, self.viewer, actor, action)
        rules.apply(self.s, actor, action)
        after = view_of(self.s, self.viewer)
        report = tables.report(before, after, NAMES, self.lang)
        self.report = None if report is None else plain(report)
        return words.tell(before, actor, seen, after, NAMES, self.lang)

    def ask(self, seat: int) -> str:
        return words.question(view_of(self.s, seat), seat, NAMES, self.lang)

    def explain(self, seat: int, token: str) -> str:
        action = MOVES.index(token)
        assert action in legal(rules, self.s, seat)
        return words.explain(view_of(self.s, seat), seat, action, NAMES, self.lang)


@pytest.fixture
def book() -> Table:
    """The example of the rule book, first cards not yet chosen."""
    table = Table(*HANDS)
    table.begin(17)
    return table


# -- Telling ------------------------------------------------------------------


def test_the_deal_is_told_to_a_seat_as_its_own_hand_only() -> None:
    table = Table(*HANDS, viewer=1)
    assert table.deal == ["Bruno: hand of diamond 5, gear 4, cloud 2, cloud 3, hourglass 3, bell 2"]
    assert Table(*HANDS, viewer=SPECTATOR).deal == []


def test_the_first_roller_is_told() -> None:
    table = Table(*HANDS)
    rules.setup(table.s, 3, rules.Options())
    assert table.chance("roller-2") == ["First roll: Chloe"]


def test_a_round_begins_with_the_point_card_and_the_dice() -> None:
    assert Table(*HANDS).begin(17) == [
        "Round 1 of 9: point card 17, dice: Ada",
        "Dice: diamond ×3, gear ×2, cloud ×1, hourglass ×1, bell ×4",
    ]


def test_nothing_is_told_until_the_last_has_chosen_and_then_everything_in_the_order_of_placing() -> None:
    for viewer in (0, 2, SPECTATOR):
        table = Table(*HANDS, roller=1, viewer=viewer)
        table.begin(17)
        assert table.play(2, "gear-3") == []
        assert table.play(0, "bell-2") == []
        assert table.play(1, "diamond-5") == [
            "Bruno: diamond 5, 5 × 3 = space 15",
            "Chloe: gear 3, 3 × 2 = space 6",
            "Ada: bell 2, 2 × 4 = space 8",
        ]


def test_a_pawn_placed_on_others_is_told_with_all_below_it() -> None:
    table = Table(*HANDS)
    table.begin(17)
    assert table.open("gear-4", "gear-4", "hourglass-4")[:2] == [
        "Ada: gear 4, 4 × 2 = space 8",
        "Bruno: gear 4, 4 × 2 = space 8, on top of Ada",
    ]


def test_a_raise_is_told_card_by_card(book: Table) -> None:
    book.open("bell-2", "diamond-5", "gear-3")
    assert book.play(2, "cloud-4 stop") == ["Chloe: raise with cloud 4, 6 + 4 = 10"]
    assert book.play(0, "cloud-3 hourglass-2 stop") == [
        "Ada: raise with cloud 3, 8 + 3 = 11",
        "Ada: hourglass 2 too, 11 + 2 = 13",
    ]


def test_a_raise_that_lands_on_other_pawns_says_so() -> None:
    table = Table(*HANDS)
    table.begin(17)
    table.open("bell-2", "diamond-5", "gear-3")  # 8, 15, 6
    table.play(2, "cloud-4 stop")  # 10
    assert table.play(0, "cloud-3 bell-1") == ["Ada: raise with cloud 3, 8 + 3 = 11", "Ada: bell 1 too, 11 + 4 = 15"]
    assert table.play(0, "stop") == ["Ada: space 15, on top of Bruno"]


def test_a_pass_is_told_and_the_cards_drawn_only_to_their_owner() -> None:
    for viewer, lines in ((2, ["Chloe: bell 1 from the draw pile"]), (0, []), (SPECTATOR, [])):
        table = Table(*HANDS, viewer=viewer)
        table.begin(17)
        table.open("bell-2", "diamond-5", "gear-3")
        assert table.play(2, "pass") == ["Chloe: pass on space 6"]
        assert table.chance("bell-1") == lines


def test_the_end_of_a_round_tells_the_winner_what_is_won_and_how_things_stand(book: Table) -> None:
    book.open("bell-2", "diamond-5", "gear-3")
    book.play(2, "pass")
    book.chance("bell-1")
    assert book.play(0, "pass") == ["Ada: pass on space 8"]
    assert book.chance("bell-2") == [
        "Ada: bell 2 from the draw pile",
        "Bruno: round won on space 15, 17 + 3 in 3 cards = 20 points",
        "After round 1: Ada 0, Bruno 20, Chloe 0",
    ]
    assert book.report is not None
    assert "After round 1" in book.report
    assert re.search(r"Bruno +\+20 +17 +3 +20", book.report)


def tiny(viewer: int = 0) -> Table:
    """Two seats, decks of cloud 5, bell 1, bell 2, bell 2, hands of three, one die, point cards 6 to 9."""
    return Table("cloud-5 bell-1 bell-2", "bell-1 bell-2 bell-2", box="tiny", viewer=viewer)


def test_an_empty_pile_is_told_to_all_but_not_what_the_card_was() -> None:
    table = tiny()
    table.begin(6, "blank")
    table.open("cloud-5", "bell-1")
    table.play(1, "pass")
    assert table.chance("cloud-5") == [
        "Bruno: draw pile empty",
        "Ada: round won on space 5, 6 + 6 in 2 cards = 12 points",
        "After round 1: Ada 12, Bruno 0",
    ]


def late(*, second: tuple[str, str], viewer: int = 0) -> Table:
    """The tiny game before its last round, Ada without a card: Ada has won 15, the second round goes to Bruno."""
    table = tiny(viewer)
    table.begin(6, "blank")
    table.open("bell-1", "bell-1")  # both on 1, Bruno on top
    table.play(1, "bell-2 stop")
    table.play(0, "cloud-5 bell-2")
    table.play(1, "pass")
    table.chance("cloud-5 bell-2")
    table.begin(7, "bell")
    table.open(*second)
    return table


def test_a_seat_alone_with_a_card_wins_at_once_and_all_see_the_card() -> None:
    for viewer in (0, 1, SPECTATOR):
        table = late(second=("bell-2", "cloud-5"), viewer=viewer)
        table.play(0, "pass")
        table.begin(8, "bell")
        assert table.play(1, "bell-2") == [
            "Bruno: bell 2, 2 × 2 = space 4",
            "Bruno: round won on space 4, 8 + 1 in 1 card = 9 points",
            "After round 3: Ada 15, Bruno 22",
            "Ada: 15 + 0 in hand = 15 points",
            "Bruno: 22 + 0 in hand = 22 points",
            "Winner: Bruno (22 points)",
        ]
        assert table.report is not None
        assert re.search(r"Bruno +7 \+ 8 = 15 +7 +0 +★ 22", table.report)


def test_a_point_card_that_nobody_can_play_for_is_set_aside() -> None:
    table = late(second=("bell-2", "bell-2"))
    table.play(1, "cloud-5")
    assert table.play(0, "pass") == [
        "Ada: pass on space 4",
        "Bruno: round won on space 9, 7 + 7 in 3 cards = 14 points",
        "After round 2: Ada 15, Bruno 14",
    ]
    assert table.begin(9, "blank") == [
        "Round 3 of 3: point card 9, dice: Bruno",
        "Dice: diamond ×1, gear ×1, cloud ×1, hourglass ×1, bell ×1",
        "Nobody has a card: point card 9 set aside",
        "Ada: 15 + 0 in hand = 15 points",
        "Bruno: 14 + 0 in hand = 14 points",
        "Winner: Ada (15 points)",
    ]
    assert table.ask(0) == table.ask(SPECTATOR) == "The game is over. Winner: Ada (15 points)"


def test_in_the_end_the_hands_are_told_with_what_they_count() -> None:
    table = tiny(SPECTATOR)
    for point in (6, 7, 8):
        table.begin(point, "blank")
        table.open("bell-1" if point == 6 else "bell-2", "bell-1" if point == 6 else "bell-2")
        lines = table.play(1, "pass") if point > 6 else table.play(1, "pass") + table.chance("cloud-5 bell-2")
    assert lines == [
        "Bruno: pass on space 2",
        "Ada: round won on space 2, 8 + 2 in 2 cards = 10 points",
        "After round 3: Ada 27, Bruno 0",
        "Ada: 27 + 5 in hand (cloud 5) = 32 points",
        "Bruno: 0 + 5 in hand (cloud 5) = 5 points",
        "Winner: Ada (32 points)",
    ]


def test_a_shared_win_names_all_winners() -> None:
    ends = ([s for s, _, _ in walk("raise", 2, seed, {"box": "tiny"})][-1] for seed in range(1000))
    s = next(s for s in ends if rules.winners(s) == 0b11)
    points = words.scores(s)[0]
    assert words.winners_in_words(s, NAMES, "en") == f"Shared win: Ada and Bruno ({points} points)"
    assert words.winners_in_words(s, NAMES, "fr") == f"Victoire partagée\u00a0: Ada et Bruno ({points} points)"


def test_the_same_story_in_french() -> None:
    table = Table(*HANDS, lang="fr", viewer=2)
    assert table.deal == ["Chloe\u00a0: en main diamant 4, engrenage 3, nuage 2, nuage 4, sablier 4, cloche 3"]
    assert table.begin(17) == [
        "Manche 1 sur 9\u00a0: carte-points 17, dés\u00a0: Ada",
        "Dés\u00a0: diamant ×3, engrenage ×2, nuage ×1, sablier ×1, cloche ×4",
    ]
    assert table.open("gear-4", "gear-4", "gear-3")[1] == "Bruno\u00a0: engrenage 4, 4 × 2 = case 8, par-dessus Ada"
    assert table.play(2, "cloud-2 cloud-4 stop") == [
        "Chloe\u00a0: relance avec nuage 2, 6 + 2 = 8",
        "Chloe\u00a0: et nuage 4, 8 + 4 = 12",
    ]
    assert table.play(1, "pass") == ["Bruno\u00a0: passe, case 8"]
    table.chance("bell-1")
    assert table.play(0, "pass") == ["Ada\u00a0: passe, case 8"]
    assert table.chance("bell-2") == [
        "Chloe\u00a0: manche gagnée, case 12, 17 + 5 en 5 cartes = 22 points",
        "Après la manche 1\u00a0: Ada 0, Bruno 0, Chloe 22",
    ]
    assert table.chance("bell-1") == ["Chloe\u00a0: cloche 1, de la pioche"]


# -- Asking and explaining ----------------------------------------------------


def test_the_first_card_is_asked_with_the_stake_and_the_dice(book: Table) -> None:
    assert book.ask(0) == "Your hidden first card, for 17 points? diamond ×3, gear ×2, cloud ×1, hourglass ×1, bell ×4"
    book.play(0, "bell-2")
    assert book.ask(0) == "Your card lies face down: bell 2. Waiting for Bruno and Chloe."
    assert book.ask(SPECTATOR) == "Waiting for Bruno and Chloe: a hidden first card, for 17 points."


def test_a_first_card_is_explained_by_its_space_and_what_the_others_may_hold(book: Table) -> None:
    assert book.explain(0, "bell-2") == "2 × 4 = space 8; above 50% of the others’ cards"
    assert book.explain(0, "bell-4") == "4 × 4 = space 16, 5 points in the pile; above 93% of the others’ cards"


def test_the_last_pawn_is_asked_with_the_space_to_get_beyond_and_the_stake(book: Table) -> None:
    book.open("bell-2", "diamond-5", "gear-3")
    assert book.ask(2) == "You are last on 6: raise beyond 8, or pass? At stake: 17 + 3 in 3 cards."
    assert book.ask(0) == "Waiting for Chloe, last on 6: raise beyond 8, or pass. At stake: 17 + 3 in 3 cards."


def test_a_raise_is_explained_by_where_it_gets_and_who_is_last_then(book: Table) -> None:
    book.open("bell-2", "diamond-5", "gear-3")
    assert book.explain(2, "cloud-4") == "6 + 4 × 1 = 10; then Ada is last, on 8"
    assert book.explain(2, "cloud-2") == "6 + 2 × 1 = 8; not yet beyond 8, more cards must follow"
    assert book.explain(2, "hourglass-4") == "6 + 4 × 1 = 10, 5 points in the pile; then Ada is last, on 8"
    assert book.explain(2, "pass") == "out of this round, 1 card to draw; still in: Ada and Bruno"
    book.play(2, "cloud-2")
    assert book.ask(2) == "You are on 8 and must get beyond 8: which card next?"
    book.play(2, "cloud-4")
    assert book.ask(2) == "You are on 12, beyond 8: another card, or stop?"
    assert book.explain(2, "stop") == "stay on 12; then Ada is last, on 8"


def test_a_seat_that_can_add_nothing_is_told_so_but_nobody_else(book: Table) -> None:
    book.open("bell-2", "diamond-5", "gear-3")
    book.play(2, "bell-3")  # 18, and every other card stands before it in the table
    assert book.ask(2) == "You are on 18, beyond 8, and no card may follow: stop."
    assert book.ask(0) == "Waiting for Chloe: a raise beyond 8, on 18 so far. At stake: 17 + 4 in 4 cards."


def test_a_pass_that_decides_the_round_says_for_whom(book: Table) -> None:
    book.open("bell-2", "diamond-5", "gear-3")
    book.play(2, "pass")
    book.chance("bell-1")
    assert book.explain(0, "pass") == "out of this round, 1 card to draw; 20 points for Bruno"


def test_on_top_of_a_stack_any_card_is_enough(book: Table) -> None:
    book.open("gear-4", "gear-4", "diamond-4")
    assert book.ask(1) == (
        "You are last on 8, on top of Ada: any card is enough. Raise or pass? At stake: 17 + 3 in 3 cards."
    )


def test_a_seat_that_cannot_get_beyond_is_told_so_but_nobody_else() -> None:
    table = late(second=("bell-2", "cloud-5"))
    assert table.ask(0) == "You are last on 4 and cannot get beyond 5: you can only pass. At stake: 7 + 6 in 2 cards."
    assert table.ask(1) == "Waiting for Ada, last on 4: raise beyond 5, or pass. At stake: 7 + 6 in 2 cards."


def test_a_seat_alone_with_cards_is_told_that_the_round_is_its_own() -> None:
    table = late(second=("bell-2", "cloud-5"))
    table.play(0, "pass")
    table.begin(8, "bell")
    assert table.explain(1, "bell-2") == "2 × 2 = space 4; nobody else has a card: the round is yours"


def test_the_questions_in_french() -> None:
    table = Table(*HANDS, lang="fr")
    table.begin(17)
    assert table.ask(0) == (
        "Ta première carte, cachée, pour 17 points\u00a0? diamant ×3, engrenage ×2, nuage ×1, sablier ×1, cloche ×4"
    )
    assert table.explain(0, "bell-2") == "2 × 4 = case 8\u00a0; au-dessus de 50\u00a0% des cartes des autres"
    table.open("bell-2", "diamond-5", "gear-3")
    assert table.ask(2) == (
        "Ton pion est dernier, case 6\u00a0: relancer au-delà de 8, ou passer\u00a0? En jeu\u00a0: 17 + 3 en 3 cartes."
    )
    assert (
        table.explain(2, "pass") == "hors de cette manche, 1 carte à piocher\u00a0; encore en lice\u00a0: Ada et Bruno"
    )


# -- Drawing ------------------------------------------------------------------


def test_the_sketch_shows_the_table_in_plain_text(book: Table) -> None:
    book.open("gear-4", "gear-4", "gear-3")
    book.play(2, "pass")
    book.chance("bell-1")
    assert words.sketch(view_of(book.s, 1), 1).splitlines() == [
        "RAISE  round 1 of 9, at stake: 17 + 3 in 3 cards",
        "dice: diamond ×3, gear ×2, cloud ×1, hourglass ×1, bell ×4",
        "  seat 0: on space 8, 0 points, 5 cards in hand, 24 in the pile",
        "> seat 1 (you): on space 8, on top of seat 0, 0 points, 5 cards in hand, 24 in the pile",
        "  seat 2: passed, 0 points, 6 cards in hand, 23 in the pile",
        "hand of seat 1: diamond 5 (15), cloud 2 (2), cloud 3 (3), hourglass 3 (3), bell 2 (8)",
        "You are last on 8, on top of seat 0: any card is enough. Raise or pass? At stake: 17 + 3 in 3 cards.",
    ]


def test_the_drawn_table_shows_who_has_chosen_but_not_what(book: Table) -> None:
    book.play(1, "diamond-5")
    shown = draw(book.s, 0)
    assert re.search(r"Bruno +card laid", shown)
    assert re.search(r"▶ Chloe +choosing", shown)
    other = Table(*HANDS)
    other.begin(17)
    other.play(1, "bell-2")
    assert draw(other.s, 0) == shown


def test_the_drawn_table_shows_the_race_and_the_own_hand(book: Table) -> None:
    book.open("gear-4", "gear-4", "gear-3")
    shown = draw(book.s, 2)
    assert "Round 1 of 9, dice: Ada" in shown
    assert "point card 17 + 3 points in 3 cards of the common pile" in shown
    assert "♦ ♦ ☼ ♪ ♪ ♪ □" in shown
    assert re.search(r"Ada +─+● +8, under Bruno", shown)
    assert re.search(r"▶ Chloe +─+●·+ +6, beyond 8\?", shown)
    assert "3×4 = 12" in shown
    assert "★ counts 5" in shown


def test_at_the_end_the_drawn_table_shows_the_count_and_all_hands() -> None:
    table = tiny()
    for point in (6, 7, 8):
        table.begin(point, "blank")
        table.open("bell-1" if point == 6 else "bell-2", "bell-1" if point == 6 else "bell-2")
        table.play(1, "pass")
        table.chance("cloud-5 bell-2" if point == 6 else "")
    shown = draw(table.s, SPECTATOR)
    assert "Winner: Ada (32 points)" in shown
    assert re.search(r"Ada +6 \+ 7 \+ 8 = 21 +6 +5 +★ 32", shown)
    assert re.search(r"Bruno +≈5 \(5\)", shown)


# -- Everywhere ---------------------------------------------------------------


WALKS = [(2, 0), (2, 1), (2, 2), (3, 2), (4, 0), (4, 1), (5, 2)]  # seed 0: the rule book's way, 1: just enough, 2: tiny


@pytest.mark.parametrize(("seats", "seed"), WALKS)
def test_at_every_step_everything_can_be_told_asked_explained_and_drawn_for_everybody(seats: int, seed: int) -> None:
    before: dict[int, tuple[State, int]] = {}
    last = CHANCE
    for number, (s, actor, action) in enumerate(walk("raise", seats, seed)):
        for viewer in (*range(seats), SPECTATOR):
            v = view_of(s, viewer)
            if viewer in before:
                check_told(*before[viewer], last, v)
            before[viewer] = v, HIDDEN if actor == NOBODY else rules.seen(s, viewer, actor, action)
            check_shown(v, viewer, is_drawn=number % 40 == viewer % 40 or v.phase == rules.OVER)
        last = actor


@pytest.mark.parametrize(("seats", "seed"), WALKS)
def test_everything_that_is_said_and_drawn_is_translated(seats: int, seed: int) -> None:
    said: list[str] = []
    before, seen, last = None, HIDDEN, CHANCE
    for number, (s, actor, action) in enumerate(walk("raise", seats, seed)):
        viewer = actor if actor >= 0 else number % seats
        v, after = view_of(s, viewer), view_of(s, 0)
        if before is not None:
            said += words.tell(before, last, seen, after, NAMES, PSEUDO)
            report = tables.report(before, after, NAMES, PSEUDO)
            said += [plain(report)] if report is not None else []
        said += [words.question(v, viewer, NAMES, PSEUDO), words.question(v, SPECTATOR, NAMES, PSEUDO)]
        said += [words.explain(v, viewer, action, NAMES, PSEUDO) for action in legal(rules, v, viewer)]
        said += [draw(s, viewer, PSEUDO)] if number % 40 == 0 or v.phase == rules.OVER else []
        before, seen, last = after, HIDDEN if actor == NOBODY else rules.seen(s, 0, actor, action), actor
    assert unmarked("\n".join(said), (*NAMES, "RAISE")) == []


def check_told(before: State, seen: int, actor: int, after: State) -> None:
    told = [words.tell(before, actor, seen, after, NAMES, lang) for lang in languages()]
    assert len({*map(len, told)}) == 1
    for lang, lines in zip(languages(), told, strict=True):
        check(lines, lang)
        tables.report(before, after, NAMES, lang)


def check_shown(v: State, viewer: int, *, is_drawn: bool) -> None:
    """Ask and explain everything that this viewer can be shown; draw it now and then, which is slow."""
    for lang in languages():
        check([words.question(v, viewer, NAMES, lang)], lang)
        for action in legal(rules, v, viewer):
            check([words.explain(v, viewer, action, NAMES, lang)], lang)
    assert 4 <= len(words.sketch(v, viewer).splitlines()) <= 15
    for lang in languages() if is_drawn else ():
        shown = draw(v, viewer, lang, [f"{name} the very very long" for name in NAMES])
        assert max(map(len, shown.splitlines())) <= 80
        if viewer >= 0:
            hand_is_drawn(v, viewer, shown, lang)


def hand_is_drawn(v: State, viewer: int, shown: str, lang: str) -> None:
    for card in words.hand(v, viewer):
        assert str(rules.DIGIT[card]) in shown
        assert tables.SYMBOLS[rules.SYMBOL[card]] in shown
        if v.phase != rules.OVER:
            assert raise_words.SYMBOL_NAMES[lang][rules.SYMBOL[card]] in shown


FOREIGN = {
    "en": re.compile(r"\b(carte|case|manche|cloche|nuage|sablier|passe|relance|dés|et|vous)\b", re.IGNORECASE),
    "fr": re.compile(r"\b(card|space|round|bell|cloud|hourglass|pass|raise|dice|and|you|the)\b", re.IGNORECASE),
}


def check(lines: Sequence[str], lang: str) -> None:
    for line in lines:
        assert line.strip()
        assert "{" not in line
        assert lang not in FOREIGN or not FOREIGN[lang].search(line), line
