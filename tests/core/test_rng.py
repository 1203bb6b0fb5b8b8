"""Random numbers are exactly fair: the bound of what is drawn again is neither one word too low nor one too high."""

from __future__ import annotations

import random

import pytest

from tripot.core.rng import GOLDEN, WORD, Rng, begin, below, mix

WORDS = WORD + 1
HALF = 2**31 + 1  # nearly every second word is drawn again


def unmixed(word: int) -> int:
    """What `mix` makes this word of: it is one to one, so each of its steps can be taken back."""
    word ^= word >> 15 ^ word >> 30
    word = word * pow(0x735A2D97, -1, WORDS) & WORD
    word ^= word >> 15 ^ word >> 30
    word = word * pow(0x21F0AAAD, -1, WORDS) & WORD
    return word ^ word >> 16


def crafted(word: int) -> Rng:
    """A stream whose first word is this one."""
    rng = Rng()
    rng.key_a, rng.key_b, rng.count = unmixed(word), 0, 0
    return rng


def word_after(rng: Rng, attempt: int) -> int:
    """The word of a later attempt, as the module describes it."""
    return mix((mix((rng.count * GOLDEN + rng.key_a) & WORD) + rng.key_b + attempt) & WORD)


@pytest.mark.parametrize("n", [3, 7, 51, 119, 1_000_003, 3 * 2**29 + 1, HALF, 2**32 - 1])
def test_exactly_the_words_that_would_favour_some_numbers_are_drawn_again(n: int) -> None:
    """Lemire's method: a word stands for (word * n) >> 32, and it is one too many if the rest is below 2**32 mod n."""
    too_many = WORDS % n
    for rest, is_kept in ((too_many, True), (too_many + 1, True), (too_many - 1, False), (0, False)):
        word = rest * pow(n, -1, WORDS) % WORDS  # n is odd, so there is exactly one word with that rest
        rng = crafted(word)
        attempt = 0
        if not is_kept:
            word, attempt = word_after(rng, 1), 1
        while word * n % WORDS < too_many:  # a later attempt may be one too many as well
            attempt += 1
            word = word_after(rng, attempt)
        assert below(rng, n) == word * n >> 32
        assert rng.count == 1


def test_every_number_has_equally_many_words_that_are_kept() -> None:
    """With n = 2**31 + 1 every number has one or two words, and exactly one of them is kept."""
    chooser = random.Random(2)
    for number in (0, 1, 2, HALF // 2, HALF - 2, HALF - 1, *(chooser.randrange(HALF) for _ in range(200))):
        first, end = -(-(number << 32) // HALF), -(-((number + 1) << 32) // HALF)
        assert 1 <= end - first <= 2
        kept = [word for word in range(first, end) if below(crafted(word), HALF) == number]
        assert len(kept) == 1


def test_a_crafted_stream_begins_with_its_word() -> None:
    chooser = random.Random(1)
    for word in (0, 1, WORD, *(chooser.randrange(WORDS) for _ in range(100))):
        assert mix(unmixed(word)) == word
        assert below(crafted(word), WORDS) == word


@pytest.mark.parametrize("n", [1, 2, 64, 2**31, 2**32])
def test_no_word_is_drawn_again_where_all_numbers_have_equally_many(n: int) -> None:
    for word in (0, 1, n - 1, WORD):
        assert below(crafted(word), n) == word * n >> 32


def test_streams_are_keyed_by_seed_game_and_stream() -> None:
    firsts = set()
    for seed, game, stream in ((0, 0, 0), (1, 0, 0), (1 << 32, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1)):
        rng = Rng()
        begin(rng, seed, game, stream)
        firsts.add(tuple(below(rng, WORDS) for _ in range(3)))
    assert len(firsts) == 6
