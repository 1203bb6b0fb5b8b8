"""Everything that the site and its API refuse, each declared once; statuses, OpenAPI and sentences follow from it.

A code may be raised in many places, so the players' sentence uses only facts that all of them give.
"""

from __future__ import annotations

from typing import NamedTuple

from tripot.errors import TripotError

from .words import LANGS


class Refusal(NamedTuple):
    """What a code stands for: the status of the answer, and what players and programs are told."""

    status: int
    en: str
    """For players, in each language."""
    fr: str
    message: str = ""
    """For programs and logs: the API answers with it, word for word. Empty where every place that refuses has its own."""


REFUSALS = {
    # the table
    "table/begun": Refusal(
        409,
        "The game has begun.",
        "La partie a commencé.",
    ),
    "table/not_begun": Refusal(
        409,
        "The game has not begun yet.",
        "La partie n’a pas encore commencé.",
        "the game has not begun",
    ),
    "table/over": Refusal(
        409,
        "The game is over.",
        "La partie est finie.",
        "the game is over",
    ),
    "table/not_over": Refusal(
        409,
        "That has to wait until the game is over.",
        "Pour cela, attends la fin de la partie.",
    ),
    "table/seats_free": Refusal(
        409,
        "A seat is still free. Invite somebody or add a bot.",
        "Il reste une place libre. Invite quelqu’un ou ajoute un robot.",
        "seat {seat} is still free; invite somebody or seat a bot",
    ),
    "table/host_only": Refusal(
        403,
        "Only whoever opened the table can do that.",
        "Seule la personne qui a ouvert la table peut faire cela.",
        "only the host of the table can do that",
    ),
    "table/unknown": Refusal(
        404,
        "There is no such table. Check the link, or open a new table.",
        "Cette table n’existe pas. Vérifie le lien, ou ouvre une nouvelle table.",
        "there is no table {id}",
    ),
    "table/busy": Refusal(
        409,
        "Somebody was quicker. Look at the table, then try again.",
        "Quelqu’un a été plus rapide. Regarde la table, puis réessaie.",
        "somebody else was quicker; look at the table again",
    ),
    "table/other_rules": Refusal(
        409,
        "This table was played by version {rules} of the rules; today it is version {now}. It cannot go "
        "on: open a new table.",
        "Cette table a été jouée avec la version {rules} des règles ; aujourd’hui, c’est la version {now}. "
        "Elle ne peut pas continuer : ouvre une nouvelle table.",
        "this table was played by rules version {rules} of {game}, this site plays by version {now}",
    ),
    "table/broken": Refusal(
        409,
        "What was kept of this table is damaged, so it cannot go on. Open a new table; whoever runs the "
        "site can look into it.",
        "Ce qui a été gardé de cette table est abîmé, elle ne peut pas continuer. Ouvre une nouvelle table "
        "; la personne qui s’occupe du site peut chercher pourquoi.",
        "the log of this table cannot be read",
    ),
    # the seats
    "seat/taken": Refusal(
        409,
        "{name} sits there already. Take another seat.",
        "{name} est déjà là. Choisis une autre place.",
        "seat {seat} is taken by {name}",
    ),
    "seat/not_yours": Refusal(
        403,
        "That seat is not yours on this device. Take a free seat, or open the table where you sat down.",
        "Cette place n’est pas à toi sur cet appareil. Prends une place libre, ou ouvre la table là où tu "
        "as pris place.",
    ),
    "seat/not_asked": Refusal(
        409,
        "It is not your turn yet. Wait a moment.",
        "Ce n’est pas encore ton tour. Patiente un peu.",
        "seat {seat} is not asked now",
    ),
    "seat/unknown": Refusal(
        404,
        "This table has no such seat. Choose another.",
        "Cette table n’a pas cette place. Choisis-en une autre.",
    ),
    "seat/too_many": Refusal(
        409,
        "You have {most} seats here already. Leave the others to others.",
        "Tu as déjà {most} places ici. Laisse les autres aux autres.",
        "you have {most} seats here already; leave the others to others",
    ),
    "vote/not_yours": Refusal(
        409,
        "Only the others at a running game may vote.",
        "Seules les autres personnes d’une partie en cours peuvent voter.",
    ),
    "vote/no_person": Refusal(
        409,
        "A bot plays on that seat already.",
        "Un robot joue déjà à cette place.",
        "a bot plays at seat {seat} already",
    ),
    "vote/clock": Refusal(
        409,
        "This table has a clock: when it runs out, a bot plays for {name}.",
        "Cette table a un temps limite : quand il est écoulé, un robot joue pour {name}.",
        "this table has a clock: a bot plays for {name} when it runs out",
    ),
    "vote/present": Refusal(
        409,
        "{name} is here, or was a moment ago. Wait a little.",
        "{name} est là, ou l’était il y a un instant. Attends un peu.",
        "{name} is here or was a moment ago; wait a little",
    ),
    # the moves
    "move/stale": Refusal(
        409,
        "The table has moved on in the meantime. Look at it, then choose again.",
        "La table a changé entre-temps. Regarde-la, puis choisis de nouveau.",
    ),
    "move/nothing": Refusal(
        409,
        "Nothing is chosen yet. Choose first, then confirm.",
        "Rien n’est encore choisi. Choisis d’abord, puis valide.",
        "nothing was chosen",
    ),
    "move/incomplete": Refusal(
        409,
        "That is only a part of your choice. Choose the rest too, then confirm.",
        "Ce n’est qu’une partie de ton choix. Choisis aussi le reste, puis valide.",
        "{move} is only a part of the choice",
    ),
    "move/illegal": Refusal(
        409,
        "The rules do not allow that now. Choose something else.",
        "La règle ne le permet pas maintenant. Choisis autre chose.",
    ),
    "move/unreadable": Refusal(
        400,
        "There is no such move in this game. Choose one on the board.",
        "Ce coup n’existe pas dans ce jeu. Choisis-en un sur le plateau.",
    ),
    # a new table
    "game/unknown": Refusal(
        400,
        "There is no such game here. Choose one on the shelf.",
        "Ce jeu n’est pas ici. Choisis-en un sur l’étagère.",
    ),
    "seats/bad": Refusal(
        400,
        "This game is not played by so many. Choose another number of players.",
        "Ce jeu ne se joue pas à ce nombre. Choisis un autre nombre de joueurs.",
    ),
    "option/bad": Refusal(
        400,
        "This game does not have that option. Choose from the list.",
        "Ce jeu n’a pas cette option. Choisis dans la liste.",
    ),
    "bot/unknown": Refusal(
        400,
        "There is no such bot. Choose one from the list.",
        "Ce robot n’existe pas. Choisis-en un dans la liste.",
        "there is no bot {bot}; bots: {bots}",
    ),
    # what people type
    "name/bad": Refusal(
        400,
        "That name cannot be shown. Write one with a letter or a digit.",
        "Ce nom ne peut pas être affiché. Écris-en un avec une lettre ou un chiffre.",
        "a name needs at least one letter, digit or sign that can be seen",
    ),
    "chat/bad": Refusal(
        400,
        "There is nothing to read in that message. Write a word.",
        "Il n’y a rien à lire dans ce message. Écris un mot.",
        "there is nothing to say in this message; write a word",
    ),
    "chat/seated_only": Refusal(
        409,
        "Only those who sit at the table can talk here.",
        "Seules les personnes assises à la table peuvent parler ici.",
        "only those who sit at the table can talk; take a seat first",
    ),
    # requests
    "connection/too_many": Refusal(
        429,
        "Too many pages are open from your network. Close some, or try again later.",
        "Trop de pages sont ouvertes depuis ton réseau. Fermes-en, ou réessaie plus tard.",
        "too many connections are open; close some, or try again later",
    ),
    "request/too_slow": Refusal(
        408,
        "Your message did not arrive in time. Try again.",
        "Ton message n’est pas arrivé à temps. Réessaie.",
        "the request did not come in time; send it at once",
    ),
    "request/too_many": Refusal(
        429,
        "That was too quick. Try again in {seconds} s.",
        "C’était trop rapide. Réessaie dans {seconds} s.",
        "too many at once; try again in {seconds} s",
    ),
    "stream/too_many": Refusal(
        429,
        "This table is open in too many windows. Close one, then try again in {seconds} s.",
        "Trop de fenêtres sont ouvertes. Fermes-en une, puis réessaie dans {seconds} s.",
        "{most} streams are open from this {whose} already; close one, then try again in {seconds} s",
    ),
    "request/bad": Refusal(
        400,
        "Something is missing or wrong in what was sent. Go back and try again.",
        "Il manque quelque chose à cette demande. Reviens en arrière et réessaie.",
    ),
    "request/cross_site": Refusal(
        403,
        "This was sent by a page of another site. Open the table here, then try again.",
        "Cela vient d’une page d’un autre site. Ouvre la table ici, puis réessaie.",
        "this was sent by a page of another site; open the table here and try again",
    ),
    "request/host": Refusal(
        421,
        "This site has another address. Ask whoever runs it for the right link.",
        "Ce site a une autre adresse. Demande le bon lien à la personne qui s’en occupe.",
        "this site has another name; whoever runs it can allow this one: tripot serve --allow-host NAME",
    ),
    "request/too_large": Refusal(
        413,
        "That is too long. Shorten it.",
        "C’est trop long. Raccourcis.",
        "a body has at most {most} bytes",
    ),
    "request/media": Refusal(
        415,
        "What was sent cannot be read.",
        "Ce qui a été envoyé ne peut pas être lu.",
        "send the body as JSON, with Content-Type: application/json",
    ),
    "request/method": Refusal(
        405,
        "That cannot be done at this address.",
        "Cela ne se fait pas à cette adresse.",
        "this address takes {methods}",
    ),
    "request/address": Refusal(
        404,
        "There is nothing here. Begin at the shelf.",
        "Il n’y a rien ici. Repars de l’étagère.",
        "there is nothing at this address; the API is described at /api/openapi.json",
    ),
    "request/key_used": Refusal(
        409,
        "That was sent before. Begin again.",
        "Cela a déjà été envoyé. Recommence.",
        "this Idempotency-Key was sent with another request; draw a new one for each",
    ),
    "token/missing": Refusal(
        401,
        "That needs the token of a seat.",
        "Il faut pour cela le jeton d’une place.",
        "send the seat's token as Authorization: Bearer <token>",
    ),
    "token/unknown": Refusal(
        401,
        "That token belongs to no seat.",
        "Ce jeton n’est celui d’aucune place.",
        "this token belongs to no seat",
    ),
    "rules/untranslatable": Refusal(
        404,
        "A browser cannot check this game. Download the record and use tripot verify.",
        "Un navigateur ne peut pas vérifier ce jeu. Télécharge la partie et utilise tripot verify.",
    ),
    "deal/early": Refusal(
        409,
        "The deal has not begun yet. Wait for the host.",
        "La donne n’a pas encore commencé. Attends l’hôte.",
        "entropy is sent when the host has begun, not before; keep it until then",
    ),
    "deal/late": Refusal(
        409,
        "The cards are dealt already.",
        "Les cartes sont déjà distribuées.",
        "the game has begun without this entropy",
    ),
    "deal/bad": Refusal(
        400,
        "What your browser adds to the deal did not arrive whole. Try again.",
        "Ce que ton navigateur ajoute à la donne n’est pas arrivé entier. Réessaie.",
    ),
    # our own mistakes, and what only programs do
    "store/failed": Refusal(
        503,
        "The table cannot be read or written now. Nothing is lost; try again in a moment.",
        "La table ne peut pas être lue ou écrite pour l’instant. Rien n’est perdu ; réessaie dans un moment.",
        "the table cannot be read or written now; try again later",
    ),
    "server/broken": Refusal(
        500,
        "Something broke here. Nothing is lost; try again in a moment.",
        "Quelque chose a cassé ici. Rien n’est perdu ; réessaie dans un moment.",
        "something broke here; nothing is lost",
    ),
    "bot/failed": Refusal(
        409,
        "The bot cannot move. Open a new table.",
        "Le robot ne peut pas jouer. Ouvre une nouvelle table.",
    ),
    "position/bad": Refusal(
        409,
        "That is not a position of this game.",
        "Ce n’est pas une position de ce jeu.",
    ),
    "record/bad": Refusal(
        409,
        "That is not the record of a game.",
        "Ce n’est pas l’enregistrement d’une partie.",
    ),
    "rules/unknown": Refusal(
        409,
        "That was played by other rules than those of today.",
        "Cela a été joué avec d’autres règles que celles d’aujourd’hui.",
    ),
    "arena/bad": Refusal(
        409,
        "These games cannot be played.",
        "Ces parties ne peuvent pas être jouées.",
    ),
    "tripot/error": Refusal(
        409,
        "That cannot be done here. Go back and try something else.",
        "Cela ne peut pas se faire ici. Reviens en arrière et essaie autre chose.",
    ),
    # what the framework refuses
    "http/404": Refusal(
        404,
        "There is nothing here. Begin at the shelf.",
        "Il n’y a rien ici. Repars de l’étagère.",
    ),
    "http/405": Refusal(
        405,
        "That cannot be done at this address.",
        "Cela ne se fait pas à cette adresse.",
    ),
    "http/413": Refusal(
        413,
        "That is too long. Shorten it.",
        "C’est trop long. Raccourcis.",
    ),
}
"""By code."""
SENTENCES = {code: {lang: str(getattr(refusal, lang)) for lang in LANGS} for code, refusal in REFUSALS.items()}
"""What players read, by code and language."""
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
    return SENTENCES.get(code, SENTENCES[ANY])[lang].format(**facts)
