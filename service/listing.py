"""The list of public games. The index is a hint: every entry is looked at, and what does not belong is dropped."""

import redis

from service.model import Status
from service.play import House
from service.problems import Problem
from service.room import Room
from service.store import Unavailable
from service.store.lobby import game_of


def listed(
    house: House, engine: str | None, status: Status | None, limit: int, cursor: str | None
) -> tuple[list[Room], str | None]:
    """A page of games and the cursor of the next one; None at the end."""
    try:
        entries = house.lobby.page(engine, status, cursor, limit)
        rooms = [room for entry in entries if (room := checked(house, entry, engine, status)) is not None]
    except redis.RedisError as error:
        raise Unavailable(str(error)) from error
    return rooms, entries[-1] if len(entries) == limit else None


def checked(house: House, entry: str, engine: str | None, status: Status | None) -> Room | None:
    """The game an entry stands for, if it still belongs on this list."""
    try:
        room = Room(house.store.read(game_of(entry)))
    except Problem:
        room = None
    if room is None or (status is not None and room.meta.status != status):
        house.lobby.drop(entry, engine, status)
        return None
    return None if status == "open" and full(room) else room


def full(room: Room) -> bool:
    """Whether nobody new can sit down; whoever stands up again makes the game one to join."""
    return not any(seat.kind == "open" and seat.kept_for is None for seat in room.meta.seats)
