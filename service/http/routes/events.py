"""What was heard: by the page, or live."""

from typing import Any

from flask import Blueprint, Response, request

from schemas.requests import EventsQuery
from service.base.model import instant
from service.base.problems import Problem
from service.http.answers import EventPage, Ticket
from service.http.api import house, operation, watching
from service.http.wire import JSON, answer, bearer, demand_accept, nothing
from service.live import streams, tickets
from service.table.access import Viewer, demand_seat
from service.table.room import Room
from service.table.view import event_view

events = Blueprint("events", __name__)
FORMS = {"text/event-stream": streams.SSE, "application/x-ndjson": streams.NDJSON}
SLOWEST_READER = 30.0


@events.get("/v1/games/<game:game_id>/events")
@operation(
    "Read the log, or follow it",
    tag="Play",
    auth="viewer",
    query=EventsQuery,
    headers=("Last-Event-ID",),
    returns=EventPage,
    produces=(JSON, *FORMS),
    besides=((204, "Of a stream: the game is over, and you have all of it"),),
    problems=("unauthenticated", "not_found", "too_many_streams"),
)
def list_events(game_id: str, query: dict[str, Any]) -> Response:
    """What happened, with what this viewer may know of it: by the page, or live.

    The `Accept` header chooses. `application/json`: a page. `text/event-stream`: Server-Sent Events from the first
    event on, or after `Last-Event-ID` or `after`; `id:` is `seq`, `data:` an `EventView`, there is no `event:` line,
    so `onmessage` gets all; a comment keeps the connection alive; after the last event of a game that is over comes
    `event: end`, and whoever comes back then gets 204. `application/x-ndjson`: the `GameView` on the first line, then
    an `EventView` a line from now on, or from `after`; empty lines keep the connection alive.
    """
    room, viewer, until = seen(game_id, query["ticket"])
    form = demand_accept(request.accept_mimetypes, JSON, *FORMS)
    if form != JSON:
        return live(room, viewer, until, form, query)
    after = query["after"] or 0
    # No further than the table that was looked at: later events may number the seats otherwise.
    count = min(query["limit"], room.meta.events - after)
    heard = house().store.heard(game_id, after, count) if count > 0 else []
    last = heard[-1].seq if heard else after
    return answer(EventPage([event_view(one, viewer) for one in heard], last if last < room.meta.events else None))


@events.post("/v1/games/<game:game_id>/events/ticket")
@operation(
    "Get a ticket to the events",
    tag="Play",
    auth="seat",
    returns=Ticket,
    status=201,
    problems=("unauthenticated", "forbidden", "not_found"),
)
def make_ticket(game_id: str) -> Response:
    """For EventSource, which cannot send headers: read-only, this game and seat, 12 hours, reusable."""
    token = bearer(request)
    room, _ = house().look(game_id, token)
    viewer = demand_seat(room, token)
    text, until = tickets.ticket(room, viewer.seat or 0)
    return answer(Ticket(text, instant(until)), 201)


def seen(game_id: str, ticket: str | None) -> tuple[Room, Viewer, int | None]:
    """The game, and who is listening until when: by a ticket, a token or neither."""
    if ticket is None:
        return *house().look(game_id, bearer(request)), None
    room = house().current(game_id)
    return room, *tickets.holder(room, ticket)


def live(room: Room, viewer: Viewer, until: int | None, form: str, query: dict[str, Any]) -> Response:
    """A stream from the event after the last one the client has; 204 where nothing will ever follow."""
    last = last_event_id()
    resumed = query["after"] if last is None else last  # EventSource comes back with the address it began with
    over = room.meta.status in ("finished", "abandoned")
    if over and resumed is not None and resumed >= room.meta.events:
        return nothing()
    start = resumed or 0 if form == "text/event-stream" or resumed is not None else room.meta.events
    drop_slow_readers()
    stream = streams.Stream(house(), room, viewer, start, FORMS[form], until, query["omit"])
    listener = watching(room, viewer)
    response = Response(stream.chunks(listener.feed), content_type=form, headers={"X-Accel-Buffering": "no"})
    response.call_on_close(listener.close)
    return response


def last_event_id() -> int | None:
    """The last event an EventSource has, as it says when it comes back."""
    text = request.headers.get("Last-Event-ID")
    if text is None:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > 15:
        raise Problem("validation_error", errors={"Last-Event-ID": ["Must be the id of an event."]})
    return int(text)


def drop_slow_readers() -> None:
    """A client that does not read for this long is let go, so that it cannot pile anything up here."""
    socket = request.environ.get("gunicorn.socket")
    if socket is not None:
        socket.settimeout(SLOWEST_READER)
