"""Razzia (Stefan Dorra, Ravensburger 1992) for 3-8 players, told a second time and plainly: the oracle of the tests.

It follows the French rule book ("Razzia", translated by François Haffner after the English of Mark Green) section by
section; the section names stand in the comments. Where the rule book is silent it follows the rulings of the rules page
(R-1 ... R-28), and for the spelling and the order of moves and chance events the notation page.

The whole game is one script, a generator that yields a question whenever somebody must decide or chance must speak,
and goes on when everybody asked has answered. It shares no code with the real rules, and it is in no hurry.
"""

from collections import Counter
from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from typing import TypeVar

# --- What is in the box -----------------------------------------------------------------------------------------------

BARS = ["colibri", "cotton", "havanna", "jungle", "lincoln", "jazz"]  # in reading order

GAMBLERS = ["g1", "g2", "g3", "g3b", "g4", "g4b", "g5", "g6"]  # of each bar; the second 3 and 4 carry a "b"
POLICE = ["p3", "p4", "p5", "p6"]  # of each bar
ONLY_FOR_SEVEN_OR_EIGHT = {"g3b", "g4b", "p5"}  # "Préparatifs pour 4 à 6 joueurs": back into the box

NOTES = {5: 14, 10: 14, 15: 14, 20: 14, 25: 7, 30: 7, 40: 7, 50: 7}  # value in thousands: how many; 84 in all
NOTES_OUT_FOR_THREE = {5: 2, 10: 2, 15: 2, 20: 2, 25: 1, 30: 1, 40: 1, 50: 1}  # "Aménagements pour 3 joueurs"

HAND_SIZE = 5
DIE = {f"die-{face}": 1 for face in range(1, 7)}

OPTIONS = {"leftover", "removed_bars", "first_dealer"}


def bar_of(card: str) -> str:
    """The coloured edge of the card: the only bar where it can be played."""
    return card.partition("-")[0]


def is_police(card: str) -> bool:
    """A Razzia card; all others are gamblers."""
    return card.partition("-")[2][0] == "p"


def value_of(card: str) -> int:
    """The figure on the card, 1 to 6."""
    return int(card.partition("-")[2][1])


# --- How the script talks to the outside ------------------------------------------------------------------------------


@dataclass
class Question:
    """Either choices (each seat asked -> the tokens it may answer) or a chance event (token -> weight)."""

    choices: dict[int, set[str]] = field(default_factory=dict)
    weights: dict[str, int] = field(default_factory=dict)


Answers = dict[int | None, str]  # who (None is chance) -> the token
T = TypeVar("T")
Script = Generator[Question, Answers, T]


def draw(weights: dict[str, int]) -> Script[str]:
    """Chance speaks."""
    answers = yield Question(weights=weights)
    return answers[None]


def ask(seat: int, tokens: Iterable[str]) -> Script[str]:
    """One seat decides."""
    answers = yield Question(choices={seat: set(tokens)})
    return answers[seat]


def ask_together(choices: dict[int, set[str]]) -> Script[dict[int, str]]:
    """Several seats decide, hidden from one another; the last answer reveals all."""
    answers = yield Question(choices=choices)
    return {seat: answers[seat] for seat in choices}


# --- The game ---------------------------------------------------------------------------------------------------------


class Oracle:
    """One game of Razzia, from the choice of the first dealer to the count of the money."""

    def __init__(self, seats: int, options: dict[str, object]) -> None:
        if not 3 <= seats <= 8:
            raise ValueError(f"Razzia is for 3 to 8 players, not {seats}")
        given = {name: value for name, value in options.items() if value is not None}
        if not set(given) <= OPTIONS:
            raise ValueError(f"unknown options: {sorted(set(given) - OPTIONS)}")

        self.seats = seats
        self.leftover = given.get("leftover", "short_round")
        if self.leftover not in ("short_round", "discard"):
            raise ValueError(f"leftover={self.leftover!r}")
        self.first_dealer = given.get("first_dealer")
        if self.first_dealer is not None and self.first_dealer not in range(seats):
            raise ValueError(f"first_dealer={self.first_dealer!r}")

        self.bars = list(BARS)
        if seats == 3:  # "Enlevez deux plateaux de jeu et les cartes de même couleur"; which two is free
            removed = given.get("removed_bars", ("lincoln", "jazz"))
            if not isinstance(removed, tuple) or len(set(removed)) != 2 or not set(removed) <= set(BARS):
                raise ValueError(f"removed_bars={removed!r}")
            self.bars = [bar for bar in BARS if bar not in removed]

        # Cards: face-down pile, discard, hands, and what lies revealed on the bars in this round (seat -> card).
        self.pile = [
            f"{bar}-{figure}"
            for bar in self.bars
            for figure in GAMBLERS + POLICE
            if seats >= 7 or figure not in ONLY_FOR_SEVEN_OR_EIGHT
        ]
        self.discard: list[str] = []
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.table: dict[int, str] = {}

        # Notes: face-down stock, the dealer's free note (at most one), the bars' pots, and what everybody has won.
        notes = Counter(NOTES)
        if seats == 3:
            notes.subtract(NOTES_OUT_FOR_THREE)
        self.stock = sorted(notes.elements())
        self.free_note: list[int] = []
        self.pots: dict[str, list[int]] = {bar: [] for bar in self.bars}
        self.won: list[list[int]] = [[] for _ in range(seats)]

        self.dealer = 0  # until he is chosen
        self.rounds = 0  # rounds begun

        self._over = False
        self._question = Question()
        self._answers: Answers = {}
        self._script = self._game()
        self._question = next(self._script)  # the script always begins with a question

    # --- The interface ---

    def pending(self) -> set[int]:
        """The seats that may act now; empty at a chance event and when the game is over."""
        return {seat for seat in self._question.choices if seat not in self._answers}

    def chance(self) -> dict[str, int]:
        """At a chance event: every possible token and its weight; otherwise empty."""
        return dict(self._question.weights)

    def legal(self, seat: int) -> set[str]:
        """The tokens of the legal steps of a pending seat; empty for any other."""
        return set(self._question.choices[seat]) if seat in self.pending() else set()

    def play(self, actor: int | None, token: str) -> None:
        """One step of a seat, or of chance (None)."""
        possible = set(self.chance()) if actor is None else self.legal(actor)
        if token not in possible:
            raise ValueError(f"{'chance' if actor is None else f'seat {actor}'} cannot play {token!r} now")
        self._answers[actor] = token
        if self.pending():
            return  # a simultaneous choice goes on only when the last answer is in
        answers, self._answers = self._answers, {}
        try:
            self._question = self._script.send(answers)
        except StopIteration:
            self._question = Question()
            self._over = True

    def scores(self) -> list[int]:
        """The money won so far, in thousands. What lies on the bars is nobody's (R-22)."""
        return [sum(notes) for notes in self.won]

    def winners(self) -> set[int]:
        """The richest ("Le plus riche l'emporte"); equally rich players share the victory (R-21)."""
        richest = max(self.scores())
        return {seat for seat in range(self.seats) if self.scores()[seat] == richest} if self._over else set()

    def over(self) -> bool:
        """Has the last round been played?"""
        return self._over

    def hand(self, seat: int) -> list[str]:
        """The cards in hand, sorted; a card chosen but not yet revealed is still among them."""
        return sorted(self.hands[seat])

    # --- The script ---

    def _game(self) -> Script[None]:
        if self.first_dealer is None:  # the flavour rule of the rule book is left to chance
            token = yield from draw({f"dealer-{seat}": 1 for seat in range(self.seats)})
            self.dealer = int(token.removeprefix("dealer-"))
        else:
            self.dealer = int(str(self.first_dealer))

        for _ in range(HAND_SIZE):
            yield from self._deal_one_card_each()

        while True:
            yield from self._round()
            if self._no_more_rounds():
                return
            # "Nouveau tour": the next player becomes dealer and brings every hand back to five.
            self.dealer = (self.dealer + 1) % self.seats
            yield from self._deal_one_card_each()

    def _no_more_rounds(self) -> bool:
        """Rule book, "Fin de la partie": the round with the last notes is the last.

        With three players 14 rounds leave two notes: a short 15th round, or the two are set aside unseen (R-1).
        """
        if self.leftover == "discard":
            return len(self.stock) < len(self.bars) + 1
        return not self.stock

    def _clockwise_from_left_of_dealer(self) -> list[int]:
        return [(self.dealer + step) % self.seats for step in range(1, self.seats + 1)]

    def _deal_one_card_each(self) -> Script[None]:
        for seat in self._clockwise_from_left_of_dealer():
            if not self.pile:  # "Quand la pioche est vide, mélangez les cartes jouées": now, and not before
                self.pile, self.discard = self.discard, []
            card = yield from draw(dict.fromkeys(self.pile, 1))
            self.pile.remove(card)
            self.hands[seat].append(card)

    def _round(self) -> Script[None]:
        self.rounds += 1
        yield from self._lay_out_money()
        yield from self._choose_cards()
        for bar in self.bars:  # in reading order, each settled completely before the next
            yield from self._settle(bar)
        self.discard += self.table.values()
        self.table = {}

    def _draw_note(self) -> Script[int]:
        token = yield from draw({f"note-{value}": count for value, count in Counter(self.stock).items()})
        note = int(token.removeprefix("note-"))
        self.stock.remove(note)
        return note

    def _lay_out_money(self) -> Script[None]:
        """Rule book, "Début de la partie": a note on each bar in reading order, one more where the dealer likes."""
        for bar in self.bars:
            if self.stock:  # the short round has only two notes, for the first two bars
                note = yield from self._draw_note()
                self.pots[bar].append(note)
        if self.stock:
            note = yield from self._draw_note()
            self.free_note = [note]
            token = yield from ask(self.dealer, [f"put-{bar}" for bar in self.bars])
            self.pots[token.removeprefix("put-")] += self.free_note
            self.free_note = []

    def _choose_cards(self) -> Script[None]:
        """Rule book, "Le jeu": everybody lays one of his five cards face down; then all are turned over."""
        self.table = yield from ask_together({seat: set(self.hands[seat]) for seat in range(self.seats)})
        for seat, card in self.table.items():
            self.hands[seat].remove(card)

    # --- Who gets the money of a bar ---

    def _settle(self, bar: str) -> Script[None]:
        here = [seat for seat, card in self.table.items() if bar_of(card) == bar]
        police = [seat for seat in here if is_police(self.table[seat])]
        gamblers = [seat for seat in here if not is_police(self.table[seat])]

        if police and gamblers:
            contenders = police  # "Cartes Razzia": the raid succeeds, the gamblers get nothing
        elif police:
            contenders = []  # nobody to arrest: the money stays
        else:
            contenders = gamblers  # "Cartes Joueurs"

        if not contenders or not self.pots[bar]:  # an empty pot: nothing to share
            return
        if len(contenders) == 1:
            self._take(contenders[0], bar, self.pots[bar])
        else:
            yield from self._share(bar, self._ranked(contenders))

    def _take(self, seat: int, bar: str, notes: list[int]) -> None:
        for note in list(notes):
            self.pots[bar].remove(note)
            self.won[seat].append(note)

    def _value(self, seat: int) -> int:
        return value_of(self.table[seat])

    def _distance(self, seat: int) -> int:
        """How many seats clockwise from the current dealer, who himself sits at 0 (R-14)."""
        return (seat - self.dealer) % self.seats

    def _ranked(self, contenders: list[int]) -> list[int]:
        """From the strongest card to the weakest; of equal cards the one farther from the dealer is the weaker."""
        return sorted(contenders, key=lambda seat: (-self._value(seat), self._distance(seat)))

    def _share(self, bar: str, ranked: list[int]) -> Script[None]:
        """Rule book, "Partage à deux" and "Partage entre 3 joueurs ou plus".

        The strongest makes one proposal, the others say yes or duel, and that is all (R-7).
        """
        proposer, *others = ranked
        shares = yield from self._proposal(bar, ranked)
        answers = yield from ask_together({seat: {"accept", "duel"} for seat in others})  # together, hidden

        for seat in others:
            if answers[seat] == "accept":  # who agrees takes his money, whatever the others do
                self._take(seat, bar, shares[seat])

        refusers = [seat for seat in others if answers[seat] == "duel"]
        if not refusers:
            self._take(proposer, bar, shares[proposer])
        elif self.pots[bar]:  # unless the accepters hold every note: then there is nothing to fight for
            winner = yield from self._duels([proposer, *refusers])
            self._take(winner, bar, self.pots[bar])  # all that was left on the bar, the proposer's own share included

    def _proposal(self, bar: str, contenders: list[int]) -> Script[dict[int, list[int]]]:
        """The notes one by one, the highest first; receivers of equal notes in rising order. No change is given.

        Any share may be empty (R-6). The notes stay on the bar until the answers are known.
        """
        proposer = contenders[0]
        shares: dict[int, list[int]] = {seat: [] for seat in contenders}
        previous_note, previous_receiver = 0, 0
        for note in sorted(self.pots[bar], reverse=True):
            lowest = previous_receiver if note == previous_note else 0
            token = yield from ask(proposer, [f"{note}>{seat}" for seat in contenders if seat >= lowest])
            previous_note, previous_receiver = note, int(token.split(">")[1])
            shares[previous_receiver].append(note)
        return shares

    # --- Dice ---

    def _duels(self, ranked: list[int]) -> Script[int]:
        """Strongest against weakest; the winner against the strongest who has not fought yet, and so on (R-12)."""
        strongest, *waiting, weakest = ranked
        champion = yield from self._duel(strongest, weakest)
        for challenger in waiting:
            champion = yield from self._duel(champion, challenger)
        return champion

    def _duel(self, champion: int, challenger: int) -> Script[int]:
        """Rule book, "Duel": die plus card, the higher total wins. The champion rolls first (R-28)."""
        totals: dict[int, int] = {}
        for seat in (champion, challenger):
            token = yield from draw(DIE)
            totals[seat] = self._value(seat) + int(token.removeprefix("die-"))
        if totals[champion] == totals[challenger]:
            # A tie goes to the weaker card; of equal cards that is the one farther from the dealer.
            return self._ranked([champion, challenger])[-1]
        return max(totals, key=lambda seat: totals[seat])
