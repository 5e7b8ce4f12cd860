"""Playing: list the legal actions, and take one."""

from typing import Any

import msgspec
from flask import Blueprint, Response

from schemas.requests import ActionsQuery, TableQuery
from service.http.models import ActionResult, LegalActions, action_result
from service.http.operation import operation
from service.http.request import ApiRequest
from service.http.response import json_response, mark_replayed
from service.table.access import Caller
from service.table.play import act, legal
from service.table.transaction import Tables
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
def list_actions(game_id: str, request: ApiRequest, tables: Tables, caller: Caller, query: dict[str, Any]) -> Response:
    """Every action the seat may take now, ready to be posted as it is; none for a seat that has to wait.

    `types` also names the types with too many actions to list, such as a riddle's solution.
    """
    game, viewer = tables.read(game_id, caller)
    actions = legal(game, viewer, query["limit"], query["type"])
    result = LegalActions(**msgspec.structs.asdict(actions), engine=game.config.engine)
    return json_response(result, request.language)


@actions.post("/v1/games/<game:game_id>/actions")
@operation(
    "Take an action",
    tag="Play",
    auth="seat",
    body_name="Action",
    query=TableQuery,
    request_headers=("If-Match", "Idempotency-Key"),
    returns=ActionResult,
    response_headers=("ETag",),
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
def take_action(
    game_id: str, request: ApiRequest, tables: Tables, caller: Caller, body: Any, query: dict[str, Any]
) -> Response:
    """Take one action as the holder of this token; the response comes only after the store has saved it.

    Choose an action from the list of what this seat may do, or write one by the schema of its type. The game waits for
    the seats under `awaiting`; those under `may_react` may act as well. With `include=actions` the view in the response
    holds what the seat may do next.
    """
    acted = act(tables, game_id, caller, body)
    result = action_result(acted, tables.settings, query["omit"], query["max_actions"])
    tag = etag(acted.game, acted.viewer, request.language)
    return mark_replayed(json_response(result, request.language, ETag=tag), acted.replayed)
