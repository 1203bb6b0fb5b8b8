"""A table as a pure value: `decide` turns a command into events or refuses, `evolve` turns an event into the next table.

Nothing here knows the time, a network or a random generator: chance comes in as a function, and what it drew goes out in the
event, so that the log of events replays without it. A hidden choice stays beside the position until everybody asked has chosen;
then all are played at once. So nobody's choice can show through anybody's view, and it can be changed until then.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import Any, TypeVar

from tripot.bots import BOTS, LEVELS
from tripot.bots.levels import MEN, WOMEN
from tripot.core.state import CHANCE, NOBODY, SPECTATOR
from tripot.errors import IllegalMove, TripotError
from tripot.notation.record import RecordLine
from tripot.play import Game, Move, Position, load
from tripot.play.move import Outcome

from .deal import SameDeal, pledge
from .people import shown_names
from .refusals import Refused

Below = Callable[[int], int] | SameDeal
"""Chance: an integer from 0 to n - 1, all equally likely; or the deal of a game that was played before."""

T = TypeVar("T")

CHAT_KEPT = 200
MOST_SEATS = 2  # that one device may take at somebody else's public table: two people who share a screen
NOTICES_KEPT = 60
HOUSE_BOT = "regular"  # who sits down when nobody says which bot
STRANGER = ""  # the owner of a person's seat in a game that was handed in: no device or token
BOT_NAMES = tuple(name for pair in zip(WOMEN, MEN, strict=True) for name in pair)


@dataclass(frozen=True, slots=True)
class Place:
    """A seat of the table: nobody's, a person's or a bot's. A person's place may be played by a bot for a while."""

    name: str = ""
    owner: str | None = None
    """The hash of the device or token that the seat belongs to."""
    bot: str | None = None

    @property
    def is_free(self) -> bool:
        """Whether somebody may sit down here."""
        return self.owner is None and self.bot is None

    @property
    def is_handed(self) -> bool:
        """Whether a bot plays for the person whose seat it is."""
        return self.owner is not None and self.bot is not None

    @property
    def is_played_by_a_person(self) -> bool:
        """Whether the person whose seat it is plays."""
        return self.owner is not None and self.bot is None


@dataclass(frozen=True, slots=True)
class ChatLine:
    """Something said at the table."""

    name: str
    text: str
    is_spectator: bool = False


@dataclass(frozen=True, slots=True)
class Notice:
    """Something about the people at the table that the log of the game tells to all."""

    number: int
    """Of the event."""
    kind: str
    seat: int
    after: int
    """How many steps of the game had been played."""


@dataclass(frozen=True, slots=True)
class Closed:
    """Why a table cannot be replayed here (see `folding.py`)."""

    why: str
    """`rules`: played by a version of the rules that is not known here; `broken`: its log cannot be read."""
    event: int
    """Where it was noticed."""
    error: str
    """What kind of error it was; never its sentence, which may name cards."""
    lines: tuple[RecordLine, ...]
    """The moves and chance outcomes that the log has, for the record of a game that is over."""


@dataclass(frozen=True, slots=True)
class Again:
    """A deal that is played again: a table like that has no seal, because whoever played before may know the deal."""

    deal: str
    """The table that it was dealt at first: its secret and entropies give the chance."""
    table: str
    """The table that it goes on from: the same, or one that played the deal again itself."""
    seat: int
    """The seat that the deal is played again from."""
    event: int = 0
    """With how many steps of that game it begins; 0: with the deal."""
    is_challenge: bool = False
    """Whether somebody else is to sit there."""


@dataclass(frozen=True)
class Table:
    """Everything about a table. `position` is None until play begins, and at a table that is closed."""

    id: str
    game: Game
    seats: int
    options: Mapping[str, str]
    host: str
    is_public: bool
    commitment: str
    places: tuple[Place, ...]
    pledges: tuple[str, ...]
    """The hashes of the entropies that the seats will send when play begins; "" for those that send none."""
    entropies: tuple[str, ...]
    is_called: bool = False
    """Whether the host has begun: the seats are fixed, and the entropies are asked for."""
    clock: int = 0
    """Seconds for a decision, after which a bot plays for an absent person; 0 without a clock."""
    number: int = 0
    """How many events the log has."""
    position: Position | None = None
    since: Position | None = None
    """Where the telling of what has just happened begins: the last hidden choice of all, else the decision before."""
    before: Position | None = None
    """The position of the decision before the present one, None at the first: what led from there to here is shown first."""
    is_opening: bool = True
    """Whether no person has made a move yet: what bots do before is shown quickly, so that people are soon asked."""
    decision: int = 0
    """The number of the decision being asked: the same for all seats of a simultaneous choice."""
    choices: Mapping[int, Move] = field(default_factory=dict)
    """Hidden choices made so far, by seat."""
    changes: Mapping[int, int] = field(default_factory=dict)
    """How often each seat has put another hidden choice in the place of one; nobody else may notice."""
    chosen_by_bot: frozenset[int] = frozenset()
    """The seats of people whose hidden choice a bot has made for them."""
    votes: Mapping[int, frozenset[int]] = field(default_factory=dict)
    """For an absent person's seat: the seats that would hand it to a bot."""
    notices: tuple[Notice, ...] = ()
    would_give_up: frozenset[int] = frozenset()
    """The seats that would give the game up."""
    is_given_up: bool = False
    chat: tuple[ChatLine, ...] = ()
    secret: str | None = None
    """The deal's secret, shown when the game is over or given up."""
    draws: int = 0
    """How many chance events have been drawn."""
    rules: int = 0
    """The version of the rules that it is played by."""
    result: Outcome | None = None
    """How the game ended, as it was written down then."""
    closed: Closed | None = None
    reviews: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    """By seat what its review has found (`reviewing.kept`)."""
    shared: frozenset[int] = frozenset()
    """The seats whose review everybody may read who has the link."""
    again: Again | None = None
    """If its deal has been played before."""
    is_from_record: bool = False
    """Whether its game was played elsewhere and handed in, to be reviewed."""
    quiet: int = 0
    """How many events were about reviews: nobody at the table notices them."""

    @property
    def has_seal(self) -> bool:
        """Whether its deal was sealed before anybody knew it."""
        return self.again is None and not self.is_from_record

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What the seats are called, no two alike; a free one is called nothing."""
        return shown_names([place.name for place in self.places], [place.owner is None for place in self.places])

    @cached_property
    def is_over(self) -> bool:
        """Whether the game has been played to its end or given up."""
        if self.closed is not None:
            return self.result is not None or self.secret is not None
        return self.is_given_up or (self.position is not None and self.position.is_over)

    @property
    def has_begun(self) -> bool:
        """Whether the host has begun: from then on the seats are fixed."""
        return self.is_called or self.position is not None

    @property
    def is_to_be_dealt(self) -> bool:
        """Whether the seats are fixed and no card is dealt yet."""
        return self.is_called and self.position is None and self.closed is None

    @cached_property
    def owing(self) -> tuple[int, ...]:
        """The seats whose entropy the deal waits for."""
        if not self.is_to_be_dealt:
            return ()
        return tuple([seat for seat, pledge in enumerate(self.pledges) if pledge and not self.entropies[seat]])

    @cached_property
    def pending(self) -> tuple[int, ...]:
        """The seats that we wait for."""
        if self.position is None or self.is_given_up:
            return ()
        return tuple([seat for seat in self.position.pending if seat not in self.choices])

    @cached_property
    def is_simultaneous(self) -> bool:
        """Whether several seats are asked at the same time."""
        return self.position is not None and len(self.position.pending) > 1

    @cached_property
    def handed(self) -> frozenset[int]:
        """The seats of people for whom a bot plays."""
        return frozenset([seat for seat, place in enumerate(self.places) if place.is_handed])

    @cached_property
    def listing(self) -> Mapping[str, Any]:
        """What lists of tables show."""
        reviews = {str(seat): review_summary(found) for seat, found in self.reviews.items()}
        result = self.result
        return ({"reviews": reviews} if reviews and not self.is_from_record else {}) | {
            "game": self.game.name,
            "public": self.is_public,
            "begun": self.has_begun,
            "over": self.is_over,
            "names": list(self.names),
            "bots": [place.bot for place in self.places],
            "pending": list(self.pending),
            "result": {"scores": list(result.scores), "winners": list(result.winners)} if result else None,
        }

    @cached_property
    def seats_by_owner(self) -> Mapping[str, tuple[int, ...]]:
        """The seats of every device or token."""
        found: dict[str, tuple[int, ...]] = {}
        for seat, place in enumerate(self.places):
            if place.owner is not None:
                found[place.owner] = (*found.get(place.owner, ()), seat)
        return found

    def must_agree(self, seat: int, absent: Collection[int]) -> frozenset[int]:
        """The seats that must agree before a seat goes to a bot: those of all the other people who play and are here."""
        people = [other for other, place in enumerate(self.places) if place.is_played_by_a_person]
        return frozenset([other for other in people if other != seat and other not in absent])

    def seats_of(self, owner: str) -> tuple[int, ...]:
        """The seats that belong to a device or token."""
        return self.seats_by_owner.get(owner, ())

    def seats_to_fill(self, owner: str | None) -> list[int]:
        """The free seats that bots take at once: all but one for a host who has not sat down yet."""
        free = [seat for seat, place in enumerate(self.places) if place.is_free]
        keeps_one = len(free) > 1 and not (owner and self.seats_of(owner))
        return free[1:] if keeps_one else free

    def noticed(self, seats: Collection[int]) -> int:
        """How many events the holders of these seats can have noticed: what they are sent is numbered by it, not by `number`."""
        unseen = sum([count for seat, count in self.changes.items() if seat not in seats]) if self.changes else 0
        return self.number - self.quiet - unseen


FIELDS = tuple(Table.__dataclass_fields__)
BY_PLACES = (*FIELDS, "names", "handed", "seats_by_owner")  # with the cached properties that follow from `places` alone

# -- Commands -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sit:
    """A person takes a free seat."""

    seat: int
    owner: str
    name: str
    pledge: str = ""
    """The hash of the entropy that the seat will send when play begins."""


@dataclass(frozen=True, slots=True)
class SitBot:
    """The host gives a free seat to a bot."""

    seat: int
    owner: str
    bot: str


@dataclass(frozen=True, slots=True)
class Stand:
    """A person leaves the seat before play begins, or the host frees it."""

    seat: int
    owner: str


@dataclass(frozen=True, slots=True)
class Begin:
    """The host begins the game; every seat is taken."""

    owner: str


@dataclass(frozen=True, slots=True)
class Give:
    """A seat sends the entropy that it has pledged, now that the host has begun."""

    seat: int
    owner: str
    entropy: str


@dataclass(frozen=True, slots=True)
class Deal:
    """All entropies are here, or the wait for them is over (said by the hub, never by a client)."""


@dataclass(frozen=True, slots=True)
class Resume:
    """Play begins where another game stood (said by the site, never by a client)."""

    lines: tuple[RecordLine, ...]
    """What was played there until then."""


@dataclass(frozen=True, slots=True)
class HandIn:
    """A game that was played elsewhere, as far as its record goes (said by the site, never by a client)."""

    owner: str
    seat: int
    """Whose review the owner asks for."""
    names: tuple[str, ...]
    bots: tuple[str | None, ...]
    """By seat the bot that sat there; None for a person."""
    position: Position


@dataclass(frozen=True, slots=True)
class GiveUp:
    """A person would end the game here, without a result."""

    owner: str
    is_forgotten: bool = False
    """Whether nobody has moved for so long that one person may decide it (the hub knows that, never a client)."""


@dataclass(frozen=True, slots=True)
class Play:
    """A move, small or whole, by the seat's owner (or by its bot, as `owner=None`)."""

    seat: int
    owner: str | None
    move: Move
    decision: int


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Change one's mind before the last has chosen."""

    seat: int
    owner: str
    decision: int


@dataclass(frozen=True, slots=True)
class Say:
    """A line of chat, by somebody who sits at the table or watches the game."""

    owner: str
    text: str
    name: str = ""
    """What a spectator is called."""


@dataclass(frozen=True, slots=True)
class Vote:
    """A person would hand an absent person's seat to a bot."""

    seat: int
    owner: str
    absent: frozenset[int] = frozenset()
    """The seats whose people are away (the hub knows that, never a client)."""


@dataclass(frozen=True, slots=True)
class Back:
    """A person is here again (said by the hub, never by a client)."""

    owner: str


@dataclass(frozen=True, slots=True)
class Return:
    """A person takes their seat back from the bot."""

    seat: int
    owner: str


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The clock of a decision has run out for a person's seat (said by the hub, never by a client)."""

    seat: int
    decision: int


@dataclass(frozen=True, slots=True)
class HandSeat:
    """Whoever runs the site lets a bot play for a person."""

    seat: int


@dataclass(frozen=True, slots=True)
class MakeHost:
    """Whoever runs the site lets the person at a seat begin the game, in place of the host."""

    seat: int


@dataclass(frozen=True, slots=True)
class EndGame:
    """Whoever runs the site ends a game, without a result."""


@dataclass(frozen=True, slots=True)
class KeepReview:
    """The review of a person's seat is done (said by the site, never by a client)."""

    seat: int
    review: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Share:
    """A person lets others read the review of their seat, or no longer."""

    seat: int
    owner: str
    is_shared: bool


ByPeople = (
    Sit | SitBot | Stand | Begin | Give | Resume | HandIn | GiveUp | Play | TakeBack | Say | Vote | Return | Share
)
ByTheSite = Deal | Back | TimeUp | HandSeat | MakeHost | EndGame | KeepReview
Command = ByPeople | ByTheSite


@dataclass(frozen=True, slots=True)
class TableEvent:
    """What happened, as the log keeps it. `position` and `move` come from deciding and save computing them again."""

    kind: str
    body: Mapping[str, Any]
    position: Position | None = field(default=None, compare=False, repr=False)
    move: Move | None = field(default=None, compare=False, repr=False)


# -- Deciding ---------------------------------------------------------------------


def created(
    *,
    table: str,
    game: str,
    seats: int,
    options: Mapping[str, object],
    host: str,
    is_public: bool,
    commitment: str,
    clock: int = 0,
    again: Again | None = None,
    record: int | None = None,
) -> TableEvent:
    """The first event of a table; of one for a game from a record with the version of the rules that it was played by."""
    found = load(game) if record is None else load(game).by_rules(record)
    chosen = found.start(seats=seats, options=options)
    body = {"id": table, "game": game, "seats": seats, "options": chosen.record().options, "host": host}
    more = {"public": is_public, "commitment": commitment, "rules": found.rules_version, "clock": clock}
    if again is not None:
        more["again"] = asdict(again)
    if record is not None:
        more["from_record"] = True
    return TableEvent("created", body | more)


def decide(table: Table, command: Command, below: Below) -> list[TableEvent]:
    """What a command does, or Refused."""
    check_open(table)
    match command:
        case Sit():
            return _sit(table, command)
        case SitBot(seat, owner, bot):
            _host_only(table, owner)
            _free(table, seat)
            if bot not in BOTS:
                raise Refused("bot/unknown", bot=bot, bots=", ".join(BOTS))
            return [
                TableEvent(
                    "sat", {"seat": seat, "bot": bot, "name": bot_name(bot, [place.name for place in table.places])}
                )
            ]
        case Stand(seat, owner):
            return _stand(table, seat, owner)
        case Begin(owner):
            return _begin(table, owner, below)
        case Give():
            return _give(table, command)
        case Deal():
            if not table.is_to_be_dealt:
                raise Refused("table/begun", "nothing is to be dealt now")
            return _dealt_out(table, below)
        case Resume():
            return _resume(table, command)
        case HandIn():
            return _hand_in(table, command)
        case GiveUp():
            return _give_up(table, command)
        case Play():
            return _play(table, command, below)
        case TakeBack(seat, owner, decision):
            _own(table, seat, owner)
            if decision == table.decision and seat in table.pending:
                return []  # nothing chosen, or taken back already: a post that was sent twice counts once
            if decision != table.decision or seat not in table.choices or table.is_over:
                raise Refused("move/stale", "there is nothing to take back: the choice has been played")
            return [TableEvent("took_back", {"seat": seat})]
        case Say():
            return [_said(table, command)]
        case Vote():
            return _vote(table, command)
        case Back(owner):
            return [TableEvent("lapsed", {"seat": seat}) for seat in table.seats_of(owner) if seat in table.votes]
        case TimeUp(seat, decision):
            if decision != table.decision or seat not in table.pending or _seat(table, seat).bot:
                raise Refused("move/stale", "nobody is late")
            return [TableEvent("handed", {"seat": seat, "bot": HOUSE_BOT, "why": "clock"})]
        case HandSeat(seat):
            if not _seat(table, seat).is_played_by_a_person:
                raise Refused("seat/not_yours", "nobody plays at seat {seat}", seat=seat)
            _running(table)
            return [TableEvent("handed", {"seat": seat, "bot": HOUSE_BOT, "why": "site"})]
        case MakeHost(seat):
            if not _seat(table, seat).is_played_by_a_person:
                raise Refused("seat/not_yours", "nobody plays at seat {seat}", seat=seat)
            if table.has_begun or table.is_called:
                raise Refused("table/begun", "the game has begun, and needs no host any more")
            return [TableEvent("host", {"seat": seat})] if table.places[seat].owner != table.host else []
        case EndGame():
            _running(table)
            return [TableEvent("given_up", {})]
        case Return(seat, owner):
            if _seat(table, seat).owner != owner or _seat(table, seat).bot is None or table.is_over:
                raise Refused("seat/not_yours", "seat {seat} is not yours to take back", seat=seat)
            return [_return(table, seat)]
        case KeepReview(seat, review):
            check_over(table)
            return [TableEvent("reviewed", {"seat": seat, "review": review})]
        case Share(seat, owner, is_shared):
            check_over(table)
            _own(table, seat, owner)
            return (
                [] if (seat in table.shared) == is_shared else [TableEvent("shared", {"seat": seat, "on": is_shared})]
            )


def _said(table: Table, command: Say) -> TableEvent:
    """What somebody says under the name of their seat, or a spectator of a game under one of their own."""
    if seats := table.seats_of(command.owner):
        return TableEvent("said", {"name": table.names[seats[0]], "text": command.text})
    if table.position is None or not command.name:
        raise Refused("chat/seated_only")
    return TableEvent("said", {"name": command.name, "text": command.text, "spectator": True})


def check_over(table: Table) -> None:
    """Refuse what shows more than a player may know, until the game is over."""
    if not table.is_over:
        raise Refused("table/not_over", "the game is not over")


def check_open(table: Table) -> None:
    """Refuse what needs the game of a table that cannot be replayed here."""
    if table.closed is None:
        return
    if table.closed.why == "rules":
        raise Refused(
            "table/other_rules",
            rules=table.rules,
            game=table.game.name,
            now=table.game.rules_version,
        )
    raise Refused("table/broken")


def bot_name(bot: str, taken: Collection[str]) -> str:
    """A name that nobody at the table has: that of the level's own character if it is free, else one that fits its face."""
    own = (LEVELS[bot].name, *LEVELS[bot].namesakes) if bot in LEVELS else ()
    return next(name for name in (*own, *BOT_NAMES) if name not in taken)


def _sit(table: Table, command: Sit) -> list[TableEvent]:
    _free(table, command.seat)
    is_strangers = table.is_public and command.owner != table.host
    if is_strangers and len(table.seats_of(command.owner)) >= MOST_SEATS:
        raise Refused("seat/too_many", most=MOST_SEATS)
    pledge = "" if table.again else command.pledge  # a deal that was played before is not made of new entropy
    body = {"seat": command.seat, "owner": command.owner, "name": command.name, "pledge": pledge}
    return [TableEvent("sat", body)]


def _stand(table: Table, seat: int, owner: str) -> list[TableEvent]:
    place = _seat(table, seat)
    if table.has_begun:
        raise Refused("table/begun", "the game has begun; a seat can be handed to a bot, but not left")
    if place.is_free or owner not in (place.owner, table.host):
        raise Refused("seat/not_yours", "seat {seat} is not yours to free", seat=seat)
    return [TableEvent("stood", {"seat": seat})]


def _begin(table: Table, owner: str, below: Below) -> list[TableEvent]:
    _host_only(table, owner)
    if table.has_begun:
        raise Refused("table/begun", "the game has begun already")
    if free := [seat for seat, place in enumerate(table.places) if place.is_free]:
        raise Refused("table/seats_free", seat=free[0])
    return [TableEvent("called", {})] if any(table.pledges) else _dealt_out(table, below)


def _dealt_out(table: Table, below: Below) -> list[TableEvent]:
    """Play begins."""
    start = table.game.start(seats=table.seats, options=table.options)
    position, chance = dealt(start, below)
    return [TableEvent("begun", {"chance": chance}, position)]


def _resume(table: Table, command: Resume) -> list[TableEvent]:
    """Play begins where another game stood."""
    if table.has_begun or table.again is None:
        raise Refused("table/begun", "the game has begun already")
    if any(place.is_free for place in table.places):
        raise Refused("table/seats_free", seat=0)
    return [_resumed(command.lines)]


def _resumed(lines: Sequence[RecordLine], position: Position | None = None) -> TableEvent:
    return TableEvent("resumed", {"lines": [[line.actor, " ".join(line.tokens)] for line in lines]}, position)


def _hand_in(table: Table, command: HandIn) -> list[TableEvent]:
    """Everybody sits where they sat, and the game is where its record ends: nobody can play on."""
    if table.has_begun or not table.is_from_record:
        raise Refused("table/begun", "the game has begun already")
    _seat(table, command.seat)
    events = []
    for seat, (name, bot) in enumerate(zip(command.names, command.bots, strict=True)):
        who = {"owner": command.owner} if seat == command.seat else {"bot": bot} if bot else {"owner": STRANGER}
        events.append(TableEvent("sat", {"seat": seat, "name": name} | who))
    ended = _ended(command.position) or [TableEvent("given_up", {})]
    return [*events, _resumed(command.position.record().lines, command.position), *ended]


def _give(table: Table, command: Give) -> list[TableEvent]:
    seat, entropy = command.seat, command.entropy
    _own(table, seat, command.owner)
    if table.entropies[seat] == entropy:
        return []  # sent twice, it counts once
    if not table.is_called:  # whoever sits down later could choose a pledge that suits it
        raise Refused("deal/early")
    if table.position is not None:
        raise Refused("deal/late")
    if pledge(entropy) != table.pledges[seat]:
        raise Refused("deal/bad", "this is not the entropy that seat {seat} has pledged", seat=seat)
    return [TableEvent("gave", {"seat": seat, "entropy": entropy})]


def _give_up(table: Table, command: GiveUp) -> list[TableEvent]:
    mine = [seat for seat in table.seats_of(command.owner) if table.places[seat].is_played_by_a_person]
    if not mine or table.position is None or table.is_over:
        raise Refused("vote/not_yours", "only those who play at a running table may give it up")
    agreed = table.would_give_up | set(mine)
    events = [TableEvent("would_give_up", {"by": mine})]
    if command.is_forgotten or agreed >= table.must_agree(NOBODY, ()):
        events.append(TableEvent("given_up", {}))
    return events


def _play(table: Table, command: Play, below: Below) -> list[TableEvent]:
    seat, position = command.seat, table.position
    if position is None:
        raise Refused("table/not_begun")
    place = _seat(table, seat)
    if (command.owner is None and place.bot is None) or (command.owner is not None and place.owner != command.owner):
        raise Refused("seat/not_yours", "seat {seat} is not yours", seat=seat)
    if table.is_over:
        raise Refused("table/over")
    if command.decision != table.decision:
        raise Refused(
            "move/stale",
            "that was decision {given}, now it is {now}; look at the table again",
            given=command.decision,
            now=table.decision,
        )
    if seat not in position.pending:
        raise Refused("seat/not_asked", seat=seat)
    if command.owner is not None and place.is_handed:  # the person is back
        returned = _return(table, seat)
        return [returned, *_play(evolve(table, returned), command, below)]
    move = command.move
    if not table.is_simultaneous:
        return _dealt_after("moved", seat, move, position.play(move, seat=seat), below)
    if seat in table.choices and table.choices[seat].steps == move.steps:
        return []  # the same choice once more: a post that was sent twice counts once
    if set(table.pending) - {seat}:
        _with_choices(position, {seat: move})
        return [TableEvent("chose", {"seat": seat, "move": str(move)}, move=move)]
    try:
        revealed = _with_choices(position, {**table.choices, seat: move})
    except IllegalMove:
        _with_choices(
            position, {seat: move}
        )  # refused as if it were alone: a message must not count others' hidden steps
        raise
    return _dealt_after("revealed", seat, move, revealed, below)


def _dealt_after(kind: str, seat: int, move: Move, played: Position, below: Below) -> list[TableEvent]:
    after, chance = dealt(played, below)
    return [TableEvent(kind, {"seat": seat, "move": str(move), "chance": chance}, after), *_ended(after)]


def _with_choices(position: Position, choices: Mapping[int, Move]) -> Position:
    """The position after these hidden choices, each of them whole, in the order of the seats."""
    for seat in sorted(choices):
        position = position.play(choices[seat], seat=seat)
        if position.is_mid_move(seat):
            raise Refused("move/incomplete", move=str(choices[seat]))
    return position


def _ended(position: Position) -> list[TableEvent]:
    """The result, which stands whatever becomes of the rules."""
    if (outcome := position.outcome) is None:
        return []
    return [TableEvent("ended", {"scores": list(outcome.scores), "winners": list(outcome.winners)})]


def _vote(table: Table, command: Vote) -> list[TableEvent]:
    seat, absent = command.seat, command.absent
    place = _seat(table, seat)
    voters = [mine for mine in table.seats_of(command.owner) if mine != seat and not table.places[mine].bot]
    if not voters or table.position is None or table.is_over:
        raise Refused("vote/not_yours", "only the others who play at a running table may vote")
    if not place.is_played_by_a_person:
        raise Refused("vote/no_person", seat=seat)
    if table.clock:
        raise Refused("vote/clock", name=table.names[seat])
    if seat not in absent:
        raise Refused("vote/present", name=table.names[seat])
    events = [TableEvent("voted", {"seat": seat, "by": voters})]
    if table.votes.get(seat, frozenset()) | set(voters) >= table.must_agree(seat, absent):
        events.append(TableEvent("handed", {"seat": seat, "bot": HOUSE_BOT, "why": "vote"}))
    return events


def _return(table: Table, seat: int) -> TableEvent:
    """A person plays again, and chooses again what the bot has chosen face down for them."""
    again = {"chooses_again": True} if seat in table.chosen_by_bot else {}
    return TableEvent("returned", {"seat": seat, **again})


def _seat(table: Table, seat: int) -> Place:
    if not 0 <= seat < table.seats:
        raise Refused("seat/unknown", "there is no seat {seat}; seats are 0 to {last}", seat=seat, last=table.seats - 1)
    return table.places[seat]


def _free(table: Table, seat: int) -> None:
    place = _seat(table, seat)
    if table.has_begun:
        raise Refused("table/begun", "the game has begun; nobody can sit down any more")
    if not place.is_free:
        raise Refused("seat/taken", seat=seat, name=table.names[seat])


def _own(table: Table, seat: int, owner: str) -> None:
    if _seat(table, seat).owner != owner:
        raise Refused("seat/not_yours", "seat {seat} is not yours", seat=seat)


def _running(table: Table) -> None:
    if table.position is None:
        raise Refused("table/not_begun")
    if table.is_over:
        raise Refused("table/over")


def _host_only(table: Table, owner: str) -> None:
    if owner != table.host:
        raise Refused("table/host_only")


def dealt(position: Position, below: Below) -> tuple[Position, list[str]]:
    """The position once all chance due now has been drawn, and what was drawn."""
    drawn: list[str] = []
    while position.to_act == CHANCE:
        outcomes = position.chance
        total = sum([weight for _, weight in outcomes])
        place = below.below(total, position) if isinstance(below, SameDeal) else below(total)
        move = at_place(outcomes, place)
        drawn.append(str(move))
        position = position.play(move, seat=CHANCE)
    return position, drawn


def at_place(outcomes: Sequence[tuple[Move, int]], place: int) -> Move:
    """The outcome at a place, when each takes as many places as it weighs."""
    for move, weight in outcomes:
        if place < weight:
            return move
        place -= weight
    raise ValueError("chance drew beyond the last outcome")


# -- Evolving ----------------------------------------------------------------------


def first(event: TableEvent, rules: int | None = None, closed: Closed | None = None) -> Table:
    """The table that the first event of a log makes; a closed one was played by other rules than those of its game."""
    body = event.body
    seats = int(body["seats"])
    return Table(
        id=body["id"],
        game=load(body["game"]).by_rules(body["rules"]),
        seats=seats,
        options=body["options"],
        host=body["host"],
        is_public=body["public"],
        commitment=body["commitment"],
        places=(Place(),) * seats,
        pledges=("",) * seats,
        entropies=("",) * seats,
        clock=body.get("clock", 0),
        number=1,
        rules=body["rules"] if rules is None else rules,
        closed=closed,
        again=Again(**body["again"]) if "again" in body else None,
        is_from_record=bool(body.get("from_record")),
    )


def evolve(table: Table, event: TableEvent) -> Table:
    """The table after an event; trusts the log."""
    body = event.body
    seat = body.get("seat", 0)
    match event.kind:
        case "sat":
            place = Place(body["name"], body.get("owner"), body.get("bot"))
            pledges = _set(table.pledges, seat, body.get("pledge", ""))
            entropies = _set(table.entropies, seat, body.get("entropy", ""))  # earlier logs have it with the seat
            return _next(table, places=_set(table.places, seat, place), pledges=pledges, entropies=entropies)
        case "stood":
            pledges, entropies = _set(table.pledges, seat, ""), _set(table.entropies, seat, "")
            return _next(table, places=_set(table.places, seat, Place()), pledges=pledges, entropies=entropies)
        case "host":
            return _next(table, host=table.places[seat].owner)
        case "called":
            return _next(table, is_called=True)
        case "gave":
            return _next(table, entropies=_set(table.entropies, seat, body["entropy"]))
        case "would_give_up":
            return _next(table, would_give_up=table.would_give_up.union(body["by"]))
        case "given_up":
            return _next(table, is_given_up=True)
        case "begun":
            start = table.game.start(seats=table.seats, options=table.options)
            return _at(table, event.position or _with_chance(start, body["chance"]), len(body["chance"]))
        case "resumed":
            return _at(table, event.position or _with_lines(table, body["lines"]), 0)
        case "moved" | "revealed":
            after = _at(table, event.position or _replayed(table, body), len(body["chance"]))
            return replace(after, is_opening=False) if table.is_opening and not _is_by_bot(table, event) else after
        case "chose":
            move = event.move or table.game.parse_move(body["move"], seat=seat)
            by_bot = table.chosen_by_bot | (table.handed & {seat})
            changes = {**table.changes, seat: table.changes.get(seat, 0) + (seat in table.choices)}
            return _next(table, choices={**table.choices, seat: move}, chosen_by_bot=by_bot, changes=changes)
        case "took_back":
            return _next(table, choices=_without(table.choices, seat))
        case "said":
            line = ChatLine(body["name"], body["text"], bool(body.get("spectator")))
            return _next(table, chat=(*table.chat, line)[-CHAT_KEPT:])
        case "voted":
            by = body["by"] if isinstance(body["by"], list) else [body["by"]]  # earlier logs have one seat
            return _next(table, votes={**table.votes, seat: table.votes.get(seat, frozenset()).union(by)})
        case "lapsed":
            return _next(table, votes=_without(table.votes, seat))
        case "handed":
            place = replace(table.places[seat], bot=body["bot"])
            notices = _told_to_all(table, f"handed {body.get('why', 'vote')}", seat)
            votes = _without(table.votes, seat)
            return _next(table, places=_set(table.places, seat, place), votes=votes, notices=notices)
        case "returned":
            places = _set(table.places, seat, replace(table.places[seat], bot=None))
            choices = _without(table.choices, seat) if body.get("chooses_again") else table.choices
            left, notices = table.chosen_by_bot - {seat}, _told_to_all(table, "returned", seat)
            return _next(table, places=places, choices=choices, chosen_by_bot=left, notices=notices)
        case "ended":
            result = Outcome(tuple(body["scores"]), tuple(body["winners"]))
            if table.position is not None and table.position.outcome != result:
                raise TripotError(f"table {table.id}: the game ended otherwise than its log says")
            kept = [position for position in (table.since, table.before, table.position) if position is not None]
            for earlier, later in pairwise(kept):  # finished tables are kept in numbers
                later.lean_on(earlier)
            return _next(table, result=result)
        case "shown":
            return _next(table, secret=body["secret"])
        case "reviewed":
            return _next(table, reviews={**table.reviews, seat: body["review"]}, quiet=table.quiet + 1)
        case "shared":
            shared = table.shared | {seat} if body["on"] else table.shared - {seat}
            return _next(table, shared=shared, quiet=table.quiet + 1)
    raise TripotError(f"table {table.id}: the log has an event of unknown kind {event.kind!r}")


def _told_to_all(table: Table, kind: str, seat: int) -> tuple[Notice, ...]:
    notice = Notice(table.number, kind, seat, table.position.length if table.position else 0)
    return (*table.notices, notice)[-NOTICES_KEPT:]


def _without(found: Mapping[int, T], seat: int) -> dict[int, T]:
    return {key: value for key, value in found.items() if key != seat}


def _next(table: Table, **changes: Any) -> Table:
    """The table one event later. (`replace` would take ten times as long, and forget what follows from the places.)"""
    new, known = object.__new__(Table), vars(table)
    stays = FIELDS if "places" in changes else BY_PLACES
    vars(new).update({name: known[name] for name in stays if name in known}, number=table.number + 1, **changes)
    return new


def _at(table: Table, position: Position, draws: int) -> Table:
    return _next(
        table,
        position=position,
        since=_told_from(table),
        before=table.position,
        decision=table.decision + 1,
        choices={},
        chosen_by_bot=frozenset(),
        draws=table.draws + draws,
    )


def _is_by_bot(table: Table, event: TableEvent) -> bool:
    return event.kind == "moved" and table.places[event.body["seat"]].bot is not None


def _told_from(table: Table) -> Position | None:
    position, begins_round = table.position, table.game.begins_round
    if position is None or begins_round is None or begins_round(position.view(SPECTATOR).state):
        return position
    return table.since


def _replayed(table: Table, body: Mapping[str, Any]) -> Position:
    assert table.position is not None
    moves = {**table.choices, body["seat"]: table.game.parse_move(body["move"], seat=body["seat"])}
    position = table.position
    for seat in sorted(moves):
        position = position.play(moves[seat], seat=seat)
    return _with_chance(position, body["chance"])


def _with_lines(table: Table, lines: Sequence[tuple[int | None, str]]) -> Position:
    position = table.game.start(seats=table.seats, options=table.options)
    for actor, tokens in lines:
        position = position.play(tokens, seat=CHANCE if actor is None else actor)
    return position


def _with_chance(position: Position, tokens: Sequence[str]) -> Position:
    for token in tokens:
        position = position.play(token, seat=CHANCE)
    return position


def _set(row: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    return (*row[:place], value, *row[place + 1 :])


def review_summary(found: Mapping[str, Any]) -> list[float | None]:
    """What a list of tables has of a review: the loss per decision, and the luck."""
    losses = [each["loss"] for each in found["decisions"]]
    luck = found["account"]["chance"] if found["account"] else None
    return [round(sum(losses) / len(losses), 3) if losses else None, luck]
