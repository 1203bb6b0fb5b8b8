"""Texts by language: catalogues that are whole, languages that need no code, numbers and lists by Babel."""

import ast
import gc
import importlib
import os
import pkgutil
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.catalog import Message

import tripot
from tripot import language, messages
from tripot.language import (
    PSEUDO,
    Plural,
    Translated,
    _,
    in_context,
    language_name,
    languages,
    listed,
    number,
    percent,
    plural,
    pseudo,
    translated,
    wished,
)

SOURCE = Path(tripot.__file__).parent
UNTRANSLATED = {"Colibri", "Cotton Club", "Havanna Bar", "Jungle", "Lincoln", "Jazz House"}  # names of places
PO = """
msgid ""
msgstr ""
"Language: de\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"Content-Type: text/plain; charset=utf-8\\n"

msgid "Play now"
msgstr "Jetzt spielen"
"""


def test_every_catalogue_is_whole() -> None:
    """No text of the code is missing or left over, and none asks for a fact that the code does not give."""
    folders = messages.folders(SOURCE)
    assert len(folders) == 1 + len([game for game in tripot.games() if game.package.startswith("tripot.")])
    assert [fault for folder in folders for fault in messages.faults(folder)] == []


def test_the_catalogues_are_as_make_messages_writes_them(tmp_path: Path) -> None:
    copy = shutil.copytree(SOURCE, tmp_path / "tripot")
    for folder in messages.folders(copy):
        assert [count for _file, count in messages.update(folder)] == [0]
    for file in copy.rglob("*.po"):
        assert file.read_text(encoding="utf-8") == SOURCE.joinpath(file.relative_to(copy)).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ('_("A text that nobody has translated")', "not in the catalogue"),
        ("", "no longer in the code"),
    ],
)
def test_a_text_too_many_or_too_few_is_noticed(tmp_path: Path, line: str, fault: str) -> None:
    copy = shutil.copytree(SOURCE / "bots", tmp_path / "bots")
    shutil.copytree(SOURCE / "locale", copy / "locale")
    (copy / "levels.py").write_text(f"from tripot.language import _\n{line}\n", encoding="utf-8")
    assert any(fault in each for each in messages.faults(copy))


@pytest.mark.parametrize(
    ("french", "fault"), [("{zzz} joue", "that nobody gives"), ("joue", "leaves out"), ("", "not tr")]
)
def test_a_translation_with_other_facts_is_noticed(tmp_path: Path, french: str, fault: str) -> None:
    (tmp_path / "locale").mkdir()
    (tmp_path / "it.py").write_text('_("{name} plays")\n', encoding="utf-8")
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
    po = f'{head}msgid "{{name}} plays"\nmsgstr "{french}"\n'
    (tmp_path / "locale" / "fr.po").write_text(po, encoding="utf-8")
    (found,) = messages.faults(tmp_path)
    assert fault in found


def strings(table: object) -> set[str]:
    """Every text of a table."""
    if isinstance(table, str):
        return {table} - {""}
    if isinstance(table, Plural):
        return {table.one}
    parts = table.values() if isinstance(table, dict) else table if isinstance(table, tuple | list) else ()
    return set().union(*map(strings, parts))


def test_every_text_of_a_translated_table_is_marked() -> None:
    """A text without a mark would be looked up in the catalogues, but never get into one."""
    for module in pkgutil.walk_packages([str(SOURCE)], "tripot."):
        if not module.name.endswith("__main__") and ".new_game_files" not in module.name:
            importlib.import_module(module.name)
    gc.unfreeze()  # a hub that ran in this process may have taken everything out of the collector's sight
    known = [
        found for found in gc.get_objects() if isinstance(found, Translated) and found.package.startswith("tripot.")
    ]
    assert len(known) > 30
    ids = {message.id for folder in messages.folders(SOURCE) for message in messages.texts(folder)}
    marked = {text for each in ids for text in ([each] if isinstance(each, str) else each)}
    assert {text for table in known for text in strings(table.table)} - marked == UNTRANSLATED


def test_no_code_names_a_language() -> None:
    """English is the language of the texts in the code; all others are found."""
    for file in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            assert not (isinstance(node, ast.Constant) and node.value == "fr"), f"{file}:{node.lineno}"


def test_a_new_language_is_a_catalogue(tmp_path: Path) -> None:
    """What it has is said in it, everything else in English; never a key."""
    copy = shutil.copytree(SOURCE, tmp_path / "tripot")
    (copy / "locale" / "de.po").write_text(PO, encoding="utf-8")
    script = (
        "from tripot.language import languages, language_name; from tripot.web.words import WORDS; import tripot\n"
        "print(languages(), language_name('de'), WORDS['de']['play now'], WORDS['de'] | {'play now': 0} == "
        "WORDS['en'] | {'play now': 0}, tripot.load('raise').start(seats=2, seed=1).view(0).story(lang='de')[0])"
    )
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment, check=False)
    assert ran.stderr == ""
    assert ran.stdout.startswith("('en', 'de', 'fr') Deutsch Jetzt spielen True ")


def test_a_table_is_translated_in_its_shape() -> None:
    table = translated("tripot.web", {"go": _("Play now"), "both": (_("Rules"), in_context("go back", "Back")), "n": 3})
    assert table["en"] == {"go": "Play now", "both": ("Rules", "Back"), "n": 3}
    assert table["fr"] == {"go": "Jouer", "both": ("Règles", "Retour"), "n": 3}
    assert table["fr"] is table["fr"]


def test_what_no_catalogue_has_stays_english() -> None:
    assert Translated("tripot.web", "No catalogue has this.")["fr"] == "No catalogue has this."
    assert Translated("json", "A package without catalogues.")["fr"] == "A package without catalogues."
    assert Translated("tripot.web", "")["fr"] == ""  # not the header of the catalogue


def test_a_translation_that_cannot_be_used_stays_english(tmp_path: Path) -> None:
    """A plug-in may bring a damaged catalogue, or one that asks for facts that nobody gives: nothing else suffers."""
    package = tmp_path / "stranger"
    (package / "locale").mkdir(parents=True)
    (package / "__init__.py").touch()
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
    entries = (("{name} plays", "{nom} joue"), ("{name} waits", "{name attend"), ("Go", "Va"))
    whole = head + "\n\n".join(f'msgid "{english}"\nmsgstr "{french}"' for english, french in entries) + "\n"
    script = (
        "from tripot.language import translated\n"
        "print(*translated('stranger', ('{name} plays', '{name} waits', 'Go'))['fr'], sep='|')"
    )
    environment = {**os.environ, "PYTHONPATH": f"{SOURCE.parent}:{tmp_path}"}
    for text, said, complaints in (
        (whole.encode(), "{name} plays|{name} waits|Va", 2),
        (b'msgid "Go\nmsgstr', "{name} plays|{name} waits|Go", 1),
        (whole.encode("utf-16"), "{name} plays|{name} waits|Go", 1),
        (whole.replace("utf-8", "nonsense").encode(), "{name} plays|{name} waits|Go", 1),
        (
            whole.replace("utf-8", "utf-8\\nPlural-Forms: nplurals=2; plural=n/0;").encode(),
            "{name} plays|{name} waits|Go",
            3,
        ),
    ):
        (package / "locale" / "fr.po").write_bytes(text)
        ran = subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, env=environment, check=True
        )
        assert ran.stdout.strip() == said
        assert len(ran.stderr.splitlines()) == complaints
        assert "fr.po" in ran.stderr


@pytest.mark.parametrize(
    ("translation", "is_usable"),
    [
        ("{points:+} pour {who}", True),
        ("{who}", True),
        ("{} pour {who}", False),
        ("{0}", False),
        ("{who.name}", False),
        ("{who:d}", False),
        ("{who!z}", False),
        ("{who} }", False),
    ],
)
def test_a_translation_asks_for_what_the_english_text_gives(translation: str, is_usable: bool) -> None:
    assert language.is_usable(Message("{who}: {points:+}", translation)) == is_usable


def test_a_catalogue_that_is_named_after_no_language_is_left_out(tmp_path: Path) -> None:
    """Nobody would know how to write its numbers, and a page in it would fail."""
    copy = shutil.copytree(SOURCE, tmp_path / "tripot")
    for name in ("xx", "zzz", "pt_BR", "a copy of fr"):
        (copy / "locale" / f"{name}.po").write_text(PO, encoding="utf-8")
    script = "from tripot.language import languages, wished; print(languages(), wished(['zzz', 'fr']))"
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment, check=True)
    assert ran.stdout.strip() == "('en', 'fr') fr"
    assert len(ran.stderr.splitlines()) == 4
    assert "zzz.po" in ran.stderr


def test_plurals_follow_the_number() -> None:
    points = plural("{n} point for {who}", "{n} points for {who}")
    assert [points.format(n, who="Ada") for n in (0, 1, 2, -1)] == [
        "0 points for Ada",
        "1 point for Ada",
        "2 points for Ada",
        "-1 point for Ada",
    ]


@pytest.mark.parametrize(
    ("wish", "found"),
    [
        ((), "en"),
        (("fr-CA", "en"), "fr"),
        (("de", "fr"), "fr"),
        (("xx", "*"), "en"),
        (("en-GB", "fr"), "en"),
        ((" FR ",), "fr"),
        (("fr_FR",), "fr"),
        (("french",), "en"),
    ],
)
def test_the_first_language_of_a_list_that_there_is(wish: tuple[str, ...], found: str) -> None:
    assert wished(wish) == found


def test_numbers_and_lists_are_written_as_the_language_does() -> None:
    assert (number(1234, "en"), number(1234, "fr")) == ("1,234", "1\u202f234")
    assert (number(2.94, "en", places=1), number(2.94, "fr", places=1), number(-2, "fr")) == ("2.9", "2,9", "−2")
    assert (percent(0.424, "en"), percent(0.424, "fr")) == ("42%", "42\u00a0%")
    names = ["Ada", "Bo", "Cleo"]
    assert (listed(names, "en"), listed(names, "fr")) == ("Ada, Bo and Cleo", "Ada, Bo et Cleo")
    assert [listed(names[:n], "fr") for n in range(3)] == ["", "Ada", "Ada et Bo"]
    assert (language_name("en"), language_name("fr")) == ("English", "Français")


def test_times_are_told_from_now_and_after_a_week_by_the_date() -> None:
    now = 1_795_000_000.0  # 18 November 2026
    assert language.ago(now - 7200, now, "en") == "2 hours ago"
    assert language.ago(now + 5, now, "fr") == "il y a 1 minute"  # clocks differ a little
    assert language.ago(now - 10 * 86_400, now, "en") == "8 November"
    assert language.ago(now - 400 * 86_400, now, "fr") == "14 oct. 2025"
    assert language.ago(now - 7200, now, language.PSEUDO) != "2 hours ago"


def test_the_pseudo_language_is_longer_and_keeps_what_is_filled_in() -> None:
    text = "{who}: <b>free note</b> of {money:+}, &amp; `tripot verify`"
    found = pseudo(text)
    for kept in ("{who}", "<b>", "</b>", "{money:+}", "&amp;", "`tripot verify`"):
        assert kept in found
    assert "free" not in found
    assert len(pseudo("A sentence of some length.")) >= 4 / 3 * len("A sentence of some length.") - 2
    assert pseudo("3 + 4") == "3 + 4"
    assert Translated("tripot.web", {"go": "Play now"})[PSEUDO]["go"] == pseudo("Play now")


def test_the_pseudo_language_is_only_there_when_wished() -> None:
    assert PSEUDO not in languages()
    script = "from tripot.language import languages; print(languages()[-1])"
    environment = {**os.environ, language.PSEUDO_WISHED: "1"}
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment, check=True)
    assert ran.stdout.strip() == PSEUDO
