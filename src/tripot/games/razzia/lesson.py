"""The coached first round of Razzia: a raid, an empty raid, and a split."""

from __future__ import annotations

from tripot.language import _
from tripot.play.lesson import Lesson, LessonStep

from . import rules

JAZZ, COLIBRI = (f"#place-{rules.BAR_NAMES.index(bar)}" for bar in ("jazz", "colibri"))

LESSON = Lesson(
    package=__package__,
    seats=4,
    steps=(
        LessonStep(
            happens="""
                * dealer-3
                * colibri-g3 jazz-p3    cotton-g6  colibri-p4
                * cotton-g5  lincoln-g4 colibri-g5 havanna-g2
                * jungle-g2  havanna-g6 lincoln-p3 jungle-g6
                * jazz-g4    jungle-p4  jungle-g1  cotton-p3
                * jazz-p6    cotton-g2  havanna-g3 lincoln-g1
                * note-20 note-15 note-15 note-5 note-15 note-50 note-10
                3 put-cotton
            """,
            says=_("Six bars, with money on each. After twelve rounds the richest player wins."),
            lit=(".places",),
        ),
        LessonStep(
            says=_(
                "The colour of a card is the bar you go to. A gambler alone there takes all the money. "
                "Try it: your gambler 4 goes to the Jazz House."
            ),
            lit=(JAZZ, '[data-vt="card-jazz-g4"]'),
            play="jazz-g4",
        ),
        LessonStep(
            happens="""
                1 jazz-p3
                2 cotton-g6
                3 colibri-p4
            """,
            says=_("Odette’s police were there too. Police take the money from gamblers: the $50k are hers."),
            lit=(JAZZ,),
        ),
        LessonStep(
            says=_("Lulu’s police found no gambler: she gets nothing. Money that nobody takes stays and grows."),
            lit=(COLIBRI,),
        ),
        LessonStep(
            happens="""
                * cotton-g1 havanna-g4 jungle-p3 lincoln-g3
                * note-30 note-10 note-20 note-25 note-5 note-15 note-10
            """,
            says=_(
                "A new round, and you deal: the free note is yours to lay. Put the $10k on the Colibri, to make $60k there."
            ),
            lit=(COLIBRI,),
            play="put-colibri",
        ),
        LessonStep(
            says=_("Now a card again. Will the others come for the $60k? Dare it, with your gambler 3."),
            lit=(COLIBRI, '[data-vt="card-colibri-g3"]'),
            play="colibri-g3",
        ),
        LessonStep(
            happens="""
                1 lincoln-g4
                2 colibri-g5
                3 havanna-g2
                2 30>2 20>0 10>0
            """,
            says=_(
                "Marcel came too, and his card is higher: he offers a split. Accept, or refuse and roll the die for all of it. "
                "Half of the money is fair: accept."
            ),
            lit=(COLIBRI, "#accept"),
            play="accept",
        ),
        LessonStep(
            says=_("$30k are yours. That is all of Razzia: guess where the others go. Now play a game of your own!"),
            lit=(".seats .seat:first-child",),
        ),
    ),
)
