"""The specification, and a page to read and try it. Nothing is loaded from another host."""

from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec
from flask import Blueprint, Response, current_app

from service import HOME
from service.base.problems import Problem
from service.http.api import operation
from service.http.calls import Whole, this_call
from service.http.openapi import as_yaml, document
from service.http.wire import tag_of, unchanged

docs = Blueprint("docs", __name__)
PAGE = HOME / "service" / "http" / "page"
SWAGGER = files("flask_swagger_ui") / "dist"
FILES = {
    "index.html": (PAGE, "text/html"),
    "start.js": (PAGE, "text/javascript"),
    "index.css": (SWAGGER, "text/css"),
    "swagger-ui.css": (SWAGGER, "text/css"),
    "swagger-ui-bundle.js": (SWAGGER, "text/javascript"),
    "favicon-32x32.png": (SWAGGER, "image/png"),
}
"""The files of the page, each with its folder and its type. No other file of these folders is served."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""What the page may load and run. Its styles hold pictures (`data:`), and it shows answers that are one (`blob:`)."""


@cache
def written(form: Literal["yaml", "json"]) -> bytes:
    """The specification in one of its forms, made once: it is the same for every app of this release."""
    app = current_app
    return as_yaml(app).encode() if form == "yaml" else msgspec.json.encode(document(app))


@docs.get("/openapi.yaml")
@operation("The specification", tag="Documentation", returns=dict, produces=("application/yaml",))
def openapi_yaml() -> Response:
    """This document, as YAML."""
    return Response(written("yaml"), mimetype="application/yaml")


@docs.get("/openapi.json")
@operation("The specification", tag="Documentation", returns=dict)
def openapi_json() -> Response:
    """This document, as JSON."""
    return Response(written("json"), mimetype="application/json")


@cache
def held(name: str) -> tuple[bytes, str]:
    """A file of the page and its tag."""
    content = (FILES[name][0] / name).read_bytes()
    return content, tag_of(content)


@docs.get("/docs/")
@docs.get("/docs/<name>")
def show_page(name: str = "index.html") -> Response:
    """The page, or a file that it loads: always the whole file, or a 304 to a browser that has it."""
    if name not in FILES:
        raise Problem("not_found", "The page has no such file.")
    content, tag = held(name)
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if unchanged(this_call(), tag):
        return Whole(status=304, headers=headers.items())
    if name == "index.html":
        headers |= {"Content-Security-Policy": POLICY, "Referrer-Policy": "no-referrer"}
    return Response(content, headers=headers, mimetype=FILES[name][1])
