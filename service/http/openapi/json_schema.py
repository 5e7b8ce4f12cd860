"""What is published of each game: JSON Schemas made from the types that validate and encode."""

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
from schemas.fields import Kinded
from schemas.game_schemas import ActionSchema, action_type
from schemas.registry import SCHEMAS
from service.http.models import EngineDetail
from service.http.openapi.dialect import plain
from service.i18n import ENGLISH, Language, encode, translate, translate_all
from service.table.table_events import TABLE_EVENTS

TOLD = "Only the seats concerned are told this."
DESCRIBED = ("options", "actions", "events", "state", "content")
SAID = ("title", "summary", "reasons", "endings")


@cache
def engine_page(slug: str, language: Language = ENGLISH) -> EngineDetail:
    """All that the author of a frontend needs to know about a game."""
    page = english_page(slug)
    described = {part: describe(getattr(page, part), language) for part in DESCRIBED}
    said = {part: translate_all(getattr(page, part), language) for part in SAID}
    return msgspec.structs.replace(page, **described, **said)


def describe(schema: Any, language: Language) -> Any:
    """A schema with its descriptions in this language; all other words in it are names."""
    if isinstance(schema, list):
        return [describe(one, language) for one in schema]
    if not isinstance(schema, dict):
        return schema
    return {name: _described(name, value, language) for name, value in schema.items()}


def _described(name: str, value: Any, language: Language) -> Any:
    if name == "description" and isinstance(value, str):
        return translate(value, language)
    return value if name in ("examples", "default") else describe(value, language)


@cache
def english_page(slug: str) -> EngineDetail:
    """The same in the words of the code."""
    engine, schemas = ENGINES[slug], SCHEMAS[slug]
    return EngineDetail(
        slug=slug,
        title=engine.title,
        summary=engine.summary,
        players=engine.players,
        rules_version=engine.rules_version,
        options=plain(json_schema(schemas.options)),
        actions={kind: plain(action_schema(schema)) for kind, schema in schemas.actions.items()},
        events={event_type(event): plain(event_schema(event)) for event in (*TABLE_EVENTS, *engine.events)},
        reasons=dict(engine.reasons),
        endings=dict(engine.endings),
        state=plain({**msgspec.json.schema(engine.view_type), "examples": [opening(engine)]}),
        content=plain(msgspec.json.schema(engine.content_type)),
    )


def event_type(event: type[Event]) -> str:
    """The `type` of an event."""
    return str(event.__struct_config__.tag)


def opening(engine: Engine[Any, Any]) -> Any:
    """A new table with the fewest players, as seat 0 sees it."""
    state, _ = engine.new(engine.players.min, engine.options_type(), Chance(bytes(SEED_BYTES)))
    return msgspec.json.decode(encode(engine.view(state, 0)))


@cache
def converter() -> Any:
    """Turns marshmallow schemas into JSON Schema, nested ones written out in place."""
    plugin = MarshmallowPlugin(schema_name_resolver=lambda schema: "")
    APISpec("", "", "3.1.0", plugins=[plugin])
    return plugin.converter


def json_schema(schema: Schema) -> dict[str, Any]:
    """A marshmallow schema as JSON Schema, with its description; unknown fields are not allowed. Those inside it have a
    title.
    """
    made: dict[str, Any] = converter().schema2jsonschema(schema)
    for name, field in schema.fields.items():
        inner, place = field, made["properties"][field.data_key or name]
        if isinstance(field, fields.List):
            inner, place = field.inner, place["items"]
        if isinstance(inner, fields.Nested):
            known = {key: place[key] for key in ("description", "default") if key in place}
            place.clear()
            place |= {"title": name_of(inner.schema), **json_schema(inner.schema), **known}
    text = inspect.getdoc(type(schema))
    if isinstance(schema, Kinded):
        return {"description": text, "anyOf": [kind_schema(schema, made["properties"], kind) for kind in schema.forms]}
    return {**made, "description": text, "additionalProperties": False}


def kind_schema(schema: Kinded, properties: dict[str, Any], kind: str) -> dict[str, Any]:
    """What an object of this kind has."""
    form = schema.forms[kind]
    needed = {name: {**properties[name], "type": not_null(properties[name]["type"])} for name in form.needs}
    says = {"kind": {"const": kind, "description": properties["kind"]["description"]}}
    return {
        "title": f"{name_of(schema)}{kind.title().replace('_', '')}",
        "description": f"{inspect.getdoc(type(schema))} This one is of the kind `{kind}`.",
        "type": "object",
        "properties": {**says, **needed, **{name: properties[name] for name in form.may_have}},
        "required": [*([] if kind == schema.usual else ["kind"]), *form.needs],
        "additionalProperties": False,
    }


def not_null(types: str | list[str]) -> str:
    """The type of JSON that is not null."""
    return types if isinstance(types, str) else next(kind for kind in types if kind != "null")


def name_of(schema: Schema) -> str:
    """What a schema is called where it is published."""
    return type(schema).__name__.removesuffix("Schema")


def action_schema(schema: ActionSchema) -> dict[str, Any]:
    """One type of action, with its example. Descriptions that the schema lacks come from the struct."""
    made = json_schema(schema)
    (_,), named = msgspec.json.schema_components([schema.makes])
    for name, field in named[schema.makes.__name__]["properties"].items():
        made["properties"][name].setdefault("description", field.get("description"))
    made["properties"]["type"] = {"const": action_type(schema.makes)}
    return {**made, "examples": [schema.example]}


def event_schema(event: type[Event]) -> dict[str, Any]:
    """The data of one type of event, as a document of its own."""
    made, named = event_data(event, "#/$defs/{name}")
    return {**made, "$defs": named} if named else made


def event_data(event: type[Event], ref_template: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The data of one type of event, and the schemas it refers to; fields that only some seats are told are marked and
    not required.
    """
    told = [field for field in msgspec.structs.fields(event) if field.name != "seat"]
    secret = {field.encode_name for field in told if get_origin(field.type) is Secret}
    types = [get_args(field.type)[0] if field.encode_name in secret else field.type for field in told]
    made, named = msgspec.json.schema_components(types, ref_template=ref_template)
    properties = {field.encode_name: schema for field, schema in zip(told, made, strict=True)}
    for name in secret:
        known = properties[name].get("description")
        properties[name]["description"] = f"{known}. {TOLD}" if known else TOLD
    return {
        "type": "object",
        "description": inspect.getdoc(event),
        "properties": properties,
        "required": [name for name in properties if name not in secret],
        "additionalProperties": False,
    }, named
