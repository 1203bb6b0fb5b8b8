"""What a refusal says to players, in both languages.

The sentence that stands where something is refused is for programs and logs: the API answers with it, word for word. Nobody at a
table reads it. A code may be raised in many places, so its sentence here uses only facts that all of them give.
"""

from __future__ import annotations

from .words import LANGS

_EN_FR: dict[str, tuple[str, str]] = {
    # the table
    "table/begun": ("The game has begun.", "La partie a commencé."),
    "table/not_begun": ("The game has not begun yet.", "La partie n’a pas encore commencé."),
    "table/over": ("The game is over.", "La partie est finie."),
    "table/not_over": ("That has to wait until the game is over.", "Pour cela, attends la fin de la partie."),
    "table/seats_free": (
        "A seat is still free. Invite somebody or add a bot.",
        "Il reste une place libre. Invite quelqu’un ou ajoute un robot.",
    ),
    "table/host_only": (
        "Only whoever opened the table can do that.",
        "Seule la personne qui a ouvert la table peut faire cela.",
    ),
    "table/unknown": (
        "There is no such table. Check the link, or open a new table.",
        "Cette table n’existe pas. Vérifie le lien, ou ouvre une nouvelle table.",
    ),
    "table/busy": (
        "Somebody was quicker. Look at the table, then try again.",
        "Quelqu’un a été plus rapide. Regarde la table, puis réessaie.",
    ),
    "table/other_rules": (
        "This table was played by version {rules} of the rules; today it is version {now}. It cannot go on: open a new table.",
        "Cette table a été jouée avec la version {rules} des règles ; aujourd’hui, c’est la version {now}. Elle ne peut pas "
        "continuer : ouvre une nouvelle table.",
    ),
    "table/broken": (
        "What was kept of this table is damaged, so it cannot go on. Open a new table; whoever runs the site can look into it.",
        "Ce qui a été gardé de cette table est abîmé, elle ne peut pas continuer. Ouvre une nouvelle table ; la personne qui "
        "s’occupe du site peut chercher pourquoi.",
    ),
    # the seats
    "seat/taken": ("{name} sits there already. Take another seat.", "{name} est déjà là. Choisis une autre place."),
    "seat/not_yours": (
        "That seat is not yours on this device. Take a free seat, or open the table where you sat down.",
        "Cette place n’est pas à toi sur cet appareil. Prends une place libre, ou ouvre la table là où tu as pris place.",
    ),
    "seat/not_asked": ("It is not your turn yet. Wait a moment.", "Ce n’est pas encore ton tour. Patiente un peu."),
    "seat/unknown": (
        "This table has no such seat. Choose another.",
        "Cette table n’a pas cette place. Choisis-en une autre.",
    ),
    "seat/too_many": (
        "You have {most} seats here already. Leave the others to others.",
        "Tu as déjà {most} places ici. Laisse les autres aux autres.",
    ),
    "vote/not_yours": (
        "Only the others at a running game may vote.",
        "Seules les autres personnes d’une partie en cours peuvent voter.",
    ),
    "vote/no_person": ("A bot plays on that seat already.", "Un robot joue déjà à cette place."),
    "vote/clock": (
        "This table has a clock: when it runs out, a bot plays for {name}.",
        "Cette table a un temps limite : quand il est écoulé, un robot joue pour {name}.",
    ),
    "vote/present": (
        "{name} is here, or was a moment ago. Wait a little.",
        "{name} est là, ou l’était il y a un instant. Attends un peu.",
    ),
    # the moves
    "move/stale": (
        "The table has moved on in the meantime. Look at it, then choose again.",
        "La table a changé entre-temps. Regarde-la, puis choisis de nouveau.",
    ),
    "move/nothing": (
        "Nothing is chosen yet. Choose first, then confirm.",
        "Rien n’est encore choisi. Choisis d’abord, puis valide.",
    ),
    "move/incomplete": (
        "That is only a part of your choice. Choose the rest too, then confirm.",
        "Ce n’est qu’une partie de ton choix. Choisis aussi le reste, puis valide.",
    ),
    "move/illegal": (
        "The rules do not allow that now. Choose something else.",
        "La règle ne le permet pas maintenant. Choisis autre chose.",
    ),
    "move/unreadable": (
        "There is no such move in this game. Choose one on the board.",
        "Ce coup n’existe pas dans ce jeu. Choisis-en un sur le plateau.",
    ),
    # a new table
    "game/unknown": (
        "There is no such game here. Choose one on the shelf.",
        "Ce jeu n’est pas ici. Choisis-en un sur l’étagère.",
    ),
    "seats/bad": (
        "This game is not played by so many. Choose another number of players.",
        "Ce jeu ne se joue pas à ce nombre. Choisis un autre nombre de joueurs.",
    ),
    "option/bad": (
        "This game does not have that option. Choose from the list.",
        "Ce jeu n’a pas cette option. Choisis dans la liste.",
    ),
    "bot/unknown": (
        "There is no such bot. Choose one from the list.",
        "Ce robot n’existe pas. Choisis-en un dans la liste.",
    ),
    # what people type
    "name/bad": (
        "That name cannot be shown. Write one with a letter or a digit.",
        "Ce nom ne peut pas être affiché. Écris-en un avec une lettre ou un chiffre.",
    ),
    "chat/bad": (
        "There is nothing to read in that message. Write a word.",
        "Il n’y a rien à lire dans ce message. Écris un mot.",
    ),
    "chat/seated_only": (
        "Only those who sit at the table can talk here.",
        "Seules les personnes assises à la table peuvent parler ici.",
    ),
    # requests
    "connection/too_many": (
        "Too many pages are open from your network. Close some, or try again later.",
        "Trop de pages sont ouvertes depuis ton réseau. Fermes-en, ou réessaie plus tard.",
    ),
    "request/too_slow": (
        "Your message did not arrive in time. Try again.",
        "Ton message n’est pas arrivé à temps. Réessaie.",
    ),
    "request/too_many": (
        "That was too quick. Try again in {seconds} s.",
        "C’était trop rapide. Réessaie dans {seconds} s.",
    ),
    "stream/too_many": (
        "This table is open in too many windows. Close one, then try again in {seconds} s.",
        "Trop de fenêtres sont ouvertes. Fermes-en une, puis réessaie dans {seconds} s.",
    ),
    "request/bad": (
        "Something is missing or wrong in what was sent. Go back and try again.",
        "Il manque quelque chose à cette demande. Reviens en arrière et réessaie.",
    ),
    "request/cross_site": (
        "This was sent by a page of another site. Open the table here, then try again.",
        "Cela vient d’une page d’un autre site. Ouvre la table ici, puis réessaie.",
    ),
    "request/host": (
        "This site has another address. Ask whoever runs it for the right link.",
        "Ce site a une autre adresse. Demande le bon lien à la personne qui s’en occupe.",
    ),
    "request/too_large": ("That is too long. Shorten it.", "C’est trop long. Raccourcis."),
    "request/media": ("What was sent cannot be read.", "Ce qui a été envoyé ne peut pas être lu."),
    "request/method": ("That cannot be done at this address.", "Cela ne se fait pas à cette adresse."),
    "request/address": ("There is nothing here. Begin at the shelf.", "Il n’y a rien ici. Repars de l’étagère."),
    "request/key_used": ("That was sent before. Begin again.", "Cela a déjà été envoyé. Recommence."),
    "token/missing": ("That needs the token of a seat.", "Il faut pour cela le jeton d’une place."),
    "token/unknown": ("That token belongs to no seat.", "Ce jeton n’est celui d’aucune place."),
    "rules/untranslatable": (
        "A browser cannot check this game. Download the record and use tripot verify.",
        "Un navigateur ne peut pas vérifier ce jeu. Télécharge la partie et utilise tripot verify.",
    ),
    "deal/early": (
        "The deal has not begun yet. Wait for the host.",
        "La donne n’a pas encore commencé. Attends l’hôte.",
    ),
    "deal/late": (
        "The cards are dealt already.",
        "Les cartes sont déjà distribuées.",
    ),
    "deal/bad": (
        "What your browser adds to the deal did not arrive whole. Try again.",
        "Ce que ton navigateur ajoute à la donne n’est pas arrivé entier. Réessaie.",
    ),
    # our own mistakes, and what only programs do
    "store/failed": (
        "The table cannot be read or written now. Nothing is lost; try again in a moment.",
        "La table ne peut pas être lue ou écrite pour l’instant. Rien n’est perdu ; réessaie dans un moment.",
    ),
    "server/broken": (
        "Something broke here. Nothing is lost; try again in a moment.",
        "Quelque chose a cassé ici. Rien n’est perdu ; réessaie dans un moment.",
    ),
    "bot/failed": ("The bot cannot move. Open a new table.", "Le robot ne peut pas jouer. Ouvre une nouvelle table."),
    "position/bad": ("That is not a position of this game.", "Ce n’est pas une position de ce jeu."),
    "record/bad": ("That is not the record of a game.", "Ce n’est pas l’enregistrement d’une partie."),
    "rules/unknown": (
        "That was played by other rules than those of today.",
        "Cela a été joué avec d’autres règles que celles d’aujourd’hui.",
    ),
    "arena/bad": ("These games cannot be played.", "Ces parties ne peuvent pas être jouées."),
    "tripot/error": (
        "That cannot be done here. Go back and try something else.",
        "Cela ne peut pas se faire ici. Reviens en arrière et essaie autre chose.",
    ),
    # what the framework refuses
    "http/404": ("There is nothing here. Begin at the shelf.", "Il n’y a rien ici. Repars de l’étagère."),
    "http/405": ("That cannot be done at this address.", "Cela ne se fait pas à cette adresse."),
    "http/413": ("That is too long. Shorten it.", "C’est trop long. Raccourcis."),
}
SENTENCES = {code: dict(zip(LANGS, words, strict=True)) for code, words in _EN_FR.items()}
"""By code and language."""
ANY = "tripot/error"  # for a code without words of its own: the programmers' sentence is never shown instead


def sentence(refused: Exception, lang: str) -> str:
    """A refusal in players' words."""
    return in_words(getattr(refused, "code", ANY), lang, **getattr(refused, "facts", {}))


def in_words(code: str, lang: str, **facts: object) -> str:
    """The players' words for a code."""
    return SENTENCES.get(code, SENTENCES[ANY])[lang].format(**facts)
