"""The specification, and a page to read and try it. Nothing is loaded from another host."""

from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec
from flask import Blueprint, Request, Response, current_app

from service import HOME
from service.http.openapi.document import as_yaml, document
from service.http.operation import operation
from service.http.response import File, file_response, load_file
from service.problems import Problem

docs = Blueprint("docs", __name__)
PAGE = HOME / "service" / "http" / "page"
SWAGGER = files("flask_swagger_ui") / "dist"
FILES = {
    **dict.fromkeys(("index.html", "start.js", "rules.css", "icon.svg"), PAGE),
    **dict.fromkeys(("index.css", "swagger-ui.css", "swagger-ui-bundle.js"), SWAGGER),
}
"""The files of the page, the style of the rules pages and the icon of all, each with its folder. No other is served."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""What the page may load and run. Its styles hold pictures (`data:`), and it shows responses that are one (`blob:`)."""


@cache
def written(form: Literal["yaml", "json"]) -> bytes:
    """The specification in one of its forms, made once: it is the same for every app of this release."""
    app = current_app
    return as_yaml(app).encode() if form == "yaml" else msgspec.json.encode(document(app))


@docs.get("/openapi.yaml")
@operation("Get the specification as YAML", tag="Documentation", returns=dict, produces=("application/yaml",))
def get_openapi_yaml() -> Response:
    """This document, as YAML."""
    return Response(written("yaml"), mimetype="application/yaml")


@docs.get("/openapi.json")
@operation("Get the specification as JSON", tag="Documentation", returns=dict)
def get_openapi_json() -> Response:
    """This document, as JSON."""
    return Response(written("json"), mimetype="application/json")


@cache
def page_file(name: str) -> File:
    """A file of the page."""
    return load_file(name, (FILES[name] / name).read_bytes())


@docs.get("/docs/")
@docs.get("/docs/<name>")
def show_page(request: Request, name: str = "index.html") -> Response:
    """The page, or a file that it loads."""
    if name not in FILES:
        raise Problem("not_found", "The page has no such file.")
    return file_response(page_file(name), request, POLICY)
