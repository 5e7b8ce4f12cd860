"""The specification, and a page to read and try it. Nothing comes from another host."""

from flask import Blueprint, Response, redirect
from flask_swagger_ui import get_swaggerui_blueprint

from service.api import operation
from service.openapi import as_json, as_yaml

docs = Blueprint("docs", __name__)
# Without a null here it asks validator.swagger.io to judge the document, and tells it where the service is.
SETTINGS = {"app_name": "Ludotheque", "validatorUrl": None}
docs.register_blueprint(get_swaggerui_blueprint("/docs", "/openapi.json", config=SETTINGS))


@docs.get("/openapi.yaml")
@operation("The specification", tag="Documentation", returns=dict, produces=("application/yaml",))
def openapi_yaml() -> Response:
    """This document, as YAML."""
    return Response(as_yaml(), mimetype="application/yaml")


@docs.get("/openapi.json")
@operation("The specification", tag="Documentation", returns=dict)
def openapi_json() -> Response:
    """This document, as JSON."""
    return Response(as_json(), mimetype="application/json")


@docs.get("/docs")
def read_docs() -> Response:
    """The page to read and try it."""
    return redirect("/docs/")  # type: ignore[return-value]
