"""What the characters say, by level and occasion. No line knows a game, a card, or who else sits there."""

from __future__ import annotations

from tripot.language import _, translated

SAYINGS = translated(
    __package__,
    {
        "beginner": {
            "gained": (_("Look how it glitters!"), _("All that for me?")),
            "lead": (_("Me, in front? Not a word to anyone."),),
            "behind": (_("Hey, I liked it up there."),),
            "last": (_("Right at the back? The evening is young, isn’t it?"),),
            "tie": (_("Equal! A prize for each of us?"),),
            "won": (_("I won? I really won!"),),
            "shared": (_("Half a victory is a party too."),),
            "lost": (_("Another one! I had nearly understood it."),),
        },
        "casual": {
            "gained": (_("That pays for the next drinks."), _("Not bad, I still have it.")),
            "lead": (_("Careful, I am getting a taste for this."),),
            "behind": (_("Easy come, easy go."),),
            "last": (_("Somebody has to hold the door."),),
            "tie": (_("Neck and neck. I like it."),),
            "won": (_("Well, well. The drinks are on me."),),
            "shared": (_("We share it, and the bottle too."),),
            "lost": (_("Good game. It was worth the evening."),),
        },
        "regular": {
            "gained": (_("That was to be expected."), _("My due, no more.")),
            "lead": (_("The odds are coming home."),),
            "behind": (_("It evens out. It always does."),),
            "last": (_("Below average. It will not last."),),
            "tie": (_("Level. As it should be."),),
            "won": (_("The sums came out."),),
            "shared": (_("Equal shares. No complaint."),),
            "lost": (_("Within the margin of error."),),
        },
        "expert": {
            "gained": (_("Noted."), _("One more piece in place.")),
            "lead": (_("The pot is nothing. The game is."),),
            "behind": (_("After you. The road is long."),),
            "last": (_("From here one sees everybody."),),
            "tie": (_("Two of us, then. For now."),),
            "won": (_("I count to the end, that is all."),),
            "shared": (_("Half is not what I came for."),),
            "lost": (_("Well played. I shall remember it."),),
        },
        "master": {
            "gained": (_("I saw that coming, my dear."), _("It was written.")),
            "lead": (_("The stars are taking their places."),),
            "behind": (_("Enjoy it. I have seen the rest."),),
            "last": (_("A cloud before the moon. It will pass."),),
            "tie": (_("Two candles, one flame."),),
            "won": (_("I knew it before you sat down."),),
            "shared": (_("Even fate hesitates sometimes."),),
            "lost": (_("Strange. My crystal ball said otherwise."),),
        },
        "champion": {
            "gained": (_("Thank you."), _("Put it with the rest.")),
            "lead": (_("The house is open."),),
            "behind": (_("Keep my chair warm."),),
            "last": (_("I like to see the room from here."),),
            "tie": (_("One of us is in the wrong chair."),),
            "won": (_("The house always closes last."),),
            "shared": (_("Half the lamp is yours tonight."),),
            "lost": (_("Again."),),
        },
    },
)
