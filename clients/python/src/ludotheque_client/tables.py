"""A live table: the newest view, what may be done, and every event once and in order."""

from __future__ import annotations

import json
import random
import time
from collections.abc import AsyncGenerator, AsyncIterator, Generator
from contextlib import aclosing
from typing import TYPE_CHECKING

import httpx

from ludotheque_client.calls import Call, at
from ludotheque_client.errors import Refusal
from ludotheque_client.patience import CROWDED, LOST, passing
from ludotheque_client.sight import Seen, Sight
from ludotheque_client.types import Action, ActionResult, Event, GameView, Omit
from ludotheque_client.wires import finished

if TYPE_CHECKING:
    from ludotheque_client.client import AsyncLudotheque

NDJSON = "application/x-ndjson"
WAIT = 25
"""Seconds of a long poll."""
SILENCE = 25.0
"""Seconds without even an empty line after which a stream counts as held back; the service sends one every 15."""
DISTRUST = 60.0
"""Seconds without a stream after such a silence, or after too many losses; each time twice as many."""
MOST_LOSSES = 4
"""Streams in a row that may end before an event or a sign of life comes."""
GLANCE = 2.0
"""Seconds between plain looks at a service that has no place for streams and long polls."""
PAGE = 1000


class AsyncTable(Seen):
    """A table, live, as one seat or a spectator sees it."""

    def __init__(
        self, client: AsyncLudotheque, view: GameView, token: str | None, after: int, limit: int, omit: Omit
    ) -> None:
        self.id = view["id"]
        self._client = client
        self._token = token
        self._limit = limit
        self._omit = omit
        self._sight = Sight(view, after)
        self._offered = 0
        self._poll_at = 0.0
        self._stream_at = 0.0
        self._losses = 0
        self._distrust = DISTRUST

    async def look(self) -> GameView:
        """Get the newest view now."""
        return await self._look()

    async def act(
        self, action: Action, *, seen: GameView | None = None, strict: bool | None = None, key: str | None = None
    ) -> ActionResult | None:
        """Act. None: the game had changed before the action came, so nothing was done, and `view` is the newer one.

        `seen` is the view that was decided on, if `view` may be newer by now. `strict` has the action refused if
        anything has changed since then. That is right for a decision by what is seen, and wrong where several act at
        the same time. If it is not given, it is so when only this seat is awaited. `key` is for sending it again.
        """
        if self._token is None:
            raise ValueError("A spectator cannot act: make the table with the token of a seat.")
        seen = seen or self.view
        if strict is None:
            strict = seen["awaiting"] == [seen["viewer"]]
        try:
            answer = await self._client.take_action(
                self.id,
                action,
                token=self._token,
                seen=seen if strict else None,
                include="actions",
                limit=self._limit,
                omit=self._omit,
                key=key,
            )
        except Refusal as refusal:
            if refusal.status in (409, 412) and (await self._look())["version"] > seen["version"]:
                return None
            raise
        self._sight.take(answer["game"])
        return answer

    async def until_asked(self, *, react: bool = False) -> bool:
        """Wait until the game waits for this seat. False: the game is over.

        With `react`, also when this seat may react. It says so once for each version, as a reaction may be left out.
        """
        while not self.over:
            if self.asked:
                return True
            if react and self.may_react and self.view["version"] > self._offered:
                self._offered = self.view["version"]
                return True
            await self._change()
        return False

    async def news(self) -> list[Event]:
        """The events after `after` that have happened by now, without waiting for more."""
        await self._look()
        return [event async for event in self._pages() if self._sight.tell(event["seq"])]

    async def events(self) -> AsyncGenerator[Event, None]:
        """Every event after `after`, once and in order, until the game is over. `view` is never older than an event.

        It goes on after the last event that was told: after a break, an error, or in another call.
        """
        while not self._told_all():
            streaming = time.monotonic() >= self._stream_at
            async with aclosing(self._stream() if streaming else self._poll()) as news:
                async for event in news:
                    if event["version"] > self.view["version"]:
                        await self._look()
                    if self._sight.tell(event["seq"]):
                        yield event
                    if self._told_all():
                        return

    def _told_all(self) -> bool:
        return self.over and self.after >= self.view["last_seq"]

    async def _look(self, wait: int | None = None) -> GameView:
        """Get the newest view, with what may be done; with `wait`, only if it is newer, and wait so long for it."""
        view = await self._client.get_game(
            self.id,
            token=self._token,
            include="actions",
            limit=self._limit,
            omit=self._omit,
            known=None if wait is None else self.view,
            wait=wait or 0,
        )
        self._sight.take(view)
        return self.view

    async def _change(self) -> None:
        """Wait for a newer view, as long as one question may take."""
        asked, before = time.monotonic(), self.view["version"]
        wait = WAIT if asked >= self._poll_at else 0
        try:
            await self._look(wait)
        except Refusal as refusal:
            if refusal.code != CROWDED:
                raise
            self._poll_at = time.monotonic() + (refusal.retry_after or GLANCE)
        # No place to wait in, or a service that is about to stop: do not ask again at once.
        if self.view["version"] == before and time.monotonic() - asked < 1:
            await self._client.wire.pause(random.uniform(GLANCE / 2, GLANCE))  # noqa: S311

    async def _poll(self) -> AsyncGenerator[Event, None]:
        """The events of the next change, by long poll."""
        if self.after >= self.view["last_seq"]:
            await self._change()
        async for event in self._pages():
            yield event

    async def _pages(self) -> AsyncGenerator[Event, None]:
        """The events up to the newest view, page by page."""
        while self.after < self.view["last_seq"]:
            page = await self._client.list_events(self.id, token=self._token, after=self.after, limit=PAGE)
            for event in page["events"]:
                yield event

    async def _stream(self) -> AsyncGenerator[Event, None]:
        """The events as they happen. When the stream ends too soon, this waits before another is opened, or has the
        events polled for a while: then the calls that poll decide whether the service can be reached at all."""
        pause: float | None = None
        try:
            async with aclosing(self._lines()) as news:
                async for line in news:
                    self._losses, self._distrust = 0, DISTRUST
                    if line:
                        yield json.loads(line)
        except httpx.ReadTimeout:
            self._doubt()
        except LOST:
            pass
        except Refusal as refusal:
            if refusal.code == CROWDED:
                self._stream_at = time.monotonic() + (refusal.retry_after or GLANCE)
            elif not passing(refusal, repeatable=True):
                raise
            pause = refusal.retry_after
        if time.monotonic() < self._stream_at or self._told_all():
            return
        self._losses += 1
        if self._losses > MOST_LOSSES:
            self._doubt()
        else:
            await self._client.wire.pause(self._client.patience.pause(self._losses) + (pause or 0))

    def _doubt(self) -> None:
        """Streams do not get through for now."""
        self._stream_at = time.monotonic() + self._distrust
        self._distrust *= 2
        self._losses = 0

    async def _lines(self) -> AsyncGenerator[bytes, None]:
        """The lines of a stream after the first: events, and empty ones that show that it is alive."""
        call: Call[None] = Call(
            "GET",
            at("v1", "games", self.id, "events"),
            {"after": self.after, "omit": "content"},
            token=self._token,
            headers={"Accept": NDJSON},
        )
        async with self._client.wire.open(self._client.request(call, read=SILENCE)) as (response, pieces):
            if response.status_code == 204:  # the game is over, and all its events were told
                await self._look()
                return
            if response.headers.get("Content-Type") != NDJSON:
                raise Refusal.of(response, b"".join([piece async for piece in pieces]))
            first = True
            async for line in lines(pieces):
                if not first:
                    yield line
                elif json.loads(line)["version"] > self.view["version"]:  # the view, but without what may be done
                    await self._look()
                first = False


async def lines(pieces: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """The whole lines of a text. Unlike in `iter_lines` only a line feed ends one: JSON may hold other separators."""
    rest = b""
    async for piece in pieces:
        *whole, rest = (rest + piece).split(b"\n")
        for line in whole:
            yield line


class Table(Seen):
    """A table, live, as one seat or a spectator sees it. It does what `AsyncTable` does, and blocks meanwhile."""

    def __init__(self, table: AsyncTable) -> None:
        self.id = table.id
        self._table = table
        self._sight = table._sight

    def look(self) -> GameView:
        """Get the newest view now."""
        return finished(self._table.look())

    def act(
        self, action: Action, *, seen: GameView | None = None, strict: bool | None = None, key: str | None = None
    ) -> ActionResult | None:
        """Act. None: the game had changed before the action came, so nothing was done, and `view` is the newer one.

        `seen` is the view that was decided on, if `view` may be newer by now. `strict` has the action refused if
        anything has changed since then. If it is not given, it is so when only this seat is awaited.
        """
        return finished(self._table.act(action, seen=seen, strict=strict, key=key))

    def until_asked(self, *, react: bool = False) -> bool:
        """Wait until the game waits for this seat, or with `react` until it may react. False: the game is over."""
        return finished(self._table.until_asked(react=react))

    def news(self) -> list[Event]:
        """The events after `after` that have happened by now, without waiting for more."""
        return finished(self._table.news())

    def events(self) -> Generator[Event, None, None]:
        """Every event after `after`, once and in order, until the game is over. `view` is never older than an event."""
        told = self._table.events()
        try:
            while True:
                try:
                    event = finished(told.__anext__())
                except StopAsyncIteration:
                    return
                yield event
        finally:
            finished(told.aclose())
