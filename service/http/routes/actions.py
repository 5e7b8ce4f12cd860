"""Playing: list the legal actions, and take one."""

from typing import Any

from flask import Blueprint, Response

from schemas.requests import ActionsQuery, ViewQuery
from service.http.answers import ActAnswer, LegalActions, act_answer
from service.http.api import house, operation
from service.http.calls import this_call
from service.http.wire import answer, asking_of, bearer, marked
from service.table.access import demand_seat
from service.table.play import act, offers, page
from service.table.view import etag

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
    """Every action the seat may take now, ready to be posted as it is; none for a seat that has to wait.

    `types` also names the types with too many actions to list, such as a riddle's solution.
    """
    token = bearer(this_call())
    room, _ = house().look(game_id, token)
    types, legal = offers(room, demand_seat(room, token), query["type"])
    first, more = page(legal, query["limit"])
    return answer(LegalActions(room.version, types, first, more))


@actions.post("/v1/games/<game:game_id>/actions")
@operation(
    "Act",
    tag="Play",
    auth="seat",
    body_name="Action",
    query=ViewQuery,
    headers=("If-Match", "Idempotency-Key"),
    returns=ActAnswer,
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
    """Take one action as the holder of this token; the answer comes only after the store has saved it.

    Choose an action from the list of what this seat may do, or write one by the schema of its type. The game waits for
    the seats under `awaiting`; those under `may_react` may act as well.
    """
    acted = act(house(), game_id, asking_of(this_call()), body)
    response = answer(act_answer(house(), acted, query["omit"]), ETag=etag(acted.room.version, acted.viewer))
    return marked(response, acted.replayed)
