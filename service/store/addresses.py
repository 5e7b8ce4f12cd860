"""Which kind of store an address names: single, Sentinel or Cluster, by the address and nothing else."""

from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from service.store.cluster import Cluster
from service.store.connection import StoreConnection
from service.store.sentinel import Sentinels, SentinelServer
from service.store.single import SingleServer

MOST_MADE = 2**31 - 1  # redis-py's pool counts every connection it ever made, and by default stops at 100


def open_store(url: str, timeout: float) -> StoreConnection:
    """The kind of link that this address needs."""
    common: dict[str, Any] = {
        "socket_timeout": timeout,
        "socket_connect_timeout": timeout,
        "health_check_interval": 0,
        "max_connections": MOST_MADE,
        "retry": Retry(NoBackoff(), 0),
    }
    if url.startswith("redis+cluster://"):
        nodes, _, credentials = _parts(url, 6379)
        return Cluster(nodes, timeout, **credentials, **common)
    if url.startswith("redis+sentinel://"):
        # redis+sentinel://[user:password@]host:port[,host:port…]/service[/db][?sentinel_password=…]
        nodes, path, credentials = _parts(url, 26379)
        service, _, db = path.partition("/")
        asked = Sentinels(nodes, dict(parse_qsl(urlsplit(url).query)).get("sentinel_password"), timeout)
        return SentinelServer(asked, service or "mymaster", timeout, db=int(db or 0), **credentials, **common)
    return SingleServer(redis.ConnectionPool.from_url(url, **common), timeout)


def _parts(url: str, port: int) -> tuple[list[tuple[str, int]], str, dict[str, str]]:
    """The hosts, the path and the credentials of an address that names several hosts."""
    parts = urlsplit(url)
    credentials, _, hosts = parts.netloc.rpartition("@")
    user, _, password = credentials.partition(":")
    named = {"username": unquote(user), "password": unquote(password)}
    nodes = []
    for place in hosts.split(","):
        host, _, number = place.rpartition(":")
        nodes.append((host, int(number)) if host else (number, port))
    return nodes, parts.path.strip("/"), {key: value for key, value in named.items() if value}
