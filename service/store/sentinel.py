"""The master that Sentinels name, wherever it moves."""

import time
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from typing import Any
from weakref import WeakSet

import redis
from redis.sentinel import SentinelConnectionPool

from service.store.connection import STALE, Address, Command, SingleServer, remaining

DISCOVERY_INTERVAL = 1.0
"""Seconds after which the Sentinels are asked again. A master that was replaced takes writes for some seconds more, and
all of them are lost."""
SENTINEL_TIMEOUT = 0.5
"""Seconds after which the next Sentinel is asked."""


class Sentinels:
    """Finds the master. The Sentinel that responded last is asked first the next time."""

    def __init__(self, addresses: list[Address], password: str | None, timeout: float) -> None:
        self.addresses = addresses
        self._password = password
        self._timeout = timeout

    def discover_master(self, service: str) -> Address:
        """The address of the master. redis-py's pool, which connects to it, calls this method by its name."""
        reason = "none responds"
        for address in self.addresses:
            try:
                master = self._ask(address, service)
            except redis.RedisError as error:
                reason = str(error)
                continue
            if master is not None:
                self.addresses = [address, *(other for other in self.addresses if other != address)]
                return master[0].decode(), int(master[1])
            reason = "they do not know it"
        raise redis.ConnectionError(f"no Sentinel names the master of {service!r}: {reason}")

    def rotate(self) -> None:
        """Ask another Sentinel first the next time."""
        self.addresses = self.addresses[1:] + self.addresses[:1]

    def _ask(self, address: Address, service: str) -> list[bytes] | None:
        seconds = min(SENTINEL_TIMEOUT, remaining(self._timeout))
        connection: Any = redis.Connection(  # type: ignore[no-untyped-call]
            *address, password=self._password, socket_timeout=seconds, socket_connect_timeout=seconds, driver_info=None
        )
        try:
            connection.connect()
            connection.send_command("SENTINEL", "GET-MASTER-ADDR-BY-NAME", service)
            master: list[bytes] | None = connection.read_response()
            return master
        finally:
            connection.disconnect()


class SentinelServer(SingleServer):
    """The master; its connections are closed as soon as the Sentinels name another one."""

    def __init__(self, sentinels: Sentinels, service: str, timeout: float, **options: Any) -> None:
        pool = SentinelConnectionPool(service, sentinels, **options)  # type: ignore[no-untyped-call]
        super().__init__(pool, timeout)
        self._sentinels, self._service = sentinels, service
        self._master: Address | None = None
        self._discover_at = 0.0
        self._lent: WeakSet[Any] = WeakSet()
        """Connections that belong to others, such as a subscriber."""

    def call_many(self, commands: Iterable[Command], within: float | None = None) -> list[Any]:
        if time.monotonic() >= self._discover_at:
            self._discover_at = time.monotonic() + DISCOVERY_INTERVAL
            with suppress(redis.RedisError):  # no Sentinel responds, so none names another master
                self._set_master(self._sentinels.discover_master(self._service))
        try:
            return super().call_many(commands, within)
        except STALE:
            self._discover_at = 0.0
            self._sentinels.rotate()
            raise

    def new_connection(self, _master: str = "") -> Any:
        connection = super().new_connection()
        self._lent.add(connection)
        return connection

    def _connect(self, expires: float) -> Any:
        connection = super()._connect(expires)
        self._set_master((connection.host, connection.port))
        return connection

    def _set_master(self, master: Address) -> None:
        """Close the connections to any other server; those in use now end in the old list of idle ones, unused."""
        if master == self._master:
            return
        self._master, old_idle, self._idle, self._replicas = master, self._idle, deque(), frozenset()
        while old_idle:
            old_idle.pop().disconnect()
        for connection in [lent for lent in self._lent if (lent.host, lent.port) != master]:
            connection.disconnect()  # its owner sees that it is closed, and asks for another one
