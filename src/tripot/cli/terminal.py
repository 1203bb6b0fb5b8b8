"""A table in the terminal: draws it, asks the person, lets the bots move, tells what happens."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from rich.console import Console
from rich.markdown import Markdown
from rich.markup import escape

from tripot.bots import ask_all, bot, company_of, play_all, stream, thumb_bot
from tripot.errors import TripotError
from tripot.language import _, translated
from tripot.outside import GUEST, shortened, whole_number
from tripot.play import Move, Position, View

from .contracts import terminal
from .saving import save

SAY = translated(
    __package__,
    {
        "you": _("You"),
        "which": _("Which game? "),
        "which again": _("A number from 1 to {most}, or a game's name."),
        "prompt": _("move (number or word, ? for help)> "),
        "help": _(
            "Type the number of a move or its word; a whole move at once as several words.\n"
            "  t  the table   l  the log   r  the rules   h  a hint   ?  this help   q  leave (the game is saved)"
        ),
        "hint": _("A rule of thumb says: {move}"),
        "log": _("So far:"),
        "left": _("Saved. Go on with: tripot play --resume {file}"),
        "saved": _("The record is in {file}; tell it with: tripot replay {file}"),
        "won": _("Won by {names}."),
        "not a number": _("There is no move {word}; the moves are 1 to {most}."),
    },
)


class Terminal:
    """One table, with the seats of people and of bots. People share the screen in turn."""

    def __init__(
        self,
        position: Position,
        names: Sequence[str],
        bots: Mapping[int, str],
        file: Path,
        *,
        seed: int,
        lang: str,
        pause: float,
        console: Console | None = None,
    ) -> None:
        self.position, self.recorded, self.file = position, names, file
        self.seated = dict(bots)
        people = {seat for seat in range(position.seats) if seat not in bots}
        you = SAY[lang]["you"]  # one person alone without a name; others who read the record are somebody else
        self.names = [you if name == GUEST and people == {seat} else name for seat, name in enumerate(names)]
        self.lang, self.pause = lang, pause
        self.console = console or Console(highlight=False)
        self.viewer = min(people)
        self.told = 0
        self.bots = {seat: bot(name) for seat, name in bots.items()}
        self.company = company_of(position.seats, self.bots)
        self.rngs = {seat: stream(seed, seat) for seat in bots}
        self.tables = terminal(position.game)

    def play(self) -> None:
        """Play to the end."""
        self.say("help")
        self.tell()
        while not self.position.is_over:
            self.save()
            if moves := ask_all(
                self.position, self.bots, self.rngs, company=self.company
            ):  # before any person: nobody has chosen yet
                self.position = play_all(self.position, moves)
            else:
                self.viewer = self.position.pending[0]
                self.ask(self.viewer)
            self.tell()
        self.save()
        self.draw()
        assert self.position.outcome is not None
        self.say("won", names=", ".join(self.names[seat] for seat in self.position.outcome.winners))
        self.say("saved", file=self.file)

    def save(self) -> None:
        """Write the record so far."""
        save(self.position, self.recorded, self.seated, self.file)

    # -- Asking -----------------------------------------------------------------

    def ask(self, seat: int) -> None:
        """Show the table and what may be played; take an answer that is a legal move."""
        self.draw()
        view = self.position.view(seat)
        words = view.game.words
        self.console.print(f"[bold]{escape(words.question(view.state, seat, self.names, self.lang))}[/bold]")
        moves = view.legal_moves
        width = max(len(str(move)) for move in moves)
        for place, move in enumerate(moves, 1):
            meaning = words.explain(view.state, seat, move.steps[0], self.names, self.lang)
            self.console.print(f"  {place:2}  {move!s:{width}}  {escape(meaning)}", soft_wrap=True)
        while True:
            word = self.read()
            try:
                move_or_none = self.understood(word, view, moves)
                if move_or_none is not None:
                    self.position = self.position.play(move_or_none, seat=seat)
                    return
            except TripotError as error:
                self.console.print(escape(str(error)), style="red")

    def read(self) -> str:
        """One line from the person."""
        self.console.print(SAY[self.lang]["prompt"], end="", markup=False)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.strip()

    def understood(self, word: str, view: View, moves: tuple[Move, ...]) -> Move | str | None:
        """The move that was typed, or None for a request that has been answered."""
        if word in ("q", "quit"):
            raise EOFError
        if word.isdecimal():
            place = whole_number(word) or 0
            if not 1 <= place <= len(moves):
                self.say("not a number", word=shortened(word), most=len(moves))
                return None
            return moves[place - 1]
        if word in ("", "?", "help"):
            self.say("help")
        elif word == "t":
            self.draw()
        elif word == "l":
            self.say("log")
            for line in view.story(names=self.names, lang=self.lang):
                self.console.print(f"  {line}", markup=False)
        elif word == "r":
            self.console.print(Markdown(view.game.page(self.lang)))
        elif word == "h":
            move = thumb_bot(view, stream(0, view.seat))
            meaning = view.game.words.explain(view.state, view.seat, move.steps[0], self.names, self.lang)
            self.say("hint", move=f"{move} ({meaning})")
        else:
            return word
        return None

    # -- Showing ----------------------------------------------------------------

    def tell(self) -> None:
        """Tell what has happened since the last time, as the viewer saw it."""
        view = self.position.view(self.viewer)
        for step in view.history(self.told):
            self.told += 1
            for line in view.told(step, self.names, self.lang):
                self.console.print(f"[dim]·[/dim] {escape(line)}", soft_wrap=True)
                self.rest()
            report = self.tables.report(step.before, step.after, self.names, self.lang)
            if report is not None:
                self.console.print(report)
                self.rest()

    def draw(self) -> None:
        """Draw the table as the viewer sees it."""
        self.console.print(self.tables.draw(self.position.view(self.viewer), self.names, self.lang))

    def say(self, key: str, **facts: object) -> None:
        """A sentence that is no game's own."""
        self.console.print(SAY[self.lang][key].format(**facts), markup=False, soft_wrap=True)

    def rest(self) -> None:
        """A breath between two lines, where someone reads along."""
        if self.pause and self.console.is_terminal:
            time.sleep(self.pause)
