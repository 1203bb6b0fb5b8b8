"""Hick Hack in Gackelwack (Stefan Dorra, 2001), 2-6 seats, once more and slowly: an oracle for tests.

Follows the French rule book ("Hick Hack im Gackelwack", Philibert 2002), section by section; each section is named
where it is carried out. Where the rule book is silent the rules page of the game decides (its section 2.4 for the shy
bird, its rulings H-1 to H-24). Tokens and the order of questions are those of the notation page.

The whole game is one generator, `Oracle._game`. It yields an `Event`, either one event of chance or a question to one
or several seats, and is sent what happened: who acted (None for chance) and with which token.
"""

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import TypeVar

YARDS = ["yellow", "blue", "green", "red", "violet", "black"]  # board order
BIRDS = {"3": 3, "3b": 3, "4": 4, "4b": 4, "5": 5, "6": 6}  # normal poultry: face -> value
FOXES = {"fox4": 4, "fox5": 5, "fox6": 6}
SHY = "shy"  # the shy bird ("poule mouillée"), value -2
FACES = {**BIRDS, SHY: -2, **FOXES}

GRAIN_VALUES = {"yellow": 3, "blue": 2, "green": 1}  # also the order in which an offer gives them
BAG = {"yellow": 13, "blue": 26, "green": 39}

OPTIONS = {"negotiation": ("full", "simple"), "duel_cards": ("better", "all")}  # the default comes first


@dataclass(frozen=True)
class Card:
    """One of the 60 cards."""

    yard: str
    face: str

    @property
    def token(self) -> str:
        return f"{self.yard}-{self.face}"

    @property
    def value(self) -> int:
        return FACES[self.face]

    @property
    def is_fox(self) -> bool:
        return self.face in FOXES

    @property
    def is_shy(self) -> bool:
        return self.face == SHY

    @property
    def is_bird(self) -> bool:
        """A bird that stays and fights, so not the shy one."""
        return self.face in BIRDS


DECK = [Card(yard, face) for yard in YARDS for face in FACES]  # table order
CARD = {card.token: card for card in DECK}
PLACE = {card: place for place, card in enumerate(DECK)}


def may_lie_together(one: Card, other: Card) -> bool:
    """Phase 2: not a bird (shy or not) and a fox of the same colour."""
    return one.yard != other.yard or one.is_fox == other.is_fox


def is_later(card: Card, than: Card) -> bool:
    """Two cards are always laid in table order."""
    return PLACE[card] > PLACE[than]


@dataclass
class Laid:
    """A card in its yard, and whose it is."""

    seat: int
    card: Card


@dataclass
class Event:
    """What may happen next: outcomes of chance with their weights, or the moves of each seat that is asked."""

    chance: dict[str, int] = field(default_factory=dict)
    moves: dict[int, set[str]] = field(default_factory=dict)


T = TypeVar("T")
Steps = Generator[Event, tuple[int | None, str], T]  # a piece of the game that ends with a T


def draw(weights: dict[str, int]) -> Steps[str]:
    """One event of chance."""
    possible = {token: weight for token, weight in weights.items() if weight > 0}
    _, token = yield Event(chance=possible)
    return token


def ask(moves: dict[int, set[str]]) -> Steps[tuple[int, str]]:
    """One small step of any one of these seats."""
    seat, token = yield Event(moves=moves)
    assert seat is not None
    return seat, token


def ask_one(seat: int, moves: set[str]) -> Steps[str]:
    _, token = yield from ask({seat: moves})
    return token


class Oracle:
    def __init__(self, seats: int, options: dict[str, object]) -> None:
        if not 2 <= seats <= 6:
            raise ValueError(f"2 to 6 seats, not {seats}")
        for name, value in options.items():
            if value not in OPTIONS.get(name, ()):
                raise ValueError(f"no such option: {name}={value}")
        self.negotiation = options.get("negotiation", OPTIONS["negotiation"][0])
        self.duel_cards = options.get("duel_cards", OPTIONS["duel_cards"][0])

        # Préparation
        self.seats = list(range(seats))
        self.hand_size = 6 if seats <= 3 else 5
        self.cards_a_round = 2 if seats <= 3 else 1
        self.pile: list[Card] = list(DECK)
        self.discard: list[Card] = []
        self.hands: list[list[Card]] = [[] for _ in self.seats]
        self.bag: dict[str, int] = dict(BAG)
        self.yards: dict[str, list[str]] = {yard: [] for yard in YARDS}  # the grains lying there
        self.grains: list[list[str]] = [[] for _ in self.seats]  # won
        self.eaten: list[list[Card]] = [[] for _ in self.seats]  # birds in the score piles
        self.round = 0
        self.supplier = 0

        self._steps = self._game()
        self._event: Event | None = next(self._steps)  # None: the game is over

    # --- the interface ---------------------------------------------------------------------------------------------

    def pending(self) -> set[int]:
        return set(self._event.moves) if self._event else set()

    def chance(self) -> dict[str, int]:
        return dict(self._event.chance) if self._event else {}

    def legal(self, seat: int) -> set[str]:
        return set(self._event.moves.get(seat, set())) if self._event else set()

    def play(self, actor: int | None, token: str) -> None:
        allowed = set(self.chance()) if actor is None else self.legal(actor)
        if token not in allowed:
            raise ValueError(f"{'*' if actor is None else actor} {token} is not possible now")
        try:
            self._event = self._steps.send((actor, token))
        except StopIteration:
            self._event = None

    def scores(self) -> list[int]:
        """Fin de la partie: the grains and the eaten birds, a shy one counting -2."""
        return [
            sum(GRAIN_VALUES[grain] for grain in self.grains[seat]) + sum(card.value for card in self.eaten[seat])
            for seat in self.seats
        ]

    def winners(self) -> set[int]:
        """The highest total wins; a tie is a shared victory (H-18)."""
        if not self.over():
            return set()
        scores = self.scores()
        return {seat for seat in self.seats if scores[seat] == max(scores)}

    def over(self) -> bool:
        return self._event is None

    def hand(self, seat: int) -> list[str]:
        return sorted(card.token for card in self.hands[seat])

    # --- the course of the game ------------------------------------------------------------------------------------

    def _game(self) -> Steps[None]:
        for _ in range(self.hand_size):
            yield from self._one_card_each(first=0)
        # Fin de la partie: the last round is the last one that supplies all the yards.
        while sum(self.bag.values()) >= len(YARDS):
            self.round += 1
            self.supplier = (self.round - 1) % len(self.seats)  # H-22
            yield from self._supply()
            if self.round > 1:  # Un nouveau tour commence; H-21: first the supply, then the cards
                for _ in range(self.cards_a_round):
                    yield from self._one_card_each(first=self.supplier)
            laid = yield from self._choose()
            for yard in YARDS:  # H-24
                yield from self._settle(yard, [one for one in laid if one.card.yard == yard])

    def _one_card_each(self, first: int) -> Steps[None]:
        for seat in self.seats[first:] + self.seats[:first]:
            if not self.pile:  # H-23: only now
                self.pile, self.discard = self.discard, []
            if not self.pile:  # H-15: goes without
                continue
            token = yield from draw({card.token: 1 for card in self.pile})
            self.pile.remove(CARD[token])
            self.hands[seat].append(CARD[token])

    # --- 1. Phase de ravitaillement --------------------------------------------------------------------------------

    def _supply(self) -> Steps[None]:
        for yard in YARDS:
            token = yield from draw({f"grain-{grain}": count for grain, count in self.bag.items()})
            grain = token.removeprefix("grain-")
            self.bag[grain] -= 1
            self.yards[yard].append(grain)

    # --- 2. Chercher la nourriture ---------------------------------------------------------------------------------

    def _choose(self) -> Steps[list[Laid]]:
        """Everybody lays one card, or two, face down; they leave the hands when all are turned up."""
        face_down: dict[int, list[Card]] = {seat: [] for seat in self.seats}
        while True:
            moves = {seat: self._cards_to_lay(seat, face_down[seat]) for seat in self.seats}
            moves = {seat: tokens for seat, tokens in moves.items() if tokens}
            if not moves:
                break
            seat, token = yield from ask(moves)
            face_down[seat].append(CARD[token])
        for seat in self.seats:
            for card in face_down[seat]:
                self.hands[seat].remove(card)
        return [Laid(seat, card) for seat in self.seats for card in face_down[seat]]

    def _cards_to_lay(self, seat: int, face_down: list[Card]) -> set[str]:
        """The next card this seat may lay; none when it has done."""
        hand = self.hands[seat]
        pairs = [(a, b) for a in hand for b in hand if is_later(b, than=a) and may_lie_together(a, b)]
        if self.cards_a_round == 1 or not pairs:  # H-14, H-15: without a pair a single card, without a card nothing
            return set() if face_down else {card.token for card in hand}
        if not face_down:
            return {a.token for a, b in pairs}
        if len(face_down) == 1:
            return {b.token for a, b in pairs if a == face_down[0]}
        return set()

    # --- 3. and 4. Les volailles se nourrissent; les renards mangent des volailles -----------------------------------

    def _settle(self, yard: str, laid: list[Laid]) -> Steps[None]:
        foxes = [one for one in laid if one.card.is_fox]
        birds = [one for one in laid if one.card.is_bird]
        shy = [one for one in laid if one.card.is_shy]  # at most one
        eaten: list[Card] = []

        # 3, Attention: la poule mouillée! In company it snatches a green grain, before anything else (H-19), and flees.
        alone = len(laid) == 1
        if shy and not alone and "green" in self.yards[yard]:
            self._take(shy[0].seat, yard, "green")

        if foxes:
            if birds or shy:  # 4 B; 4 A and H-7: no bird, no meal, no duel
                eater = yield from self._only_owner_or_duel(foxes)  # 4 C: foxes do not share
                eaten = [one.card for one in birds + shy]
                self.eaten[eater].extend(eaten)
        elif shy and alone:  # 3 A
            self._take_all(shy[0].seat, yard)
        elif birds and self.yards[yard]:  # 3 A, 3 B
            yield from self._feed(yard, birds)

        self.discard.extend(one.card for one in laid if one.card not in eaten)  # H-8

    def _feed(self, yard: str, birds: list[Laid]) -> Steps[None]:
        """3 A: who comes alone dines alone (H-10: also with two birds). 3 B: several agree, or fight for all."""
        contenders = self._strongest_first(birds)
        if len(contenders) > 1:
            offer = yield from self._negotiate(yard, contenders)
            if offer:
                for grain, seat in offer:
                    self._take(seat, yard, grain)
                return
        winner = yield from self._only_owner_or_duel(birds)
        self._take_all(winner, yard)

    def _take(self, seat: int, yard: str, grain: str) -> None:
        self.yards[yard].remove(grain)
        self.grains[seat].append(grain)

    def _take_all(self, seat: int, yard: str) -> None:
        for grain in list(self.yards[yard]):
            self._take(seat, yard, grain)

    # --- 3 B: the agreement (protocol: H-1) --------------------------------------------------------------------------

    def _after_supplier(self, seat: int) -> int:
        """Clockwise from the left of the supplier, the supplier last."""
        return (seat - self.supplier - 1) % len(self.seats)

    def _strongest_first(self, birds: list[Laid]) -> list[int]:
        """The owners, each by his better bird."""
        best = {one.seat: max(other.card.value for other in birds if other.seat == one.seat) for one in birds}
        return sorted(best, key=lambda seat: (-best[seat], self._after_supplier(seat)))

    def _negotiate(self, yard: str, contenders: list[int]) -> Steps[list[tuple[str, int]]]:
        """The split all have agreed on, as (grain, receiver); empty if it comes to a duel."""
        for proposer in contenders if self.negotiation == "full" else contenders[:1]:
            word, offer = yield from self._ask_for_offer(yard, proposer, contenders)
            if word == "duel":
                return []
            if word == "no-offer":
                continue
            answers = yield from self._ask_for_answers([seat for seat in contenders if seat != proposer])
            if all(answer == "accept" for answer in answers):  # H-2: all, or nobody
                return offer
            if "duel" in answers:
                return []
        return []

    def _ask_for_offer(
        self, yard: str, proposer: int, contenders: list[int]
    ) -> Steps[tuple[str, list[tuple[str, int]]]]:
        """("offer", the split), or ("no-offer", []), or ("duel", []). H-3: nobody need get anything."""
        offer: list[tuple[str, int]] = []
        for grain in sorted(self.yards[yard], key=lambda grain: -GRAIN_VALUES[grain]):
            lowest = offer[-1][1] if offer and offer[-1][0] == grain else 0
            moves = {f"{grain}>{seat}" for seat in contenders if seat >= lowest}
            if not offer:
                moves |= {"no-offer", "duel"}
            token = yield from ask_one(proposer, moves)
            if token in ("no-offer", "duel"):
                return token, []
            offer.append((grain, int(token.split(">")[1])))
        return "offer", offer

    def _ask_for_answers(self, seats: list[int]) -> Steps[list[str]]:
        """All at the same time: nothing happens before the last answer is in."""
        answers: dict[int, str] = {}
        while len(answers) < len(seats):
            waiting = [seat for seat in seats if seat not in answers]
            seat, token = yield from ask({seat: {"accept", "refuse", "duel"} for seat in waiting})
            answers[seat] = token
        return list(answers.values())

    # --- 3 B, 4 C: the duel with the Hick Hack die -------------------------------------------------------------------

    def _only_owner_or_duel(self, animals: list[Laid]) -> Steps[int]:
        """The seat that wins. Nobody fights against himself (H-10, H-12)."""
        fighters = sorted(animals, key=lambda one: (-one.card.value, self._after_supplier(one.seat), PLACE[one.card]))
        if self.duel_cards == "better":  # of each seat only the first in this order
            fighters = [
                one for place, one in enumerate(fighters) if one.seat not in [other.seat for other in fighters[:place]]
            ]
        while len({one.seat for one in fighters}) > 1:
            totals = []
            for one in fighters:  # one common roll-off (H-4), for each card that fights (H-11)
                token = yield from draw({f"die-{pips}": 1 for pips in range(1, 7)})
                totals.append(one.card.value + int(token.removeprefix("die-")))
            # H-5: who shares the highest total rolls again
            fighters = [one for one, total in zip(fighters, totals, strict=True) if total == max(totals)]
        return fighters[0].seat
