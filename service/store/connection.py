"""Calls to Redis or Valkey: their errors, the deadline of a request, spans, and what every kind of store offers."""

import time
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from contextvars import ContextVar, Token
from typing import Any, Protocol

import redis

from service.metrics import STORE_ERRORS, STORE_SECONDS, record
from service.store.scripts import Script

Argument = bytes | str | int
Command = tuple[Argument, ...]
Address = tuple[str, int]


class Unavailable(Exception):  # noqa: N818  (a state of the store, shown to clients as 503)
    """The store did not respond. Whether the commit was applied may be unknown; a repeat is never applied twice."""

    detail = ""
    """What the error response says; "" where no more is known than that the store does not respond."""
    kind = "connection"
    log_event = "store_unavailable"
    retry_after = 1
    """Seconds after which a client may try again."""


class Full(Unavailable):
    """The store has no memory left for this. Nothing was applied."""

    detail = "The store is full, so this cannot be stored now. Nothing has changed."
    kind = "full"
    log_event = "store_full"
    retry_after = 30


class ReadOnly(Unavailable):
    """The store takes no writes: it is a replica now, or cannot write its file. Nothing was applied."""

    detail = "The store takes no writes now. Nothing has changed."
    kind = "read_only"


class TooFewReplicas(Unavailable):
    """Fewer replicas than required have the write, so it may be lost if the master fails."""

    detail = (
        "Too few replicas of the store have this, so it is not certain yet. Send it again with the same "
        "`Idempotency-Key`: it is never applied twice."
    )
    kind = "replicas"


class store_call:  # noqa: N801  (a context manager, written as a class because every action passes through it)
    """Measures a call to the store, and turns an error of redis-py into Unavailable or a subclass of it."""

    def __enter__(self) -> None:
        self._started = time.perf_counter()

    def __exit__(self, _type: object, error: BaseException | None, _traceback: object) -> None:
        record(STORE_SECONDS, time.perf_counter() - self._started)
        if isinstance(error, Unavailable):
            STORE_ERRORS.labels(error.kind).inc()
        if isinstance(error, redis.RedisError):
            unavailable = _error_class(error)
            STORE_ERRORS.labels("timeout" if isinstance(error, redis.TimeoutError) else unavailable.kind).inc()
            raise unavailable(str(error)) from error


def _error_class(error: redis.RedisError) -> type[Unavailable]:
    # Before version 7, Redis quotes the error of a command in a script inside another error.
    text = str(error)
    if isinstance(error, redis.exceptions.OutOfMemoryError) or "-OOM " in text:
        return Full
    if isinstance(error, redis.ReadOnlyError) or "-READONLY " in text or "MISCONF " in text:
        return ReadOnly
    return TooFewReplicas if "NOREPLICAS " in text else Unavailable


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


def remaining(timeout: float) -> float:
    """Seconds until the request's deadline, or `timeout` where there is no request; a TimeoutError if it has passed."""
    return seconds_until(expires_at(timeout))


def half_of_remaining(timeout: float) -> float:
    """Half of these seconds, for a first try: the other half is for a second one."""
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


class StoreConnection(Protocol):
    """A store: a single server, a master with Sentinels, or a cluster. Errors are those of redis-py."""

    timeout: float
    """Timeout in seconds outside a request."""

    def call(self, *command: Argument, within: float | None = None) -> Any:
        """Send one command and return its response; in at most `within` seconds, if the deadline is later."""

    def call_many(self, commands: Iterable[Command], within: float | None = None) -> list[Any]:
        """Send several commands, which need not be one step, and return their responses in order."""

    def call_masters(self, *command: Argument) -> dict[str, Any]:
        """The response of every master to one command, by its address; "" where there is only one."""

    def call_and_wait(self, replicas: int, key: str, command: Command, within: float | None = None) -> tuple[Any, int]:
        """Send a command on this key and wait for replicas; returns the response and how many replicas have it."""

    def master_of(self, key: str) -> str:
        """The address of the master that holds this key, as far as is known; "" where there is only one."""

    def hash_tags(self) -> list[str]:
        """For each master a hash tag whose keys it holds."""

    def rediscover(self) -> None:
        """Look for the masters again, where there are several."""

    def new_connection(self, master: str) -> Any:
        """A connection to this master that belongs to the caller."""

    def close(self) -> None:
        """Close every idle connection."""


def call_with_replicas(
    store: StoreConnection, replicas: int, key: str, command: Command, within: float | None = None
) -> tuple[Any, int]:
    """Send a command, and wait for replicas if any are required; returns the response and how many have it."""
    if replicas:
        return store.call_and_wait(replicas, key, command, within)
    return store.call(*command, within=within), 0


def run_script(
    store: StoreConnection,
    script: Script,
    keys: Iterable[str],
    arguments: Iterable[Argument],
    replicas: int = 0,
    within: float | None = None,
) -> tuple[Any, int]:
    """Run a script by its digest; its source is sent only to a server that does not know it yet."""
    rest = _script_arguments(keys, arguments)
    key = str(rest[1])
    try:
        return call_with_replicas(store, replicas, key, ("EVALSHA", script.sha, *rest), within)
    except redis.exceptions.NoScriptError:
        return call_with_replicas(store, replicas, key, ("EVAL", script.source, *rest), within)


def run_script_for_each(store: StoreConnection, script: Script, keys: list[list[str]]) -> list[Any]:
    """Run a script without arguments for each of these lists of keys; the responses in order."""
    try:
        return store.call_many([("EVALSHA", script.sha, *_script_arguments(each, ())) for each in keys])
    except redis.exceptions.NoScriptError:
        return [run_script(store, script, each, ())[0] for each in keys]


def _script_arguments(keys: Iterable[str], arguments: Iterable[Argument]) -> Command:
    names = [*keys]
    return (len(names), *names, *arguments)
