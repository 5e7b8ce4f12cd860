"""The events of a game: page by page, or live."""

from typing import Any

from flask import Blueprint, Response

from schemas.requests import EventsQuery
from service.http.models import EventList, Ticket
from service.http.operation import Watch, operation
from service.http.request import JSON, ApiRequest, negotiate
from service.http.response import json_response, language_headers, no_content
from service.live import streams
from service.problems import Problem
from service.store.stored import instant
from service.table.access import Caller, Viewer, new_ticket
from service.table.game import Game
from service.table.transaction import Tables
from service.table.view import event_view

events = Blueprint("events", __name__)
STREAM_FORMATS = {"text/event-stream": streams.sse, "application/x-ndjson": streams.ndjson}


@events.get("/v1/games/<game:game_id>/events")
@operation(
    "List events, or stream them",
    tag="Play",
    auth="viewer",
    query=EventsQuery,
    request_headers=("Last-Event-ID",),
    returns=EventList,
    produces=(JSON, *STREAM_FORMATS),
    response_headers=("X-Accel-Buffering",),
    other_statuses=((204, "For a stream: the game is over, and you have all its events"),),
    problems=("unauthenticated", "not_found", "log_behind", "too_many_streams"),
)
def list_events(
    game_id: str, request: ApiRequest, tables: Tables, caller: Caller, query: dict[str, Any], watch: Watch
) -> Response:
    """The events of a game, as this viewer may know them: page by page, or live.

    The `Accept` header chooses the format. `application/json`: a page. `text/event-stream`: Server-Sent Events from the
    first event on, or after `Last-Event-ID` or `after`. `id:` is the `seq` and `data:` an `EventView`; there is no
    `event:` line, so `onmessage` gets every event. Comments keep the connection alive. When the game is over, the last
    event is followed by `event: end`, and a client that connects again gets 204. `application/x-ndjson`: the `GameView`
    on the first line, then one `EventView` per line from now on, or from `after`; empty lines keep the connection open.
    A stream that is to begin after an event that the game does not have is rejected with 409 `log_behind`: the store
    was restored from a backup. A stream that is open when this happens ends without `event: end`.
    """
    last = last_event_id(request.environ.get("HTTP_LAST_EVENT_ID"))
    game, viewer = tables.read(game_id, caller)
    media_type = negotiate(request.environ.get("HTTP_ACCEPT"), (JSON, *STREAM_FORMATS))
    if media_type != JSON:
        start = stream_start(game, media_type, query["after"] if last is None else last)
        if start is not None and start > game.meta.events:
            tables.store.assure(game.id, game.revision)  # a master that was replaced may be behind, but not for long
            raise Problem("log_behind")
        return no_content() if start is None else stream(request, tables, game, viewer, media_type, start, query, watch)
    after = query["after"] or 0
    # Only events up to the version that was read: later ones may number the seats differently.
    count = min(query["limit"], game.meta.events - after)
    page = tables.store.events(game.config, after, count) if count > 0 else []
    end = page[-1].seq if page else after
    next_after = end if end < game.meta.events else None
    result = EventList([event_view(event, viewer) for event in page], next_after, game.config.engine)
    return json_response(result, request.language)


@events.post("/v1/games/<game:game_id>/events/ticket")
@operation(
    "Create a ticket for the event stream",
    tag="Play",
    auth="seat",
    returns=Ticket,
    status=201,
    problems=("unauthenticated", "forbidden", "not_found"),
)
def create_ticket(game_id: str, request: ApiRequest, tables: Tables, caller: Caller) -> Response:
    """A reusable, read-only ticket for EventSource, which cannot send headers: for this game and seat, for 12 hours."""
    game, viewer = tables.read(game_id, caller)
    ticket, expires_at = new_ticket(game, viewer.seat or 0)
    return json_response(Ticket(ticket, instant(expires_at)), request.language, 201)


def stream_start(game: Game, media_type: str, last: int | None) -> int | None:
    """The event after which a stream begins: the last one the client has, if it says so. None if no event can follow.
    EventSource reconnects with the `after` of its first request, so its `Last-Event-ID` comes before that.
    """
    if game.is_over and last == game.meta.events:
        return None
    if last is not None:
        return last
    return 0 if media_type == "text/event-stream" else game.meta.events


def stream(
    request: ApiRequest,
    tables: Tables,
    game: Game,
    viewer: Viewer,
    media_type: str,
    start: int,
    query: dict[str, Any],
    watch: Watch,
) -> Response:
    """A stream of the events after `start`."""
    form, language = STREAM_FORMATS[media_type](request.language), request.language
    opened = streams.Stream(tables, game, viewer, start, form, viewer.expires_at, query["omit"])
    watcher = watch(game, viewer)
    headers = [("X-Accel-Buffering", "no"), *language_headers(language)]
    response = Response(opened.chunks(watcher), content_type=media_type, headers=headers)
    response.call_on_close(watcher.close)
    return response


def last_event_id(header: str | None) -> int | None:
    """The last event that an EventSource has; it sends this when it reconnects."""
    if header is None:
        return None
    if not header.isascii() or not header.isdigit() or len(header) > 15:
        raise Problem("validation_error", errors={"Last-Event-ID": ["Must be the id of an event."]})
    return int(header)
