"""The named schemas of openapi.yaml. Each game has its own, under its own name, discriminated by `engine` or `type`.

What all games share is in base schemas. A response may also be of a game that a client does not know, because it was
installed after the client was written: `UnknownGameView` and the like are the last alternative.
"""

import inspect
from collections.abc import Collection, Mapping
from typing import Any

import msgspec

from engines.engine import Engine, Event, NoContent
from engines.record import Record
from engines.registry import ENGINES
from schemas.game_schemas import action_type, schemas_of
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
    models.Readiness,
    models.ProblemDetails,
    models.ProblemList,
    NoContent,
)
"""The structs of responses, the same for all games."""
BY_ENGINE = ("GameView", "GameSummary", "JoinResult", "ActionResult", "LegalActions", "EventList", "Record", "NewGame")
"""Schemas of which each game has its own, discriminated by `engine`."""
PARTS_BY_ENGINE = ("Legal", "RecordedAction")
"""Schemas of which each game has its own too; they are used inside others only."""
REQUESTS = ("NewGame",)
"""Those of them that only clients send: the service rejects a game it does not know."""
GENERIC_NAMES = {"Struct": "State", "Action": "Action", "EventView": "Event"}
"""Structs that stand for any game's state, action or event, and the name of the game's own schema for each."""
OWN_FIELDS: dict[str, tuple[str, ...]] = {
    "GameView": ("engine", "options", "state", "legal"),
    "GameSummary": ("engine", "options"),
    "Record": ("engine", "options", "actions"),
    "EventView": ("type", "data"),
}
"""The fields that each game or event defines itself; the other fields of these schemas are in a base schema."""
UNKNOWN = "unknown"
"""In place of a slug, in the names of schemas."""
OPEN_OBJECT: Schemas = {"type": "object", "additionalProperties": True}


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
    made |= base_components({**templates, "EventView": envelope}) | unknown_components(templates, envelope)
    made |= {name: {**description_of(templates[name]), **any_game(name)} for name in BY_ENGINE}
    actions = [ref(name) for name in by_engine("Action").values()]
    made["Action"] = {"description": "One action of a seat, in the form of its game.", "anyOf": actions}
    contents = sorted({content_name(engine) for engine in ENGINES.values()})
    made["Content"] = {"description": inspect.getdoc(models.Content), "anyOf": [ref(name) for name in contents]}
    for schema in made.values():
        schema.pop("title", None)  # the name of a struct in the code
    return {name: without_null_defaults(simplify(made[name])) for name in sorted(made)}


def game_components(engine: Engine[Any, Any], templates: Schemas, envelope: Schemas, shared: Schemas) -> Schemas:
    """The schemas of one game: its state, options, actions and events, and the responses that contain them."""
    slug, schemas = engine.slug, schemas_of(engine)
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
    own: Schemas = {
        "engine": {"const": slug},
        "options": ref(game_name(slug, "Options")),
        "action": ref(game_name(slug, "Action")),
        "types": {"type": "array", "items": {"enum": list(schemas.actions)}},
    }
    made |= specialise(slug, templates, own)
    # a new table has as many seats as the game allows
    made[game_name(slug, "NewGame")]["properties"]["seats"] |= {
        "minItems": engine.players.min,
        "maxItems": engine.players.max,
    }
    return made


def unknown_components(templates: Schemas, envelope: Schemas) -> Schemas:
    """The schemas of responses about a game that is not in the document."""
    action = {
        "description": "An action of a game that is not in this document; its engine's page has the schema.",
        **OPEN_OBJECT,
        "properties": {"type": {"description": "One of those under `actions` there", "type": "string"}},
        "required": ["type"],
    }
    event = {**envelope, "description": "Something that happened in a game that is not in this document."}
    own: Schemas = {
        "engine": {"type": "string", "not": {"enum": list(ENGINES)}},
        "options": OPEN_OBJECT,
        "state": OPEN_OBJECT,
        "action": ref(game_name(UNKNOWN, "Action")),
    }
    responses = {
        name: {**template, "description": f"{template['description']} The game is not in this document."}
        for name, template in templates.items()
        if name not in REQUESTS
    }
    return {
        game_name(UNKNOWN, "Action"): action,
        game_name(UNKNOWN, "Event"): extend_base("EventView", event),
        **specialise(UNKNOWN, responses, own),
    }


def base_components(templates: Schemas) -> Schemas:
    """The fields that all games or all events share, by the name of the base schema."""
    return {base_name(name): select_fields(templates[name], own, negate=True) for name, own in OWN_FIELDS.items()}


def base_name(name: str) -> str:
    """The name of the base schema that each game's form of this schema extends."""
    return f"{GENERIC_NAMES.get(name, name)}Base"


def extend_base(name: str, schema: Schemas) -> Schemas:
    """A game's form of a schema, as its own fields on top of those in the base schema, if there is one."""
    if name not in OWN_FIELDS:
        return schema
    own = select_fields(schema, OWN_FIELDS[name])
    own.pop("title", None)
    return {"description": own.pop("description"), "allOf": [ref(base_name(name)), own]}


def select_fields(schema: Schemas, names: Collection[str], *, negate: bool = False) -> Schemas:
    """A schema with only these fields, or without them."""
    fields = {name: field for name, field in schema["properties"].items() if (name in names) != negate}
    return {**schema, "properties": fields, "required": [name for name in schema["required"] if name in fields]}


def action_union(slug: str) -> Schemas:
    """Any action of a game, by its `type`."""
    return one_of({kind: game_name(slug, action_name(kind)) for kind in schemas_of(ENGINES[slug]).actions}, "type")


def event_union(engine: Engine[Any, Any]) -> Schemas:
    """Any event of a game or of its table, by its `type`."""
    names = {event_type(event): event_name(event) for event in TABLE_EVENTS}
    names |= {event_type(event): game_name(engine.slug, event_name(event)) for event in engine.events}
    return one_of(names, "type")


def specialise(slug: str, templates: Schemas, own: Schemas) -> Schemas:
    """The schemas of a game made from these templates: what depends on the game is its own."""
    generic = GENERIC_NAMES | {name: name for name in templates}
    own_names = {name: game_name(slug, own_name) for name, own_name in generic.items()}
    made: Schemas = {}
    for name, template in templates.items():
        fields = {
            field: replace_schema(schema, own[field]) if field in own else rename_refs(schema, own_names)
            for field, schema in template["properties"].items()
        }
        made[own_names[name]] = extend_base(name, {**template, "properties": fields})
    return made


def replace_schema(schema: Schemas, own: Schemas) -> Schemas:
    """A field with another schema; it may be null if it might be before."""
    return {**description_of(schema), **({"anyOf": [own, {"type": "null"}]} if "anyOf" in schema else own)}


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
    made = {**envelope, **description_of(data), "properties": fields}
    return {name: extend_base("EventView", made), f"{name}Data": data}


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


def any_game(name: str) -> Schemas:
    """A schema of any game, by `engine`; responses may be of a game that is not in the document."""
    known = one_of(by_engine(name), "engine")
    return known if name in REQUESTS else {"anyOf": [known, ref(game_name(UNKNOWN, name))]}


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
