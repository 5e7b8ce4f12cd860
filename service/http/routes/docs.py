"""The specification, and a page to read and try it. Nothing is loaded from another host."""

from functools import cache
from typing import Literal

import msgspec
from flask import Blueprint, Response, current_app, redirect
from flask_swagger_ui import get_swaggerui_blueprint

from service.http.api import operation
from service.http.openapi import as_yaml, document

docs = Blueprint("docs", __name__)
# Without this null the page sends the address of the service to validator.swagger.io to have the document checked.
SETTINGS = {"app_name": "Ludotheque", "validatorUrl": None}
docs.register_blueprint(get_swaggerui_blueprint("/docs", "/openapi.json", config=SETTINGS))


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


@docs.get("/docs")
def read_docs() -> Response:
    """The page to read and try it."""
    return redirect("/docs/")  # type: ignore[return-value]
