"""For those who run the service: health, readiness, counts, and what each problem means."""

from flask import Blueprint, Response
from msgspec import UNSET

from engines.registry import FAILURES
from engines.text import Text
from schemas.requests import LanguageQuery
from service import shutdown
from service.http.models import Health, ProblemList, Readiness, problem_list
from service.http.operation import operation
from service.http.request import ApiRequest
from service.http.response import json_response, language_headers
from service.losses import read_losses
from service.metrics import bot_gauges, exposition, store_gauges
from service.problems import CATALOGUE, Problem, page
from service.store.connection import deadline
from service.store.info import count_games, memory_usage
from service.table.transaction import Tables

READY_WITHIN = 1.0

operations = Blueprint("operations", __name__)


@operations.get("/healthz")
@operation("Check that the process is alive", tag="Operations", returns=Health)
def get_health(request: ApiRequest) -> Response:
    """Responds as long as the process runs."""
    return json_response(Health("ok"), request.language)


@operations.get("/readyz")
@operation("Check that the service is ready", tag="Operations", returns=Readiness, problems=("shutting_down",))
def get_readiness(request: ApiRequest, tables: Tables) -> Response:
    """Whether an action could be accepted now: the store takes writes, with its replicas if any are asked for, and the
    process is not about to stop. Otherwise `detail` says which of these it is. An installed game that could not be
    loaded is named, and left out; all others are served. If the file of the embedded store was found damaged, what it
    has lost is listed. Settings that may lose actions are named in `warnings`.
    """
    if shutdown.is_shutting_down():
        raise Problem("shutting_down", headers={"Retry-After": "5"})
    with deadline(min(READY_WITHIN, tables.settings.store_timeout)):
        tables.store.probe()
    readiness = Readiness(
        "ok", sorted(FAILURES) or UNSET, read_losses() or UNSET, list(tables.settings.warnings()) or UNSET
    )
    return json_response(readiness, request.language)


@operations.get("/metrics")
@operation(
    "Get metrics for Prometheus",
    tag="Operations",
    auth="metrics",
    returns=str,
    produces=("text/plain",),
    problems=("unauthenticated",),
)
def get_metrics(tables: Tables) -> Response:
    """Metrics in Prometheus' text format, summed over all workers, and the memory that the store uses."""
    stores = [(store.node, store.used, store.limit) for store in memory_usage(tables.store.connection)]
    gauges = [*store_gauges(stores, count_games(tables.store)), *bot_gauges(tables.bot_queue.status_if_available())]
    return Response(exposition(gauges), mimetype="text/plain", content_type="text/plain; version=0.0.4; charset=utf-8")


@operations.get("/problems")
@operation("List problem types", tag="Operations", query=LanguageQuery, returns=ProblemList)
def list_problems(request: ApiRequest) -> Response:
    """All problems that a request can end in. The page of each has the same explanation."""
    return json_response(problem_list(request.language), request.language)


@operations.get("/problems/<code>")
@operation(
    "Get the page of a problem type",
    tag="Operations",
    query=LanguageQuery,
    returns=str,
    produces=("text/markdown",),
    problems=("not_found",),
)
def get_problem(code: str, request: ApiRequest) -> Response:
    """The page a problem's `type` leads to."""
    if code not in CATALOGUE:
        raise Problem("not_found", Text("There is no problem {code}.", code=repr(code)))
    language = request.language
    return Response(page(code, language), mimetype="text/markdown", headers=language_headers(language))
