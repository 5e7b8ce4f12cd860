"""The two clients. The async one does the work; the other runs the same code on a blocking transport."""

from __future__ import annotations

import json
import logging
from contextlib import suppress
from dataclasses import dataclass
from typing import Self, TypeVar

import httpx

from ludotheque_client.calls import Call
from ludotheque_client.errors import ApiError, ConnectionFailed, error_from
from ludotheque_client.operations import Operations
from ludotheque_client.retry import CONNECTION_ERRORS, NEVER_SENT, Attempts, Retry, RetryPolicy, is_transient
from ludotheque_client.tables import AsyncTable, Table
from ludotheque_client.transports import AsyncTransport, BlockingTransport, Transport, run_blocking
from ludotheque_client.types import Omit

T = TypeVar("T")
LIMITS = httpx.Limits(max_connections=None, max_keepalive_connections=20)
"""A table that is followed holds a connection, and there may be hundreds."""
logger = logging.getLogger("ludotheque_client")


@dataclass(frozen=True)
class Timeouts:
    """Seconds."""

    response: float = 20.0
    """How long one request may take."""
    stream_silence: float = 25.0
    """After so long without even an empty line a stream counts as blocked; the service sends one every 15 seconds."""
    poll: int = 25
    """How long the service waits in a long poll."""
    stream_retry: float = 60.0
    """After so much polling a stream is tried again; twice as long after each failure."""


class AsyncLudotheque(Operations):
    """A client of the service at this URL, for asyncio."""

    def __init__(
        self,
        base_url: str = "http://localhost:8000",
        *,
        api_key: str | None = None,
        language: str | None = None,
        retry: RetryPolicy | None = None,
        timeouts: Timeouts | None = None,
        http: httpx.AsyncClient | None = None,
        transport: Transport | None = None,
    ) -> None:
        """`api_key` is for a service where creating a game needs one. `language` is that of texts for people: `en`,
        `fr` or `de`. `http` is a client of httpx to use instead of a plain one, say with certificates of your own.
        `transport` is for the blocking client."""
        self.base_url = base_url.rstrip("/")
        self.api_key = api_key
        self.language = language
        self.retry = retry or RetryPolicy()
        self.timeouts = timeouts or Timeouts()
        self.transport = transport or AsyncTransport(http or httpx.AsyncClient(limits=LIMITS))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close all connections."""
        await self.transport.close()

    async def table(
        self, game_id: str, *, token: str | None = None, after: int = 0, limit: int = 200, omit: Omit = None
    ) -> AsyncTable:
        """A live table, as the holder of this token or a spectator sees it. `after` is the `seq` of the last event that
        you have; `limit` is how many legal actions are listed, at most 1000."""
        view = await self.get_game(game_id, token=token, include="actions", limit=limit, omit=omit)
        return AsyncTable(self, view, token, after, limit, omit)

    async def send(self, call: Call[T], retry: Retry) -> T:
        """The result of this call, which is sent again as long as that may help and does no harm."""
        attempts = Attempts(self.retry)
        while True:
            try:
                return await self._send_once(call)
            except CONNECTION_ERRORS as cause:
                reason = str(cause) or type(cause).__name__
                may_retry = retry is Retry.ALWAYS or (retry is Retry.IF_UNPROCESSED and isinstance(cause, NEVER_SENT))
                delay = attempts.next_delay() if may_retry else None
                if delay is None:
                    failure = ConnectionFailed(f"No response from {self.base_url}: {reason}")
                    raise failure.with_attempts(attempts.count, call.key) from cause
            except ApiError as error:
                reason = error.code
                may_retry = is_transient(error, retry, if_match=call.extra_headers.get("If-Match") is not None)
                delay = attempts.next_delay(error.retry_after) if may_retry else None
                if delay is None:
                    raise error.with_attempts(attempts.count, call.key) from None
            logger.debug("%s %s: retry in %.2f s after %s", call.method, call.path, delay, reason)
            await self.transport.sleep(delay)

    async def _send_once(self, call: Call[T]) -> T:
        response = await self.transport.send(self.request(call))
        elapsed = response.elapsed.total_seconds() * 1000
        logger.debug("%s %s: %d in %.0f ms", call.method, call.path, response.status_code, elapsed)
        if response.is_success or response.status_code == 304:
            with suppress(json.JSONDecodeError):  # a page of another server on the way
                return call.read(response)
        raise error_from(response, response.content)

    def request(self, call: Call[T], *, read_timeout: float | None = None) -> httpx.Request:
        """The request of httpx for this call."""
        response = self.timeouts.response
        return self.transport.http.build_request(
            call.method,
            self.base_url + call.path,
            params=call.query_params(),
            json=call.body,
            headers=call.headers(self.language),
            timeout=httpx.Timeout(response, read=read_timeout or response + call.wait),
        )


class Ludotheque(Operations):
    """A blocking client of the service at this URL. Several threads may use it."""

    def __init__(
        self,
        base_url: str = "http://localhost:8000",
        *,
        api_key: str | None = None,
        language: str | None = None,
        retry: RetryPolicy | None = None,
        timeouts: Timeouts | None = None,
        http: httpx.Client | None = None,
    ) -> None:
        """`api_key` is for a service where creating a game needs one. `language` is that of texts for people: `en`,
        `fr` or `de`. `http` is a client of httpx to use instead of a plain one, say with certificates of your own."""
        transport = BlockingTransport(http or httpx.Client(limits=LIMITS))
        self._client = AsyncLudotheque(base_url, language=language, retry=retry, timeouts=timeouts, transport=transport)
        self.api_key = api_key

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections."""
        run_blocking(self._client.close())

    def table(
        self, game_id: str, *, token: str | None = None, after: int = 0, limit: int = 200, omit: Omit = None
    ) -> Table:
        """A live table, as the holder of this token or a spectator sees it. `after` is the `seq` of the last event that
        you have; `limit` is how many legal actions are listed, at most 1000."""
        return Table(run_blocking(self._client.table(game_id, token=token, after=after, limit=limit, omit=omit)))

    def send(self, call: Call[T], retry: Retry) -> T:
        """The result of this call, which is sent again as long as that may help and does no harm."""
        return run_blocking(self._client.send(call, retry))
