"""Seats: take one, give it up."""

from typing import Any

from flask import Blueprint, Response

from schemas.requests import JoinRequestSchema, ViewQuery
from service.http.models import JoinResult, join_result
from service.http.operation import operation
from service.http.request import ApiRequest
from service.http.response import json_response, mark_replayed, no_content
from service.table import lifecycle
from service.table.access import Caller, Viewer
from service.table.transaction import Tables
from service.table.view import etag

seats = Blueprint("seats", __name__)


@seats.post("/v1/games/<game:game_id>/seats")
@operation(
    "Join a game, come back, or seat a bot",
    tag="Seats",
    body=JoinRequestSchema,
    query=ViewQuery,
    request_headers=("Idempotency-Key",),
    returns=JoinResult,
    status=201,
    response_headers=("ETag",),
    rate_limit="join",
    returns_tokens=True,
    auth="claim",
    problems=(
        "unauthenticated",
        "forbidden",
        "not_found",
        "game_not_open",
        "seat_taken",
        "idempotency_conflict",
        "too_many_bots",
        "too_many_bot_tables",
    ),
)
def join_game(
    game_id: str, request: ApiRequest, tables: Tables, caller: Caller, body: dict[str, Any], query: dict[str, Any]
) -> Response:
    """Take an open seat. Only this response contains its token.

    In a rematch each seat is kept for the player who held it: send the old seat's token as bearer, and get a new one.
    In the same way a player who has left a running game comes back, and the bot that played for them goes. With the
    host's token and `kind` `bot`, one of the service's own players takes the seat; it has no token.
    If the operator must not be able to choose the seed, read `seed_commitment` first and then send `entropy`.
    """
    joined = lifecycle.join(tables, game_id, caller, body)
    result = join_result(joined, tables.settings, query["omit"])
    tag = etag(joined.game, Viewer(seat=result.game.viewer), request.language)
    return mark_replayed(json_response(result, request.language, 201, ETag=tag), joined.replayed)


@seats.delete("/v1/games/<game:game_id>/seats/<int:seat>")
@operation(
    "Leave a game",
    tag="Seats",
    auth="seat_or_host",
    returns=None,
    status=204,
    problems=("unauthenticated", "forbidden", "not_found", "game_not_active"),
)
def leave_game(game_id: str, seat: int, tables: Tables, caller: Caller) -> Response:
    """Give a seat up, or as the host take a bot out. Before the start the seat is open again.

    After the start a `greedy` bot plays on. The player may come back: join again with the old token as bearer.
    """
    lifecycle.leave(tables, game_id, caller, seat)
    return no_content()
