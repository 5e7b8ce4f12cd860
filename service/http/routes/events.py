"""The events of a game: page by page, or live."""

from typing import Any

from flask import Blueprint, Response

from schemas.requests import EventsQuery
from service.http.forms import demand_accept
from service.http.models import EventList, Ticket
from service.http.operation import house, operation, watching
from service.http.request import this_request
from service.http.response import JSON, answer, bearer, nothing, spoken
from service.live import streams, tickets
from service.problems import Problem
from service.store.stored import instant
from service.table.access import Viewer, require_seat
from service.table.transaction import Transaction
from service.table.view import event_view

events = Blueprint("events", __name__)
FORMS = {"text/event-stream": streams.sse, "application/x-ndjson": streams.ndjson}


@events.get("/v1/games/<game:game_id>/events")
@operation(
    "List events, or stream them",
    tag="Play",
    auth="viewer",
    query=EventsQuery,
    headers=("Last-Event-ID",),
    returns=EventList,
    produces=(JSON, *FORMS),
    gives=("X-Accel-Buffering",),
    besides=((204, "For a stream: the game is over, and you have all its events"),),
    problems=("unauthenticated", "not_found", "too_many_streams"),
)
def list_events(game_id: str, query: dict[str, Any]) -> Response:
    """The events of a game, as this viewer may know them: page by page, or live.

    The `Accept` header chooses the form. `application/json`: a page. `text/event-stream`: Server-Sent Events from the
    first event on, or after `Last-Event-ID` or `after`. `id:` is the `seq` and `data:` an `EventView`; there is no
    `event:` line, so `onmessage` gets every event. Comments keep the connection alive. When the game is over, the last
    event is followed by `event: end`, and a client that connects again gets 204. `application/x-ndjson`: the `GameView`
    on the first line, then one `EventView` per line from now on, or from `after`; empty lines keep the connection open.
    """
    last = last_event_id()
    room, viewer, until = seen(game_id, query["ticket"])
    form = demand_accept(this_request().header("Accept"), (JSON, *FORMS))
    if form != JSON:
        return live(room, viewer, until, form, last, query)
    after = query["after"] or 0
    # Only events up to the version that was read: later ones may number the seats differently.
    count = min(query["limit"], room.meta.events - after)
    heard = house().store.heard(room.charter, after, count) if count > 0 else []
    last = heard[-1].seq if heard else after
    further = last if last < room.meta.events else None
    return answer(EventList([event_view(one, viewer) for one in heard], further, room.charter.engine))


@events.post("/v1/games/<game:game_id>/events/ticket")
@operation(
    "Create a ticket for the event stream",
    tag="Play",
    auth="seat",
    returns=Ticket,
    status=201,
    problems=("unauthenticated", "forbidden", "not_found"),
)
def create_ticket(game_id: str) -> Response:
    """A reusable, read-only ticket for EventSource, which cannot send headers: for this game and seat, for 12 hours."""
    token = bearer(this_request())
    room, _ = house().look(game_id, token)
    viewer = require_seat(room, token)
    text, until = tickets.ticket(room, viewer.seat or 0)
    return answer(Ticket(text, instant(until)), 201)


def seen(game_id: str, ticket: str | None) -> tuple[Transaction, Viewer, int | None]:
    """The game, its viewer and until when they may listen: by a ticket, a token or neither."""
    if ticket is None:
        return *house().look(game_id, bearer(this_request())), None
    room = house().current(game_id)
    return room, *tickets.holder(room, ticket)


def live(
    room: Transaction, viewer: Viewer, until: int | None, form: str, last: int | None, query: dict[str, Any]
) -> Response:
    """A stream from the event after the last one the client has; 204 if no event can follow."""
    resumed = query["after"] if last is None else last  # EventSource reconnects with its first, outdated `after`
    over = room.meta.status in ("finished", "abandoned")
    if over and resumed is not None and resumed >= room.meta.events:
        return nothing()
    start = resumed or 0 if form == "text/event-stream" or resumed is not None else room.meta.events
    language = this_request().language
    stream = streams.Stream(house(), room, viewer, start, FORMS[form](language), until, query["omit"])
    listener = watching(room, viewer)
    headers = [("X-Accel-Buffering", "no"), *spoken(language)]
    response = Response(stream.chunks(listener), content_type=form, headers=headers)
    response.call_on_close(listener.close)
    return response


def last_event_id() -> int | None:
    """The last event that an EventSource has; it sends this when it reconnects."""
    text = this_request().header("Last-Event-ID")
    if text is None:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > 15:
        raise Problem("validation_error", errors={"Last-Event-ID": ["Must be the id of an event."]})
    return int(text)
