"""The pages of rules as HTML, from the tokens that markdown-it reads: pictures by the board, rulings as notes at the end."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup, escape

from tripot.play import Game

Draw = Callable[[str], str]
"""The HTML of a picture by its name."""

_markdown = MarkdownIt("commonmark").enable("table")
RULING = re.compile(r"\[[A-Z]+ ([A-Z]-?\d+)\]")  # in bold: where a ruling stands
MARK = re.compile(r"\s*\[([A-Z]+-?\d*)\]")  # where it is spoken of: by its code, or only by its kind
PICTURE = "board:"


def rendered(text: str, draw: Draw | None = None) -> Markup:
    """Markdown as HTML: alignment as a class (our pages have no style attributes), tables that the keyboard can scroll.

    It is a part of a page, without the notes: the marks of rulings are left out.
    """
    tokens = _with_pictures(_parsed(text), draw)
    for token in tokens:
        for child in token.children or []:
            if child.type == "text":
                child.content = MARK.sub("", child.content)
    return _html(tokens)


@functools.lru_cache(256)
def in_short(game: Game, lang: str) -> Markup:
    """The first part of a game's rules, which tells them in short; of a page without parts, all of it."""
    text = game.page(lang)
    _, _, parts = text.partition("\n## ")
    first = parts.partition("\n## ")[0] or text
    return rendered(first.partition("\n")[2])


def with_contents(text: str, draw: Draw | None = None) -> tuple[Markup, list[Markup]]:
    """A long text, and the titles of its parts, each with a number to jump to.

    The rulings are notes at the end, in the order in which the text speaks of them; the marks in the text are their numbers.
    """
    tokens = _with_pictures(_parsed(text), draw)
    titles: list[Markup] = []
    for token, inline in pairwise(tokens):
        if token.type == "heading_open" and token.tag == "h2":
            token.attrSet("id", f"part-{len(titles)}")
            titles.append(_html([inline]))
    notes, part = _numbers(tokens), _part_of_rulings(tokens)
    tokens = _sorted(tokens, notes)
    told: set[str] = set()
    for token in tokens:
        if token.children:
            _tell(token.children, notes, told)
            token.children = [piece for child in token.children for piece in _linked(child, notes, part)]
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


# -- Pictures -----------------------------------------------------------------


def _with_pictures(tokens: list[Token], draw: Draw | None) -> list[Token]:
    """Every paragraph that is a picture of the board's, drawn, with its words below; left out where nothing draws."""
    kept: list[Token] = []
    for token in tokens:
        image = token.children[0] if token.type == "inline" and token.children else None
        name = str(image.attrs.get("src", "")) if image is not None and image.type == "image" else ""
        if image is not None and name.startswith(PICTURE):
            kept.pop()  # the paragraph's opening; its end is passed over below
            kept.append(Token("html_block", "", 0, content=_figure(name.removeprefix(PICTURE), image.content, draw)))
        elif not (token.type == "paragraph_close" and kept and kept[-1].type == "html_block"):
            kept.append(token)
    return kept


def _figure(name: str, words: str, draw: Draw | None) -> str:
    if draw is None:
        return ""
    about, drawn = escape(words), draw(name)
    return (
        f'<figure class="drawn"><div class="picture" role="img" aria-label="{about}"><div inert>{drawn}</div></div>'
        f'<figcaption aria-hidden="true">{about}</figcaption></figure>\n'
    )


# -- Rulings ------------------------------------------------------------------


def _bold(children: Sequence[Token], place: int) -> str:
    """What stands there in bold, or nothing."""
    kinds = [token.type for token in children[place : place + 3]]
    return children[place + 1].content if kinds == ["strong_open", "text", "strong_close"] else ""


def _ruling(children: Sequence[Token], place: int) -> str:
    """The code of the ruling that stands there in bold, or nothing."""
    found = RULING.fullmatch(_bold(children, place))
    return found[1] if found else ""


def _rulings(token: Token) -> list[str]:
    children = token.children or []
    return [code for place in range(len(children)) if (code := _ruling(children, place))]


def _numbers(tokens: Sequence[Token]) -> dict[str, int]:
    """The number of every ruling: first in the order in which the text speaks of them, then as they stand."""
    there = [code for token in tokens for code in _rulings(token)]
    texts = [child.content for token in tokens for child in token.children or [] if child.type == "text"]
    spoken = [code for text in texts for code in MARK.findall(text) if code in there]
    return {code: number for number, code in enumerate(dict.fromkeys([*spoken, *there]), 1)}


def _part_of_rulings(tokens: Sequence[Token]) -> str:
    """The part in which the first ruling stands: what a mark without a code leads to."""
    part = ""
    for token in tokens:
        part = str(token.attrs.get("id", part)) if token.type == "heading_open" and token.tag == "h2" else part
        if _rulings(token):
            return part
    return ""


def _sorted(tokens: list[Token], notes: dict[str, int]) -> list[Token]:
    """The lists of rulings in the order of their numbers; those without one stay behind."""
    done: list[Token] = []
    items: list[list[Token]] = []
    for token in tokens:
        if token.type == "list_item_open" and token.level == 1:
            items.append([])
        if token.type == "bullet_list_close" and token.level == 0:
            if any(_rulings(each) for item in items for each in item):
                items.sort(
                    key=lambda item: min(
                        [notes[code] for each in item for code in _rulings(each)], default=len(notes) + 1
                    )
                )
            done += [each for item in items for each in item]
            items = []
        (items[-1] if items else done).append(token)
    return done


def _tell(children: list[Token], notes: dict[str, int], told: set[str]) -> None:
    """Where a ruling first stands: its number to jump to (a star without a code), then its kind and code in small."""
    for place, bold in enumerate(children):
        code, words = _ruling(children, place), _bold(children, place)
        if (code and code not in told) or MARK.fullmatch(words):
            if code:
                told.add(code)
                bold.attrSet("id", code)
            children[place + 1].content = str(notes.get(code, "*"))
            small = f"</strong> <small>{escape(words.strip('[]'))}</small>"
            children[place + 2] = Token("html_inline", "", 0, content=small)


def _linked(token: Token, notes: dict[str, int], part: str) -> list[Token]:
    """A piece of text, every mark in it the number of its note, or a star where it has none of its own."""
    if token.type != "text":
        return [token]
    pieces, end = [], 0
    for mark in MARK.finditer(token.content):
        code = mark[1]
        if code in notes or (part and code.isalpha()):
            shown, where = (notes[code], code) if code in notes else ("*", part)
            pieces.append(Token("text", "", 0, content=token.content[end : mark.start()]))
            sup = f'<sup class="ref"><a href="#{where}">{shown}</a></sup>'
            pieces.append(Token("html_inline", "", 0, content=sup))
            end = mark.end()
    return [*pieces, Token("text", "", 0, content=token.content[end:])]
