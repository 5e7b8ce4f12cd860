"""How every game's options and actions are read. Each game declares its options in a module here; its
actions are read by schemas made from their structs."""

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec
from marshmallow import ValidationError, fields, post_load

from engines.engine import Action, Engine, Options
from schemas.fields import Strict, WholeNumber
from schemas.from_struct import attributes, example_of


class ActionSchema(Strict):
    """Reads one type of action into its struct; made by `schema_of`."""

    makes: ClassVar[type[Action]]
    example: ClassVar[dict[str, Any]]
    type = fields.String(required=True)

    @post_load
    def make(self, data: dict[str, Any], **kwargs: Any) -> Action:
        """The struct the engine takes."""
        return msgspec.convert(data, self.makes)


class OptionsSchema(Strict):
    """Reads a game's options into their struct, defaults filled in."""

    makes: ClassVar[type[Options]]
    first_player = WholeNumber(
        0, 9, load_default=None, allow_none=True, metadata={"description": "The seat that begins; null: drawn"}
    )

    @post_load
    def make(self, data: dict[str, Any], **kwargs: Any) -> Options:
        """The struct the engine takes."""
        return msgspec.convert(data, self.makes)


class GameSchemas(msgspec.Struct, frozen=True):
    """What one game takes."""

    options: OptionsSchema
    actions: Mapping[str, ActionSchema]


def game(engine: Engine[Any, Any], options: type[OptionsSchema]) -> GameSchemas:
    """A game's schemas, each made once."""
    return GameSchemas(options(), {action_type(struct): schema_of(struct)() for struct in engine.actions})


def schema_of(struct: type[Action]) -> type[ActionSchema]:
    """The schema that reads this type of action."""
    holds = {**attributes(struct), "makes": struct, "example": example_of(struct)}
    return type(struct.__name__, (ActionSchema,), holds)


def action_type(struct: type[Action]) -> str:
    """The `type` of an action."""
    return str(struct.__struct_config__.tag)


def parse_action(schemas: GameSchemas, body: Any) -> Action:
    """The action in a request's body; ValidationError names what is wrong with it."""
    kind = body.get("type") if isinstance(body, dict) else None
    schema = schemas.actions.get(kind) if isinstance(kind, str) else None
    if schema is None:
        raise ValidationError({"type": [f"Must be one of: {', '.join(schemas.actions)}."]})
    action: Action = schema.load(body)
    return action
