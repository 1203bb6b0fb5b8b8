"""The coached first round of RAISE."""

from __future__ import annotations

from tripot.language import _
from tripot.play.lesson import Lesson, LessonStep

LESSON = Lesson(
    package=__package__,
    seats=3,
    steps=(
        LessonStep(
            happens="""
                * roller-1
                * cloud-3 cloud-4 hourglass-3 bell-2 gear-4 diamond-5
                * bell-3 cloud-2 gear-3 hourglass-2 diamond-4 bell-1
                * hourglass-4 bell-4 cloud-3 gear-5 bell-2 diamond-6
                * point-15
                * die-cloud die-cloud die-gear die-hourglass die-blank die-bell die-blank
            """,
            says=_("At stake: a point card of 15, and every card that will be played in this round."),
            lit=(".rs-stake",),
        ),
        LessonStep(
            says=_("The dice multiply. No die: ×1. Each die with a symbol adds one: two clouds make clouds ×3."),
            lit=(".rs-dice", ".mults"),
        ),
        LessonStep(
            says=_("So your cloud 3 is worth 3 × 3 = 9. Lay it face down: it will place your pawn on space 9."),
            lit=(".mults", '[id^="lay-cloud-3"]'),
            play="cloud-3",
        ),
        LessonStep(
            happens="""
                1 gear-3
                2 bell-4
            """,
            says=_(
                "The pawns stand on 6, 8 and 9. Always the last pawn acts: it raises past the next one, or it passes."
            ),
            lit=(".rs-spiral",),
        ),
        LessonStep(
            happens="""
                1 pass
                * gear-4
                2 hourglass-4 stop
            """,
            says=_(
                "Odette passed, Marcel went to 16. Yours is last: your gear 4 is worth 8, just enough. Raise to 17."
            ),
            lit=(".rs-spiral", ".rs-hand"),
            play="gear-4 stop",
        ),
        LessonStep(
            happens="""
                2 pass
                * gear-3 hourglass-2
            """,
            says=_("Marcel passed: you win the 15 points and the cards played. A card counts 1 point, with a star 5."),
            lit=(".seats .seat:first-child",),
        ),
        LessonStep(
            says=_(
                "Who passes draws up to six cards, and cards in hand count in the end. So do not fight for every round."
            ),
            lit=(".seats .seat:nth-child(2)",),
        ),
        LessonStep(
            says=_("After the last point card most points win. Now play a game of your own!"),
            lit=(".rs-hand",),
        ),
    ),
)
