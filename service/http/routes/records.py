"""After the game: its record, verifying a record, and a rematch."""

from typing import Any

from flask import Blueprint, Response

from engines.record import Record
from schemas.requests import ViewQuery
from service.http.operation import house, operation
from service.http.request import this_request
from service.http.response import answer, bearer
from service.table.access import Viewer
from service.table.records import VerificationResult, record_of, verify
from service.table.rematch import rematch
from service.table.view import GameView, etag, game_view

records = Blueprint("records", __name__)
LARGEST_RECORD = 4 * 1024 * 1024


@records.get("/v1/games/<game:game_id>/record")
@operation("Get the record", tag="Records", returns=Record, problems=("not_found", "not_finished"))
def get_record(game_id: str) -> Response:
    """Everything needed to play a finished or abandoned game again, seeds included."""
    return answer(record_of(house(), game_id))


@records.post("/v1/records/verify")
@operation(
    "Verify a record",
    tag="Records",
    body_name="Record",
    largest=LARGEST_RECORD,
    returns=VerificationResult,
    limited="verify",
    problems=("rules_version_unsupported",),
)
def verify_record(body: str) -> Response:
    """Replay a record: is it consistent in itself (`valid`), and is it that of a game stored here (`known`)?

    Every 64 KiB of a record count as one request for the rate limit.
    """
    return answer(verify(house(), body))


@records.post("/v1/games/<game:game_id>/rematch")
@operation(
    "Create a rematch",
    tag="Records",
    auth="host",
    query=ViewQuery,
    returns=GameView,
    status=201,
    gives=("Location", "ETag"),
    problems=("unauthenticated", "forbidden", "not_found", "not_finished", "too_many_bots"),
)
def create_rematch(game_id: str, query: dict[str, Any]) -> Response:
    """Create a new game at the same table; a repeated request returns the same new game.

    The host's token stays valid. The old game's `next_game` is the id of the new one, where each player claims their
    seat with their old token (`POST …/seats`).
    """
    room = rematch(house(), game_id, bearer(this_request()))
    place, tag = f"/v1/games/{room.id}", etag(room, Viewer(), this_request().language)
    view = game_view(room, Viewer(host=True), house().settings, query["omit"])
    return answer(view, 201, Location=place, ETag=tag)
