"""Turns: which request goes on next when a worker has more to do than it can do at once.

A request takes a turn when it begins, and another after each call to the store. The worker's queue gives turns to one
address after the other, so an address with many requests delays its own and nobody else's.
"""

import time
from contextvars import ContextVar, Token
from itertools import count
from typing import Protocol

from engines.text import Text
from service.client_address import one_client
from service.problems import Problem

RETRY_SECONDS = 1
AFTER_A_WAIT = 1.0
"""Seconds that a long poll waits for its turn at most when its game has changed."""


class TurnQueue(Protocol):
    """The requests of a worker that wait for their turn."""

    def take_turn(self, address: str, number: int, until: float) -> bool:
        """Return when the request with this number may go on; False if that is not before this moment."""


_queue: TurnQueue | None = None
_numbers = count()
_request: ContextVar[tuple[str, int] | None] = ContextVar("request", default=None)
"""The request that is served here: its address, and how many began before it, which is their order in the queue."""


def use_queue(queue: TurnQueue | None) -> None:
    """Have all requests of this process take their turns in this queue; None: nobody waits."""
    global _queue
    _queue = queue


class served:  # noqa: N801  (a context manager, written as a class because every request passes through it)
    """A request of this client, which takes its first turn within so many seconds; a 429 if it has to wait longer."""

    _token: Token[tuple[str, int] | None] | None = None

    def __init__(self, client: str, seconds: float) -> None:
        self._client, self._seconds = client, seconds

    def __enter__(self) -> None:
        if _queue is None:
            return
        request = one_client(self._client), next(_numbers)
        if not _queue.take_turn(*request, time.monotonic() + self._seconds):
            detail = Text("Too many requests of this address are waiting. Nothing has been done.")
            raise Problem("rate_limited", detail, headers={"Retry-After": str(RETRY_SECONDS)})
        self._token = _request.set(request)

    def __exit__(self, *_: object) -> None:
        if self._token is not None:
            _request.reset(self._token)


class exempt:  # noqa: N801
    """What is done for others as well takes no turns: they would wait for the address of one of them."""

    def __enter__(self) -> None:
        self._token = _request.set(None)

    def __exit__(self, *_: object) -> None:
        _request.reset(self._token)


def take_turn(until: float) -> None:
    """Take the next turn of the request that is served here, if one is. What has begun goes on in any case: the wait
    ends at this moment, in monotonic seconds.
    """
    request = _request.get()
    if _queue is not None and request is not None:
        _queue.take_turn(*request, until)
