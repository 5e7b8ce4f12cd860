"""What can be played."""

from flask import Blueprint, Response

from engines.registry import ENGINES
from engines.words import Text
from schemas.requests import LanguageQuery
from service.base.problems import Problem
from service.http.answers import EngineList, EnginePage, engine_list
from service.http.api import operation
from service.http.calls import this_call
from service.http.catalogue import engine_page, pictures, rules_language, rules_page
from service.http.forms import demand_accept
from service.http.rules import POLICY, rules_html
from service.http.wire import answer, spoken

engines = Blueprint("engines", __name__)
MARKDOWN, HTML = RULES = ("text/markdown", "text/html")


def known(slug: str) -> str:
    """The slug, if there is such an engine."""
    if slug not in ENGINES:
        there = ", ".join(ENGINES)
        raise Problem("not_found", Text("There is no engine {slug}. There are: {there}.", slug=repr(slug), there=there))
    return slug


@engines.get("/v1/engines")
@operation("List the engines", tag="Engines", query=LanguageQuery, returns=EngineList)
def list_engines() -> Response:
    """All kinds of games that can be played here."""
    return answer(engine_list(this_call().language))


@engines.get("/v1/engines/<slug>")
@operation("Show an engine", tag="Engines", query=LanguageQuery, returns=EnginePage, problems=("not_found",))
def show_engine(slug: str) -> Response:
    """One kind of game, with the JSON Schema of its options, actions, events and view."""
    return answer(engine_page(known(slug), this_call().language))


@engines.get("/v1/engines/<slug>/rules")
@operation(
    "Read the rules",
    tag="Engines",
    query=LanguageQuery,
    returns=str,
    produces=RULES,
    gives=("Content-Security-Policy",),
    problems=("not_found",),
)
def read_rules(slug: str) -> Response:
    """The rules as this service plays them: in Markdown, or as a web page for whoever prefers `text/html`."""
    language = rules_language(known(slug), this_call().language)
    if demand_accept(this_call().header("Accept"), RULES) == HTML:
        headers = [*spoken(language), ("Content-Security-Policy", POLICY)]
        return Response(rules_html(slug, language), mimetype=HTML, headers=headers)
    return Response(rules_page(slug, language), mimetype=MARKDOWN, headers=spoken(language))


@engines.get("/v1/engines/<slug>/<picture>.svg")
@operation("A picture in the rules", tag="Engines", returns=str, produces=("image/svg+xml",), problems=("not_found",))
def show_picture(slug: str, picture: str) -> Response:
    """A picture on a rules page; the links on the page lead here."""
    drawn = pictures().get(f"{picture}.svg")
    if drawn is None or f"({picture}.svg)" not in rules_page(known(slug)):
        raise Problem("not_found", "There is no such picture in the rules.")
    return Response(drawn, mimetype="image/svg+xml")
