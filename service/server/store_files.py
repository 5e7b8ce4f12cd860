"""The append-only file of the embedded store: its parts, the sizes they were last known to have, and what is missing.

A manifest names the parts: a base, and increments to which the server appends. The server starts without a word on a
file that was cut between two entries, or that lacks its manifest. So the launcher records the sizes of all parts, every
second while the service runs and when it stops, and compares them at each start. After a crash they are a lower bound.
"""

import re
import time
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec.structs import replace

from service.losses import StoreLoss
from service.server.valkey_server import StoreError

FOLDER = "appendonlydir"
MANIFEST = "appendonly.aof.manifest"
SIZES_NAME = "store-sizes.json"
RECORD_INTERVAL = 1.0
EMPTY_BASE = 256
"""Bytes below which a first base holds no key; it has 89."""
MANIFEST_LINE = re.compile(r"file (\S+) seq (\d+) type ([bih])\b.*")
PART_NAME = re.compile(r"appendonly\.aof\.(\d+)\.(base|incr)\.(?:rdb|aof)")
TRUNCATED = re.compile(r"Truncating the AOF (\S+) at offset (\d+)")
DAMAGED = re.compile(r"reading the append only file|AOF manifest|RDB checksum|in RDB|Unrecoverable error|BUG REPORT")
"""What the server writes to its log when it cannot load its file."""
ADVICE = "put it back from a backup, or go on with what is left: ludotheque repair"


class Part(msgspec.Struct, frozen=True):
    """A part of the file. `kind` is that of the manifest: b for the base, i for an increment."""

    name: str
    seq: int
    kind: str
    size: int | None = None
    """None if it is missing."""

    def line(self) -> str:
        """Its line in the manifest."""
        return f"file {self.name} seq {self.seq} type {self.kind}\n"


class Sizes(msgspec.Struct, frozen=True):
    """The parts at one moment, in milliseconds."""

    at: int
    parts: list[Part]

    def moment(self) -> str:
        """When this was, to the second."""
        return instant(self.at // 1000)

    def total(self) -> int:
        """The bytes of all parts."""
        return sum(part.size or 0 for part in self.parts)

    def of(self, name: str) -> int:
        """The size that this part had; 0 if there was none."""
        return next((part.size or 0 for part in self.parts if part.name == name), 0)


NOTHING_KNOWN = Sizes(0, [])


def instant(second: int) -> str:
    """Seconds since 1970 as RFC 3339."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(second))


def replace_file(path: Path, content: bytes) -> None:
    """Write a file whole, so that it is never seen half written."""
    new_file = path.with_name(path.name + ".new")
    new_file.write_bytes(content)
    new_file.replace(path)


def nothing_written(parts: list[Part]) -> bool:
    """Whether these parts are those of a store that nothing was ever written to."""
    return all(not part.size or (part.kind == "b" and part.seq == 1 and part.size < EMPTY_BASE) for part in parts)


class StoreFiles:
    """The parts in one DATA_DIR."""

    def __init__(self, data_dir: Path) -> None:
        self.folder = data_dir / FOLDER
        self.manifest = self.folder / MANIFEST
        self._sizes_file = data_dir / SIZES_NAME
        self._measured: Sizes | None = None
        self._recorded = NOTHING_KNOWN

    def named(self) -> list[Part]:
        """The parts that the manifest names, in its order; ValueError if it cannot be read."""
        matches = [MANIFEST_LINE.fullmatch(line) for line in self.manifest.read_text("utf-8").splitlines()]
        if not matches or not all(matches):
            raise ValueError("this is no manifest")
        fields = [match.groups() for match in matches if match is not None]
        return [self._part(name, int(seq), kind) for name, seq, kind in fields if kind != "h"]

    def present(self) -> list[Part]:
        """The parts that are in the folder, bases first, whether the manifest names them or not."""
        matches = [PART_NAME.fullmatch(path.name) for path in self.folder.glob("appendonly.aof.*")]
        parts = [self._part(match[0], int(match[1]), match[2][0]) for match in matches if match is not None]
        return sorted(parts, key=lambda part: (part.kind, part.seq))

    def known(self) -> Sizes:
        """The sizes that were last recorded."""
        try:
            return msgspec.json.decode(self._sizes_file.read_bytes(), type=Sizes)
        except (OSError, msgspec.DecodeError):
            return NOTHING_KNOWN

    def find_gap(self) -> str | None:
        """What is missing or empty and was not before, in a few words; None if the server may start on these files."""
        known = self.known()
        try:
            parts = self.named()
        except FileNotFoundError:
            whole = nothing_written(known.parts) and nothing_written(self.present())
            return None if whole else f"{self.manifest} is missing"
        except ValueError:
            return f"{self.manifest} is empty or cannot be read"
        for part in parts:
            before = known.of(part.name)
            had = f" (it had {before:,} bytes at {known.moment()})" if before else ""
            if part.size is None:
                return f"{self.folder / part.name} is missing{had}"
            if part.size == 0 and (before or part.kind == "b"):
                return f"{self.folder / part.name} is empty{had}"
        return self._forgotten(parts, known)

    def is_manifest_complete(self) -> bool:
        """Whether there is a manifest, and it names all parts that are known."""
        try:
            return self._forgotten(self.named(), self.known()) is None
        except (OSError, ValueError):
            return False

    def _forgotten(self, parts: list[Part], known: Sizes) -> str | None:
        """A part that the manifest no longer names, although no newer base has replaced it."""
        names = {part.name for part in parts}
        if _base_seq(parts) <= _base_seq(known.parts):
            for part in known.parts:
                if part.name not in names and part.size:
                    return f"{self.manifest} does not name {part.name}, which had {part.size:,} bytes"
        return None

    def require_parts(self) -> Sizes:
        """The parts before a start; StoreError if one that was not empty is missing or empty."""
        if gap := self.find_gap():
            raise StoreError(f"{gap}; {ADVICE}")
        with suppress(FileNotFoundError):
            return self._measure()
        return NOTHING_KNOWN

    def find_losses(self, before: Sizes, log: str) -> list[StoreLoss]:
        """What the parts have lost, once the server has loaded them. It says in its log what it dropped; but its word
        is not taken alone: the sizes before and after, and those that were known, are compared as well.
        """
        known, dropped_at = self.known(), {name: int(offset) for name, offset in TRUNCATED.findall(log)}
        losses = []
        for part in before.parts:
            size = part.size or 0
            now = self._part(part.name, part.seq, part.kind).size
            left = min(size, dropped_at.get(part.name, size), size if now is None else now)
            known_size = known.of(part.name)
            if left < max(size, known_size):
                loss = StoreLoss(
                    file=part.name,
                    found_at=instant(int(time.time())),
                    dropped_bytes=size - left,
                    missing_bytes=max(0, known_size - left),
                    known_bytes=known_size,
                    known_at=known.moment() if known.parts else None,
                )
                losses.append(loss)
        return losses

    def begin_record(self) -> None:
        """Record the sizes of the parts that the server has loaded."""
        with suppress(OSError, ValueError):
            self._write(self._measure())

    def record(self, *, settled: bool) -> None:
        """Record how far the parts have grown: until now if all is synced to disk, else until the last call, since
        what was there then has been synced since. A part that shrinks keeps the size that it had.
        """
        with suppress(OSError, ValueError):  # a full disk is no reason to end
            measured = self._measure()
            sizes, self._measured = (measured if settled else self._measured), measured
            if sizes is not None:
                grown = [replace(part, size=max(part.size or 0, self._recorded.of(part.name))) for part in sizes.parts]
                if grown != self._recorded.parts:
                    self._write(Sizes(sizes.at, grown))

    def forget(self) -> None:
        """Forget the sizes that were recorded: what is there now is all that is expected."""
        self._sizes_file.unlink(missing_ok=True)

    def _write(self, sizes: Sizes) -> None:
        replace_file(self._sizes_file, msgspec.json.encode(sizes))
        self._recorded = sizes

    def _measure(self) -> Sizes:
        return Sizes(time.time_ns() // 1_000_000, self.named())

    def _part(self, name: str, seq: int, kind: str) -> Part:
        path = self.folder / name
        return Part(name, seq, kind, path.stat().st_size if path.exists() else None)


def _base_seq(parts: list[Part]) -> int:
    return max((part.seq for part in parts if part.kind == "b"), default=0)
