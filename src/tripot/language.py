"""Everything that people read, in their language: gettext catalogues and Babel.

The code holds the English texts, marked by `_`, `in_context` or `plural`; a package's `locale/<language>.po` translates them
(`make messages` brings it up to date). `translated` turns a table of marked texts into one table per language. What a catalogue
lacks stays English, and so does what it has but cannot be used. A language is there as soon as there is
`tripot/locale/<language>.po`: no code names it.
"""

from __future__ import annotations

import logging
import os
import re
import string
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from functools import cache, lru_cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO
from typing import Any, Literal, TypeVar

from babel import Locale, UnknownLocaleError
from babel.dates import format_skeleton, format_timedelta
from babel.lists import format_list
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po
from babel.numbers import format_decimal, format_percent

SOURCE = "en"
"""The language of the texts in the code."""
PSEUDO = "en-XA"
"""English with accents, a third longer: shows texts that are not marked and places that are too narrow."""
PSEUDO_WISHED = "TRIPOT_PSEUDO"
"""Set in the environment, it makes the pseudo-language one of the languages."""
REGIONS = {SOURCE: "en_GB", PSEUDO: "en_GB"}  # "Ada, Bo and Cleo": lists without a comma before the last name
LINE = re.compile(rb'\s*(#.*|(msg\w+(\[\d+\])?\s*)?"(\\.|[^"\\])*"\s*)?')
"""A line of a catalogue. Babel takes a quotation mark that is missing for a letter, and goes on."""
DAMAGED = (
    PoFileError,
    ValueError,
    LookupError,
    ArithmeticError,
    OSError,
)  # also by an unknown charset or a wrong plural
NUMBERS = 200  # after so many the forms of plurals repeat themselves

Joint = Literal["standard", "or"]
"""How the last word of a list is joined: by `and`, or by `or`."""

log = logging.getLogger(__name__)

T = TypeVar("T")


class InContext(str):
    """A text that another place says with the same English words, but other languages do not."""

    context: str

    def __new__(cls, context: str, text: str) -> InContext:
        self = super().__new__(cls, text)
        self.context = context
        return self


class Plural:
    """A text that depends on a number `n`."""

    def __init__(self, one: str, many: str, catalogue: NullTranslations | None = None) -> None:
        self.one, self.many, self.catalogue = one, many, catalogue or NullTranslations()

    def format(self, n: int, **facts: object) -> str:
        """The form for that number, with its facts."""
        return self.catalogue.ngettext(self.one, self.many, abs(n)).format(n=n, **facts)


def _(text: str) -> str:
    """Mark a text for translation."""
    return text


def in_context(context: str, text: str) -> str:
    """Mark a text that needs another translation than the same words elsewhere."""
    return InContext(context, text)


def plural(one: str, many: str) -> Plural:
    """Mark a text that depends on a number `n`."""
    return Plural(one, many)


class Translated(dict[str, T]):
    """A table of marked texts, by language; each is made when it is asked for first. (A dict: it is asked at every word.)"""

    __eq__ = object.__eq__  # it is itself, whatever languages it has been asked for
    __hash__ = object.__hash__  # type: ignore[assignment]

    def __init__(self, package: str | None, table: T) -> None:
        super().__init__()
        self.package, self.table = str(package), table

    def __missing__(self, lang: str) -> T:
        found: T = _in(self.table, catalogue(self.package, lang))
        self[lang] = found
        return found

    def __repr__(self) -> str:
        return f"Translated({self.package!r}, {self.table!r})"


def translated(package: str | None, table: T) -> Translated[T]:
    """The table in every language; the texts are in the catalogues of the package (`__package__`) or of one above it."""
    return Translated(package, table)


@cache
def languages() -> tuple[str, ...]:
    """The languages that the site and the terminal speak, English first."""
    catalogues = [entry for entry in _folder("tripot").iterdir() if entry.name.endswith(".po")]
    found = sorted(entry.name.removesuffix(".po") for entry in catalogues if _is_language(entry))
    return (SOURCE, *found, *([PSEUDO] if os.environ.get(PSEUDO_WISHED) else []))


def _is_language(file: Traversable) -> bool:
    """Whether a catalogue is named after a language whose numbers and lists somebody knows how to write."""
    try:
        Locale.parse(file.name.removesuffix(".po"), sep="-")
    except (UnknownLocaleError, ValueError) as error:
        log.warning("%s is left out: %s", file, error)
        return False
    return True


@cache
def language_name(lang: str) -> str:
    """What a language calls itself."""
    return pseudo("English") if lang == PSEUDO else (_locale(lang).get_language_name() or lang).capitalize()


def wished(preferences: Iterable[str]) -> str:
    """The first language of somebody's list that there is; the regions of languages do not matter. English if there is none."""
    known = {lang.lower(): lang for lang in languages()}
    for wish in preferences:
        lang = wish.strip().replace("_", "-").lower()
        if found := known.get(lang) or known.get(lang.partition("-")[0]):
            return found
    return SOURCE


@cache
def catalogue(package: str, lang: str) -> NullTranslations:
    """The translations of a package, or of the nearest one above it that has any."""
    if lang == SOURCE:
        return NullTranslations()
    if lang == PSEUDO:
        return PseudoTranslations()
    file = _folder(package).joinpath(f"{lang}.po")
    if not file.is_file():
        return NullTranslations()
    try:
        return _compiled(file, lang)
    except DAMAGED as error:
        log.warning("%s is left out, its texts stay English: %s", file, error)
        return NullTranslations()


def _compiled(file: Traversable, lang: str) -> GNUTranslations:
    """A catalogue ready for use, without the translations that would fail when their facts are filled in."""
    read = read_catalogue(file, lang)
    for message in [each for each in read if each.id and not is_usable(each)]:
        log.warning("%s: this stays English, %r cannot be used: %r", file, message.string, message.id)
        read.delete(message.id, message.context)
    lines = BytesIO()
    write_mo(lines, read)
    lines.seek(0)
    found = GNUTranslations(lines)
    for n in range(NUMBERS):
        found.ngettext("", "", n)  # the formula for plurals may divide by zero
    return found


def read_catalogue(file: Traversable, lang: str) -> Catalog:
    """The translations in a file; one of the DAMAGED errors if it is none that can be read."""
    content = file.read_bytes()
    for place, line in enumerate(content.splitlines(), start=1):
        if not LINE.fullmatch(line):
            raise ValueError(f"line {place} is none of a catalogue: {line!r}")
    return read_po(BytesIO(content), locale=lang.replace("-", "_"), abort_invalid=True)


def is_usable(message: Message) -> bool:
    """Whether a translation asks for no fact that the English text does not give; one that is missing asks for none."""
    texts = forms(message.string)
    if not any(texts):
        return True
    try:
        return all(texts) and set[str]().union(*map(fields, texts)) <= fields(forms(message.id)[-1])
    except ValueError:  # no text that can be filled in
        return False


def forms(text: str | Iterable[str] | None) -> tuple[str, ...]:
    """The texts of an entry: one, or one for each form of a plural."""
    return (text,) if isinstance(text, str) else tuple(text or ())


def fields(text: str) -> set[str]:
    """What is filled into a text, and how it is to be written: `who` and `points:+` in "{who}: {points:+}"."""
    parts = string.Formatter().parse(text)
    return {
        f"{name}{f'!{how}' if how else ''}{f':{form}' if form else ''}"
        for _literal, name, form, how in parts
        if name is not None
    }


def _folder(package: str) -> Traversable:
    """The nearest `locale`, going up from the package; where there is none, one that does not exist."""
    while not (found := files(package).joinpath("locale")).is_dir() and "." in package:
        package = package.rpartition(".")[0]
    return found


def _in(table: Any, texts: NullTranslations) -> Any:
    """The table with all its texts translated."""
    if isinstance(table, InContext):
        return texts.pgettext(table.context, str(table))
    if isinstance(table, str):
        return texts.gettext(table) if table else table
    if isinstance(table, Plural):
        return Plural(table.one, table.many, texts)
    if isinstance(table, Mapping):
        return {key: _in(value, texts) for key, value in table.items()}
    if isinstance(table, tuple) and hasattr(table, "_fields"):
        return type(table)(*(_in(value, texts) for value in table))
    return tuple(_in(value, texts) for value in table) if isinstance(table, tuple) else table


# -- Numbers and lists --------------------------------------------------------


@cache
def _locale(lang: str) -> Locale:
    return Locale.parse(REGIONS.get(lang, lang.replace("-", "_")))


@lru_cache(maxsize=4096)
def number(value: float, lang: str, *, places: int = 0, signed: bool = False) -> str:
    """A number with that many places behind the point: 1,234 or 2.9, in French 1 234 and 2,9; with a real minus.

    A signed one has a plus if it is above zero.
    """
    pattern = "#,##0" + ("." + "0" * places if places else "")
    if signed and value > 0:
        pattern = f"+{pattern}"
    return format_decimal(value, format=pattern, locale=_locale(lang)).replace("-", "−")


@lru_cache(maxsize=1024)
def percent(share: float, lang: str) -> str:
    """A share of one: 42%, in French 42 %."""
    return format_percent(round(100 * share) / 100, locale=_locale(lang))


def listed(words: Iterable[object], lang: str, *, style: Joint = "standard") -> str:
    """Ada, Bo and Cleo; in the style `or` Ada, Bo or Cleo."""
    return _listed(tuple(map(str, words)), lang, style)


@lru_cache(maxsize=4096)
def _listed(words: tuple[str, ...], lang: str, style: Joint) -> str:
    if not words:
        return ""
    places = [f"{{{place}}}" for place in range(len(words))]
    sentence = format_list(places, style=style, locale=_locale(lang))
    return (sentence.translate(ACCENTED) if lang == PSEUDO else sentence).format(*words)


def enumerated(words: Iterable[object], lang: str) -> str:
    """Ada, Bo, Cleo: a list without a word before its end, for what stands in brackets or behind a colon."""
    return _comma(lang).join(map(str, words))


@cache
def _comma(lang: str) -> str:
    """What stands between two words in the middle of a list."""
    return str(_locale(lang).list_patterns["standard"]["middle"]).format("", "")


# -- Times --------------------------------------------------------------------

MINUTE, WEEK = timedelta(minutes=1), timedelta(days=7)


def ago(then: float, now: float, lang: str) -> str:
    """How long ago a moment was: 2 hours ago; beyond a week its date (of Greenwich), 3 November. Both are seconds since 1970."""
    past, locale = max(timedelta(seconds=now - then), MINUTE), _locale(lang)
    if past < WEEK:
        said = str(format_timedelta(-past, granularity="minute", threshold=1, add_direction=True, locale=locale))
    else:
        day, today = (datetime.fromtimestamp(moment, UTC).date() for moment in (then, now))
        said = str(format_skeleton("MMMMd" if day.year == today.year else "yMMMMd", day, locale=locale))
    return said.translate(ACCENTED) if lang == PSEUDO else said


# -- The pseudo-language ------------------------------------------------------

KEPT = re.compile(r"(\{[^{}]*\}|<[^<>]*>|&\w+;|`[^`]*`|\||\s+)")  # what is filled in, and what is not for reading
ACCENTED = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "áƀçđéƒǧħíĵķłɱñóƥɋřšŧúṽŵẋýžÁƁÇĐÉƑǦĦÍĴĶŁṀÑÓƤɊŘŠŦÚṼŴẊÝŽ",
)
LONGER = 1 / 3
PADDING = "ẋẋẋẋ "  # words, so that a longer text may still break


class PseudoTranslations(NullTranslations):
    """Translates everything into the pseudo-language."""

    def gettext(self, message: str) -> str:
        return pseudo(message)

    def pgettext(self, context: str, message: str) -> str:
        return pseudo(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return pseudo(msgid1 if n == 1 else msgid2)


def pseudo(text: str) -> str:
    """A text with accents, a third longer; the fields to be filled in, tags and commands are kept."""
    parts = KEPT.split(text)
    accented = "".join(part if place % 2 else part.translate(ACCENTED) for place, part in enumerate(parts))
    letters = sum(len(part) for part in parts[::2])
    more = round(letters * LONGER)
    if not letters or not any(part.isalpha() for part in "".join(parts[::2])):
        return accented
    padding = (PADDING * (more // len(PADDING) + 1))[:more].strip()
    tail = re.search(r"\s*$", accented)
    end = tail.start() if tail else len(accented)
    return accented[:end] + ("" if not padding else padding if more < len(PADDING) else f" {padding}") + accented[end:]
