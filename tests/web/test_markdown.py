"""Pages of rules as HTML: no style attributes, tables for the keyboard, marks that lead to their rulings."""

from __future__ import annotations

import re

import pytest

import tripot
from tripot.language import languages
from tripot.web.markdown import rendered, with_contents

TABLE = "|   | notes |\n|---|------:|\n| a | 3 |\n"
TEXT = """# Rules

## Play 3 < 4 & *fair*

You may pass [R-1], not [X-9]. In code: `[R-1]`.

## Rulings

**[RULING R-1]** Passing is for ever. See **[RULING R-1]**.
"""


def test_a_table_has_classes_for_styles_and_no_header_of_nothing() -> None:
    html = rendered(TABLE)
    assert html.startswith('<table tabindex="0">')
    assert "<td></td>" in html
    assert '<th class="right">notes</th>' in html
    assert '<td class="right">3</td>' in html
    assert "style" not in html


def test_every_part_can_be_jumped_to_and_its_title_is_escaped_once() -> None:
    html, titles = with_contents(TEXT)
    assert titles == ["Play 3 &lt; 4 &amp; <em>fair</em>", "Rulings"]
    for number, title in enumerate(titles):
        assert f'<h2 id="part-{number}">{title}</h2>' in html


def test_a_mark_leads_to_its_ruling_where_it_first_stands() -> None:
    html, _ = with_contents(TEXT)
    assert '<a href="#R-1">[R-1]</a>, not [X-9]' in html
    assert "<code>[R-1]</code>" in html
    assert html.count('<strong id="R-1">') == 1
    assert html.index('<strong id="R-1">') < html.index("Passing")


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("name", [game.name for game in tripot.games()])
def test_every_link_inside_the_rules_of_a_game_leads_somewhere(name: str, lang: str) -> None:
    html, titles = with_contents(tripot.load(name).page(lang))
    ids = re.findall(r' id="([^"]+)"', html)
    assert len(ids) == len(set(ids)) > len(titles) > 1
    assert set(re.findall(r'href="#([^"]+)"', html)) <= set(ids)
