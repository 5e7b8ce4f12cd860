"""The way to one server.

A call through the client library's pool costs twice as much as one on a connection of our own, so the link keeps its
own connections.
"""

import threading
import time
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import redis
from hiredis import pack_command
from redis._parsers.hiredis import NOT_ENOUGH_DATA

from service.store.connection import Argument, Command
from service.store.patience import end_of, left

STALE = (redis.ConnectionError, redis.ReadOnlyError)
MOST_OPEN = 64
"""The most connections of a process; further calls wait for one, so that a rush does not overload the store."""
REPLICATION_MS = 1000
LINGER_MS = 50
TOLD_WITHIN = 0.5
"""Seconds in which a replica that has gone must say what it is now; one that says nothing is taken to be dead."""
PIECE = 64 * 1024
"""Bytes that are read at once."""
Place = tuple[str, int]


class Turns:
    """At most so many at once. Nobody touches a lock as long as they are fewer."""

    def __init__(self, most: int) -> None:
        self._free: deque[None] = deque([None] * most)
        self._waiting = 0
        self._changed = threading.Condition()

    def take(self, until: float) -> None:
        """Wait for a turn until this moment at most; an error if there is none by then."""
        try:
            self._free.pop()
        except IndexError:
            self._wait(until)

    def _wait(self, until: float) -> None:
        with self._changed:
            self._waiting += 1
            try:
                while True:
                    with suppress(IndexError):
                        return self._free.pop()
                    if not self._changed.wait(until - time.monotonic()):
                        raise redis.TimeoutError("every connection to the store is waiting for it")
            finally:
                self._waiting -= 1

    def give_back(self) -> None:
        """The turn is over. Whoever waits has said so before it looked for the last time, so it is not missed."""
        self._free.append(None)
        if self._waiting:
            with self._changed:
                self._changed.notify()


class SingleServer:
    """One server, over connections of its own."""

    def __init__(self, pool: redis.ConnectionPool, timeout: float) -> None:
        self.timeout = timeout
        self._pool = pool
        self._kept: deque[Any] = deque()
        self._turns = Turns(MOST_OPEN)
        self._replicas: frozenset[Place] = frozenset()

    def call(self, *command: Argument) -> Any:
        return self.many([command])[0]

    def many(self, commands: Iterable[Command]) -> list[Any]:
        until = end_of(self.timeout)
        self._turns.take(until)
        try:
            return self._sent(list(commands), until)
        finally:
            self._turns.give_back()

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
            _write(connection, b"".join(map(pack_command, batch)))  # type: ignore[arg-type]
            for _ in batch:
                if answers:
                    _bound(connection, left(until))
                answers.append(_read(connection))
        except OSError as error:
            connection.disconnect()
            kind = redis.TimeoutError if isinstance(error, TimeoutError) else redis.ConnectionError
            raise kind(f"the connection to the store: {error}") from error
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


def _bound(connection: Any, seconds: float) -> None:
    """Let the connection wait so long for what comes next."""
    if connection._sock is None:
        raise redis.ConnectionError("the connection to the store was let go")
    connection._sock.settimeout(seconds)


def _write(connection: Any, data: bytes) -> None:
    """Send all of it. Mostly one call of the system takes it; the general way makes another to learn a size."""
    sent = connection._sock.send(data)
    if sent < len(data):
        connection._sock.sendall(data[sent:])


def _read(connection: Any) -> Any:
    """The next answer; a refusal is given, not raised, because the connection still works and others may follow.

    It is read directly, because what the library does besides takes longer.
    """
    reader = connection._parser._reader
    while (answer := reader.gets()) is NOT_ENOUGH_DATA:
        piece = connection._sock.recv(PIECE)
        if not piece:
            raise redis.ConnectionError("the store has closed the connection")
        reader.feed(piece)
    if isinstance(answer, redis.ConnectionError):  # such as: it is still loading its file
        raise answer
    return answer
