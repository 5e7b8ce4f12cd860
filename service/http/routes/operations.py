"""For those who run the service: health, readiness, counts, and what each problem means."""

from flask import Blueprint, Response, request

from service.base import draining
from service.base.metrics import exposition
from service.base.problems import CATALOGUE, Problem, page
from service.http.answers import Health
from service.http.api import house, operation
from service.http.wire import answer, bearer
from service.store import Unavailable
from service.table.access import demand_key

operations = Blueprint("operations", __name__)


@operations.get("/healthz")
@operation("Alive?", tag="Operations", returns=Health)
def healthz() -> Response:
    """Answers as long as the process runs."""
    return answer(Health("ok"))


@operations.get("/readyz")
@operation("Able to serve?", tag="Operations", returns=Health, problems=("store_unavailable",))
def readyz() -> Response:
    """Whether the store answers and the process is not about to stop."""
    if draining.begun():
        raise Problem("store_unavailable", "This process is stopping.", headers={"Retry-After": "5"})
    if not house().store.ping():
        raise Unavailable("no answer to PING")
    return answer(Health("ok"))


@operations.get("/metrics")
@operation(
    "Counts for Prometheus",
    tag="Operations",
    auth="metrics",
    returns=str,
    produces=("text/plain",),
    problems=("unauthenticated",),
)
def metrics() -> Response:
    """Counts in Prometheus' text format, summed over all workers."""
    token = house().settings.metrics_token
    demand_key(bearer(request), [] if token is None else [token], "This needs the metrics token.")
    return Response(exposition(), mimetype="text/plain", content_type="text/plain; version=0.0.4; charset=utf-8")


@operations.get("/problems/<code>")
@operation("What a problem means", tag="Operations", returns=str, produces=("text/markdown",), problems=("not_found",))
def explain_problem(code: str) -> Response:
    """The page a problem's `type` leads to."""
    if code not in CATALOGUE:
        raise Problem("not_found", f"There is no problem {code!r}.")
    return Response(page(code), mimetype="text/markdown")
