"""Checks against openapi.yaml: every answer of the service must be what the document promises."""

import re
from functools import cache
from typing import Any
from urllib.parse import quote

import httpx
import yaml
from jsonschema_rs import Draft202012, Draft202012Validator, Registry

from tests.support.running import ROOT

BASE = "urn:openapi"
NOT_FOUND = "/components/responses/NotFound"
PROBLEM = "/components/schemas/ProblemDetails"
OF_HTTP = {"connection", "content-length", "content-type", "date", "server", "transfer-encoding"}
"""Headers that the server sends for HTTP itself."""


@cache
def document() -> dict[str, Any]:
    """The committed openapi.yaml."""
    read: dict[str, Any] = yaml.load((ROOT / "openapi.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
    return read


@cache
def _registry() -> Registry:
    return Registry([(BASE, document())], draft=Draft202012)


@cache
def validator(pointer: str) -> Draft202012Validator:
    """A validator for the schema at this place in the document."""
    return Draft202012Validator({"$ref": f"{BASE}#{quote(pointer)}"}, registry=_registry())


@cache
def _patterns() -> list[tuple[re.Pattern[str], str]]:
    """Paths without a parameter come first, as they are the more exact ones."""
    paths = sorted(document()["paths"], key=lambda path: (path.count("{"), path))
    return [(re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path)) + "/?"), path) for path in paths]


def template_of(path: str) -> str | None:
    """The path in the document that this path matches."""
    return next((template for pattern, template in _patterns() if pattern.fullmatch(path)), None)


def promised(response: httpx.Response) -> httpx.Response:
    """The response, if the document promises it: its status, its form, its headers, and what is in it."""
    where = f"{response.request.method} {response.request.url.path} {response.status_code}"
    form = response.headers.get("Content-Type", "").partition(";")[0]
    assert response.headers["X-Content-Type-Options"] == "nosniff", where
    if response.status_code >= 400:
        assert form == "application/problem+json", f"{where}: {form}"
        if response.request.method != "HEAD":
            validator(PROBLEM).validate(response.json())
    if form == "text/html":
        assert "frame-ancestors 'none'" in response.headers["Content-Security-Policy"], where
    place = place_of(response, where)
    if place is None:
        return response
    declared = _at(place)
    _demand_headers(response, declared["headers"], where)
    content = declared.get("content")
    if content is None or response.request.method == "HEAD":
        assert not response.content, f"{where} is to have no body"
        return response
    assert form in content, f"{where}: {form} is not in openapi.yaml"
    if form.endswith("json"):
        _demand(response, f"{place}/content/{form.replace('/', '~1')}/schema", where)
        if response.status_code >= 400:
            codes = re.findall(r"`(\w+)`", declared["description"])
            assert response.json()["code"] in codes, f"{where}: {response.json()['code']} is not in openapi.yaml"
    return response


def place_of(response: httpx.Response, where: str) -> str | None:
    """The pointer to what the document says of this answer; None for what it does not hold: the page and OPTIONS."""
    template = template_of(response.request.url.path)
    method = response.request.method.lower().replace("head", "get")  # HEAD is GET without the body
    operation = document()["paths"].get(template, {}).get(method)
    if operation is None:
        if response.status_code < 400 or response.status_code == 405:  # the document holds only methods that are there
            return None
        assert response.status_code == 404, f"{where} is not in openapi.yaml"
        return NOT_FOUND
    status = str(response.status_code)
    assert status in operation["responses"], f"{where} is not in openapi.yaml: {response.text}"
    steps = ("paths", template or "", method, "responses", status)
    place = "/" + "/".join(step.replace("~", "~0").replace("/", "~1") for step in steps)
    named: str | None = _at(place).get("$ref")
    return place if named is None else named.removeprefix("#")


@cache
def _at(pointer: str) -> dict[str, Any]:
    """What is at this place in the document."""
    found = document()
    for step in pointer.split("/")[1:]:
        found = found[step.replace("~1", "/").replace("~0", "~")]
    return found


def _demand_headers(response: httpx.Response, declared: dict[str, Any], where: str) -> None:
    """Every header that is sent is published for this answer, and those that it must have are sent."""
    sent = {name.lower() for name in response.headers} - OF_HTTP
    assert sent <= {name.lower() for name in declared}, f"{where}: {sent} are not all in openapi.yaml"
    sure = {name.lower() for name in declared if document()["components"]["headers"][name]["required"]}
    assert sure <= sent, f"{where}: {sure - sent} are not sent"


def _demand(response: httpx.Response, pointer: str, where: str) -> None:
    """Check a body against its schema."""
    wrong = next(iter(validator(pointer).iter_errors(response.json())), None)
    assert wrong is None, f"{where} at {wrong.instance_path}: {wrong.message}"
