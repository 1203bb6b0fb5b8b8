"""Random numbers keyed by (seed, game, stream, counter), the same compiled or not.

The n-th number of a stream is a hash of the key and n, so streams never depend on one another: the same cards come whoever
sits where. 32-bit words in 64-bit integers, so that Python and machine code agree to the last bit.
"""

from __future__ import annotations

from .state import I64, Record, state

WORD = 0xFFFFFFFF
GOLDEN = 0x9E3779B9

CHANCE_STREAM = 0  # cards and dice; the bot of seat k draws from stream k + 1


@state
class Rng(Record):
    """A stream and how far it has been read."""

    key_a: int = I64
    key_b: int = I64
    count: int = I64


def mix(z: int) -> int:
    """Scatter the bits of a 32-bit word, one to one."""
    z ^= z >> 16
    z = (z * 0x21F0AAAD) & WORD
    z ^= z >> 15
    z = (z * 0x735A2D97) & WORD
    return z ^ (z >> 15)


def begin(rng: Rng, seed: int, game: int, stream: int) -> None:
    """Open a stream. The seed is any integer from 0 to 2**63 - 1; game and stream any below 2**32."""
    low = mix((seed & WORD) ^ 0x5851F42D)
    high = mix(((seed >> 32) + low) & WORD)
    place = mix((game + GOLDEN) & WORD) ^ mix((stream + 0x2545F491) & WORD)
    rng.key_a = mix((high + place) & WORD)
    rng.key_b = mix((low ^ mix((place + high + GOLDEN) & WORD)) & WORD)
    rng.count = 0


def below(rng: Rng, n: int) -> int:
    """A random integer, 0 <= i < n, all exactly equally likely; moves the counter on by exactly one."""
    z = (rng.count * GOLDEN + rng.key_a) & WORD
    z ^= z >> 16  # `mix` with a key in its middle, written out: this is called for every card and die
    z = (z * 0x21F0AAAD) & WORD
    z ^= (z >> 15) ^ rng.key_b
    z = (z * 0x735A2D97) & WORD
    product = (z ^ (z >> 15)) * n
    if product & WORD < n:
        product = _fair(rng, n, product)
    rng.count += 1
    return product >> 32


def _fair(rng: Rng, n: int, product: int) -> int:
    """Draw again for as long as the word is one of the few that would favour small numbers."""
    unfair = (WORD + 1 - n) % n
    attempt = 1
    while product & WORD < unfair:
        product = mix((mix((rng.count * GOLDEN + rng.key_a) & WORD) + rng.key_b + attempt) & WORD) * n
        attempt += 1
    return product
