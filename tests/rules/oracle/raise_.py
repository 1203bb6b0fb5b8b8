"""A slow and plain second implementation of RAISE (Peter Prinz, Piatnik), 2-5 players.

It follows the French rule book, section by section ("Préparation du jeu", then the four phases of a round, then "Fin
du jeu"). What the book leaves open is decided as on the rules page (rulings P1 to P26); the cards and dice are those of
the rules page too. Spelling and order of the questions are those of the notation page, section `raise`.

The whole game is one generator, `Oracle._game`. It yields a question, either an `Ask` (seats have to choose) or a
`Chance` (a card is drawn, a die is rolled), and is sent the answer, an (actor, token) pair.

The board is played as on the table: every space holds a stack of pawns, and the pawn to move is the top one of the
rearmost stack.
"""

from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

# --- The box ---------------------------------------------------------------------------------------------------------

DIGITS: dict[str, list[int]] = {  # the deck of every player, symbol by symbol
    "diamond": [4, 5, 5, 6],
    "gear": [3, 4, 4, 4, 5],
    "cloud": [2, 3, 3, 3, 4, 5],
    "hourglass": [2, 2, 3, 3, 3, 3, 4],
    "bell": [1, 2, 2, 2, 3, 3, 3, 4],
}
DECK: list[str] = [f"{symbol}-{digit}" for symbol, digits in DIGITS.items() for digit in digits]
TABLE_ORDER: list[str] = list(dict.fromkeys(DECK))  # the 17 different cards

DICE: list[list[str]] = [
    *(3 * [["blank", "cloud", "hourglass", "bell", "gear", "diamond"]]),
    *(2 * [["blank", "cloud", "hourglass", "bell", "gear", "bell"]]),
    *(2 * [["blank", "cloud", "hourglass", "bell", "hourglass", "bell"]]),
]
POINT_CARDS: list[int] = [6, 7, 8, 9, 10, 11, 12, 14, 15, 16, 17, 18, 19, 20]
POINT_CARDS_REMOVED: dict[int, int] = {2: 6, 3: 5, 4: 4, 5: 3}  # by number of players
HAND_SIZE = 6


def symbol_of(card: str) -> str:
    return card.split("-")[0]


def digit_of(card: str) -> int:
    return int(card.split("-")[1])


def victory_points(card: str) -> int:
    """The victory points printed on a numbered card: 5 on the highest of its symbol, 1 on the others."""
    return 5 if digit_of(card) == max(DIGITS[symbol_of(card)]) else 1


def value(card: str, dice: list[str]) -> int:
    """Digit times the number of times the symbol is seen on the dice and, once, on the board (P1)."""
    return digit_of(card) * (dice.count(symbol_of(card)) + 1)


def in_table_order(cards: list[str]) -> list[str]:
    return sorted(cards, key=TABLE_ORDER.index)


def sufficient_raises(hand: list[str], dice: list[str], distance: int, just_enough: bool) -> set[tuple[str, ...]]:
    """All raises that move a pawn farther than `distance`; each as its cards in table order.

    With `just_enough` only those of which no card could be spared.
    """

    def goes_beyond(cards: tuple[str, ...]) -> bool:
        return sum(value(card, dice) for card in cards) > distance  # strictly beyond (P3), sum of the values (P2)

    def has_a_card_to_spare(cards: tuple[str, ...]) -> bool:
        return any(goes_beyond(cards[:i] + cards[i + 1 :]) for i in range(len(cards)))

    return {
        cards
        for how_many in range(1, len(hand) + 1)
        for cards in combinations(in_table_order(hand), how_many)
        if goes_beyond(cards) and not (just_enough and has_a_card_to_spare(cards))
    }


# --- Questions and answers -------------------------------------------------------------------------------------------


@dataclass
class Ask:
    """Seats that have to choose, each with its legal tokens. One of them answers; the others are asked again."""

    legal: dict[int, set[str]]


@dataclass
class Chance:
    """A chance event: its possible tokens, each with the number of physical cards or faces."""

    weights: dict[str, int]


Question: TypeAlias = Ask | Chance
Answer: TypeAlias = tuple[int | None, str]
Script: TypeAlias = Generator[Question, Answer, None]


# --- The game --------------------------------------------------------------------------------------------------------


class Oracle:
    """One game of RAISE."""

    def __init__(self, seats: int, options: dict[str, object]) -> None:
        if seats not in POINT_CARDS_REMOVED:
            raise ValueError(f"RAISE is for 2 to 5 players, not {seats}")
        raise_cards = options.get("raise_cards", "any")
        if raise_cards not in ("any", "just_enough"):
            raise ValueError(f"raise_cards: {raise_cards!r}")
        first_roller = options.get("first_roller")
        if first_roller is not None and first_roller not in range(seats):
            raise ValueError(f"first_roller: {first_roller!r}")

        self.seats = seats
        self.just_enough = raise_cards == "just_enough"
        self.roller: int | None = first_roller if isinstance(first_roller, int) else None

        self.piles: list[list[str]] = [list(DECK) for _ in range(seats)]  # face down: the order means nothing here
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.won_cards: list[list[str]] = [[] for _ in range(seats)]
        self.won_points: list[list[int]] = [[] for _ in range(seats)]

        self.unseen_points: list[int] = list(POINT_CARDS)  # the pile, and those put back into the box unseen (P24)
        self.set_aside: list[int] = []  # point cards nobody could play for (P17)
        self.rounds_begun = 0
        self.point_card: int | None = None
        self.dice: list[str] = []
        self.common_pile: list[str] = []
        self.board: dict[int, list[int]] = {}  # space -> pawns on it, from bottom to top; no empty stacks

        self._script: Script = self._game()
        self._question: Question | None = next(self._script)  # None: the game is over

    # -- The rules --

    def _game(self) -> Script:
        # "Choisissez le joueur qui commence": free choice, hence random (P23).
        if self.roller is None:
            _, token = yield Chance({f"roller-{seat}": 1 for seat in range(self.seats)})
            self.roller = int(token.removeprefix("roller-"))
        # "Tirez 6 cartes de votre paquet."
        yield from self._everybody_draws()
        # One round for every point card that was not removed.
        for _ in range(len(POINT_CARDS) - POINT_CARDS_REMOVED[self.seats]):
            yield from self._round()

    def _round(self) -> Script:
        self.rounds_begun += 1
        yield from self._phase_1_point_card_and_dice()
        yield from self._phase_2_first_cards()
        yield from self._phase_3_raise_or_pass()
        yield from self._phase_4_end_of_round()

    def _phase_1_point_card_and_dice(self) -> Script:
        """Phase 1, "Retourner une carte-points et lancer les dés"."""
        _, token = yield Chance({f"point-{points}": 1 for points in self.unseen_points})
        self.point_card = int(token.removeprefix("point-"))
        self.unseen_points.remove(self.point_card)
        self.dice = []
        for faces in DICE:
            _, token = yield Chance(Counter(f"die-{face}" for face in faces))
            self.dice.append(token.removeprefix("die-"))

    def _phase_2_first_cards(self) -> Script:
        """Phase 2, "Jouer les cartes numérotées": all who have a card (P15) choose one, hidden, and reveal together."""
        committed: dict[int, str] = {}
        players = [seat for seat in range(self.seats) if self.hands[seat]]
        while len(committed) < len(players):
            actor, card = yield Ask({seat: set(self.hands[seat]) for seat in players if seat not in committed})
            assert actor is not None
            committed[actor] = card
        # "En commençant par la personne qui a tiré les dés": clockwise from the roller (P7), later pawns on top (P6).
        assert self.roller is not None
        for step in range(self.seats):
            seat = (self.roller + step) % self.seats
            if seat in committed:
                card = committed[seat]
                self._to_common_pile(seat, card)
                self._place_pawn(seat, value(card, self.dice))

    def _phase_3_raise_or_pass(self) -> Script:
        """Phase 3, "Relancer ou passer": only the last pawn acts (P10), until one is left.

        The book also ends the round when all cards are played, the farthest pawn winning. That comes to the same: a
        last pawn without cards has to pass (P13), and in a stack the lowest one remains (P14).
        """
        while sum(map(len, self.board.values())) > 1:
            # The spaces of the last and the second-to-last pawn; they may be the same (P5).
            space, second_to_last = sorted(space for space, stack in self.board.items() for _ in stack)[:2]
            seat = self.board[space][-1]  # "en cas d'égalité [...] au-dessus de la pile"
            raised: list[str] = []
            yield from self._ask_for_raise(seat, second_to_last - space, raised)
            self._lift_pawn(space)
            if raised:
                self._place_pawn(seat, space + sum(value(card, self.dice) for card in raised))
            else:
                yield from self._draw(seat)  # passed: "complète sa main" at once (P11)

    def _ask_for_raise(self, seat: int, distance: int, raised: list[str]) -> Script:
        """Ask for a raise of more than `distance`, card by card in table order; `raised` stays empty after a pass."""
        raises = sufficient_raises(self.hands[seat], self.dice, distance, self.just_enough)
        while True:
            so_far = tuple(raised)
            done = len(so_far)
            further_cards = {cards[done] for cards in raises if cards[:done] == so_far and len(cards) > done}
            if so_far in raises and (self.just_enough or not self.hands[seat]):
                return  # beyond, and everybody sees that nothing may be added: it ends by itself
            legal = set(further_cards)
            if not raised:
                legal.add("pass")  # the only choice if there is no sufficient raise (P9)
            elif so_far in raises:
                legal.add("stop")
            _, token = yield Ask({seat: legal})
            if token in ("pass", "stop"):
                return
            raised.append(token)
            self._to_common_pile(seat, token)

    def _phase_4_end_of_round(self) -> Script:
        """Phase 4, "Fin de la manche"."""
        assert self.point_card is not None
        if self.board:
            [[winner]] = self.board.values()
            self.won_points[winner].append(self.point_card)
            self.won_cards[winner].extend(self.common_pile)
            self.roller = winner  # "Celui qui a gagné le tour précédent lance les dés" (P22)
        else:
            self.set_aside.append(self.point_card)  # nobody had a card; the roller stays (P17)
        self.point_card = None
        self.common_pile.clear()
        self.board.clear()
        yield from self._everybody_draws()  # after the last round too (P19)

    def _everybody_draws(self) -> Script:
        for seat in range(self.seats):
            yield from self._draw(seat)

    def _draw(self, seat: int) -> Script:
        """Fill the hand up to six, as far as the seat's own pile reaches (P12)."""
        while len(self.hands[seat]) < HAND_SIZE and self.piles[seat]:
            _, card = yield Chance(Counter(self.piles[seat]))
            self.piles[seat].remove(card)
            self.hands[seat].append(card)

    def _to_common_pile(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.common_pile.append(card)

    def _place_pawn(self, seat: int, space: int) -> None:
        self.board.setdefault(space, []).append(seat)  # on top of those already there (P6, P8)

    def _lift_pawn(self, space: int) -> None:
        self.board[space].pop()  # the top one
        if not self.board[space]:
            del self.board[space]

    # -- The interface --

    def pending(self) -> set[int]:
        """The seats that may act now."""
        return set(self._question.legal) if isinstance(self._question, Ask) else set()

    def chance(self) -> dict[str, int]:
        """The outcomes of the chance event that is due, with their weights."""
        return dict(self._question.weights) if isinstance(self._question, Chance) else {}

    def legal(self, seat: int) -> set[str]:
        """What a pending seat may do."""
        return set(self._question.legal.get(seat, ())) if isinstance(self._question, Ask) else set()

    def play(self, actor: int | None, token: str) -> None:
        """Answer the question; actor None is chance."""
        if token not in (self.chance() if actor is None else self.legal(actor)):
            raise ValueError(f"illegal: {actor} {token}")
        try:
            self._question = self._script.send((actor, token))
        except StopIteration:
            self._question = None

    def over(self) -> bool:
        """Whether the last round has been played and the last card drawn."""
        return self._question is None

    def scores(self) -> list[int]:
        """Won point cards and the VP of won numbered cards; when the game is over the VP of the hand as well (P20)."""
        return [
            sum(self.won_points[seat])
            + sum(victory_points(card) for card in self.won_cards[seat])
            + (sum(victory_points(card) for card in self.hands[seat]) if self.over() else 0)
            for seat in range(self.seats)
        ]

    def winners(self) -> set[int]:
        """Who has "le plus de points"; equal scores share the victory (P21)."""
        if not self.over():
            return set()
        scores = self.scores()
        return {seat for seat in range(self.seats) if scores[seat] == max(scores)}

    def hand(self, seat: int) -> list[str]:
        """The cards in hand, sorted; a card chosen but not yet revealed is still among them."""
        return sorted(self.hands[seat])
