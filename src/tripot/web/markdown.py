"""The pages of rules as HTML, from the tokens that markdown-it reads."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from tripot.play import Game

_markdown = MarkdownIt("commonmark").enable("table")
RULING = re.compile(r"\[[A-Z]+ ([A-Z]-?\d+)\]")  # in bold: where a ruling stands
MARK = re.compile(r"(\[[A-Z]-?\d+\])")  # where it is spoken of


def rendered(text: str) -> Markup:
    """Markdown as HTML: alignment as a class (our pages have no style attributes), tables that the keyboard can scroll."""
    return _html(_parsed(text))


@functools.lru_cache(256)
def in_short(game: Game, lang: str) -> Markup:
    """The first part of a game's rules, which tells them in short; of a page without parts, all of it."""
    text = game.page(lang)
    _, _, parts = text.partition("\n## ")
    first = parts.partition("\n## ")[0] or text
    return rendered(first.partition("\n")[2])


def with_contents(text: str) -> tuple[Markup, list[Markup]]:
    """A long text, and the titles of its parts, each with a number to jump to; every mark of a ruling leads to the ruling."""
    tokens = _parsed(text)
    titles: list[Markup] = []
    for token, inline in pairwise(tokens):
        if token.type == "heading_open" and token.tag == "h2":
            token.attrSet("id", f"part-{len(titles)}")
            titles.append(_html([inline]))
    rulings = _numbered(tokens)
    for token in tokens:
        if token.children:
            token.children = [piece for child in token.children for piece in _linked(child, rulings)]
    return _html(tokens), titles


def _html(tokens: Sequence[Token]) -> Markup:
    return Markup(_markdown.renderer.render(tokens, _markdown.options, {}))


def _parsed(text: str) -> list[Token]:
    tokens = _markdown.parse(text)
    for token, inline, close in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if token.type == "table_open":
            token.attrSet("tabindex", "0")
        if token.type in ("th_open", "td_open"):
            if style := token.attrs.pop("style", None):
                token.attrSet("class", str(style).removeprefix("text-align:"))
            if token.type == "th_open" and not inline.content:  # no header of anything
                token.tag = close.tag = "td"
                token.attrs.clear()
    return tokens


def _numbered(tokens: Sequence[Token]) -> set[str]:
    """Give every ruling its code to jump to, where it first stands; all codes."""
    found: set[str] = set()
    for children in (token.children for token in tokens if token.children):
        for bold, words, end in zip(children, children[1:], children[2:], strict=False):
            ruling = (
                RULING.fullmatch(words.content) if (bold.type, end.type) == ("strong_open", "strong_close") else None
            )
            if ruling and ruling[1] not in found:
                bold.attrSet("id", ruling[1])
                found.add(ruling[1])
    return found


def _linked(token: Token, rulings: set[str]) -> list[Token]:
    """A piece of text, every mark in it a link to its ruling."""
    if token.type != "text":
        return [token]
    pieces = []
    for words in MARK.split(token.content):
        plain = Token("text", "", 0, content=words)
        if words[1:-1] in rulings:
            pieces += [Token("link_open", "a", 1, {"href": f"#{words[1:-1]}"}), plain, Token("link_close", "a", -1)]
        else:
            pieces.append(plain)
    return pieces
