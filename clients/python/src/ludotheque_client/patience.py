"""How often and how long something is tried again."""

import random
import time
from dataclasses import dataclass

import httpx

from ludotheque_client.errors import Refusal

LOST = (httpx.TimeoutException, httpx.NetworkError, httpx.RemoteProtocolError, httpx.ProxyError)
"""The connection or the answer was lost."""
NEVER_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
"""Of these, the ones in which the service has not got the request."""
PASSING = (429, 502, 503, 504)
"""Statuses that may be gone when the request is sent again. 502 and 504 are those of proxies."""
CROWDED = "too_many_streams"
"""The one problem of these that repeating the request does not help with: the live table polls instead."""


@dataclass(frozen=True)
class Patience:
    """How long a call is repeated while the service cannot be reached or asks to come back later: `seconds` in all.
    The pauses between grow from `first` to `longest` seconds, at random, or are as long as the service says."""

    seconds: float = 60.0
    first: float = 0.2
    longest: float = 8.0

    def pause(self, failures: int) -> float:
        """Seconds to wait after so many failures in a row; random, as many clients may be cut off at the same time."""
        grown = min(self.first * 2.0 ** (failures - 1), self.longest)
        return random.uniform(grown / 2, grown)  # noqa: S311


class Tries:
    """The tries of one call. The time is counted from when the first one failed."""

    def __init__(self, patience: Patience) -> None:
        self._patience = patience
        self._until: float | None = None
        self.count = 1

    def pause(self, retry_after: float | None = None) -> float | None:
        """The seconds to wait before the next try; None: there is none."""
        now = time.monotonic()
        self._until = self._until or now + self._patience.seconds
        pause = self._patience.pause(self.count) + (retry_after or 0)
        if now + pause > self._until:
            return None
        self.count += 1
        return pause


def passing(refusal: Refusal, *, repeatable: bool) -> bool:
    """Whether the same request may be taken later: 429 is said before anything is done, as is `too_early`."""
    if refusal.status == 429 or refusal.code == "too_early":
        return True
    return repeatable and refusal.status in PASSING and refusal.code != CROWDED
