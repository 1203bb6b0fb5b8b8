"""Search, written once for every game: tree search over what one seat knows (information-set MCTS), and flat Monte-Carlo.

It starts from a view. Each simulation draws a whole world that agrees with the view (`redeal`), walks down one tree whose nodes
are what the searching seat has seen since the root, plays on by the rules of thumb or at random, and adds what every seat got to
what that seat had chosen on the way (max^n). A choice is compared with the others as often as it was possible (availability).

- *Whole moves.* At the searching seat's nodes a choice is a whole move: the rules of thumb's, one for every first step, and more
  the more often the node is visited, by changing a step of the best one. The other seats choose step by step.
- *Hidden choices.* What is chosen face down enters the tree when it is turned up. So nobody answers what he cannot see, and seats
  that choose together choose apart (decoupled). Ask for all choices of a moment before any is played: of one already made the
  search only knows that it was made, and a world has a random one.
- *Equal chances.* The n-th visit of every choice at the root meets the n-th world and the n-th streams of chance and moods, so
  that choices are compared on the same deals.

The binder makes a copy per game, as with the kernels. All memory is allocated by the caller.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any

from .rng import GOLDEN, WORD, begin, below, mix
from .stand_ins import (
    apply,
    draw,
    future_value,
    is_mid_move,
    legal,
    pending,
    redeal,
    score,
    seen,
    stage,
    thumb,
    to_act,
    view,
    winners,
)
from .state import CHANCE, F64, HIDDEN, I8, I16, I32, I64, NOBODY, SPECTATOR, Record, cells, state

SEATS = 8  # a game's own constant replaces it
MOST_SEATS = 8
LIMIT = 100_000  # decisions in one simulation: a compiled endless loop could not be interrupted
MOST_STEPS = 24  # of a whole move; the rules of thumb complete a longer one
MOST_PATH = 160  # decisions of a simulation inside the tree
MOST_LEGAL = 160
NO_HORIZON = 1 << 30  # a stage that no game reaches

WIN, POINTS, RANK = 0, 1, 2  # objectives
# How a choice is selected: with the rules of thumb as a prior, by UCB alone, all in turn; or at the root all in turn, the worse
# half of them being dropped again and again (sequential halving), and by the prior below.
BY_PRIOR, BY_BOUND, EVENLY, HALVING = 0, 1, 2, 3
DECOUPLED, BY_REGRET = 0, 1  # how hidden choices are selected

ASKS = 8  # times that the rules of thumb are asked at a node,
FEW_ASKS = 2  # and for a whole move below the root
PILOT = 12  # simulations that only find out how far apart results lie
EVEN_CHANCE = 0.5
FULL = 1000  # thousandths
SPREAD = 8.0  # points are scaled so that this many spreads are one unit
MIX = 10  # one in this many hidden choices is tried at random when regrets decide
SALT = 0x1F123BB5

# Places in `states`: the view, the world of the simulation, the view of the seat asked, a blank state, an imagined move.
VIEW, WORLD, SIGHT, BLANK, IMAGINED = 0, 1, 2, 3, 4
STATES = 5
# Streams: chance, one for every seat, the redeal, and the search's own, which does not restart with each world.
DEALS = MOST_SEATS + 1
OWN = MOST_SEATS + 2
STREAMS = MOST_SEATS + 3
OWN_GAME = 0xFFFFFFFF  # the search's own stream is of no world

OUT_OF_LINE = ("open_world", "look", "make_move", "advise", "imagine", "finish")  # inlined they would multiply the code


@state
class Node(Record):
    """A decision, as the searching seat knows it."""

    key: int = I64  # 0: a free place
    first: int = I64  # the first of its choices, linked by `next`; or NOBODY
    choices: int = I32
    asked: int = I32  # how often the rules of thumb were asked here
    repeats: int = I32  # later wishes that came to a choice already there
    is_compound: int = I8  # whether there are whole moves of several steps
    is_hidden: int = I8  # whether it is chosen face down
    visits: int = I32
    total: float = F64


@state
class Choice(Record):
    """A whole move of the searching seat, or one step of another."""

    next: int = I64
    length: int = I64
    is_open: int = I8  # possible in the present world
    visits: int = I32
    times: int = I32  # it was possible
    asked: int = I32  # it was possible when the rules of thumb were asked
    liked: int = I32  # they chose it
    total: float = F64
    regret: float = F64
    steps: list[int] = cells(I16, MOST_STEPS)


@state
class Task(Record):
    """What is asked, how, and how far it is.

    Numbers that are handed on are wide: numba would compile a function once for every width it is called with.
    """

    seat: int = I64
    seats: int = I64
    seed: int = I64
    objective: int = I8
    selection: int = I8
    commits: int = I8
    thumb: int = I16  # thousandths of the decisions without a node that follow the rules of thumb
    rounds: int = I16  # play on until this many rounds are over, the present one included, then count; 0: to the end
    depth: int = I16  # decisions inside the tree
    width: int = I16  # whole moves of several steps to begin with
    whole: int = I8  # 1: the searching seat chooses whole moves; 0: step by step, like the others
    rivals: int = I8  # 1: the other seats have nodes of their own; 0: they have none
    blend: int = I16  # thousandths of a squashed lead in the value of a victory
    explore: float = F64

    most_nodes: int = I32
    most_choices: int = I32
    nodes: int = I32  # used
    choices: int = I64
    root: int = I64
    simulations: int = I32
    decisions: int = I64  # outside the tree
    horizon: int = I64  # the stage of the game where a simulation ends
    planned: int = I64  # simulations in all, for halving
    next_cut: int = I64  # when the choices are halved next
    cut_every: int = I64
    measured: int = I64
    sum: float = F64
    squares: float = F64
    centre: float = F64
    scale: float = F64

    key_a: int = I64
    key_b: int = I64
    hidden: list[int] = cells(I64, MOST_SEATS)  # what each seat has chosen face down, hashed
    path_n: int = I64
    path_node: list[int] = cells(I64, MOST_PATH)
    path_choice: list[int] = cells(I64, MOST_PATH)
    path_seat: list[int] = cells(I64, MOST_PATH)
    legal_n: int = I64
    legal: list[int] = cells(I64, MOST_LEGAL)
    first_n: int = I64
    firsts: list[int] = cells(I64, MOST_LEGAL)  # the first steps of the searching seat at a new node
    wish: int = I64  # number of the imagined move
    asks: int = I64
    first: int = I64  # what the imagined move should begin with, or NOBODY
    model: int = I64  # the choice it should follow, or NOBODY,
    twist: int = I64  # but for this step
    daring: int = I64  # thousandths of its steps that are any
    likes: int = I64  # 1: it is what the rules of thumb say
    length: int = I64  # of the move in `steps`
    steps: list[int] = cells(I64, MOST_STEPS)
    winners: int = I64
    points: list[int] = cells(I64, MOST_SEATS)
    value: list[float] = cells(F64, MOST_SEATS)


# -- From Python --------------------------------------------------------------


def search(states: Any, rngs: Any, nodes: Any, choices: Any, tasks: Any, count: int) -> None:
    """Run `count` more simulations of the task from the view in states[VIEW]; the first call plants the tree.

    One long function, because numba compiles all that a function calls once more with the function: whatever calls the rules
    is called from here.
    """
    t, s = tasks[0], states[WORLD]
    if t.nodes == 0:
        begin(rngs[OWN], t.seed, OWN_GAME, OWN)
        _begin_measuring(t)
        for pilot in range(PILOT):
            open_world(states, rngs, t, pilot)
            finish(states, rngs, t, NO_HORIZON)
            _measure(t)
        t.horizon = NO_HORIZON if t.rounds == 0 else stage(states[VIEW]) + t.rounds
    for _ in range(count):
        _back_to_root(t)
        who = t.seat
        inside = True
        # at the root there is no world yet, whose stage could be asked
        while inside and who != NOBODY and (t.path_n == 0 or stage(s) < t.horizon):
            if who == CHANCE:
                make_move(s, t, WORLD, CHANCE, draw(s, rngs[0]))
            elif who != t.seat and t.rivals == 0:
                by_thumb = _is_by_thumb(t, rngs[who + 1])
                action = advise(states, rngs, WORLD, who) if by_thumb else _anything(s, rngs[who + 1], who)
                make_move(s, t, WORLD, who, action)
            else:
                is_root = t.path_n == 0
                node = _find(nodes, _key(t, who))
                at = nodes[node]
                is_new = at.key == 0
                if is_new and t.nodes >= t.most_nodes:
                    break  # the tree is full
                if is_new:
                    _make_node(nodes, t, node, who)
                is_whole = who == t.seat and t.whole == 1
                wishes = 0
                if is_root and is_new:
                    open_world(states, rngs, t, 0)
                if is_new or not (is_root or is_whole):
                    at.is_hidden = look(s, t, who)
                if is_whole:
                    wishes = _wishes(t, at, is_new)
                if is_root and not is_new and wishes > 0:
                    open_world(states, rngs, t, at.visits + 0)
                if not is_whole and not (is_root and not is_new):  # the choices at the root are always the same
                    liked = NOBODY
                    if _has_prior(t) and at.asked < ASKS and t.legal_n > 1:
                        liked = advise(states, rngs, WORLD, who)
                    _mark_possible(choices, t, at, liked)
                while wishes > 0:
                    wishes -= 1
                    _wish(rngs, choices, t, at)
                    imagine(states, rngs, choices, t)
                    had = at.is_compound
                    _keep(choices, t, at)
                    if is_new and at.is_compound > had:
                        wishes += t.width
                if is_root and t.selection == HALVING and t.simulations >= t.next_cut:
                    _cut(choices, t, at, is_new)
                chosen = _selected(rngs, choices, t, at)
                if chosen == NOBODY:
                    break
                if is_root:
                    open_world(states, rngs, t, choices[chosen].visits + 0)
                _remember(t, node, chosen, who)
                mid_move = True
                for i in range(choices[chosen].length):
                    if not is_root:  # somebody's choice made before the search may turn up something new
                        look(s, t, who)
                    if not is_root and not _is_legal(t, choices[chosen].steps[i]):
                        mid_move = True
                        break
                    mid_move = make_move(s, t, WORLD, who, choices[chosen].steps[i] + 0)
                # a new node is a leaf, unless the root; a move too long to be kept is completed outside
                inside = (is_root or not is_new) and t.path_n < t.depth and not (is_whole and mid_move)
            who = to_act(s)
        finish(states, rngs, t, t.horizon + 0)
        _judge(t)
        _learn(nodes, choices, t)
        t.simulations += 1


# -- What calls the rules -----------------------------------------------------
#
# A single record is handed on where it is enough: numba counts the references to an array at every call.


def open_world(states: Any, rngs: Any, t: Any, world: int) -> None:
    """A whole world that agrees with the view, and fresh streams."""
    for stream in range(OWN):
        begin(rngs[stream], t.seed, world, stream)
    states[WORLD] = states[VIEW]
    redeal(states[WORLD], t.seat, rngs[DEALS])


def look(s: Any, t: Any, who: int) -> int:
    """Note the legal steps of a seat; 1 if it chooses face down."""
    t.legal_n = legal(s, who)
    for i in range(t.legal_n):
        t.legal[i] = s.acts[i]
    return 1 if seen(s, SPECTATOR, who, t.legal[0]) == HIDDEN else 0


def make_move(s: Any, t: Any, place: int, actor: int, action: int) -> bool:
    """Play; whether the actor is in the middle of a move then.

    In the world of the simulation what the searching seat sees of it is added to the key; face-down choices when turned up.
    """
    is_last = False
    if place == WORLD:
        if actor >= 0 and seen(s, SPECTATOR, actor, action) == HIDDEN:
            t.hidden[actor] = mix((t.hidden[actor] * 33 + action + 1) & WORD)
            is_last = pending(s) == 1 << actor
        else:
            _note(t, (actor + 4) * 512 + seen(s, t.seat, actor, action) + 8)
    apply(s, actor, action)
    mid_move = actor >= 0 and is_mid_move(s, actor)
    if is_last and not mid_move:
        for seat in range(SEATS):
            _note(t, t.hidden[seat] & (WORD >> 1))
            t.hidden[seat] = 0
        _note(t, to_act(s) + 4)  # choices made before the search have no name; what follows tells them apart in part
        if to_act(s) == t.seat:
            for i in range(legal(s, t.seat)):
                _note(t, s.acts[i] + 8)
    return mid_move


def advise(states: Any, rngs: Any, place: int, who: int) -> int:
    """What the rules of thumb say to a seat that sees what it may."""
    states[SIGHT] = states[BLANK]
    view(states[place], who, states[SIGHT])
    return thumb(states[SIGHT], who, rngs[who + 1])


def _is_by_thumb(t: Any, rng: Any) -> bool:
    """Whether a decision without a node follows the rules of thumb."""
    return bool(t.thumb == FULL or (t.thumb > 0 and below(rng, FULL) < t.thumb))


def _anything(s: Any, rng: Any, who: int) -> int:
    return s.acts[below(rng, legal(s, who))] + 0


def imagine(states: Any, rngs: Any, choices: Any, t: Any) -> None:
    """A whole move of the searching seat in `t.steps`, as wished; the rules of thumb do the rest."""
    states[IMAGINED] = states[WORLD]
    s = states[IMAGINED]
    t.length = 0
    mid_move = True
    while mid_move and t.length < MOST_STEPS:
        look(s, t, t.seat)
        action = _wished(rngs, choices, t)
        if action == NOBODY:
            action = advise(states, rngs, IMAGINED, t.seat)
        t.steps[t.length] = action
        t.length += 1
        mid_move = make_move(s, t, IMAGINED, t.seat, action)


def finish(states: Any, rngs: Any, t: Any, horizon: int) -> None:
    """Play on outside the tree, to the end or to a stage of the game; then count, and add what is still to be hoped for."""
    s = states[WORLD]
    decisions = 0
    who = to_act(s)
    while who != NOBODY and stage(s) < horizon:
        action = 0
        if who == CHANCE:
            action = draw(s, rngs[0])
        else:
            by_thumb = _is_by_thumb(t, rngs[who + 1])
            action = advise(states, rngs, WORLD, who) if by_thumb else _anything(s, rngs[who + 1], who)
            decisions += 1
            if decisions > LIMIT:
                raise RuntimeError("endless game")
        apply(s, who, action)
        who = to_act(s)
    t.decisions += decisions
    score(s, t.points)
    if who != NOBODY:
        future_value(s, t.points)
    t.winners = winners(s)


# -- The tree -----------------------------------------------------------------


def _begin_measuring(t: Any) -> None:
    t.centre, t.scale, t.sum, t.squares, t.measured = 0.0, 1.0, 0.0, 0.0, 0


def _measure(t: Any) -> None:
    """The mean and the spread of the results: what a lead means depends on them."""
    lead = _lead(t, t.seat)
    t.measured += 1
    t.sum += lead
    t.squares += lead * lead
    t.centre += (t.points[t.seat] - t.centre) / t.measured
    mean = t.sum / t.measured
    t.scale = max(1.0, sqrt(max(0.0, t.squares / t.measured - mean * mean)))


def _back_to_root(t: Any) -> None:
    t.key_a, t.key_b = 1, 1
    t.path_n = 0
    for seat in range(SEATS):
        t.hidden[seat] = 0


def _note(t: Any, code: int) -> None:
    """Something that the searching seat sees."""
    t.key_a = mix((t.key_a + code * GOLDEN) & WORD)
    t.key_b = mix((t.key_b ^ code) & WORD)


def _key(t: Any, who: int) -> int:
    """The name of the node: what was seen, who acts, and the part of a hidden move that he has already made."""
    a = mix((t.key_a + who * SALT + t.hidden[who]) & WORD)
    b = mix((t.key_b ^ (t.hidden[who] + who)) & WORD)
    return (a << 31) ^ b | 1


def _find(nodes: Any, key: int) -> int:
    """The place of the node, or the free place where it belongs."""
    mask = len(nodes) - 1
    place = (key >> 16) & mask
    while nodes[place].key != 0 and nodes[place].key != key:
        place = (place + 1) & mask
    return place


def _make_node(nodes: Any, t: Any, node: int, who: int) -> None:
    at = nodes[node]
    at.key = _key(t, who)
    at.first = NOBODY
    at.choices, at.asked, at.repeats, at.visits, at.is_compound, at.is_hidden = 0, 0, 0, 0, 0, 0
    at.total = 0.0
    if t.nodes == 0:
        t.root = node
    t.nodes += 1


def _is_legal(t: Any, action: int) -> bool:
    """Whether the step is among those noted by `look`."""
    for i in range(t.legal_n):
        if t.legal[i] == action:
            return True
    return False


def _remember(t: Any, node: int, chosen: int, who: int) -> None:
    t.path_node[t.path_n] = node
    t.path_choice[t.path_n] = chosen
    t.path_seat[t.path_n] = who
    t.path_n += 1


# -- Choices ------------------------------------------------------------------


def _add_choice(choices: Any, t: Any, at: Any) -> int:
    """A new choice with the steps in `t.steps`, or NOBODY if there is no room."""
    if t.choices >= t.most_choices:
        return NOBODY
    i = t.choices
    c = choices[i]
    c.next, c.length, c.is_open = at.first, t.length, 1
    c.visits, c.times, c.asked, c.liked = 0, 0, 0, 0
    c.total, c.regret = 0.0, 0.0
    for step in range(t.length):
        c.steps[step] = t.steps[step]
    at.first = i
    at.choices += 1
    t.choices += 1
    return i


def _same_choice(choices: Any, t: Any, at: Any) -> int:
    """The choice with the steps in `t.steps`, or NOBODY."""
    i = at.first
    while i != NOBODY:
        c = choices[i]
        if c.length == t.length:
            same = True
            for step in range(t.length):
                if c.steps[step] != t.steps[step]:
                    same = False
            if same:
                return i
        i = c.next
    return NOBODY


def _wishes(t: Any, at: Any, is_new: bool) -> int:
    """How many whole moves should be imagined at a node of the searching seat.

    At first one for every first step, and what the rules of thumb say. Moves of several steps are many: with four times the
    visits twice as many are imagined.
    """
    if is_new:
        t.wish, t.first_n, t.asks = 0, t.legal_n, 0
        for i in range(t.legal_n):
            t.firsts[i] = t.legal[i]
        if _has_prior(t):
            t.asks = ASKS if t.path_n == 0 else FEW_ASKS
        return t.first_n + t.asks
    t.wish = LIMIT
    had = at.choices + at.repeats
    is_short = had * had < t.width * at.visits
    return 1 if at.is_compound == 1 and t.selection != EVENLY and is_short else 0


def _wish(rngs: Any, choices: Any, t: Any, at: Any) -> None:
    """What the next imagined move should be: begin with a certain step, do as the rules of thumb say, or something new."""
    t.first, t.model, t.twist, t.daring, t.likes = NOBODY, NOBODY, NOBODY, 0, 0
    if t.wish < t.first_n:
        t.first = t.firsts[t.wish]
    elif t.wish < t.first_n + t.asks:
        t.likes = 1
    elif t.wish < LIMIT or below(rngs[OWN], 4) == 0:
        t.daring = FULL * (1 + t.wish % 4) // 4
    else:
        i = at.first
        t.model = i
        while i != NOBODY:
            if choices[i].visits > choices[t.model].visits:
                t.model = i
            i = choices[i].next
        t.twist = below(rngs[OWN], choices[t.model].length)
    t.wish += 1


def _wished(rngs: Any, choices: Any, t: Any) -> int:
    """The next step of the imagined move as it was wished, or NOBODY: ask the rules of thumb."""
    if t.legal_n == 1:
        return t.legal[0]
    if t.length == 0 and t.first != NOBODY:
        return t.first
    if t.length == t.twist or (t.daring > 0 and below(rngs[OWN], FULL) < t.daring):
        return t.legal[below(rngs[OWN], t.legal_n)]
    if t.model != NOBODY and t.length < choices[t.model].length:
        for i in range(t.legal_n):
            if t.legal[i] == choices[t.model].steps[t.length]:
                return t.legal[i]
    return NOBODY


def _keep(choices: Any, t: Any, at: Any) -> None:
    """Make the imagined move a choice, unless it is one already."""
    if t.length > 1:
        at.is_compound = 1
    i = _same_choice(choices, t, at)
    if i == NOBODY:
        i = _add_choice(choices, t, at)
    elif t.wish > LIMIT:
        at.repeats += 1
    if t.likes == 1:
        at.asked += 1
        if i != NOBODY:
            choices[i].liked += 1


def _mark_possible(choices: Any, t: Any, at: Any, liked: int) -> None:
    """Mark the steps that are possible in this world, and which of them the rules of thumb like, if they were asked."""
    if liked != NOBODY:
        at.asked += 1
    known = 0
    i = at.first
    while i != NOBODY:
        c = choices[i]
        c.is_open = 0
        if _is_legal(t, c.steps[0]):
            known += 1
            _may_follow(c, liked)
        i = c.next
    if known < t.legal_n:
        _add_steps(choices, t, at, liked)


def _may_follow(c: Any, liked: int) -> None:
    c.is_open = 1
    if liked != NOBODY:
        c.asked += 1
        c.liked += 1 if c.steps[0] == liked else 0


def _add_steps(choices: Any, t: Any, at: Any, liked: int) -> None:
    """Choices for the legal steps that have none."""
    t.length = 1
    for place in range(t.legal_n):
        t.steps[0] = t.legal[place]
        if _same_choice(choices, t, at) == NOBODY:
            i = _add_choice(choices, t, at)
            if i != NOBODY:
                _may_follow(choices[i], liked)


# -- Selection ----------------------------------------------------------------


def _selected(rngs: Any, choices: Any, t: Any, at: Any) -> int:
    """The choice to follow among those possible, NOBODY if there is none; all possible ones are counted as such."""
    if at.is_hidden == 1 and t.commits == BY_REGRET:
        return _by_regret(rngs, choices, at)
    mean = EVEN_CHANCE
    if at.visits > 0:
        mean = at.total / at.visits
    best, most, ties = NOBODY, 0.0, 0
    times, growth = 0, 0.0
    i = at.first
    while i != NOBODY:
        c = choices[i]
        if c.is_open == 1:
            c.times += 1
            if c.times != times:  # seldom: most choices were possible equally often
                times = c.times + 0
                growth = _growth(t, times)
            bound = _bound(t, at, c, mean, growth)
            if best == NOBODY or bound > most:
                best, most, ties = i, bound, 1
            elif bound == most:
                ties += 1
                if below(rngs[OWN], ties) == 0:
                    best = i
        i = c.next
    return best


def _growth(t: Any, times: int) -> float:
    """How the wish to try a choice grows with the times that it was possible."""
    if _has_prior(t):
        return sqrt(float(times))
    return log(float(times))


def _bound(t: Any, at: Any, c: Any, mean: float, growth: float) -> float:
    """How good a choice may be."""
    if _has_prior(t):
        asked = c.asked if c.asked > 0 else at.asked
        prior = (c.liked + EVEN_CHANCE) / (asked + EVEN_CHANCE * at.choices)
        if t.selection == HALVING and t.path_n == 0:
            return prior - c.visits
        worth = mean if c.visits == 0 else c.total / c.visits
        return worth + t.explore * prior * growth / (1.0 + c.visits)
    if t.selection == EVENLY:
        return -float(c.visits)
    if c.visits == 0:
        return 1e9
    return c.total / c.visits + t.explore * sqrt(growth / c.visits)


def _has_prior(t: Any) -> bool:
    return bool(t.selection == BY_PRIOR or t.selection == HALVING)


def _cut(choices: Any, t: Any, at: Any, is_new: bool) -> None:
    """Drop the worse half of the choices left at the root; they are as often halved as it takes to come to one."""
    left = 0
    i = at.first
    while i != NOBODY:
        left += choices[i].is_open
        i = choices[i].next
    if is_new:
        times = 1
        while 1 << times < left:
            times += 1
        t.cut_every = max(1, t.planned // times)
        left = 0  # nothing is known yet
    for _ in range(left // 2):
        worst, least = NOBODY, 0.0
        i = at.first
        while i != NOBODY:
            c = choices[i]
            worth = c.total / c.visits if c.visits > 0 else -1.0
            if c.is_open == 1 and (worst == NOBODY or worth < least):
                worst, least = i, worth
            i = c.next
        choices[worst].is_open = 0
    t.next_cut += t.cut_every


def _by_regret(rngs: Any, choices: Any, at: Any) -> int:
    """A hidden choice at random, in proportion to how much one regrets not to have made it; each is tried once before."""
    total, count, untried = 0.0, 0, NOBODY
    i = at.first
    while i != NOBODY:
        c = choices[i]
        if c.is_open == 1:
            c.times += 1
            count += 1
            total += max(0.0, c.regret)
            if c.visits == 0:
                untried = i
        i = c.next
    if untried != NOBODY:
        return untried
    at_random = total <= 0.0 or below(rngs[OWN], MIX) == 0
    left = total * below(rngs[OWN], 1 << 24) / (1 << 24)
    place = below(rngs[OWN], max(1, count))
    best = NOBODY
    i = at.first
    while i != NOBODY:
        c = choices[i]
        if c.is_open == 1:
            if at_random:
                if place == 0:
                    return i
                place -= 1
            elif c.regret > 0.0:
                best = i
                left -= c.regret
                if left < 0.0:
                    return i
        i = c.next
    return best


# -- What it was worth --------------------------------------------------------


def _lead(t: Any, seat: int) -> float:
    """How far the seat is ahead of the best other one (behind: below zero)."""
    best, is_any = 0, False
    for other in range(t.seats):
        if other != seat and (not is_any or t.points[other] > best):
            best, is_any = t.points[other], True
    return float(t.points[seat] - best)


def _squashed(x: float) -> float:
    """From 0 (far behind) to 1 (far ahead)."""
    return EVEN_CHANCE + EVEN_CHANCE * x / (1.0 + abs(x))


def _judge(t: Any) -> None:
    """The value of the simulation for every seat, by the objective; a game cut short is judged by the lead."""
    best = t.winners
    sharing = 0
    for seat in range(t.seats):
        sharing += (best >> seat) & 1
    for seat in range(t.seats):
        if t.objective == WIN:
            lead = _squashed(_lead(t, seat) / t.scale)
            if sharing == 0:
                t.value[seat] = lead
            else:
                share = 1.0 / sharing if (best >> seat) & 1 else 0.0
                t.value[seat] = (t.blend * lead + (FULL - t.blend) * share) / FULL
        elif t.objective == POINTS:
            t.value[seat] = EVEN_CHANCE + (t.points[seat] - t.centre) / (SPREAD * t.scale)
        else:
            t.value[seat] = _rank_share(t, seat)


def _rank_share(t: Any, seat: int) -> float:
    """The share of the others that the seat is ahead of, ties being half."""
    ahead = 0.0
    for other in range(t.seats):
        if other != seat:
            if t.points[other] < t.points[seat]:
                ahead += 1.0
            elif t.points[other] == t.points[seat]:
                ahead += EVEN_CHANCE
    return ahead / max(1, t.seats - 1)


def _learn(nodes: Any, choices: Any, t: Any) -> None:
    """Every seat learns what its choices on the way brought it."""
    for place in range(t.path_n):
        at, c = nodes[t.path_node[place]], choices[t.path_choice[place]]
        value = t.value[t.path_seat[place]]
        at.visits += 1
        at.total += value
        c.visits += 1
        c.total += value
        if at.is_hidden == 1 and t.commits == BY_REGRET:
            _regret(choices, at)


def _regret(choices: Any, at: Any) -> None:
    """What every choice has brought on average, against all of them together."""
    mean = at.total / at.visits
    i = at.first
    while i != NOBODY:
        c = choices[i]
        if c.visits > 0:
            c.regret += c.total / c.visits - mean
        i = c.next
