"""What a viewer gets to see of a game: the engine's view in the service's envelope."""

from typing import Any

import msgspec

from engines.contract import Outcome
from service import clock
from service.model import Heard, Status, instant
from service.room import Room, Viewer, lifetime
from service.settings import Settings

PRESENT_MS = 60_000


class SeatView(msgspec.Struct, omit_defaults=True):
    """A seat as everyone sees it; `token` only in the one answer that hands it out."""

    seat: int
    name: str | None
    kind: str
    present: bool
    left: bool = False
    token: str | msgspec.UnsetType = msgspec.UNSET


class EventView(msgspec.Struct):
    """An event as one viewer hears it."""

    seq: int
    version: int
    at: str
    seat: int | None
    type: str
    data: dict[str, Any]
    timeout: bool | msgspec.UnsetType = msgspec.UNSET


class GameView(msgspec.Struct):
    """The whole of a game for one viewer."""

    id: str
    engine: str
    rules_version: str
    status: Status
    version: int
    viewer: int | None
    seats: list[SeatView]
    options: msgspec.Raw
    awaiting: list[int]
    may_react: list[int]
    deadline: str | None
    now: str
    state: msgspec.Struct | None
    outcome: Outcome | None
    seed_commitment: str
    public: bool
    turn_seconds: int | None
    last_seq: int
    created_at: str
    updated_at: str
    expires_at: str
    previous_game: str | None
    next_game: str | None
    host_token: str | msgspec.UnsetType = msgspec.UNSET


def game_view(room: Room, viewer: Viewer, settings: Settings) -> GameView:
    """The view for this viewer; the host's token alone sees what a spectator sees."""
    meta, charter = room.meta, room.charter
    return GameView(
        id=room.id,
        engine=charter.engine,
        rules_version=charter.rules_version,
        status=meta.status,
        version=room.version,
        viewer=viewer.seat,
        seats=seat_views(room),
        options=charter.given,
        awaiting=meta.awaiting(),
        may_react=meta.may_react(),
        deadline=None if (due := clock.deadline(room)) is None else instant(due),
        now=instant(room.now),
        state=None if room.state is None else room.engine.view(room.state, viewer.seat),
        outcome=meta.outcome,
        seed_commitment=charter.commitment,
        public=charter.public,
        turn_seconds=charter.turn_seconds,
        last_seq=meta.events,
        created_at=instant(charter.created_at),
        updated_at=instant(meta.updated_at),
        expires_at=instant(meta.updated_at + lifetime(meta.status, settings) * 1000),
        previous_game=charter.previous_game,
        next_game=meta.next_game,
    )


def seat_views(room: Room) -> list[SeatView]:
    """The seats in order."""
    return [
        SeatView(number, seat.name, seat.kind, present(room, number), seat.left)
        for number, seat in enumerate(room.meta.seats)
    ]


def present(room: Room, number: int) -> bool:
    """Whether a seat has a stream open or has acted within the last minute."""
    seat = room.meta.seats[number]
    if seat.token is None:
        return False
    last = max(seat.acted_at, room.present.get(seat.token, 0))
    return room.now - last < PRESENT_MS


def event_view(heard: Heard, viewer: Viewer) -> EventView:
    """The event with what this viewer may know of it."""
    event = heard.event
    return EventView(
        heard.seq,
        heard.version,
        instant(heard.at),
        event.seat,
        event.type,
        event.data_for(viewer.seat),
        True if heard.timeout else msgspec.UNSET,
    )


def etag(version: int, viewer: Viewer) -> str:
    """A view's tag: its version, and whose it is."""
    return f'"{version}.{"-" if viewer.seat is None else viewer.seat}"'
