"""Razzia! (Reiner Knizia, 2004) a second time: slow, plain, and written only to be compared with.

It follows the French rule book (translation by Nicolas Maréchal, Jeux de NIM, v1.3), section by section, and where the
rule book is silent the rules page of the game (its rulings are quoted as R1 ... R29). The spelling of the moves and the
order of the questions are those of the notation page.

The whole game is one generator, `Oracle._game`, that yields a question (`Choice` for a seat, `Chance` for the deck) and
gets the answer back as a token: `token = yield Choice(seat, {...})`.
"""

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

# --- « Le matériel de jeu »: 99 loot cards and 21 police cards --------------------------------------------------------

TRINKETS = ["ring", "watch", "brooch", "chain", "diamond"]
BUSINESSES = ["casino", "transport", "film", "horse-racing", "real-estate", "night-club", "restaurant"]

LOOT: dict[str, int] = {  # how many of each; in table order
    **dict.fromkeys(TRINKETS, 4),
    "coin": 3,
    "car": 16,
    "driver": 10,
    "bodyguard": 16,
    "thief": 6,
    **dict.fromkeys(BUSINESSES, 4),
}
TABLE_ORDER = list(LOOT)
POLICE = "police"
POLICE_CARDS = 21

MARKED_WITH_A_CROSS = {*TRINKETS, "coin", "driver", "thief"}  # thrown away between two rounds

CHEQUE_SETS: dict[int, list[list[int]]] = {  # in thousands; number of players -> the sets
    2: [[2, 5, 6, 9], [3, 4, 7, 8]],
    3: [[2, 5, 8, 13], [3, 6, 9, 12], [4, 7, 10, 11]],
    4: [[2, 6, 13], [3, 7, 12], [4, 8, 11], [5, 9, 10]],
    5: [[2, 7, 16], [3, 8, 15], [4, 9, 14], [5, 10, 13], [6, 11, 12]],
}
FIRST_CENTRE_CHEQUE = 1
POLICE_LIMIT = {2: 5, 3: 7, 4: 7, 5: 7}  # 5: "Variante pour 2 joueurs"
FULL_DISPLAY = 7
ROUNDS = 3

# --- The options, with their values; the first is the default ---------------------------------------------------------

OPTION_VALUES = {"bodyguards_all_equal": ["literal", "ra"], "tie_break": ["shared", "highest_cheque"]}


# --- « Décompte de fin de manche » ------------------------------------------------------------------------------------


def trinket_points(domain: list[str]) -> int:
    """No trinket at all costs 5; three, four, five different ones bring 5, 10, 15."""
    different = len(set(domain) & set(TRINKETS))
    return {0: -5, 1: 0, 2: 0, 3: 5, 4: 10, 5: 15}[different]


def coin_points(domain: list[str]) -> int:
    return 3 * domain.count("coin")


def garage_points(domain: list[str]) -> int:
    """With at least one driver every car and every driver counts 1 (R23)."""
    if "driver" not in domain:
        return 0
    return domain.count("driver") + domain.count("car")


def thief_points(domain: list[str]) -> int:
    return 2 * domain.count("thief")


def bodyguard_points(domains: list[list[str]], all_equal: str = "literal") -> list[int]:
    """All who have the most win 5, all who have the fewest lose 2; none at all is a number too (R24, R26)."""
    guards = [domain.count("bodyguard") for domain in domains]
    if all_equal == "ra" and len(set(guards)) == 1:
        return [0 for _ in domains]
    return [5 * (mine == max(guards)) - 2 * (mine == min(guards)) for mine in guards]


def round_points(domains: list[list[str]], all_equal: str = "literal") -> list[int]:
    """What the end of a round brings each player."""
    return [
        trinket_points(domain) + coin_points(domain) + garage_points(domain) + thief_points(domain) + guards
        for domain, guards in zip(domains, bodyguard_points(domains, all_equal), strict=True)
    ]


# --- « Décompte de fin de partie » ------------------------------------------------------------------------------------


def business_points(domain: list[str]) -> int:
    """1 to 6 for as many different businesses, 10 for all seven; and 5 for each three, 10 for each four of a kind."""
    copies = [domain.count(business) for business in BUSINESSES]
    different = sum(1 for count in copies if count > 0)
    variety = 10 if different == len(BUSINESSES) else different
    return variety + sum({3: 5, 4: 10}.get(count, 0) for count in copies)


def cheque_points(fortunes: list[int]) -> list[int]:
    """All the richest win 5, all the poorest lose 5 (R25)."""
    return [5 * (mine == max(fortunes)) - 5 * (mine == min(fortunes)) for mine in fortunes]


# --- Questions --------------------------------------------------------------------------------------------------------


@dataclass
class Choice:
    """A seat has to choose one of the tokens."""

    seat: int
    tokens: set[str]


@dataclass
class Chance:
    """Chance has to choose; each token with its number of physical cards (or cheque sets)."""

    weights: dict[str, int]


Asking = Generator[Choice | Chance, str, None]  # a piece of the game that asks questions


class Oracle:
    """One game of Razzia!, from the dealing of the cheques to the final scoring."""

    def __init__(self, seats: int, options: dict[str, object]) -> None:
        if seats not in CHEQUE_SETS:
            raise ValueError(f"Razzia! is for 2 to 5 players, not {seats}")
        if unknown := set(options) - set(OPTION_VALUES) - {"cheque_sets"}:
            raise ValueError(f"unknown options: {sorted(unknown)}")
        self.seats = seats
        self.bodyguards_all_equal = self._option(options, "bodyguards_all_equal")
        self.tie_break = self._option(options, "tie_break")
        self.given_sets = self._given_sets(options)

        # On the table.
        self.deck: dict[str, int] = {**LOOT, POLICE: POLICE_CARDS}  # the two piles: how many of each are left
        self.display: list[str] = []  # loot lying open below the centre cheque
        self.police = 0  # police lying open above it
        self.centre = FIRST_CENTRE_CHEQUE
        self.discard: list[str] = []  # out of the game (R18)

        # In front of each player.
        self.ready: list[set[int]] = [set() for _ in range(seats)]  # cheques face up
        self.spent: list[set[int]] = [set() for _ in range(seats)]  # cheques face down
        self.domain: list[list[str]] = [[] for _ in range(seats)]  # loot
        self.points: list[int] = [0] * seats

        self.round = 0
        self.running = self._game()
        self.question: Choice | Chance | None = next(self.running)

    def _option(self, options: dict[str, object], name: str) -> str:
        value = options.get(name, OPTION_VALUES[name][0])
        if value not in OPTION_VALUES[name]:
            raise ValueError(f"{name} is one of {OPTION_VALUES[name]}, not {value!r}")
        return str(value)

    def _given_sets(self, options: dict[str, object]) -> list[int] | None:
        """The places of the cheque sets, seat by seat, if the option says them."""
        given = options.get("cheque_sets")
        if given is None:
            return None
        places = list(range(1, self.seats + 1))
        if not isinstance(given, (tuple, list)) or sorted(given) != places:
            raise ValueError(f"cheque_sets are the places {places} in some order, not {given!r}")
        return list(given)

    # --- The interface ------------------------------------------------------------------------------------------------

    def over(self) -> bool:
        return self.question is None

    def pending(self) -> set[int]:
        return {self.question.seat} if isinstance(self.question, Choice) else set()

    def chance(self) -> dict[str, int]:
        return dict(self.question.weights) if isinstance(self.question, Chance) else {}

    def legal(self, seat: int) -> set[str]:
        if isinstance(self.question, Choice) and self.question.seat == seat:
            return set(self.question.tokens)
        return set()

    def play(self, actor: int | None, token: str) -> None:
        possible = set(self.chance()) if actor is None else self.legal(actor)
        if token not in possible:
            raise ValueError(f"{'chance' if actor is None else f'seat {actor}'} cannot play {token!r} now")
        try:
            self.question = self.running.send(token)
        except StopIteration:
            self.question = None

    def scores(self) -> list[int]:
        return list(self.points)

    def winners(self) -> set[int]:
        """Most points; a tie is a shared victory or goes to the highest single cheque (R27)."""
        if not self.over():
            return set()
        best = {seat for seat in range(self.seats) if self.points[seat] == max(self.points)}
        if self.tie_break == "highest_cheque":
            return {max(best, key=lambda seat: max(self.ready[seat] | self.spent[seat]))}
        return best

    def hand(self, seat: int) -> list[str]:
        return sorted(self.domain[seat])

    # --- The game -----------------------------------------------------------------------------------------------------

    def _game(self) -> Asking:
        yield from self._deal_cheques()
        for self.round in range(1, ROUNDS + 1):
            yield from self._play_round()
            self._score_round()
            if self.round < ROUNDS:  # the game ends with the third scoring
                self._tidy_up()
        self._score_game()

    def _deal_cheques(self) -> Asking:
        """« Préparation de la partie »: every player gets one set of cheques."""
        sets = CHEQUE_SETS[self.seats]
        left = list(range(1, self.seats + 1))
        for seat in range(self.seats):
            if self.given_sets is not None:
                place = self.given_sets[seat]
            else:
                token = yield Chance({f"set-{place}": 1 for place in left})
                place = int(token.removeprefix("set-"))
            left.remove(place)
            self.ready[seat] = set(sets[place - 1])

    def _play_round(self) -> Asking:
        """« Description d'une manche »: the highest cheque begins (R21), then clockwise; no cheque, no turn (R11)."""
        active = max(range(self.seats), key=lambda seat: max(self.ready[seat]))
        while any(self.ready) and not self._razzia():  # « Fin de la manche »
            if self.ready[active]:
                yield from self._turn(active)
            active = self._left_of(active)  # whoever won an auction (R13)
        self._discard_display()  # empty anyway when all cheques are used (R10)

    def _turn(self, active: int) -> Asking:
        """« Le tour de jeu »: one of the three actions, and nothing but one (R17, R29)."""
        actions = {"call"}  # also with nothing on display (R8)
        if sum(self.deck.values()) > 0:
            actions.add("draw")
        if "thief" in self.domain[active]:
            actions |= {f"steal-{loot}" for loot in self.display}

        action = yield Choice(active, actions)

        if action == "draw":
            yield from self._draw(active)
        elif action == "call":
            yield from self._auction(active, voluntary=True)
        else:
            yield from self._steal(active, action)

    def _draw(self, active: int) -> Asking:
        """« Piocher une carte »."""
        token = yield Chance({f"card-{card}": count for card, count in self.deck.items() if count > 0})
        card = token.removeprefix("card-")
        self.deck[card] -= 1
        if card == POLICE:
            self.police += 1
            if not self._razzia():  # the last policeman ends the round without an auction (R9)
                yield from self._auction(active, voluntary=False)  # even with nothing on display (R7)
        else:
            self.display.append(card)
            if len(self.display) == FULL_DISPLAY:
                yield from self._auction(active, voluntary=False)

    def _steal(self, active: int, first: str) -> Asking:
        """« Employer le voleur »: a thief for a card, any card (R14), as often as there were thieves before (R15)."""
        thieves = self.domain[active].count("thief")
        token = first
        while True:
            loot = token.removeprefix("steal-")
            thieves -= 1
            self.domain[active].remove("thief")
            self.discard.append("thief")
            self.display.remove(loot)
            self.domain[active].append(loot)

            further = [card for card in self.display if TABLE_ORDER.index(card) >= TABLE_ORDER.index(loot)]
            if thieves == 0 or not further:
                return
            token = yield Choice(active, {"stop"} | {f"steal-{card}" for card in further})
            if token == "stop":
                return

    def _auction(self, caller: int, voluntary: bool) -> Asking:
        """« Déroulement d'une enchère »: once round the table, the caller last (R2)."""
        best_bid = 0
        best_bidder: int | None = None
        bidder = caller
        for _ in range(self.seats):
            bidder = self._left_of(bidder)
            tokens = {f"bid-{cheque}" for cheque in self.ready[bidder] if cheque > best_bid}
            if not tokens:
                continue  # cannot bid, and everybody sees it
            if not (voluntary and bidder == caller and best_bidder is None):  # else he must bid (R4)
                tokens.add("pass")
            token = yield Choice(bidder, tokens)
            if token != "pass":
                best_bid = int(token.removeprefix("bid-"))
                best_bidder = bidder

        if best_bidder is not None:
            self._sell_to(best_bidder, best_bid)
        elif len(self.display) == FULL_DISPLAY:
            self._discard_display()  # nobody wants the seven cards (R5); fewer would stay (R6)

    def _sell_to(self, winner: int, cheque: int) -> None:
        """« Le vainqueur de l'enchère »: takes the loot and the centre cheque, face down, and leaves his own cheque."""
        self.domain[winner] += self.display
        self.display = []
        self.spent[winner].add(self.centre)
        self.ready[winner].remove(cheque)
        self.centre = cheque

    def _score_round(self) -> None:
        for seat, points in enumerate(round_points(self.domain, self.bodyguards_all_equal)):
            self.points[seat] += points

    def _tidy_up(self) -> None:
        """« Réorganisation du domaine »; the police goes as well (R19), the centre cheque stays (R22)."""
        self.discard += [POLICE] * self.police
        self.police = 0
        for seat in range(self.seats):
            self.discard += [card for card in self.domain[seat] if card in MARKED_WITH_A_CROSS]
            self.domain[seat] = [card for card in self.domain[seat] if card not in MARKED_WITH_A_CROSS]
            self.ready[seat] |= self.spent[seat]
            self.spent[seat] = set()

    def _score_game(self) -> None:
        fortunes = [sum(self.ready[seat] | self.spent[seat]) for seat in range(self.seats)]
        for seat, points in enumerate(cheque_points(fortunes)):
            self.points[seat] += points + business_points(self.domain[seat])

    # --- Small helps --------------------------------------------------------------------------------------------------

    def _left_of(self, seat: int) -> int:
        return (seat + 1) % self.seats

    def _razzia(self) -> bool:
        """Has the policeman been drawn who ends the round?"""
        return self.police == POLICE_LIMIT[self.seats]

    def _discard_display(self) -> None:
        self.discard += self.display
        self.display = []


def cards_of(s: Any, seat: int) -> list[str]:
    """What the state compared with says of a seat's loot, as `Oracle.hand` does: it counts each kind in table order."""
    return sorted(name for kind, name in enumerate(TABLE_ORDER) for _ in range(s.domain[seat][kind]))
