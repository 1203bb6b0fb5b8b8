"""The viewer's part of the Razzia board: the cards in hand, the free note, the split and the answer to it."""

from __future__ import annotations

from functools import lru_cache

from tripot.core.state import NOBODY
from tripot.language import listed
from tripot.web.drawing.scene import Scene, form, hand_frame, symbol, text, whole_button

from .. import rules as razzia
from ..phrases import MONEY, card_name, figure_name, money
from ..rules import BAR_OF, IS_POLICE, SPLIT, STRENGTH, State
from ..tokens import CARDS
from ..words import (
    card_words,
    duel_chance,
    duel_chances,
    fair_share,
    hand_of,
    is_settling,
    notes_on,
    seats_in,
    to_split,
)
from .labels import WORDS, chance_of, plain, say, sum_of, who
from .pieces import BAR_SYMBOLS, CHECK, KINDS, ME, face, hidden, open_card, sums, tint

PAIR = 2
PICKED, CAN, STILL = "picked", "can", "still"  # how a card lies in the hand: chosen, to choose, not to be touched now
ODDS_WIDTH, ODDS_GAP = 360, 3


def hand(scene: Scene) -> str:
    """What the viewer is asked, if anything, and the cards in hand; nothing for a spectator."""
    if scene.seat < 0:
        return ""
    v: State = scene.view.state
    dialog = _dialog(scene, v)
    style, named = " deck2 asking" if dialog else " deck2", f' aria-label="{say(scene, "hand")}"'
    return hand_frame(scene, dialog + _mine(scene, v), style=style, named=named)


def _dialog(scene: Scene, v: State) -> str:
    if not scene.is_asked:
        return ""
    if v.phase == SPLIT:
        return _split(scene, v)
    if v.phase == razzia.ANSWER:
        return _answered(scene, v) if scene.choice else _answer(scene, v)
    return ""


# -- The cards ----------------------------------------------------------------


def _mine(scene: Scene, v: State) -> str:
    cards = hand_of(v, scene.seat)
    if not cards:
        return ""
    if v.phase == razzia.CHOOSE:
        return _choosing(scene, v, cards)
    why = say(scene, "waits" if is_settling(v) else "later")
    fan = _fan(scene.lang, scene.seat, tuple(cards), why)
    now = v.round if v.phase == razzia.FREE_NOTE else v.round + 1
    label = "" if v.phase == razzia.OVER else f'<span class="label">{say(scene, "next", round=now)}</span>'
    return f'<div class="mine"><h2>{say(scene, "hand")}{label}</h2>{_still_fan(scene, fan)}</div>'


@lru_cache(4096)  # a hand stays the same for a whole round
def _fan(lang: str, seat: int, cards: tuple[int, ...], why: str) -> str:
    return "".join([open_card(card, lang, "", f"card-{CARDS[card]}", f"hand-{seat}", why) for card in cards])


def _still_fan(scene: Scene, fan: str) -> str:
    """Cards that cannot be touched; where they do not fit the keyboard can scroll them."""
    return f'<div class="fan" tabindex="0" role="group" aria-label="{say(scene, "hand")}">{fan}</div>'


def _choosing(scene: Scene, v: State, cards: list[int]) -> str:
    """The hidden choice of a card, and taking it back."""
    own = scene.choice.steps[0] - razzia.PLAY if scene.choice else v.choice[scene.seat]
    is_asked = scene.is_asked
    states = [PICKED if card == own else CAN if is_asked else STILL for card in cards]
    pots, unseen = sums(scene), hidden(scene) if scene.hints else {}
    fan = "".join(
        [
            _worth(scene.lang, scene.seat, card, state, pots.get(BAR_OF[card], 0), unseen.get(BAR_OF[card]))
            for card, state in zip(cards, states, strict=True)
        ]
    )
    fan = form(scene, fan, style="fan") if is_asked else _still_fan(scene, fan)
    if own == NOBODY:
        head = f'<div class="handhead"><h2>{say(scene, "hand")}</h2></div>'
        return f'<div class="mine choosing">{head}{fan}</div>'
    hint = f'<span class="label wide">{say(scene, "change hint")}</span>' if scene.choice else ""
    chosen = say(scene, "your choice", card=f'<span class="chosen">{card_name(own, scene.lang)}</span>')
    head = f"<h2>{chosen}{hint}</h2>"
    back = f'<button class="btn" id="take-back">{say(scene, "change")}</button>'
    change = form(scene, back, action="take_back") if scene.choice else ""
    return f'<div class="mine choosing"><div class="handhead">{head}{change}</div>{fan}</div>'


@lru_cache(8192)  # a hand is drawn again at every step of a round, and each of its cards is mostly as it was
def _worth(lang: str, seat: int, card: int, state: str, pot: int, unseen: tuple[int, int] | None) -> str:
    """A card to choose, with what it may bring below."""
    token, words = CARDS[card], WORDS[lang]
    if unseen is not None:
        why = text(card_words(card, pot, *unseen, lang))
    else:
        why = words["card why"].format(card=card_name(card, lang), money=money(pot, lang))
    thing = f'data-vt="card-{token}" data-at="hand-{seat}"'
    if state == PICKED:
        tag = f'<span class="tag">{words["face down"]}</span>'
        paper = f'<span class="card picked {KINDS[card]}" {thing} title="{why}">{face(card, lang)}{tag}</span>'
    elif state == CAN:
        paper = (
            f'<button class="card can {KINDS[card]}" name="move" value="{token}" id="card-{token}" {thing} title="{why}" '
            f'aria-label="{why}">{face(card, lang)}</button>'
        )
    else:
        paper = f'<span class="card {KINDS[card]}" {thing} title="{why}">{face(card, lang)}</span>'
    if not pot:
        val = words["no money"]
    elif unseen is not None and IS_POLICE[card] and not unseen[0]:
        val = words["nobody"]
    else:
        val = words["raid" if IS_POLICE[card] else "alone"].format(money=money(pot, lang))
    style = "worth picked" if state == PICKED else "worth"
    return f'<span class="{style}">{paper}<span class="val" aria-hidden="true">{val}</span></span>'


# -- The split ----------------------------------------------------------------


def _split(scene: Scene, v: State) -> str:
    """Every note is a choice of one person: a column of places, one in each person's row."""
    people = sorted(seats_in(v.contenders), key=lambda seat: seat != v.proposer)
    pot = to_split(v)
    fair = {seat: fair_share(v, seat) if scene.hints else pot / len(people) for seat in people}
    values = notes_on(v, v.bar)
    given = _fair_split(v, values, fair)
    sums = {seat: v.share[seat] for seat in people}
    for value, seat in zip(values, given, strict=True):
        sums[seat] += value
    heads = "".join([_head(scene, v, seat, sums[seat]) for seat in people])
    columns = "".join([_column(scene, v, values, place, given[place], people) for place in range(len(values))])
    rivals = listed((who(scene, seat) for seat in people[1:]), scene.lang)
    shares = " / ".join([f'<span data-sum="{seat}">{sums[seat]}</span>' for seat in people])  # the browser counts on
    inside = (
        f'<h2 class="vh">{say(scene, "your offer", names=rivals)}</h2>'
        f'<div class="shares"><div class="sharegrid"><ul class="heads">{heads}</ul>{columns}</div>'
        f'<p class="hint">{say(scene, "split hint")}</p></div><div class="weigh">'
        f"{_split_odds(scene, v, pot, fair) if scene.hints else ''}"
        f'<div class="acts">{whole_button(say(scene, "propose", shares=shares), "propose", style="btn go grow")}'
        f'<button class="btn bare" type="reset">{say(scene, "reset")}</button></div></div>'
    )
    return form(scene, inside, style="dialog offer sharing")


def _head(scene: Scene, v: State, seat: int, total: int) -> str:
    own = seat == scene.seat
    label = say(scene, "keep") if own else say(scene, "gets", who=who(scene, seat))
    amount = MONEY[scene.lang].format(n=f'<span data-sum="{seat}">{total}</span>')  # the browser counts on
    return (
        f'<li{ME if own else ""} data-drop="{seat}"><b>{label}</b>'
        f'<span class="label">{figure_name(v.choice[seat], scene.lang)}</span>'
        f'<span class="sum">{amount}</span></li>'
    )


def _column(scene: Scene, v: State, values: list[int], place: int, given: int, people: list[int]) -> str:
    """One note: a radio button for each person."""
    value = values[place]
    amount = sum_of(scene, value)
    cells = []
    for seat in people:
        state = " checked" if seat == given else " disabled" if value == values[0] and seat < v.lowest else ""
        label = say(scene, "note for", money=amount, who=plain(scene, seat))
        cells.append(
            f'<label><input type="radio" name="n{place}" id="n{place}-{seat}" value="{value}&gt;{seat}" data-worth="{value}" '
            f'data-to="{seat}" aria-label="{label}"{state}><span class="{tint(value)} l" data-thing aria-hidden="true">'
            f"{value}</span></label>"
        )
    legend = say(scene, "note of", money=amount)
    return f'<fieldset data-drag><legend class="vh">{legend}</legend>{"".join(cells)}</fieldset>'


def _fair_split(v: State, values: list[int], fair: dict[int, float]) -> list[int]:
    """A split to begin with: note by note to the one who lacks most of a fair share."""
    lacks = {seat: share - v.share[seat] for seat, share in fair.items()}
    given = []
    for value in values:
        free = [seat for seat in lacks if value < values[0] or seat >= v.lowest]
        best = max(free, key=lambda seat: lacks[seat])
        lacks[best] -= value
        given.append(best)
    return given


def _split_odds(scene: Scene, v: State, pot: int, fair: dict[int, float]) -> str:
    """What a refusal would lead to."""
    people = list(fair)
    if len(people) == PAIR:
        rival = people[1]
        chance = duel_chance(v, rival, scene.seat)
        words = say(
            scene, "against", money=sum_of(scene, pot), worth=sum_of(scene, round(chance * pot)), who=who(scene, rival)
        )
        return f'<div class="odds">{_odds_bar(scene, v, scene.seat, rival)}<p class="hint">{words}</p></div>'
    lines = [
        say(
            scene,
            "against one",
            who=who(scene, rival),
            percent=chance_of(scene, duel_chance(v, rival, scene.seat)),
            fair=sum_of(scene, round(fair[rival])),
        )
        for rival in people[1:]
    ]
    chance = duel_chances(v, people)[scene.seat]
    lines.append(say(scene, "against all", money=sum_of(scene, pot), percent=chance_of(scene, chance)))
    return f'<ul class="odds hint">{"".join([f"<li>{line}</li>" for line in lines])}</ul>'


def _odds_bar(scene: Scene, v: State, seat: int, rival: int) -> str:
    """Two people's chances in a duel, as a bar with words at both ends."""
    chance = duel_chance(v, seat, rival)
    mine, x = round(ODDS_WIDTH * chance), round(ODDS_WIDTH * chance) + ODDS_GAP
    own, other = figure_name(v.choice[seat], scene.lang), figure_name(v.choice[rival], scene.lang)
    return (
        f'<svg viewBox="0 0 {ODDS_WIDTH} 12" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect class="o-me" width="{mine}" height="12"/>'
        f'<rect class="o-you" x="{x}" width="{max(0, ODDS_WIDTH - x)}" height="12"/></svg>'
        f'<p class="ends"><span><b>{who(scene, seat)} {chance_of(scene, chance)}</b>{own}</span>'
        f"<span><b>{who(scene, rival)} {chance_of(scene, 1 - chance)}</b>{other}</span></p>"
    )


# -- The answer ---------------------------------------------------------------


def _answer(scene: Scene, v: State) -> str:
    """The offer, and the two answers with what they bring."""
    share = v.share[scene.seat]
    head = say(scene, "ask" if share else "ask nothing", who=who(scene, v.proposer), money=sum_of(scene, share))
    accept = say(scene, "accept" if share else "accept nothing", money=sum_of(scene, share))
    stake = share + v.share[v.proposer]
    is_pair = v.contenders.bit_count() == PAIR
    odds = _odds_bar(scene, v, scene.seat, v.proposer) if scene.hints and is_pair else ""
    odds = f'<div class="odds">{odds}</div>' if odds else ""
    inside = (
        f'<h2 class="vh">{head}</h2><div class="opts two">'
        f'<button class="opt best" name="move" value="accept" id="accept"><span class="passmark">{CHECK}</span>'
        f"<span><b>{accept}</b><small>{say(scene, 'for sure' if share else 'no duel')}</small></span></button>"
        f'<button class="opt best" name="move" value="duel" id="duel"><span class="passmark">{symbol("rz-dice")}</span>'
        f"<span><b>{say(scene, 'duel for', money=sum_of(scene, stake))}</b><small>{_duel_worth(scene, v, stake, is_pair)}</small>"
        f"</span></button></div>{odds}"
    )
    return form(scene, inside, style="dialog offer asking")


def _duel_worth(scene: Scene, v: State, stake: int, is_pair: bool) -> str:
    """What a duel promises; with more contenders alone, and if all refuse."""
    if not scene.hints:
        strengths = STRENGTH[v.choice[scene.seat]], STRENGTH[v.choice[v.proposer]]
        return say(scene, "duel dice", card=strengths[0], other=strengths[1])
    chance = duel_chance(v, scene.seat, v.proposer)
    odds = say(scene, "duel odds", percent=chance_of(scene, chance), worth=sum_of(scene, round(chance * stake)))
    if is_pair:
        return odds
    everybody = duel_chances(v, seats_in(v.contenders))[scene.seat]
    pot = to_split(v)
    rest = say(
        scene,
        "duel all",
        percent=chance_of(scene, everybody),
        money=sum_of(scene, pot),
        worth=sum_of(scene, round(everybody * pot)),
    )
    return f'{say(scene, "duel only", odds=odds)}<span class="wide"><br>{rest}</span>'


def _answered(scene: Scene, v: State) -> str:
    """The own answer, face down, and taking it back."""
    accepts = bool(scene.choice) and scene.choice is not None and scene.choice.steps[0] == razzia.ACCEPT
    share = v.share[scene.seat]
    accept = say(scene, "accept" if share else "accept nothing", money=sum_of(scene, share))
    words = accept if accepts else say(scene, "said duel")
    inside = (
        f'<h2>{BAR_SYMBOLS[v.bar]}<span>{words}</span><span class="label">{say(scene, "your answer")}</span></h2>'
        f'<div class="acts"><button class="btn" id="take-back">{say(scene, "change")}</button></div>'
    )
    return form(scene, inside, style="dialog offer answered", action="take_back")
