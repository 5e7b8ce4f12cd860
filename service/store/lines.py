"""How the lines of a game's journal and log are stored: as msgpack arrays."""

from functools import partial
from types import NoneType
from typing import Any

import msgspec

from engines.engine import Face, Logged
from service.store.stored import GameConfig, JournalEntry, LoggedEvent
from service.store.words import NUMBERS, WORDS

FACE = 1
"""The type of the msgpack extension that stands for the face of a card, with the card's number in two bytes."""
PLAIN = {int, str, bool, NoneType}
Named = dict[int | str, Any]
"""The fields of an event, each by its name, or by the name's number."""


class EarlierEntry(JournalEntry, frozen=True, array_like=False):
    """A line of the journal as an earlier release has stored it."""


class HeardLine(msgspec.Struct, array_like=True):
    """A line of the log, whose `seq` is its place in the list. New fields must come last and have a default."""

    version: int
    at: int
    type: int | str
    seat: int | None
    data: Named
    private: dict[int, Named] = {}
    timeout: bool = False


_encode = msgspec.msgpack.Encoder().encode
_entry = msgspec.msgpack.Decoder(JournalEntry)
_earlier_entry = msgspec.json.Decoder(EarlierEntry)
_earlier_heard = msgspec.json.Decoder(LoggedEvent)


def encode_entry(entry: JournalEntry) -> bytes:
    """A line of the journal as it is stored."""
    return _encode(entry)


def decode_entry(line: bytes) -> JournalEntry:
    """A line of the journal."""
    return (_earlier_entry if _is_earlier(line) else _entry).decode(line)


def encode_event(heard: LoggedEvent) -> bytes:
    """A line of the log as it is stored."""
    event = heard.event
    line = (heard.version, heard.at, NUMBERS.get(event.type, event.type), event.seat, _numbered(event.data))
    if not (event.private or heard.timeout):
        return _encode(line)
    private = {seat: _numbered(known) for seat, known in event.private.items()}
    return _encode((*line, private, heard.timeout))


def decode_event(lines: list[bytes], after: int, charter: GameConfig) -> list[LoggedEvent]:
    """The lines of the log that follow the event with this seq, in the game with this charter."""
    decode = msgspec.msgpack.Decoder(HeardLine, ext_hook=partial(_face, charter)).decode
    return [
        _earlier_heard.decode(line) if _is_earlier(line) else _heard(seq, decode(line))
        for seq, line in enumerate(lines, after + 1)
    ]


def _heard(seq: int, kept: HeardLine) -> LoggedEvent:
    kind = WORDS[kept.type] if isinstance(kept.type, int) else kept.type
    private = {seat: _named(known) for seat, known in kept.private.items()}
    return LoggedEvent(seq, kept.version, kept.at, Logged(kind, kept.seat, _named(kept.data), private), kept.timeout)


def _is_earlier(line: bytes) -> bool:
    """Whether an earlier release has stored this line: those wrote JSON objects."""
    return line.startswith(b"{")


def _numbered(fields: dict[str, Any]) -> Named:
    """Fields as they are stored."""
    return {
        NUMBERS.get(name, name): value if type(value) in PLAIN else _without_faces(value)
        for name, value in fields.items()
    }


def _named(fields: Named) -> dict[str, Any]:
    """Fields as they were before they were stored."""
    return {WORDS[name] if isinstance(name, int) else name: value for name, value in fields.items()}


def _without_faces(value: Any) -> Any:
    """A value with the numbers of cards instead of their faces."""
    if isinstance(value, Face):
        return msgspec.msgpack.Ext(FACE, value.id.to_bytes(2))
    if isinstance(value, (list, tuple)) and value and type(value[0]) not in PLAIN:
        return [_without_faces(part) for part in value]
    return value


def _face(charter: GameConfig, code: int, data: memoryview) -> Face:
    """The face of a card: what is printed on it follows from the game's rules and options."""
    if code != FACE:
        raise ValueError(f"a line of the log holds an extension of type {code}")
    return charter.rules.faces(charter.agreed)[int.from_bytes(data)]
