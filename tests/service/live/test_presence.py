"""Who is present."""

import time
from typing import Any

import pytest

from service.live.streams import PRESENCE_EVERY
from service.table.view import PRESENT_MS
from tests.support.http import (
    InProcess,
    Table,
)
from tests.support.listening import open_stream, tag_of
from tests.support.valkey import ValkeyServer


def presence_of_seats(table: Table) -> list[bool]:
    return [seat["present"] for seat in table.view()["seats"]]


def test_present_is_who_has_a_stream_open_or_acted_within_the_minute(
    client: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert PRESENT_MS == 60_000
    store = client.app.extensions["tables"].store
    read, ahead = store.read, [0]

    def shifted(*args: Any, **kwargs: Any) -> Any:
        stored = read(*args, **kwargs)
        stored.now += ahead[0]
        return stored

    monkeypatch.setattr(store, "read", shifted)
    table = client.create(seats=3)
    assert presence_of_seats(table) == [True, True, True], "who has just sat down is there"
    ahead[0] = 59_000
    assert presence_of_seats(table) == [True, True, True]
    ahead[0] = 61_000
    assert presence_of_seats(table) == [False, False, False]
    with open_stream(table, 2) as stream:
        next(stream.events())
        assert presence_of_seats(table) == [False, False, True]
        ahead[0] += 61_000
        assert presence_of_seats(table) == [False, False, False], "a sign of life is good for a minute"
    acted = table.turn()
    table.step()
    assert presence_of_seats(table) == [seat == acted for seat in range(3)]


def test_presence_stays_with_the_person_when_seats_close_up_or_are_given_up(client: InProcess) -> None:
    table = client.open(taken=1, free=3, auto_start=False)
    table.join("Ben", seat=2)
    with open_stream(table, 2) as stream:
        next(stream.events())
    client.delete(f"{table.path}/seats/2", token=table.tokens[2])
    assert presence_of_seats(table) == [True, False, False, False], "nobody is present where nobody sits"


def commands(server: ValkeyServer) -> dict[str, int]:
    """How often each command that writes was called."""
    lines = str(server.ask("INFO", "commandstats")).splitlines()
    counted = {line.partition(":")[0].removeprefix("cmdstat_"): line for line in lines if line.startswith("cmdstat_")}
    writing = ("hset", "set", "pexpire", "rpush", "publish", "zadd", "zrem", "unlink", "zremrangebylex", "del")
    return {name: int(counted[name].partition("calls=")[2].partition(",")[0]) for name in writing if name in counted}


def test_plain_reads_write_nothing(client: InProcess, server: ValkeyServer) -> None:
    table = client.create(public=True, turn_seconds=1000)
    before = commands(server)
    for seat in (0, 1, None):
        table.view(seat)
        table.events(seat)
        with open_stream(table, after=0) as stream:
            next(stream.events())
    table.legal(table.turn())
    client.get("/v1/games")
    client.get(table.path, params={"wait": 1}, headers={"If-None-Match": tag_of(table, 0)}, token=table.tokens[0])
    assert before
    assert commands(server) == before


def test_an_open_stream_refreshes_presence_every_half_minute_at_most(
    client: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert PRESENCE_EVERY == 30
    marked, store = [], client.app.extensions["tables"].store
    original = store.mark_present

    def mark(*args: Any) -> None:
        marked.append(args)
        original(*args)

    monkeypatch.setattr(store, "mark_present", mark)
    table = client.create()
    with open_stream(table, 0) as stream:
        events = stream.events()
        next(events)
        for _ in range(10):
            for _ in table.step()["events"]:
                next(events)
        assert len(marked) == 1
        real = time.monotonic
        monkeypatch.setattr(time, "monotonic", lambda: real() + 31)
        for _ in table.step()["events"]:
            next(events)
        for _ in range(10):
            for _ in table.step()["events"]:
                next(events)
        assert len(marked) == 2
