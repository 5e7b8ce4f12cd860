"""Games in the store: what is stored today can be read by later releases."""

import hashlib
import json
import re
from pathlib import Path

import msgspec
import pytest

from engines.engine import Logged
from service.i18n import encode
from service.store.lines import decode_entry, decode_event, encode_entry, encode_event
from service.store.stored import JournalEntry, LoggedEvent
from service.store.words import WORDS
from tests.support.http import InProcess
from tests.support.valkey import ValkeyServer

FROZEN = 168, "c5b0887637baf18df0f487c5bcbb969e46f21373c1090e92f76448b556d35dc9"
"""How many words there were when games were first stored with their numbers, and their digest."""


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
