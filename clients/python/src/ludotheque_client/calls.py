"""A call is described once, as data, and sent by the blocking client and by the async one."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from functools import wraps
from types import MethodType
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, Self, TypeVar, overload
from urllib.parse import quote

import httpx

if TYPE_CHECKING:
    from ludotheque_client.client import AsyncLudotheque, Ludotheque

P = ParamSpec("P")
T = TypeVar("T")


def read_json(response: httpx.Response) -> Any:
    """The JSON of an answer, or None where there is none."""
    return response.json() if response.content else None


def read_text(response: httpx.Response) -> Any:
    """The text of an answer."""
    return response.text


@dataclass(frozen=True, slots=True)
class Call(Generic[T]):
    """One request and how to read its answer as a T."""

    method: str
    path: str
    query: Mapping[str, str | int | None] = field(default_factory=dict)
    body: object = None
    token: str | None = field(default=None, repr=False)
    key: str | None = field(default=None, repr=False)
    headers: Mapping[str, str | None] = field(default_factory=dict)
    read: Callable[[httpx.Response], T] = read_json
    repeatable: bool = True
    """Whether it does no harm to send it again when nobody knows if it was done."""
    waits: float = 0
    """Seconds that the service may take to answer, besides the usual ones."""

    def sent_with(self, language: str | None) -> dict[str, str]:
        """The headers."""
        named = {
            "Accept-Language": language,
            "Authorization": None if self.token is None else f"Bearer {self.token}",
            "Idempotency-Key": self.key,
            **self.headers,
        }
        return {name: value for name, value in named.items() if value is not None}

    def asked_for(self) -> dict[str, str]:
        """The query, without what was not given."""
        return {name: str(value) for name, value in self.query.items() if value is not None}


def at(*steps: str | int) -> str:
    """A path of these steps, whatever characters are in them."""
    return "".join(f"/{quote(str(step), safe='')}" for step in steps)


class Operation(Generic[P, T]):
    """A method that describes a call. On a `Ludotheque` it returns the answer, on an `AsyncLudotheque` an awaitable."""

    def __init__(self, describe: Callable[Concatenate[Any, P], Call[T]]) -> None:
        self.describe = describe
        self.__doc__ = describe.__doc__

    @overload
    def __get__(self, client: None, owner: type) -> Self: ...
    @overload
    def __get__(self, client: Ludotheque, owner: type) -> Callable[P, T]: ...
    @overload
    def __get__(self, client: AsyncLudotheque, owner: type) -> Callable[P, Coroutine[Any, Any, T]]: ...
    def __get__(self, client: Ludotheque | AsyncLudotheque | None, owner: type) -> Any:
        if client is None:
            return self

        describe = MethodType(self.describe, client)

        @wraps(describe)
        def call(*arguments: P.args, **named: P.kwargs) -> Any:
            return client.ask(describe(*arguments, **named))

        return call
