"""How hick-hack is told, asked and explained. Everything here knows views only, so it cannot give a secret away."""

from __future__ import annotations

from collections.abc import Sequence

from tripot.core.state import CHANCE, HIDDEN, NOBODY
from tripot.language import listed, number, percent

from . import rules
from .facts import (
    Grain,
    Laid,
    State,
    duel_chances,
    fighters,
    hand_of,
    is_round_over,
    laid_by,
    lying,
    next_speaker,
    points_of,
    pot,
    proposer,
    rounds,
    row,
    scores,
    seats_in,
    unseen,
)
from .phrases import GRAINS, NO_BIRD, RESHUFFLE, SAY, at_yard, card_name, grain_words, point_words, yard_name
from .tokens import CARDS, YARDS

Names = Sequence[str]
Commits = Sequence[tuple[int, int]]
"""What the seats had chosen, as (seat, action), when the last of a simultaneous choice reveals it."""

# -- What just happened ----------------------------------------------------------


def tell(
    before: State, actor: int, action: int, after: State, names: Names, lang: str, revealed: Commits = ()
) -> list[str]:
    """What a step did, in short lines: from the views before and after it, and from the choices it revealed."""
    if actor == CHANCE and before.phase == rules.DRAW:
        lines = _tell_draw(before, action, after, names, lang)
    elif actor == CHANCE and before.phase == rules.SUPPLY:
        lines = _tell_supply(before, after, lang)
    elif actor == CHANCE:
        lines = _tell_die(before, action - rules.DIE + 1, after, names, lang)
    elif before.phase == rules.CHOOSE:
        lines = _tell_reveal(before, after, names, lang, revealed) if revealed else []
    elif before.phase == rules.ANSWER:
        lines = _tell_answers(before, after, names, lang, revealed) if revealed else []
    else:
        lines = _tell_offer(before, actor, action, after, names, lang)
    return lines + _tell_ends(before, after, names, lang)


def _tell_draw(before: State, action: int, after: State, names: Names, lang: str) -> list[str]:
    lines = []
    seat = before.drawer
    if action != HIDDEN and before.round > 0:
        lines.append(SAY[lang]["drawn"].format(who=names[seat], card=card_name(action, lang)))
    elif action != HIDDEN and before.to_draw <= before.seats:  # the last card of the deal
        cards = listed([card_name(card, lang) for card in hand_of(after, seat)], lang)
        lines.append(SAY[lang]["hand"].format(who=names[seat], cards=cards))
    if before.to_draw > 1 and after.phase != rules.DRAW:
        lines.append(SAY[lang]["no card"])
    return lines + _tell_reshuffle(before, after, lang)


def _tell_reshuffle(before: State, after: State, lang: str) -> list[str]:
    return [RESHUFFLE[lang].format(after.deck_n)] if after.reshuffles > before.reshuffles else []


def _tell_supply(before: State, after: State, lang: str) -> list[str]:
    if after.phase == rules.SUPPLY:
        return []
    yards = ", ".join(f"{yard_name(yard, lang)} {points_of(row(after.on_yard, yard))}" for yard in range(after.yards))
    line = SAY[lang]["round"].format(round=after.round, rounds=rounds(after), yards=yards)
    no_card = [SAY[lang]["no card"]] if after.round > 1 and after.phase == rules.CHOOSE else []
    return [line, *_tell_reshuffle(before, after, lang), *no_card]


def _tell_reveal(before: State, after: State, names: Names, lang: str, revealed: Commits) -> list[str]:
    table = sorted((seat, action - rules.LAY) for seat, action in revealed)
    lines = []
    for seat in sorted({seat for seat, _ in table}):
        cards = [card_name(card, lang) for owner, card in table if owner == seat]
        lines.append(SAY[lang]["laid open"].format(who=names[seat], cards=listed(cards, lang)))
    return lines + _tell_yards(table, before, after, names, lang)


def _tell_yards(table: Laid, before: State, after: State, names: Names, lang: str) -> list[str]:
    """Yard by yard in board order, as far as they have been settled."""
    lines = []
    for yard in sorted({card // rules.KINDS for _, card in table}):
        here = [(seat, card) for seat, card in table if card // rules.KINDS == yard]
        is_open = after.yard == yard and after.phase in (rules.OFFER, rules.ROLL)
        lines += tell_yard(here, row(before.on_yard, yard), is_open, names, lang)
        if is_open:
            break
    return lines


def tell_yard(here: Laid, grain: Grain, is_open: bool, names: Names, lang: str) -> list[str]:
    """What becomes of one yard, or who must agree or duel first."""
    say, at = SAY[lang], at_yard(here[0][1] // rules.KINDS, lang)
    shy, birds, foxes = (_of_race(here, race) for race in (rules.SHY, rules.BIRD, rules.FOX))
    if len(here) == len(shy):
        return _tell_grain(shy[0][0], grain, at, names, lang)
    lines = []
    if shy:
        seat, card = shy[0]
        key = "snatched" if grain[rules.GREEN] else "not snatched"
        lines.append(say[key].format(who=names[seat], shy=card_name(card, lang)))
        grain[rules.GREEN] -= int(grain[rules.GREEN] > 0)
    owners = sorted({seat for seat, _ in foxes or birds})
    named = listed([names[seat] for seat in owners], lang)
    if foxes and not birds and not shy:
        return [NO_BIRD[lang].format(len(foxes), who=named, at=at)]
    if foxes and is_open:
        line = say["fox duel"].format(at=at, rivals=rivals(foxes, names, lang), birds=_meal(here, lang))
        return [*lines, line]
    if foxes:
        return lines + _tell_meal(owners[0], here, names, lang)
    if is_open:
        points = point_words(points_of(grain), lang)
        line = say["rivals"].format(
            grains=grain_words(grain, lang), points=points, at=at, rivals=rivals(birds, names, lang)
        )
        return [*lines, line]
    if len(owners) == 1 and any(grain):
        return lines + _tell_grain(owners[0], grain, at, names, lang)
    return [*lines, say["nothing"].format(who=named, at=at)]


def _tell_grain(seat: int, grain: Grain, at: str, names: Names, lang: str) -> list[str]:
    points, grains = point_words(points_of(grain), lang), grain_words(grain, lang)
    return [SAY[lang]["got grain"].format(who=names[seat], grains=grains, at=at, points=points)]


def _tell_meal(seat: int, here: Laid, names: Names, lang: str) -> list[str]:
    points = sum(rules.VALUE[card] for _, card in here if rules.RACE[card] != rules.FOX)
    birds = _meal(here, lang)
    return [SAY[lang]["ate"].format(who=names[seat], birds=birds, points=point_words(points, lang))]


def _meal(here: Laid, lang: str) -> str:
    return listed([card_name(card, lang) for _, card in here if rules.RACE[card] != rules.FOX], lang)


def _of_race(here: Laid, race: int) -> Laid:
    return [(seat, card) for seat, card in here if rules.RACE[card] == race]


def rivals(cards: Laid, names: Names, lang: str) -> str:
    """`Ada (6, 3) and Bruno (4)`."""
    values: dict[int, list[str]] = {}
    for seat, card in cards:
        values.setdefault(seat, []).append(str(rules.VALUE[card]))
    return listed([f"{names[seat]} ({', '.join(mine)})" for seat, mine in values.items()], lang)


def shares(v: State, names: Names, lang: str) -> str:
    """What the offer gives to everybody, so far."""
    words = []
    for seat in seats_in(v.contenders):
        grain = row(v.offer, seat)
        key = "share" if any(grain) else "no share"
        words.append(SAY[lang][key].format(name=names[seat], points=points_of(grain), grains=grain_words(grain, lang)))
    return ", ".join(words)


def _tell_offer(before: State, actor: int, action: int, after: State, names: Names, lang: str) -> list[str]:
    say = SAY[lang]
    if action == rules.DUEL:
        return [say["duel"].format(who=names[actor])]
    if action == rules.NO_OFFER:
        lines = [say["no offer"].format(who=names[actor])]
        is_duel = after.phase == rules.ROLL
        return [*lines, say["no agreement"].format(at=at_yard(before.yard, lang))] if is_duel else lines
    if after.phase != rules.ANSWER:
        return []
    return [say["offer"].format(who=names[actor], shares=shares(after, names, lang))]


def _tell_answers(before: State, after: State, names: Names, lang: str, revealed: Commits) -> list[str]:
    words = {rules.ACCEPT: "yes", rules.REFUSE: "no", rules.DUEL: "duel"}
    lines = [SAY[lang][words[answer]].format(who=names[seat]) for seat, answer in sorted(revealed)]
    if any(answer == rules.DUEL for _, answer in revealed):
        return lines
    at = at_yard(before.yard, lang)
    if any(answer == rules.REFUSE for _, answer in revealed):
        return [*lines, SAY[lang]["no agreement"].format(at=at)] if after.phase == rules.ROLL else lines
    line = SAY[lang]["agreed"].format(at=at, shares=shares(before, names, lang))
    return [*lines, line, *_tell_rest(before, after, names, lang)]


def _tell_rest(before: State, after: State, names: Names, lang: str) -> list[str]:
    """The yards after the one just settled."""
    table = [(seat, card) for seat, card in lying(before) if card // rules.KINDS > before.yard]
    return _tell_yards(table, before, after, names, lang)


def _tell_die(before: State, die: int, after: State, names: Names, lang: str) -> list[str]:
    say, rollers = SAY[lang], fighters(before)
    seat, card = rollers[before.rolled]
    value = rules.VALUE[card]
    lines = [say["die"].format(who=names[seat], value=value, die=die, total=value + die)]
    if before.rolled + 1 < before.fighters_n:
        return lines
    totals = [*before.total[: before.rolled], value + die]
    top = max(totals)
    best = sorted({rollers[i][0] for i, total in enumerate(totals) if total == top})
    if len(best) > 1:
        return [*lines, say["tie"].format(total=top, names=listed([names[other] for other in best], lang))]
    lines.append(say["won"].format(who=names[best[0]], total=top))
    here = [(owner, other) for owner, other in lying(before) if other // rules.KINDS == before.yard]
    if rules.RACE[card] == rules.FOX:
        lines += _tell_meal(best[0], here, names, lang)
    else:
        lines += _tell_grain(best[0], row(before.on_yard, before.yard), at_yard(before.yard, lang), names, lang)
    return lines + _tell_rest(before, after, names, lang)


def _tell_ends(before: State, after: State, names: Names, lang: str) -> list[str]:
    if not is_round_over(before, after):
        return []
    points = ", ".join(f"{name} {number(n, lang)}" for name, n in zip(names, scores(after), strict=False))
    lines = [SAY[lang]["score"].format(round=before.round, scores=points)]
    return [*lines, winner_words(after, names, lang)] if after.phase == rules.OVER else lines


def winner_words(v: State, names: Names, lang: str) -> str:
    """Who has won."""
    best = seats_in(rules.winners(v))
    points = point_words(scores(v)[best[0]], lang)
    key = "winner" if len(best) == 1 else "winners"
    return SAY[lang][key].format(names=listed([names[seat] for seat in best], lang), points=points)


# -- What is asked ---------------------------------------------------------------


def question(v: State, seat: int, names: Names, lang: str, *, hints: bool = True) -> str:
    """What the seat is asked now, or whom we wait for; with hints also what a duel is worth."""
    say = SAY[lang]
    if v.phase == rules.OVER:
        return say["over"].format(winner=winner_words(v, names, lang))
    if v.phase == rules.ROLL:
        roller, card = fighters(v)[v.rolled]
        return say["wait die"].format(at=at_yard(v.yard, lang), name=names[roller], card=card_name(card, lang))
    if v.asked == 0:
        return say["wait draw" if v.phase == rules.DRAW else "wait supply"]
    if seat < 0 or not v.asked >> seat & 1:
        return _waiting(v, seat, names, lang)
    if v.phase == rules.CHOOSE:
        return _ask_card(v, seat, lang)
    at, points = at_yard(v.yard, lang), point_words(points_of(pot(v)), lang)
    if v.phase == rules.OFFER:
        contest, grains = rivals(fighters(v), names, lang), grain_words(pot(v), lang)
        duel = your_duel(v, seat, lang) if hints else ""
        return say["ask offer odds" if hints else "ask offer"].format(
            rivals=contest, at=at, grains=grains, points=points, duel=duel
        )
    so_far = shares(v, names, lang)
    if v.phase == rules.GIVE:
        colour = next(colour for colour, n in enumerate(row(v.on_yard, v.yard)) if n)
        points = point_words(rules.GRAIN_POINTS[colour], lang)
        return say["ask grain"].format(shares=so_far, grain=GRAINS[lang][colour], points=points)
    share, name = points_of(row(v.offer, seat)), names[proposer(v)]
    duel = your_duel(v, seat, lang) if hints else ""
    key = "ask answer odds" if hints else "ask answer"
    return say[key].format(name=name, share=share, points=points, at=at, shares=so_far, duel=duel)


def _ask_card(v: State, seat: int, lang: str) -> str:
    laid = laid_by(v, seat)
    if laid:
        return SAY[lang]["ask second"].format(card=card_name(laid[0], lang))
    is_pair = v.lays == rules.PAIR and v.hand_n[seat] > 1
    return SAY[lang]["ask first" if is_pair else "ask card"].format(round=v.round, rounds=rounds(v))


def _waiting(v: State, seat: int, names: Names, lang: str) -> str:
    say, asked = SAY[lang], listed([names[other] for other in seats_in(v.asked)], lang)
    if v.phase == rules.CHOOSE:
        wait = say["wait cards"].format(names=asked)
        mine = laid_by(v, seat) if seat >= 0 else []
        return (
            say["laid"].format(cards=listed([card_name(card, lang) for card in mine], lang), wait=wait)
            if mine
            else wait
        )
    at = at_yard(v.yard, lang)
    if v.phase == rules.ANSWER:
        return say["wait answer"].format(names=asked, at=at, shares=shares(v, names, lang))
    points = point_words(points_of(pot(v)), lang)
    return say["wait offer"].format(name=asked, grains=grain_words(pot(v), lang), points=points, at=at)


def your_duel(v: State, seat: int, lang: str) -> str:
    """What a duel is worth to the seat."""
    return SAY[lang]["your duel"].format(**_odds(v, seat, lang))


def _odds(v: State, seat: int, lang: str) -> dict[str, str]:
    """The seat's chance in the duel, what there is to win, and what that is worth on average."""
    chance, points = duel_chances(v)[seat], points_of(pot(v))
    worth = number(chance * points, lang, places=1)
    return {"chance": percent(chance, lang), "points": point_words(points, lang), "worth": worth}


# -- What a move means -----------------------------------------------------------


def explain(v: State, seat: int, action: int, names: Names, lang: str) -> str:
    """What a legal step of the viewing seat is and means now."""
    say = SAY[lang]
    if action < rules.GIVE_TO:
        return _explain_card(v, action - rules.LAY, lang)
    if action < rules.NO_OFFER:
        return _explain_grain(v, seat, action - rules.GIVE_TO, names, lang)
    duel = say["duel odds"].format(**_odds(v, seat, lang))
    if action == rules.DUEL:
        waits = v.phase == rules.ANSWER and v.asked != 1 << seat  # face down until the others have answered too
        return say["explain called duel" if waits else "explain duel"].format(duel=duel)
    if action == rules.ACCEPT:
        return say["accept"].format(share=point_words(points_of(row(v.offer, seat)), lang), duel=duel)
    speaker = next_speaker(v)
    if speaker == NOBODY:
        return say["explain last no offer" if action == rules.NO_OFFER else "refuse last"].format(duel=duel)
    return say["explain no offer" if action == rules.NO_OFFER else "refuse"].format(name=names[speaker])


def name_move(v: State, seat: int, steps: Sequence[int], names: Names, lang: str) -> str:
    """A whole move in a few words; an offer by its shares."""
    first = steps[0]
    if first < rules.GIVE_TO:
        return card_name(first - rules.LAY, lang)
    if first >= rules.NO_OFFER:
        keys = {rules.NO_OFFER: "no offer", rules.DUEL: "duel", rules.ACCEPT: "accept", rules.REFUSE: "refuse"}
        return SAY[lang][f"named {keys[first]}"]
    after = v.copy()
    for step in steps:
        rules.apply(after, seat, step)
    return shares(after, names, lang)


def _explain_card(v: State, card: int, lang: str) -> str:
    say, yard = SAY[lang], card // rules.KINDS
    grain = row(v.on_yard, yard)
    facts: dict[str, object] = {"card": card_name(card, lang), "grains": grain_words(grain, lang)}
    facts["points"] = point_words(points_of(grain), lang)
    if rules.RACE[card] == rules.FOX:
        birds = unseen(v, yard, rules.BIRD) + unseen(v, yard, rules.SHY)
        return say["lay fox"].format(birds=birds, **facts)
    if rules.RACE[card] == rules.SHY:
        return say["lay shy" if grain[rules.GREEN] else "lay shy in vain"].format(**facts)
    return say["lay bird"].format(foxes=unseen(v, yard, rules.FOX), **facts)


def _explain_grain(v: State, seat: int, gift: int, names: Names, lang: str) -> str:
    colour, receiver = divmod(gift, rules.SEATS)
    after = v.copy()
    rules.apply(after, seat, rules.GIVE_TO + gift)
    return SAY[lang]["give last" if after.phase == rules.ANSWER else "give"].format(
        grain=GRAINS[lang][colour],
        points=point_words(rules.GRAIN_POINTS[colour], lang),
        name=names[receiver],
        shares=shares(after, names, lang),
        duel=your_duel(v, seat, lang),
    )


# -- The table in plain text -----------------------------------------------------


def sketch(v: State, seat: int) -> str:
    """The table as the seat sees it, in a few lines."""
    discard = sum(place == rules.DISCARD for place in v.place)
    lines = [
        f"round {v.round} of {rounds(v)}, supplier {v.supplier}; bag {sum(v.bag)}, pile {v.deck_n}, discard {discard}"
    ]
    for yard in range(v.yards):
        grain = row(v.on_yard, yard)
        cards = [
            f"{owner}:{CARDS[card]}"
            for owner, card in lying(v)
            if card // rules.KINDS == yard and v.phase != rules.CHOOSE
        ]
        mark = ">" if v.yard == yard else " "
        lines.append(
            f"{mark} {YARDS[yard]:7}{points_of(grain):3} = {grain_words(grain, 'en'):26} {' '.join(cards)}".rstrip()
        )
    for other, points in enumerate(scores(v)):
        grain = row(v.won, other)
        state = f"{points:3} points: {grain_words(grain, 'en')}, birds {v.eaten[other]}; {v.hand_n[other]} cards"
        mark = "*" if v.asked >> other & 1 else " "
        laid = len(laid_by(v, other)) if v.phase == rules.CHOOSE else 0
        lines.append(f"{mark} seat {other} {state}" + (f", {laid} face down" if laid else ""))
    if seat >= 0:
        mine = laid_by(v, seat) if v.phase == rules.CHOOSE else []
        words = [f"({CARDS[card]})" if card in mine else CARDS[card] for card in hand_of(v, seat)]
        lines.append(f"hand of seat {seat}: {' '.join(words)}".rstrip())
    return "\n".join(lines)
