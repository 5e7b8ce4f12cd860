"""The lines of a game's journal: MessagePack arrays, each with a digest that covers the line before it as well.

So an altered, missing or foreign line is found. The game itself stores the digest of the last line (`Meta`), so a
journal that lost its end is found too, and the next commit knows what it continues without reading the journal.
"""

from collections.abc import Iterable
from hashlib import blake2b

import msgspec

from service.store.stored import DIGEST_BYTES, JournalEntry

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(JournalEntry).decode


class JournalDamaged(Exception):  # noqa: N818  (a state of what is stored)
    """A journal is not the one that was written; the message says where."""


def encode_journal(game_id: str, last: bytes, entries: Iterable[JournalEntry]) -> list[bytes]:
    """The lines of the entries that follow the line with the digest `last`, which is empty for a new game."""
    lines = []
    for entry in entries:
        covered = _encode(entry)[:-DIGEST_BYTES]
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
    """The entries of the journal of a game at this version; JournalDamaged unless they are those that were written."""
    before = b""
    for number, line in enumerate(lines, 1):
        digest = digest_of(line)
        if digest != _digest(game_id, before, line[:-DIGEST_BYTES]):
            raise JournalDamaged(f"entry {number} of {version} of the journal was altered")
        before = digest
    if len(lines) != version:
        raise JournalDamaged(f"the journal has {len(lines)} of {version} entries")
    if before != last:
        raise JournalDamaged(f"entry {version} of {version} of the journal is not the one that was written")
    return [decode_entry(line) for line in lines]


def _digest(game_id: str, before: bytes, covered: bytes) -> bytes:
    """The digest of a line; that of the first covers the id of the game, so a journal belongs to one game."""
    return blake2b((before or game_id.encode()) + covered, digest_size=DIGEST_BYTES).digest()
