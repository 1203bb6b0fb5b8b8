"""Pieces of JSON Schema, as the API's description has them."""

from __future__ import annotations

from typing import Any

from tripot.play import games

Data = dict[str, Any]


def text(about: str = "", **more: Any) -> Data:
    """A text."""
    return {"type": "string", **({"description": about} if about else {}), **more}


def whole(about: str, **more: Any) -> Data:
    """A whole number from 0."""
    return {"type": "integer", "minimum": 0, "description": about, **more}


def list_of(items: Data, about: str, **more: Any) -> Data:
    """A list of such items."""
    return {"type": "array", "items": items, "description": about, **more}


def or_null(schema: Data) -> Data:
    """The same, or null."""
    if "anyOf" in schema:
        return schema | {"anyOf": [{"type": "null"}, *schema["anyOf"]]}
    return schema | {"type": [schema["type"], "null"]}


def record(properties: Data, *, optional: tuple[str, ...] = (), about: str = "") -> Data:
    """An object with these properties and no others."""
    found: Data = {"type": "object", "additionalProperties": False, "properties": properties}
    if about:
        found["description"] = about
    if required := [name for name in properties if name not in optional]:
        found["required"] = required
    return found


def ref(kind: str, name: str) -> Data:
    """A component of the description."""
    return {"$ref": f"#/components/{kind}/{name}"}


SEAT: Data = {"type": "integer", "minimum": 0, "maximum": 7}
GAME = text("The name of a game, as GET /api/games lists it.", enum=[game.name for game in games()])
