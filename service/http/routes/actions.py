"""Playing: list the legal actions, and take one."""

from typing import Any

import msgspec
from flask import Blueprint, Response

from schemas.requests import ActionsQuery, TableQuery, most_actions
from service.http.models import ActionResult, LegalActions, action_result
from service.http.operation import house, operation
from service.http.request import this_request
from service.http.response import answer, asking_of, bearer, marked
from service.table.access import require_seat
from service.table.offers import legal
from service.table.play import act
from service.table.view import etag

actions = Blueprint("actions", __name__)


@actions.get("/v1/games/<game:game_id>/actions")
@operation(
    "List legal actions",
    tag="Play",
    auth="seat",
    query=ActionsQuery,
    returns=LegalActions,
    problems=("unauthenticated", "forbidden", "not_found"),
)
def list_actions(game_id: str, query: dict[str, Any]) -> Response:
    """Every action the seat may take now, ready to be posted as it is; none for a seat that has to wait.

    `types` also names the types with too many actions to list, such as a riddle's solution.
    """
    token = bearer(this_request())
    room, _ = house().look(game_id, token)
    found = legal(room, require_seat(room, token), query["limit"], query["type"])
    return answer(LegalActions(**msgspec.structs.asdict(found), engine=room.charter.engine))


@actions.post("/v1/games/<game:game_id>/actions")
@operation(
    "Take an action",
    tag="Play",
    auth="seat",
    body_name="Action",
    query=TableQuery,
    headers=("If-Match", "Idempotency-Key"),
    returns=ActionResult,
    gives=("ETag",),
    problems=(
        "unauthenticated",
        "forbidden",
        "not_found",
        "illegal_action",
        "not_your_turn",
        "too_early",
        "game_not_active",
        "stale_version",
        "idempotency_conflict",
    ),
)
def take_action(game_id: str, body: Any, query: dict[str, Any]) -> Response:
    """Take one action as the holder of this token; the response is sent only after the store has saved it.

    Choose an action from the list of what this seat may do, or write one by the schema of its type. The game waits for
    the seats under `awaiting`; those under `may_react` may act as well. With `include=actions` the view in the response
    holds what the seat may do next.
    """
    acted = act(house(), game_id, asking_of(this_request()), body)
    told = action_result(house(), acted, query["omit"], most_actions(query))
    return marked(answer(told, ETag=etag(acted.room, acted.viewer, this_request().language)), acted.replayed)
