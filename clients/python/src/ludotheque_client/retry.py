"""When a request is sent again: what each operation allows, and how long it is tried."""

import random
import time
from dataclasses import dataclass
from enum import Enum

import httpx

from ludotheque_client.errors import ApiError, TooEarly, TooManyStreams

CONNECTION_ERRORS = (httpx.TimeoutException, httpx.NetworkError, httpx.RemoteProtocolError, httpx.ProxyError)
"""The connection failed, before or after the service got the request."""
NEVER_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
"""Of these, the ones in which the service has not got the request."""
TRANSIENT = (429, 502, 503, 504)
"""Statuses that may be gone when the request is sent again. 502 and 504 are those of proxies."""


class Retry(Enum):
    """Whether a request may be sent again. Every operation declares it."""

    ALWAYS = "always"
    """Sending it twice does no harm: it only reads, or has an Idempotency-Key, or is idempotent."""
    IF_UNPROCESSED = "if_unprocessed"
    """Only if the service has certainly not processed it."""
    NEVER = "never"
    """The caller wants the first response, whatever it is."""


@dataclass(frozen=True)
class RetryPolicy:
    """Seconds. A call is retried for `max_elapsed` after its first failure. The delays grow from `initial_delay` to
    `max_delay`, with jitter; where the service sends `Retry-After`, they are longer by that."""

    max_elapsed: float = 60.0
    initial_delay: float = 0.2
    max_delay: float = 8.0

    def delay(self, failures: int) -> float:
        """Seconds to wait after so many failures in a row; random, as many clients may be cut off at the same time."""
        longest = min(self.initial_delay * 2.0 ** (failures - 1), self.max_delay)
        return random.uniform(longest / 2, longest)  # noqa: S311


class Attempts:
    """Counts the attempts of one call. The time is counted from when the first one failed."""

    def __init__(self, policy: RetryPolicy) -> None:
        self._policy = policy
        self._deadline: float | None = None
        self.count = 1

    def next_delay(self, retry_after: float | None = None) -> float | None:
        """The seconds to wait before the next attempt; None: there is none."""
        now = time.monotonic()
        self._deadline = self._deadline or now + self._policy.max_elapsed
        delay = self._policy.delay(self.count) + (retry_after or 0)
        if now + delay > self._deadline:
            return None
        self.count += 1
        return delay


def is_transient(error: ApiError, retry: Retry, *, if_match: bool = False) -> bool:
    """Whether the same request may succeed later. The service sends 429 before it does anything."""
    if retry is Retry.NEVER or isinstance(error, TooManyStreams):  # then the live table polls instead
        return False
    if isinstance(error, TooEarly):  # others may react until then, so it must not be judged on another version
        return if_match
    return error.status in TRANSIENT if retry is Retry.ALWAYS else error.status == 429
