"""openapi.yaml: generated from the schemas that validate, the structs that are encoded and the declared operations."""

import inspect
import re
from collections.abc import Iterator
from typing import Any

import yaml
from flask import Flask

from engines.registry import ENGINES
from schemas.game_schemas import schemas_of
from service import __version__
from service.http.openapi import examples
from service.http.openapi.components import components
from service.http.openapi.json_schema import json_schema, schema_name, simplify, without_null_defaults
from service.http.openapi.responses import error_responses, headers, ref, responses
from service.http.operation import Operation
from service.http.request import LONGEST_KEY, SHORTEST_RANDOM_KEY
from service.tokens import GAME_ID

EXAMPLE_KEY = "2c1f7b52-8f0e-4c39-a3ab-0f6a4a4c3d10"
REQUEST_HEADERS = {
    "Idempotency-Key": "A text that you choose for this request. A request sent again with the same key and body "
    "within 24 hours is not applied again, and the response has `Idempotent-Replayed: true`. To create or join, the "
    "key must be as hard to guess as a UUID, with at least 22 characters: it decrypts the response with the tokens",
    "If-Match": "The view's `ETag`: a 412 if the game has changed since; without it, act on the newest state",
    "Last-Event-ID": "For streams: the `seq` of the last event you have, as EventSource sends it; replaces `after`",
    "If-None-Match": "The `ETag` you have: 304 if nothing has changed",
    "Accept-Language": "The languages you read, as browsers send them; responses are in `en`, `fr` or `de`",
}
TRANSLATED_PATHS = ("/v1", "/problems")
"""Paths whose responses contain texts for people."""
PATH_PARAMETERS = {
    "game_id": "The game's `id`",
    "seat": "The seat's number",
    "slug": "The engine's `slug`",
    "picture": "A picture's name, as the rules page links to it",
    "code": "The problem's `code`",
}
PATH_SCHEMAS: dict[str, dict[str, Any]] = {
    "seat": {"type": "integer", "minimum": 0},
    "game_id": {"type": "string", "pattern": f"^{GAME_ID.pattern}$"},
}
LINK_PARAMETERS = {"game_id": "$response.body#/id", "seat": "$response.body#/seats/0/seat"}
"""Where the response that creates a game has the path parameters of operations on that game."""
SECURITY: dict[str, Any] = {
    "seat": [{"seat": []}],
    "host": [{"host": []}],
    "seat_or_host": [{"seat": []}, {"host": []}],
    "viewer": [{}, {"seat": []}],
    "claim": [{}, {"seat": []}, {"host": []}],
    "api_key": [{}, {"api_key": []}],
    "metrics": [{}, {"metrics": []}],
}
SCHEMES = {
    "seat": {"type": "http", "scheme": "bearer", "description": "A seat's token"},
    "host": {"type": "http", "scheme": "bearer", "description": "The host's token"},
    "metrics": {"type": "http", "scheme": "bearer", "description": "METRICS_TOKEN, where it is set"},
    "api_key": {"type": "apiKey", "in": "header", "name": "X-API-Key", "description": "Where API_KEYS is set"},
}
TAGS = {
    "Engines": "The games that can be played",
    "Tables": "Creating, listing and starting games",
    "Seats": "Joining and leaving",
    "Play": "Listing and taking actions, and the log of events",
    "Records": "Records of finished games, and rematches",
    "Operations": "For those who run the service",
    "Documentation": "This document",
}


def document(app: Flask) -> dict[str, Any]:
    """The whole specification of an app."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Ludotheque",
            "version": __version__,
            "summary": "A home for board games on the web",
            "description": "Create a table over HTTP and let players act. The service applies the rules, shows each "
            "player only what they may know, puts simultaneous actions in order and never loses an accepted move.",
            "contact": {"name": "The maintainers of Ludotheque"},
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "tags": [{"name": name, "description": text} for name, text in TAGS.items()],
        "paths": paths(app),
        "components": {
            "schemas": components(),
            "responses": error_responses((spec, path, name) for path, _, name, spec, _ in declared(app)),
            "headers": headers(),
            "links": links(app),
            "examples": examples.problems(),
            "securitySchemes": SCHEMES,
        },
    }


def declared(app: Flask) -> Iterator[tuple[str, str, str, Operation, str]]:
    """Every declared operation: its path, method, name, declaration and description."""
    for rule in sorted(app.url_map.iter_rules(), key=lambda rule: rule.rule):
        route = app.view_functions[rule.endpoint]
        spec: Operation | None = getattr(route, "operation", None)
        if spec is not None:
            path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
            for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
                yield path, method.lower(), rule.endpoint.rpartition(".")[2], spec, inspect.getdoc(route) or ""


def paths(app: Flask) -> dict[str, Any]:
    """Every declared operation, by path and method."""
    by_path: dict[str, Any] = {}
    game_links = {name: ref(name, "links") for name in links(app)}
    for path, method, name, spec, text in declared(app):
        made = by_path.setdefault(path, {})[method] = operation(spec, path, name, text)
        if "Location" in spec.response_headers:
            made["responses"][str(spec.status)]["links"] = game_links
    return by_path


def links(app: Flask) -> dict[str, Any]:
    """The operations on a game, as links from the response that creates it."""
    return {
        name: {
            "operationId": name,
            "parameters": {parameter: LINK_PARAMETERS[parameter] for parameter in re.findall(r"{(\w+)}", path)},
            "description": spec.summary,
        }
        for path, _, name, spec, _ in declared(app)
        if "{game_id}" in path
    }


def operation(spec: Operation, path: str, name: str, text: str) -> dict[str, Any]:
    """One declared operation."""
    made: dict[str, Any] = {
        "operationId": name,
        "tags": [spec.tag],
        "summary": spec.summary,
        "description": text,
        "security": SECURITY[spec.auth] if spec.auth else [],
        "parameters": parameters(spec, path),
        "responses": responses(spec, path, name),
    }
    if body := body_schema_name(spec):
        made["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": ref(body), **body_examples(body)}},
        }
    return made


def body_schema_name(spec: Operation) -> str:
    """The name of the schema of an operation's body; empty if it has none."""
    return spec.body_name if spec.body is None else schema_name(spec.body())


def body_examples(body: str) -> dict[str, Any]:
    """Example bodies: an action of each game, a new game, a join, a record."""
    if body == "Action":
        first = {slug: next(iter(schemas_of(engine).actions.values())) for slug, engine in ENGINES.items()}
        return {"examples": {slug: {"value": schema.example} for slug, schema in first.items()}}
    return {"examples": {name: {"value": value} for name, value in examples.request_bodies()[body].items()}}


def parameters(spec: Operation, path: str) -> list[dict[str, Any]]:
    """The parameters in the path, the query and the headers."""
    made: list[dict[str, Any]] = [
        {
            "name": name,
            "in": "path",
            "required": True,
            "schema": PATH_SCHEMAS.get(name, {"type": "string"}),
            "description": PATH_PARAMETERS[name],
        }
        for name in re.findall(r"{(\w+)}", path)
    ]
    for name, field in without_null_defaults(simplify(json_schema(spec.query()))).get("properties", {}).items():
        made.append({"name": name, "in": "query", "schema": field, "description": field.pop("description", name)})
    return made + [
        {"name": name, "in": "header", "schema": header_schema(spec, name), "description": REQUEST_HEADERS[name]}
        for name in (*spec.request_headers, *(("Accept-Language",) if path.startswith(TRANSLATED_PATHS) else ()))
    ]


def header_schema(spec: Operation, name: str) -> dict[str, Any]:
    """The schema of a request header."""
    if name == "Idempotency-Key":
        random = {"description": "Random, such as a UUID", "examples": [EXAMPLE_KEY]} if spec.returns_tokens else {}
        least = SHORTEST_RANDOM_KEY if spec.returns_tokens else 1
        return {"type": "string", "minLength": least, "maxLength": LONGEST_KEY, "pattern": "^[!-~]+$", **random}
    return {"type": "string", "pattern": "^[0-9]{1,15}$"} if name == "Last-Event-ID" else {"type": "string"}


class NoAliases(yaml.SafeDumper):
    """Writes a repeated value out again, not as an alias."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def as_yaml(app: Flask) -> str:
    """The specification as YAML."""
    return yaml.dump(document(app), Dumper=NoAliases, sort_keys=False, allow_unicode=True, width=120)
