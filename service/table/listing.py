"""The list of public games. The index is a hint: every entry is checked, and dropped if it does not belong."""

from service.store import ListedGame
from service.store.lobby import game_of
from service.store.stored import Meta, Status
from service.table.tables import Tables


def listed(
    house: Tables, engine: str | None, status: Status | None, limit: int, cursor: str | None
) -> tuple[list[ListedGame], str | None]:
    """A page of games and the cursor of the next one; None at the end."""
    entries = house.lobby.page(engine, status, cursor, limit)
    found = zip(entries, house.store.list_games([game_of(entry) for entry in entries]), strict=True)
    games = [checked(house, entry, game, engine, status) for entry, game in found]
    return [game for game in games if game is not None], entries[-1] if len(entries) == limit else None


def checked(
    house: Tables, entry: str, game: ListedGame | None, engine: str | None, status: Status | None
) -> ListedGame | None:
    """The game an entry stands for, if it is on this list; if it is there no more, the entry is dropped."""
    if game is None or (status is not None and game.meta.status != status):
        house.lobby.drop(entry, engine, status)
        return None
    seat_free = joinable(game.meta) and game.version <= house.settings.max_actions
    return game if status != "open" or seat_free else None


def joinable(meta: Meta) -> bool:
    """Whether somebody new can sit down; seats that are kept for their players do not count."""
    return any(seat.kind == "open" and seat.reserved_for is None for seat in meta.seats)
