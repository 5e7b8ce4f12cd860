"""The wires: all that touches the network or the clock. One blocks, the other waits; they look the same to the code."""

import asyncio
import time
from collections.abc import AsyncIterator, Coroutine
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Protocol, TypeVar

import httpx

T = TypeVar("T")
Stream = tuple[httpx.Response, AsyncIterator[bytes]]


class Wire(Protocol):
    """What the async code needs of the world."""

    @property
    def http(self) -> httpx.Client | httpx.AsyncClient:
        """What makes requests."""

    async def send(self, request: httpx.Request) -> httpx.Response:
        """The answer with its whole body."""

    def open(self, request: httpx.Request) -> AbstractAsyncContextManager[Stream]:
        """An answer that is still coming, and the pieces of its body."""

    async def pause(self, seconds: float) -> None:
        """Do nothing for a while."""

    async def close(self) -> None:
        """Hang up."""


class WaitingWire:
    """Waits in the event loop."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http = http

    async def send(self, request: httpx.Request) -> httpx.Response:
        return await self.http.send(request)

    @asynccontextmanager
    async def open(self, request: httpx.Request) -> AsyncIterator[Stream]:
        response = await self.http.send(request, stream=True)
        try:
            yield response, response.aiter_bytes()
        finally:
            await response.aclose()

    async def pause(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    async def close(self) -> None:
        await self.http.aclose()


class BlockingWire:
    """Blocks the thread. Its coroutines never wait, so `finished` can run whatever is made of them in one step."""

    def __init__(self, http: httpx.Client) -> None:
        self.http = http

    async def send(self, request: httpx.Request) -> httpx.Response:
        return self.http.send(request)

    @asynccontextmanager
    async def open(self, request: httpx.Request) -> AsyncIterator[Stream]:
        response = self.http.send(request, stream=True)
        try:
            yield response, pieces(response)
        finally:
            response.close()

    async def pause(self, seconds: float) -> None:
        time.sleep(seconds)

    async def close(self) -> None:
        self.http.close()


async def pieces(response: httpx.Response) -> AsyncIterator[bytes]:
    """The body of a blocking answer, as async code takes it."""
    for piece in response.iter_bytes():
        yield piece


def finished(work: Coroutine[Any, Any, T]) -> T:
    """The result of a coroutine that never waits, because its wire blocks."""
    try:
        work.send(None)
    except StopIteration as end:
        result: T = end.value
        return result
    work.close()
    raise RuntimeError("This coroutine waits for an event loop.")
