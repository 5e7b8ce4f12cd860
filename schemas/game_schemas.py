"""The schemas of every game: its options from `schemas/<slug>.py`, its actions derived from their structs."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import msgspec
from marshmallow import ValidationError

from engines.engine import Action, Engine
from engines.registry import ENGINES
from engines.text import Text
from schemas.from_struct import ActionSchema, OptionsSchema, schema_of


class GameSchemas(msgspec.Struct, frozen=True):
    """The schemas that read one game's options and actions."""

    options: OptionsSchema
    actions: Mapping[str, ActionSchema]


def schemas_of(engine: Engine[Any, Any], options: type[OptionsSchema]) -> GameSchemas:
    """A game's schemas, each instantiated once."""
    return GameSchemas(options(), {action_type(struct): schema_of(struct)() for struct in engine.actions})


def action_type(struct: type[Action]) -> str:
    """The `type` of an action."""
    return str(struct.__struct_config__.tag)


def options_schema(engine: Engine[Any, Any]) -> type[OptionsSchema]:
    """The class in `schemas/<slug>.py` that reads the options of this engine."""
    for candidate in vars(import_module(f"schemas.{engine.slug}")).values():
        if isinstance(candidate, type) and issubclass(candidate, OptionsSchema) and candidate is not OptionsSchema:
            return candidate
    raise TypeError(f"schemas/{engine.slug}.py has no subclass of OptionsSchema")


SCHEMAS: dict[str, GameSchemas] = {slug: schemas_of(engine, options_schema(engine)) for slug, engine in ENGINES.items()}
"""By the engine's slug."""


def parse_action(schemas: GameSchemas, body: Any) -> Action:
    """The action in a request's body; ValidationError names what is wrong with it."""
    kind = body.get("type") if isinstance(body, dict) else None
    schema = schemas.actions.get(kind) if isinstance(kind, str) else None
    if schema is None:
        raise ValidationError({"type": [Text("Must be one of: {choices}.", choices=", ".join(schemas.actions))]})
    action: Action = schema.load(body)
    return action
