"""The master that a majority of the Sentinels names, wherever it moves."""

import queue
import threading
import time
from collections import Counter, deque
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import redis

from service.store.connection import STALE, SingleServer, ask_once, expires_at
from service.store.interface import Address, Command

DISCOVERY_INTERVAL = 1.0
"""Seconds after which the Sentinels are asked again. A master that was replaced takes writes for some seconds more, and
all of them are lost."""
SENTINEL_TIMEOUT = 0.5
"""Seconds in which the Sentinels, which are all asked at once, must respond."""


class Sentinels:
    """Finds the master. A Sentinel that is cut off with the old master still names that one, so a majority must agree.

    While no master is known yet, half of them are enough if no other contradicts: of two Sentinels one may be down.
    """

    def __init__(self, addresses: list[Address], password: str | None, timeout: float) -> None:
        self.addresses = addresses
        self._password = password
        self._timeout = timeout

    def discover_master(self, service: str, known: Address | None = None) -> Address:
        """The address of the master; a ConnectionError if too few Sentinels agree. `known` is the one before."""
        expires = expires_at(self._timeout, SENTINEL_TIMEOUT)
        responses: queue.SimpleQueue[Address | redis.RedisError | None] = queue.SimpleQueue()
        for address in self.addresses:
            arguments = (address, service, expires, responses)
            threading.Thread(target=self._respond, args=arguments, name="sentinel", daemon=True).start()
        votes, reason = Counter[Address](), "none responds"
        for _ in self.addresses:
            try:
                response = responses.get(timeout=max(0.0, expires - time.monotonic()))
            except queue.Empty:
                break
            if isinstance(response, tuple):
                votes[response] += 1
                reason = "too few of them agree"
                if votes[response] * 2 > len(self.addresses):
                    return response
            elif not votes:
                reason = str(response or "they do not know it")
        if known is None and len(votes) == 1 and votes.total() * 2 == len(self.addresses):
            return next(iter(votes))
        raise redis.ConnectionError(f"no majority of the Sentinels names the master of {service!r}: {reason}")

    def _respond(self, address: Address, service: str, expires: float, responses: "queue.SimpleQueue[Any]") -> None:
        """Put what this Sentinel responds among the responses: a master, None if it knows none, or an error."""
        try:
            responses.put(self._ask(address, service, expires))
        except redis.RedisError as error:
            responses.put(error)

    def _ask(self, address: Address, service: str, expires: float) -> Address | None:
        connection: Any = redis.Connection(*address, password=self._password, driver_info=None)  # type: ignore[no-untyped-call]
        master = ask_once(connection, expires, "SENTINEL", "GET-MASTER-ADDR-BY-NAME", service)
        return None if master is None else (master[0].decode(), int(master[1]))


class SentinelServer(SingleServer):
    """The master; its connections are closed as soon as the Sentinels name another one. It is kept for as long as no
    majority of them names another.
    """

    def __init__(self, sentinels: Sentinels, service: str, timeout: float, **options: Any) -> None:
        super().__init__(redis.ConnectionPool(**options), timeout)
        self._sentinels, self._service, self._options = sentinels, service, options
        self._master: Address | None = None
        self._discover_at = 0.0

    def call_many(self, commands: Iterable[Command], within: float | None = None) -> list[Any]:
        if time.monotonic() >= self._discover_at:
            self._discover_at = time.monotonic() + DISCOVERY_INTERVAL
            with suppress(redis.RedisError):  # no majority names another master
                self._discover()
        try:
            return super().call_many(commands, within)
        except STALE:
            self._discover_at = 0.0
            raise

    def call_and_wait(self, replicas: int, key: str, command: Command, within: float | None = None) -> tuple[Any, int]:
        response, copies = super().call_and_wait(replicas, key, command, within)
        if copies < replicas:  # it may be cut off from them, and replaced
            self._discover_at = 0.0
        return response, copies

    def _connect(self, expires: float) -> Any:
        master = self._master or self._discover()
        connection = super()._connect(expires)
        if (connection.host, connection.port) != self._master:
            connection.disconnect()
            raise redis.ConnectionError(f"{master[0]}:{master[1]} is not the master any more")
        return connection

    def _discover(self) -> Address:
        """Ask for the master, and close the connections to any other server. Those in use now end in the old list of
        idle ones, unused.
        """
        master = self._sentinels.discover_master(self._service, self._master)
        if master != self._master:
            host, port = master
            old_idle, self._idle = self._idle, deque()
            self._pool = redis.ConnectionPool(host=host, port=port, **self._options)
            self._master = master
            while old_idle:
                old_idle.pop().disconnect()
            self.retire()
        return master
