"""The running tables of bots only that each client has started. They are a hint: each is compared with its game."""

from service.store.connection import run_script, store_call
from service.store.game_store import GameStore
from service.store.interface import Argument, StoreConnection
from service.store.scripts import COUNT_TABLE
from service.tokens import digest

CREATION_MS = 60_000
"""Milliseconds in which a table that was counted must have been written."""


class BotTables:
    """A sorted set of game ids for each client. A table counts until its game is over or a person sits there."""

    def __init__(self, connection: StoreConnection, store: GameStore) -> None:
        self._connection, self._store = connection, store

    def count(self, client: str, game_id: str, most: int | None, lifetime: int) -> bool:
        """Count a table for this client; False if they have `most` already, None: any number is allowed. All are
        forgotten `lifetime` milliseconds after the last one, when its game has expired too.
        """
        key = f"limit:bot_tables:{digest(client)}"  # who needs an API key is known by it, and it is a secret
        with store_call():
            counted = [member.decode() for member in self._connection.call("ZRANGE", key, 0, -1)]
        games = dict(zip(counted, self._store.list_games(counted), strict=True))
        over = [game_id for game_id, game in games.items() if game is not None and not game.meta.is_bots_playing()]
        gone = [game_id for game_id, game in games.items() if game is None]
        arguments: list[Argument] = [game_id, "" if most is None else most, lifetime, CREATION_MS, len(over)]
        return bool(run_script(self._connection, COUNT_TABLE, [key], [*arguments, *over, *gone]))
