"""JSON Schemas, made from the marshmallow schemas that validate and the structs that are encoded.

They use only the parts of JSON Schema that code generators understand (`simplify`).
"""

import inspect
from functools import cache
from typing import Any, get_args, get_origin

import msgspec
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from marshmallow import Schema, fields

from engines.chance import SEED_BYTES, Chance
from engines.engine import Engine, Event, Secret
from engines.registry import ENGINES
from schemas.from_struct import ActionSchema
from schemas.game_schemas import action_type, schemas_of
from schemas.strict import KindSchema
from service.http.models import EngineDetail
from service.i18n import ENGLISH, Language, encode, translate, translate_all
from service.table.table_events import TABLE_EVENTS

SECRET_NOTE = "Only the seats concerned see this."  # noqa: S105  (a description, not a password)
SCHEMA_MEMBERS = ("options", "actions", "events", "state", "content")
TEXT_MEMBERS = ("title", "summary", "reasons", "endings")
VALUE_KEYWORDS = ("default", "enum", "example", "examples")
"""Keywords whose values are data, not schemas, although they may look like one."""
TYPES = {str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null"}


@cache
def engine_detail(slug: str, language: Language = ENGLISH) -> EngineDetail:
    """The page of an engine, in this language."""
    detail = english_detail(ENGINES[slug])
    schemas = {member: translate_descriptions(getattr(detail, member), language) for member in SCHEMA_MEMBERS}
    texts = {member: translate_all(getattr(detail, member), language) for member in TEXT_MEMBERS}
    return msgspec.structs.replace(detail, **schemas, **texts)


def translate_descriptions(schema: Any, language: Language) -> Any:
    """A schema with its descriptions in this language; all other words in it are names."""
    if isinstance(schema, list):
        return [translate_descriptions(item, language) for item in schema]
    if not isinstance(schema, dict):
        return schema
    return {name: _translate_member(name, value, language) for name, value in schema.items()}


def _translate_member(name: str, value: Any, language: Language) -> Any:
    if name == "description" and isinstance(value, str):
        return translate(value, language)
    return value if name in ("examples", "default") else translate_descriptions(value, language)


@cache
def english_detail(engine: Engine[Any, Any]) -> EngineDetail:
    """The page of an engine, in English."""
    schemas = schemas_of(engine)
    return EngineDetail(
        slug=engine.slug,
        title=engine.title,
        summary=engine.summary,
        players=engine.players,
        rules_version=engine.rules_version,
        options=simplify(json_schema(schemas.options)),
        actions={kind: simplify(action_schema(schema)) for kind, schema in schemas.actions.items()},
        events={event_type(event): simplify(event_schema(event)) for event in (*TABLE_EVENTS, *engine.events)},
        reasons=dict(engine.reasons),
        endings=dict(engine.endings),
        state=simplify({**msgspec.json.schema(engine.view_type), "examples": [example_view(engine)]}),
        content=simplify(msgspec.json.schema(engine.content_type)),
    )


def event_type(event: type[Event]) -> str:
    """The `type` of an event."""
    return str(event.__struct_config__.tag)


def example_view(engine: Engine[Any, Any]) -> Any:
    """A new game with the fewest players, as seat 0 sees it."""
    state, _ = engine.new(engine.players.min, engine.options_type(), Chance(bytes(SEED_BYTES)))
    return msgspec.json.decode(encode(engine.view(state, 0)))


@cache
def converter() -> Any:
    """Converts marshmallow schemas to JSON Schema, nested ones inline."""
    plugin = MarshmallowPlugin(schema_name_resolver=lambda schema: "")
    APISpec("", "", "3.1.0", plugins=[plugin])
    return plugin.converter


def json_schema(schema: Schema) -> dict[str, Any]:
    """A marshmallow schema as JSON Schema, with its description and without additional properties. Nested ones have a
    title.
    """
    made: dict[str, Any] = converter().schema2jsonschema(schema)
    for name, field in schema.fields.items():
        inner, target = field, made["properties"][field.data_key or name]
        if isinstance(field, fields.List):
            inner, target = field.inner, target["items"]
        if isinstance(inner, fields.Nested):
            outer = {key: target[key] for key in ("description", "default") if key in target}
            target.clear()
            target |= {"title": schema_name(inner.schema), **json_schema(inner.schema), **outer}
    text = inspect.getdoc(type(schema))
    if isinstance(schema, KindSchema):
        return {"description": text, "anyOf": [kind_schema(schema, made["properties"], kind) for kind in schema.kinds]}
    return {**made, "description": text, "additionalProperties": False}


def kind_schema(schema: KindSchema, properties: dict[str, Any], kind: str) -> dict[str, Any]:
    """The schema of an object of this kind."""
    required, optional = schema.kinds[kind].required, schema.kinds[kind].optional
    not_null = {name: {**properties[name], "type": non_null_type(properties[name]["type"])} for name in required}
    discriminator = {"kind": {"const": kind, "description": properties["kind"]["description"]}}
    return {
        "title": f"{schema_name(schema)}{kind.title().replace('_', '')}",
        "description": f"{inspect.getdoc(type(schema))} This one is of the kind `{kind}`.",
        "type": "object",
        "properties": {**discriminator, **not_null, **{name: properties[name] for name in optional}},
        "required": [*([] if kind == schema.default_kind else ["kind"]), *required],
        "additionalProperties": False,
    }


def non_null_type(types: str | list[str]) -> str:
    """The type of JSON that is not null."""
    return types if isinstance(types, str) else next(kind for kind in types if kind != "null")


def schema_name(schema: Schema) -> str:
    """The published name of a schema."""
    return type(schema).__name__.removesuffix("Schema")


def action_schema(schema: ActionSchema) -> dict[str, Any]:
    """One type of action, with its example. Descriptions that the schema lacks come from the struct."""
    made = json_schema(schema)
    (_,), structs = msgspec.json.schema_components([schema.makes])
    for name, field in structs[schema.makes.__name__]["properties"].items():
        made["properties"][name].setdefault("description", field.get("description"))
    made["properties"]["type"] = {"const": action_type(schema.makes)}
    return {**made, "examples": [schema.example]}


def event_schema(event: type[Event]) -> dict[str, Any]:
    """The data of one type of event, as a document of its own."""
    made, structs = event_data(event, "#/$defs/{name}")
    return {**made, "$defs": structs} if structs else made


def event_data(event: type[Event], ref_template: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The data of one type of event, and the schemas it refers to; fields that only some seats see are marked and not
    required.
    """
    data_fields = [field for field in msgspec.structs.fields(event) if field.name != "seat"]
    secret = {field.encode_name for field in data_fields if get_origin(field.type) is Secret}
    types = [get_args(field.type)[0] if field.encode_name in secret else field.type for field in data_fields]
    made, structs = msgspec.json.schema_components(types, ref_template=ref_template)
    properties = {field.encode_name: schema for field, schema in zip(data_fields, made, strict=True)}
    for name in secret:
        description = properties[name].get("description")
        properties[name]["description"] = f"{description}. {SECRET_NOTE}" if description else SECRET_NOTE
    return {
        "type": "object",
        "description": inspect.getdoc(event),
        "properties": properties,
        "required": [name for name in properties if name not in secret],
        "additionalProperties": False,
    }, structs


def simplify(schema: Any) -> Any:
    """The same schema for code generators: a tuple is an array of a fixed length, a constant and an enum have a type,
    an enum of one value is a constant, and an object without named properties is open.
    """
    if isinstance(schema, list):
        return [simplify(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: value if key in VALUE_KEYWORDS else simplify(value) for key, value in schema.items()}
    if "prefixItems" in made:
        made["items"] = _common_item(made.pop("prefixItems"))
    if "const" in made:
        made["type"] = TYPES[type(made["const"])]
    if made.get("type") == "object" and "properties" not in made:
        made.setdefault("additionalProperties", True)
    return _typed_enum(made) if isinstance(made.get("enum"), list) else made


def without_null_defaults(schema: Any) -> Any:
    """The same schema without defaults that are null: an optional field needs none, and generators reject them."""
    if isinstance(schema, list):
        return [without_null_defaults(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    members = {key: value for key, value in schema.items() if key != "default" or value is not None}
    return {key: value if key in VALUE_KEYWORDS else without_null_defaults(value) for key, value in members.items()}


def _common_item(items: list[Any]) -> Any:
    """The schema that all items of a tuple share."""
    first, *others = items
    if any(other != first for other in others):
        raise TypeError(f"a tuple of different items has no simple form: {items}")
    return first


def _typed_enum(schema: dict[str, Any]) -> dict[str, Any]:
    """An enum with its type; if its values have several, one enum for each type."""
    by_type: dict[str, list[Any]] = {}
    for value in schema.pop("enum"):
        by_type.setdefault(TYPES[type(value)], []).append(value)
    alternatives = [_enum_of(kind, values) for kind, values in by_type.items()]
    schema.pop("type", None)
    return {**schema, **alternatives[0]} if len(alternatives) == 1 else {**schema, "anyOf": alternatives}


def _enum_of(kind: str, values: list[Any]) -> dict[str, Any]:
    """One of these values, all of one type."""
    if kind == "null":
        return {"type": kind}
    return {"type": kind, "const": values[0]} if len(values) == 1 else {"type": kind, "enum": values}
