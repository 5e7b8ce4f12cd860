"""openapi.yaml: made from the schemas that validate, the structs that are encoded and the routes as declared."""

import inspect
import re
from collections.abc import Iterator
from typing import Any

import yaml
from flask import Flask

from schemas.registry import SCHEMAS
from service import __version__
from service.http.openapi import examples
from service.http.openapi.components import components
from service.http.openapi.dialect import plain, without_null
from service.http.openapi.json_schema import json_schema, name_of
from service.http.openapi.responses import headers, ref, refusals, responses
from service.http.operation import Operation
from service.http.request import LONGEST_KEY, SHORTEST_RANDOM_KEY
from service.tokens import GAME_ID

A_UUID = "2c1f7b52-8f0e-4c39-a3ab-0f6a4a4c3d10"
HEADERS = {
    "Idempotency-Key": "A text that you choose for this request. A request sent again with the same key and body "
    "within 24 hours is not applied again, and the answer says `Idempotent-Replayed: true`. To create or join, the key "
    "must be as hard to guess as a UUID, with at least 22 characters, because it decrypts the answer with the tokens",
    "If-Match": "The view's `ETag`: a 412 if the game has changed since; without it, act on the newest state",
    "Last-Event-ID": "For streams: the `seq` of the last event you have, as EventSource sends it; replaces `after`",
    "If-None-Match": "The `ETag` you have: 304 if nothing has changed",
    "Accept-Language": "The languages you read, as browsers send them; answers come in `en`, `fr` or `de`",
}
WORDED = ("/v1", "/problems")
"""Paths whose answers hold words for people."""
PLACES = {
    "game_id": "The game's `id`",
    "seat": "The seat's number",
    "slug": "The engine's `slug`",
    "picture": "A picture's name, as the rules page links to it",
    "code": "The problem's `code`",
}
IN_PATHS: dict[str, dict[str, Any]] = {
    "seat": {"type": "integer", "minimum": 0},
    "game_id": {"type": "string", "pattern": f"^{GAME_ID.pattern}$"},
}
FOLLOWED = {"game_id": "$response.body#/id", "seat": "$response.body#/seats/0/seat"}
"""Where the answer that makes a game has what the path of an operation on it needs."""
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
    "Engines": "What can be played",
    "Tables": "Setting tables",
    "Seats": "Sitting down and leaving",
    "Play": "Playing",
    "Records": "After the game",
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
            "responses": refusals((spec, path) for path, _, _, spec, _ in declared(app)),
            "headers": headers(),
            "links": links(app),
            "examples": examples.problems(),
            "securitySchemes": SCHEMES,
        },
    }


def declared(app: Flask) -> Iterator[tuple[str, str, str, Operation, str]]:
    """Every declared route: its path, method, name, declaration and description."""
    for rule in sorted(app.url_map.iter_rules(), key=lambda rule: rule.rule):
        route = app.view_functions[rule.endpoint]
        spec: Operation | None = getattr(route, "operation", None)
        if spec is not None:
            path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
            for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
                yield path, method.lower(), rule.endpoint.rpartition(".")[2], spec, inspect.getdoc(route) or ""


def paths(app: Flask) -> dict[str, Any]:
    """Every declared route, by path and method."""
    found: dict[str, Any] = {}
    follow = {name: ref(name, "links") for name in links(app)}
    for path, method, name, spec, text in declared(app):
        made = found.setdefault(path, {})[method] = operation(spec, path, name, text)
        if "Location" in spec.response_headers:
            made["responses"][str(spec.status)]["links"] = follow
    return found


def links(app: Flask) -> dict[str, Any]:
    """What can be done with a game, by operation, for whoever has the answer that made it."""
    return {
        name: {
            "operationId": name,
            "parameters": {place: FOLLOWED[place] for place in re.findall(r"{(\w+)}", path)},
            "description": spec.summary,
        }
        for path, _, name, spec, _ in declared(app)
        if "{game_id}" in path
    }


def operation(spec: Operation, path: str, name: str, text: str) -> dict[str, Any]:
    """One declared route."""
    made: dict[str, Any] = {
        "operationId": name,
        "tags": [spec.tag],
        "summary": spec.summary,
        "description": text,
        "security": SECURITY[spec.auth] if spec.auth else [],
        "parameters": parameters(spec, path),
        "responses": responses(spec, path, name),
    }
    if body := body_of(spec):
        made["requestBody"] = {"required": True, "content": {"application/json": {"schema": ref(body), **sent(body)}}}
    return made


def body_of(spec: Operation) -> str:
    """The name of the schema of what a route takes; empty if it takes nothing."""
    return spec.body_name if spec.body is None else name_of(spec.body())


def sent(body: str) -> dict[str, Any]:
    """Example bodies: an action of each game, a new table, somebody who joins, a record."""
    if body == "Action":
        first = {slug: next(iter(schemas.actions.values())) for slug, schemas in SCHEMAS.items()}
        return {"examples": {slug: {"value": schema.example} for slug, schema in first.items()}}
    return {"examples": {name: {"value": value} for name, value in examples.bodies()[body].items()}}


def parameters(spec: Operation, path: str) -> list[dict[str, Any]]:
    """The parameters in the path, the query and the headers."""
    found: list[dict[str, Any]] = [
        {
            "name": name,
            "in": "path",
            "required": True,
            "schema": IN_PATHS.get(name, {"type": "string"}),
            "description": PLACES[name],
        }
        for name in re.findall(r"{(\w+)}", path)
    ]
    for name, field in without_null(plain(json_schema(spec.query()))).get("properties", {}).items():
        found.append({"name": name, "in": "query", "schema": field, "description": field.pop("description", name)})
    return found + [
        {"name": name, "in": "header", "schema": header_schema(spec, name), "description": HEADERS[name]}
        for name in (*spec.request_headers, *(("Accept-Language",) if path.startswith(WORDED) else ()))
    ]


def header_schema(spec: Operation, name: str) -> dict[str, Any]:
    """What a header may hold."""
    if name == "Idempotency-Key":
        random = {"description": "Random, such as a UUID", "examples": [A_UUID]} if spec.returns_tokens else {}
        least = SHORTEST_RANDOM_KEY if spec.returns_tokens else 1
        return {"type": "string", "minLength": least, "maxLength": LONGEST_KEY, "pattern": "^[!-~]+$", **random}
    return {"type": "string", "pattern": "^[0-9]{1,15}$"} if name == "Last-Event-ID" else {"type": "string"}


class RandomPlayouts(yaml.SafeDumper):
    """YAML for people: a repeated value is written out again, not replaced by an alias."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def as_yaml(app: Flask) -> str:
    """The specification as openapi.yaml has it."""
    return yaml.dump(document(app), Dumper=RandomPlayouts, sort_keys=False, allow_unicode=True, width=120)
