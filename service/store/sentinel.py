"""The way to the master that Sentinels name, wherever it moves."""

import socket
import time
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from typing import Any
from weakref import WeakSet

import redis
from redis.sentinel import SentinelConnectionPool

from service.store.connection import Command
from service.store.patience import end_of, left
from service.store.single import STALE, Place, SingleServer

ASK_EVERY = 1.0
"""Seconds after which the Sentinels are asked again. A master that was replaced takes writes for some seconds more, and
all of them are lost."""
ANSWER_WITHIN = 0.5
"""Seconds after which the next Sentinel is asked."""


class Sentinels:
    """Those who know where the master is. One that has answered is asked first the next time."""

    def __init__(self, places: list[Place], password: str | None, timeout: float) -> None:
        self.places = places
        self._password = password
        self._timeout = timeout

    def discover_master(self, service: str) -> Place:
        """Where the master is. redis-py's pool, which connects to it, calls it by this name."""
        refusal = "none answers"
        for place in self.places:
            try:
                named = self._ask(place, service)
            except redis.RedisError as error:
                refusal = str(error)
                continue
            if named is not None:
                self.places = [place, *(other for other in self.places if other != place)]
                return named[0].decode(), int(named[1])
            refusal = "they do not know it"
        raise redis.ConnectionError(f"no Sentinel names the master of {service!r}: {refusal}")

    def doubt(self) -> None:
        """Ask another one first the next time."""
        self.places = self.places[1:] + self.places[:1]

    def _ask(self, place: Place, service: str) -> list[bytes] | None:
        seconds = min(ANSWER_WITHIN, left(end_of(self._timeout)))
        line: Any = redis.Connection(  # type: ignore[no-untyped-call]
            *place, password=self._password, socket_timeout=seconds, socket_connect_timeout=seconds, driver_info=None
        )
        try:
            line.connect()
            line.send_command("SENTINEL", "GET-MASTER-ADDR-BY-NAME", service)
            named: list[bytes] | None = line.read_response()
            return named
        finally:
            line.disconnect()


class SentinelServer(SingleServer):
    """The master, over connections of its own. It leaves a master that the Sentinels no longer name."""

    def __init__(self, sentinels: Sentinels, service: str, timeout: float, **options: Any) -> None:
        pool = SentinelConnectionPool(service, sentinels, **options)  # type: ignore[no-untyped-call]
        super().__init__(pool, timeout)
        self._sentinels, self._service = sentinels, service
        self._master: Place | None = None
        self._ask_at = 0.0
        self._lines: WeakSet[Any] = WeakSet()

    def many(self, commands: Iterable[Command]) -> list[Any]:
        if time.monotonic() >= self._ask_at:
            self._ask_at = time.monotonic() + ASK_EVERY
            with suppress(redis.RedisError):  # no Sentinel answers, so none names another master
                self._follow(self._sentinels.discover_master(self._service))
        try:
            return super().many(commands)
        except STALE:
            self._ask_at = 0.0
            self._sentinels.doubt()
            raise

    def line(self, _home: str = "") -> Any:
        line = super().line()
        self._lines.add(line)
        return line

    def _connected(self, until: float) -> Any:
        connection = super()._connected(until)
        self._follow((connection.host, connection.port))
        return connection

    def _follow(self, master: Place) -> None:
        """Let go of what leads to another server: connections that are in use now are not kept afterwards."""
        if master == self._master:
            return
        self._master, left_behind, self._kept, self._replicas = master, self._kept, deque(), frozenset()
        while left_behind:
            left_behind.pop().disconnect()
        for line in [line for line in self._lines if line._sock is not None]:
            with suppress(OSError):  # whoever listens finds the line cut, and subscribes again
                line._sock.shutdown(socket.SHUT_RDWR)
