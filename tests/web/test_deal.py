"""The deal is fair, can be checked, and is the same bytes everywhere."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tripot
from tripot.core.state import CHANCE
from tripot.errors import RecordError
from tripot.notation.record import GameRecord, RecordLine
from tripot.web.checking import is_fair
from tripot.web.deal import BadDeal, Dealer, check_entropy, commitment, new_secret, pledge, seed
from tripot.web.table import dealt

SECRET = bytes(range(32))
PROMISE = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
HALF = 2**63 + 1  # nearly every second attempt is rejected
TOTALS = [1, 2, 6, 52, 1_000_003, HALF, HALF, HALF, HALF, 2**64]

# Made with WebCrypto from the description in the module, not with the module. Among
# them are draws that took one, two and four rejections.
VECTORS = [
    (
        [],
        "092e0c2e38f681c84aa8e3590bc872a6aff232d82928528822d1ee435388b8d8",
        [
            0,
            1,
            4,
            14,
            624682,
            3699371700460935012,
            5029952531750037815,
            157551090025675955,
            8244268628661813260,
            13050107165421290602,
        ],
    ),
    (
        ["", ""],
        "3891a7f819ea9b88a3520d9d2fabc2e0cf54934f9f13596e1be5ae7896ac9963",
        [
            0,
            0,
            0,
            43,
            68304,
            8787732262180971271,
            7346919216637673657,
            5527156497410872644,
            9064544506792801012,
            7411132063516260879,
        ],
    ),
    (
        ["00ff", "", "deadbeef"],
        "03987431eec2a1eed2244a58a89a51e0f9fa9f94389d44005ea61c624aa21f15",
        [
            0,
            0,
            0,
            24,
            440077,
            8802530392404507694,
            7705463003223305157,
            3725872173628048,
            7144281398717291039,
            16228921742365839278,
        ],
    ),
]


def draws(entropies: list[str], totals: list[int]) -> list[tuple[int, int]]:
    dealer = Dealer(seed(SECRET, entropies))
    return [(total, dealer.below(total)) for total in totals]


def by_hand(key: bytes, counter: int, total: int) -> int:
    """A draw as the description says it, with HMAC spelt out."""
    attempt = 0
    while True:
        message = b"chance" + counter.to_bytes(8, "big") + (attempt.to_bytes(4, "big") if attempt else b"")
        padded = key.ljust(64, b"\0")
        inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in padded) + message).digest()
        outer = hashlib.sha256(bytes(byte ^ 0x5C for byte in padded) + inner).digest()
        x = int.from_bytes(outer[:8], "big")
        if x < 2**64 // total * total:
            return x % total
        attempt += 1


def test_the_commitment_is_the_hash_of_the_secret() -> None:
    assert commitment(SECRET) == PROMISE


@pytest.mark.parametrize(("entropies", "expected_seed", "places"), VECTORS)
def test_the_test_vectors_come_out(entropies: list[str], expected_seed: str, places: list[int]) -> None:
    assert seed(SECRET, entropies).hex() == expected_seed
    assert draws(entropies, TOTALS) == list(zip(TOTALS, places, strict=True))


@given(st.binary(min_size=32, max_size=32), st.integers(0, 2**32), st.integers(1, 2**64))
def test_every_draw_follows_the_description(key: bytes, counter: int, total: int) -> None:
    dealer = Dealer(key, counter)
    assert dealer.below(total) == by_hand(key, counter, total)
    assert dealer.counter == counter + 1


def test_secrets_are_long_and_never_the_same() -> None:
    made = {new_secret() for _ in range(100)}
    assert len(made) == 100
    assert {len(secret) for secret in made} == {32}


def test_parts_cannot_be_moved_from_one_seat_to_another() -> None:
    seats: list[list[str]] = [[], [""], ["", ""], ["ab", ""], ["", "ab"], ["a", "b"], ["ab"], ["b", "a"]]
    assert len({seed(SECRET, entropies) for entropies in seats}) == len(seats)


def test_a_dealer_goes_on_where_another_stopped() -> None:
    whole = draws(["aa"], TOTALS)
    later = Dealer(seed(SECRET, ["aa"]), counter=4)
    assert [(total, later.below(total)) for total in TOTALS[4:]] == whole[4:]


def test_a_draw_among_one_takes_its_number_too() -> None:
    dealer = Dealer(seed(SECRET, []))
    assert dealer.below(1) == 0
    assert dealer.counter == 1


def test_all_places_come_up_equally_often() -> None:
    dealer = Dealer(seed(SECRET, []))
    times, faces = 12_000, 6
    counts = Counter(dealer.below(faces) for _ in range(times))
    expected = times / faces
    assert set(counts) == set(range(faces))
    assert (
        sum((count - expected) ** 2 / expected for count in counts.values()) < 20.5
    )  # chi-square, 5 degrees: 1 in 1000


def test_a_modulo_without_rejection_would_be_noticed() -> None:
    """With 3/4 of the range as the total, modulo alone would give the first third of the places half of all draws."""
    dealer = Dealer(seed(SECRET, []))
    total = 3 * 2**62
    low = sum(dealer.below(total) < 2**62 for _ in range(3_000))
    assert 900 < low < 1_100


class Crafted(Dealer):
    """A dealer whose integers are given, attempt by attempt."""

    def __init__(self, *integers: int) -> None:
        super().__init__(SECRET)
        self.integers = integers

    def _integer(self, attempt: int) -> int:
        return self.integers[attempt]


@pytest.mark.parametrize("n", [3, 6, 7, 52, 1_000_003, 3 * 2**62, HALF, 2**64 - 1])
def test_exactly_the_integers_that_would_favour_the_first_places_are_drawn_again(n: int) -> None:
    whole = 2**64 // n * n  # that many integers divide evenly over the places; fewer than n are left over
    assert Crafted(whole - 1).below(n) == n - 1
    assert Crafted(whole, 5).below(n) == 5 % n
    assert Crafted(2**64 - 1, whole, 4).below(n) == 4 % n


@pytest.mark.parametrize("n", [1, 2, 2**32, 2**64])
def test_no_integer_is_drawn_again_where_all_places_have_equally_many(n: int) -> None:
    assert Crafted(2**64 - 1).below(n) == n - 1


@pytest.mark.parametrize("n", [0, -1, 2**64 + 1])
def test_a_draw_among_nothing_is_refused(n: int) -> None:
    dealer = Dealer(seed(SECRET, []))
    with pytest.raises(BadDeal, match="outcomes"):
        dealer.below(n)
    assert dealer.counter == 0


@pytest.mark.parametrize("secret", [b"", b"short", bytes(33)])
def test_there_is_no_deal_without_a_secret(secret: bytes) -> None:
    with pytest.raises(BadDeal, match="32 bytes"):
        seed(secret, [])


@given(st.lists(st.text(max_size=8), max_size=5))
def test_no_entropy_whatever_stops_a_table(entropies: list[str]) -> None:
    assert len(seed(SECRET, [*entropies, "\ud800"])) == 32


@pytest.mark.parametrize("text", ["", "00", "deadbeef", "0f" * 64])
def test_entropy_is_hexadecimal(text: str) -> None:
    assert check_entropy(text) == text


@pytest.mark.parametrize("text", ["0", "zz", "AB", "0 0 ", "0f" * 65, "00\n", "٠٠"])
def test_other_entropy_is_refused(text: str) -> None:
    with pytest.raises(BadDeal) as refusal:
        check_entropy(text)
    assert refusal.value.code == "deal/bad"


def sealed_record() -> GameRecord:
    """A whole game dealt as the site deals."""
    secret, entropies = bytes(range(32)), ["aa", ""]
    dealer = Dealer(seed(secret, entropies))
    position, _ = dealt(tripot.load("raise").start(seats=2), dealer.below)
    while not position.is_over:
        seat = position.pending[0]
        position, _ = dealt(position.play(position.legal_moves(seat)[0], seat=seat), dealer.below)
    record = position.record()
    return replace(
        record, commitment=commitment(secret), secret=secret.hex(), pledges={0: pledge("aa")}, entropies={0: "aa"}
    )


def test_a_sealed_record_survives_its_text_and_is_fair() -> None:
    record = sealed_record()
    assert tripot.parse_record(str(record)) == record
    assert tripot.parse_record(record.json_lines()) == record
    assert is_fair(record)


def test_a_record_with_another_secret_entropy_or_card_is_not_fair() -> None:
    record = sealed_record()
    assert not is_fair(replace(record, secret="00" * 32))
    assert not is_fair(replace(record, entropies={}))
    swapped = (
        str(record)
        .replace("* roller-1", "* roller-x")
        .replace("* roller-0", "* roller-1")
        .replace("roller-x", "roller-0")
    )
    cut = tripot.parse_record(swapped)
    assert not is_fair(replace(cut, lines=cut.lines[:1], scores=None))
    assert not is_fair(replace(record, commitment=commitment(bytes(32))))
    with pytest.raises(RecordError, match="the record has no seal"):
        is_fair(replace(record, secret=None))
    with pytest.raises(RecordError, match="not hexadecimal"):
        is_fair(replace(record, secret="xyz"))


def test_one_wrong_card_or_die_anywhere_is_found() -> None:
    record, found = sealed_record(), 0
    position = tripot.load(record.game).start(seats=record.seats)
    for place, line in enumerate(record.lines):
        others = [str(move) for move, _ in position.chance if str(move) != line.tokens[0]] if line.actor is None else []
        if others and place % 5 == 0:
            wrong = (*record.lines[:place], RecordLine(None, (others[place % len(others)],)))
            assert is_fair(replace(record, lines=record.lines[:place], scores=None))
            assert not is_fair(replace(record, lines=wrong, scores=None))
            found += 1
        position = position.play(" ".join(line.tokens), seat=CHANCE if line.actor is None else line.actor)
    assert found > 5
