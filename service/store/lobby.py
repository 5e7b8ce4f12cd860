"""The list of public games. It is a hint, as it is in other hash slots than the games: check every entry."""

import random
from contextlib import suppress

from service.store.connection import Command, StoreConnection, Unavailable, answering
from service.store.games import GameStore, ListedGame, table_key
from service.store.stored import GameConfig, Meta, Status

LOOKED_AT = 8


class Lobby:
    """Sorted sets of "creation time:game id", one for each engine and status, and for all engines or all statuses.

    Games expire, and the store does not take them off these lists. So whoever adds to the lists looks at a few entries
    of one of them, and removes those whose games are gone. On average each list then has two entries looked at for each
    one added, so entries of games that are gone cannot become more than those of games that are there.
    """

    def __init__(self, link: StoreConnection) -> None:
        self.link = link

    def move(self, charter: GameConfig, before: Status | None, after: Status | None) -> None:
        """Put a game where it belongs now. A failure is ignored: the game itself is stored, and the list is a hint."""
        if not charter.public:
            return
        member = f"{charter.created_at:014d}:{charter.id}"
        commands: list[Command] = [("ZREM", key, member) for key in _keys(charter.engine, before)] if before else []
        commands += [("ZADD", key, 0, member) for key in _keys(charter.engine, after)] if after else []
        with suppress(Unavailable), answering():
            self.link.many(commands)
            if after:
                self._sweep(random.choice(_keys(charter.engine, after)))  # noqa: S311

    def _sweep(self, key: str) -> None:
        """Look at a few entries of a list, and remove those whose games are gone."""
        entries = [entry.decode() for entry in self.link.call("ZRANDMEMBER", key, LOOKED_AT) or ()]
        there = self.link.many([("EXISTS", table_key(game_of(entry))) for entry in entries])
        gone = [entry for entry, found in zip(entries, there, strict=True) if not found]
        if gone:
            self.link.call("ZREM", key, *gone)

    def page(self, engine: str | None, status: Status | None, cursor: str | None, count: int) -> list[str]:
        """The next entries, newest first."""
        start = f"({cursor}" if cursor else "+"
        with answering():
            members = self.link.call("ZRANGE", _key(engine, status), start, "-", "BYLEX", "REV", "LIMIT", 0, count)
        return [member.decode() for member in members]

    def drop(self, entry: str, engine: str | None, status: Status | None) -> None:
        """Remove an entry from the list where it was found and does not belong."""
        with answering():
            self.link.call("ZREM", _key(engine, status), entry)


def game_of(entry: str) -> str:
    """The game an entry stands for."""
    return entry.partition(":")[2]


def _key(engine: str | None, status: Status | None) -> str:
    return f"lobby:{engine or '*'}:{status or '*'}"


def _keys(engine: str, status: Status) -> list[str]:
    return [_key(e, s) for e in (engine, None) for s in (status, None)]


def list_public_games(
    lobby: Lobby,
    store: GameStore,
    max_versions: int,
    engine: str | None,
    status: Status | None,
    limit: int,
    cursor: str | None,
) -> tuple[list[ListedGame], str | None]:
    """A page of public games and the cursor of the next one; None at the end. `max_versions`: those of an open game
    that can still be joined.
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
    """Whether somebody new can join; seats that are kept for their players do not count."""
    return any(seat.kind == "open" and seat.kept_for is None for seat in meta.seats)
