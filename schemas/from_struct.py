"""Marshmallow schemas made from the structs that declare actions, out of each field's type and `Meta` alone."""

import inspect
from typing import Any

import msgspec
from marshmallow import fields, validate
from msgspec import inspect as types

from engines.engine import Action
from schemas.fields import BoundedList, Flag, Strict, WholeNumber, one_of


def attributes(struct: type[msgspec.Struct]) -> dict[str, Any]:
    """The attributes of a schema class for this struct: its fields as they are written in JSON, and its docstring."""
    info = types.type_info(struct)
    assert isinstance(info, types.StructType)  # noqa: S101  (that is what a struct's type is)
    made: dict[str, Any] = {field.encode_name: field_of(field.type, **settings(field)) for field in info.fields}
    return {**made, "__doc__": inspect.getdoc(struct)}


def settings(field: types.Field) -> dict[str, Any]:
    """Whether a field is required, its default, and its description."""
    known: dict[str, Any] = {"required": field.required}
    if not field.required and field.default is not None:
        known["load_default"] = field.default
    extra = field.type.extra_json_schema or {} if isinstance(field.type, types.Metadata) else {}
    if "description" in extra:
        known["metadata"] = {"description": extra["description"]}
    return known


def field_of(kind: types.Type, **known: Any) -> fields.Field[Any]:
    """The marshmallow field that takes exactly what this type takes."""
    match kind:
        case types.Metadata():
            return field_of(kind.type, **known)
        case types.UnionType():  # a type or None: the field may be left out; null is refused
            return field_of(next(t for t in kind.types if not isinstance(t, types.NoneType)), **known)
        case types.BoolType():
            return Flag(**known)
        case types.IntType():
            return WholeNumber(kind.ge, kind.le, **known)
        case types.LiteralType():
            return one_of(*map(str, kind.values), **known)
        case types.StructType():
            nested = type(kind.cls.__name__, (Strict,), attributes(kind.cls))
            return fields.Nested(nested, **known)
        case types.TupleType():
            length = validate.Length(equal=len(kind.item_types))
            return BoundedList(field_of(kind.item_types[0]), validate=length, **known)
        case types.VarTupleType():
            length = validate.Length(kind.min_length, kind.max_length)
            return BoundedList(field_of(kind.item_type), validate=length, **known)
    raise TypeError(f"an action has no field of {kind}")


def example_of(struct: type[Action]) -> dict[str, Any]:
    """An action to show: its type, and the first example of every field that has one."""
    made: dict[str, Any] = {"type": struct.__struct_config__.tag}
    info = types.type_info(struct)
    for field in info.fields if isinstance(info, types.StructType) else ():
        if isinstance(field.type, types.Metadata) and (shown := (field.type.extra_json_schema or {}).get("examples")):
            made[field.encode_name] = shown[0]
    return made
