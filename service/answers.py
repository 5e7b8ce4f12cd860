"""What goes out, as typed structs: the same ones are encoded and published in openapi.yaml."""

from typing import Any

import msgspec

from engines.contract import Action, Players
from service.model import Status, instant
from service.play import Acted, House
from service.room import Room, Viewer
from service.tables import Created, Joined
from service.view import EventView, GameView, SeatView, event_view, game_view, seat_views


class EngineSummary(msgspec.Struct):
    """A kind of game."""

    slug: str
    title: str
    summary: str
    players: Players
    rules_version: str


class EngineList(msgspec.Struct):
    """All kinds of games."""

    engines: list[EngineSummary]


class EnginePage(msgspec.Struct):
    """A kind of game, with the JSON Schema of its options, its actions, its events and its view."""

    slug: str
    title: str
    summary: str
    players: Players
    rules_version: str
    options: dict[str, Any]
    actions: dict[str, Any]
    events: dict[str, Any]
    reasons: dict[str, str]
    endings: dict[str, str]
    state: dict[str, Any]


class GameSummary(msgspec.Struct):
    """A public game in the list."""

    id: str
    engine: str
    status: Status
    version: int
    seats: list[SeatView]
    options: msgspec.Raw
    created_at: str
    updated_at: str


class GameList(msgspec.Struct):
    """A page of public games; only a null `next_cursor` is the end."""

    games: list[GameSummary]
    next_cursor: str | None


class JoinAnswer(msgspec.Struct):
    """The seat and its token, shown this once."""

    seat: int
    token: str
    game: GameView


class ActAnswer(msgspec.Struct):
    """The version the action made, what was heard of it, and the game as it is now."""

    version: int
    events: list[EventView]
    game: GameView


class LegalActions(msgspec.Struct):
    """What a seat may do now; each action can be posted as it stands."""

    version: int
    types: list[str]
    actions: list[Action]
    truncated: bool


class EventPage(msgspec.Struct):
    """A page of the log; `next_after` leads to the next one, null is the end for now."""

    events: list[EventView]
    next_after: int | None


class Ticket(msgspec.Struct):
    """A ticket for `…/events?ticket=`, and when it ends."""

    ticket: str
    expires_at: str


class Health(msgspec.Struct):
    """How the service is."""

    status: str


class ProblemDetails(msgspec.Struct):
    """RFC 9457 problem details."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    errors: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET
    reason: str | msgspec.UnsetType = msgspec.UNSET
    version: int | msgspec.UnsetType = msgspec.UNSET


def created_answer(house: House, created: Created) -> GameView:
    """The view with every token in it."""
    view = game_view(created.room, Viewer(), house.settings)
    view.host_token = created.host_token
    tokens = {created.room.seat_with(token): token for token in created.tokens.values()}
    for seat in view.seats:  # a repeat may find that the start has closed the seats up, or that some have been left
        seat.token = tokens.get(seat.seat, msgspec.UNSET)
    return view


def join_answer(house: House, joined: Joined) -> JoinAnswer:
    """The seat, its token and the game as its holder sees it; a repeat may find that they have left it since."""
    viewer = Viewer(seat=joined.room.seat_with(joined.token))
    return JoinAnswer(joined.seat, joined.token, game_view(joined.room, viewer, house.settings))


def act_answer(house: House, acted: Acted) -> ActAnswer:
    """What the actor gets."""
    events = [event_view(heard, acted.viewer) for heard in acted.heard]
    return ActAnswer(acted.version, events, game_view(acted.room, acted.viewer, house.settings))


def game_summary(room: Room) -> GameSummary:
    """A game as the list shows it."""
    charter, meta = room.charter, room.meta
    return GameSummary(
        id=room.id,
        engine=charter.engine,
        status=meta.status,
        version=room.version,
        seats=seat_views(room),
        options=charter.given,
        created_at=instant(charter.created_at),
        updated_at=instant(meta.updated_at),
    )
