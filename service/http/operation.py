"""Operations: a route declares what it takes and gives; this is enforced, and published in openapi.yaml."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Literal

import msgspec
from flask import Response, current_app
from marshmallow import Schema
from werkzeug.routing import BaseConverter

from schemas.requests import LanguageQuery, NoQuery
from service.http.forms import demand_accept
from service.http.limits import Limited, Limiter
from service.http.request import ApiRequest, this_request
from service.http.response import JSON, body_of, load, text_of
from service.live.feed import Feeds
from service.live.stream_limits import StreamLimits, Watcher
from service.store.connection import deadline
from service.table.access import Viewer
from service.table.tables import Tables
from service.table.transaction import Transaction
from service.tokens import GAME_ID

UNIT = 64 * 1024
Auth = Literal["seat", "host", "seat_or_host", "viewer", "claim", "api_key", "metrics"]


class Operation(msgspec.Struct, frozen=True, kw_only=True):
    """What is published of a route."""

    summary: str
    tag: str
    returns: Any
    status: int = 200
    auth: Auth | None = None
    body: type[Schema] | None = None
    body_name: str = ""
    query: type[Schema] = NoQuery
    headers: tuple[str, ...] = ()
    locks: bool = False
    """The answer holds tokens, so the Idempotency-Key that locks it must be hard to guess."""
    problems: tuple[str, ...] = ()
    produces: tuple[str, ...] = (JSON,)
    limited: Limited | None = None
    besides: tuple[tuple[int, str], ...] = ()
    """Other statuses that are not errors, each with its meaning; their answers have no body."""
    gives: tuple[str, ...] = ()
    """Headers of the answer that are published."""
    largest: int | None = None
    """The most bytes of a body, if this is not the usual limit. Such a body is handed over as text: its reader limits
    the work, which a schema cannot do for a body that has been read already."""


class GameId(BaseConverter):
    """A game's id in a path; anything else is not found."""

    regex = GAME_ID.pattern


def house() -> Tables:
    """The house this app serves."""
    found: Tables = current_app.extensions["house"]
    return found


def watching(room: Transaction, viewer: Viewer) -> Watcher:
    """A place and the game's feed for the caller, held until it is closed; a 503 if there is no place."""
    feeds: Feeds = current_app.extensions["feeds"]
    places: StreamLimits = current_app.extensions["places"]
    call = this_request()
    line = call.environ.get("gunicorn.socket")
    return Watcher(feeds, places, room, viewer, call.client, line if hasattr(line, "watch") else None)


def cost_of(call: ApiRequest, spec: Operation) -> int:
    """As how many requests this one counts: a large body as one for each 64 KiB of it that are announced."""
    if spec.largest is None:
        return 1
    announced = spec.largest if call.content_length is None else min(call.content_length, spec.largest)
    return max(1, -(-announced // UNIT))


def operation(summary: str, **declared: Any) -> Callable[[Callable[..., Response]], Callable[..., Response]]:
    """Declare a route: its query and body are read by their schemas and handed in as `query` and `body`."""
    spec = Operation(summary=summary, **declared)
    query, body = spec.query(), spec.body() if spec.body else None
    no_query: dict[str, Any] = query.load({})

    def declare(route: Callable[..., Response]) -> Callable[..., Response]:
        @wraps(route)
        def serve(**given: Any) -> Response:
            call = this_request()
            demand_accept(call.environ.get("HTTP_ACCEPT"), spec.produces)
            if spec.limited is not None:
                limiter: Limiter = current_app.extensions["limiter"]
                with deadline(house().settings.store_timeout):
                    limiter.demand(spec.limited, call, cost_of(call, spec))
            if spec.largest is not None:
                call.max_content_length = spec.largest
            asked = load(query, call.args.to_dict()) if call.query_string else dict(no_query)
            if spec.query is LanguageQuery:
                call.language = asked["lang"] or call.language
            elif spec.query is not NoQuery:
                given["query"] = asked
            if body is not None:
                given["body"] = load(body, body_of(call))
            elif spec.body_name:
                given["body"] = text_of(call) if spec.largest else body_of(call)
            with deadline(house().settings.store_timeout):
                answer = route(**given)
            if len(spec.produces) > 1:
                answer.headers.add("Vary", "Accept")
            return answer

        serve.operation = spec  # type: ignore[attr-defined]
        return serve

    return declare
