"""The Flask app: its routes, error responses, and what every request and response has in common.

`service/http/flask_internals.py` lists what is replaced of Flask and Werkzeug, and why.
"""

import os
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from functools import lru_cache, partial
from itertools import chain
from typing import Any, NoReturn, cast

from flask import Flask, Request, Response
from flask.globals import request_ctx
from flask.sansio.blueprints import Blueprint
from werkzeug.exceptions import HTTPException
from werkzeug.routing import Map, MapAdapter, Rule

from service import logs, turns
from service.client_address import Proxies
from service.http.operation import GameId, RateLimiter
from service.http.request import ApiRequest
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

METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "DELETE", "PUT", "PATCH"})
LONGEST_CACHED_PATH = 100
"""Characters of a path whose route is cached; a game's paths have fewer, and a hostile client could fill memory."""
CODE_BY_STATUS = {
    400: "malformed_json",
    404: "not_found",
    405: "method_not_allowed",
    406: "not_acceptable",
    413: "payload_too_large",
}


HOOKS = {
    "before_request": "before_request_funcs",
    "after_request": "after_request_funcs",
    "teardown_request": "teardown_request_funcs",
    "teardown_appcontext": "teardown_appcontext_funcs",
    "url_value_preprocessor": "url_value_preprocessors",
    "context_processor": "template_context_processors",
}
"""Flask's hooks, none of which this app calls, and where Flask stores the registered functions."""


class HookNotSupportedError(Exception):
    """Somebody registered a Flask hook, which this app would never call."""

    def __init__(self, hook: str) -> None:
        super().__init__(
            f"`{hook}`: this app calls no Flask hooks. What every response needs belongs in `App.finish_response`, "
            "what a route needs in its `@operation`."
        )


class CachedRoutes(MapAdapter):
    """Finds the route of a path. Those found last are cached: who plays sends the same paths again and again."""

    def match(self, *_: Any, method: str | None = None, **__: Any) -> tuple[Rule, dict[str, Any]]:
        find = _cached_route if len(self.path_info) <= LONGEST_CACHED_PATH else _route
        rule, arguments = find(self.map, self.path_info, method or self.default_method)
        return rule, dict(arguments)


def _route(routes: Map, path: str, method: str) -> tuple[Rule, Mapping[str, Any]]:
    return MapAdapter(routes, "", "/", "", "http", path, method).match(return_rule=True)


_cached_route = lru_cache(4096)(_route)


class App(Flask):
    """Flask for this service. Its routes are plain functions and depend on the path alone, not on the host; hooks,
    signals, sessions and templates are not used, and registering a hook raises HookNotSupportedError.
    """

    request_span: Callable[[ApiRequest], AbstractContextManager[Any]] | None = None
    """Opens a span for a request; None if requests are not traced."""

    def __init__(self, settings: Settings) -> None:
        super().__init__("ludotheque", static_folder=None)
        self._origins = settings.allowed_origins
        self._longest_wait = settings.store_timeout / 2  # the other half is for the store
        self.request_class = partial(ApiRequest, proxies=Proxies(settings.trusted_proxies))  # type: ignore[assignment]

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        if request is None:
            return None
        return CachedRoutes(self.url_map, "", "/", "", "http", request.path, request.method)

    def full_dispatch_request(self) -> Response:
        """Serve a request without Flask's hooks, signals and sessions, within a span if requests are traced."""
        request = cast(ApiRequest, request_ctx.request)
        if self.request_span is None:
            return self._serve(request)
        with self.request_span(request) as span:
            response = self._serve(request)
            span.set_attribute("http.response.status_code", response.status_code)
            return response

    def _serve(self, request: ApiRequest) -> Response:
        try:
            with turns.served(request.client, self._longest_wait):
                response = self._call_route(request)
        except Exception as error:
            response = self.make_response(self.handle_user_exception(error))
        return self.finish_response(request, response)

    def _call_route(self, request: ApiRequest) -> Response:
        """Call the route with the request and what is in its path."""
        if request.routing_exception is not None:
            raise request.routing_exception
        rule: Any = request.url_rule
        if request.method == "OPTIONS" and rule.provide_automatic_options:
            return self.make_default_options_response()
        route = cast("Callable[..., Response]", self.view_functions[rule.endpoint])
        return route(request, **(request.view_args or {}))

    def finish_response(self, request: ApiRequest, response: Response) -> Response:
        """Add the headers that every response has, count the request and log it in one line."""
        seconds, route = time.perf_counter() - request.began, request.url_rule.rule if request.url_rule else "none"
        count_request(request.method if request.method in METHODS else "other", route, response.status_code, seconds)
        logs.request_line(request, response.status_code, seconds)
        headers = [
            ("X-Request-Id", request.request_id),
            ("X-Content-Type-Options", "nosniff"),
            *request.rate_limit.items(),
        ]
        has_caching = "Cache-Control" in [name for name, _ in response.headers]
        if request.path.startswith("/v1/games") and not has_caching:
            headers += [("Cache-Control", "private, no-cache"), ("Vary", "Authorization")]
        for name, text in headers:
            response.headers.add(name, text)
        allow_origin(request, response, self._origins)
        return response

    def make_default_options_response(self) -> Response:
        return BytesResponse(headers=[("Allow", super().make_default_options_response().headers["Allow"])])

    def register_blueprint(self, blueprint: Blueprint, **options: Any) -> None:
        """Register its routes; HookNotSupportedError if it brings hooks."""
        before = {hook: self._hook_functions(attribute) for hook, attribute in HOOKS.items()}
        super().register_blueprint(blueprint, **options)
        for hook, attribute in HOOKS.items():
            if self._hook_functions(attribute) - before[hook]:
                raise HookNotSupportedError(hook)

    def _hook_functions(self, attribute: str) -> set[Any]:
        """The functions that Flask has stored in this attribute; a context processor of its own is one of them."""
        functions = getattr(self, attribute)
        return set(functions) if isinstance(functions, list) else set(chain.from_iterable(functions.values()))


def _reject_hook(hook: str) -> Callable[..., NoReturn]:
    def register(*_: Any, **__: Any) -> NoReturn:
        raise HookNotSupportedError(hook)

    return register


for _hook in HOOKS:
    setattr(App, _hook, _reject_hook(_hook))


def current_request() -> ApiRequest:
    """The request that is being served."""
    return cast(ApiRequest, request_ctx.request)


def create_app(settings: Settings | None = None) -> App:
    """An app with the store of these settings, or of the environment's."""
    settings = settings or read(os.environ)
    app = App(settings)
    app.url_map.converters["game"] = GameId
    app.url_map.strict_slashes = False
    app.url_map.merge_slashes = False
    store = open_store(settings.redis_url or "", settings.store_timeout)
    if settings.tracing:
        from service.http import tracing  # it needs packages that are not installed by default

        tracer = tracing.start_exporter()
        tracing.trace_store(tracer)
        app.request_span = partial(tracing.request_span, tracer)
    app.extensions["tables"] = Tables(store, settings)
    app.extensions["rate_limiter"] = RateLimiter(settings, store)
    app.extensions["feeds"] = Feeds(app.extensions["tables"])
    app.extensions["stream_limits"] = StreamLimits(settings)
    for blueprint in (*BLUEPRINTS, *([web] if settings.web else [])):
        app.register_blueprint(blueprint)
    logs.configure(settings.log_level)
    register_error_handlers(app)
    return app


def register_error_handlers(app: Flask) -> None:
    """Every error response is problem+json."""

    @app.errorhandler(Problem)
    def problem(error: Problem) -> Response:
        return problem_response(error, current_request().language)

    @app.errorhandler(Unavailable)
    def unavailable(error: Unavailable) -> Response:
        logs.warning(error.log_event, str(error))
        problem = Problem("store_unavailable", error.detail, headers={"Retry-After": str(error.retry_after)})
        return problem_response(problem, current_request().language)

    @app.errorhandler(HTTPException)
    def http_error(error: HTTPException) -> Any:
        if error.code is not None and error.code < 400:
            return error
        status = error.code or 500
        code = CODE_BY_STATUS.get(status, "validation_error" if status < 500 else "internal_error")
        methods = getattr(error, "valid_methods", None)
        problem = Problem(code, headers={"Allow": ", ".join(sorted(methods))} if methods else {})
        return problem_response(problem, current_request().language)

    @app.errorhandler(Exception)
    def internal_error(error: Exception) -> Response:
        logs.fault(error)
        problem = Problem("internal_error", CATALOGUE["internal_error"].explanation)
        return problem_response(problem, current_request().language)
