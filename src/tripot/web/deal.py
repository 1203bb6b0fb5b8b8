"""The fair deal: chance that nobody chose and everybody can check afterwards.

When a table is opened the server draws a secret and shows its SHA-256, the seal. Whoever sits down pledges entropy: the browser
sends its SHA-256 and keeps the entropy itself. When the host begins, nobody can sit down or leave any more, and only then every
browser that has seen the seal sends its entropy. Secret and entropies give the seed, and the seed gives every card and die. When
the game is over or given up the secret is shown, and everybody can draw all of it again.

So the server is bound by its seal before it knows any entropy, and every seat by its pledge before any entropy is known. What a
deal of this kind cannot exclude, and what we therefore do not promise:

- The server knows the seed during play. A host who reads the memory of his own server knows every card to come. Only mental
  poker, or drawing from a public beacon, would stop that.
- A seat in league with the host may keep its entropy back: after a short wait the game begins without it. So the host can choose
  between two deals for each such seat. A browser that did send its entropy finds out if it was left out.
- A host who gives up a table and opens another one gets another deal. Everybody sees that.
- The page that checks a deal comes from the host as well. `tripot verify` does not.

Tables of before had no pledges: entropy came with the seat, so a host could choose the secret after it. They are checked as what
they are.

The bytes, for other verifiers (integers are unsigned and big-endian):

    secret      32 random bytes
    commitment  the seal: SHA-256(secret), as 64 lower-case hexadecimal digits
    pledge      SHA-256(entropy), in the same way; of the UTF-8 text as it will be sent
    part(x)     the length of x in 4 bytes, then x
    seed        SHA-256(part(secret) part(entropy of seat 0) part(entropy of seat 1) …), 32 bytes;
                an entropy is the UTF-8 text as it was sent (hexadecimal digits, not decoded), a seat that sent none has ""
    draw        number c (from 0) among n outcomes of equal weight, 1 <= n <= 2**64:
                attempt 0: m = HMAC-SHA256(key = seed, "chance" c in 8 bytes)
                attempt a: m = HMAC-SHA256(key = seed, "chance" c in 8 bytes, a in 4 bytes)       a = 1, 2, …
                x = the first 8 bytes of m; the first attempt with x < 2**64 - (2**64 mod n) counts, and the place is x mod n

Every draw takes one number c, also one among n = 1. The rejection makes all places exactly equally likely. A chance event with
weights draws a place below their sum: each outcome, in the order of the rules, has as many places as it weighs.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping, Sequence
from functools import cached_property

from tripot.errors import TripotError
from tripot.play import Position

SECRET_BYTES = 32
RANGE = 2**64  # of the integer that a draw begins with
LABEL = b"chance"
PLEDGE = re.compile(r"[0-9a-f]{64}")
ENTROPY = re.compile(r"(?:[0-9a-f]{2}){0,64}")


class BadDeal(TripotError):
    """What should make the deal cannot be used."""

    code = "deal/bad"


def new_secret() -> bytes:
    """A secret for one table's deal."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    """The promise shown before the start: it binds the server to the secret and tells nothing of it."""
    return hashlib.sha256(secret).hexdigest()


def pledge(entropy: str) -> str:
    """What a browser shows of its entropy beforehand: it binds the browser and tells nothing."""
    return hashlib.sha256(entropy.encode("utf-8", "surrogatepass")).hexdigest()


def check_pledge(text: str) -> str:
    """A pledge as our page sends it, or nothing."""
    if text and not PLEDGE.fullmatch(text):
        raise BadDeal("a pledge is the SHA-256 of the entropy: 64 hexadecimal digits (0-9, a-f), or nothing")
    return text


def check_entropy(text: str) -> str:
    """The entropy that a browser sent, if it is what our page sends: at most 64 bytes in lower-case hexadecimal digits."""
    if not ENTROPY.fullmatch(text):
        raise BadDeal("entropy is an even number of at most 128 hexadecimal digits (0-9, a-f), or nothing")
    return text


def seed(secret: bytes, entropies: Sequence[str]) -> bytes:
    """The seed of the whole game, from the server's secret and the entropies in the order of the seats."""
    if len(secret) != SECRET_BYTES:  # without a secret everybody could know the cards
        raise BadDeal(f"the secret of a deal has {SECRET_BYTES} bytes, not {len(secret)}")
    mixed = hashlib.sha256(_part(secret))
    for entropy in entropies:
        mixed.update(_part(entropy.encode("utf-8", "surrogatepass")))
    return mixed.digest()


def _part(data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + data


FRESH = 2**40  # where the numbers of draws begin that the first game of a deal did not have


class Dealer:
    """Draws one place after the other; `counter` is the number of the next draw, and all that has to be remembered."""

    def __init__(self, seed: bytes, counter: int = 0) -> None:
        self._seed = seed
        self.counter = counter

    def below(self, n: int) -> int:
        """A place, 0 <= place < n, all exactly equally likely."""
        if not 1 <= n <= RANGE:
            raise BadDeal(f"a draw is among 1 to 2**64 outcomes, not {n}")
        fair = RANGE - RANGE % n
        attempt = 0
        while (drawn := self._integer(attempt)) >= fair:
            attempt += 1
        self.counter += 1
        return drawn % n

    def _integer(self, attempt: int) -> int:
        mac = self._begun.copy()
        mac.update(self.counter.to_bytes(8, "big"))
        if attempt:
            mac.update(attempt.to_bytes(4, "big"))
        return int.from_bytes(mac.digest()[:8], "big")

    @cached_property
    def _begun(self) -> hmac.HMAC:
        """What all draws begin with; to copy it is cheaper than to set it up for each."""
        return hmac.new(self._seed, LABEL, "sha256")


class SameDeal:
    """Draws the chance of a deal that was played before, by what is drawn (`Position.draw_number`).

    What has the same name as a draw of the first game is drawn as it was then, whatever has been played since; the rest is drawn
    from the same seed by numbers that the first game did not use.
    """

    def __init__(self, seed: bytes, counters: Mapping[int, int]) -> None:
        self._dealer, self._counters = Dealer(seed), counters
        self._following: int | None = None  # the number after the last draw, once it is known

    def below(self, n: int, position: Position) -> int:
        """A place for the draw that is due at a position, 0 <= place < n."""
        if self._following is None:
            self._following = next((number + 1 for number in reversed(draw_numbers(position))), 0)
        number = position.draw_number(self._following)
        self._following = number + 1
        self._dealer.counter = self._counters.get(number, FRESH + number)
        return self._dealer.below(n)


def bot_seed(secret: bytes, seat: int, decision: int) -> int:
    """What a bot thinks on at a decision: nobody can know it before the secret is shown, and the same deal gives the same."""
    text = f"bot {seat} {decision}".encode()
    return int.from_bytes(hmac.digest(secret, text, "sha256")[:8], "big") >> 2


def draw_numbers(position: Position) -> list[int]:
    """The names of all draws of a game so far, in their order."""
    found: list[int] = []
    for draw in position.draws():
        found.append(draw.draw_number(found[-1] + 1 if found else 0))
    return found
