"""The JSON schema of a game's positions."""

from __future__ import annotations

from typing import Any

from tripot.core.declared import schema

from .game import Game
from .position import FORMAT


def position_schema(game: Game) -> dict[str, Any]:
    """What `Position.to_json` writes and `Position.from_json` reads (which also asks whether such a position can be)."""
    options = {name: {"type": "string", "description": facts["about"]} for name, facts in game.facts["options"].items()}
    properties = {
        "format": {"const": FORMAT},
        "game": {"const": game.name},
        "rules": {"const": game.rules_version},
        "seats": {"type": "integer", "minimum": game.least, "maximum": game.most},
        "options": {"type": "object", "properties": options, "additionalProperties": False},
        "state": schema(game.rules.State),
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A position of {game.title}",
        "type": "object",
        "properties": properties,
        "required": [name for name in properties if name != "options"],
    }
