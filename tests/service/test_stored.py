"""Games in the store: those of an earlier release go on, and what is stored today can be read by later ones."""

import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
import redis

from engines.chance import Chance
from engines.engine import Logged
from service.i18n import encode
from service.store.lines import decode_entry, decode_event, encode_entry, encode_event
from service.store.stored import JournalEntry, LoggedEvent
from service.store.words import WORDS
from tests.support.http import InProcess, Json, Table, good, play_to_the_end
from tests.support.records import get_record, verify
from tests.support.stored import restore, stored
from tests.support.valkey import ValkeyServer

EARLIER = stored("games.json")
"""A running game of each engine, as the release before msgpack lines had stored it, and what its first seat saw."""
FROZEN = 168, "c5b0887637baf18df0f487c5bcbb969e46f21373c1090e92f76448b556d35dc9"
"""How many words there were when games were first stored with their numbers, and their digest."""


@pytest.fixture
def store(server: ValkeyServer) -> Iterator["redis.Redis"]:
    with redis.Redis(unix_socket_path=str(server.socket)) as connection:
        yield connection


def lines_of(store: "redis.Redis", table: Table) -> list[list[bytes]]:
    return [store.lrange(f"{table.key}:{part}", 0, -1) for part in ("journal", "log")]  # type: ignore[misc]


def restored(client: InProcess, store: "redis.Redis", game: Json) -> Table:
    restore(store, game["stored"])
    return Table(client, game["id"], game["host_token"], dict(enumerate(game["tokens"])))


@pytest.mark.parametrize("game", EARLIER, ids=[game["engine"] for game in EARLIER])
def test_a_game_of_an_earlier_release_is_seen_played_on_and_finished(
    client: InProcess, store: "redis.Redis", game: Json
) -> None:
    table = restored(client, store, game)
    before = lines_of(store, table)
    assert all(line.startswith(b"{") for line in before[0] + before[1])
    assert (table.view(0)["state"], table.events(0)) == (game["state"], game["events"])
    dice = Chance(bytes(32))
    table.step(dice)
    events = table.events(0)
    assert events[: len(game["events"])] == game["events"]
    assert len(events) > len(game["events"])
    across = {"after": len(game["events"]) - 1, "limit": 2}
    page = good(client.get(f"{table.path}/events", token=table.tokens[0], params=across))
    assert page["events"] == events[across["after"] :][:2], "an old line and a new one"
    view = play_to_the_end(table, dice=dice)
    log = table.events(0)
    assert [event["seq"] for event in log] == list(range(1, len(log) + 1))
    assert {event["version"] for event in log} <= set(range(1, view["version"] + 1))
    after = lines_of(store, table)
    assert len(after[0]) == view["version"]
    for old, new in zip(before, after, strict=True):
        assert new[: len(old)] == old
        assert not any(line.startswith(b"{") for line in new[len(old) :])
    found = verify(client, get_record(table))
    assert (found["valid"], found["known"]) == (True, True)


def test_words_keep_their_numbers() -> None:
    """Stored games hold them."""
    count, digest = FROZEN
    assert hashlib.sha256(" ".join(WORDS[:count]).encode()).hexdigest() == digest
    assert len(set(WORDS)) == len(WORDS)


def test_an_event_without_a_word_in_the_list_is_stored_with_its_names() -> None:
    event = Logged("unheard_of", None, {"unknown_field": [1, {"2": None}], "cell": [3, 4]}, {1: {"whispered": 0.5}})
    line = encode_event(LoggedEvent(9, 5, 1794923812676, event, timeout=True))
    assert b"unheard_of" in line
    assert b"unknown_field" in line
    (found,) = decode_event([line], 8, None)  # type: ignore[arg-type]
    assert encode(found) == encode(LoggedEvent(9, 5, 1794923812676, event, timeout=True))


@pytest.mark.parametrize(
    "entry", [JournalEntry("id", "create", 1), JournalEntry("id", "act", 2, 0, {"type": "bank"}, True)]
)
def test_a_line_of_the_journal_is_read_as_it_was_written(entry: JournalEntry) -> None:
    assert decode_entry(encode_entry(entry)) == entry


def test_a_line_that_a_later_release_has_stored_is_not_misread() -> None:
    event = Logged("passed", 0, {"card": msgspec.msgpack.Ext(7, b"\x00\x01")})
    with pytest.raises(ValueError, match="extension of type 7"):
        decode_event([encode_event(LoggedEvent(1, 1, 1, event))], 0, None)  # type: ignore[arg-type]


def test_a_game_is_read_by_hand_as_the_operations_page_says(
    client: InProcess, server: ValkeyServer, capsys: pytest.CaptureFixture[str]
) -> None:
    table = client.create("tapecho")
    page = (Path(__file__).parents[2] / "docs" / "operations.md").read_text(encoding="utf-8")
    (told,) = re.findall(r"^```python\n(from service.i18n.*?)^```$", page, re.M | re.S)
    exec(told.replace('"ID"', repr(table.id)).replace("redis://localhost:6379/0", server.url), {})
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line[1] for line in lines[:2]] == ["create", "start"]
    assert [line["seq"] for line in lines[2:]] == [event["seq"] for event in table.events()]
    assert any("name_fr" in str(line["event"].get("private")) for line in lines[2:]), "faces, not numbers"
