"""Plays a game of every engine to its end with the client that openapi-python-client has made: `… <address>`."""

import json
import sys
from typing import Any, TypeVar

from dice import DICE, choose
from ludotheque_client import AuthenticatedClient, models
from ludotheque_client.api.play import list_actions, list_events, take_action
from ludotheque_client.api.seats import join_game
from ludotheque_client.api.tables import create_game, get_game
from ludotheque_client.models import NewSeatHuman, NewSeatOpen, ProblemDetails
from ludotheque_client.types import Response, Unset
from narrowing_client import ActionResult, GameView, LegalActions, told

NewGame = (
    models.DragonFightsNewGame
    | models.TapechoNewGame
    | models.TchangNewGame
    | models.TokyoPooDiversNewGame
    | models.ZokyNewGame
)
HUMAN, OPEN = NewSeatHuman(), NewSeatOpen(kind="open")
DONUT = models.TokyoPooDiversOptions(layout=models.TokyoPooDiversOptionsLayout.DONUT)
TABLES: list[NewGame] = [
    models.DragonFightsNewGame("dragon_fights", [HUMAN, OPEN]),
    models.TapechoNewGame("tapecho", [HUMAN, OPEN, OPEN, OPEN]),
    models.TchangNewGame("tchang", [HUMAN]),
    models.TokyoPooDiversNewGame("tokyo_poo_divers", [HUMAN, OPEN], DONUT),
    models.ZokyNewGame("zoky", [HUMAN, OPEN]),
]
"""A table of every engine, with the fewest players."""
Answer = TypeVar("Answer")


def guest(address: str) -> AuthenticatedClient:
    """Somebody without a token. The generated calls want one even where it may be left out: this one is an API key."""
    return AuthenticatedClient(address, token="", auth_header_name="X-API-Key", prefix="")


def understood(answer: Response[Answer]) -> Answer | None:
    """What was answered, if all of it can be told again."""
    parsed: Any = answer.parsed
    assert parsed is not None, answer
    assert parsed.to_dict() == json.loads(answer.content)
    return answer.parsed


def sit_down(address: str, table: NewGame) -> tuple[str, list[AuthenticatedClient]]:
    """A new table, and a client for every seat."""
    made = understood(create_game.sync_detailed(client=guest(address), body=table))
    assert isinstance(made, GameView)
    players = []
    for seat in made.seats:
        token = seat.token
        if isinstance(token, Unset):
            body = models.JoinRequestHuman(name=f"Player {seat.seat}", seat=seat.seat)
            joined = understood(join_game.sync_detailed(made.id, client=guest(address), body=body))
            assert joined is not None
            assert not isinstance(joined, ProblemDetails)
            token = joined.token
        assert not isinstance(token, Unset)
        players.append(AuthenticatedClient(address, token=token))
    return made.id, players


def look(game: str, client: AuthenticatedClient) -> GameView:
    """The view of a seat, with what it may do."""
    view = understood(get_game.sync_detailed(game, client=client, include="actions"))
    assert isinstance(view, GameView)
    return view


def act(game: str, client: AuthenticatedClient, taken: int) -> GameView:
    """One random action; returns the view after it."""
    legal = look(game, client).legal
    listed = understood(list_actions.sync_detailed(game, client=client))
    assert isinstance(listed, LegalActions)
    assert not isinstance(legal, Unset)
    assert legal.actions == listed.actions
    action = choose(legal.actions, lambda action: action.type_, taken)
    answer = understood(take_action.sync_detailed(game, client=client, body=action))
    assert isinstance(answer, ActionResult)
    return answer.game


def heard(game: str, client: AuthenticatedClient) -> list[str]:
    """The types of all events; those of Tokyo Poo Divers are told in words."""
    types: list[str] = []
    after: int | None = 0
    while after is not None:
        page = understood(list_events.sync_detailed(game, client=client, after=after))
        assert page is not None
        assert not isinstance(page, ProblemDetails)
        if isinstance(page, models.TokyoPooDiversEventList):
            assert len(told(page)) == len(page.events)
        types += [event.type_ for event in page.events]
        after = page.next_after
    return types


def play(address: str, table: NewGame) -> dict[str, Any]:
    """Random actions until the game is over, and what was heard of them."""
    game, players = sit_down(address, table)
    view, actions = look(game, players[0]), 0
    while view.status == "active":
        view = act(game, players[DICE.choice(view.awaiting)], actions)
        actions += 1
    types = heard(game, players[0])
    return {"engine": view.engine, "status": view.status, "last_seq": view.last_seq, "actions": actions, "types": types}


for table in TABLES:
    print(json.dumps(play(sys.argv[1], table)))
