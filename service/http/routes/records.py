"""After the game: its record, verifying a record, and a rematch."""

from typing import Any

from flask import Blueprint, Response

from engines.record import Record
from schemas.requests import ViewQuery
from service.http.operation import operation
from service.http.request import ApiRequest
from service.http.response import json_response
from service.table import lifecycle
from service.table.access import Caller, Viewer
from service.table.game_record import VerificationResult, record_of, verify
from service.table.transaction import Tables
from service.table.view import GameView, etag, game_view

records = Blueprint("records", __name__)
LARGEST_RECORD = 4 * 1024 * 1024


@records.get("/v1/games/<game:game_id>/record")
@operation("Get the record", tag="Records", returns=Record, problems=("not_found", "not_finished"))
def get_record(game_id: str, request: ApiRequest, tables: Tables) -> Response:
    """Everything needed to play a finished or abandoned game again, seeds included."""
    return json_response(record_of(tables, game_id), request.language)


@records.post("/v1/records/verify")
@operation(
    "Verify a record",
    tag="Records",
    body_name="Record",
    max_body=LARGEST_RECORD,
    returns=VerificationResult,
    rate_limit="verify",
    problems=("rules_version_unsupported",),
)
def verify_record(request: ApiRequest, tables: Tables, body: str) -> Response:
    """Replay a record: is it consistent in itself (`valid`), and is it that of a game stored here (`known`)?

    Every 64 KiB of a record count as one request for the rate limit.
    """
    return json_response(verify(tables, body), request.language)


@records.post("/v1/games/<game:game_id>/rematch")
@operation(
    "Create a rematch",
    tag="Records",
    auth="host",
    query=ViewQuery,
    returns=GameView,
    status=201,
    response_headers=("Location", "ETag"),
    rate_limit="create",
    problems=("unauthenticated", "forbidden", "not_found", "not_finished", "too_many_bots", "too_many_bot_tables"),
)
def create_rematch(
    game_id: str, request: ApiRequest, tables: Tables, caller: Caller, query: dict[str, Any]
) -> Response:
    """Create a new game at the same table; a repeated request returns the same new game. Each request counts as one
    that creates a game.

    The host's token stays valid. The old game's `next_game` is the id of the new one, where each player claims their
    seat with their old token (`POST …/seats`).
    """
    game = lifecycle.rematch(tables, game_id, caller)
    location, tag = f"/v1/games/{game.id}", etag(game, Viewer(), request.language)
    view = game_view(game, Viewer(host=True), tables.settings, query["omit"])
    return json_response(view, request.language, 201, Location=location, ETag=tag)
