"""The table of RAISE: the spiral track with its pawns, the stake, the dice and what they multiply."""

from __future__ import annotations

from tripot.core.state import NOBODY
from tripot.play.move import Step
from tripot.web.drawing.scene import Scene, symbol, text

from .. import rules, words
from ..phrases import SYMBOL_NAMES, victory_points
from ..rules import State
from ..tokens import CARDS
from .cards import BACK, COLOUR, COLOURS, INSIDE, SIGNS, copies, flight, full_name
from .count import has_ended_round
from .hand import chosen_card, raises_of, usable_cards
from .labels import COUNTED, WORDS
from .track import SIDE, SPACES, TONES, figure, initial, path, pawn_items, spaces, spot

LONGEST_NAME = 12  # letters in the middle of the track


def stage(scene: Scene) -> str:
    """Everything on the felt while a round is played."""
    return f"{_track(scene)}{_facts(scene)}"


def has_chosen(scene: Scene, seat: int) -> bool:
    """Whether the seat's first card lies face down."""
    return seat in scene.chosen or words.first_card(scene.view.state, seat) != NOBODY


# -- The track ----------------------------------------------------------------


def _track(scene: Scene) -> str:
    say, shared = WORDS[scene.lang], scene.open
    size = f'width="{SIDE}" height="{SIDE}"'
    drawing = (
        f'<use href="#r-track" {size}/>{shared.once("trail", lambda: _trail(shared))}{_way(scene)}'
        f'<use href="#r-spaces" {size}/>{_least(scene)}{_middle(scene)}'
    )
    pawns = f'<ul class="rs-pawns" id="{scene.key("pawns")}" aria-label="{say["pawns"]}">{pawn_items(scene)}</ul>'
    return (
        f'<div class="rs-place" id="{scene.key("place-track")}"><figure class="spiral rs-spiral" aria-label="{say["track"]}">'
        f'<svg viewBox="0 0 {SIDE} {SIDE}" aria-hidden="true">{drawing}</svg>{spaces(scene.prefix)}{pawns}</figure></div>'
    )


def _trail(scene: Scene) -> str:
    """Where the pawn that has raised came along."""
    raised = [step for step in scene.recent if is_card_of_raise(step) and words.is_placed(step.after)]
    if not raised:
        return ""
    seat = raised[-1].actor
    way = path(words.space(raised[0].before, seat), words.space(raised[-1].after, seat))
    return f'<path class="rs-trail" d="{way}"/>' if way else ""


def _way(scene: Scene) -> str:
    """From the last pawn to the space that is enough; for the viewer's own pawn also as far as the hand can get."""
    v: State = scene.view.state
    if words.ahead(v) <= 0:
        return ""
    last, least = scene.view.to_act, words.ahead(v) + 1
    here = words.space(v, last)
    way = path(here, least)
    drawn = f'<path class="run no" d="{way}"/>' if way else ""
    if last == scene.seat:
        cards = words.hand(v, last)
        usable = usable_cards(v, last, raises_of(scene))
        way = path(max(least, here), here + sum([words.value(v, cards[slot]) for slot in usable]))
        drawn += f'<path class="run rs-reach" d="{way}"/>' if way else ""
    return drawn


def _least(scene: Scene) -> str:
    """The mark of the first space that is enough."""
    v: State = scene.view.state
    least = words.ahead(v) + 1
    if least <= 1 or least > SPACES or words.space(v, scene.view.to_act) >= least:
        return ""
    x, y = spot(least)
    return f'<circle class="min" cx="{x}" cy="{y}" r="12"/><text class="mint" x="{x}" y="{y + 4.2:.1f}">{least}</text>'


def _middle(scene: Scene) -> str:
    """What is asked, in the middle of the track."""
    v, say = scene.view.state, WORDS[scene.lang]
    if v.phase == rules.CHOOSE:
        asked = [seat for seat in range(v.seats) if words.hand(v, seat)]
        laid = sum(has_chosen(scene, seat) for seat in asked)
        small, big = say["laid"], say["of"].format(n=laid, all=len(asked))
    elif words.ahead(v) > 0:
        last = scene.view.to_act
        name = scene.names[last]
        name = name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
        small = say["you need"] if last == scene.seat else text(say["needs"].format(name=name))
        big = f"{words.ahead(v) + 1}+"
    else:
        return ""
    x, y = spot(0)
    return (
        f'<text class="ctr" x="{x}" y="{y - 10}">{small}</text><text class="ctr big" x="{x}" y="{y + 20}">{big}</text>'
    )


# -- The stake and the dice ---------------------------------------------------


def _facts(scene: Scene) -> str:
    v, shared = scene.view.state, scene.open
    if words.point_card(v) == NOBODY:
        return f'<div class="facts">{_unseen(scene)}</div>'
    return f'<div class="facts">{_stake(scene)}{shared.once("luck", lambda: _luck(shared))}</div>'


def _luck(scene: Scene) -> str:
    """What is the same for all readers."""
    return f"{_roll(scene)}{_multipliers(scene)}{_passed(scene)}{_unseen(scene)}"


def _stake(scene: Scene) -> str:
    v, lang, say = scene.view.state, scene.lang, WORDS[scene.lang]
    point, cards = words.point_card(v), words.common(v)
    title, label = say["stake"].format(point=point), say["pile to come"]
    if any(cards):
        worth = victory_points(cards)
        title = say["stake and pile"].format(point=point, pile=worth)
        label = COUNTED[lang]["pile"].format(sum(cards), points=worth)
    lying = _first_cards(scene) if v.phase == rules.CHOOSE else pile(scene)
    return (
        f'<div class="stake rs-stake"><span class="card xl plain point" id="{scene.key("place-stake")}"'
        f' data-vt="point-{point}" data-at="table">'
        f'<b>{point}</b><em>{say["points"]}</em></span><div><h2>{title}</h2><p class="label">{label}</p>'
        f'<div id="{scene.key("pile")}">{lying}</div></div></div>'
    )


def _first_cards(scene: Scene) -> str:
    """Everybody's place for the first card, in the order of placing: a back, or still empty."""
    v, say = scene.view.state, WORDS[scene.lang]
    items = []
    for seat in _placing(v):
        if has_chosen(scene, seat):
            name = say["face down"]
            lies = f'<span class="card back" data-vt="{_own_back(scene, seat)}" data-at="first-{seat}">{BACK}</span>'
        elif words.hand(v, seat):
            name, lies = say["choosing of"], f'<span class="slot">{symbol("dots", "i think")}</span>'
        else:
            name, lies = say["none of"], '<span class="slot rs-none">–</span>'
        items.append(f"<li>{lies}{_standby(scene, seat, name)}</li>")
    return f'<ul class="rs-first" aria-label="{say["first cards"]}">{"".join(items)}</ul>'


def _own_back(scene: Scene, seat: int) -> str:
    """The flight of a card laid face down: the viewer's own keeps its name."""
    card = chosen_card(scene) if seat == scene.seat else NOBODY
    if card == NOBODY:
        return f"first-{seat}"
    return flight(seat, card, copies(scene.view.state, seat, [card])[0])


def _standby(scene: Scene, seat: int, name: str) -> str:
    """A pawn beside the track."""
    told = f'<span class="vh">{text(name.format(name=scene.names[seat]))}</span>' if name else ""
    return f'<span class="rs-by p-{TONES[seat]}" data-vt="pawn-{seat}" data-at="off">{figure(scene, seat)}</span>{told}'


def pile(scene: Scene) -> str:
    """The common pile: first cards in the order of placing, then the others, at last what has just been played."""
    if any(step.revealed for step in scene.recent):
        return _pile(scene)  # in it lies the viewer's own first card, which flies out of the hand
    return scene.open.once("pile", lambda: _pile(scene.open))


def _pile(scene: Scene) -> str:
    v, say = scene.view.state, WORDS[scene.lang]
    fresh, left = _just_played(scene), words.common(v)
    items = []
    for seat in _placing(v):
        card = words.first_card(v, seat)
        if card != NOBODY:
            left[card] -= 1
            items.append((card, seat, fresh.pop((seat, card, 0), f"first-{seat}"), ""))
    late = []
    for (seat, card, _), name in fresh.items():
        left[card] -= 1
        late.append((card, seat, name, " rs-new"))
    rest = [(card, NOBODY, f"pile-{CARDS[card]}-{n}", "") for card in range(rules.TYPES) for n in range(left[card])]
    shown = [_on_pile(scene, say["played by"], *item) for item in (*items, *rest, *late)]
    return f'<ul class="pile rs-pile">{"".join(shown)}</ul>'


def _on_pile(scene: Scene, by: str, card: int, seat: int, name: str, style: str) -> str:
    told, tag = full_name(card, scene.lang), ""
    if seat != NOBODY:
        told = text(by.format(card=told, name=scene.names[seat]))
        tag = f'<i class="rs-tag p-{TONES[seat]}">{initial(scene, seat)}</i>'
    return (
        f'<li class="card s {COLOUR[card]}{style}" title="{told}" data-vt="{name}" data-at="pile">'
        f'{INSIDE[card]}{tag}<span class="vh">{told}</span></li>'
    )


def _just_played(scene: Scene) -> dict[tuple[int, int, int], str]:
    """Of the cards played since the last decision: (seat, card, how many of it before, 0 for a first card) and their flights."""
    fresh: dict[tuple[int, int, int], str] = {}
    for step in scene.recent:
        before = step.before
        if has_ended_round(step):
            fresh.clear()
        elif step.revealed:
            for seat, card in step.revealed:
                own = flight(seat, card, copies(before, seat, [card])[0])
                fresh[seat, card, 0] = own if seat == scene.seat else f"first-{seat}"
        elif is_card_of_raise(step):
            copy = copies(before, step.actor, [step.action])[0]
            fresh[step.actor, step.action, copy + 1] = flight(step.actor, step.action, copy)
    return fresh


def is_card_of_raise(step: Step) -> bool:
    """Whether a card of a raise was played with this step."""
    return step.actor >= 0 and step.before.phase in (rules.LAST, rules.RAISING) and step.action < rules.TYPES


def _placing(v: State) -> list[int]:
    """The seats clockwise from the roller."""
    return [(words.roller(v) + place) % v.seats for place in range(v.seats)]


def _roll(scene: Scene) -> str:
    """The dice, and how they count."""
    say = WORDS[scene.lang]
    return (
        f'<div class="rs-roll"><h3 class="label">{say["roll"]}</h3>'
        f'<ul class="dice rs-dice" id="{scene.key("dice")}">{dice(scene)}</ul></div>'
    )


def dice(scene: Scene) -> str:
    """The faces rolled, in table order, then the blank ones."""
    v, say = scene.view.state, WORDS[scene.lang]
    found = []
    for sign, name in enumerate(SYMBOL_NAMES[scene.lang]):
        die = f'<li class="die c-{COLOURS[sign]}">{symbol(SIGNS[sign], "")}<span class="vh">{name}</span></li>'
        found += [die] * (words.multiplier(v, sign) - 1)
    blank = f'<li class="die blank" title="{say["blank means"]}"><span class="vh">{say["blank"]}</span></li>'
    return "".join([*found, *[blank] * (words.dice_rolled(v) - len(found))])


def _multipliers(scene: Scene) -> str:
    return f'<ul class="mults" id="{scene.key("mults")}" aria-label="{WORDS[scene.lang]["mults"]}">{multipliers(scene)}</ul>'


def multipliers(scene: Scene) -> str:
    """What each symbol multiplies by."""
    v, lang = scene.view.state, scene.lang
    items = []
    for sign, name in enumerate(SYMBOL_NAMES[lang]):
        times = words.multiplier(v, sign)
        items.append(
            f'<li class="mult c-{COLOURS[sign]}{" one" if times == 1 else ""}">{symbol(SIGNS[sign], "")}'
            f'<span class="vh">{name}</span><b>×{times}</b></li>'
        )
    return "".join(items)


def _passed(scene: Scene) -> str:
    """The pawns that have left the round, and until then what the star on a card is."""
    v, say = scene.view.state, WORDS[scene.lang]
    out = [seat for seat in range(v.seats) if words.has_passed(v, seat)]
    if not out:
        return f'<p class="rs-out rs-legend label">{symbol("r-star")}<span>{say["star"]}</span></p>'
    items = "".join(f"<li>{_standby(scene, seat, '')}<span>{text(scene.names[seat])}</span></li>" for seat in out)
    return f'<div class="rs-out"><h3 class="label">{say["passed"]}</h3><ul>{items}</ul></div>'


def _unseen(scene: Scene) -> str:
    """The point cards nobody has seen, and how many of them will come."""
    v, say = scene.view.state, WORDS[scene.lang]
    left = words.rounds(v) - words.round_now(v)
    more = COUNTED[scene.lang]["to come"].format(left) if left else say["last round"]
    values = " ".join(f"<b>{value}</b>" for value in words.point_cards_at(v, rules.FACE_DOWN))
    return f'<p class="label rs-unseen">{say["unseen"].format(values=values, more=more)}</p>'
