"""Plays a game of every engine to its end with the models that datamodel-code-generator has made:
`… <address> <id of a game that is not in the document> <token of a seat that has to act>`.
"""

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
    UnknownActionResult,
    UnknownEventList,
    UnknownGameView,
    UnknownLegalActions,
    ZokyAction,
    ZokyNewGame,
)
from narrowing_models import describe_events
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
Body = TypeVar("Body", bound=BaseModel)
service = httpx.Client(base_url=sys.argv[1], timeout=60)


def parse(kind: type[Body], response: httpx.Response) -> Body:
    """The parsed body, which must serialize to the same JSON again."""
    assert response.is_success, response.text
    parsed = kind.model_validate_json(response.content)
    assert parsed.model_dump(mode="json", by_alias=True, exclude_unset=True) == response.json()
    return parsed


def get(kind: type[Body], path: str, token: str = "", **query: str | int) -> Body:
    """Ask for something, with this token."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return parse(kind, service.get(path, headers=headers, params=query))


def post(kind: type[Body], path: str, body: BaseModel, token: str = "") -> Body:
    """Send something, with this token."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    sent = body.model_dump(mode="json", by_alias=True, exclude_unset=True)
    return parse(kind, service.post(path, headers=headers, json=sent))


def create_and_join(table: BaseModel) -> tuple[str, list[str]]:
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


def event_types(address: str) -> list[str]:
    """The types of all events; those of Tokyo Poo Divers are described as text."""
    types: list[str] = []
    after: int | None = 0
    while after is not None:
        page = get(EventList, f"{address}/events", after=after).root
        assert not isinstance(page, UnknownEventList)
        if page.engine == "tokyo_poo_divers":
            assert len(describe_events(page)) == len(page.events)
        types += [event.root.type for event in page.events]
        after = page.next_after
    return types


def play(table: BaseModel) -> dict[str, Any]:
    """Random actions until the game is over, and their events."""
    address, tokens = create_and_join(table)
    view, actions = get(GameView, address).root, 0
    while view.status == "active":
        token = tokens[DICE.choice(view.awaiting)]
        seen = get(GameView, address, token, include="actions").root
        assert not isinstance(seen, UnknownGameView)
        assert seen.legal is not None
        offered: Offered = seen.legal.actions
        assert offered == get(LegalActions, f"{address}/actions", token).root.actions
        action = choose(offered, lambda action: action.root.type, actions)
        view = post(ActionResult, f"{address}/actions", action, token).root.game
        actions += 1
    get(Record, f"{address}/record")
    types = event_types(address)
    return {"engine": view.engine, "status": view.status, "last_seq": view.last_seq, "actions": actions, "types": types}


def play_unknown(address: str, token: str) -> None:
    """One action in a game that is not in the document."""
    view = get(GameView, address, token, include="actions").root
    assert isinstance(view, UnknownGameView)
    assert view.legal is not None
    assert isinstance(get(LegalActions, f"{address}/actions", token).root, UnknownLegalActions)
    result = post(ActionResult, f"{address}/actions", view.legal.actions[0], token).root
    assert isinstance(result, UnknownActionResult)
    page = get(EventList, f"{address}/events").root
    assert isinstance(page, UnknownEventList)
    assert page.events[-1] == result.events[-1]


for table in TABLES:
    print(json.dumps(play(table)))
for engine in get(EngineList, "/v1/engines").engines:
    get(EngineDetail, f"/v1/engines/{engine.slug}")
play_unknown(f"/v1/games/{sys.argv[2]}", sys.argv[3])
assert "bells" in [game.root.engine for game in get(GameList, "/v1/games").games]
