"""One server, over connections that stay open.

Every command may be sent twice without harm: plain reads and sets change nothing the second time, and a commit is
recognised by its id. So a command is sent again on a new connection when an idle one turns out to be closed.

The connections are redis-py's. Its own pool and retries are not used: a call through the pool makes an action a third
dearer, and a retry would not know the request's deadline. `LIBRARY_ATTRIBUTES` lists what is used instead.
"""

import queue
import time
from collections import deque
from collections.abc import Iterable
from typing import Any

import redis
from hiredis import pack_command

from service.store.connection import Address, Argument, Command, exchange_span, expires_at, remaining, seconds_until

MAX_CONNECTIONS = 64
"""The most connections of a process to one server; further calls wait for one, so that a rush does not overload it."""
REPLICATION_MS = 1000
"""How long a write waits for the replicas that it needs."""
EXTRA_REPLICATION_MS = 50
"""How long it then waits for all other replicas that follow."""
ROLE_TIMEOUT = 0.5
"""Seconds in which a replica that follows no more must say what it is now; a silent one is taken to be dead."""
STALE = (redis.ConnectionError, redis.ReadOnlyError)
"""Errors of a connection whose server is gone, or is no master any more."""
LIBRARY_ATTRIBUTES = {
    redis.ConnectionPool: ("make_connection", "connection_kwargs", "connection_class"),
    redis.Connection: ("_sock", "connect", "disconnect", "read_response", "send_command", "send_packed_command"),
}
"""What this package needs of redis-py below its commands. Only `_sock` is private: timeouts are set on it, and batches
written to it. Under gevent the public methods (`update_current_socket_timeout`, `send_packed_command`) take 8 % more
CPU time for an action without HTTP (240 µs, paired run), most of it in gevent's `sendall`."""


class SingleServer:
    """One server, over a few connections that stay open."""

    def __init__(self, pool: redis.ConnectionPool, timeout: float) -> None:
        self.timeout = timeout
        self._pool = pool
        self._idle: deque[Any] = deque()
        self._free_slots: queue.SimpleQueue[None] = queue.SimpleQueue()
        for _ in range(MAX_CONNECTIONS):
            self._free_slots.put(None)
        self._replicas: frozenset[Address] = frozenset()

    def call(self, *command: Argument, within: float | None = None) -> Any:
        return self.call_many([command], within)[0]

    def call_many(self, commands: Iterable[Command], within: float | None = None) -> list[Any]:
        batch = list(commands)
        if not batch:
            return []
        with exchange_span(str(batch[0][0])):
            return self._send(batch, expires_at(self.timeout, within))

    def call_masters(self, *command: Argument) -> dict[str, Any]:
        return {"": self.call(*command)}

    def call_and_wait(self, replicas: int, key: str, command: Command, within: float | None = None) -> tuple[Any, int]:
        *_, response, copies = self.call_replicated(replicas, [command], within)
        return response, copies

    def call_replicated(self, replicas: int, commands: list[Command], within: float | None = None) -> list[Any]:
        """The responses to these commands, and then how many replicas have what was written.

        All replicas that follow are given a moment to have it too, because any of them may become the master. And if
        one follows no more, it may be the master already: then what is written here is lost, whoever has it.
        """
        known = self._replicas
        milliseconds = int(seconds_until(expires_at(self.timeout, within)) * 800)  # so the response comes in time
        waits: list[Command] = [("WAIT", replicas, min(REPLICATION_MS, milliseconds))]
        if len(known) > replicas:
            waits.append(("WAIT", len(known), EXTRA_REPLICATION_MS))
        *responses, role = self.call_many([*commands, *waits, ("ROLE",)], within)
        if role[0] != b"master":  # it has become a replica since
            raise redis.ConnectionError("another server has become the master")
        following = frozenset((host.decode(), int(port)) for host, port, _ in role[2])
        if any(self._is_master(address) for address in known - following):
            raise redis.ConnectionError("another server has become the master")
        self._replicas = following
        return [*responses[: len(commands)], max(responses[len(commands) :])]

    def master_of(self, _key: str) -> str:
        return ""

    def hash_tags(self) -> list[str]:
        return ["0"]

    def rediscover(self) -> None:
        pass

    def new_connection(self, _master: str = "") -> Any:
        return self._connect(expires_at(self.timeout))

    def close(self) -> None:
        while self._idle:
            self._idle.pop().disconnect()
        self._pool.disconnect(inuse_connections=False)

    def _send(self, batch: list[Command], expires: float) -> list[Any]:
        """Send a batch on an idle connection that still works, or on a new one."""
        try:
            self._free_slots.get(timeout=max(0, expires - time.monotonic()))
        except queue.Empty:
            raise redis.TimeoutError("every connection to the store is in use") from None
        try:
            idle = self._idle
            while (connection := _pop(idle)) is not None:
                try:
                    return self._exchange(connection, idle, batch, expires)
                except STALE:
                    continue
            return self._exchange(self._connect(expires), self._idle, batch, expires)
        finally:
            self._free_slots.put(None)

    def _connect(self, expires: float) -> Any:
        connection: Any = self._pool.make_connection()
        connection.socket_timeout = connection.socket_connect_timeout = seconds_until(expires)
        connection.connect()
        return connection

    @staticmethod
    def _exchange(connection: Any, idle: deque[Any], batch: list[Command], expires: float) -> list[Any]:
        """Send a batch and read its responses; then the connection is put among the idle ones that it came from.

        An error response is raised only when all responses are read, because the connection still works.
        """
        responses: list[Any] = []
        try:
            _set_timeout(connection, seconds_until(expires))
            _write(connection, b"".join(map(pack_command, batch)))  # type: ignore[arg-type]
            for _ in batch:
                if responses:
                    _set_timeout(connection, seconds_until(expires))
                responses.append(_read_response(connection))
        except OSError as error:
            connection.disconnect()
            error_class = redis.TimeoutError if isinstance(error, TimeoutError) else redis.ConnectionError
            raise error_class(f"the connection to the store: {error}") from error
        except BaseException:  # a late response must not be read as that of the next command
            connection.disconnect()
            raise
        failure = next((response for response in responses if isinstance(response, Exception)), None)
        if isinstance(failure, redis.ReadOnlyError):
            connection.disconnect()  # no master any more: if it stayed among the idle ones, it would be tried for ever
        else:
            idle.append(connection)
        if failure is not None:
            raise failure
        return responses

    def _is_master(self, address: Address) -> bool:
        """Whether the server at this address says that it is a master."""
        options, pool_class = self._pool.connection_kwargs, self._pool.connection_class
        shared = {
            name: options[name] for name in options if name in ("username", "password") or name.startswith("ssl_")
        }
        seconds = min(ROLE_TIMEOUT, remaining(self.timeout))
        new = redis.SSLConnection if issubclass(pool_class, redis.SSLConnection) else redis.Connection
        connection: Any = new(
            *address, socket_timeout=seconds, socket_connect_timeout=seconds, driver_info=None, **shared
        )
        try:
            connection.connect()
            connection.send_command("ROLE")
            return bool(connection.read_response()[0] == b"master")
        except redis.RedisError:
            return False
        finally:
            connection.disconnect()


def _pop(idle: deque[Any]) -> Any:
    """The connection that was used last; None if no connection is idle."""
    try:
        return idle.pop()
    except IndexError:
        return None


def _set_timeout(connection: Any, seconds: float) -> None:
    """The timeout for the next write and read."""
    if connection._sock is None:
        raise redis.ConnectionError("the connection to the store is closed")
    connection._sock.settimeout(seconds)


def _write(connection: Any, data: bytes) -> None:
    """Send all of it, in most cases with one system call."""
    sent = connection._sock.send(data)
    if sent < len(data):
        connection._sock.sendall(data[sent:])


def _read_response(connection: Any) -> Any:
    """The next response; an error response is returned and not raised."""
    try:
        return connection.read_response()
    except redis.ResponseError as error:
        return error
