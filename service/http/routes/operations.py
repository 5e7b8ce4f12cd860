"""For those who run the service: health, readiness, counts, and what each problem means."""

from flask import Blueprint, Response

from engines.text import Text
from schemas.requests import LanguageQuery
from service import shutdown as draining
from service.http.models import Health, ProblemList, problem_list
from service.http.operation import house, operation
from service.http.request import this_request
from service.http.response import answer, bearer, spoken
from service.metrics import bot_gauges, exposition, store_gauges
from service.problems import CATALOGUE, Problem, page
from service.store.info import census
from service.store.memory import memory
from service.store.patience import within
from service.table.access import require_key

READY_WITHIN = 1.0

operations = Blueprint("operations", __name__)


@operations.get("/healthz")
@operation("Check that the process is alive", tag="Operations", returns=Health)
def get_health() -> Response:
    """Responds as long as the process runs."""
    return answer(Health("ok"))


@operations.get("/readyz")
@operation("Check that the service is ready", tag="Operations", returns=Health, problems=("shutting_down",))
def get_readiness() -> Response:
    """Whether an action could be accepted now: the store takes writes, with its replicas if any are asked for, and the
    process is not about to stop. Otherwise `detail` says which of these it is.
    """
    if draining.is_shutting_down():
        raise Problem("shutting_down", headers={"Retry-After": "5"})
    with within(min(READY_WITHIN, house().settings.store_timeout)):
        house().store.probe()
    return answer(Health("ok"))


@operations.get("/metrics")
@operation(
    "Get metrics for Prometheus",
    tag="Operations",
    auth="metrics",
    returns=str,
    produces=("text/plain",),
    problems=("unauthenticated",),
)
def get_metrics() -> Response:
    """Metrics in Prometheus' text format, summed over all workers, and the memory that the store uses."""
    token = house().settings.metrics_token
    require_key(bearer(this_request()), [] if token is None else [token], "This needs the metrics token.")
    stores = [(store.node, store.used, store.most) for store in memory(house().store.link)]
    gauges = [*store_gauges(stores, census(house().store)), *bot_gauges(house().board.queue_if_answering())]
    told = exposition(gauges)
    return Response(told, mimetype="text/plain", content_type="text/plain; version=0.0.4; charset=utf-8")


@operations.get("/problems")
@operation("List problem types", tag="Operations", query=LanguageQuery, returns=ProblemList)
def list_problems() -> Response:
    """All problems that a request can end in. The page of each has the same explanation."""
    return answer(problem_list(this_request().language))


@operations.get("/problems/<code>")
@operation(
    "Get the page of a problem type",
    tag="Operations",
    query=LanguageQuery,
    returns=str,
    produces=("text/markdown",),
    problems=("not_found",),
)
def get_problem(code: str) -> Response:
    """The page a problem's `type` leads to."""
    if code not in CATALOGUE:
        raise Problem("not_found", Text("There is no problem {code}.", code=repr(code)))
    language = this_request().language
    return Response(page(code, language), mimetype="text/markdown", headers=spoken(language))
