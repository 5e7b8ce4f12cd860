"""Commands to Redis or Valkey: what every way to the store offers, and what its errors mean.

Every command may be sent twice without harm: plain reads and sets change nothing the second time, and a commit is
recognised by its id. So a link tries again on a new connection when a kept one is dead.
"""

import time
from collections.abc import Iterable
from typing import Any, Protocol

import redis

from service.metrics import STORE_ERRORS, STORE_SECONDS, record
from service.store.scripts import Script

Argument = bytes | str | int
Command = tuple[Argument, ...]


class Unavailable(Exception):  # noqa: N818  (a state of the store, shown to clients as 503)
    """The store did not answer. Whether the step was applied may be unknown; a repeat is never applied twice."""

    told = ""
    """What a client is told about it; "" where no more is known than that the store does not answer."""
    kind = "connection"
    logged = "store_unavailable"
    retry = 1
    """Seconds after which a client may try again."""


class Full(Unavailable):
    """The store has no memory left for this. Nothing was applied."""

    told = "The store is full, so this cannot be stored now. Nothing has changed."
    kind = "full"
    logged = "store_full"
    retry = 30


class ReadOnly(Unavailable):
    """The store takes no writes: it is a replica now, or cannot write its file. Nothing was applied."""

    told = "The store takes no writes now. Nothing has changed."
    kind = "read_only"


class Lacking(Unavailable):
    """Fewer replicas than are asked for have it, so it may be lost if the master fails."""

    told = (
        "Too few replicas of the store have this, so it is not certain yet. Send it again with the same "
        "`Idempotency-Key`: it is never applied twice."
    )
    kind = "replicas"


class answering:  # noqa: N801  (a context, written as a class because every action passes through it)
    """Turns every error of the client library into Unavailable, or into the kind of it that the store names; and notes
    how long the exchange took and how it failed.
    """

    def __enter__(self) -> None:
        self._began = time.perf_counter()

    def __exit__(self, _kind: object, error: BaseException | None, _where: object) -> None:
        record(STORE_SECONDS, time.perf_counter() - self._began)
        if isinstance(error, Unavailable):
            STORE_ERRORS.labels(error.kind).inc()
        if isinstance(error, redis.RedisError):
            met = _kind_of(error)
            STORE_ERRORS.labels("timeout" if isinstance(error, redis.TimeoutError) else met.kind).inc()
            raise met(str(error)) from error


def _kind_of(error: redis.RedisError) -> type[Unavailable]:
    # Before version 7, Redis quotes what a command in a script was told inside another error.
    text = str(error)
    if isinstance(error, redis.exceptions.OutOfMemoryError) or "-OOM " in text:
        return Full
    if isinstance(error, redis.ReadOnlyError) or "-READONLY " in text or "MISCONF " in text:
        return ReadOnly
    return Lacking if "NOREPLICAS " in text else Unavailable


class StoreConnection(Protocol):
    """A way to the store."""

    timeout: float
    """Seconds that whoever is not bound by a request waits for an answer."""

    def call(self, *command: Argument) -> Any:
        """Send one command and give its answer; redis.RedisError where there is none."""

    def many(self, commands: Iterable[Command]) -> list[Any]:
        """Send several commands that need not be one step, and give their answers in order."""

    def each(self, *command: Argument) -> dict[str, Any]:
        """The answer of every master to one command, by its address; "" where there is only one."""

    def call_and_wait(self, replicas: int, key: str, command: Command) -> tuple[Any, int]:
        """Send a command on this key and wait for replicas to have it; gives the answer and how many have."""

    def home(self, key: str) -> str:
        """Which of the masters holds this key, as far as is known; "" where there is only one."""

    def tags(self) -> list[str]:
        """For each master a hash tag that is in its keeping."""

    def seek(self) -> None:
        """Look anew for the masters, where there are several."""

    def line(self, home: str) -> Any:
        """A new connection of the caller's own to this master; redis.RedisError where there is none."""

    def close(self) -> None:
        """Let go of every connection that nobody is using."""


def run(
    link: StoreConnection, script: Script, keys: list[str], arguments: list[Argument], replicas: int = 0
) -> tuple[Any, int]:
    """Run a script by its digest; only a server that has not seen it yet is sent its source."""
    try:
        return send(link, replicas, keys[0], ("EVALSHA", script.sha, len(keys), *keys, *arguments))
    except redis.exceptions.NoScriptError:
        return send(link, replicas, keys[0], ("EVAL", script.source, len(keys), *keys, *arguments))


def run_all(link: StoreConnection, script: Script, uses: list[tuple[list[str], list[Argument]]]) -> list[Any]:
    """Run a script for each of these keys and arguments; the answers in order."""
    commands: list[Command] = [("EVALSHA", script.sha, len(keys), *keys, *arguments) for keys, arguments in uses]
    try:
        return link.many(commands)
    except redis.exceptions.NoScriptError:
        return [run(link, script, keys, arguments)[0] for keys, arguments in uses]


def send(link: StoreConnection, replicas: int, key: str, command: Command) -> tuple[Any, int]:
    """Send a command, and wait for replicas where any are asked for."""
    return link.call_and_wait(replicas, key, command) if replicas else (link.call(*command), 0)
