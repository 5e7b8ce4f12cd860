"""What is stored of a game: lines are read as they were written, and state of an older schema is upgraded."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import redis

from engines.engine import Logged
from engines.registry import ENGINES
from service.i18n import encode
from service.store.journal import decode_entry, digest_of, encode_journal
from service.store.stored import (
    JournalEntry,
    LoggedEvent,
    decode_events,
    encode_event,
)
from tests.support.http import InProcess, assert_ok, assert_problem, play_to_the_end
from tests.support.running import ROOT
from tests.support.valkey import ValkeyServer

SLUG = "tokyo_poo_divers"


@pytest.fixture
def store(server: ValkeyServer) -> Iterator["redis.Redis"]:
    with redis.Redis(unix_socket_path=str(server.socket)) as connection:
        yield connection


def test_an_event_is_stored_with_the_names_of_its_fields() -> None:
    event = Logged("some_event", None, {"some_field": [1, {"2": None}], "cell": [3, 4]}, {1: {"secret": 0.5}})
    logged = LoggedEvent(9, 5, 1794923812676, event, timeout=True)
    line = encode_event(logged)
    assert b"some_event" in line
    assert b"some_field" in line
    (decoded,) = decode_events([line], 8, None)  # type: ignore[arg-type]
    assert encode(decoded) == encode(logged)


@pytest.mark.parametrize(
    "entry", [JournalEntry("id", "create", 1), JournalEntry("id", "act", 2, 0, {"type": "bank"}, True)]
)
def test_a_journal_entry_is_read_as_it_was_written(entry: JournalEntry) -> None:
    (line,) = encode_journal("id", b"", [entry])
    assert decode_entry(line) == msgspec.structs.replace(entry, digest=digest_of(line))


def test_a_journal_entry_that_lacks_a_newer_field_is_read() -> None:
    """New fields come last and have a default, so an older release's lines stay readable."""
    older = msgspec.msgpack.encode(("id", "create", 1))
    assert decode_entry(older) == JournalEntry("id", "create", 1)


def test_a_line_that_a_later_release_has_stored_is_not_misread() -> None:
    event = Logged("passed", 0, {"card": msgspec.msgpack.Ext(7, b"\x00\x01")})
    with pytest.raises(ValueError, match="extension of type 7"):
        decode_events([encode_event(LoggedEvent(1, 1, 1, event))], 0, None)  # type: ignore[arg-type]


def upgrade(data: bytes, schema: int) -> bytes:
    """From a made-up older schema, in which the phase had another name and the bank was a plain list."""
    assert schema == 0
    state: dict[str, Any] = msgspec.msgpack.decode(data)
    state["phase"] = state.pop("stage")
    state["bank"] = dict(zip(("brown", "golden"), state["bank"], strict=True))
    return msgspec.msgpack.encode(state)


def store_older_schema(store: "redis.Redis", key: str) -> None:
    """Rewrite the state of a game as a release with the made-up schema would have stored it."""
    data, meta = store.hmget(key, "state", "meta")  # type: ignore[misc]
    state: dict[str, Any] = msgspec.msgpack.decode(data)
    state["stage"] = state.pop("phase")
    state["bank"] = [state["bank"]["brown"], state["bank"]["golden"]]
    older = {**json.loads(meta), "state_schema": 0}
    store.hset(key, mapping={"state": msgspec.msgpack.encode(state), "meta": json.dumps(older)})


def test_state_of_an_older_schema_is_upgraded_and_played_to_the_end(
    client: InProcess, store: "redis.Redis", monkeypatch: pytest.MonkeyPatch
) -> None:
    table = client.create(SLUG)
    table.step()
    before = table.view(0)["state"]
    store_older_schema(store, table.key)
    monkeypatch.setattr(type(ENGINES[SLUG]), "upgrade", lambda _engine, data, schema: upgrade(data, schema))
    assert table.view(0)["state"] == before
    table.step()
    assert play_to_the_end(table)["status"] == "finished"
    verdict = assert_ok(client.post("/v1/records/verify", assert_ok(client.get(f"{table.path}/record"))))
    assert verdict["valid"]


def test_an_engine_that_cannot_read_an_older_schema_says_so(client: InProcess, store: "redis.Redis") -> None:
    """It is a fault of the release, so the log names the schema and the client gets a 500."""
    table = client.create(SLUG)
    store_older_schema(store, table.key)
    assert_problem(client.get(table.path, token=table.tokens[0]), 500, "internal_error")
    with pytest.raises(ValueError, match="cannot read state of schema 0, only of 1"):
        ENGINES[SLUG].upgrade(b"", 0)


def test_a_game_is_read_by_hand_as_the_operations_page_says(
    client: InProcess, server: ValkeyServer, capsys: pytest.CaptureFixture[str]
) -> None:
    table = client.create("tapecho")
    page = Path(ROOT, "docs", "operations.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```python\n(from service.i18n.*?)^```$", page, re.M | re.S)
    exec(example.replace('"ID"', repr(table.id)).replace("redis://localhost:6379/0", server.url), {})
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line[1] for line in lines[:2]] == ["create", "start"]
    assert [line["seq"] for line in lines[2:]] == [event["seq"] for event in table.events()]
    assert any("name_fr" in str(line["event"].get("private")) for line in lines[2:]), "faces, not numbers"
