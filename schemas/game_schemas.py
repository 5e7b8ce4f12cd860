"""The schemas of every game, derived from the structs of its options and actions."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
from marshmallow import ValidationError

from engines.engine import Action, Engine
from engines.registry import GAMES, leave_out
from engines.text import Text
from schemas.from_struct import ActionSchema, OptionsSchema, action_schema, options_schema


class GameSchemas(msgspec.Struct, frozen=True):
    """The schemas that read one game's options and actions."""

    options: OptionsSchema
    actions: Mapping[str, ActionSchema]


@cache
def schemas_of(engine: Engine[Any, Any]) -> GameSchemas:
    """The schemas of one version of a game's rules, each instantiated once."""
    actions = {action_type(struct): action_schema(struct)() for struct in engine.actions}
    return GameSchemas(options_schema(engine.options_type)(), actions)


def action_type(struct: type[Action]) -> str:
    """The `type` of an action."""
    return str(struct.__struct_config__.tag)


def parse_action(engine: Engine[Any, Any], body: Any) -> Action:
    """The action in a request's body; ValidationError names what is wrong with it."""
    schemas = schemas_of(engine)
    kind = body.get("type") if isinstance(body, dict) else None
    schema = schemas.actions.get(kind) if isinstance(kind, str) else None
    if schema is None:
        raise ValidationError({"type": [Text("Must be one of: {choices}.", choices=", ".join(schemas.actions))]})
    action: Action = schema.load(body)
    return action


def leave_out_games_without_schemas() -> None:
    """Remove the games whose options or actions cannot be validated; the others are served."""
    for slug, game in list(GAMES.items()):
        try:
            for engine in game.rules.values():
                schemas_of(engine)
        except Exception as error:  # other people's code may raise anything
            leave_out(slug, error)


leave_out_games_without_schemas()
