"""Marshmallow schemas that load into msgspec structs; those of actions are derived from the struct's fields."""

import inspect
import re
from typing import Any, ClassVar

import msgspec
from marshmallow import fields, post_load
from msgspec import inspect as types

from engines.engine import Action, Options
from engines.text import Text
from schemas.strict import BoundedList, Flag, Length, Strict, WholeNumber, one_of

STRUCT_ERROR = re.compile(
    r"(?:Object missing required field (?P<missing>`.+?`)|Expected (?P<expected>.+?)(?:, got (?P<actual>.+?))?|.*?)"
    r"(?: - at `(?P<path>.+)`)?"
)
"""What msgspec writes when a value does not fit a struct."""


class ActionSchema(Strict):
    """Reads one type of action into its struct; subclasses are made by `schema_of`."""

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


def schema_of(struct: type[Action]) -> type[ActionSchema]:
    """The schema that reads this type of action."""
    attributes = {**schema_attributes(struct), "makes": struct, "example": example_of(struct)}
    return type(struct.__name__, (ActionSchema,), attributes)


def schema_attributes(struct: type[msgspec.Struct]) -> dict[str, Any]:
    """The attributes of a schema class for this struct: its fields under their JSON names, and its docstring."""
    info = types.type_info(struct)
    assert isinstance(info, types.StructType)  # noqa: S101  (the type of a struct is a StructType)
    made: dict[str, Any] = {field.encode_name: field_of(field.type, **field_settings(field)) for field in info.fields}
    return {**made, "__doc__": inspect.getdoc(struct)}


def field_settings(field: types.Field) -> dict[str, Any]:
    """Whether a field is required, its default, and its description."""
    settings: dict[str, Any] = {"required": field.required}
    if not field.required and field.default is not None:
        settings["load_default"] = field.default
    extra = field.type.extra_json_schema or {} if isinstance(field.type, types.Metadata) else {}
    if "description" in extra:
        settings["metadata"] = {"description": extra["description"]}
    return settings


def field_of(kind: types.Type, **settings: Any) -> fields.Field[Any]:
    """The marshmallow field that accepts exactly the values of this type."""
    match kind:
        case types.Metadata():
            return field_of(kind.type, **settings)
        case types.UnionType():  # a type or None: the field may be left out; null is rejected
            return field_of(next(t for t in kind.types if not isinstance(t, types.NoneType)), **settings)
        case types.BoolType():
            return Flag(**settings)
        case types.IntType():
            return WholeNumber(kind.ge, kind.le, **settings)
        case types.LiteralType():
            return one_of(*map(str, kind.values), **settings)
        case types.StructType():
            nested = type(kind.cls.__name__, (Strict,), schema_attributes(kind.cls))
            return fields.Nested(nested, **settings)
        case types.TupleType():
            length = Length(equal=len(kind.item_types))
            return BoundedList(field_of(kind.item_types[0]), validate=length, **settings)
        case types.VarTupleType():
            length = Length(kind.min_length, kind.max_length)
            return BoundedList(field_of(kind.item_type), validate=length, **settings)
    raise TypeError(f"an action has no field of {kind}")


def example_of(struct: type[Action]) -> dict[str, Any]:
    """An example action: its type, and the first example of every field that declares one."""
    made: dict[str, Any] = {"type": struct.__struct_config__.tag}
    info = types.type_info(struct)
    for field in info.fields if isinstance(info, types.StructType) else ():
        if isinstance(field.type, types.Metadata):
            examples = (field.type.extra_json_schema or {}).get("examples")
            if examples:
                made[field.encode_name] = examples[0]
    return made


def struct_error(error: msgspec.ValidationError) -> Text:
    """Why a value does not fit a struct, as a message that can be translated."""
    match = STRUCT_ERROR.fullmatch(str(error))
    parts = match.groupdict() if match else {}
    path = parts.get("path") or "$"
    if parts.get("missing"):
        return Text("Missing field {field} at `{path}`.", field=parts["missing"], path=path)
    if parts.get("actual"):
        return Text(
            "Expected {expected}, got {actual} at `{path}`.",
            expected=parts["expected"],
            actual=parts["actual"],
            path=path,
        )
    if parts.get("expected"):
        return Text("Expected {expected} at `{path}`.", expected=parts["expected"], path=path)
    return Text("Not valid at `{path}`.", path=path)
