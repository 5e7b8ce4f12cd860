"""Commands to Redis or Valkey: single, Sentinel or Cluster, chosen by the address and nothing else.

A call through the client library's pool costs twice as much as one on a connection of our own, so the single-server
link keeps its own connections. Every command may be sent twice without harm: plain reads and sets change nothing the
second time, and a commit is recognised by its id. So a link tries again on a new connection when a kept one is dead.
"""

import threading
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any, Protocol, cast
from urllib.parse import parse_qsl, unquote, urlsplit

import redis
from hiredis import pack_command
from redis.backoff import NoBackoff
from redis.cluster import ClusterNode, RedisCluster
from redis.retry import Retry
from redis.sentinel import Sentinel

from service.store.scripts import Script

Argument = bytes | str | int
Command = tuple[Argument, ...]
STALE = (redis.ConnectionError, redis.ReadOnlyError)
MOST_OPEN = 64
"""The most connections of a process; further calls wait for one, so that a rush does not overload the store."""
MOST_MADE = 2**31 - 1  # redis-py's pool counts every connection it ever made, and by default stops at 100
REPLICATION_MS = 1000


class Unavailable(Exception):  # noqa: N818  (a state of the store, shown to clients as 503)
    """The store did not answer. Whether the step was applied may be unknown; a repeat is never applied twice."""


class answering:  # noqa: N801  (a context, written as a class because every action passes through it)
    """Turns every error of the client library into Unavailable."""

    def __enter__(self) -> None: ...

    def __exit__(self, _kind: object, error: BaseException | None, _where: object) -> None:
        if isinstance(error, redis.RedisError | redis.exceptions.RedisClusterException):
            raise Unavailable(str(error)) from error


class Link(Protocol):
    """A way to the store."""

    def call(self, *command: Argument) -> Any:
        """Send one command and give its answer; redis.RedisError where there is none."""

    def many(self, commands: Iterable[Command]) -> list[Any]:
        """Send several commands that need not be one step, and give their answers in order."""

    def subscribe(self, channel: str) -> Any:
        """A subscription (redis-py's PubSub) on a connection of its own."""

    def close(self) -> None:
        """Let go of every connection that nobody is using."""

    def call_and_wait(self, replicas: int, key: str, command: Command) -> tuple[Any, int]:
        """Send a command on this key and wait for replicas to have it; gives the answer and how many have."""


def run(link: Link, script: Script, keys: list[str], arguments: list[Argument], replicas: int = 0) -> tuple[Any, int]:
    """Run a script by its digest; only a server that has not seen it yet is sent its source."""
    try:
        return _send(link, replicas, keys[0], ("EVALSHA", script.sha, len(keys), *keys, *arguments))
    except redis.exceptions.NoScriptError:
        return _send(link, replicas, keys[0], ("EVAL", script.source, len(keys), *keys, *arguments))


def run_all(link: Link, script: Script, uses: list[tuple[list[str], list[Argument]]]) -> list[Any]:
    """Run a script for each of these keys and arguments; the answers in order."""
    commands: list[Command] = [("EVALSHA", script.sha, len(keys), *keys, *arguments) for keys, arguments in uses]
    try:
        return link.many(commands)
    except redis.exceptions.NoScriptError:
        return [run(link, script, keys, arguments)[0] for keys, arguments in uses]


def _send(link: Link, replicas: int, key: str, command: Command) -> tuple[Any, int]:
    return link.call_and_wait(replicas, key, command) if replicas else (link.call(*command), 0)


class SingleLink:
    """One server, or the master that Sentinels name, over connections of its own."""

    def __init__(self, pool: redis.ConnectionPool) -> None:
        self._pool = pool
        self._kept: deque[Any] = deque()
        self._in_use = threading.BoundedSemaphore(MOST_OPEN)

    def call(self, *command: Argument) -> Any:
        return self.many([command])[0]

    def many(self, commands: Iterable[Command]) -> list[Any]:
        batch = list(commands)
        with self._in_use:
            while self._kept:
                connection = self._kept.pop()
                try:
                    return self._exchange(connection, batch)
                except STALE:
                    continue  # this kept connection was dead: try the next, or a new one
            return self._exchange(self._pool.make_connection(), batch)

    def call_and_wait(self, replicas: int, key: str, command: Command) -> tuple[Any, int]:
        answer, copies = self.many([command, ("WAIT", replicas, REPLICATION_MS)])
        return answer, copies

    def close(self) -> None:
        while self._kept:
            self._kept.pop().disconnect()
        self._pool.disconnect(inuse_connections=False)

    def subscribe(self, channel: str) -> Any:
        return _subscribed(redis.Redis(connection_pool=self._pool).pubsub(), channel)  # type: ignore[no-untyped-call]

    def _exchange(self, connection: Any, batch: list[Command]) -> list[Any]:
        try:
            # Not connection.pack_commands, which goes over every argument once more.
            connection.send_packed_command([pack_command(command) for command in batch])  # type: ignore[arg-type]
            answers = [self._answer(connection) for _ in batch]
        except BaseException:  # after any error: a late answer must not be read as the next command's
            connection.disconnect()
            raise
        refusal = next((answer for answer in answers if isinstance(answer, Exception)), None)
        if isinstance(refusal, redis.ReadOnlyError):
            connection.disconnect()  # no longer the master: if it were kept, it would be tried for ever
        else:
            self._kept.append(connection)
        if refusal is not None:
            raise refusal
        return answers

    @staticmethod
    def _answer(connection: Any) -> Any:
        try:
            return connection.read_response()
        except redis.ResponseError as error:
            return error  # the connection still works, and the other answers are still to be read


class ClusterLink:
    """A cluster: the client finds the master of each key's slot. It looks for the cluster when it is first needed, so
    that a cluster which is down at the start is waited for like any other store.
    """

    def __init__(self, options: dict[str, Any]) -> None:
        self._options = options

    @cached_property
    def _cluster(self) -> RedisCluster:
        return RedisCluster(**self._options)

    def close(self) -> None:
        self._cluster.close()

    def call(self, *command: Argument) -> Any:
        with _as_redis_error():
            return self._cluster.execute_command(*command)  # type: ignore[no-untyped-call]

    def many(self, commands: Iterable[Command]) -> list[Any]:
        return [self.call(*command) for command in commands]

    def subscribe(self, channel: str) -> Any:
        with _as_redis_error():
            return _subscribed(self._cluster.pubsub(), channel)  # type: ignore[no-untyped-call]

    def call_and_wait(self, replicas: int, key: str, command: Command) -> tuple[Any, int]:
        """WAIT counts what its own connection wrote, so both go to the key's node in one pipeline."""
        with _as_redis_error():
            node = self._cluster.get_redis_connection(self._cluster.get_node_from_key(key))  # type: ignore[no-untyped-call]
            with node.pipeline(transaction=False) as pipeline:
                pipeline.execute_command(*command)  # type: ignore[no-untyped-call]
                pipeline.wait(replicas, REPLICATION_MS)
                answer, copies = pipeline.execute()
        return answer, copies


@contextmanager
def _as_redis_error() -> Iterator[None]:
    """Raise a RedisError if the cluster cannot be reached; the library's own exception for this is not a RedisError."""
    try:
        yield
    except redis.exceptions.RedisClusterException as error:
        raise redis.ConnectionError(str(error)) from error


def _subscribed(subscription: Any, channel: str) -> Any:
    subscription.subscribe(channel)
    return subscription


def open_link(url: str, timeout: float) -> Link:
    """The kind of link that this address needs."""
    if url.startswith("redis+cluster://"):
        return ClusterLink(cluster_options(url, timeout))
    return SingleLink(open_pool(url, timeout))


def open_pool(url: str, timeout: float) -> redis.ConnectionPool:
    """What makes connections to one server, or to the master that Sentinels name."""
    if url.startswith("redis+sentinel://"):
        return _sentinel(url, _common(timeout))
    return redis.ConnectionPool.from_url(url, retry=Retry(NoBackoff(), 0), **_common(timeout))


def _common(timeout: float) -> dict[str, Any]:
    return {
        "socket_timeout": timeout,
        "socket_connect_timeout": timeout,
        "health_check_interval": 0,
        "max_connections": MOST_MADE,
    }


def cluster_options(url: str, timeout: float) -> dict[str, Any]:
    """The options for a client of the cluster at this address."""
    nodes, _, credentials = _addresses(url, 6379)
    startup = [ClusterNode(host, port) for host, port in nodes]  # type: ignore[no-untyped-call]
    return {"startup_nodes": startup, **credentials, **_common(timeout)}


def _sentinel(url: str, common: dict[str, Any]) -> redis.ConnectionPool:
    """redis+sentinel://[user:password@]host:port[,host:port…]/service[/db][?sentinel_password=…]"""
    nodes, path, credentials = _addresses(url, 26379)
    service, _, db = path.partition("/")
    query = dict(parse_qsl(urlsplit(url).query))
    asking = {"password": query["sentinel_password"]} if "sentinel_password" in query else {}
    sentinel = Sentinel(nodes, sentinel_kwargs={**common, **asking})  # type: ignore[no-untyped-call]
    master = sentinel.master_for(service or "mymaster", db=int(db or 0), **credentials, **common)  # type: ignore[no-untyped-call]
    return cast(redis.ConnectionPool, master.connection_pool)


def _addresses(url: str, port: int) -> tuple[list[tuple[str, int]], str, dict[str, str]]:
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
