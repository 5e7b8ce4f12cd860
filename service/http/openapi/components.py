"""The named schemas of openapi.yaml: each game has its own, under its own name, told apart by `engine` and `type`."""

import inspect
from collections.abc import Mapping
from typing import Any

import msgspec

from engines.engine import Engine, Event, NoContent
from engines.record import Record
from engines.registry import ENGINES
from schemas.game_schemas import action_type
from schemas.registry import SCHEMAS
from schemas.requests import JoinSchema, NewGameSchema
from service.http import models as answers
from service.http.openapi.dialect import VALUES, plain, without_null
from service.http.openapi.json_schema import action_schema, event_data, event_type, json_schema
from service.http.openapi.responses import pascal, ref
from service.table.records import VerificationResult
from service.table.table_events import TABLE_EVENTS
from service.table.view import GameView

Schemas = dict[str, Any]
REF = "#/components/schemas/"
TEMPLATE = f"{REF}{{name}}"
STRUCTS = (
    GameView,
    answers.EngineList,
    answers.EngineDetail,
    answers.GameList,
    answers.JoinResult,
    answers.ActionResult,
    answers.LegalActions,
    answers.EventList,
    answers.Ticket,
    Record,
    VerificationResult,
    answers.Health,
    answers.ProblemDetails,
    answers.ProblemList,
    NoContent,
)
"""What goes out, whatever the game."""
BY_ENGINE = ("GameView", "GameSummary", "JoinResult", "ActionResult", "LegalActions", "EventList", "Record", "NewGame")
"""Of these each game has its own, told apart by `engine`."""
WITHIN = ("Legal", "RecordedAction")
"""Of these each game has its own too; they are only part of others."""


def components() -> Schemas:
    """Every named schema, by name."""
    _, found = msgspec.json.schema_components(STRUCTS, ref_template=TEMPLATE)
    envelope = found["EventView"]
    found |= lifted({"NewGame": json_schema(NewGameSchema()), "Join": json_schema(JoinSchema())})
    drafts = {name: found.pop(name) for name in (*BY_ENGINE, *WITHIN)}
    made: Schemas = {name: schema for name, schema in found.items() if name not in ("Struct", "Action", "EventView")}
    for event in TABLE_EVENTS:
        made |= event_components(event, envelope)
    for engine in ENGINES.values():
        made |= game_components(engine, drafts, envelope, found)
    made |= {name: {**told(drafts[name]), **one_of(by_engine(name), "engine")} for name in BY_ENGINE}
    actions = [ref(name) for name in by_engine("Action").values()]
    made["Action"] = {"description": "One action of a seat, in the form that its game takes.", "anyOf": actions}
    contents = dict.fromkeys(content_name(engine) for engine in ENGINES.values())
    made["Content"] = {"description": inspect.getdoc(answers.Content), "anyOf": [ref(name) for name in contents]}
    for schema in made.values():
        schema.pop("title", None)  # the name of a struct in the code
    return {name: without_null(plain(made[name])) for name in sorted(made)}


def game_components(engine: Engine[Any, Any], drafts: Schemas, envelope: Schemas, shared: Schemas) -> Schemas:
    """Everything that one game names: its view, options, actions and events, and the answers that hold them."""
    slug, schemas = engine.slug, SCHEMAS[engine.slug]
    structs = game_structs(engine)
    names = struct_names(engine, structs, shared)
    made = {names[bare]: renamed(schema, names) for bare, schema in structs.items() if shared.get(bare) != schema}
    for event in engine.events:
        made |= renamed(event_components(event, envelope, slug), names)
    for kind, schema in schemas.actions.items():
        made |= lifted({action_name(kind): action_schema(schema)}, slug)
    made |= lifted({"Options": json_schema(schemas.options)}, slug)
    actions = {kind: named(slug, action_name(kind)) for kind in schemas.actions}
    made[named(slug, "Action")] = {"description": f"One action in {engine.title}.", **one_of(actions, "type")}
    events = {event_type(event): event_name(event) for event in TABLE_EVENTS}
    events |= {event_type(event): named(slug, event_name(event)) for event in engine.events}
    made[named(slug, "Event")] = {
        "description": f"Something that happened in {engine.title}.",
        **one_of(events, "type"),
    }
    own = {"Struct": "State", "Action": "Action", "EventView": "Event"} | {name: name for name in drafts}
    names = {general: named(slug, name) for general, name in own.items()}
    return made | {names[name]: of_game(engine, renamed(draft, names)) for name, draft in drafts.items()}


def of_game(engine: Engine[Any, Any], draft: Schemas) -> Schemas:
    """A schema in which the fields that depend on the game are those of this one."""
    fields = dict(draft["properties"])
    options = ref(named(engine.slug, "Options"))
    own: Schemas = {
        "engine": {"const": engine.slug},
        "options": {"anyOf": [options, {"type": "null"}]} if "anyOf" in fields.get("options", {}) else options,
        "action": ref(named(engine.slug, "Action")),
        "types": {"type": "array", "items": {"enum": list(SCHEMAS[engine.slug].actions)}},
    }
    for name in own.keys() & fields.keys():
        fields[name] = {**told(fields[name]), **own[name]}
    if "auto_start" in fields:  # a new table has as many seats as the game allows
        fields["seats"] |= {"minItems": engine.players.min, "maxItems": engine.players.max}
    return {**draft, "properties": fields}


def game_structs(engine: Engine[Any, Any]) -> Schemas:
    """All structs in a game's view, content and events, by the names they have in the code."""
    _, found = msgspec.json.schema_components([engine.view_type, engine.content_type], ref_template=TEMPLATE)
    for event in engine.events:
        for name, schema in event_data(event, TEMPLATE)[1].items():
            if found.setdefault(name, schema) != schema:
                raise TypeError(f"{engine.slug} has two different structs called {name}")
    return found


def struct_names(engine: Engine[Any, Any], structs: Schemas, shared: Schemas) -> dict[str, str]:
    """What the structs of a game are called here; those that all games share keep their names."""
    names = {bare: bare if shared.get(bare) == structs[bare] else named(engine.slug, bare) for bare in structs}
    names |= {action.__name__: named(engine.slug, action_name(action_type(action))) for action in engine.actions}
    return {
        **names,
        engine.view_type.__name__: named(engine.slug, "State"),
        engine.content_type.__name__: content_name(engine),
    }


def event_components(event: type[Event], envelope: Schemas, slug: str = "") -> Schemas:
    """An event as it is heard, and its data."""
    name = named(slug, event_name(event))
    data, _ = event_data(event, TEMPLATE)
    del data["additionalProperties"]  # a client made today should read an event that has a field more tomorrow
    own: Schemas = {"type": {"const": event_type(event)}, "data": ref(f"{name}Data")}
    fields = {field: {**told(schema), **own.get(field, schema)} for field, schema in envelope["properties"].items()}
    return {name: {**envelope, **told(data), "properties": fields}, f"{name}Data": data}


def lifted(drafts: Schemas, slug: str = "") -> Schemas:
    """These schemas of a game under their names there, and beside them those inside them that have a title."""
    made: Schemas = {}

    def lift(part: Any) -> Any:
        if isinstance(part, list):
            return [lift(one) for one in part]
        if not isinstance(part, dict):
            return part
        here = {key: value if key in VALUES else lift(value) for key, value in part.items()}
        if not isinstance(here.get("title"), str):
            return here
        name = named(slug, here.pop("title"))
        here.pop("default", None)  # generators write it down as it is, which is no object of the class they made
        made[name] = here
        return {**ref(name), **told(here)}

    return {named(slug, name): lift(draft) for name, draft in drafts.items()} | made


def renamed(part: Any, names: Mapping[str, str]) -> Any:
    """The same, with references to other names."""
    if isinstance(part, dict):
        return {key: renamed(value, names) for key, value in part.items()}
    if isinstance(part, list):
        return [renamed(one, names) for one in part]
    if isinstance(part, str) and part.startswith(REF):
        bare = part.removeprefix(REF)
        return REF + names.get(bare, bare)
    return part


def one_of(forms: Mapping[str, str], told_by: str) -> Schemas:
    """One of these schemas, by the word that this field holds."""
    mapping = {word: f"{REF}{name}" for word, name in forms.items()}
    return {
        "oneOf": [ref(name) for name in forms.values()],
        "discriminator": {"propertyName": told_by, "mapping": mapping},
    }


def by_engine(name: str) -> dict[str, str]:
    """What a schema is called in each game."""
    return {slug: named(slug, name) for slug in ENGINES}


def named(slug: str, name: str) -> str:
    """The name of a game's schema; so a new game renames nobody's."""
    return name if name.startswith(pascal(slug)) else pascal(slug) + name


def content_name(engine: Engine[Any, Any]) -> str:
    """The name of what never changes in a game."""
    return "NoContent" if engine.content_type is NoContent else named(engine.slug, "Content")


def action_name(kind: str) -> str:
    """The name of a type of action, within its game."""
    return pascal(f"{kind}_action")


def event_name(event: type[Event]) -> str:
    """The name of a type of event, within its game."""
    return pascal(f"{event_type(event)}_event")


def told(schema: Schemas) -> Schemas:
    """What a schema is described by."""
    return {"description": schema["description"]} if "description" in schema else {}
