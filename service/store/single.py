"""The way to one server.

A call through the client library's pool costs twice as much as one on a connection of our own, so the link keeps its
own connections.
"""

import threading
import time
from collections import deque
from collections.abc import Iterable
from typing import Any

import redis
from hiredis import pack_command

from service.store.link import Argument, Command
from service.store.patience import end_of, left

STALE = (redis.ConnectionError, redis.ReadOnlyError)
MOST_OPEN = 64
"""The most connections of a process; further calls wait for one, so that a rush does not overload the store."""
REPLICATION_MS = 1000
LINGER_MS = 50
TOLD_WITHIN = 0.5
"""Seconds in which a replica that has gone must say what it is now; one that says nothing is taken to be dead."""
Place = tuple[str, int]


class SingleLink:
    """One server, over connections of its own."""

    def __init__(self, pool: redis.ConnectionPool, timeout: float) -> None:
        self.timeout = timeout
        self._pool = pool
        self._kept: deque[Any] = deque()
        self._in_use = threading.BoundedSemaphore(MOST_OPEN)
        self._replicas: frozenset[Place] = frozenset()

    def call(self, *command: Argument) -> Any:
        return self.many([command])[0]

    def many(self, commands: Iterable[Command]) -> list[Any]:
        until = end_of(self.timeout)
        if not self._in_use.acquire(timeout=until - time.monotonic()):
            raise redis.TimeoutError("every connection to the store is waiting for it")
        try:
            return self._sent(list(commands), until)
        finally:
            self._in_use.release()

    def each(self, *command: Argument) -> dict[str, Any]:
        return {"": self.call(*command)}

    def call_and_wait(self, replicas: int, key: str, command: Command) -> tuple[Any, int]:
        *_, answer, copies = self.confirmed(replicas, [command])
        return answer, copies

    def confirmed(self, replicas: int, commands: list[Command]) -> list[Any]:
        """The answers to these, and then how many replicas have what was written.

        All replicas that follow are given a moment to have it too, because any of them may be made the master. And if
        one has gone, it may be the master already: then what is written here is lost, whoever has it.
        """
        known = self._replicas
        patience = min(REPLICATION_MS, int(left(end_of(self.timeout)) * 800))  # answered before we hang up
        waits: list[Command] = [("WAIT", replicas, patience)]
        if len(known) > replicas:
            waits.append(("WAIT", len(known), LINGER_MS))
        *answers, role = self.many([*commands, *waits, ("ROLE",)])
        if role[0] != b"master":  # it has handed over since
            raise redis.ConnectionError("another server has become the master")
        following = frozenset((host.decode(), int(port)) for host, port, _ in role[2])
        if any(self._is_master(place) for place in known - following):
            raise redis.ConnectionError("another server has become the master")
        self._replicas = following
        return [*answers[: len(commands)], max(answers[len(commands) :])]

    def home(self, _key: str) -> str:
        return ""

    def tags(self) -> list[str]:
        return ["0"]

    def close(self) -> None:
        while self._kept:
            self._kept.pop().disconnect()
        self._pool.disconnect(inuse_connections=False)

    def seek(self) -> None:
        pass

    def line(self, _home: str = "") -> Any:
        return self._connected(end_of(self.timeout))

    def _sent(self, batch: list[Command], until: float) -> list[Any]:
        kept = self._kept
        while (connection := self._taken(kept)) is not None:
            try:
                return self._exchange(connection, kept, batch, until)
            except STALE:
                continue  # this kept connection was dead: try the next, or a new one
        connection = self._connected(until)
        return self._exchange(connection, self._kept, batch, until)

    @staticmethod
    def _taken(kept: deque[Any]) -> Any:
        try:
            return kept.pop()
        except IndexError:
            return None

    def _connected(self, until: float) -> Any:
        connection: Any = self._pool.make_connection()
        connection.socket_timeout = connection.socket_connect_timeout = left(until)
        connection.connect()
        return connection

    def _is_master(self, place: Place) -> bool:
        """Whether the server there says that it is a master."""
        given, kind = self._pool.connection_kwargs, self._pool.connection_class
        named = {name: given[name] for name in given if name in ("username", "password") or name.startswith("ssl_")}
        seconds = min(TOLD_WITHIN, left(end_of(self.timeout)))
        made = redis.SSLConnection if issubclass(kind, redis.SSLConnection) else redis.Connection
        line: Any = made(*place, socket_timeout=seconds, socket_connect_timeout=seconds, driver_info=None, **named)
        try:
            line.connect()
            line.send_command("ROLE")
            return bool(line.read_response()[0] == b"master")
        except redis.RedisError:
            return False
        finally:
            line.disconnect()

    def _exchange(self, connection: Any, kept: deque[Any], batch: list[Command], until: float) -> list[Any]:
        """Send these and read the answers; the connection goes back to where it was taken from."""
        answers: list[Any] = []
        try:
            _bound(connection, left(until))
            # Not connection.pack_commands, which goes over every argument once more.
            connection.send_packed_command([pack_command(command) for command in batch])  # type: ignore[arg-type]
            for _ in batch:
                if answers:
                    _bound(connection, left(until))
                answers.append(self._answer(connection))
        except BaseException:  # after any error: a late answer must not be read as the next command's
            connection.disconnect()
            raise
        refusal = next((answer for answer in answers if isinstance(answer, Exception)), None)
        if isinstance(refusal, redis.ReadOnlyError):
            connection.disconnect()  # no longer the master: if it were kept, it would be tried for ever
        else:
            kept.append(connection)
        if refusal is not None:
            raise refusal
        return answers

    @staticmethod
    def _answer(connection: Any) -> Any:
        try:
            return connection.read_response()
        except redis.ResponseError as error:
            return error  # the connection still works, and the other answers are still to be read


def _bound(connection: Any, seconds: float) -> None:
    """Let the connection wait about so long for what comes next; a tenth more or less is not worth a system call."""
    if not 0.9 < seconds / connection.socket_timeout < 1.1:
        connection.socket_timeout = seconds
        connection.update_current_socket_timeout(seconds)
