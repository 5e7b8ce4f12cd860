"""Checks against openapi.yaml: every answer of the service must be what the document promises."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import httpx
import yaml
from jsonschema import Draft202012Validator
from jsonschema.protocols import Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from tests.support.running import ROOT

BASE = "urn:openapi"
HTTP_ITSELF = {405}
"""Statuses that every route can give because of HTTP, so that no route declares them."""


_good: set[tuple[Any, ...]] = set()


@cache
def document() -> dict[str, Any]:
    """The committed openapi.yaml."""
    read: dict[str, Any] = yaml.load((ROOT / "openapi.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
    return read


@cache
def _registry() -> Any:
    return Registry().with_resource(BASE, DRAFT202012.create_resource(document()))


@cache
def validator(pointer: str) -> Validator:
    """A validator for the schema at this place in the document."""
    return Draft202012Validator({"$ref": f"{BASE}#{pointer}"}, registry=_registry())


@cache
def _patterns() -> list[tuple[re.Pattern[str], str]]:
    """Paths without a parameter come first, as they are the more exact ones."""
    paths = sorted(document()["paths"], key=lambda path: (path.count("{"), path))
    return [(re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path)) + "/?"), path) for path in paths]


def template_of(path: str) -> str | None:
    """The path in the document that this path matches."""
    return next((template for pattern, template in _patterns() if pattern.fullmatch(path)), None)


def promised(response: httpx.Response) -> httpx.Response:
    """The response, if the document promises it: its status, its form, and what is in it."""
    request = response.request
    where = f"{request.method} {request.url.path} {response.status_code}"
    form = response.headers.get("Content-Type", "").partition(";")[0]
    if response.status_code >= 400:
        assert form == "application/problem+json", f"{where}: {form}"
    template = template_of(request.url.path)
    operation = document()["paths"].get(template, {}).get(request.method.lower())
    if operation is None:
        if response.status_code >= 400 and request.method != "HEAD":
            _demand(response, "/components/schemas/ProblemDetails", where)
        return response
    declared = operation["responses"].get(str(response.status_code))
    if declared is None:
        assert response.status_code in HTTP_ITSELF, f"{where} is not in openapi.yaml: {response.text}"
        return response
    content = declared.get("content")
    if content is None:
        assert not response.content, f"{where} is to have no body"
        return response
    assert form in content, f"{where}: {form} is not in openapi.yaml"
    if form.endswith("json"):
        place = "/".join(
            step.replace("~", "~0").replace("/", "~1")
            for step in ("paths", template or "", request.method.lower(), "responses", str(response.status_code))
        )
        _demand(response, f"/{place}/content/{form.replace('/', '~1')}/schema", where)
        if response.status_code >= 400:
            codes = re.findall(r"`(\w+)`", declared["description"])
            assert response.json()["code"] in codes, f"{where}: {response.json()['code']} is not in openapi.yaml"
    return response


def _demand(response: httpx.Response, pointer: str, where: str) -> None:
    """Check a body against its schema, unless a similar one was checked: validating costs far more than answering."""
    body = response.json()
    news = set(_facts(body, pointer)) - _good
    if news:
        wrong = next(validator(pointer).iter_errors(body), None)
        assert wrong is None, f"{where} at {wrong.json_path}: {wrong.message}"
        _good.update(news)


def _facts(body: Any, place: str) -> Iterator[tuple[Any, ...]]:
    """What a schema could refuse: which fields are together, and which words and kinds of values are where."""
    if isinstance(body, dict):
        yield place, body.get("type") if isinstance(body.get("type"), str) else None, *sorted(body)
        for name, value in body.items():
            yield from _facts(value, f"{place}.{name}")
    elif isinstance(body, list):
        yield place, "list", min(len(body), 3)
        for value in body:
            yield from _facts(value, f"{place}[]")
    else:
        word = isinstance(body, str) and re.fullmatch("[a-z_]{1,30}", body)
        yield place, body if word else type(body).__name__
