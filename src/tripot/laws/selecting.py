"""What a CSS selector finds on a drawn page: as much of CSS as lessons and glossaries use."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html.parser import HTMLParser

VOID = frozenset({"br", "hr", "img", "input", "link", "meta"})
ONE = re.compile(
    r"""(?P<tag>[a-z][\w-]*) | \.(?P<style>[\w-]+) | \#(?P<id>[\w-]+)
    | \[(?P<name>[\w-]+)(?:(?P<begins>\^?)="(?P<value>[^"]*)")?\]
    | :nth-child\((?P<nth>\d+)\) | (?P<first>:first-child) | :not\((?P<no>[^()]*)\)""",
    re.VERBOSE,
)
PARTS = re.compile(r"(?:\[[^\]]*\]|\([^()]*\)|[^\s>,\[(])+|[>,]")


@dataclass(frozen=True, eq=False)
class Element:
    """An element of a page."""

    tag: str
    attributes: dict[str, str]
    parent: Element | None
    place: int
    """Among the children of its parent, from 1."""

    @property
    def styles(self) -> list[str]:
        """Its classes."""
        return self.attributes.get("class", "").split()


class _Page(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[Element] = []
        self.above: list[Element] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        parent = self.above[-1] if self.above else None
        place = 1 + sum(element.parent is parent for element in self.found)
        self.found.append(Element(tag, {name: value or "" for name, value in attrs}, parent, place))
        if tag not in VOID:
            self.above.append(self.found[-1])

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.above.pop()

    def handle_endtag(self, tag: str) -> None:
        if any(element.tag == tag for element in self.above):
            while self.above.pop().tag != tag:
                pass


def elements_of(html: str) -> list[Element]:
    """The elements of a page, in its order."""
    return _Page(html).found


def select(page: list[Element], selector: str) -> list[Element]:
    """The elements that a selector finds; a ValueError for what is no selector, or more of CSS than is known here."""
    choices: list[list[str]] = [[]]
    for part in PARTS.findall(selector):
        if part == ",":
            choices.append([])
        else:
            choices[-1].append(part)
    if not all(choices):
        raise ValueError(f"{selector!r} is no selector")
    return [element for element in page if any(_fits(element, parts) for parts in choices)]


def _fits(element: Element, parts: list[str]) -> bool:
    """Whether an element is what the last part says, inside of what the others say."""
    *outer, own = parts
    if not _is(element, own):
        return False
    if not outer:
        return True
    parent = element.parent
    if outer[-1] == ">":
        return parent is not None and _fits(parent, outer[:-1])
    while parent is not None:
        if _fits(parent, outer):
            return True
        parent = parent.parent
    return False


def _is(element: Element, part: str) -> bool:
    at, fits = 0, True
    while at < len(part):
        one = ONE.match(part, at)
        if one is None:
            raise ValueError(f"{part[at:]!r} in {part!r} is no selector that is known here")
        at, fits = one.end(), fits and _has(element, one)
    return fits


def _has(element: Element, one: re.Match[str]) -> bool:
    if one["name"]:
        value = element.attributes.get(one["name"])
        if value is None or one["value"] is None:
            return value is not None
        return value.startswith(one["value"]) if one["begins"] else value == one["value"]
    if one["no"] is not None:
        return not any(_is(element, part.strip()) for part in one["no"].split(","))
    if one["nth"] or one["first"]:
        return element.place == int(one["nth"] or 1)
    if one["style"]:
        return one["style"] in element.styles
    return element.attributes.get("id") == one["id"] if one["id"] else element.tag == one["tag"]
