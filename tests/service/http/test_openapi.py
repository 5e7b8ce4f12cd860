"""openapi.yaml: current, valid and complete."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urljoin

import pytest
import yaml
from openapi_spec_validator import OpenAPIV31SpecValidator

from engines.registry import ENGINES
from schemas.game_schemas import action_type
from service import shutdown as draining
from service.authoring.check_published import undescribed
from service.http.openapi.document import as_yaml, examples
from service.http.openapi.responses import pascal_case
from service.http.routes.docs import written
from service.logs import LOG
from service.table import lifecycle
from service.table.access import Caller
from service.table.table_events import TABLE_EVENTS
from tests.support import bells
from tests.support.http import InProcess, Table, assert_ok, assert_problem, play_to_the_end
from tests.support.published import document, validator
from tests.support.running import ROOT
from tests.support.time import Time


def test_the_document_is_current(client: InProcess) -> None:
    assert (ROOT / "openapi.yaml").read_text(encoding="utf-8") == as_yaml(client.app), "run `make types`"


def test_making_the_document_leaves_the_app_that_serves_it_alone(client: InProcess) -> None:
    """An app that was made only to be described once changed the level of the log, and listened to draining."""
    for made in (written, examples.json_responses):
        made.cache_clear()
    before = LOG.level, draining._listeners.copy()
    for form in ("yaml", "json"):
        client.get(f"/openapi.{form}")
    assert (LOG.level, draining._listeners) == before


def test_the_document_is_the_same_on_every_python() -> None:
    """Python 3.13 takes the indentation out of docstrings, and those before it do not."""
    assert [text for text in descriptions(document()) if "\n " in text] == []


def descriptions(node: object) -> Iterator[str]:
    """Every description in the document."""
    if isinstance(node, dict):
        yield from (text for name, text in node.items() if name == "description" and isinstance(text, str))
    for inner in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from descriptions(inner)


def test_the_document_is_valid() -> None:
    OpenAPIV31SpecValidator(document()).validate()


def test_both_formats_are_served_and_agree(client: InProcess) -> None:
    as_json, as_text = client.get("/openapi.json"), client.get("/openapi.yaml")
    assert assert_ok(as_json) == document() == yaml.load(as_text.text, yaml.CSafeLoader)
    assert as_text.headers["Content-Type"].startswith("application/yaml")


def test_every_route_is_in_the_document(client: InProcess) -> None:
    served = {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), method.lower())
        for rule in client.app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if not rule.endpoint.startswith("web.") and not rule.rule.startswith("/docs")
    }
    assert served == {(path, method) for path, methods in document()["paths"].items() for method in methods}


def test_every_action_of_every_engine_has_its_own_schema_with_an_example_that_fits(slug: str) -> None:
    engine, schemas = ENGINES[slug], document()["components"]["schemas"]
    union = schemas[pascal_case(f"{slug}_action")]
    kinds = [action_type(action) for action in engine.actions]
    assert list(union["discriminator"]["mapping"]) == kinds
    for kind in kinds:
        name = pascal_case(f"{slug}_{kind}_action")
        schema = schemas[name]
        assert schema["properties"]["type"] == {"type": "string", "const": kind}
        assert schema["additionalProperties"] is False
        assert schema["description"]
        assert schema["examples"]
        for example in schema["examples"]:
            assert example["type"] == kind
            for pointer in (name, pascal_case(f"{slug}_action"), "Action"):
                validator(f"/components/schemas/{pointer}").validate(example)
            assert not validator(f"/components/schemas/{name}").is_valid({**example, "colour": "blue"})


def resolve(place: str, here: Any = None) -> Any:
    """What a reference leads to."""
    part = here or document()
    for step in place.removeprefix("#/").split("/"):
        part = part[step]
    return part


def expand(part: Any, here: Any = None) -> Any:
    """A schema with what it refers to in place; without names, examples, and defaults that say nothing."""
    if isinstance(part, list):
        return [expand(one, here) for one in part]
    if not isinstance(part, dict):
        return part
    here = part if "$defs" in part else here
    if isinstance(place := part.get("$ref"), str):
        part = {**{key: value for key, value in part.items() if key != "$ref"}, **resolve(place, here)}
    remaining = {
        key: value for key, value in part.items() if key not in ("title", "examples", "$defs", "discriminator")
    }
    left_out = [
        key for key, value in remaining.items() if key == "default" and (value is None or isinstance(value, dict))
    ]
    return {key: expand(value, here) for key, value in remaining.items() if key not in left_out}


def own_fields(schema: Any) -> Any:
    """What a schema adds to its base, if it has one."""
    return schema["allOf"][1] if "allOf" in schema else schema


def fields_in(part: Any, where: str = "") -> Iterator[str]:
    """Where which fields are: an action within a state is described as it is read, but it has the same fields."""
    if isinstance(part, list):
        for one in part:
            yield from fields_in(one, where)
    if isinstance(part, dict):
        for name, field in part.get("properties", {}).items():
            yield f"{where}.{name}"
            yield from fields_in(field, f"{where}.{name}")
        yield from fields_in([part.get(key) for key in ("items", "anyOf", "oneOf", "allOf")], where)


def test_the_engines_page_and_the_document_agree(slug: str, client: InProcess) -> None:
    page, schemas = assert_ok(client.get(f"/v1/engines/{slug}")), document()["components"]["schemas"]
    assert expand(page["options"]) == expand(schemas[pascal_case(f"{slug}_options")])
    states = expand(page["state"]), expand(schemas[pascal_case(f"{slug}_state")])
    assert set(fields_in(states[0])) == set(fields_in(states[1]))
    actions = schemas[pascal_case(f"{slug}_action")]["discriminator"]["mapping"]
    assert expand(page["actions"]) == {kind: expand({"$ref": place}) for kind, place in actions.items()}
    events = schemas[pascal_case(f"{slug}_event")]["discriminator"]["mapping"]
    for kind, place in events.items():
        data = own_fields(resolve(place))["properties"]["data"]
        assert set(fields_in(expand(page["events"][kind]))) == set(fields_in(expand(data))), kind
    assert page["events"].keys() == events.keys()
    types = (*TABLE_EVENTS, *ENGINES[slug].events)
    assert page["events"].keys() == {str(event.__struct_config__.tag) for event in types}
    assert client.get(f"/v1/engines/{slug}/rules").headers["Content-Type"] == "text/markdown; charset=utf-8"
    assert slug in [engine["slug"] for engine in assert_ok(client.get("/v1/engines"))["engines"]]


def test_every_field_of_every_body_and_response_is_explained() -> None:
    schemas = document()["components"]["schemas"]
    assert [field for name, schema in schemas.items() for field in undescribed(name, schema)] == []
    assert [name for name, schema in schemas.items() if not schema.get("description")] == []


def test_every_parameter_and_every_field_of_a_request_is_explained() -> None:
    for path, methods in document()["paths"].items():
        for method, operation in methods.items():
            where = f"{method} {path}"
            assert operation["summary"], where
            assert operation["description"], where
            assert [one["name"] for one in operation["parameters"] if not one.get("description")] == [], where
            for content in operation.get("requestBody", {}).get("content", {}).values():
                assert list(undescribed(where, content["schema"])) == []


def test_names_of_schemas_are_identifiers_that_code_generators_can_use() -> None:
    assert [name for name in document()["components"]["schemas"] if not name.isidentifier()] == []


def schemas_in(part: Any, where: str = "", *, schema: bool = False) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every schema in the document, also those inside others, and where it is."""
    if isinstance(part, list):
        for number, one in enumerate(part):
            yield from schemas_in(one, f"{where}/{number}", schema=schema)
    if not isinstance(part, dict):
        return
    if schema:
        yield where, part
    for key, inner in part.items():
        here = f"{where}/{key}"
        if key in ("properties", "schemas") and isinstance(inner, dict):  # by names, which may be any word
            for name, one in inner.items():
                yield from schemas_in(one, f"{here}/{name}", schema=True)
        elif key not in ("default", "enum", "example", "examples", "required", "discriminator"):
            yield from schemas_in(inner, here, schema=schema or key == "schema")


TYPES: dict[str, type | tuple[type, ...]] = {"string": str, "boolean": bool, "integer": int, "number": (int, float)}


def has_type_of(schema: dict[str, Any], literal: object) -> bool:
    """Whether the schema has one type, and it is that of this word."""
    return isinstance(literal, TYPES.get(str(schema.get("type")), ()))


DIALECT: dict[str, Callable[[dict[str, Any]], bool]] = {
    "a tuple is an array of a fixed length": lambda one: "prefixItems" not in one and one.get("items") is not False,
    "an array says what is in it": lambda one: one.get("type") != "array" or "items" in one,
    "a constant has its type": lambda one: "const" not in one or has_type_of(one, one["const"]),
    "values of one type": lambda one: all(has_type_of(one, literal) for literal in one.get("enum", ())),
    "no default is null": lambda one: one.get("default", 0) is not None,
    "a field says what it is": lambda one: bool(one.keys() & {"type", "$ref", "anyOf", "oneOf", "allOf"}),
    "an open object says so": lambda one: one.get("type") != "object" or bool(one.keys() & OPEN),
    "patterns are anchored": lambda one: all(map(ANCHORED.fullmatch, filter(None, [one.get("pattern")]))),
    "patterns are plain": lambda one: not re.search(r"\(\?(?![:=!])|\\[AZzpPhRQE]|[*+?}]\+", one.get("pattern", "")),
}
"""What code generators ask of a schema."""
OPEN = {"properties", "additionalProperties"}
ANCHORED = re.compile(r"\^(?:\((?!\?[=!]).*\)|[^|]*)\$")
"""From the first character to the last, whichever of its alternatives fits."""


@pytest.mark.parametrize("rule", DIALECT)
def test_the_document_is_in_the_dialect_of_code_generators(rule: str) -> None:
    schemas = dict(schemas_in(document()))
    assert len(schemas) > 1000
    assert [where for where, schema in schemas.items() if not DIALECT[rule](schema)] == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"type": "array", "prefixItems": [{"type": "integer"}], "items": False},
        {"type": "array"},
        {"const": "zoky"},
        {"type": "string", "enum": ["zoky", None]},
        {"enum": [1, 2]},
        {"type": "string", "default": None},
        {"description": "anything"},
        {"type": "object"},
        *(
            {"type": "string", "pattern": one}
            for one in ("[a-z]+", "^a|b$", r"\Aa\Z", "^(?P<a>b)$", "^(?i)a$", "^a++$")
        ),
    ],
)
def test_what_is_not_in_this_dialect_is_noticed(wrong: dict[str, Any]) -> None:
    assert not all(holds(wrong) for holds in DIALECT.values())


def test_no_part_is_there_that_nothing_uses() -> None:
    components = document()["components"]
    used = set(re.findall(r'"#/components/(\w+/[\w-]+)"', json.dumps(document())))
    kinds = components.keys() - {"securitySchemes"}
    assert {f"{kind}/{name}" for kind in kinds for name in components[kind]} == used


VERBS = {"get", "list", "create", "delete", "start", "join", "leave", "take", "verify"}


def test_every_operation_has_a_name_of_its_own_and_a_tag_that_is_explained() -> None:
    operations = [operation for methods in document()["paths"].values() for operation in methods.values()]
    names = [operation["operationId"] for operation in operations]
    assert len(names) == len(set(names))
    assert [name for name in names if name.partition("_")[0] not in VERBS or not re.fullmatch("[a-z_]+", name)] == []
    tags = {tag["name"] for tag in document()["tags"] if tag["description"]}
    assert {tuple(operation["tags"]) for operation in operations} == {(tag,) for tag in tags}


def test_error_responses_have_short_names() -> None:
    assert [name for name in document()["components"]["responses"] if "Or" in re.findall("[A-Z][a-z]+", name)] == []


def test_whatever_differs_by_game_is_discriminated(slug: str) -> None:
    """By `engine`, and events and actions by `type`; each form holds only what is of its game."""
    schemas, game = document()["components"]["schemas"], pascal_case(slug)
    others = tuple(pascal_case(other) for other in ENGINES if other != slug)
    for general in ("GameView", "JoinResult", "ActionResult", "LegalActions", "EventList", "NewGame", "Record"):
        known, *unknown = [schemas[general]] if general == "NewGame" else schemas[general]["anyOf"]
        mapping = known["discriminator"]["mapping"]
        assert sorted(mapping) == sorted(ENGINES), general
        assert mapping[slug] == f"#/components/schemas/{game}{general}"
        assert unknown in ([], [{"$ref": f"#/components/schemas/Unknown{general}"}]), general
        own = own_fields(schemas[f"{game}{general}"])
        assert own["properties"]["engine"]["const"] == slug
        assert "engine" in own["required"]
    for name in (name for name in schemas if name.startswith(game)):
        used = re.findall(r'"#/components/schemas/(\w+)"', json.dumps(schemas[name]))
        assert [one for one in used if one.startswith(others)] == [], name
    for place in schemas[f"{game}Event"]["discriminator"]["mapping"].values():
        event = own_fields(resolve(place))
        assert {"type", "data"} <= set(event["required"])
        assert event["properties"]["data"]["$ref"] == f"{place}Data"


@pytest.mark.parametrize("base", ["GameView", "GameSummary", "Record", "Event"])
def test_all_games_extend_the_same_base_and_repeat_none_of_its_fields(base: str) -> None:
    schemas = document()["components"]["schemas"]
    extended = [{"$ref": f"#/components/schemas/{base}Base"}]
    forms = [schema["allOf"][1] for schema in schemas.values() if schema.get("allOf", [])[:1] == extended]
    assert len(forms) > len(ENGINES)
    assert len({tuple(form["properties"]) for form in forms}) == 1, "each defines the same fields itself"
    assert forms[0]["properties"].keys().isdisjoint(schemas[f"{base}Base"]["properties"])


def test_responses_of_a_game_that_is_not_in_the_document_are_declared(
    client: InProcess, now: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of a game that was installed after a client was generated: every response is checked on its way."""
    bells.install(monkeypatch)
    seats = [{"name": name, "kind": "human"} for name in ("Ana", "Ben")]
    body = {"engine": "bells", "seats": seats, "options": {}, "public": True, "auto_start": True, "turn_seconds": None}
    made = lifecycle.create(now.tables, Caller(), body)
    table = Table(client, made.game.id, made.host_token, made.tokens)
    assert [game["engine"] for game in assert_ok(client.get("/v1/games"))["games"]] == ["bells"]
    listed = assert_ok(client.get(f"{table.path}/actions", token=table.tokens[0]))
    assert listed["actions"] == [{"type": "ring"}]
    play_to_the_end(table)
    assert table.events()[-1]["type"] == "game_finished"
    record = assert_ok(client.get(f"{table.path}/record"))
    assert assert_ok(client.post("/v1/records/verify", json=record))["valid"]


def test_a_game_in_the_document_is_never_taken_for_one_that_is_not(client: InProcess, slug: str) -> None:
    view = client.create(slug, seats=ENGINES[slug].players.min).view()
    check = validator("/components/schemas/GameView")
    assert check.is_valid(view)
    assert check.is_valid({**view, "engine": "another", "state": {"anything": 1}, "options": {}})
    assert not check.is_valid({**view, "state": {"anything": 1}}), "only another game may have any state"


def test_every_response_has_an_example_that_fits_and_every_problem_too() -> None:
    whole = document()
    for path, methods in whole["paths"].items():
        for method, operation in methods.items():
            for status, response in operation["responses"].items():
                for form, content in response.get("content", {}).items():
                    where = ("paths", path.replace("/", "~1"), method, "responses", status, "content")
                    if "example" in content:
                        validator("/".join(("", *where, form.replace("/", "~1"), "schema"))).validate(
                            content["example"]
                        )
                    assert "example" in content or "examples" in content, (path, method, status, form)
    for name, response in whole["components"]["responses"].items():
        (content,) = response["content"].values()
        for code in content["examples"]:
            problem = whole["components"]["examples"][code]["value"]
            validator(f"/components/responses/{name}/content/application~1problem+json/schema").validate(problem)


def test_the_record_of_the_examples_is_a_good_one(client: InProcess) -> None:
    examples = {
        operation["operationId"]: response["content"]["application/json"]["example"]
        for methods in document()["paths"].values()
        for operation in methods.values()
        for response in operation["responses"].values()
        if "example" in response.get("content", {}).get("application/json", {})
    }
    verdict = assert_ok(client.post("/v1/records/verify", json=examples["get_record"]))
    assert verdict == {**examples["verify_record"], "known": False}


def test_the_pictures_of_a_rules_page_are_where_its_links_lead(client: InProcess, slug: str) -> None:
    address = f"/v1/engines/{slug}/rules"
    for link in re.findall(r"!\[.*?\]\((.*?)\)", client.get(address).text):
        picture = client.get(urljoin(address, link))
        assert picture.headers["Content-Type"].startswith("image/svg+xml")
        assert "<svg" in picture.text
    assert_problem(client.get(f"/v1/engines/{slug}/none.svg"), 404, "not_found")
    assert_problem(client.get("/v1/engines/zoky/tomb.svg"), 404, "not_found")
