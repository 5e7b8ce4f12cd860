"""A live table: the newest view, the legal actions, and every event once and in order."""

from __future__ import annotations

import json
import logging
import random
import time
from collections.abc import AsyncGenerator, AsyncIterator, Generator
from contextlib import aclosing, suppress
from typing import TYPE_CHECKING, Literal

import httpx

from ludotheque_client.calls import Call, path_of
from ludotheque_client.errors import ApiError, LudothequeError, TooManyStreams, error_from
from ludotheque_client.retry import CONNECTION_ERRORS, Retry, is_transient
from ludotheque_client.table_state import BaseTable, TableState
from ludotheque_client.transports import run_blocking
from ludotheque_client.types import Action, ActionResult, Event, GameView, Omit

if TYPE_CHECKING:
    from ludotheque_client.client import AsyncLudotheque

NDJSON = "application/x-ndjson"
MAX_LOST_STREAMS = 4
"""Streams in a row that may end before an event or an empty line comes."""
POLL_DELAY = 2.0
"""Seconds between requests to a service that cannot hold streams and long polls."""
PAGE_SIZE = 1000
IfMatch = GameView | str | Literal["auto"] | None
logger = logging.getLogger("ludotheque_client")


class AsyncTable(BaseTable):
    """A live table, as one seat or a spectator sees it."""

    def __init__(
        self, client: AsyncLudotheque, view: GameView, token: str | None, after: int, limit: int, omit: Omit
    ) -> None:
        self.id = view["id"]
        self._client = client
        self._token = token
        self._limit = limit
        self._omit = omit
        self._state = TableState(view, after)
        self._reaction_version = 0
        self._next_poll = 0.0
        self._next_stream = 0.0
        self._lost_streams = 0
        self._stream_retry = client.timeouts.stream_retry

    async def refresh(self) -> GameView:
        """Get the newest view now."""
        return await self._fetch_view()

    async def act(self, action: Action, *, if_match: IfMatch = "auto", key: str | None = None) -> ActionResult:
        """Act. Raises `StaleVersion`, and nothing is done, if the game has changed since `if_match`.

        `if_match` is the view that the decision is based on. By default it is `view` if the game waits for this seat
        alone, and else nothing: where several act at the same time, the action is judged on the newest state, as with
        None. If the game has changed, `view` is the newer one when the error is raised. `key` is for sending it again.
        """
        if self._token is None:
            raise ValueError("A spectator cannot act: make the table with the token of a seat.")
        if if_match == "auto":
            view = self.view
            if_match = view if view["awaiting"] == [view["viewer"]] else None
        try:
            result = await self._client.take_action(
                self.id,
                action,
                token=self._token,
                if_match=if_match,
                include="actions",
                limit=self._limit,
                omit=self._omit,
                key=key,
            )
        except ApiError as error:
            if error.status in (409, 412) and (error.version or 0) != self.view["version"]:
                with suppress(LudothequeError):  # the first error says more
                    await self._fetch_view()
            raise
        self._state.update(result["game"])
        return result

    async def wait_for_turn(self, *, react: bool = False) -> bool:
        """Wait until the game waits for this seat. False: the game is over.

        With `react`, also when this seat may react: once for each version, as a reaction may be left out.
        """
        while not self.is_over:
            if self.is_my_turn:
                return True
            if react and self.may_react and self.view["version"] > self._reaction_version:
                self._reaction_version = self.view["version"]
                return True
            await self._wait_for_change()
        return False

    async def poll_events(self) -> list[Event]:
        """The events after `after` that have happened by now, without waiting for more."""
        await self._fetch_view()
        return [event async for event in self._pages() if self._state.advance(event["seq"])]

    async def events(self) -> AsyncGenerator[Event, None]:
        """Every event after `after`, once and in order, until the game is over. `view` is never older than an event.

        It continues after the last event delivered: after a break, an error, or in another call.
        """
        while not self._is_complete():
            streaming = time.monotonic() >= self._next_stream
            async with aclosing(self._stream() if streaming else self._poll()) as events:
                async for event in events:
                    if event["version"] > self.view["version"]:
                        await self._fetch_view()
                    if self._state.advance(event["seq"]):
                        yield event
                    if self._is_complete():
                        return

    def _is_complete(self) -> bool:
        return self.is_over and self.after >= self.view["last_seq"]

    async def _fetch_view(self, wait: int | None = None) -> GameView:
        """Get the newest view; with `wait`, only if it is newer, and the service waits so long for it."""
        view = await self._client.get_game(
            self.id,
            token=self._token,
            include="actions",
            limit=self._limit,
            omit=self._omit,
            if_none_match=None if wait is None else self.view,
            wait=wait or 0,
        )
        self._state.update(view)
        return self.view

    async def _wait_for_change(self) -> None:
        """Wait for a newer view, with one long poll."""
        start, version = time.monotonic(), self.view["version"]
        wait = self._client.timeouts.poll if start >= self._next_poll else 0
        try:
            await self._fetch_view(wait)
        except TooManyStreams as error:
            self._next_poll = time.monotonic() + (error.retry_after or POLL_DELAY)
            await self._fetch_view(0)  # or a service that rejects every poll would never show a change
        # The service cannot hold a long poll, or is about to stop: do not send the next request at once.
        if self.view["version"] == version and time.monotonic() - start < 1:
            await self._client.transport.sleep(random.uniform(POLL_DELAY / 2, POLL_DELAY))  # noqa: S311

    async def _poll(self) -> AsyncGenerator[Event, None]:
        """The events of the next change, by long poll."""
        if self.after >= self.view["last_seq"]:
            await self._wait_for_change()
        async for event in self._pages():
            yield event

    async def _pages(self) -> AsyncGenerator[Event, None]:
        """The events up to the newest view, page by page."""
        while self.after < self.view["last_seq"]:
            page = await self._client.list_events(self.id, token=self._token, after=self.after, limit=PAGE_SIZE)
            for event in page["events"]:
                yield event

    async def _stream(self) -> AsyncGenerator[Event, None]:
        """The events as they happen. When the stream ends too soon, wait before the next one, or switch to polling:
        then the polling calls decide whether the service can be reached at all."""
        retry_after: float | None = None
        try:
            async with aclosing(self._stream_lines()) as lines:
                async for line in lines:
                    self._lost_streams, self._stream_retry = 0, self._client.timeouts.stream_retry
                    if line:
                        yield json.loads(line)
        except httpx.ReadTimeout:
            self._switch_to_polling("the stream is silent")
        except CONNECTION_ERRORS as error:
            logger.debug("%s: the stream is lost: %s", self.id, error)
        except TooManyStreams as error:
            logger.debug("%s: no more streams", self.id)
            self._next_stream = time.monotonic() + (error.retry_after or POLL_DELAY)
        except ApiError as error:
            if not is_transient(error, Retry.ALWAYS):
                raise
            retry_after = error.retry_after
        if time.monotonic() < self._next_stream or self._is_complete():
            return
        self._lost_streams += 1
        if self._lost_streams > MAX_LOST_STREAMS:
            self._switch_to_polling("too many streams were lost")
        else:
            await self._client.transport.sleep(self._client.retry.delay(self._lost_streams) + (retry_after or 0))

    def _switch_to_polling(self, reason: str) -> None:
        """Open no stream for a while."""
        logger.debug("%s: polling for %.0f s, %s", self.id, self._stream_retry, reason)
        self._next_stream = time.monotonic() + self._stream_retry
        self._stream_retry *= 2
        self._lost_streams = 0

    async def _stream_lines(self) -> AsyncGenerator[bytes, None]:
        """The lines of a stream after the first: events, and empty ones that show that it is alive."""
        call: Call[None] = Call(
            "GET",
            path_of("v1", "games", self.id, "events"),
            {"after": self.after, "omit": "content"},
            token=self._token,
            extra_headers={"Accept": NDJSON},
        )
        request = self._client.request(call, read_timeout=self._client.timeouts.stream_silence)
        async with self._client.transport.open(request) as (response, chunks):
            logger.debug("%s: stream after %d: %d", self.id, self.after, response.status_code)
            if response.status_code == 204:  # the game is over, and all its events were delivered
                await self._fetch_view()
                return
            if response.headers.get("Content-Type") != NDJSON:
                raise error_from(response, b"".join([chunk async for chunk in chunks]))
            first = True
            async for line in split_lines(chunks):
                if not first:
                    yield line
                elif json.loads(line)["version"] > self.view["version"]:  # the view, but without legal actions
                    await self._fetch_view()
                first = False


async def split_lines(chunks: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """The complete lines. Unlike in `iter_lines` only a line feed ends one: JSON may hold other separators."""
    rest = b""
    async for chunk in chunks:
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            yield line


class Table(BaseTable):
    """A live table, as one seat or a spectator sees it. It does what `AsyncTable` does, and blocks meanwhile."""

    def __init__(self, table: AsyncTable) -> None:
        self.id = table.id
        self._table = table
        self._state = table._state

    def refresh(self) -> GameView:
        """Get the newest view now."""
        return run_blocking(self._table.refresh())

    def act(self, action: Action, *, if_match: IfMatch = "auto", key: str | None = None) -> ActionResult:
        """Act. Raises `StaleVersion`, and nothing is done, if the game has changed since `if_match`.

        `if_match` is the view that the decision is based on. By default it is `view` if the game waits for this seat
        alone, and else nothing: where several act at the same time, the action is judged on the newest state, as with
        None. If the game has changed, `view` is the newer one when the error is raised. `key` is for sending it again.
        """
        return run_blocking(self._table.act(action, if_match=if_match, key=key))

    def wait_for_turn(self, *, react: bool = False) -> bool:
        """Wait until the game waits for this seat, or with `react` until it may react. False: the game is over."""
        return run_blocking(self._table.wait_for_turn(react=react))

    def poll_events(self) -> list[Event]:
        """The events after `after` that have happened by now, without waiting for more."""
        return run_blocking(self._table.poll_events())

    def events(self) -> Generator[Event, None, None]:
        """Every event after `after`, once and in order, until the game is over. `view` is never older than an event."""
        events = self._table.events()
        try:
            while True:
                try:
                    event = run_blocking(events.__anext__())
                except StopAsyncIteration:
                    return
                yield event
        finally:
            run_blocking(events.aclose())
