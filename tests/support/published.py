"""Checks against openapi.yaml: every response of the service must be what the document declares."""

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
HTTP_HEADERS = {"connection", "content-length", "content-type", "date", "server", "transfer-encoding"}
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
    """A validator for the schema at this JSON pointer."""
    return Draft202012Validator({"$ref": f"{BASE}#{quote(pointer)}"}, registry=_registry())


@cache
def _patterns() -> list[tuple[re.Pattern[str], str]]:
    """Paths without a parameter come first, as they are the more exact ones."""
    paths = sorted(document()["paths"], key=lambda path: (path.count("{"), path))
    return [(re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path)) + "/?"), path) for path in paths]


def template_of(path: str) -> str | None:
    """The path in the document that this path matches."""
    return next((template for pattern, template in _patterns() if pattern.fullmatch(path)), None)


def assert_declared(response: httpx.Response) -> httpx.Response:
    """Check that the document declares this response: its status, media type, headers and body; returns it."""
    where = f"{response.request.method} {response.request.url.path} {response.status_code}"
    media_type = response.headers.get("Content-Type", "").partition(";")[0]
    assert response.headers["X-Content-Type-Options"] == "nosniff", where
    if response.status_code >= 400:
        assert media_type == "application/problem+json", f"{where}: {media_type}"
        if response.request.method != "HEAD":
            validator(PROBLEM).validate(response.json())
    if media_type == "text/html":
        assert "frame-ancestors 'none'" in response.headers["Content-Security-Policy"], where
    pointer = response_pointer(response, where)
    if pointer is None:
        return response
    declared = _at(pointer)
    _require_headers(response, declared["headers"], where)
    content = declared.get("content")
    if content is None or response.request.method == "HEAD":
        assert not response.content, f"{where} is to have no body"
        return response
    assert media_type in content, f"{where}: {media_type} is not in openapi.yaml"
    if media_type.endswith("json"):
        _require_valid(response, f"{pointer}/content/{media_type.replace('/', '~1')}/schema", where)
        if response.status_code >= 400:
            codes = re.findall(r"`(\w+)`", declared["description"])
            assert response.json()["code"] in codes, f"{where}: {response.json()['code']} is not in openapi.yaml"
    return response


def response_pointer(response: httpx.Response, where: str) -> str | None:
    """The JSON pointer to the declaration of this response; None for what is not declared: web pages and OPTIONS."""
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
    pointer = "/" + "/".join(step.replace("~", "~0").replace("/", "~1") for step in steps)
    reference: str | None = _at(pointer).get("$ref")
    return pointer if reference is None else reference.removeprefix("#")


@cache
def _at(pointer: str) -> dict[str, Any]:
    """The part of the document that this JSON pointer leads to."""
    part = document()
    for step in pointer.split("/")[1:]:
        part = part[step.replace("~1", "/").replace("~0", "~")]
    return part


def _require_headers(response: httpx.Response, declared: dict[str, Any], where: str) -> None:
    """Every header that is sent is declared for this response, and its required headers are sent."""
    sent = {name.lower() for name in response.headers} - HTTP_HEADERS
    assert sent <= {name.lower() for name in declared}, f"{where}: {sent} are not all in openapi.yaml"
    required = {name.lower() for name in declared if document()["components"]["headers"][name]["required"]}
    assert required <= sent, f"{where}: {required - sent} are not sent"


def _require_valid(response: httpx.Response, pointer: str, where: str) -> None:
    """Check a body against its schema."""
    wrong = next(iter(validator(pointer).iter_errors(response.json())), None)
    assert wrong is None, f"{where} at {wrong.instance_path}: {wrong.message}"
