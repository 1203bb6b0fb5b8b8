"""How Razzia! (Knizia) is shown step by step: words of an auction, cards drawn, lots sold, the count of a round."""

from __future__ import annotations

from collections.abc import Sequence

from tripot.core.state import CHANCE, NOBODY
from tripot.language import enumerated
from tripot.play.move import Step
from tripot.web.drawing.beats import Beat, Flight
from tripot.web.drawing.scene import Scene

from .. import rules, words
from ..rules import State
from . import lot, pieces
from .pieces import say
from .sheet import count

Shown = tuple[tuple[str, str], ...]


def beats(scene: Scene, step: Step, lines: Sequence[str]) -> list[Beat]:
    """A word, a card or a theft; then what came of it: the sale, the count of the round, the next round."""
    shown = [] if _is_dealing(step) else [*_act(scene, step), *_sale(scene, step)]
    if pieces.ends_round(step):
        shown.append(_sheet(scene, step))
    if step.after.phase == rules.CHOOSING and (_is_dealing(step) or pieces.ends_round(step)):
        shown.append(Beat("deal", lines[-1], place="stage", show=(("stage", lot.stage(scene.at(step.after))),)))
    return shown


def _is_dealing(step: Step) -> bool:
    return bool(step.before.phase == rules.DEALING)


# -- What somebody does ---------------------------------------------------------


def _act(scene: Scene, step: Step) -> list[Beat]:
    before, actor, action, _, _ = step
    if actor == CHANCE:
        return [_turned(scene, step, action - rules.CARD)]
    name, seat = scene.names[actor], f"seat-{actor}"
    if action >= rules.BID:
        return [_bid(scene, before, actor, action - rules.BID_0)]
    if action == rules.PASS:
        return [Beat("word", say(scene, "beat pass", name=name), place=seat)]
    if action == rules.CALL:
        sold = words.lot_in_words(before, scene.lang)
        return [Beat("word", say(scene, "beat call", name=name, lot=sold), place=seat)]
    if action < rules.STEAL + rules.LOOT:
        return [_theft(scene, step, action - rules.STEAL)]
    return []  # drawing: the card itself is shown; and no more stealing


def _turned(scene: Scene, step: Step, card: int) -> Beat:
    """A card is turned up: it goes to its place in the lot, or among the police."""
    before, after = step.before, step.after
    name = scene.names[before.turn]
    if card == rules.POLICE:
        limit = rules.POLICE_LIMIT[before.box][before.seats]
        n = before.police + 1
        key = "beat police last" if n == limit else "beat police"
        place, badge = lot.police_place(before.police), lot.badge(is_on=True)
        said = say(scene, key, name=name, n=n, limit=limit)
        return Beat("turn", said, place=place, show=((place, badge),), fly=(Flight(lot.DECK, place, badge),))
    is_full = before.display_n + 1 == rules.DISPLAY_LIMIT[before.box]
    said = say(scene, "beat full" if is_full else "beat card", name=name, card=words.card_name(card, scene.lang))
    place = lot.place_of(lot.cards(after).index((card, after.display[card] - 1)))
    fly = (Flight(lot.DECK, place, lot.card(scene, card)),)
    return Beat("turn", said, place=place, show=_places(scene, before, after), fly=fly)


def _bid(scene: Scene, before: State, seat: int, cheque: int) -> Beat:
    """The cheque goes from the row to the place of the bid; an earlier bid goes back."""
    shown = [(f"bid-{seat}", pieces.bid_of(cheque, seat))]
    if before.best_bidder != NOBODY:
        shown.append((f"bid-{before.best_bidder}", ""))
    fly = (Flight(pieces.cheque_id(cheque), f"bid-{seat}", pieces.paper(cheque)),)
    said = say(scene, "beat bid", name=scene.names[seat], cheque=cheque)
    return Beat("word", said, place=f"seat-{seat}", show=tuple(shown), fly=fly)


def _theft(scene: Scene, step: Step, loot: int) -> Beat:
    before, actor, _, after, _ = step
    place = lot.place_of(lot.cards(before).index((loot, before.display[loot] - 1)))
    said = say(scene, "beat theft", name=scene.names[actor], card=words.card_name(loot, scene.lang))
    fly = (Flight(place, f"seat-{actor}", lot.card(scene, loot)),)
    return Beat("flight", said, place=f"seat-{actor}", show=_places(scene, before, after), fly=fly)


def _places(scene: Scene, before: State, after: State) -> Shown:
    """The places of the lot on which something else lies afterwards."""
    old, new = lot.cells(scene.at(before)), lot.cells(scene.at(after))
    return tuple(
        (lot.place_of(place), inside) for place, (was, inside) in enumerate(zip(old, new, strict=True)) if was != inside
    )


# -- What came of it ------------------------------------------------------------


def _sale(scene: Scene, step: Step) -> list[Beat]:
    """The last word of an auction: the lot goes to the winner and the cheque to the centre, or nobody has it."""
    before, actor, action, after, _ = step
    if before.phase != rules.BIDDING or after.phase == rules.BIDDING:
        return []
    winner, cheque = (before.best_bidder, before.best) if action == rules.PASS else (actor, action - rules.BID_0)
    empty = before.copy()
    empty.display, empty.display_n = [0] * rules.LOOT, 0
    if winner == NOBODY:
        is_full = before.display_n == rules.DISPLAY_LIMIT[before.box]
        if not is_full:
            return [Beat("place", say(scene, "beat stays"), place="stage")]
        lost = _places(scene, before, empty)
        return [Beat("place", pieces.counted(scene, "beat lost", before.display_n), place="stage", show=lost)]
    empty.centre = cheque
    seat, centre = f"seat-{winner}", lot.place_of(rules.DISPLAY_LIMIT[before.box])
    fly = [
        Flight(lot.place_of(place), seat, lot.card(scene, loot)) for place, (loot, _) in enumerate(lot.cards(before))
    ]
    fly.append(Flight(centre, seat, pieces.paper(before.centre)))
    fly.append(Flight(f"bid-{winner}", centre, pieces.paper(cheque)))
    facts = {"name": scene.names[winner], "cheque": cheque, "lot": words.lot_in_words(before, scene.lang)}
    shown = (*_places(scene, before, empty), (f"bid-{winner}", ""))
    return [Beat("flight", say(scene, "beat sold", **facts), place=seat, show=shown, fly=tuple(fly))]


def _sheet(scene: Scene, step: Step) -> Beat:
    """The count of the round: what everybody gained, and on the felt why."""
    before, after = step.before, step.after
    gains = [
        say(scene, "beat gain", name=name, plus=pieces.signed(scene, sum(words.sheet_lines(after, seat, before.round))))
        for seat, name in enumerate(scene.names)
    ]
    said = say(scene, "beat sheet", round=before.round + 1, gains=enumerated(gains, scene.lang))
    return Beat("sheet", said, place="stage", show=(("stage", count(scene.at(after), step)),))
