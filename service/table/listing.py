"""The list of public games. The index is a hint: every entry is checked, and dropped if it does not belong."""

from service.base.model import Meta, Status
from service.store import Found
from service.store.lobby import game_of
from service.table.house import House
from service.table.room import Room


def listed(
    house: House, engine: str | None, status: Status | None, limit: int, cursor: str | None
) -> tuple[list[Room], str | None]:
    """A page of games and the cursor of the next one; None at the end."""
    entries = house.lobby.page(engine, status, cursor, limit)
    found = house.store.read_all([game_of(entry) for entry in entries])
    rooms = [
        Room(game) for entry, game in zip(entries, found, strict=True) if belongs(house, entry, game, engine, status)
    ]
    return rooms, entries[-1] if len(entries) == limit else None


def belongs(house: House, entry: str, game: Found, engine: str | None, status: Status | None) -> bool:
    """Whether the game an entry stands for is still there and on this list; if not, the entry is dropped."""
    if game.meta is None or (status is not None and game.meta.status != status):
        house.lobby.drop(entry, engine, status)
        return False
    return status != "open" or joinable(game.meta)


def joinable(meta: Meta) -> bool:
    """Whether somebody new can sit down; seats that are kept for their players do not count."""
    return any(seat.kind == "open" and seat.kept_for is None for seat in meta.seats)
