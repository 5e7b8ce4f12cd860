"""The lines of a game's journal: MessagePack arrays, each with a digest that covers the line before it as well.

So an altered, missing or foreign line is found. The game itself stores the digest of the last line (`Meta`), so a
journal that lost its end is found too, and the next commit knows what it continues without reading the journal.
"""

from collections.abc import Iterable
from contextlib import suppress
from hashlib import blake2b

import msgspec

from service.store.stored import DIGEST_BYTES, JournalEntry

LENGTH = bytes([DIGEST_BYTES])
"""Of the digest, as the last byte of its header in MessagePack."""

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(JournalEntry).decode


class JournalDamaged(Exception):  # noqa: N818  (a state of what is stored)
    """A journal is not the one that was written; the message says where."""


def encode_journal(game_id: str, last: bytes, entries: Iterable[JournalEntry]) -> list[bytes]:
    """The lines of the entries that follow the line with the digest `last`, which is empty for a new game."""
    lines = []
    for entry in entries:
        covered = _encode(entry)[:-1] + LENGTH  # an entry that is not stored yet ends with an empty digest
        last = _digest(game_id, last, covered)
        lines.append(covered + last)
    return lines


def decode_entry(line: bytes) -> JournalEntry:
    """A journal entry from its line."""
    return _decode(line)


def digest_of(line: bytes) -> bytes:
    """The digest that a line ends with."""
    return line[-DIGEST_BYTES:]


def verify_journal(game_id: str, version: int, last: bytes, lines: list[bytes]) -> list[JournalEntry]:
    """The entries of the journal of a game at this version; JournalDamaged unless they are those that were written. A
    line without a digest was written by an older release, which knew of none; the next one begins anew.
    """
    before, entries = b"", list[JournalEntry]()
    for number, line in enumerate(lines, 1):
        entry = _decode_if_sound(game_id, before, line)
        if entry is None:
            raise JournalDamaged(f"entry {number} of {version} of the journal was altered")
        before = entry.digest
        entries.append(entry)
    if len(lines) != version:
        raise JournalDamaged(f"the journal has {len(lines)} of {version} entries")
    if before != last:
        raise JournalDamaged(f"entry {version} of {version} of the journal is not the one that was written")
    return entries


def _decode_if_sound(game_id: str, before: bytes, line: bytes) -> JournalEntry | None:
    """The entry of a line that follows the line with the digest `before`; None if its own digest is wrong."""
    with suppress(msgspec.DecodeError, UnicodeDecodeError):
        entry = decode_entry(line)
        if not entry.digest or entry.digest == _digest(game_id, before, line[:-DIGEST_BYTES]):
            return entry
    return None


def _digest(game_id: str, before: bytes, covered: bytes) -> bytes:
    """The digest of a line; that of the first covers the id of the game, so a journal belongs to one game."""
    return blake2b((before or game_id.encode()) + covered, digest_size=DIGEST_BYTES).digest()
