"""Clients of live streams, which read them line by line."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import httpx
import msgspec

from engines.text import english
from service.store.stored import LoggedEvent
from tests.support.http import Api, InProcess, Json, Table, assert_ok

SSE = "text/event-stream"
NDJSON = "application/x-ndjson"


class Block(NamedTuple):
    """One block of an event stream: its fields as they are, and its comments under ""."""

    fields: dict[str, str]

    @property
    def event(self) -> Json:
        """The event it carries; its id is the event's seq."""
        assert set(self.fields) == {"id", "data"}, self.fields
        event: Json = json.loads(self.fields["data"])
        assert self.fields["id"] == str(event["seq"])
        return event


class Listener:
    """An open stream."""

    def __init__(self, response: httpx.Response) -> None:
        self.response = response
        self.lines = response.iter_lines()

    def blocks(self) -> Iterator[Block]:
        """Every block of Server-Sent Events, until the stream ends."""
        fields: dict[str, str] = {}
        for line in self.lines:
            if not line:
                yield Block(fields)
                fields = {}
            else:
                name, _, value = line.partition(":")
                assert name not in fields, line
                fields[name] = value.removeprefix(" ")
        assert not fields, "the stream ends within a block"

    def events(self) -> Iterator[Json]:
        """The events alone, until `end` or until the stream ends."""
        for block in self.blocks():
            if block.fields.get("event") == "end":
                return
            if "data" in block.fields:
                yield block.event

    def rest(self) -> list[Json]:
        """All events that follow."""
        return list(self.events())


@contextmanager
def open_stream(
    table: Table,
    seat: int | None = None,
    *,
    accept: str = SSE,
    token: str | None = None,
    last: int | None = None,
    api: Api | None = None,
    **query: Any,
) -> Iterator[Listener]:
    """A stream of this table's events as this seat, the bearer of this token, or a spectator."""
    headers = {"Accept": accept}
    token = token or (None if seat is None else table.tokens[seat])
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    if last is not None:
        headers["Last-Event-ID"] = str(last)
    path = f"{table.path}/events"
    with (api or table.api).client.stream("GET", path, headers=headers, params=query, timeout=20) as response:
        yield Listener(response)


def tag_of(table: Table, seat: int) -> str:
    tag: str = table.api.get(table.path, token=table.tokens[seat]).headers["ETag"]
    return tag


def ticket_of(table: Table, seat: int) -> str:
    made = assert_ok(table.api.post(f"{table.path}/events/ticket", token=table.tokens[seat]), 201)
    text: str = made["ticket"]
    return text


def stored_log(api: InProcess, table: Table) -> list[LoggedEvent]:
    """The log as the store has it, with all secrets."""
    store = api.app.extensions["tables"].store
    logged: list[LoggedEvent] = store.events(store.read(table.id).config, 0, 100_000)
    return logged


def visible_data(logged: LoggedEvent, viewer: int | None) -> Json:
    """The data of an event that this viewer may see, computed here a second time."""
    private = logged.event.private
    data: Json = msgspec.to_builtins(
        {**logged.event.data, **(private.get(viewer, {}) if viewer is not None else {})}, enc_hook=english
    )
    return data
