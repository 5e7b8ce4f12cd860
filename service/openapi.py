"""openapi.yaml: made from the schemas that validate, the structs that are encoded and the routes as declared."""

import inspect
import re
import sys
from functools import cache
from typing import Any

import msgspec
import yaml
from flask import Flask

from engines.record import Record
from engines.registry import ENGINES
from schemas.registry import SCHEMAS
from service import answers, view
from service.api import Operation
from service.catalogue import action_schema, json_schema
from service.http import LONGEST_KEY, SEALING_KEY
from service.problems import CATALOGUE
from service.records import Verdict
from service.secrets import GAME_ID

VERSION = "0.1.0"
ALWAYS = ("validation_error", "not_acceptable", "internal_error", "store_unavailable")
WITH_BODY = ("malformed_json", "unsupported_media_type", "payload_too_large")
HEADERS = {
    "Idempotency-Key": "Some text of yours; the same request with the same key is applied once (24 hours)",
    "If-Match": "The view's ETag: refuse with 412 if the game has moved on",
    "Last-Event-ID": "For streams: the last event you have, as EventSource sends it",
    "If-None-Match": "The ETag you have: 304 if nothing has changed",
}
IN_PATHS: dict[str, dict[str, Any]] = {
    "seat": {"type": "integer", "minimum": 0},
    "game_id": {"type": "string", "pattern": f"^{GAME_ID.pattern}$"},
}
LIVE = ("text/event-stream", "application/x-ndjson")
SECURITY: dict[str, Any] = {
    "seat": [{"seat": []}],
    "host": [{"host": []}],
    "seat_or_host": [{"seat": []}, {"host": []}],
    "viewer": [{}, {"seat": []}],
    "claim": [{}, {"seat": []}],
    "api_key": [{}, {"api_key": []}],
    "metrics": [{}, {"metrics": []}],
}
SCHEMES = {
    "seat": {"type": "http", "scheme": "bearer", "description": "A seat's token"},
    "host": {"type": "http", "scheme": "bearer", "description": "The host's token"},
    "metrics": {"type": "http", "scheme": "bearer", "description": "METRICS_TOKEN, where it is set"},
    "api_key": {"type": "apiKey", "in": "header", "name": "X-API-Key", "description": "Where API_KEYS is set"},
}
STRUCTS = (
    view.GameView,
    answers.EngineList,
    answers.EnginePage,
    answers.GameList,
    answers.JoinAnswer,
    answers.ActAnswer,
    answers.EventPage,
    answers.Ticket,
    Record,
    Verdict,
    answers.Health,
    answers.ProblemDetails,
)
TAGS = {
    "Engines": "What can be played",
    "Tables": "Setting tables",
    "Seats": "Sitting down and leaving",
    "Play": "Playing",
    "Records": "After the game",
    "Operations": "For those who run it",
    "Documentation": "This document",
}


def document(app: Flask) -> dict[str, Any]:
    """The whole specification of an app."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Ludotheque",
            "version": VERSION,
            "summary": "A home for board games on the web",
            "description": "Create a table over HTTP, let players act: the service knows the rules, keeps the secrets, "
            "settles the races and never loses a move.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "tags": [{"name": name, "description": text} for name, text in TAGS.items()],
        "paths": paths(app),
        "components": {"schemas": components(), "securitySchemes": SCHEMES},
    }


def paths(app: Flask) -> dict[str, Any]:
    """Every declared route."""
    found: dict[str, Any] = {}
    for rule in sorted(app.url_map.iter_rules(), key=lambda rule: rule.rule):
        spec: Operation | None = getattr(app.view_functions[rule.endpoint], "operation", None)
        if spec is None:
            continue
        path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            text = inspect.getdoc(app.view_functions[rule.endpoint]) or ""
            name = rule.endpoint.rpartition(".")[2]
            found.setdefault(path, {})[method.lower()] = operation(spec, path, name, text)
    return found


def operation(spec: Operation, path: str, name: str, text: str) -> dict[str, Any]:
    """One declared route."""
    made: dict[str, Any] = {
        "operationId": name,
        "tags": [spec.tag],
        "summary": spec.summary,
        "description": text,
        "parameters": parameters(spec, path),
        "responses": responses(spec, path),
    }
    if spec.auth is not None:
        made["security"] = SECURITY[spec.auth]
    if spec.body is not None or spec.body_name:
        schema = json_schema(spec.body()) if spec.body else {"$ref": f"#/components/schemas/{spec.body_name}"}
        made["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    return made


def parameters(spec: Operation, path: str) -> list[dict[str, Any]]:
    """What stands in the path, the query and the headers."""
    found: list[dict[str, Any]] = [
        {"name": name, "in": "path", "required": True, "schema": IN_PATHS.get(name, {"type": "string"})}
        for name in re.findall(r"{(\w+)}", path)
    ]
    for name, field in json_schema(spec.query()).get("properties", {}).items():
        found.append({"name": name, "in": "query", "schema": field, "description": field.pop("description", name)})
    return found + [
        {"name": name, "in": "header", "schema": header_schema(spec, name), "description": HEADERS[name]}
        for name in spec.headers
    ]


def header_schema(spec: Operation, name: str) -> dict[str, Any]:
    """What a header may hold."""
    if name == "Idempotency-Key":
        least = SEALING_KEY if spec.seals else 1
        return {"type": "string", "minLength": least, "maxLength": LONGEST_KEY, "pattern": "^[!-~]+$"}
    return {"type": "string", "pattern": "^[0-9]{1,15}$"} if name == "Last-Event-ID" else {"type": "string"}


def responses(spec: Operation, path: str) -> dict[str, Any]:
    """All a route can answer, by status."""
    empty = {str(status): {"description": text} for status, text in spec.empty.items()}
    return {str(spec.status): success(spec), **empty, **failures(spec, path)}


def success(spec: Operation) -> dict[str, Any]:
    """What a route gives when all is well."""
    if spec.returns is None:
        return {"description": "Done"}
    if spec.returns is str:
        schema: dict[str, Any] = {"type": "string"}
    elif spec.returns is dict:
        schema = {"type": "object"}
    else:
        schema = {"$ref": f"#/components/schemas/{spec.returns.__name__}"}
    text = (inspect.getdoc(spec.returns) or "").splitlines()[0] if spec.returns not in (str, dict) else "The text"
    content = {form: {"schema": {"type": "string"} if form in LIVE else schema} for form in spec.produces}
    return {"description": text, "content": content}


def failures(spec: Operation, path: str) -> dict[str, Any]:
    """The problems a route can end in, by status."""
    codes = [*spec.problems, *ALWAYS]
    if "{game_id}" in path:
        codes.append("rules_version_unsupported")
    if spec.body is not None or spec.body_name:
        codes += WITH_BODY
    if spec.limited:
        codes.append("rate_limited")
    by_status: dict[str, list[str]] = {}
    for code in sorted(codes, key=lambda code: CATALOGUE[code].status):
        by_status.setdefault(str(CATALOGUE[code].status), []).append(code)
    content = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/ProblemDetails"}}}
    return {
        status: {"description": "; ".join(f"`{code}`: {CATALOGUE[code].title}" for code in found), "content": content}
        for status, found in by_status.items()
    }


def components() -> dict[str, Any]:
    """Every named schema: what goes out, each game's view, and each type of action of each game."""
    views = [engine.view_type for engine in ENGINES.values()]
    refs, found = msgspec.json.schema_components(
        [*STRUCTS, *views], schema_hook=hook, ref_template="#/components/schemas/{name}"
    )
    states = refs[len(STRUCTS) :]
    found["GameView"]["properties"]["state"] = {"anyOf": [*states, {"type": "null"}]}
    for slug, schemas in SCHEMAS.items():
        names = {kind: pascal(f"{slug}_{kind}_action") for kind in schemas.actions}
        found |= {names[kind]: action_schema(schema) for kind, schema in schemas.actions.items()}
        found[pascal(f"{slug}_action")] = {
            "oneOf": [ref(name) for name in names.values()],
            "discriminator": {
                "propertyName": "type",
                "mapping": {kind: f"#/components/schemas/{name}" for kind, name in names.items()},
            },
        }
        found[pascal(f"{slug}_options")] = json_schema(schemas.options)
    found["Action"] = {"anyOf": [ref(pascal(f"{slug}_action")) for slug in SCHEMAS]}
    found["LegalActions"] = legal_actions()
    return {name: found[name] for name in sorted(found)}


def legal_actions() -> dict[str, Any]:
    """The one answer that holds actions, which marshmallow describes."""
    fields = {
        "version": {"type": "integer"},
        "types": {"type": "array", "items": {"type": "string"}},
        "actions": {"type": "array", "items": ref("Action")},
        "truncated": {"type": "boolean"},
    }
    return {
        "type": "object",
        "title": "LegalActions",
        "description": inspect.getdoc(answers.LegalActions),
        "properties": fields,
        "required": list(fields),
    }


def hook(kind: type) -> dict[str, Any]:
    """Types that msgspec leaves open: JSON kept as it was given, and the engine's view."""
    return {"type": "object"}


def ref(name: str) -> dict[str, str]:
    """A pointer to a named schema."""
    return {"$ref": f"#/components/schemas/{name}"}


def pascal(name: str) -> str:
    """tokyo_poo_divers as TokyoPooDivers."""
    return "".join(part.capitalize() for part in name.split("_"))


@cache
def published() -> dict[str, Any]:
    """The specification of this release; it does not depend on settings."""
    from service.app import create_app
    from service.settings import Settings

    return document(create_app(Settings(redis_url="unix:///none")))


@cache
def as_yaml() -> str:
    """The specification as openapi.yaml has it."""
    return yaml.safe_dump(published(), sort_keys=False, allow_unicode=True, width=120)


@cache
def as_json() -> bytes:
    """The specification as JSON."""
    return msgspec.json.encode(published())


if __name__ == "__main__":
    sys.stdout.write(as_yaml())
