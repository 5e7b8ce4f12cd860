"""What can be played."""

from flask import Blueprint, Response

from engines.registry import ENGINES
from engines.text import Text
from schemas.requests import LanguageQuery
from service.http.models import EngineDetail, EngineList, engine_list
from service.http.openapi.json_schema import engine_detail
from service.http.operation import operation
from service.http.request import ApiRequest, negotiate
from service.http.response import json_response, language_headers
from service.http.rules_pages import POLICY, pictures, rules_html, rules_language, rules_page
from service.problems import Problem
from service.table.transaction import Tables

engines = Blueprint("engines", __name__)
MARKDOWN, HTML = RULES = ("text/markdown", "text/html")


def require_engine(slug: str) -> str:
    """The slug, if there is such an engine."""
    if slug not in ENGINES:
        there = ", ".join(ENGINES)
        raise Problem("not_found", Text("There is no engine {slug}. There are: {there}.", slug=repr(slug), there=there))
    return slug


@engines.get("/v1/engines")
@operation("List engines", tag="Engines", query=LanguageQuery, returns=EngineList)
def list_engines(request: ApiRequest, tables: Tables) -> Response:
    """All kinds of games that are offered here for new tables."""
    return json_response(engine_list(request.language, tables.settings), request.language)


@engines.get("/v1/engines/<slug>")
@operation("Get an engine", tag="Engines", query=LanguageQuery, returns=EngineDetail, problems=("not_found",))
def get_engine(slug: str, request: ApiRequest) -> Response:
    """One kind of game, with the JSON Schema of its options, actions, events and view."""
    return json_response(engine_detail(require_engine(slug), request.language), request.language)


@engines.get("/v1/engines/<slug>/rules")
@operation(
    "Get the rules",
    tag="Engines",
    query=LanguageQuery,
    returns=str,
    produces=RULES,
    response_headers=("Content-Security-Policy",),
    problems=("not_found",),
)
def get_rules(slug: str, request: ApiRequest) -> Response:
    """The rules as this service plays them: in Markdown, or as a web page for whoever prefers `text/html`."""
    language = rules_language(require_engine(slug), request.language)
    if negotiate(request.environ.get("HTTP_ACCEPT"), RULES) == HTML:
        headers = [*language_headers(language), ("Content-Security-Policy", POLICY)]
        return Response(rules_html(slug, language), mimetype=HTML, headers=headers)
    return Response(rules_page(slug, language), mimetype=MARKDOWN, headers=language_headers(language))


@engines.get("/v1/engines/<slug>/<picture>.svg")
@operation(
    "Get a picture of the rules", tag="Engines", returns=str, produces=("image/svg+xml",), problems=("not_found",)
)
def get_picture(slug: str, picture: str) -> Response:
    """A picture on a rules page; the links on the page lead here."""
    drawn = pictures(require_engine(slug)).get(f"{picture}.svg")
    if drawn is None:
        raise Problem("not_found", "There is no such picture in the rules.")
    return Response(drawn, mimetype="image/svg+xml")
