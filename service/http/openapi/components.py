"""The named schemas of openapi.yaml. Each game has its own, under its own name, discriminated by `engine` or `type`."""

import inspect
from collections.abc import Mapping
from typing import Any

import msgspec

from engines.engine import Engine, Event, NoContent
from engines.record import Record
from engines.registry import ENGINES
from schemas.game_schemas import SCHEMAS, action_type
from schemas.requests import JoinRequestSchema, NewGameSchema
from service.http import models
from service.http.openapi.json_schema import (
    VALUE_KEYWORDS,
    action_schema,
    event_data,
    event_type,
    json_schema,
    simplify,
    without_null_defaults,
)
from service.http.openapi.responses import pascal_case, ref
from service.table.game_record import VerificationResult
from service.table.table_events import TABLE_EVENTS
from service.table.view import GameView

Schemas = dict[str, Any]
REF = "#/components/schemas/"
REF_TEMPLATE = f"{REF}{{name}}"
RESPONSE_STRUCTS = (
    GameView,
    models.EngineList,
    models.EngineDetail,
    models.GameList,
    models.JoinResult,
    models.ActionResult,
    models.LegalActions,
    models.EventList,
    models.Ticket,
    Record,
    VerificationResult,
    models.Health,
    models.ProblemDetails,
    models.ProblemList,
    NoContent,
)
"""The structs of responses, the same for all games."""
BY_ENGINE = ("GameView", "GameSummary", "JoinResult", "ActionResult", "LegalActions", "EventList", "Record", "NewGame")
"""Schemas of which each game has its own, discriminated by `engine`."""
PARTS_BY_ENGINE = ("Legal", "RecordedAction")
"""Schemas of which each game has its own too; they are used inside others only."""
GENERIC_NAMES = {"Struct": "State", "Action": "Action", "EventView": "Event"}
"""Structs that stand for any game's state, action or event, and the name of the game's own schema for each."""


def components() -> Schemas:
    """Every named schema, by name."""
    _, shared = msgspec.json.schema_components(RESPONSE_STRUCTS, ref_template=REF_TEMPLATE)
    envelope = shared["EventView"]
    shared |= extract_titled({"NewGame": json_schema(NewGameSchema()), "JoinRequest": json_schema(JoinRequestSchema())})
    templates = {name: shared.pop(name) for name in (*BY_ENGINE, *PARTS_BY_ENGINE)}
    made: Schemas = {name: schema for name, schema in shared.items() if name not in GENERIC_NAMES}
    for event in TABLE_EVENTS:
        made |= event_components(event, envelope)
    for engine in ENGINES.values():
        made |= game_components(engine, templates, envelope, shared)
    made |= {name: {**description_of(templates[name]), **one_of(by_engine(name), "engine")} for name in BY_ENGINE}
    actions = [ref(name) for name in by_engine("Action").values()]
    made["Action"] = {"description": "One action of a seat, in the form of its game.", "anyOf": actions}
    contents = dict.fromkeys(content_name(engine) for engine in ENGINES.values())
    made["Content"] = {"description": inspect.getdoc(models.Content), "anyOf": [ref(name) for name in contents]}
    for schema in made.values():
        schema.pop("title", None)  # the name of a struct in the code
    return {name: without_null_defaults(simplify(made[name])) for name in sorted(made)}


def game_components(engine: Engine[Any, Any], templates: Schemas, envelope: Schemas, shared: Schemas) -> Schemas:
    """The schemas of one game: its state, options, actions and events, and the responses that contain them."""
    slug, schemas = engine.slug, SCHEMAS[engine.slug]
    structs = game_structs(engine)
    published = struct_names(engine, structs, shared)
    made = {
        published[struct]: rename_refs(schema, published)
        for struct, schema in structs.items()
        if shared.get(struct) != schema
    }
    for event in engine.events:
        made |= rename_refs(event_components(event, envelope, slug), published)
    for kind, schema in schemas.actions.items():
        made |= extract_titled({action_name(kind): action_schema(schema)}, slug)
    made |= extract_titled({"Options": json_schema(schemas.options)}, slug)
    made[game_name(slug, "Action")] = {"description": f"One action in {engine.title}.", **action_union(slug)}
    made[game_name(slug, "Event")] = {
        "description": f"Something that happened in {engine.title}.",
        **event_union(engine),
    }
    generic = GENERIC_NAMES | {name: name for name in templates}
    own_names = {name: game_name(slug, own) for name, own in generic.items()}
    for name, template in templates.items():
        made[own_names[name]] = specialise(engine, rename_refs(template, own_names))
    return made


def action_union(slug: str) -> Schemas:
    """Any action of a game, by its `type`."""
    return one_of({kind: game_name(slug, action_name(kind)) for kind in SCHEMAS[slug].actions}, "type")


def event_union(engine: Engine[Any, Any]) -> Schemas:
    """Any event of a game or of its table, by its `type`."""
    names = {event_type(event): event_name(event) for event in TABLE_EVENTS}
    names |= {event_type(event): game_name(engine.slug, event_name(event)) for event in engine.events}
    return one_of(names, "type")


def specialise(engine: Engine[Any, Any], template: Schemas) -> Schemas:
    """A schema whose fields that depend on the game are those of this game."""
    fields = dict(template["properties"])
    options = ref(game_name(engine.slug, "Options"))
    own: Schemas = {
        "engine": {"const": engine.slug},
        "options": {"anyOf": [options, {"type": "null"}]} if "anyOf" in fields.get("options", {}) else options,
        "action": ref(game_name(engine.slug, "Action")),
        "types": {"type": "array", "items": {"enum": list(SCHEMAS[engine.slug].actions)}},
    }
    for name in own.keys() & fields.keys():
        fields[name] = {**description_of(fields[name]), **own[name]}
    if "auto_start" in fields:  # a new table has as many seats as the game allows
        fields["seats"] |= {"minItems": engine.players.min, "maxItems": engine.players.max}
    return {**template, "properties": fields}


def game_structs(engine: Engine[Any, Any]) -> Schemas:
    """All structs in a game's view, content and events, by their names in the code."""
    _, structs = msgspec.json.schema_components([engine.view_type, engine.content_type], ref_template=REF_TEMPLATE)
    for event in engine.events:
        for name, schema in event_data(event, REF_TEMPLATE)[1].items():
            if structs.setdefault(name, schema) != schema:
                raise TypeError(f"{engine.slug} has two different structs called {name}")
    return structs


def struct_names(engine: Engine[Any, Any], structs: Schemas, shared: Schemas) -> dict[str, str]:
    """The published name of each struct of a game; those that all games share keep their names."""
    names = {name: name if shared.get(name) == structs[name] else game_name(engine.slug, name) for name in structs}
    names |= {action.__name__: game_name(engine.slug, action_name(action_type(action))) for action in engine.actions}
    return {
        **names,
        engine.view_type.__name__: game_name(engine.slug, "State"),
        engine.content_type.__name__: content_name(engine),
    }


def event_components(event: type[Event], envelope: Schemas, slug: str = "") -> Schemas:
    """An event as clients receive it, and its data."""
    name = game_name(slug, event_name(event))
    data, _ = event_data(event, REF_TEMPLATE)
    del data["additionalProperties"]  # a client made today should accept an event that has one more field tomorrow
    own: Schemas = {"type": {"const": event_type(event)}, "data": ref(f"{name}Data")}
    fields = {
        field: {**description_of(schema), **own.get(field, schema)} for field, schema in envelope["properties"].items()
    }
    return {name: {**envelope, **description_of(data), "properties": fields}, f"{name}Data": data}


def extract_titled(schemas: Schemas, slug: str = "") -> Schemas:
    """These schemas under their published names, and the schemas inside them that have a title as named ones too."""
    extracted: Schemas = {}

    def extract(part: Any) -> Any:
        if isinstance(part, list):
            return [extract(item) for item in part]
        if not isinstance(part, dict):
            return part
        schema = {key: value if key in VALUE_KEYWORDS else extract(value) for key, value in part.items()}
        if not isinstance(schema.get("title"), str):
            return schema
        name = game_name(slug, schema.pop("title"))
        schema.pop("default", None)  # generators write it down as it is, which is no object of the class they made
        extracted[name] = schema
        return {**ref(name), **description_of(schema)}

    return {game_name(slug, name): extract(schema) for name, schema in schemas.items()} | extracted


def rename_refs(part: Any, names: Mapping[str, str]) -> Any:
    """The same schema with its references renamed."""
    if isinstance(part, dict):
        return {key: rename_refs(value, names) for key, value in part.items()}
    if isinstance(part, list):
        return [rename_refs(item, names) for item in part]
    if isinstance(part, str) and part.startswith(REF):
        name = part.removeprefix(REF)
        return REF + names.get(name, name)
    return part


def one_of(names: Mapping[str, str], discriminator: str) -> Schemas:
    """One of these schemas, by the value of a field."""
    mapping = {value: f"{REF}{name}" for value, name in names.items()}
    return {
        "oneOf": [ref(name) for name in names.values()],
        "discriminator": {"propertyName": discriminator, "mapping": mapping},
    }


def by_engine(name: str) -> dict[str, str]:
    """The name of a schema in each game."""
    return {slug: game_name(slug, name) for slug in ENGINES}


def game_name(slug: str, name: str) -> str:
    """The name of a game's schema, prefixed so that a new game renames no other."""
    return name if name.startswith(pascal_case(slug)) else pascal_case(slug) + name


def content_name(engine: Engine[Any, Any]) -> str:
    """The name of the schema of a game's content."""
    return "NoContent" if engine.content_type is NoContent else game_name(engine.slug, "Content")


def action_name(kind: str) -> str:
    """The name of a type of action, within its game."""
    return pascal_case(f"{kind}_action")


def event_name(event: type[Event]) -> str:
    """The name of a type of event, within its game."""
    return pascal_case(f"{event_type(event)}_event")


def description_of(schema: Schemas) -> Schemas:
    """The description of a schema, as a schema with nothing else."""
    return {"description": schema["description"]} if "description" in schema else {}
