"""What is published of each game: JSON Schemas made from the types that validate and encode."""

import inspect
from functools import cache
from pathlib import Path
from typing import Any, get_args, get_origin

import msgspec
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from marshmallow import Schema, fields

from engines.chance import SEED_BYTES, Chance
from engines.contract import Engine, Event, Secret
from engines.registry import ENGINES
from schemas.games import ActionSchema, action_type
from schemas.registry import SCHEMAS
from service import HOME
from service.http.answers import EnginePage
from service.table.happenings import HAPPENINGS

TOLD = "Only the seats concerned are told this."


def rules_folder() -> Path:
    """Where the rules pages are: an installed package has them beside its code, the source tree among its documents."""
    installed = HOME / "service" / "rules"
    return installed if installed.is_dir() else HOME / "docs" / "rules"


@cache
def rules_page(slug: str) -> str:
    """The rules of a game, in Markdown."""
    return (rules_folder() / f"{slug}.md").read_text(encoding="utf-8")


@cache
def pictures() -> dict[str, bytes]:
    """The pictures the rules pages show, by file name."""
    return {file.name: file.read_bytes() for file in rules_folder().glob("*.svg")}


@cache
def engine_page(slug: str) -> EnginePage:
    """All that the author of a frontend needs to know about a game."""
    engine, schemas = ENGINES[slug], SCHEMAS[slug]
    return EnginePage(
        slug=slug,
        title=engine.title,
        summary=engine.summary,
        players=engine.players,
        rules_version=engine.rules_version,
        options=json_schema(schemas.options),
        actions={kind: action_schema(schema) for kind, schema in schemas.actions.items()},
        events={str(event.__struct_config__.tag): event_schema(event) for event in (*HAPPENINGS, *engine.events)},
        reasons=dict(engine.reasons),
        endings=dict(engine.endings),
        state={**msgspec.json.schema(engine.view_type), "examples": [opening(engine)]},
        content=msgspec.json.schema(engine.content_type),
    )


def opening(engine: Engine[Any, Any]) -> Any:
    """A new table with the fewest players, as seat 0 sees it."""
    state, _ = engine.new(engine.players.min, engine.options_type(), Chance(bytes(SEED_BYTES)))
    return msgspec.json.decode(msgspec.json.encode(engine.view(state, 0)))


@cache
def converter() -> Any:
    """Turns marshmallow schemas into JSON Schema, nested ones written out in place."""
    plugin = MarshmallowPlugin(schema_name_resolver=lambda schema: "")
    APISpec("", "", "3.1.0", plugins=[plugin])
    return plugin.converter


def json_schema(schema: Schema) -> dict[str, Any]:
    """A marshmallow schema as JSON Schema, with its description; unknown fields are not allowed."""
    made: dict[str, Any] = converter().schema2jsonschema(schema)
    for name, field in schema.fields.items():
        inner, place = field, made["properties"][field.data_key or name]
        if isinstance(field, fields.List):
            inner, place = field.inner, place["items"]
        if isinstance(inner, fields.Nested):
            place |= json_schema(inner.schema) | {key: place[key] for key in ("description", "default") if key in place}
    return {**made, "description": inspect.getdoc(type(schema)), "additionalProperties": False}


def action_schema(schema: ActionSchema) -> dict[str, Any]:
    """One type of action, with its example. Descriptions that the schema lacks come from the struct."""
    made = json_schema(schema)
    (_,), named = msgspec.json.schema_components([schema.makes])
    for name, field in named[schema.makes.__name__]["properties"].items():
        made["properties"][name].setdefault("description", field.get("description"))
    made["properties"]["type"] = {"const": action_type(schema.makes)}
    return {**made, "examples": [schema.example]}


def event_schema(event: type[Event]) -> dict[str, Any]:
    """The data of one type of event; fields that only some seats are told are marked and not required."""
    told = [field for field in msgspec.structs.fields(event) if field.name != "seat"]
    secret = {field.encode_name for field in told if get_origin(field.type) is Secret}
    types = [get_args(field.type)[0] if field.encode_name in secret else field.type for field in told]
    made, named = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
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
        **({"$defs": named} if named else {}),
    }
