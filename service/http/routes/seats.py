"""Seats: take one, give it up."""

from typing import Any

from flask import Blueprint, Response, request

from schemas.requests import JoinSchema, ViewQuery
from service.http.answers import JoinAnswer, join_answer
from service.http.api import house, operation
from service.http.wire import answer, asking_of, bearer, marked, nothing
from service.table import tables
from service.table.access import Viewer
from service.table.view import etag

seats = Blueprint("seats", __name__)


@seats.post("/v1/games/<game:game_id>/seats")
@operation(
    "Join a game",
    tag="Seats",
    body=JoinSchema,
    query=ViewQuery,
    headers=("Idempotency-Key",),
    returns=JoinAnswer,
    status=201,
    limited="join",
    locks=True,
    auth="claim",
    problems=("unauthenticated", "not_found", "game_not_open", "seat_taken", "idempotency_conflict"),
)
def take_seat(game_id: str, body: dict[str, Any], query: dict[str, Any]) -> Response:
    """Take an open seat. Only this answer shows its token.

    In a rematch each seat is kept for the player who held it: send the old seat's token as bearer, and get a new one.
    If the operator must not be able to choose the seed, read `seed_commitment` first and then send `entropy`.
    """
    joined = tables.join(house(), game_id, body, asking_of(request, locking=True))
    told = join_answer(house(), joined, query["omit"])
    tag = etag(told.game.version, Viewer(seat=told.game.viewer))
    return marked(answer(told, 201, ETag=tag), joined.replayed)


@seats.delete("/v1/games/<game:game_id>/seats/<int:seat>")
@operation(
    "Leave a seat",
    tag="Seats",
    auth="seat_or_host",
    returns=None,
    status=204,
    problems=("unauthenticated", "forbidden", "not_found", "game_not_active"),
)
def leave_seat(game_id: str, seat: int) -> Response:
    """Give a seat up. Before the start it is open again; after the start default actions are played for it."""
    tables.leave(house(), game_id, bearer(request), seat)
    return nothing()
