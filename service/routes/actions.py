"""Playing: what may be done, doing it, and what was heard."""

from typing import Any

from flask import Blueprint, Response, request

from schemas.requests import ActionsQuery, EventsQuery
from service.answers import ActAnswer, EventPage, LegalActions, act_answer
from service.api import house, operation
from service.http import answer, asking_of, bearer, marked
from service.play import act, offers, page, seat_of
from service.view import etag, event_view

actions = Blueprint("actions", __name__)


@actions.get("/v1/games/<game:game_id>/actions")
@operation(
    "List what this seat may do",
    tag="Play",
    auth="seat",
    query=ActionsQuery,
    returns=LegalActions,
    problems=("unauthenticated", "forbidden", "not_found"),
)
def list_actions(game_id: str, query: dict[str, Any]) -> Response:
    """Every action the seat may take now, ready to be posted as it stands."""
    token = bearer(request)
    room, _ = house().look(game_id, token)
    types, legal = offers(room, seat_of(room, token), query["type"])
    first, more = page(legal, query["limit"])
    return answer(LegalActions(room.version, types, first, more))


@actions.post("/v1/games/<game:game_id>/actions")
@operation(
    "Act",
    tag="Play",
    auth="seat",
    body_name="Action",
    headers=("If-Match", "Idempotency-Key"),
    returns=ActAnswer,
    problems=(
        "unauthenticated",
        "forbidden",
        "not_found",
        "illegal_action",
        "not_your_turn",
        "game_not_active",
        "stale_version",
        "idempotency_conflict",
    ),
)
def take_action(game_id: str, body: Any) -> Response:
    """One action of the holder of this token. It answers only after the store has taken it."""
    acted = act(house(), game_id, asking_of(request), body)
    response = answer(act_answer(house(), acted), ETag=etag(acted.room.version, acted.viewer))
    return marked(response, acted.replayed)


@actions.get("/v1/games/<game:game_id>/events")
@operation(
    "Read the log",
    tag="Play",
    auth="viewer",
    query=EventsQuery,
    returns=EventPage,
    problems=("unauthenticated", "not_found"),
)
def list_events(game_id: str, query: dict[str, Any]) -> Response:
    """What happened, in order, with what this viewer may know of it."""
    room, viewer = house().look(game_id, bearer(request))
    heard = house().store.heard(game_id, query["after"], query["limit"])
    last = heard[-1].seq if heard else query["after"]
    return answer(EventPage([event_view(one, viewer) for one in heard], last if last < room.meta.events else None))
