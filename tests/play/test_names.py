"""What nobody may be called, because it means somebody else to everyone who reads it."""

import pytest

from tripot.outside import GUEST
from tripot.play.names import own_name


@pytest.mark.parametrize("name", ["you", "You", "YOU", "toi", "Toi", "vous", "ｙｏｕ"])
def test_a_pronoun_of_any_language_is_no_name(name: str) -> None:
    assert own_name(name) == GUEST


@pytest.mark.parametrize("name", ["Ada", "Young", "you two", "toi et moi", "Tu", ""])
def test_other_names_stay(name: str) -> None:
    assert own_name(name) == name
