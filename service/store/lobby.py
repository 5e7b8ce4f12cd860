"""The index of public games. It is a hint, as it is in other hash slots than the games: check every entry."""

import random
from contextlib import suppress

from service.store.connection import store_call
from service.store.errors import Unavailable
from service.store.game_store import GameStore, ListedGame, game_key
from service.store.interface import Command, StoreConnection
from service.store.stored import GameConfig, Meta, Status

SWEEP_SIZE = 8


class Lobby:
    """Sorted sets of "creation time:game id", one for each engine and status, and for all engines or all statuses.

    Games expire, and the store does not take them off this index. So each addition checks a few entries of one of
    the sets, and removes those whose games are gone. On average each set then has two entries checked for each one
    added, so entries of games that are gone cannot become more than those of games that exist.
    """

    def __init__(self, connection: StoreConnection) -> None:
        self.connection = connection

    def move(self, config: GameConfig, before: Status | None, after: Status | None) -> None:
        """Index a game by its new status. A failure is ignored: the game itself is stored, and the index is a hint."""
        if not config.public:
            return
        member = f"{config.created_at:014d}:{config.id}"
        commands: list[Command] = [("ZREM", key, member) for key in _keys(config.engine, before)] if before else []
        commands += [("ZADD", key, 0, member) for key in _keys(config.engine, after)] if after else []
        with suppress(Unavailable), store_call():
            self.connection.call_many(commands)
            if after:
                self._sweep(random.choice(_keys(config.engine, after)))  # noqa: S311

    def _sweep(self, key: str) -> None:
        """Check a few entries of a set, and remove those whose games are gone."""
        entries = [entry.decode() for entry in self.connection.call("ZRANDMEMBER", key, SWEEP_SIZE) or ()]
        counts = self.connection.call_many([("EXISTS", game_key(game_of(entry))) for entry in entries])
        gone = [entry for entry, exists in zip(entries, counts, strict=True) if not exists]
        if gone:
            self.connection.call("ZREM", key, *gone)

    def page(self, engine: str | None, status: Status | None, cursor: str | None, count: int) -> list[str]:
        """The next entries, newest first."""
        start = f"({cursor}" if cursor else "+"
        with store_call():
            members = self.connection.call(
                "ZRANGE", _key(engine, status), start, "-", "BYLEX", "REV", "LIMIT", 0, count
            )
        return [member.decode() for member in members]

    def drop(self, entry: str, engine: str | None, status: Status | None) -> None:
        """Remove an entry from a set that it does not belong to."""
        with store_call():
            self.connection.call("ZREM", _key(engine, status), entry)


def game_of(entry: str) -> str:
    """The id of the game of an entry."""
    return entry.partition(":")[2]


def list_public_games(
    lobby: Lobby,
    store: GameStore,
    max_versions: int,
    engine: str | None,
    status: Status | None,
    limit: int,
    cursor: str | None,
) -> tuple[list[ListedGame], str | None]:
    """A page of public games and the cursor of the next one; None at the end. Entries that do not belong are dropped.

    An open game is listed if somebody new can join it: there is a seat, and it has at most `max_versions` versions.
    """
    entries = lobby.page(engine, status, cursor, limit)
    games: list[ListedGame] = []
    for entry, game in zip(entries, store.list_games([game_of(entry) for entry in entries]), strict=True):
        if game is None or (status is not None and game.meta.status != status):
            lobby.drop(entry, engine, status)
        elif status != "open" or (is_joinable(game.meta) and game.version <= max_versions):
            games.append(game)
    return games, entries[-1] if len(entries) == limit else None


def is_joinable(meta: Meta) -> bool:
    """Whether somebody new can join; seats that are reserved for their players do not count."""
    return any(seat.kind == "open" and seat.reserved_for is None for seat in meta.seats)


def _key(engine: str | None, status: Status | None) -> str:
    return f"lobby:{engine or '*'}:{status or '*'}"


def _keys(engine: str, status: Status) -> list[str]:
    return [_key(e, s) for e in (engine, None) for s in (status, None)]
