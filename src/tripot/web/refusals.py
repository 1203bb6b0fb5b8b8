"""What a refusal says in French. English sentences stand where things are refused."""

from __future__ import annotations

FRENCH = {
    "seat/taken": "la place {seat} est prise par {name}",
    "seat/not_yours": "la place {seat} n’est pas à toi",
    "seat/not_asked": "ce n’est pas à la place {seat} de jouer",
    "seat/unknown": "il n’y a pas de place {seat} ; les places vont de 0 à {last}",
    "table/begun": "la partie a commencé",
    "table/not_begun": "la partie n’a pas encore commencé",
    "table/over": "la partie est finie",
    "table/seats_free": "la place {seat} est encore libre ; invite quelqu’un ou assieds un robot",
    "table/host_only": "seul l’hôte de la table peut faire cela",
    "table/unknown": "il n’y a pas de table {id}",
    "table/busy": "quelqu’un a été plus rapide ; regarde de nouveau la table",
    "move/stale": "la table a changé entre-temps ; regarde-la de nouveau",
    "move/incomplete": "{move} n’est qu’une partie du choix",
    "move/illegal": "ce coup n’est pas permis maintenant",
    "move/unreadable": "ce coup n’existe pas dans ce jeu",
    "bot/unknown": "il n’y a pas de robot {bot} ; robots : {bots}",
    "vote/not_yours": "seuls les autres joueurs d’une partie en cours peuvent voter",
    "vote/no_person": "la place {seat} n’est pas celle d’une personne absente",
    "request/too_many": "trop de demandes à la fois ; réessaie dans {seconds} s",
    "request/bad": "cette demande n’est pas complète",
    "name/bad": "ce nom ne peut pas être affiché ; écris-en un autre",
    "chat/bad": "ce message ne peut pas être affiché ; écris autre chose",
    "game/unknown": "il n’y a pas de jeu de ce nom",
    "seats/bad": "ce jeu ne se joue pas à ce nombre",
    "option/bad": "ce jeu n’a pas cette option",
}


def sentence(refused: Exception, lang: str) -> str:
    """The sentence of a refusal in the reader's language."""
    code, facts = getattr(refused, "code", ""), getattr(refused, "facts", {})
    if lang == "fr" and code in FRENCH:
        try:
            return FRENCH[code].format(**facts)
        except KeyError:
            return FRENCH["request/bad"]
    return str(refused)
