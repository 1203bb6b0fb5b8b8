"""What the parts of the board of Razzia! (Knizia) share: names, chips and cheques, how a seat stands, what flies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from tripot.core.state import CHANCE, NOBODY
from tripot.language import listed, number
from tripot.play.move import Step
from tripot.web.drawing.scene import Scene, symbol, text

from .. import rules, words
from ..rules import State
from ..tokens import LOOT
from .labels import COUNTED, WORDS

SYMBOLS = (
    *("ring", "watch", "brooch", "chain", "diamond", "coin", "car", "driver", "bodyguard", "thief"),
    *("casino", "transport", "film", "racing", "estate", "club", "restaurant"),
)
COLOURS = (*("red",) * rules.TRINKETS, "yellow", "green", "green", "violet", "blue", *("brown",) * 7)
LINE_KINDS = (  # the loot that each line of the score sheet counts
    range(rules.TRINKETS),
    range(rules.COIN, rules.COIN + 1),
    range(rules.CAR, rules.DRIVER + 1),
    range(rules.BODYGUARD, rules.BODYGUARD + 1),
    range(rules.THIEF, rules.THIEF + 1),
    range(rules.CASINO, rules.LOOT),
)
BUSINESSES, CHEQUES = rules.ROUND_LINES, rules.ROUND_LINES + 1  # the lines of the end, after those of a round

STEALS = tuple(f"steal-{loot}" for loot in LOOT)

KEPT_CHIPS = 1024

# -- Words ----------------------------------------------------------------------


def say(scene: Scene, key: str, **facts: object) -> str:
    """A phrase of the board in the scene's language."""
    phrase = WORDS[scene.lang][key]
    return phrase.format(**facts) if facts else phrase


def counted(scene: Scene, key: str, n: int, **facts: object) -> str:
    """A phrase that depends on a number."""
    return COUNTED[scene.lang][key].format(n, **facts)


def either(scene: Scene, cheques: Sequence[int]) -> str:
    """`9 or 12`."""
    return listed(cheques, scene.lang, style="or")


def signed(scene: Scene, n: int) -> str:
    """`+3`."""
    return words.signed_number(n, scene.lang)


def points(scene: Scene, n: int) -> str:
    """`12 pts`."""
    return counted(scene, "pts", n, number=number(n, scene.lang))


def kinds(cards: Sequence[int], line: int) -> int:
    """Of how many kinds the cards of a line of the score sheet are."""
    return sum(cards[loot] > 0 for loot in LINE_KINDS[line])


def name(scene: Scene, seat: int) -> str:
    """The name of a seat, made safe; the viewer is `You`."""
    return scene.either(seat, say(scene, "you"), text(scene.names[seat]))


def face(scene: Scene, seat: int) -> str:
    """The initial of a seat."""
    return f'<span class="face" aria-hidden="true">{text(scene.names[seat].strip()[:1].upper())}</span>'


# -- Loot and cheques -----------------------------------------------------------


def chips(scene: Scene, seat: int, loots: Sequence[int], flying: Mapping[tuple[int, int], str]) -> str:
    """The seat's loot of those kinds; what has just been won flies from the table."""
    domain = scene.view.state.domain[seat]
    made = []
    for loot in loots:
        if n := domain[loot]:
            token = flying.get((seat, loot)) if flying else None
            flight = f' data-vt="{token}" data-at="loot-{seat}"' if token else ""
            made.append(f"<span{flight}{_chip(loot, n, scene.lang)}</span>")
    return "".join(made)


@lru_cache(maxsize=KEPT_CHIPS)
def _chip(loot: int, n: int, lang: str) -> str:
    """The inside of a chip, from its class on."""
    card = text(words.card_name(loot, lang, n))
    drawing = f'{symbol(SYMBOLS[loot])}<b>{n}</b><span class="vh"> {card}</span>'
    return f' class="chip c-{COLOURS[loot]}" title="{text(words.number_of(loot, n, lang))}">{drawing}'


def cheque(value: int, place: str, style: str = "cheque", key: str = "") -> str:
    """A cheque face up. There is one of each value, so its value is its name."""
    name = f' id="{key}"' if key else ""
    return f'<span class="{style}"{name} data-vt="cheque-{value}" data-at="{place}">{value}</span>'


def cheque_id(value: int) -> str:
    """The id of a cheque in the row of its owner."""
    return f"cheque-{value}"


def paper(value: int) -> str:
    """A cheque by itself, as it flies."""
    return f'<span class="cheque l">{value}</span>'


def bid_of(value: int, seat: int) -> str:
    """The cheque that a seat has bid, where it lies before the seat."""
    return cheque(value, f"bid-{seat}", "cheque l")


def cheques(scene: Scene, seat: int) -> str:
    """The seat's cheques, ready then spent; one that is bid lies on the table."""
    v: State = scene.view.state
    laid = v.best if v.best_bidder == seat else 0
    bid, spent = say(scene, "laid"), say(scene, "spent")
    ready = [
        f'<span class="cheque laid" id="{scene.key(cheque_id(value))}" title="{bid}">{value}'
        f'<span class="vh"> ({bid})</span></span>'
        if value == laid
        else cheque(value, f"ready-{seat}", key=scene.key(cheque_id(value)))
        for value in words.cheques_in(v.ready[seat])
    ]
    down = [
        f'<span class="cheque spent" title="{spent}" data-vt="cheque-{value}" data-at="spent-{seat}"><i>{value}</i>'
        f'<span class="vh"> ({spent})</span></span>'
        for value in words.cheques_in(v.spent[seat])
    ]
    return "".join([*ready, *down])


# -- Thieves --------------------------------------------------------------------


def thefts(scene: Scene) -> list[int]:
    """The kinds of loot that the viewing seat may take with a thief now."""
    legal = scene.legal
    return scene.once("thefts", lambda: [loot for loot, token in enumerate(STEALS) if token in legal])


def thieves(v: State) -> int:
    """How many thieves the seat at turn may still use."""
    return v.thieves if v.phase == rules.STEALING else v.domain[v.turn][rules.THIEF]


# -- How a seat stands ----------------------------------------------------------


def standing(scene: Scene, seat: int) -> tuple[str, str]:
    """The style and the words for how a seat stands in the auction, the round or the game."""
    v: State = scene.view.state
    if v.phase == rules.OVER:
        return _ranked(scene, seat)
    ready = words.cheques_in(v.ready[seat])
    if v.phase == rules.BIDDING:
        return _bidding(scene, seat, ready)
    if seat == v.turn and v.phase != rules.DEALING:
        return "turn", scene.either(seat, say(scene, "your turn"), say(scene, "their turn"))
    return ("next", "") if ready else ("done", say(scene, "no cheque"))


def _bidding(scene: Scene, seat: int, ready: Sequence[int]) -> tuple[str, str]:
    v: State = scene.view.state
    place = (seat - v.turn - 1) % v.seats + 1  # the caller is asked last
    if seat == v.best_bidder:
        return "best", say(scene, "best")
    if place == v.asked:
        return "turn", scene.either(seat, say(scene, "your bid"), say(scene, "their bid"))
    if not ready:
        return "done", say(scene, "no cheque")
    if place < v.asked:
        return "done", say(scene, "out")
    higher = [value for value in ready if value > v.best]
    if not higher:
        return "done", say(scene, "cannot", best=v.best)
    if seat != v.turn:
        return "next", say(scene, "can")
    return "next", say(scene, "must" if v.is_called and not v.best else "last")


def _ranked(scene: Scene, seat: int) -> tuple[str, str]:
    """The winners first, then by points."""
    v: State = scene.view.state
    winners = rules.winners(v)
    if winners >> seat & 1:
        return "best", say(scene, "winner")
    own = sum(v.sheet[seat])
    better = [other for other in range(v.seats) if sum(v.sheet[other]) > own or winners >> other & 1]
    return "next", say(scene, "rank", n=len(better) + 1)


# -- What loot is worth ---------------------------------------------------------


def worth(scene: Scene) -> words.Worth:
    """What every seat's loot and cheques are worth as it stands, worked out once for all readers."""
    return scene.open.once("worth", lambda: words.worth_now(scene.open.view.state))


def lot_worth(scene: Scene) -> int:
    """What the lot is worth to the viewing seat as it stands."""
    return scene.once("lot worth", lambda: words.lot_worth(scene.view.state, scene.seat, worth(scene)))


def stands(scene: Scene, seat: int) -> str:
    """`+12 this round`: what the round would bring the seat if it ended now, once there is loot to count; only as a hint."""
    v: State = scene.view.state
    if not scene.hints or v.phase == rules.OVER or not any(map(any, v.domain)):
        return ""
    plus = signed(scene, sum(worth(scene)[seat][: rules.ROUND_LINES]))
    return f' <small title="{say(scene, "if now")}">{say(scene, "now", plus=plus)}</small>'


# -- What has just happened -----------------------------------------------------


def drawn(scene: Scene) -> tuple[int, int]:
    """The kind of the card just drawn and how many cards the deck had; (NOBODY, 0) if none was."""
    for step in reversed(scene.recent):
        if step.actor == CHANCE and step.action >= rules.CARD:
            return step.action - rules.CARD, step.before.deck_n
    return NOBODY, 0


def card_token(v: State, loot: int, copy: int) -> str:
    """A name for one card of the lot that lasts as long as the lot does."""
    used = v.discard[rules.THIEF] + v.discard[rules.POLICE]  # thieves used in the meantime do not make another lot
    lot = sum(map(sum, v.domain)) + sum(v.discard) - used
    return f"loot-{v.round}-{lot}-{LOOT[loot]}-{copy}"


def flights(scene: Scene) -> dict[tuple[int, int], str]:
    """The names of the cards that a seat has just won or stolen, by (seat, loot): one for each kind."""
    return scene.open.once("flights", lambda: _flights(scene))


def _flights(scene: Scene) -> dict[tuple[int, int], str]:
    found: dict[tuple[int, int], str] = {}
    for before, actor, action, after, _ in scene.recent:
        if after.round != before.round or actor == CHANCE:
            continue
        if action < rules.STEAL + rules.LOOT:
            loot = action - rules.STEAL
            found[actor, loot] = card_token(before, loot, before.display[loot] - 1)
        elif before.phase == rules.BIDDING and after.phase != rules.BIDDING:
            winner = before.best_bidder if action == rules.PASS else actor
            for loot in range(rules.LOOT):
                if before.display[loot]:
                    found[winner, loot] = card_token(before, loot, 0)
    return found


def ends_round(step: Step) -> bool:
    """Whether a step ended a round, or the game."""
    before, _, _, after, _ = step
    return bool(after.round != before.round or (after.phase == rules.OVER and before.phase != rules.OVER))
