"""The Flask app: the house, its routes, and what holds for every request."""

import os
import time
from typing import Any, TypeVar, cast

from flask import Flask, Request, Response
from flask.ctx import RequestContext
from flask.globals import request_ctx
from werkzeug.exceptions import HTTPException
from werkzeug.routing import MapAdapter

from service import logs
from service.client_address import Proxies
from service.http.operation import GameId, RateLimiter
from service.http.request import ApiRequest, CachedRoutes
from service.http.response import BytesResponse, allow_origin, problem_response
from service.http.routes import BLUEPRINTS
from service.http.routes.web import web
from service.live.feed import Feeds
from service.live.stream_limits import StreamLimits
from service.metrics import count_request
from service.problems import CATALOGUE, Problem
from service.settings import Settings, read
from service.store import Unavailable, open_store
from service.table.transaction import Tables

T = TypeVar("T")
METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "DELETE", "PUT", "PATCH"})
BY_STATUS = {
    400: "malformed_json",
    404: "not_found",
    405: "method_not_allowed",
    406: "not_acceptable",
    413: "payload_too_large",
}


class App(Flask):
    """Flask for this service. Whatever it answers is text or bytes, its routes are plain functions and depend on the
    path alone, not on the host.
    """

    def __init__(self, settings: Settings) -> None:
        super().__init__("ludotheque", static_folder=None)
        self._proxies, self._origins = Proxies(settings.trusted_proxies), settings.allowed_origins

    def request_context(self, environ: dict[str, Any]) -> RequestContext:
        return RequestContext(self, environ, ApiRequest(environ, self._proxies))

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        return (
            None if request is None else CachedRoutes(self.url_map, "", "/", "", "http", request.path, request.method)
        )

    def full_dispatch_request(self) -> Response:
        """Serve a request and see it off; nobody here uses Flask's hooks, signals and sessions."""
        try:
            answer = self.dispatch_request()
        except Exception as error:
            answer = self.handle_user_exception(error)
        return self.see_off(current_request(), self.make_response(answer))

    def see_off(self, call: ApiRequest, response: Response) -> Response:
        """Every request is timed, counted and logged in one line, and may come from another origin."""
        seconds, route = time.perf_counter() - call.began, call.url_rule.rule if call.url_rule else "none"
        count_request(call.method if call.method in METHODS else "other", route, response.status_code, seconds)
        logs.request_line(call, response.status_code, seconds)
        headers = [("X-Request-Id", call.request_id), ("X-Content-Type-Options", "nosniff"), *call.rate_limit.items()]
        cached = any(name == "Cache-Control" for name, _ in response.headers)
        if call.path.startswith("/v1/games") and not cached:
            headers += [("Cache-Control", "private, no-cache"), ("Vary", "Authorization")]
        for name, text in headers:
            response.headers.add(name, text)
        allow_origin(call, response, self._origins)
        return response

    def ensure_sync(self, func: T) -> T:
        return func

    def make_default_options_response(self) -> Response:
        return BytesResponse(headers=[("Allow", super().make_default_options_response().headers["Allow"])])


def current_request() -> ApiRequest:
    """The request that is being served."""
    return cast(ApiRequest, request_ctx.request)


def create_app(settings: Settings | None = None) -> App:
    """An app that uses the store named in the settings."""
    settings = settings or read(os.environ)
    app = App(settings)
    app.url_map.converters["game"] = GameId
    app.url_map.strict_slashes = False
    app.url_map.merge_slashes = False
    store = open_store(settings.redis_url or "", settings.store_timeout)
    tracer = None
    if settings.tracing:
        from service.http import tracing  # it needs packages that are not installed by default

        tracer = tracing.exporting()
        tracing.trace_store(tracer)
    app.extensions["tables"] = Tables(store, settings)
    app.extensions["rate_limiter"] = RateLimiter(settings, store)
    app.extensions["feeds"] = Feeds(app.extensions["tables"])
    app.extensions["stream_limits"] = StreamLimits(settings)
    for blueprint in (*BLUEPRINTS, *([web] if settings.web else [])):
        app.register_blueprint(blueprint)
    logs.configure(settings.log_level)
    register_problems(app)
    if tracer is not None:
        tracing.trace_requests(app, tracer)
    return app


def register_problems(app: Flask) -> None:
    """Every error is answered with problem+json."""

    @app.errorhandler(Problem)
    def problem(error: Problem) -> Response:
        return problem_response(error, current_request().language)

    @app.errorhandler(Unavailable)
    def unavailable(error: Unavailable) -> Response:
        logs.warning(error.log_event, str(error))
        problem = Problem("store_unavailable", error.detail, headers={"Retry-After": str(error.retry_after)})
        return problem_response(problem, current_request().language)

    @app.errorhandler(HTTPException)
    def refused(error: HTTPException) -> Any:
        if error.code is not None and error.code < 400:
            return error
        status = error.code or 500
        code = BY_STATUS.get(status, "validation_error" if status < 500 else "internal_error")
        allowed = getattr(error, "valid_methods", None)
        problem = Problem(code, headers={"Allow": ", ".join(sorted(allowed))} if allowed else {})
        return problem_response(problem, current_request().language)

    @app.errorhandler(Exception)
    def fault(error: Exception) -> Response:
        logs.fault(error)
        problem = Problem("internal_error", CATALOGUE["internal_error"].explanation)
        return problem_response(problem, current_request().language)
