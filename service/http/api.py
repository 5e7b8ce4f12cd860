"""Operations: a route declares what it takes and gives; this is enforced, and published in openapi.yaml."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Literal

import msgspec
from flask import Response, current_app, g, request
from marshmallow import Schema
from werkzeug.routing import BaseConverter

from schemas.requests import NoQuery
from service.base.secrets import GAME_ID
from service.http.forms import demand_accept
from service.http.limits import Limited, Limiter
from service.http.wire import JSON, body_of, load, text_of
from service.live.feeds import Feeds
from service.live.places import Places, Watching
from service.store.patience import within
from service.table.access import Viewer
from service.table.house import House
from service.table.room import Room

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


def house() -> House:
    """The house this app serves."""
    found: House = current_app.extensions["house"]
    return found


def watching(room: Room, viewer: Viewer) -> Watching:
    """A place and the game's feed for the caller, held until it is closed; a 503 if there is no place."""
    feeds: Feeds = current_app.extensions["feeds"]
    places: Places = current_app.extensions["places"]
    line = request.environ.get("gunicorn.socket")
    return Watching(feeds, places, room, viewer, g.client, line if hasattr(line, "watch") else None)


def cost_of(spec: Operation) -> int:
    """As how many requests this one counts: a large body as one for each 64 KiB of it that are announced."""
    if spec.largest is None:
        return 1
    announced = spec.largest if request.content_length is None else min(request.content_length, spec.largest)
    return max(1, -(-announced // UNIT))


def operation(summary: str, **declared: Any) -> Callable[[Callable[..., Response]], Callable[..., Response]]:
    """Declare a route: its query and body are read by their schemas and handed in as `query` and `body`."""
    spec = Operation(summary=summary, **declared)
    query, body = spec.query(), spec.body() if spec.body else None

    def declare(route: Callable[..., Response]) -> Callable[..., Response]:
        @wraps(route)
        def serve(**given: Any) -> Response:
            demand_accept(request.headers.get("Accept"), spec.produces)
            if spec.limited is not None:
                limiter: Limiter = current_app.extensions["limiter"]
                with within(house().settings.store_timeout):
                    limiter.demand(spec.limited, g.client, cost_of(spec))
            if spec.largest is not None:
                request.max_content_length = spec.largest
            if spec.query is not NoQuery:
                given["query"] = load(query, request.args.to_dict())
            elif request.query_string:
                load(query, request.args.to_dict())
            if body is not None:
                given["body"] = load(body, body_of(request))
            elif spec.body_name:
                given["body"] = text_of(request) if spec.largest else body_of(request)
            with within(house().settings.store_timeout):
                return route(**given)

        serve.operation = spec  # type: ignore[attr-defined]
        return serve

    return declare
