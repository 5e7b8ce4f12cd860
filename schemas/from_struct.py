"""Marshmallow schemas that load into msgspec structs, derived from the structs' fields and their `Meta`."""

import inspect
import re
from collections.abc import Collection, Mapping, Sequence
from itertools import chain
from types import UnionType
from typing import Annotated, Any, ClassVar, TypeVar, Union, get_args, get_origin

import msgspec
from marshmallow import fields, post_load
from msgspec import NODEFAULT, UNSET, Struct, UnsetType
from msgspec import inspect as types
from msgspec.structs import FieldInfo
from msgspec.structs import fields as fields_of

from engines.engine import Action, Options
from engines.text import Text
from schemas.strict import (
    BoundedList,
    Flag,
    KindFields,
    KindSchema,
    Length,
    Pattern,
    Strict,
    WholeNumber,
    one_of,
    require_visible,
)

S = TypeVar("S", bound=Strict)

STRUCT_ERROR = re.compile(
    r"(?:Object missing required field (?P<missing>`.+?`)|Expected (?P<expected>.+?)(?:, got (?P<actual>.+?))?|.*?)"
    r"(?: - at `(?P<path>.+)`)?"
)
"""What msgspec writes when a value does not fit a struct."""


class StructSchema(Strict):
    """Reads an object into its struct."""

    makes: ClassVar[type[Struct]]

    @post_load
    def make(self, data: dict[str, Any], **kwargs: Any) -> Struct:
        """The struct the engine takes."""
        return msgspec.convert(data, self.makes)


class ActionSchema(StructSchema):
    """Reads one type of action; subclasses are made by `action_schema`."""

    makes: ClassVar[type[Action]]
    example: ClassVar[dict[str, Any]]
    type = fields.String(required=True)


class OptionsSchema(StructSchema):
    """Reads a game's options, defaults filled in; subclasses are made by `options_schema`."""


class UnionSchema(KindSchema):
    """Reads one of several structs, as its `kind` says; subclasses are made by `union_schema`."""

    @post_load
    def drop_null(self, data: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        """Leave out the fields of other kinds, which are null: the struct of this kind does not have them."""
        own = self.kinds[data["kind"]]
        return {name: value for name, value in data.items() if name in ("kind", *own.required, *own.optional)}


def action_schema(struct: type[Action]) -> type[ActionSchema]:
    """The schema that reads this type of action."""
    made = schema_class(struct, ActionSchema)
    made.makes, made.example = struct, example_of(struct)
    return made


def options_schema(struct: type[Options]) -> type[OptionsSchema]:
    """The schema that reads these options."""
    made = schema_class(struct, OptionsSchema)
    made.makes = struct
    return made


def schema_class(struct: type[Struct], base: type[S]) -> type[S]:
    """A schema with the fields of this struct under their JSON names, and with its name and docstring."""
    made = {field.encode_name: field_of(field.type, **field_settings(struct, field)) for field in fields_of(struct)}
    return type(struct.__name__, (base,), {**made, "__doc__": inspect.getdoc(struct)})


def field_settings(struct: type[Struct], field: FieldInfo) -> dict[str, Any]:
    """Whether a field is required and whether it may be null, its default, and its description."""
    default = field.default if field.default_factory is NODEFAULT else field.default_factory()
    never_null = default is None and struct.__struct_config__.omit_defaults  # null is read where it is written
    settings = {"required": field.required, "metadata": description_of(field.type)}
    settings["allow_none"] = is_nullable(field.type) and not never_null
    if not (field.required or default is UNSET or never_null):
        settings["load_default"] = msgspec.to_builtins(default)
    return settings


def description_of(annotation: Any) -> dict[str, str]:
    """The description in the `Meta` of a type, or in that of the type which may be null, if there is one."""
    for described in (annotation, value_types(annotation)[0]):
        info = types.type_info(described)
        extra = info.extra_json_schema or {} if isinstance(info, types.Metadata) else {}
        if "description" in extra:
            return {"description": extra["description"]}
    return {}


def plain_type(annotation: Any) -> Any:
    """A type without its `Meta`."""
    return get_args(annotation)[0] if get_origin(annotation) is Annotated else annotation


def is_nullable(annotation: Any) -> bool:
    """Whether null is a value of this type."""
    return type(None) in get_args(plain_type(annotation))


def value_types(annotation: Any) -> tuple[Any, ...]:
    """The members of a union, without those for null and for what is left out; any other type alone."""
    if get_origin(plain_type(annotation)) not in (Union, UnionType):
        return (annotation,)
    return tuple(one for one in get_args(plain_type(annotation)) if one not in (type(None), UnsetType))


def field_of(annotation: Any, **settings: Any) -> fields.Field[Any]:
    """The marshmallow field that accepts exactly the values of this type."""
    first, *others = value_types(annotation)
    if others:
        return fields.Nested(union_schema([first, *others]), **settings)
    return value_field(first, **settings)


def value_field(annotation: Any, **settings: Any) -> fields.Field[Any]:
    """The field of a type that is no union."""
    info, args = types.type_info(annotation), get_args(plain_type(annotation))
    kind, extra = (info.type, info.extra or {}) if isinstance(info, types.Metadata) else (info, {})
    match kind:
        case types.BoolType():
            return Flag(**settings)
        case types.IntType(gt=None, lt=None, multiple_of=None):
            return WholeNumber(kind.ge, kind.le, **settings)
        case types.StrType():
            return fields.String(validate=text_validators(kind, extra), **settings)
        case types.LiteralType() if all(isinstance(word, str) for word in args):
            return one_of(*args, **settings)  # in the order of their declaration; `kind.values` are sorted
        case types.EnumType() if all(isinstance(member.value, str) for member in kind.cls):
            return one_of(*(member.value for member in kind.cls), **settings)
        case types.StructType():
            is_tagged = kind.tag is not None
            return fields.Nested(union_schema([kind.cls]) if is_tagged else schema_class(kind.cls, Strict), **settings)
        case types.TupleType() if all(item == args[0] for item in args):
            return list_of(args[0], Length(equal=len(args)), **settings)
        case types.VarTupleType() | types.ListType():
            if kind.max_length is None:
                raise TypeError(f"a list needs a max_length: {annotation}")
            is_fixed = kind.min_length == kind.max_length
            length = Length(equal=kind.min_length) if is_fixed else Length(kind.min_length, kind.max_length)
            return list_of(args[0], length, **settings)
    raise TypeError(f"there is no field for {annotation}")


def text_validators(kind: types.StrType, extra: dict[str, Any]) -> list[Any]:
    """What a text must be. `Meta(extra=…)` holds the `error` of a pattern; `visible` is for names."""
    made: list[Any] = []
    if kind.min_length is not None or kind.max_length is not None:
        made.append(Length(kind.min_length, kind.max_length))
    if kind.pattern is not None:
        if "error" not in extra:
            raise TypeError(f"the pattern {kind.pattern} needs a text: Meta(extra={{'error': Text(…)}})")
        made.append(Pattern(kind.pattern, error=extra["error"]))
    if extra.get("visible"):
        made.append(require_visible)
    return made


def list_of(item: Any, length: Length, **settings: Any) -> BoundedList:
    """The field of a list of this length, with items of this type."""
    return BoundedList(field_of(item, allow_none=is_nullable(item)), validate=length, **settings)


def union_schema(structs: Sequence[type[Struct]]) -> type[UnionSchema]:
    """The schema that reads one of these structs, named and described as the class that they have in common; the
    docstring of its property `kind` describes that field.
    """
    base = next(parent for parent in structs[0].__mro__ if all(issubclass(struct, parent) for struct in structs))
    if not hasattr(base, "kind") or any(struct.__struct_config__.tag_field != "kind" for struct in structs):
        raise TypeError(f"a union needs the tag_field `kind`, and a base class with the property `kind`: {structs}")
    description = (inspect.getdoc(base.kind) or "").removesuffix(".")
    settings = {kind_of(one): {f.encode_name: field_settings(one, f) for f in fields_of(one)} for one in structs}
    shared = set.intersection(*(set(members) for members in settings.values()))
    made: dict[str, Any] = {"kind": one_of(*settings, required=True, metadata={"description": description})}
    for name, annotation in union_types(structs).items():
        declared = [members[name] for members in settings.values() if name in members]
        made[name] = field_of(
            annotation,
            required=name in shared and all(each["required"] for each in declared),
            allow_none=any(each["allow_none"] for each in declared),
            metadata=description_of(annotation),
        )
    schema: type[UnionSchema] = type(base.__name__, (UnionSchema,), {**made, "__doc__": inspect.getdoc(base)})
    schema.kinds = {kind: kind_fields(members, shared) for kind, members in settings.items()}
    return schema


def union_types(structs: Sequence[type[Struct]]) -> dict[str, Any]:
    """The types of the fields of all these structs, by name; a name has one type."""
    made: dict[str, Any] = {}
    for field in chain.from_iterable(map(fields_of, structs)):
        if value_types(made.setdefault(field.encode_name, field.type)) != value_types(field.type):
            raise TypeError(f"`{field.encode_name}` has two types in a union: {made[field.encode_name]}, {field.type}")
    return made


def kind_fields(settings: Mapping[str, dict[str, Any]], shared: Collection[str]) -> KindFields:
    """Which fields a kind requires and which it may have, with its own before those that all kinds share."""
    required = [name for name in settings if settings[name]["required"]]
    optional = [name for name in settings if not settings[name]["required"]]
    return KindFields(tuple(required), tuple(sorted(optional, key=lambda name: name in shared)))


def kind_of(struct: type[Struct]) -> str:
    """The `kind` of a struct in a union."""
    return str(struct.__struct_config__.tag)


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
