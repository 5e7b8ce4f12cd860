"""Calls to Redis or Valkey: the deadline of a request, spans, scripts, and one server.

The connections are redis-py's. Its own pool and retries are not used: a call through the pool makes an action a third
dearer, and a retry would not know the request's deadline. `LIBRARY_ATTRIBUTES` lists what is used instead.
"""

import queue
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from contextvars import ContextVar, Token
from typing import Any
from weakref import WeakSet

import redis
from hiredis import pack_command

from service import turns
from service.metrics import STORE_ERRORS, STORE_SECONDS, record
from service.store.errors import TooFewReplicas, Unavailable, unavailable_class
from service.store.interface import Address, Argument, Command, StoreConnection
from service.store.scripts import Script

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


class store_call:  # noqa: N801  (a context manager, written as a class because every action passes through it)
    """Measures a call to the store, and turns an error of redis-py into Unavailable or a subclass of it."""

    def __enter__(self) -> None:
        self._started = time.perf_counter()

    def __exit__(self, _type: object, error: BaseException | None, _traceback: object) -> None:
        record((STORE_SECONDS, time.perf_counter() - self._started))
        if isinstance(error, Unavailable):
            STORE_ERRORS.labels(error.kind).inc()
        if isinstance(error, redis.RedisError):
            unavailable = unavailable_class(error)
            STORE_ERRORS.labels("timeout" if isinstance(error, redis.TimeoutError) else unavailable.kind).inc()
            raise unavailable(str(error)) from error
        if error is None:
            turns.take_turn(_deadline.get() or 0.0)


# The deadline of a request


_deadline: ContextVar[float | None] = ContextVar("deadline", default=None)


class deadline:  # noqa: N801  (a context manager, written as a class because every request passes through it)
    """Every call to the store inside this ends within so many seconds, whatever it waits for; the innermost counts."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def __enter__(self) -> None:
        self._token: Token[float | None] = _deadline.set(time.monotonic() + self._seconds)

    def __exit__(self, *_: object) -> None:
        _deadline.reset(self._token)


class suspended_deadline:  # noqa: N801  (a context manager, as `deadline` is)
    """The time that passes inside this does not count: the request does something else than waiting for the store."""

    def __enter__(self) -> None:
        self._began = time.monotonic()

    def __exit__(self, *_: object) -> None:
        if (moment := _deadline.get()) is not None:
            _deadline.set(moment + time.monotonic() - self._began)


def expires_at(timeout: float, within: float | None = None) -> float:
    """The moment at which a call must end: the request's deadline, or `timeout` from now where there is no request;
    earlier if the call may take only `within` seconds.
    """
    now = time.monotonic()
    moment = _deadline.get() or now + timeout
    return moment if within is None else min(moment, now + within)


def seconds_until(moment: float) -> float:
    """The seconds until this moment; a TimeoutError if it has passed."""
    seconds = moment - time.monotonic()
    if seconds <= 0:
        raise redis.TimeoutError("the store did not respond in time")
    return seconds


def half_of_remaining(timeout: float) -> float:
    """Half of the seconds until the request's deadline, for a first try: the other half is for a second one."""
    return (expires_at(timeout) - time.monotonic()) / 2


# Tracing


NO_SPAN = nullcontext()
_start_span: Callable[[str], AbstractContextManager[object]] | None = None


def trace_exchanges(start_span: Callable[[str], AbstractContextManager[object]] | None) -> None:
    """Run each exchange with a server inside a span, which is given the name of the first command; None: no spans."""
    global _start_span
    _start_span = start_span


def exchange_span(command: str) -> AbstractContextManager[object]:
    """The span of an exchange; nothing without tracing."""
    return NO_SPAN if _start_span is None else _start_span(command)


# Any store


def write(store: StoreConnection, replicas: int, key: str, command: Command, within: float | None = None) -> Any:
    """Send a command that writes to this key; TooFewReplicas unless so many replicas have what it wrote."""
    if not replicas:
        return store.call_many([command], within)[0]
    response, copies = store.call_and_wait(replicas, key, command, within)
    if copies < replicas:
        raise TooFewReplicas(f"{copies} of {replicas} replicas have it")
    return response


def run_script(
    store: StoreConnection,
    script: Script,
    keys: Sequence[str],
    arguments: Iterable[Argument] = (),
    replicas: int = 0,
    within: float | None = None,
) -> Any:
    """Run a script by its digest; its source is sent only to a server that does not know it yet. Errors are
    Unavailable, TooFewReplicas among them.
    """
    rest = (len(keys), *keys, *arguments)
    with store_call():
        try:
            return write(store, replicas, keys[0], ("EVALSHA", script.sha, *rest), within)
        except redis.exceptions.NoScriptError:
            return write(store, replicas, keys[0], ("EVAL", script.source, *rest), within)


def run_script_for_each(store: StoreConnection, script: Script, keys: Sequence[Sequence[str]]) -> list[Any]:
    """Run a script without arguments for each of these lists of keys; the responses in order."""
    with store_call():
        try:
            return store.call_many([("EVALSHA", script.sha, len(each), *each) for each in keys])
        except redis.exceptions.NoScriptError:
            return store.call_many([("EVAL", script.source, len(each), *each) for each in keys])


# One server


class SingleServer:
    """One server, over a few connections that stay open.

    Every command may be sent twice without harm: plain reads and sets change nothing the second time, and a commit is
    recognised by its id. So a command is sent again on a new connection when an idle one turns out to be closed.
    """

    def __init__(self, pool: redis.ConnectionPool, timeout: float) -> None:
        self.timeout = timeout
        self._pool = pool
        self._idle: deque[Any] = deque()
        self._free_slots: queue.SimpleQueue[None] = queue.SimpleQueue()
        for _ in range(MAX_CONNECTIONS):
            self._free_slots.put(None)
        self._replicas: set[Address] = set()
        """Those that followed the master last; another set when it has been replaced."""
        self._lent: WeakSet[Any] = WeakSet()
        """Connections that belong to others, such as a subscriber."""

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
        one follows no more, it may be the master already: then what is written here is lost.
        """
        known = self._replicas
        milliseconds = int(seconds_until(expires_at(self.timeout, within)) * 800)  # so the response comes in time
        waits: list[Command] = [("WAIT", replicas, min(REPLICATION_MS, milliseconds))]
        if len(known) > replicas:
            waits.append(("WAIT", len(known), EXTRA_REPLICATION_MS))
        *responses, role = self.call_many([*commands, *waits, ("ROLE",)], within)
        if role[0] != b"master":  # it has become a replica since
            raise redis.ConnectionError("another server has become the master")
        following = {(host.decode(), int(port)) for host, port, _ in role[2]}
        if any(self._is_master(address) for address in known - following):
            raise redis.ConnectionError("another server has become the master")
        known.clear()
        known.update(following)
        return [*responses[: len(commands)], max(responses[len(commands) :])]

    def master_of(self, _key: str) -> str:
        return ""

    def hash_tags(self) -> list[str]:
        return ["0"]

    def rediscover(self) -> None:
        pass

    def new_connection(self, _master: str = "") -> Any:
        connection = self._connect(expires_at(self.timeout))
        self._lent.add(connection)
        return connection

    def retire(self) -> None:
        """It is no master any more: forget its replicas, one of which has replaced it, and close the connections that
        belong to others, who then ask for another one.
        """
        self._replicas = set()
        for connection in list(self._lent):
            connection.disconnect()

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
        connect_until(connection, expires)
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
        expires = expires_at(self.timeout, ROLE_TIMEOUT)
        new = redis.SSLConnection if issubclass(pool_class, redis.SSLConnection) else redis.Connection
        connection: Any = new(*address, driver_info=None, **shared)
        try:
            return bool(ask_once(connection, expires, "ROLE")[0] == b"master")
        except redis.RedisError:
            return False


def connect_until(connection: Any, expires: float) -> None:
    """Connect; each response of the handshake must come before this moment, not in a time of its own."""
    connection.socket_timeout = connection.socket_connect_timeout = seconds_until(expires)
    read_response = connection.read_response

    def read_in_time(*arguments: Any, **options: Any) -> Any:
        _set_timeout(connection, seconds_until(expires))
        return read_response(*arguments, **options)

    connection.read_response = read_in_time
    try:
        connection.connect()
    finally:
        del connection.read_response


def ask_once(connection: Any, expires: float, *command: str) -> Any:
    """The response to one command on a connection that is made for it, and closed."""
    try:
        connect_until(connection, expires)
        connection.send_command(*command)
        _set_timeout(connection, seconds_until(expires))
        return connection.read_response()
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
