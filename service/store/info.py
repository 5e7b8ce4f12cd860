"""What the store says about itself, and what the service stores about itself: memory, number of games, its secret."""

import os
import re
from collections import defaultdict

import msgspec
import redis

from service.store.connection import store_call
from service.store.errors import Unavailable
from service.store.game_store import GameStore, game_key
from service.store.interface import StoreConnection
from service.tokens import GAME_ID

SAMPLE = 500
"""Keys that are sampled on each master. Their order is random, as the store sorts them by a hash of their names."""
SECRET_KEY = "service:secret"  # noqa: S105  (the key in the store)
SECRET_BYTES = 32
_GAME_KEY = re.compile(re.escape(game_key("ID")).replace("ID", f"({GAME_ID.pattern})"))
_GAME_OR_JOURNAL_KEY = re.compile(f"{_GAME_KEY.pattern}(?::journal)?")


class Memory(msgspec.Struct, frozen=True):
    """The memory of one master, in bytes. `limit` is 0 if it has none."""

    node: str
    used: int
    limit: int
    evicts: bool
    """Whether it drops games when it is full, instead of rejecting writes."""

    @property
    def full(self) -> bool:
        """Whether it rejects actions too, and not only new games."""
        return 0 < self.limit < self.used and not self.evicts


def memory_usage(connection: StoreConnection) -> list[Memory]:
    """The memory of every master; nothing where the store does not respond or does not say."""
    try:
        responses = connection.call_masters("INFO", "memory")
    except redis.RedisError:
        return []
    infos = {node: _parse_info(response) for node, response in responses.items()}
    return [
        Memory(
            node,
            int(info["used_memory"]),
            int(info.get("maxmemory", 0)),
            info.get("maxmemory_policy", "noeviction") != "noeviction",
        )
        for node, info in infos.items()
        if "used_memory" in info
    ]


def _parse_info(response: bytes) -> dict[str, str]:
    """The fields in a response to INFO."""
    return dict(line.split(":", 1) for line in response.decode().splitlines() if ":" in line)


def count_games(store: GameStore) -> dict[tuple[str, str], int]:
    """The number of games by engine and status: exact if they are few, else estimated from a sample, so that it never
    takes long. Empty while the store does not respond.
    """
    counts: defaultdict[tuple[str, str], float] = defaultdict(float)
    try:
        with store_call():
            sizes = store.connection.call_masters("DBSIZE")
            samples = store.connection.call_masters("SCAN", 0, "COUNT", SAMPLE)
        for master, (_, keys) in samples.items():
            game_ids = [match[1] for key in keys if (match := _GAME_KEY.fullmatch(key.decode()))]
            for game in filter(None, store.list_games(game_ids)):
                counts[game.summary.engine, game.meta.status] += sizes[master] / len(keys)
    except Unavailable:
        return {}
    return {labels: round(count) for labels, count in counts.items()}


def all_games(connection: StoreConnection) -> set[str]:
    """The ids of all games in the store, also of those of which only the journal is left."""
    game_ids: set[str] = set()
    with store_call():
        for master in connection.call_masters("PING"):
            server = connection.new_connection(master)
            try:
                cursor = None
                while cursor != b"0":
                    server.send_command("SCAN", cursor or 0, "MATCH", "game:*", "COUNT", SAMPLE)
                    cursor, keys = server.read_response()
                    game_ids.update(m[1] for key in keys if (m := _GAME_OR_JOURNAL_KEY.fullmatch(key.decode())))
            finally:
                server.disconnect()
    return game_ids


def service_secret(connection: StoreConnection) -> bytes:
    """The secret of the service, the same for all that share this store; the first that needs it creates it."""
    with store_call():
        secret = connection.call("GET", SECRET_KEY)
        if secret is None:
            connection.call("SET", SECRET_KEY, os.urandom(SECRET_BYTES), "NX")
            secret = connection.call("GET", SECRET_KEY)
    return bytes(secret)
