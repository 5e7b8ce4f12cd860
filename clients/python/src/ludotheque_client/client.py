"""The two clients. The async one does the work; the other runs the same code on a wire that blocks."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Self, TypeVar

import httpx

from ludotheque_client.calls import Call
from ludotheque_client.errors import Refusal, Unreachable
from ludotheque_client.operations import Operations
from ludotheque_client.patience import LOST, NEVER_SENT, Patience, Tries, passing
from ludotheque_client.tables import AsyncTable, Table
from ludotheque_client.types import Omit
from ludotheque_client.wires import BlockingWire, WaitingWire, Wire, finished

T = TypeVar("T")
ANY_NUMBER = httpx.Limits(max_connections=None, max_keepalive_connections=20)
"""A table that is followed holds a connection, and there may be hundreds."""


class AsyncLudotheque(Operations):
    """A client of the service at this address, for asyncio."""

    def __init__(
        self,
        address: str = "http://localhost:8000",
        *,
        api_key: str | None = None,
        language: str | None = None,
        patience: Patience | None = None,
        timeout: float = 20.0,
        http: httpx.AsyncClient | None = None,
        wire: Wire | None = None,
    ) -> None:
        """`api_key` is for a service where creating a game needs one. `language` is what words for people are to be in:
        `en`, `fr` or `de`. `timeout` is how many seconds one try may take.
        `http` is a client of httpx to use instead of a plain one, say with certificates of your own. `wire` is what
        sends; the blocking client has another."""
        self.address = address.rstrip("/")
        self.api_key = api_key
        self.language = language
        self.patience = patience or Patience()
        self.timeout = timeout
        self.wire = wire or WaitingWire(http or httpx.AsyncClient(limits=ANY_NUMBER))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Hang up."""
        await self.wire.close()

    async def table(
        self, game_id: str, *, token: str | None = None, after: int = 0, limit: int = 200, omit: Omit = None
    ) -> AsyncTable:
        """A live table, as the holder of this token or a spectator sees it. `after` is the last event that is not to be
        told any more; `limit` how many legal actions are listed, at most 1000."""
        view = await self.get_game(game_id, token=token, include="actions", limit=limit, omit=omit)
        return AsyncTable(self, view, token, after, limit, omit)

    async def ask(self, call: Call[T]) -> T:
        """The answer to this call, tried again as long as that may help and does no harm."""
        tries = Tries(self.patience)
        while True:
            try:
                response = await self.wire.send(self.request(call))
            except LOST as lost:
                again = call.repeatable or isinstance(lost, NEVER_SENT)
                pause = tries.pause() if again else None
                if pause is None:
                    told = f"No answer from {self.address}: {str(lost) or type(lost).__name__}"
                    raise Unreachable(told).after(tries.count, call.key) from lost
            else:
                if response.is_success or response.status_code == 304:
                    with suppress(json.JSONDecodeError):  # a page of somebody between here and the service
                        return call.read(response)
                refusal = Refusal.of(response, response.content)
                again = passing(refusal, repeatable=call.repeatable)
                pause = tries.pause(refusal.retry_after) if again else None
                if pause is None:
                    raise refusal.after(tries.count, call.key)
            await self.wire.pause(pause)

    def request(self, call: Call[T], *, read: float | None = None) -> httpx.Request:
        """The call as it is sent; `read`: for so many seconds nothing may come."""
        return self.wire.http.build_request(
            call.method,
            self.address + call.path,
            params=call.asked_for(),
            json=call.body,
            headers=call.sent_with(self.language),
            timeout=httpx.Timeout(self.timeout, read=read or self.timeout + call.waits),
        )


class Ludotheque(Operations):
    """A client of the service at this address, that blocks. Several threads may use it."""

    def __init__(
        self,
        address: str = "http://localhost:8000",
        *,
        api_key: str | None = None,
        language: str | None = None,
        patience: Patience | None = None,
        timeout: float = 20.0,
        http: httpx.Client | None = None,
    ) -> None:
        """`api_key` is for a service where creating a game needs one. `language` is what words for people are to be in:
        `en`, `fr` or `de`. `timeout` is how many seconds one try may take.
        `http` is a client of httpx to use instead of a plain one, say with certificates of your own."""
        wire = BlockingWire(http or httpx.Client(limits=ANY_NUMBER))
        self._client = AsyncLudotheque(address, language=language, patience=patience, timeout=timeout, wire=wire)
        self.api_key = api_key

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Hang up."""
        finished(self._client.close())

    def table(
        self, game_id: str, *, token: str | None = None, after: int = 0, limit: int = 200, omit: Omit = None
    ) -> Table:
        """A live table, as the holder of this token or a spectator sees it. `after` is the last event that is not to be
        told any more; `limit` how many legal actions are listed, at most 1000."""
        return Table(finished(self._client.table(game_id, token=token, after=after, limit=limit, omit=omit)))

    def ask(self, call: Call[T]) -> T:
        """The answer to this call, tried again as long as that may help and does no harm."""
        return finished(self._client.ask(call))
