"""Everything that talks to Redis or Valkey. `open_store` opens a store by its URL."""

from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from service.store.bot_queue import BotQueue
from service.store.bot_tables import BotTables
from service.store.cluster import Cluster
from service.store.connection import SingleServer
from service.store.errors import Full, Unavailable
from service.store.game_store import GameStore, ListedGame, StoredGame
from service.store.interface import Address, StoreConnection
from service.store.lobby import Lobby
from service.store.rules_versions import RulesVersions
from service.store.sentinel import Sentinels, SentinelServer

__all__ = [
    "BotQueue",
    "BotTables",
    "Full",
    "GameStore",
    "ListedGame",
    "Lobby",
    "RulesVersions",
    "StoredGame",
    "Unavailable",
    "open_store",
]

NO_LIMIT = 2**31 - 1  # redis-py's pool counts every connection it ever made, and by default stops at 100


def open_store(url: str, timeout: float) -> StoreConnection:
    """A cluster, a master with Sentinels or a single server, by the scheme of the URL; nothing is connected yet."""
    options: dict[str, Any] = {
        "socket_timeout": timeout,
        "socket_connect_timeout": timeout,
        "health_check_interval": 0,
        "max_connections": NO_LIMIT,
        "retry": Retry(NoBackoff(), 0),
    }
    if url.startswith("redis+cluster://"):
        addresses, _, credentials = _parse(url, 6379)
        return Cluster(addresses, timeout, **credentials, **options)
    if url.startswith("redis+sentinel://"):
        # redis+sentinel://[user:password@]host:port[,host:port…]/service[/db][?sentinel_password=…]
        addresses, path, credentials = _parse(url, 26379)
        service, _, db = path.partition("/")
        sentinels = Sentinels(addresses, dict(parse_qsl(urlsplit(url).query)).get("sentinel_password"), timeout)
        return SentinelServer(sentinels, service or "mymaster", timeout, db=int(db or 0), **credentials, **options)
    return SingleServer(redis.ConnectionPool.from_url(url, **options), timeout)


def _parse(url: str, default_port: int) -> tuple[list[Address], str, dict[str, str]]:
    """The addresses, the path and the credentials in a URL that names several hosts."""
    parts = urlsplit(url)
    userinfo, _, hosts = parts.netloc.rpartition("@")
    user, _, password = userinfo.partition(":")
    credentials = {"username": unquote(user), "password": unquote(password)}
    addresses: list[Address] = []
    for item in hosts.split(","):
        host, _, port = item.rpartition(":")
        addresses.append((host, int(port)) if host else (port, default_port))
    return addresses, parts.path.strip("/"), {name: value for name, value in credentials.items() if value}
