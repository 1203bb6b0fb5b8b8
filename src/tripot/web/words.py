"""The site's own words. (The words of a game are in its folder.)"""

from __future__ import annotations

from tripot.language import _, in_context, translated

WORDS = translated(
    __package__,
    {
        "take a seat": _("Take a seat. The lamp is on."),
        "small games": _("Small games of nerve. Play with friends, or with the house."),
        "players": _("Players"),
        "length": _("Length"),
        "mood": _("Mood"),
        "any": _("Any"),
        "any number": in_context("any number", "Any"),
        "short": _("Under 30"),
        "long": _("30 +"),
        "bluff": _("Bluff"),
        "bid": _("Bid"),
        "nerve": _("Nerve"),
        "show": _("Show"),
        "no box": _("No game matches. Try fewer filters."),
        "to": _("to"),
        "by": _("by"),
        "minutes": _("{n} min"),
        "play now": _("Play now"),
        "invite": _("Invite"),
        "new table": _("New table"),
        "rules": _("Rules"),
        "full rules": _("All the rules"),
        "in short": _("In short"),
        "contents": _("Contents"),
        "learn": _("Learn by playing"),
        "coach": _("The coach"),
        "lesson step": in_context("lesson step", "Step {n} of {most}"),
        "your move lit": _("Touch what is lit"),
        "know the game": _("I know the game"),
        "lesson again": _("Once more"),
        "leave lesson": _("Leave the lesson"),
        "my tables": _("My tables"),
        "open tables": _("Tables that wait for you"),
        "no tables": _("No table yet. Play a game, and it is kept here."),
        "seats": _("Seats"),
        "options": _("Options"),
        "clock": _("Time per move"),
        "no clock": _("none"),
        "open table": _("Open the table"),
        "public": _("Anybody may find this table"),
        "language": _("Language"),
        "unofficial": _("Unofficial."),
        "credits": _(
            "Designers: {designers}. All drawings and words here are our own; if you enjoy a game, buy the real box."
        ),
        "lobby": _("Before the game"),
        "lobby say": _("Send the link; whoever opens it takes a free seat."),
        "free": _("free seat"),
        "sit": _("Sit here"),
        "seat bot": _("Add a bot"),
        "stand": _("Stand up"),
        "free a seat": _("Free the seat"),
        "your name": _("Your name"),
        "begin": _("Begin"),
        "all sit": _("All seats are taken."),
        "wait host": _("The host begins when every seat is taken."),
        "link": _("Link to this table"),
        "qr": _("QR code of the link"),
        "dealing": _("The cards are being dealt …"),
        "given up": _("It was given up."),
        "give up": _("Give the game up …"),
        "give up why": _(
            "The game ends here, without a result, and all its cards can be seen. All who play must agree."
        ),
        "give up yes": _("Yes, give it up"),
        "seal why": _(
            "The deal was fixed under this seal before any browser had told what it adds to it. At the end the "
            "secret is shown, "
            "and every card and die can be checked."
        ),
        "own part": _("Your browser adds its part."),
        "no own part": _("Your browser adds nothing to it (that needs JavaScript)."),
        "dealt so far": _(
            "Cards and dice that this page has shown you, in order (? for what you may not see). Your browser "
            "keeps them:"
        ),
        "waiting for": _("Waiting for {names}"),
        "your turn": _("Your turn"),
        "over": _("The game is over"),
        "won": _("Won by {names}"),
        "you watch": _("You are watching."),
        "you": _("you"),
        "look again": _("Has anything changed? Look again"),
        "own seat": _("(you)"),
        "spectator": _("Spectator"),
        "chosen": _("has chosen"),
        "the table": _("The table"),
        "your moves": _("Your moves"),
        "your choice": _("your choice"),
        "write a move": _("There are more moves: write one"),
        "play it": _("Play it"),
        "lies face down": _("{move} lies face down until everybody has chosen."),
        "take it back": _("Take it back"),
        "points": _("Points"),
        "yes": _("yes"),
        "no": _("no"),
        "thinking": _("thinking"),
        "bot of level": _("bot, {level}"),
        "bot that": in_context("bot that", "bot, {level}"),
        "bots compiling": _("The bots are still warming up: for a few minutes they play below their level."),
        "bots plain": _("On this site the bots play below their level."),
        "bots busy": _("Many tables at once: for now the bots play below their level."),
        "bots stuck": _("A bot got stuck: its last move was made by simple rules of thumb."),
        "opponents": _("Opponents"),
        "cast": _("Who plays here"),
        "rating": _("Rating"),
        "what rating": _("The number is how strong they are in this game: who has 100 more wins about 16 of 25 games."),
        "level random": _("plays anything"),
        "level thumb": _("rules of thumb"),
        "level beginner": _("beginner"),
        "level casual": _("casual"),
        "level regular": _("regular"),
        "level expert": _("expert"),
        "level master": _("master"),
        "cast beginner": in_context("cast beginner", "beginner"),
        "cast casual": _("casual"),
        "cast regular": in_context("cast regular", "regular"),
        "cast expert": _("expert"),
        "cast master": _("master"),
        "away": _("away"),
        "bot plays": _("away: a bot plays"),
        "bot for you": _("A bot plays for you"),
        "why handed clock": _("Your time ran out."),
        "why handed vote": _("You were away, and the others agreed to it."),
        "handed clock": _("{name} did not play in time: a bot plays on."),
        "handed vote": _("{name} is away: a bot plays on."),
        "returned": _("{name} is back and plays again."),
        "take back seat": _("Take my seat back"),
        "take back": _("{name} plays again"),
        "vote": _("Let a bot play for {name} …"),
        "vote why": _("{name} has not been here for a while, and can take the seat back at any time."),
        "vote yes": _("Yes, a bot plays for {name}"),
        "agreed": _("{n} of {most} have agreed."),
        "log": _("What happened"),
        "chat": _("Chat"),
        "say": _("Message"),
        "send": _("Send"),
        "mute": _("Hide chat"),
        "sound": _("Sound"),
        "hide hints": _("Hide hints"),
        "show hints": _("Show hints"),
        "quick": _("Good luck!|Well played!|Ouch.|A moment, please.|Another game?"),
        "rematch": _("Rematch"),
        "record": _("Download the record"),
        "result not kept": _("How it ended was not written down at the time."),
        "closed rules": _(
            "Played by version {rules} of the rules, not by those of today: so it cannot be shown move by move."
        ),
        "closed broken": _("What was kept of this game is damaged: so it cannot be shown move by move."),
        "replay": _("Replay"),
        "verify": _("Verify the deal"),
        "verified": _("Fair: every card and die is the one that was sealed before the game."),
        "verified partly": _("The deal fits its seal. But this browser cannot check all of it: see below."),
        "not verified": _("Not fair: the deal is not the one that was sealed, or not what your browser was shown."),
        "verifying": _("Checking …"),
        "needs script": _(
            "This page checks the deal with JavaScript. Without it, download the record and use `tripot verify`."
        ),
        "check kept": _("The seal is the one that your browser was shown before the game, and kept."),
        "check secret": _("The secret fits the seal."),
        "check pledges": _("What every browser added is what it had pledged before any of it was known."),
        "check own": _("What your own browser added is part of the deal, unchanged."),
        "check seen": _("The cards and dice that your browser was shown during the game are those of the record."),
        "check draws": _(
            "All {n} cards and dice follow from the secret and the parts. Your browser has played the whole "
            "game again by the "
            "rules: weights, moves and scores are right."
        ),
        "not checked here": _(
            "Grey: nothing to check with. Another browser played, it added nothing, or it kept nothing."
        ),
        "before pledges": _(
            "This game is of the time before pledges: browsers added their part before the seal could bind the host."
        ),
        "what it proves": _(
            "What this proves: the deal was fixed before the host knew what the browsers add, and nobody "
            "changed it afterwards. "
            "What nothing here can prove: that whoever runs the site did not look at the cards during the game, and that "
            "players in "
            "league with the host did not keep their part back to choose between two deals. "
            "This page too comes from the host. To check without it, install tripot yourself and run:"
        ),
        "step": _("Step {n} of {most}"),
        "as seat": _("as {name} saw it"),
        "as nobody": _("as a spectator saw it"),
        "first": _("To the start"),
        "previous": _("Back"),
        "next": _("Next"),
        "last": _("To the end"),
        "back to table": _("Back to the table"),
        "pass screen": _("Pass the screen to {name}"),
        "curtain": _("Curtain"),
        "curtain why": _("Nobody’s secrets are shown until {name} sits in front of the screen."),
        "lift curtain": _("I am {name}"),
        "choose anew": _("{name}: look at my choice again"),
        "screen of": _("{names} share this screen."),
        "connection lost": _("The connection is lost. Trying again …"),
        "not arrived": _("That did not arrive. Try again."),
        "refused": _("That did not work"),
        "go back": in_context("go back", "Back"),
        "finished": _("finished"),
        "running": _("under way"),
        "seal": _("Seal of the deal"),
        "secret": _("Secret, shown at the end"),
    },
)


def word(lang: str, key: str, **facts: object) -> str:
    """A phrase of the site."""
    return WORDS[lang][key].format(**facts)
