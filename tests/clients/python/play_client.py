"""Plays a game of every engine to its end with the client that openapi-python-client has made:
`… <address> <id of a game that is not in the document> <token of a seat that has to act>`.
"""

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
from narrowing_client import ActionResult, GameView, LegalActions, describe_events

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
Body = TypeVar("Body")


def anonymous_client(address: str) -> AuthenticatedClient:
    """Somebody without a token. The generated calls want one even where it may be left out: this one is an API key."""
    return AuthenticatedClient(address, token="", auth_header_name="X-API-Key", prefix="")


def parse(response: Response[Body]) -> Body | None:
    """The parsed body, which must serialize to the same JSON again."""
    parsed: Any = response.parsed
    assert parsed is not None, response
    assert parsed.to_dict() == json.loads(response.content)
    return response.parsed


def create_and_join(address: str, table: NewGame) -> tuple[str, list[AuthenticatedClient]]:
    """A new table, and a client for every seat."""
    made = parse(create_game.sync_detailed(client=anonymous_client(address), body=table))
    assert isinstance(made, GameView)
    players = []
    for seat in made.seats:
        token = seat.token
        if isinstance(token, Unset):
            body = models.JoinRequestHuman(name=f"Player {seat.seat}", seat=seat.seat)
            joined = parse(join_game.sync_detailed(made.id, client=anonymous_client(address), body=body))
            assert joined is not None
            assert not isinstance(joined, ProblemDetails)
            token = joined.token
        assert not isinstance(token, Unset)
        players.append(AuthenticatedClient(address, token=token))
    return made.id, players


def look(game: str, client: AuthenticatedClient) -> GameView:
    """The view of a seat, with what it may do."""
    view = parse(get_game.sync_detailed(game, client=client, include="actions"))
    assert isinstance(view, GameView)
    return view


def act(game: str, client: AuthenticatedClient, taken: int) -> GameView:
    """One random action; returns the view after it."""
    legal = look(game, client).legal
    listed = parse(list_actions.sync_detailed(game, client=client))
    assert isinstance(listed, LegalActions)
    assert not isinstance(legal, Unset)
    assert legal.actions == listed.actions
    action = choose(legal.actions, lambda action: action.type_, taken)
    response = parse(take_action.sync_detailed(game, client=client, body=action))
    assert isinstance(response, ActionResult)
    return response.game


def event_types(game: str, client: AuthenticatedClient) -> list[str]:
    """The types of all events; those of Tokyo Poo Divers are described as text."""
    types: list[str] = []
    after: int | None = 0
    while after is not None:
        page = parse(list_events.sync_detailed(game, client=client, after=after))
        assert page is not None
        assert not isinstance(page, ProblemDetails | models.UnknownEventList)
        if isinstance(page, models.TokyoPooDiversEventList):
            assert len(describe_events(page)) == len(page.events)
        types += [event.type_ for event in page.events]
        after = page.next_after
    return types


def play(address: str, table: NewGame) -> dict[str, Any]:
    """Random actions until the game is over, and their events."""
    game, players = create_and_join(address, table)
    view, actions = look(game, players[0]), 0
    while view.status == "active":
        view = act(game, players[DICE.choice(view.awaiting)], actions)
        actions += 1
    types = event_types(game, players[0])
    return {"engine": view.engine, "status": view.status, "last_seq": view.last_seq, "actions": actions, "types": types}


def play_unknown(game: str, client: AuthenticatedClient) -> None:
    """One action in a game that is not in the document."""
    view = parse(get_game.sync_detailed(game, client=client, include="actions"))
    assert isinstance(view, models.UnknownGameView)
    assert not isinstance(view.legal, Unset)
    listed = parse(list_actions.sync_detailed(game, client=client))
    assert isinstance(listed, models.UnknownLegalActions)
    action: Any = view.legal.actions[0]  # only a request for a game in the document is typed
    result = parse(take_action.sync_detailed(game, client=client, body=action))
    assert isinstance(result, models.UnknownActionResult)
    page = parse(list_events.sync_detailed(game, client=client))
    assert isinstance(page, models.UnknownEventList)
    assert page.events[-1] == result.events[-1]


address, unknown_game, token = sys.argv[1:]
for table in TABLES:
    print(json.dumps(play(address, table)))
play_unknown(unknown_game, AuthenticatedClient(address, token=token))
