"""What can be played."""

from flask import Blueprint, Response

from engines.contract import Engine
from engines.registry import ENGINES
from service.base.problems import Problem
from service.http.answers import EngineList, EnginePage, EngineSummary
from service.http.api import operation
from service.http.catalogue import engine_page, pictures, rules_page
from service.http.wire import answer

engines = Blueprint("engines", __name__)


def known(slug: str) -> str:
    """The slug, if there is such an engine."""
    if slug not in ENGINES:
        raise Problem("not_found", f"There is no engine {slug!r}. There are: {', '.join(ENGINES)}.")
    return slug


def summary(engine: Engine[object, object]) -> EngineSummary:  # type: ignore[type-var]
    """An engine in the list."""
    return EngineSummary(engine.slug, engine.title, engine.summary, engine.players, engine.rules_version)


@engines.get("/v1/engines")
@operation("List the engines", tag="Engines", returns=EngineList)
def list_engines() -> Response:
    """All kinds of games that can be played here."""
    return answer(EngineList([summary(engine) for engine in ENGINES.values()]))


@engines.get("/v1/engines/<slug>")
@operation("Show an engine", tag="Engines", returns=EnginePage, problems=("not_found",))
def show_engine(slug: str) -> Response:
    """One kind of game, with the JSON Schema of its options, actions, events and view."""
    return answer(engine_page(known(slug)))


@engines.get("/v1/engines/<slug>/rules")
@operation("Read the rules", tag="Engines", returns=str, produces=("text/markdown",), problems=("not_found",))
def read_rules(slug: str) -> Response:
    """The rules as this service plays them."""
    return Response(rules_page(known(slug)), mimetype="text/markdown")


@engines.get("/v1/engines/<slug>/<picture>.svg")
@operation("A picture in the rules", tag="Engines", returns=str, produces=("image/svg+xml",), problems=("not_found",))
def show_picture(slug: str, picture: str) -> Response:
    """A picture on a rules page; the links on the page lead here."""
    drawn = pictures().get(f"{picture}.svg")
    if drawn is None or f"({picture}.svg)" not in rules_page(known(slug)):
        raise Problem("not_found", "There is no such picture in the rules.")
    return Response(drawn, mimetype="image/svg+xml")
