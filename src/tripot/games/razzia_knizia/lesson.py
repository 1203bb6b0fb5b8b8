"""The coached first auction of Razzia! (Knizia)."""

from __future__ import annotations

from tripot.language import _
from tripot.play.lesson import Lesson, LessonStep

CHEQUES, LOOT = ".seats .seat:first-child .cheques", ".myboard"

LESSON = Lesson(
    package=__package__,
    seats=4,
    steps=(
        LessonStep(
            happens="* set-1 set-2 set-3 set-4",
            says=_("Here a lot of loot will grow. You have three cheques to buy lots with: 2, 6 and 13."),
            lit=(".lot", CHEQUES),
        ),
        LessonStep(
            says=_("On your turn you draw a card for the lot or call an auction. Draw a card."),
            lit=(".lot", "#do-draw"),
            play="draw",
        ),
        LessonStep(
            happens="""
                * card-diamond
                1 draw
                * card-coin
                2 draw
                * card-driver
                3 draw
                * card-car
            """,
            says=_("The others drew too: four cards by now. The lot lies open and is sold as a whole. Draw once more."),
            lit=(".lot", "#do-draw"),
            play="draw",
        ),
        LessonStep(
            happens="""
                * card-police
                1 bid-3
                2 bid-4
                3 pass
            """,
            says=_(
                "A police card: an auction at once. Everybody speaks once, you last because you drew. "
                "Marcel bid 4: your 6 wins the lot."
            ),
            lit=(".lot", "#do-bid-6"),
            play="bid-6",
        ),
        LessonStep(
            says=_(
                "All the loot is yours. Below it stands what it is worth now: the coin 3 points, driver and car 1 each."
            ),
            lit=(LOOT,),
        ),
        LessonStep(
            says=_(
                "Your cheque 6 lies in the centre, for whoever wins next. You got the 1 for it, and may use it next round."
            ),
            lit=(".prize", CHEQUES),
        ),
        LessonStep(
            says=_(
                "The seventh police card ends the round at once, and what lies in the lot is lost. Do not wait too long!"
            ),
            lit=(".headrow",),
        ),
        LessonStep(
            says=_("After each of three rounds the loot is counted. Now play a game of your own!"),
            lit=(LOOT,),
        ),
    ),
)
