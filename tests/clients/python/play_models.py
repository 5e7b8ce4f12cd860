"""Plays a game of every engine to its end with the models that datamodel-code-generator has made: `… <address>`."""

import json
import sys
from collections.abc import Sequence
from typing import Any, TypeVar

import httpx
from dice import DICE, choose
from ludotheque_models import (
    ActionResult,
    DragonFightsAction,
    DragonFightsNewGame,
    EngineDetail,
    EngineList,
    EventList,
    GameList,
    GameView,
    JoinRequestHuman,
    JoinResult,
    LegalActions,
    NewSeat,
    NewSeatHuman,
    NewSeatOpen,
    Record,
    TapechoAction,
    TapechoNewGame,
    TchangAction,
    TchangNewGame,
    TokyoPooDiversAction,
    TokyoPooDiversNewGame,
    TokyoPooDiversOptions,
    ZokyAction,
    ZokyNewGame,
)
from narrowing_models import told
from pydantic import BaseModel

HUMAN, OPEN = NewSeat(root=NewSeatHuman()), NewSeat(root=NewSeatOpen(kind="open"))
TABLES = [
    DragonFightsNewGame(engine="dragon_fights", seats=[HUMAN, OPEN]),
    TapechoNewGame(engine="tapecho", seats=[HUMAN, OPEN, OPEN, OPEN]),
    TchangNewGame(engine="tchang", seats=[HUMAN]),
    TokyoPooDiversNewGame(
        engine="tokyo_poo_divers", seats=[HUMAN, OPEN], options=TokyoPooDiversOptions(layout="donut")
    ),
    ZokyNewGame(engine="zoky", seats=[HUMAN, OPEN]),
]
"""A table of every engine, with the fewest players."""
Offered = Sequence[DragonFightsAction | TapechoAction | TchangAction | TokyoPooDiversAction | ZokyAction]
Answer = TypeVar("Answer", bound=BaseModel)
service = httpx.Client(base_url=sys.argv[1], timeout=60)


def understood(kind: type[Answer], answer: httpx.Response) -> Answer:
    """What was answered, if all of it can be told again."""
    assert answer.is_success, answer.text
    parsed = kind.model_validate_json(answer.content)
    assert parsed.model_dump(mode="json", by_alias=True, exclude_unset=True) == answer.json()
    return parsed


def get(kind: type[Answer], path: str, token: str = "", **query: str | int) -> Answer:
    """Ask for something, with this token."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return understood(kind, service.get(path, headers=headers, params=query))


def post(kind: type[Answer], path: str, body: BaseModel, token: str = "") -> Answer:
    """Send something, with this token."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    sent = body.model_dump(mode="json", by_alias=True, exclude_unset=True)
    return understood(kind, service.post(path, headers=headers, json=sent))


def sit_down(table: BaseModel) -> tuple[str, list[str]]:
    """The address of a new table, and a token for every seat."""
    made = post(GameView, "/v1/games", table).root
    address, tokens = f"/v1/games/{made.id}", []
    for seat in made.seats:
        token = seat.token
        if token is None:
            body = JoinRequestHuman(name=f"Player {seat.seat}", seat=seat.seat)
            token = post(JoinResult, f"{address}/seats", body).root.token
        assert token is not None
        tokens.append(token)
    return address, tokens


def heard(address: str) -> list[str]:
    """The types of all events; those of Tokyo Poo Divers are told in words."""
    types: list[str] = []
    after: int | None = 0
    while after is not None:
        page = get(EventList, f"{address}/events", after=after).root
        if page.engine == "tokyo_poo_divers":
            assert len(told(page)) == len(page.events)
        types += [event.root.type for event in page.events]
        after = page.next_after
    return types


def play(table: BaseModel) -> dict[str, Any]:
    """Random actions until the game is over, and what was heard of them."""
    address, tokens = sit_down(table)
    view, actions = get(GameView, address).root, 0
    while view.status == "active":
        token = tokens[DICE.choice(view.awaiting)]
        legal = get(GameView, address, token, include="actions").root.legal
        assert legal is not None
        offered: Offered = legal.actions
        assert offered == get(LegalActions, f"{address}/actions", token).root.actions
        action = choose(offered, lambda action: action.root.type, actions)
        view = post(ActionResult, f"{address}/actions", action, token).root.game
        actions += 1
    get(Record, f"{address}/record")
    types = heard(address)
    return {"engine": view.engine, "status": view.status, "last_seq": view.last_seq, "actions": actions, "types": types}


for table in TABLES:
    print(json.dumps(play(table)))
for engine in get(EngineList, "/v1/engines").engines:
    get(EngineDetail, f"/v1/engines/{engine.slug}")
get(GameList, "/v1/games")
