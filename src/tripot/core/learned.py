"""Games in which seats play by what was learned: small networks that say how likely each step of a seat is.

A network has one hidden layer. It reads what its seat observes (`observe`, from the seat's view alone), and has a row of
weights for every action, of which only the legal ones are looked at. The rules of thumb are asked too: the step that they advise
is likelier by what was learned for it, and by what the hidden layer says of how far to trust them here. So a network need only
learn where a level departs from the rules of thumb. Sums are made in one order with double precision, so that plain Python and
machine code give the same numbers.

    nets[k]    network k: inputs x hidden weights, hidden shifts, actions x hidden weights, actions shifts,
               actions shifts if advised, hidden weights of the trust in advice
    worth      what a view is worth, of the same form: for each network that rivals may play by, and at last for the rules
               of thumb, it has two rows, the share of the victory among such rivals and the squashed lead

`confirm` plays games from worlds that agree with a view, once for each move of a short list. All moves meet the same
worlds, the same chance and the same rivals. A game is played to its end, or until the seat has chosen so many times, and is
then worth what was learned. `study` plays games to learn that from, `watch` turns the steps of a game into decisions to learn
from, `counsel` says what the rules of thumb advise at them, and `suspect` says who would have taken a step.

A unit of its own, bound with the game's observer; all memory is the caller's.
"""

from __future__ import annotations

from math import exp
from typing import Any

from .rng import begin, below
from .search import (
    BLANK,
    IMAGINED,
    LIMIT,
    MOST_SEATS,
    OWN,
    SIGHT,
    VIEW,
    WORLD,
    _judge,
    _lead,
    advise,
    open_world,
)
from .stand_ins import apply, draw, future_value, is_mid_move, legal, score, stage, thumb, to_act, view, winners
from .state import CHANCE, F64, I64, NOBODY, Record, cells, state

THUMB, ANYTHING = -1, -2  # who plays without a network: by the rules of thumb, or at random
MOST_NETS = 8
FULL = 1000  # thousandths
FINE = 1 << 30
OUT_OF_LINE = ("decide", "play_on", "look_in", "heed", "add_rows", "next_step", "foresee")
UNCHECKED = ("add_rows",)  # its loops are short and its places follow from the sizes; checked they are not vectorised


@state
class Company(Record):
    """Who plays the seats in the games of `confirm`, and the sizes of the networks."""

    inputs: int = I64
    hidden: int = I64
    actions: int = I64
    nets: int = I64  # how many there are
    moves: int = I64  # candidates
    horizon: int = I64  # the stage where a game is cut short and counted
    ahead: int = (
        I64  # choices of the searching seat before a game is cut short and foreseen; 0: it is played to the end
    )
    foresight: int = I64  # hidden units of what foresees
    own: int = I64  # the network of the searching seat, THUMB or ANYTHING
    sharp: float = F64  # how much surer the searching seat is of its own later steps than its network
    shares: list[int] = cells(
        I64, MOST_SEATS * (MOST_NETS + 2)
    )  # thousandths of the worlds, by seat: nets, THUMB, ANYTHING
    player: list[int] = cells(I64, MOST_SEATS)  # who plays the seat in the present world


def observe(v: Any, seat: int, out: Any) -> None:
    """A game's observer stands here: it writes a seat's view into a row of zeros."""
    raise NotImplementedError


# -- A network ----------------------------------------------------------------


def look_in(states: Any, place: int, who: int, row: Any) -> int:
    """What a seat observes, in `row`; and how many legal steps it has, which are in `acts` of its view."""
    states[SIGHT] = states[BLANK]
    view(states[place], who, states[SIGHT])
    for i in range(len(row)):
        row[i] = 0
    observe(states[SIGHT], who, row)
    return legal(states[SIGHT], who)


def add_rows(row: Any, net: Any, hidden: int, layer: Any) -> None:
    """The hidden layer of what is observed, negative numbers cut to 0."""
    shifts = len(row) * hidden
    for j in range(hidden):
        layer[j] = float(net[shifts + j])
    for i in range(len(row)):
        if row[i] != 0:
            x, start = float(row[i]), i * hidden
            for j in range(hidden):
                layer[j] += x * float(net[start + j])
    for j in range(hidden):
        layer[j] = max(0.0, layer[j])


def heed(states: Any, rng: Any, who: int) -> int:
    """What the rules of thumb advise to a seat that has been looked in on; its legal steps are in `acts` again."""
    step = thumb(states[SIGHT], who, rng)
    legal(states[SIGHT], who)
    return step


def weigh(states: Any, c: Any, net: Any, layer: Any, count: int, advised: int, sharp: float) -> float:
    """How likely each legal step is, after the hidden layer in `layer`, up to a factor; and their sum."""
    rows = (c.inputs + 1) * c.hidden
    shifts = rows + c.actions * c.hidden
    advice = shifts + c.actions
    trust = advice + c.actions
    acts = states[SIGHT].acts
    most = 0.0
    for k in range(count):
        start = rows + acts[k] * c.hidden
        total = float(net[shifts + acts[k]])
        for j in range(c.hidden):
            total += layer[j] * float(net[start + j])
        if acts[k] == advised:
            total += float(net[advice + advised])
            for j in range(c.hidden):
                total += layer[j] * float(net[trust + j])
        layer[c.hidden + k] = total
        if k == 0 or total > most:
            most = total
    sum_ = 0.0
    for k in range(count):
        layer[c.hidden + k] = exp((layer[c.hidden + k] - most) * sharp)
        sum_ += layer[c.hidden + k]
    return sum_


def decide(states: Any, rng: Any, c: Any, net: Any, row: Any, layer: Any, who: int, sharp: float) -> int:
    """A step of a seat of the world, drawn as its network says."""
    count = look_in(states, WORLD, who, row)
    if count == 1:
        return states[SIGHT].acts[0] + 0
    advised = heed(states, rng, who)
    add_rows(row, net, c.hidden, layer)
    left = weigh(states, c, net, layer, count, advised, sharp) * below(rng, FINE) / FINE
    for k in range(count):
        left -= layer[c.hidden + k]
        if left < 0.0:
            return states[SIGHT].acts[k] + 0
    return states[SIGHT].acts[count - 1] + 0


# -- Whole games --------------------------------------------------------------


def confirm(
    states: Any,
    rngs: Any,
    moves: Any,
    tasks: Any,
    companies: Any,
    nets: Any,
    worth: Any,
    row: Any,
    layer: Any,
    values: Any,
    first: int,
    count: int,
) -> None:
    """Play every open move of `moves` in the worlds first..first+count-1; values[world][move] is what the seat got from it."""
    t, c, s = tasks[0], companies[0], states[WORLD]
    for world in range(first, first + count):
        open_world(states, rngs, t, world)
        states[IMAGINED] = states[WORLD]
        begin(rngs[OWN], t.seed, world, OWN)
        _sit_down(rngs, t, c)
        for m in range(c.moves):
            if moves[m].is_open == 1:
                for stream in range(OWN):
                    begin(rngs[stream], t.seed, world, stream)
                states[WORLD] = states[IMAGINED]
                for i in range(moves[m].length):
                    apply(s, t.seat, moves[m].steps[i] + 0)
                values[world][m] = play_on(states, rngs, t, c, nets, worth, row, layer)


def _sit_down(rngs: Any, t: Any, c: Any) -> None:
    """Who plays each seat in a world, drawn by its shares."""
    for seat in range(t.seats):
        left = below(rngs[OWN], FULL)
        c.player[seat] = THUMB
        for k in range(MOST_NETS + 2):
            share = c.shares[seat * (MOST_NETS + 2) + k]
            if left >= 0 and left < share:
                c.player[seat] = k if k < MOST_NETS else MOST_NETS - 1 - k
            left -= share
    c.player[t.seat] = c.own


def next_step(states: Any, rngs: Any, t: Any, c: Any, nets: Any, row: Any, layer: Any, who: int) -> int:
    """What chance or a seat does next in the world."""
    s = states[WORLD]
    if who == CHANCE:
        return draw(s, rngs[0])
    if c.player[who] == THUMB:
        return advise(states, rngs, WORLD, who)
    if c.player[who] == ANYTHING:
        return s.acts[below(rngs[who + 1], legal(s, who))] + 0
    sharp = c.sharp if who == t.seat else 1.0
    return decide(states, rngs[who + 1], c, nets[c.player[who]], row, layer, who, sharp)


def play_on(states: Any, rngs: Any, t: Any, c: Any, nets: Any, worth: Any, row: Any, layer: Any) -> float:
    """Play to the end or to the horizon; what the searching seat has of it."""
    s = states[WORLD]
    steps, chosen, is_cut = 0, 0, False
    who = to_act(s)
    while who != NOBODY and not is_cut and stage(s) < c.horizon:
        if c.ahead > 0 and who == t.seat and not is_mid_move(s, who) and legal(s, who) > 1:
            chosen += 1
        if c.ahead > 0 and chosen == c.ahead:
            is_cut = True
        else:
            apply(s, who, next_step(states, rngs, t, c, nets, row, layer, who))
            steps += 1
            if steps > LIMIT:
                raise RuntimeError("endless game")
            who = to_act(s)
    t.decisions += steps
    if is_cut:
        look_in(states, WORLD, t.seat, row)
        return foresee(t, c, worth, row, layer)
    score(s, t.points)
    if who != NOBODY:
        future_value(s, t.points)
    t.winners = winners(s)
    _judge(t)
    return t.value[t.seat] + 0.0


# -- What a view is worth -----------------------------------------------------


def foresee(t: Any, c: Any, worth: Any, row: Any, layer: Any) -> float:
    """What the searching seat can hope for when it observes `row`, among such rivals as play in this world."""
    add_rows(row, worth, c.foresight, layer)
    rows = (c.inputs + 1) * c.foresight
    shifts = len(worth) - (len(worth) - rows) // (c.foresight + 1)
    total = 0.0
    for seat in range(t.seats):
        if seat != t.seat:
            for part in range(2):
                place = 2 * (c.player[seat] if c.player[seat] >= 0 else c.nets) + part
                found = float(worth[shifts + place])
                for j in range(c.foresight):
                    found += layer[j] * float(worth[rows + place * c.foresight + j])
                total += found * (t.blend if part == 1 else FULL - t.blend)
    return total / (FULL * (t.seats - 1))


def study(
    states: Any,
    rngs: Any,
    tasks: Any,
    companies: Any,
    nets: Any,
    row: Any,
    layer: Any,
    rows: Any,
    ends: Any,
    games: Any,
    first: int,
    count: int,
) -> int:
    """Play games first..first+count-1 from the position in states[VIEW]; every real choice of the searching seat is a row.

    rows[n] is what the seat observed, ends[n] its share of the victory and its lead at the end of the game, games[n] the game.
    Returns how many rows there are. It ends early when there is no room for another game.
    """
    t, c, s = tasks[0], companies[0], states[WORLD]
    n = 0
    for game in range(first, first + count):
        for stream in range(OWN + 1):
            begin(rngs[stream], t.seed, game, stream)
        _sit_down(rngs, t, c)
        states[WORLD] = states[VIEW]
        began = n
        steps = 0
        who = to_act(s)
        while who != NOBODY:
            if who == t.seat and n < len(rows) and not is_mid_move(s, who) and look_in(states, WORLD, who, rows[n]) > 1:
                games[n] = game
                n += 1
            apply(s, who, next_step(states, rngs, t, c, nets, row, layer, who))
            steps += 1
            if steps > LIMIT:
                raise RuntimeError("endless game")
            who = to_act(s)
        score(s, t.points)
        best = winners(s)
        sharing = 0
        for seat in range(t.seats):
            sharing += (best >> seat) & 1
        for place in range(began, n):
            ends[place][0] = 1.0 / sharing if (best >> t.seat) & 1 else 0.0
            ends[place][1] = _lead(t, t.seat)
        if n == len(rows):
            return began
    return n


# -- Looking back -------------------------------------------------------------


def suspect(
    states: Any,
    rngs: Any,
    tasks: Any,
    companies: Any,
    nets: Any,
    row: Any,
    layer: Any,
    likely: Any,
    who: int,
    action: int,
    count: int,
) -> int:
    """How likely each network would have taken the step that a rival took, as the view in states[VIEW] was before it.

    Adds to likely[k] for each of `count` worlds in which the rival has the step at all: a card that was laid was in its hand.
    Returns how many these were. How seldom they are says nothing about who the rival is.
    """
    t, c = tasks[0], companies[0]
    found = 0
    for world in range(count):
        open_world(states, rngs, t, world)
        steps = legal(states[WORLD], who)
        place = NOBODY
        for k in range(steps):
            if states[WORLD].acts[k] == action:
                place = k
        if steps > 1 and place != NOBODY:
            found += 1
            look_in(states, WORLD, who, row)
            advised = heed(states, rngs[who + 1], who)
            for k in range(len(nets)):
                add_rows(row, nets[k], c.hidden, layer)
                total = weigh(states, c, nets[k], layer, steps, advised, 1.0)
                likely[k] += layer[c.hidden + place] / total
    return found


def watch(states: Any, trace: Any, steps: int, rows: Any, masks: Any, chosen: Any, actors: Any) -> int:
    """Play the steps of a game (actor and action in turn) from states[WORLD]; every real choice of a seat becomes a row.

    rows[n] is what the seat observed, masks[n] has 1 for each legal step. Returns how many rows there are.
    """
    s = states[WORLD]
    n = 0
    for step in range(steps):
        who, action = trace[2 * step], trace[2 * step + 1]
        if who >= 0:
            count = look_in(states, WORLD, who, rows[n])
            if count > 1:
                for k in range(count):
                    masks[n][states[SIGHT].acts[k]] = 1
                chosen[n], actors[n] = action, who
                n += 1
        apply(s, who, action)
    return n


def counsel(states: Any, rngs: Any, trace: Any, steps: int, seed: int, game: int, advice: Any) -> int:
    """What the rules of thumb advise at the choices that `watch` finds. Returns how many these are."""
    s = states[WORLD]
    n = 0
    for stream in range(OWN):
        begin(rngs[stream], seed, game, stream)
    for step in range(steps):
        who, action = trace[2 * step], trace[2 * step + 1]
        if who >= 0:
            advised = advise(states, rngs, WORLD, who)
            if legal(states[SIGHT], who) > 1:
                advice[n] = advised
                n += 1
        apply(s, who, action)
    return n
