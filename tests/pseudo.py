"""What somebody reads in the pseudo-language: words without accents are texts that nobody has marked for translation."""

from __future__ import annotations

import re
from collections.abc import Collection
from html.parser import HTMLParser

from tripot.language import PADDING, PSEUDO

__all__ = ["PSEUDO", "unmarked"]

READ = {"alt", "aria-description", "aria-label", "aria-roledescription", "aria-valuetext", "placeholder", "title"}
"""Attributes that people read or hear."""
UNREAD = {"script", "style"}
SHORTEST = 3
WORD = re.compile(r"[^\W\d_]+")
PAD = PADDING[0]  # follows names without a blank


class _Reader(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.inside: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.texts += [value for name, value in attrs if name in READ and value]
        if tag in UNREAD:
            self.inside.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.inside:
            self.inside.remove(tag)

    def handle_data(self, data: str) -> None:
        if not self.inside:
            self.texts.append(data)


def unmarked(html_or_text: str, allowed: Collection[str]) -> list[str]:
    """The words of three letters and more that are not in the pseudo-language; `allowed` are names, which nobody translates."""
    text = "\n".join(_Reader(html_or_text).texts).replace(PAD, " ")
    if allowed:
        names = "|".join(r"\s+".join(map(re.escape, name.split())) for name in sorted(allowed, key=len, reverse=True))
        text = re.sub(rf"(?<!\w)(?:{names})(?!\w)", " ", text)
    words = WORD.findall(text)
    return [word for word in words if len(word) >= SHORTEST and word.isascii()]
