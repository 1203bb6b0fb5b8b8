"""The texts of the code and their translations side by side: `python -m tripot.messages` brings the catalogues up to date.

A folder that has a `locale` is one catalogue; folders inside it that have their own are not part of it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

from . import language
from .language import fields, forms, is_usable, read_catalogue

KEYWORDS = {"_": None, "in_context": ((1, "c"), 2), "plural": (1, 2)}
WIDTH = 120
UNWRITTEN = (  # lines of the header
    "Project-Id-Version",
    "Report-Msgid-Bugs-To",
    "POT-Creation-Date",
    "PO-Revision-Date",
    "Last-Translator",
    "Language-Team",
    "Generated-By",
)


def folders(top: Path) -> list[Path]:
    """Every folder with a catalogue of its own."""
    return sorted(locale.parent for locale in top.rglob("locale") if locale.is_dir())


def texts(folder: Path) -> Catalog:
    """What the code of a folder says, without translations."""
    found = Catalog(fuzzy=False)
    inner = [(f"{other.relative_to(folder)}/**", "ignore") for other in folders(folder) if other != folder]
    methods = [*inner, ("**.py", "python")]
    for file, _line, message, comments, context in extract_from_dir(folder, methods, keywords=KEYWORDS):
        found.add(message, locations=[(Path(file).as_posix(), 0)], auto_comments=comments, context=context)
    return found


def update(folder: Path) -> Iterator[tuple[Path, int]]:
    """Bring the catalogues of a folder up to date; for each how many texts are still to be translated."""
    wanted = texts(folder)
    for file in sorted(folder.joinpath("locale").glob("*.po")):
        kept = read_catalogue(file, file.stem)
        kept.update(wanted, no_fuzzy_matching=True)
        kept.obsolete.clear()
        file.write_text(_written(kept), encoding="utf-8")
        yield file, sum(1 for message in kept if message.id and not _is_whole(message))


def _written(found: Catalog) -> str:
    """The lines of a catalogue, without those that change at every writing or say nothing."""
    found.header_comment = (
        "# The texts of tripot in another language. `make messages` keeps the list of texts up to date."
    )
    lines = BytesIO()
    write_po(lines, found, width=WIDTH, include_lineno=False, sort_by_file=True)
    text = lines.getvalue().decode()
    return re.sub(rf'^"({"|".join(UNWRITTEN)}):.*\n', "", text, flags=re.MULTILINE)


def faults(folder: Path) -> Iterator[str]:
    """What is missing, left over or wrong in the catalogues of a folder, a line each."""
    wanted = {(message.context, message.id) for message in texts(folder) if message.id}
    for file in sorted(folder.joinpath("locale").glob("*.po")):
        there = {(message.context, message.id): message for message in read_catalogue(file, file.stem) if message.id}
        for _context, text in sorted(wanted - there.keys(), key=str):
            yield f"{file}: not in the catalogue (run make messages): {text!r}"
        for _context, text in sorted(there.keys() - wanted, key=str):
            yield f"{file}: no longer in the code (run make messages): {text!r}"
        for message in there.values():
            if message.fuzzy or not _is_whole(message):
                yield f"{file}: not translated: {message.id!r}"
            elif not is_usable(message):
                yield f"{file}: says something that nobody gives: {message.string!r}"
            elif all(fields(forms(message.id)[-1]) - fields(text) for text in forms(message.string)):
                yield f"{file}: leaves out what {message.id!r} says: {message.string!r}"


def _is_whole(message: Message) -> bool:
    return bool(message.string) and all(forms(message.string))


def main(arguments: list[str]) -> int:
    """Update every catalogue below the given folders (tripot's own without any)."""
    missing = 0
    for top in [Path(argument) for argument in arguments] or [Path(str(language.__file__)).parent]:
        for folder in folders(top):
            for file, count in update(folder):
                missing += count
                print(f"{file}: {count or 'nothing'} to translate")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
