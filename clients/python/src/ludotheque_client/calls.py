"""A call is described once, as data, and sent by the blocking client and by the async one."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from functools import wraps
from types import MethodType
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, Self, TypeVar, overload
from urllib.parse import quote

import httpx

from ludotheque_client.retry import Retry

if TYPE_CHECKING:
    from ludotheque_client.client import AsyncLudotheque, Ludotheque

P = ParamSpec("P")
T = TypeVar("T")


def read_json(response: httpx.Response) -> Any:
    """The JSON of a response, or None if it has no body."""
    return response.json() if response.content else None


def read_text(response: httpx.Response) -> Any:
    """The text of a response."""
    return response.text


@dataclass(frozen=True, slots=True)
class Call(Generic[T]):
    """One request, and how to read its response as a T."""

    method: str
    path: str
    query: Mapping[str, str | int | None] = field(default_factory=dict)
    body: object = None
    token: str | None = field(default=None, repr=False)
    key: str | None = field(default=None, repr=False)
    extra_headers: Mapping[str, str | None] = field(default_factory=dict)
    read: Callable[[httpx.Response], T] = read_json
    wait: float = 0
    """Seconds that the service may wait before it responds: a long poll."""

    def headers(self, language: str | None) -> dict[str, str]:
        """All headers that have a value."""
        headers = {
            "Accept-Language": language,
            "Authorization": None if self.token is None else f"Bearer {self.token}",
            "Idempotency-Key": self.key,
            **self.extra_headers,
        }
        return {name: value for name, value in headers.items() if value is not None}

    def query_params(self) -> dict[str, str]:
        """All query parameters that have a value."""
        return {name: str(value) for name, value in self.query.items() if value is not None}


def path_of(*segments: str | int) -> str:
    """The path with these segments, each percent-encoded."""
    return "".join(f"/{quote(str(segment), safe='')}" for segment in segments)


class Operation(Generic[P, T]):
    """A method that builds a call. On a `Ludotheque` it returns the result, on an `AsyncLudotheque` an awaitable."""

    def __init__(self, build: Callable[Concatenate[Any, P], Call[T]], retry: Retry) -> None:
        self.build = build
        self.retry = retry
        self.__doc__ = build.__doc__

    @overload
    def __get__(self, client: None, owner: type) -> Self: ...
    @overload
    def __get__(self, client: Ludotheque, owner: type) -> Callable[P, T]: ...
    @overload
    def __get__(self, client: AsyncLudotheque, owner: type) -> Callable[P, Coroutine[Any, Any, T]]: ...
    def __get__(self, client: Ludotheque | AsyncLudotheque | None, owner: type) -> Any:
        if client is None:
            return self

        build = MethodType(self.build, client)

        @wraps(build)
        def call(*args: P.args, **kwargs: P.kwargs) -> Any:
            return client.send(build(*args, **kwargs), self.retry)

        return call


def operation(retry: Retry) -> Callable[[Callable[Concatenate[Any, P], Call[T]]], Operation[P, T]]:
    """Declare an operation, and whether it may be sent again."""

    def declare(build: Callable[Concatenate[Any, P], Call[T]]) -> Operation[P, T]:
        return Operation(build, retry)

    return declare
