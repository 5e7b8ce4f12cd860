"""How long a request waits for the store in all: for a free connection, for connecting, and for every answer."""

import time
from contextvars import ContextVar, Token

import redis

_until: ContextVar[float | None] = ContextVar("until", default=None)


class within:  # noqa: N801  (a context, written as a class because every request passes through it)
    """All that is asked of the store inside this is answered within so many seconds, or fails."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def __enter__(self) -> None:
        self._token: Token[float | None] = _until.set(time.monotonic() + self._seconds)

    def __exit__(self, *_: object) -> None:
        _until.reset(self._token)


def end_of(timeout: float) -> float:
    """The moment when waiting ends: that of the request, or so many seconds from now where there is no request."""
    return _until.get() or time.monotonic() + timeout


def left(until: float) -> float:
    """The seconds until this moment; an error if it has passed."""
    seconds = until - time.monotonic()
    if seconds <= 0:
        raise redis.TimeoutError("the store did not answer in time")
    return seconds


def half(timeout: float) -> within:
    """Half the time that is left, for a first try: the other half is for finding out what became of it."""
    return within((end_of(timeout) - time.monotonic()) / 2)
