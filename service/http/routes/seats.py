"""Seats: take one, give it up."""

from typing import Any

from flask import Blueprint, Response

from schemas.requests import JoinRequestSchema, ViewQuery
from service.http.models import JoinResult, join_result
from service.http.operation import house, operation
from service.http.request import this_request
from service.http.response import answer, asking_of, bearer, marked, nothing
from service.table import lifecycle as tables
from service.table.access import Viewer
from service.table.view import etag

seats = Blueprint("seats", __name__)


@seats.post("/v1/games/<game:game_id>/seats")
@operation(
    "Join a game, come back, or seat a bot",
    tag="Seats",
    body=JoinRequestSchema,
    query=ViewQuery,
    headers=("Idempotency-Key",),
    returns=JoinResult,
    status=201,
    gives=("ETag",),
    limited="join",
    locks=True,
    auth="claim",
    problems=(
        "unauthenticated",
        "forbidden",
        "not_found",
        "game_not_open",
        "seat_taken",
        "idempotency_conflict",
        "too_many_bots",
    ),
)
def join_game(game_id: str, body: dict[str, Any], query: dict[str, Any]) -> Response:
    """Take an open seat. Only this response contains its token.

    In a rematch each seat is kept for the player who held it: send the old seat's token as bearer, and get a new one.
    In the same way a player who has left a running game comes back, and the bot that played for them goes. With the
    host's token and `kind` `bot`, one of the service's own players takes the seat; it has no token.
    If the operator must not be able to choose the seed, read `seed_commitment` first and then send `entropy`.
    """
    joined = tables.join(house(), game_id, body, asking_of(this_request(), locking=True))
    told = join_result(house(), joined, query["omit"])
    tag = etag(joined.room, Viewer(seat=told.game.viewer), this_request().language)
    return marked(answer(told, 201, ETag=tag), joined.replayed)


@seats.delete("/v1/games/<game:game_id>/seats/<int:seat>")
@operation(
    "Leave a game",
    tag="Seats",
    auth="seat_or_host",
    returns=None,
    status=204,
    problems=("unauthenticated", "forbidden", "not_found", "game_not_active"),
)
def leave_game(game_id: str, seat: int) -> Response:
    """Give a seat up, or as the host take a bot out. Before the start the seat is open again.

    After the start a `greedy` bot plays on. The player may come back: join again with the old token as bearer.
    """
    tables.leave(house(), game_id, bearer(this_request()), seat)
    return nothing()
