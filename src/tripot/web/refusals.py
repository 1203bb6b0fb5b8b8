"""Everything that the site and its API refuse, each declared once; statuses, OpenAPI and sentences follow from it.

A code may be raised in many places, so the players' sentence uses only facts that all of them give.
"""

from __future__ import annotations

from typing import NamedTuple

from tripot.errors import TripotError
from tripot.language import _, translated


class Refusal(NamedTuple):
    """What a code stands for: the status of the answer, and what players and programs are told."""

    status: int
    sentence: str
    """For players."""
    message: str = ""
    """For programs and logs: the API answers with it, word for word. Empty where every place that refuses has its own."""


REFUSALS = {
    # the table
    "table/begun": Refusal(
        409,
        _("The game has begun."),
    ),
    "table/not_begun": Refusal(
        409,
        _("The game has not begun yet."),
        "the game has not begun",
    ),
    "table/over": Refusal(
        409,
        _("The game is over."),
        "the game is over",
    ),
    "table/not_over": Refusal(
        409,
        _("That has to wait until the game is over."),
    ),
    "table/seats_free": Refusal(
        409,
        _("A seat is still free. Invite somebody or add a bot."),
        "seat {seat} is still free; invite somebody or seat a bot",
    ),
    "table/host_only": Refusal(
        403,
        _("Only whoever opened the table can do that."),
        "only the host of the table can do that",
    ),
    "table/unknown": Refusal(
        404,
        _("There is no such table. Check the link, or open a new table."),
        "there is no table {id}",
    ),
    "table/busy": Refusal(
        409,
        _("Somebody was quicker. Look at the table, then try again."),
        "somebody else was quicker; look at the table again",
    ),
    "table/other_rules": Refusal(
        409,
        _(
            "This table was played by version {rules} of the rules; today it is version {now}. It cannot go "
            "on: open a new table."
        ),
        "this table was played by rules version {rules} of {game}, this site plays by version {now}",
    ),
    "table/broken": Refusal(
        409,
        _(
            "What was kept of this table is damaged, so it cannot go on. Open a new table; whoever runs the "
            "site can look into it."
        ),
        "the log of this table cannot be read",
    ),
    # the seats
    "seat/taken": Refusal(
        409,
        _("{name} sits there already. Take another seat."),
        "seat {seat} is taken by {name}",
    ),
    "seat/not_yours": Refusal(
        403,
        _("That seat is not yours on this device. Take a free seat, or open the table where you sat down."),
    ),
    "seat/not_asked": Refusal(
        409,
        _("It is not your turn yet. Wait a moment."),
        "seat {seat} is not asked now",
    ),
    "seat/unknown": Refusal(
        404,
        _("This table has no such seat. Choose another."),
    ),
    "seat/too_many": Refusal(
        409,
        _("You have {most} seats here already. Leave the others to others."),
        "you have {most} seats here already; leave the others to others",
    ),
    "vote/not_yours": Refusal(
        409,
        _("Only the others at a running game may vote."),
    ),
    "vote/no_person": Refusal(
        409,
        _("A bot plays on that seat already."),
        "a bot plays at seat {seat} already",
    ),
    "vote/clock": Refusal(
        409,
        _("This table has a clock: when it runs out, a bot plays for {name}."),
        "this table has a clock: a bot plays for {name} when it runs out",
    ),
    "vote/present": Refusal(
        409,
        _("{name} is here, or was a moment ago. Wait a little."),
        "{name} is here or was a moment ago; wait a little",
    ),
    "deal/again": Refusal(
        409,
        _("This deal had been played before, so it has no seal to verify."),
        "the deal was played before and has no seal",
    ),
    # the reviews
    "review/busy": Refusal(
        429,
        _("Too many reviews wait already. Yours can begin in a minute."),
        "too many reviews wait; try again in a minute",
    ),
    "review/none": Refusal(
        404,
        _("There is no review to read here. Whoever played can have one made, and share it."),
        "there is no review that you may read",
    ),
    # records that are handed in
    "record/unreadable": Refusal(
        400,
        _(
            "That is not the record of a game. A record begins with “tripot-record 1”; a finished game offers it for download."
        ),
        "a record begins with 'tripot-record 1'",
    ),
    "record/line": Refusal(
        400,
        _(
            "Line {line} of the record cannot be read, or the rules do not allow it. Delete it and all that follows: what stands "
            "before can be reviewed."
        ),
        "line {line} of the record cannot be played",
    ),
    "record/game": Refusal(
        400,
        _("The record is of the game “{game}”, which is not here. Here are {games}."),
        "there is no game {game} here",
    ),
    "record/rules": Refusal(
        400,
        _(
            "The game was played by version {rules} of its rules; here version {known} can be played. The program that wrote the "
            "record can review it: tripot review FILE."
        ),
        "rules of version {rules} are not known here",
    ),
    "record/head": Refusal(
        400,
        _("What stands at the head of the record does not fit the game: its number of players or its options."),
        "the seats or options of the record are none of the game",
    ),
    "record/middle": Refusal(
        400,
        _(
            "The record begins in the middle of a game. Here a game is reviewed from its beginning; the program can read it: "
            "tripot review FILE."
        ),
        "the record begins in the middle of a game",
    ),
    "record/empty": Refusal(
        400,
        _("Nobody has decided anything in this record yet, so there is nothing to review."),
        "the record has no decision yet",
    ),
    "record/no_again": Refusal(
        409,
        _("This game was played elsewhere, so its deal cannot be dealt again here."),
        "the deal of a record cannot be dealt again",
    ),
    # the moves
    "move/stale": Refusal(
        409,
        _("The table has moved on in the meantime. Look at it, then choose again."),
    ),
    "move/nothing": Refusal(
        409,
        _("Nothing is chosen yet. Choose first, then confirm."),
        "nothing was chosen",
    ),
    "move/incomplete": Refusal(
        409,
        _("That is only a part of your choice. Choose the rest too, then confirm."),
        "{move} is only a part of the choice",
    ),
    "move/illegal": Refusal(
        409,
        _("The rules do not allow that now. Choose something else."),
    ),
    "move/not_in_lesson": Refusal(
        409,
        _("In a game of your own you may do that. Here follow the lamp: the lesson goes on with what is lit."),
        "the lesson goes on with another move",
    ),
    "move/unreadable": Refusal(
        400,
        _("There is no such move in this game. Choose one on the board."),
    ),
    # a new table
    "game/unknown": Refusal(
        400,
        _("There is no such game here. Choose one on the shelf."),
    ),
    "seats/bad": Refusal(
        400,
        _("This game is not played by so many. Choose another number of players."),
    ),
    "option/bad": Refusal(
        400,
        _("This game does not have that option. Choose from the list."),
    ),
    "bot/unknown": Refusal(
        400,
        _("There is no such bot. Choose one from the list."),
        "there is no bot {bot}; bots: {bots}",
    ),
    # what people type
    "name/bad": Refusal(
        400,
        _("That name cannot be shown. Write one with a letter or a digit."),
        "a name needs at least one letter, digit or sign that can be seen",
    ),
    "chat/bad": Refusal(
        400,
        _("There is nothing to read in that message. Write a word."),
        "there is nothing to say in this message; write a word",
    ),
    "chat/seated_only": Refusal(
        409,
        _("Before you talk here, take a seat, or say what you are called."),
        "only those who sit at the table can talk, and spectators of a game who give a name",
    ),
    # requests
    "connection/too_many": Refusal(
        429,
        _("Too many pages are open from your network. Close some, or try again later."),
        "too many connections are open; close some, or try again later",
    ),
    "request/too_slow": Refusal(
        408,
        _("Your message did not arrive in time. Try again."),
        "the request did not come in time; send it at once",
    ),
    "request/too_many": Refusal(
        429,
        _("That was too quick. Try again in {seconds} s."),
        "too many at once; try again in {seconds} s",
    ),
    "stream/too_many": Refusal(
        429,
        _("This table is open in too many windows. Close one, then try again in {seconds} s."),
        "{most} streams are open from this {whose} already; close one, then try again in {seconds} s",
    ),
    "request/bad": Refusal(
        400,
        _("Something is missing or wrong in what was sent. Go back and try again."),
    ),
    "request/cross_site": Refusal(
        403,
        _("This was sent by a page of another site. Open the table here, then try again."),
        "this was sent by a page of another site; open the table here and try again",
    ),
    "request/host": Refusal(
        421,
        _("This site has another address. Ask whoever runs it for the right link."),
        "this site has another name; whoever runs it can allow this one: tripot serve --allow-host NAME",
    ),
    "request/too_large": Refusal(
        413,
        _("That is too long. Shorten it."),
        "a body has at most {most} bytes",
    ),
    "request/media": Refusal(
        415,
        _("What was sent cannot be read."),
        "send the body as JSON, with Content-Type: application/json",
    ),
    "request/method": Refusal(
        405,
        _("That cannot be done at this address."),
        "this address takes {methods}",
    ),
    "request/address": Refusal(
        404,
        _("There is nothing here. Begin at the shelf."),
        "there is nothing at this address; the API is described at /api/openapi.json",
    ),
    "request/key_used": Refusal(
        409,
        _("That was sent before. Begin again."),
        "this Idempotency-Key was sent with another request; draw a new one for each",
    ),
    "token/missing": Refusal(
        401,
        _("That needs the token of a seat."),
        "send the seat's token as Authorization: Bearer <token>",
    ),
    "token/unknown": Refusal(
        401,
        _("That token belongs to no seat."),
        "this token belongs to no seat",
    ),
    "rules/untranslatable": Refusal(
        404,
        _("A browser cannot check this game. Download the record and use tripot verify."),
    ),
    "deal/early": Refusal(
        409,
        _("The deal has not begun yet. Wait for the host."),
        "entropy is sent when the host has begun, not before; keep it until then",
    ),
    "deal/late": Refusal(
        409,
        _("The cards are dealt already."),
        "the game has begun without this entropy",
    ),
    "deal/bad": Refusal(
        400,
        _("What your browser adds to the deal did not arrive whole. Try again."),
    ),
    # our own mistakes, and what only programs do
    "store/failed": Refusal(
        503,
        _("The table cannot be read or written now. Nothing is lost; try again in a moment."),
        "the table cannot be read or written now; try again later",
    ),
    "server/broken": Refusal(
        500,
        _("Something broke here. Nothing is lost; try again in a moment."),
        "something broke here; nothing is lost",
    ),
    "bot/failed": Refusal(
        409,
        _("The bot cannot move. Open a new table."),
    ),
    "position/bad": Refusal(
        409,
        _("That is not a position of this game."),
    ),
    "record/bad": Refusal(
        409,
        _("That is not the record of a game."),
    ),
    "rules/unknown": Refusal(
        409,
        _("That was played by other rules than those of today."),
    ),
    "arena/bad": Refusal(
        409,
        _("These games cannot be played."),
    ),
    "tripot/error": Refusal(
        409,
        _("That cannot be done here. Go back and try something else."),
    ),
    # what the framework refuses
    "http/404": Refusal(
        404,
        _("There is nothing here. Begin at the shelf."),
    ),
    "http/405": Refusal(
        405,
        _("That cannot be done at this address."),
    ),
    "http/413": Refusal(
        413,
        _("That is too long. Shorten it."),
    ),
}
"""By code."""
SENTENCES = translated(__package__, {code: refusal.sentence for code, refusal in REFUSALS.items()})
"""What players read, by language and code."""
ANY = TripotError.code  # for a code without words of its own: the programmers' sentence is never shown instead


class Refused(TripotError):
    """A request that is not carried out; `code` is stable, `facts` fill the sentence in any language.

    `message` is for programs, where the declaration of the code has none.
    """

    def __init__(self, code: str, message: str = "", **facts: object) -> None:
        super().__init__((message or declared(code).message).format(**facts))
        self.code, self.facts = code, facts


def declared(code: str) -> Refusal:
    """What a code stands for."""
    return REFUSALS.get(code, REFUSALS[ANY])


def status_of(error: TripotError) -> int:
    """The status of the answer that refuses."""
    return declared(error.code).status


def sentence(refused: Exception, lang: str) -> str:
    """A refusal in players' words."""
    return in_words(getattr(refused, "code", ANY), lang, **getattr(refused, "facts", {}))


def in_words(code: str, lang: str, **facts: object) -> str:
    """The players' words for a code."""
    sentences = SENTENCES[lang]
    return sentences.get(code, sentences[ANY]).format(**facts)
