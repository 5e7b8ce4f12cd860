"""The transports: all code that touches the network or the clock. One blocks, the other is for asyncio."""

import asyncio
import time
from collections.abc import AsyncIterator, Coroutine
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Protocol, TypeVar

import httpx

T = TypeVar("T")
Stream = tuple[httpx.Response, AsyncIterator[bytes]]


class Transport(Protocol):
    """The input and output that the async code needs."""

    @property
    def http(self) -> httpx.Client | httpx.AsyncClient:
        """The client of httpx."""

    async def send(self, request: httpx.Request) -> httpx.Response:
        """Send a request; the response has its whole body."""

    def open(self, request: httpx.Request) -> AbstractAsyncContextManager[Stream]:
        """Send a request; the body is read in chunks as they arrive."""

    async def sleep(self, seconds: float) -> None:
        """Wait."""

    async def close(self) -> None:
        """Close all connections."""


class AsyncTransport:
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

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    async def close(self) -> None:
        await self.http.aclose()


class BlockingTransport:
    """Blocks the thread. Its coroutines never suspend, so `run_blocking` runs whatever awaits them in one step."""

    def __init__(self, http: httpx.Client) -> None:
        self.http = http

    async def send(self, request: httpx.Request) -> httpx.Response:
        return self.http.send(request)

    @asynccontextmanager
    async def open(self, request: httpx.Request) -> AsyncIterator[Stream]:
        response = self.http.send(request, stream=True)
        try:
            yield response, chunks(response)
        finally:
            response.close()

    async def sleep(self, seconds: float) -> None:
        time.sleep(seconds)

    async def close(self) -> None:
        self.http.close()


async def chunks(response: httpx.Response) -> AsyncIterator[bytes]:
    """The body of a blocking response as an async iterator."""
    for chunk in response.iter_bytes():
        yield chunk


def run_blocking(coroutine: Coroutine[Any, Any, T]) -> T:
    """The result of a coroutine that never suspends, because its transport blocks."""
    try:
        coroutine.send(None)
    except StopIteration as end:
        result: T = end.value
        return result
    coroutine.close()
    raise RuntimeError("This coroutine waits for an event loop.")
