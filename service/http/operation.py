"""Operations: a route declares what it takes, needs and returns. This is enforced, and published in openapi.yaml."""

from collections.abc import Callable
from functools import partial, wraps
from inspect import signature
from typing import Any, Literal

import msgspec
from flask import Response, current_app
from marshmallow import Schema
from werkzeug.routing import BaseConverter

from engines.text import Text
from schemas.requests import LanguageQuery, NoQuery
from service.client_address import one_client
from service.http.request import (
    JSON,
    ApiRequest,
    bearer_token,
    idempotency_key,
    load,
    negotiate,
    read_body,
    versions,
)
from service.live.feed import Feeds
from service.live.stream_limits import StreamLimits, Watcher
from service.problems import Problem
from service.settings import Settings
from service.store.connection import deadline, run_script, suspended_deadline
from service.store.interface import StoreConnection
from service.store.scripts import COUNT
from service.table.access import Auth, Caller, Viewer
from service.table.game import Game
from service.table.transaction import Tables
from service.tokens import GAME_ID

BODY_UNIT = 64 * 1024
SECONDS = {"second": 1, "minute": 60, "hour": 60 * 60, "day": 24 * 60 * 60}
Limited = Literal["create", "join", "verify"]
Watch = Callable[[Game, Viewer], Watcher]
"""Takes one of the streams that a client may hold open, for this viewer of a game; a 503 if there are too many."""
ARGUMENTS = ("request", "tables", "caller", "query", "body", "watch")
"""What a route is given, besides what is in its path, if it has a parameter of that name."""


class Operation(msgspec.Struct, frozen=True, kw_only=True):
    """What a route declares."""

    summary: str
    tag: str
    returns: Any
    status: int = 200
    auth: Auth | None = None
    """Whose request it must be. The route gets a `caller`, whom `Tables.read` or `Tables.change` checks."""
    body: type[Schema] | None = None
    body_name: str = ""
    query: type[Schema] = NoQuery
    request_headers: tuple[str, ...] = ()
    returns_tokens: bool = False
    """The response holds tokens, so the Idempotency-Key that encrypts them must be hard to guess."""
    problems: tuple[str, ...] = ()
    produces: tuple[str, ...] = (JSON,)
    rate_limit: Limited | None = None
    other_statuses: tuple[tuple[int, str], ...] = ()
    """Other statuses that are not errors, each with its meaning; these responses have no body."""
    response_headers: tuple[str, ...] = ()
    """Headers of the response, besides those that every response has."""
    max_body: int | None = None
    """The most bytes of a body, if this is not the usual limit. Such a body is handed over as text: its reader limits
    the work, which a schema cannot do for a body that has been read already."""


class UncheckedCaller(Exception):  # noqa: N818  (a fault of ours)
    """A route declares `auth`, and nothing in it has checked its caller: it would be open to everybody."""


class GameId(BaseConverter):
    """A game's id in a path; anything else is not found."""

    regex = GAME_ID.pattern


class RateLimiter:
    """Counts requests by client in a sliding window, in the store and so for all replicas together."""

    def __init__(self, settings: Settings, connection: StoreConnection) -> None:
        self._connection = connection
        limits = {what: limit.split("/") for what, limit in settings.rate_limits.items() if limit != "off"}
        self._rules = {what: (int(most), SECONDS[unit]) for what, (most, unit) in limits.items()}

    def require(self, what: Limited, request: ApiRequest, cost: int = 1) -> None:
        """Count this request; a 429 if there were too many from the same client. None costs more than the limit."""
        if what not in self._rules:
            return
        most, window = self._rules[what]
        key, microseconds = f"limit:{what}:{one_client(request.client)}", window * 1_000_000
        accepted, left, reset = run_script(self._connection, COUNT, [key], [most, microseconds, min(cost, most)])
        wait = max(1, round(reset / 1_000_000))
        request.rate_limit = {
            "RateLimit-Policy": f'"{what}";q={most};w={window}',
            "RateLimit": f'"{what}";r={left};t={wait}',
        }
        if not accepted:
            detail = Text("At most {most} in {seconds} s.", most=most, seconds=window)
            raise Problem("rate_limited", detail, headers={"Retry-After": str(wait)})


def cost_of(request: ApiRequest, spec: Operation) -> int:
    """As how many requests this one counts: a large body as one for each 64 KiB of it that are announced."""
    if spec.max_body is None:
        return 1
    announced = spec.max_body if request.content_length is None else min(request.content_length, spec.max_body)
    return max(1, -(-announced // BODY_UNIT))


def caller_of(request: ApiRequest, spec: Operation, settings: Settings, **named: Any) -> Caller:
    """The caller with the credentials and conditions that the operation declares. Keys are checked here, a game's
    tokens by `Tables.read` and `Tables.change`. `named`: the seat in the path, the ticket in the query.
    """
    caller = Caller(needs=spec.auth, client=one_client(request.client), **named)
    if spec.auth == "api_key":
        sent = request.environ.get("HTTP_X_API_KEY")
        caller.check_key(sent, settings.api_keys, Text("Creating a game needs an API key: `X-API-Key`."))
        caller.api_key = sent or "" if settings.api_keys else ""
    elif spec.auth == "metrics":
        keys = [] if settings.metrics_token is None else [settings.metrics_token]
        caller.check_key(bearer_token(request), keys, Text("This needs the metrics token."))
    elif spec.auth is not None and caller.ticket is None:
        caller.token = bearer_token(request)
    if "If-Match" in spec.request_headers:
        caller.if_match = versions(request.environ.get("HTTP_IF_MATCH"))
    if "Idempotency-Key" in spec.request_headers:
        caller.idempotency_key = idempotency_key(request, random=spec.returns_tokens)
    return caller


def new_watcher(request: ApiRequest, feeds: Feeds, stream_limits: StreamLimits, game: Game, viewer: Viewer) -> Watcher:
    """One of the streams that this client may hold open, and the game's feed, until it is closed."""
    connection = request.environ.get("gunicorn.socket")
    watched = connection if hasattr(connection, "watch") else None
    return Watcher(feeds, stream_limits, game, viewer, request.client, watched)


def operation(summary: str, **declared: Any) -> Callable[[Callable[..., Response]], Callable[..., Response]]:
    """Declare a route. It is called with what is in its path and with those of `ARGUMENTS` that it names."""
    spec = Operation(summary=summary, **declared)
    query_schema, body_schema = spec.query(), spec.body() if spec.body else None
    has_body = bool(spec.body or spec.body_name or spec.max_body)
    no_query: dict[str, Any] = query_schema.load({})

    def read(request: ApiRequest, services: dict[str, Any], settings: Settings, path: dict[str, Any]) -> dict[str, Any]:
        """Everything of a request that the operation declares, each part checked, under the names of `ARGUMENTS`."""
        negotiate(request.environ.get("HTTP_ACCEPT"), spec.produces)
        if spec.rate_limit is not None:
            services["rate_limiter"].require(spec.rate_limit, request, cost_of(request, spec))
        query = load(query_schema, request.args.to_dict()) if request.query_string else dict(no_query)
        if spec.query is LanguageQuery:
            request.language = query["lang"] or request.language
        with suspended_deadline():  # the client may be slow
            body = read_body(request, body_schema, spec.max_body) if has_body else None
        caller = caller_of(request, spec, settings, seat=path.get("seat"), ticket=query.get("ticket"))
        return {"request": request, "query": query, "body": body, "caller": caller}

    def declare(route: Callable[..., Response]) -> Callable[..., Response]:
        takes = [name for name in ARGUMENTS if name in signature(route).parameters]

        @wraps(route)
        def serve(request: ApiRequest, **path: Any) -> Response:
            services = current_app.extensions
            tables: Tables = services["tables"]
            with deadline(tables.settings.store_timeout):
                arguments = {"tables": tables, **read(request, services, tables.settings, path)}
                if "watch" in takes:
                    arguments["watch"] = partial(new_watcher, request, services["feeds"], services["stream_limits"])
                for name in takes:
                    path[name] = arguments[name]
                response = route(**path)
            if spec.auth is not None and not arguments["caller"].checked:
                raise UncheckedCaller(f"{route.__name__} declares auth={spec.auth!r}")
            if len(spec.produces) > 1:
                response.headers.add("Vary", "Accept")
            return response

        serve.operation = spec  # type: ignore[attr-defined]
        return serve

    return declare
