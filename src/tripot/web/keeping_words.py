"""The words of two pages: the one of whoever runs the site, and the one that says what the site keeps of people."""

from __future__ import annotations

from tripot.language import _, in_context, translated

ADMIN = translated(
    __package__,
    {
        "title": _("Running the site"),
        "key": _("Key"),
        "enter": _("Enter"),
        "leave": _("Leave"),
        "which key": _("The server printed a key when it started. Whoever has it may see all tables and end them."),
        "wrong key": _("That is not the key."),
        "numbers": _("Now"),
        "processes": _("Processes"),
        "pages open": _("Pages open"),
        "in memory": _("Tables in memory"),
        "bots": _("Bots"),
        "workers": _("{n} at work, {waiting} thoughts wait"),
        "below": _("Thoughts cut short or left to the rules of thumb"),
        "behind": _("Tables that wait for the server"),
        "uncompiled": _("Games not compiled yet"),
        "none": in_context("games not compiled", "none"),
        "tables": _("Tables"),
        "no tables": _("There is no table yet."),
        "people here": _("people here: {n}"),
        "act": _("Step in"),
        "end game": _("End the game"),
        "end how": _("The game ends here, without a result. The deal is shown to all."),
        "remove": _("Remove the table"),
        "remove how": _("Nobody has played here yet. The table is deleted for ever."),
        "hand": _("A bot plays for {name}"),
        "hand how": _("They may take their seat back at any time."),
        "host": _("{name} becomes the host"),
        "host how": _("The host begins the game and seats bots."),
        "troubles": _("Troubles"),
        "troubles where": _("The last warnings and errors on this machine, newest first. No line names a card."),
        "no troubles": _("Nothing has gone wrong since the start."),
    },
)

PRIVACY = translated(
    __package__,
    {
        "title": _("What this site keeps"),
        "no account": _("There is no account, no mail address and no password: you just sit down."),
        "tables": _("At tables"),
        "kept": _(
            "Kept are the names that people give themselves, what they play and say at a table, and when. Whoever has the "
            "link of a table can look on, and can replay the game when it is over."
        ),
        "deal": _(
            "The secret of each deal is kept apart, and shown when the game is over, so that everybody can check the deal."
        ),
        "reviews": _(
            "The review of a game is kept with its table. Only whoever played the seat can read it, until they share it."
        ),
        "records": _(
            "The record of a game that you hand in is kept like a table of your own, with its review and the names that are "
            "in it. Nobody else knows its link."
        ),
        "browser": _("In your browser"),
        "device": _(
            "A cookie names your browser, so that your seat stays yours. The site keeps a fingerprint of it only, from which "
            "nobody can make the cookie again."
        ),
        "cookies": _(
            "Other cookies remember your name, your language, whether you want hints, and how far you are in a lesson. Your "
            "browser itself keeps what it needs to check the deals of your games, and how you like things shown."
        ),
        "not kept": _("Not kept"),
        "addresses": _(
            "Your address on the network is written nowhere. To hold back floods the site counts for a short time, in memory, "
            "how much comes from an address. A web server or a provider in front of the site may keep a log of its own."
        ),
        "others": _(
            "Nothing is given to others. There is no advertising, no counting of visitors, no file of another site."
        ),
        "how long": _("For how long"),
        "deleting": _(
            "Until whoever runs this site deletes it. Ask them to delete a table; they need its link. If you delete the "
            "cookies of this site, nobody can tell any more which seats were yours, and you cannot take them again."
        ),
    },
)
