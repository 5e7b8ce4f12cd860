"""The Flask app: the house, its routes, and what holds for every request."""

import os
import time
from typing import Any

from flask import Flask, Response
from werkzeug.exceptions import HTTPException

from service.base import logs
from service.base.addresses import Proxies
from service.base.metrics import count_request
from service.base.problems import CATALOGUE, Problem
from service.base.settings import Settings, read
from service.http.api import GameId
from service.http.calls import App, this_call
from service.http.cors import allow_origin
from service.http.limits import Limiter
from service.http.routes import BLUEPRINTS
from service.http.wire import problem_response
from service.live.feeds import Feeds
from service.live.places import Places
from service.store import Unavailable, open_link
from service.table.house import House

METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "DELETE", "PUT", "PATCH"})
BY_STATUS = {
    400: "malformed_json",
    404: "not_found",
    405: "method_not_allowed",
    406: "not_acceptable",
    413: "payload_too_large",
}


def create_app(settings: Settings | None = None) -> Flask:
    """An app that uses the store named in the settings."""
    settings = settings or read(os.environ)
    app = App(Proxies(settings.trusted_proxies))
    app.url_map.converters["game"] = GameId
    app.url_map.strict_slashes = False
    app.url_map.merge_slashes = False
    link = open_link(settings.redis_url or "", settings.store_timeout)
    tracer = None
    if settings.tracing:
        from service.http import tracing  # it needs packages that are not installed by default

        tracer = tracing.exporting()
        link = tracing.TracedLink(link, tracer)
    app.extensions["house"] = House(link, settings)
    app.extensions["limiter"] = Limiter(settings, link)
    app.extensions["feeds"] = Feeds(app.extensions["house"])
    app.extensions["places"] = Places(settings)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    logs.configure(settings.log_level)
    register_requests(app, settings)
    register_problems(app)
    if tracer is not None:
        tracing.trace_requests(app, tracer)
    return app


def register_requests(app: App, settings: Settings) -> None:
    """Every request is timed, counted and logged in one line, and may come from another origin."""

    @app.after_request
    def end(response: Response) -> Response:
        call = this_call()
        seconds = time.perf_counter() - call.began
        route = call.url_rule.rule if call.url_rule else "none"
        count_request(call.method if call.method in METHODS else "other", route, response.status_code, seconds)
        logs.request_line(call, response.status_code, seconds)
        headers = [("X-Request-Id", call.request_id), ("X-Content-Type-Options", "nosniff"), *call.rate_limit.items()]
        cached = any(name == "Cache-Control" for name, _ in response.headers)
        if call.path.startswith("/v1/games") and not cached:
            headers += [("Cache-Control", "private, no-cache"), ("Vary", "Authorization")]
        for name, text in headers:
            response.headers.add(name, text)
        allow_origin(call, response, settings.allowed_origins)
        return response


def register_problems(app: Flask) -> None:
    """Every error is answered with problem+json."""

    @app.errorhandler(Problem)
    def problem(error: Problem) -> Response:
        return problem_response(error)

    @app.errorhandler(Unavailable)
    def unavailable(error: Unavailable) -> Response:
        logs.warning(error.logged, str(error))
        return problem_response(Problem("store_unavailable", error.told, headers={"Retry-After": str(error.retry)}))

    @app.errorhandler(HTTPException)
    def refused(error: HTTPException) -> Any:
        if error.code is not None and error.code < 400:
            return error
        status = error.code or 500
        code = BY_STATUS.get(status, "validation_error" if status < 500 else "internal_error")
        allowed = getattr(error, "valid_methods", None)
        return problem_response(Problem(code, headers={"Allow": ", ".join(sorted(allowed))} if allowed else {}))

    @app.errorhandler(Exception)
    def fault(error: Exception) -> Response:
        logs.fault(error)
        return problem_response(Problem("internal_error", CATALOGUE["internal_error"].explanation))
