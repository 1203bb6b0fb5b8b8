"""Pages of rules as HTML: no style attributes, tables for the keyboard, pictures, rulings as notes at the end."""

from __future__ import annotations

import re

import pytest

import tripot
from tripot.language import languages
from tripot.web.drawing.boards import figures_of
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


def test_a_mark_is_the_number_of_its_note() -> None:
    html, _ = with_contents(TEXT)
    assert 'You may pass<sup class="ref"><a href="#R-1">1</a></sup>, not [X-9]' in html
    assert "<code>[R-1]</code>" in html
    assert html.count('<strong id="R-1">1</strong> <small>RULING R-1</small>') == 1
    assert html.index('<strong id="R-1">') < html.index("Passing")


def test_notes_stand_in_the_order_in_which_the_text_speaks_of_them() -> None:
    rulings = "- **[RULING R-1]** One.\n- **[INF]** Without a code.\n- **[RULING R-2]** Two.\n"
    html, _ = with_contents(f"## Play\n\nFirst [R-2], then [R-1], and [INF].\n\n## Rulings\n\n{rulings}")
    notes = re.findall(r"<li>.*?([A-Z]\w+(?: a code)?)\.</li>", html)
    assert notes == ["Two", "One", "Without a code"]
    assert re.findall(r'class="ref"><a href="#([^"]+)">([^<]+)<', html) == [("R-2", "1"), ("R-1", "2"), ("part-1", "*")]


def test_a_part_of_a_page_has_no_marks() -> None:
    assert rendered("Never [R-1] again [INF].") == "<p>Never again.</p>\n"


def test_a_picture_is_drawn_with_its_words_and_left_out_where_nothing_draws() -> None:
    text = "Before.\n\n![A <card>](board:cards)\n\nAfter.\n"
    html, _ = with_contents(text, lambda name: f"<b>{name}</b>")
    assert '<div class="picture" role="img" aria-label="A &lt;card&gt;"><div inert><b>cards</b></div></div>' in html
    assert html.count("<p>") == html.count("</p>") == 2
    assert rendered(text) == "<p>Before.</p>\n<p>After.</p>\n"


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game", tripot.games(), ids=lambda game: game.name)
def test_the_rules_of_a_game_have_all_pictures_of_its_board_on_the_site_and_none_elsewhere(
    game: tripot.Game, lang: str
) -> None:
    named = re.findall(r"^!\[.{20,}\]\(board:(.+)\)$", game.page(lang, pictures=True), re.MULTILINE)
    assert len(named) >= 3
    assert sorted(named) == sorted(figures_of(game))
    assert "board:" not in game.page(lang)
    for draw in figures_of(game).values():
        assert " style=" not in draw(lang)


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("name", [game.name for game in tripot.games()])
def test_every_link_inside_the_rules_of_a_game_leads_somewhere(name: str, lang: str) -> None:
    game = tripot.load(name)
    html, titles = with_contents(game.page(lang, pictures=True), lambda picture: figures_of(game)[picture](lang))
    ids = re.findall(r' id="([^"]+)"', html)
    assert len(ids) == len(set(ids)) > len(titles) > 1
    assert set(re.findall(r'<a href="#([^"]+)"', html)) <= set(ids)
