"""The pages for players say which of their rules are not the rule book's, in both languages alike."""

from __future__ import annotations

import re

import pytest

import tripot

GAMES = [game.name for game in tripot.games()]
RULINGS = {"en": "## Our rulings", "fr": "## Nos arbitrages"}
MARK = re.compile(r"\[([A-Z]+-?\d*)\]")
ENTRY = re.compile(r"\*\*\[([A-Z]+)((?: [A-Z]+-?\d+,?)*)\]\*\*")


def parts(name: str, lang: str) -> tuple[str, str]:
    """The rules as they are told, and the list of what the marks in them mean."""
    rules, heading, rulings = tripot.load(name).page(lang).partition(RULINGS[lang])
    assert heading
    return rules, rulings


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("lang", RULINGS)
def test_every_mark_is_explained_and_everything_explained_is_marked(name: str, lang: str) -> None:
    rules, rulings = parts(name, lang)
    marks = set(MARK.findall(rules))
    kinds = {kind for kind, _ in ENTRY.findall(rulings)}
    numbers = {number for _, numbers in ENTRY.findall(rulings) for number in re.findall(r"[A-Z]+-?\d+", numbers)}
    assert {mark for mark in marks if mark[-1].isdigit()} == numbers
    assert {mark for mark in marks if not mark[-1].isdigit()} <= kinds


@pytest.mark.parametrize("name", GAMES)
def test_both_languages_mark_the_same(name: str) -> None:
    english, french = ([MARK.findall(line) for line in parts(name, lang)[0].splitlines()] for lang in RULINGS)
    assert [marks for marks in english if marks] == [marks for marks in french if marks]
    entries = [ENTRY.findall(parts(name, lang)[1]) for lang in RULINGS]
    assert entries[0] == entries[1]


@pytest.mark.parametrize(
    ("name", "lang", "words", "mark"),
    [
        ("hick-hack", "en", "it is an ordinary one, 1 to 6", "PHOTO"),
        ("hick-hack", "fr", "un dé ordinaire, de 1 à 6", "PHOTO"),
        ("hick-hack", "en", "Names and animals are those of a real copy", "PHOTO"),
        ("hick-hack", "en", "no talk and no duel", "INF"),
        ("hick-hack", "en", "their owner takes the −2 card", "H-19"),
        ("hick-hack", "fr", "leur propriétaire prend la carte −2", "H-19"),
        ("hick-hack", "en", "for the better of them", "H-11"),
        ("razzia", "en", "an ordinary one, 1 to 6", "INF"),
        ("razzia-knizia", "en", "All your cheques count, ready and spent", "R30"),
        ("razzia-knizia", "fr", "Tous tes chèques comptent, prêts et dépensés", "R30"),
    ],
)
def test_what_the_book_does_not_say_is_marked_where_it_is_told(name: str, lang: str, words: str, mark: str) -> None:
    [line] = [line for line in parts(name, lang)[0].splitlines() if words in line]
    assert mark in MARK.findall(line)


@pytest.mark.parametrize("lang", RULINGS)
def test_the_fox_that_takes_the_shy_bird_is_called_a_departure_from_the_book(lang: str) -> None:
    assert "- **[DEPARTURE H-19]**" in parts("hick-hack", lang)[1]
