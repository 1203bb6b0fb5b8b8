"""The coached first round of Hick Hack: a bird alone, a fox, and a split."""

from __future__ import annotations

from tripot.language import _
from tripot.play.lesson import Lesson, LessonStep

LESSON = Lesson(
    package=__package__,
    seats=4,
    steps=(
        LessonStep(
            happens="""
                * yellow-5   green-6    black-6     black-fox6
                * green-4    blue-4     black-4     blue-5
                * red-shy    red-fox4   blue-3      green-3
                * violet-3   yellow-3   red-5       violet-4
                * black-fox5 violet-fox6 yellow-fox4 red-3
                * grain-yellow grain-blue grain-green grain-green grain-blue grain-yellow
            """,
            says=_("Six farmyards, a grain on each: green is worth 1 point, blue 2, yellow 3."),
            lit=(".yards",),
        ),
        LessonStep(
            says=_("The colour of a card is the yard. A bird alone there eats all the grain: lay your chicken 5."),
            lit=(".yard.c-yellow", '[data-vt="card-yellow-5"]'),
            play="yellow-5",
        ),
        LessonStep(
            happens="""
                1 blue-4
                2 black-6
                3 black-fox6
            """,
            says=_("Nobody else came to the chickens: the grain is yours, 3 points."),
            lit=(".yard.c-yellow",),
        ),
        LessonStep(
            says=_(
                "A fox eats no grain, it eats birds: Lulu’s fox ate Marcel’s turkey 6, and that makes 6 points for her."
            ),
            lit=(".yard.c-black",),
        ),
        LessonStep(
            happens="""
                * grain-green grain-green grain-blue grain-green grain-green grain-blue
                * green-5 violet-5 red-4 blue-6
            """,
            says=_("Grain that nobody eats stays: 5 points at the turkeys will bring a bird. Lay your fox there."),
            lit=(".yard.c-black", '[data-vt="card-black-fox5"]'),
            play="black-fox5",
        ),
        LessonStep(
            happens="""
                1 red-fox4
                2 black-4
                3 blue-5
                * grain-blue grain-green grain-yellow grain-green grain-green grain-green
                * violet-3b blue-3b yellow-4 red-6
            """,
            says=_("Your fox ate Marcel’s turkey 4. Now the geese have grain for 6 points: lay your goose 4."),
            lit=(".yard.c-green", '[data-vt="card-green-4"]'),
            play="green-4",
        ),
        LessonStep(
            happens="""
                1 green-6
                2 red-5
                3 violet-4
                1 yellow>1 blue>0 green>0
            """,
            says=_(
                "Odette’s goose came too. Birds that meet agree on a split, or roll for all of it: die plus card. "
                "3 points for you: accept."
            ),
            lit=(".yard.c-green", "#move-accept"),
            play="accept",
        ),
        LessonStep(
            says=_("Grain or birds, that is the question in each of the 13 rounds. Now play a game of your own!"),
            lit=(".seats .seat:first-child",),
        ),
    ),
)
