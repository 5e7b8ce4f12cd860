"""`ludotheque repair`: makes the file of the embedded store loadable again, and says what it lost.

Entries are kept up to the first that is not whole: what comes later may build on what is gone. Every file that is
changed or left out is kept in a folder beside. Each step leaves files on which another run can go on.
"""

import os
import re
import shutil
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, NamedTuple

from service.server.embedded_store import LOG_NAME, EmbeddedStore
from service.server.launcher import LaunchError, print_error, private_run_directory
from service.server.store_files import Part, StoreFiles, nothing_written, replace_file
from service.server.valkey_server import StoreError, is_whole_rdb
from service.settings import SettingError, Settings, read

HEADER = re.compile(rb"([*$])(\d{1,9})\r\n")
ANNOTATION = b"#"
LONGEST_HEADER = 64

Report = Callable[[str], None]


def whole_bytes(path: Path) -> int:
    """How many bytes from the start of an increment are whole entries: commands, or all from MULTI to EXEC."""
    end = whole = 0
    in_transaction = False
    with path.open("rb") as file:
        while (command := _read_command(file)) is not None:
            name, length = command
            if name == (b"MULTI" if in_transaction else b"EXEC"):
                break
            in_transaction = name == b"MULTI" or (in_transaction and name != b"EXEC")
            end += length
            if not in_transaction:
                whole = end
    return whole


def _read_command(file: BinaryIO) -> tuple[bytes, int] | None:
    """The name of the next command and its length in bytes; None if what follows is no whole command."""
    line = file.readline(LONGEST_HEADER)
    if line.startswith(ANNOTATION) and line.endswith(b"\r\n"):
        return b"", len(line)
    header = HEADER.fullmatch(line)
    if header is None or header[1] != b"*" or header[2] == b"0":
        return None
    name, length = b"", len(line)
    for number in range(int(header[2])):
        line = file.readline(LONGEST_HEADER)
        header = HEADER.fullmatch(line)
        if header is None or header[1] != b"$":
            return None
        size = int(header[2]) + 2
        data = file.read(size)
        if len(data) < size or not data.endswith(b"\r\n"):
            return None
        if number == 0:
            name = data[:-2].upper()
        length += len(line) + size
    return name, length


class Kept(NamedTuple):
    """A part that stays, and how many of its bytes."""

    part: Part
    whole: int


class Repair:
    """One repair of the files in a DATA_DIR that this process has locked."""

    def __init__(self, data_dir: Path, report: Report) -> None:
        self._files = StoreFiles(data_dir)
        self._known = self._files.known()
        self._aside = data_dir / time.strftime("damaged-%Y%m%dT%H%M%SZ", time.gmtime())
        self._report = report

    def run(self) -> None:
        """Repair what can be repaired; StoreError if it is not known how."""
        named = self._named()
        kept = self._examine(named)
        for part, whole in kept:
            if whole < (part.size or 0):
                self._cut(self._files.folder / part.name, whole)
        names = [part.name for part, _ in kept]
        if names != self._names_in_manifest():
            self._write_manifest([part for part, _ in kept])
        for part in named:
            if part.name not in names and part.size is not None:
                self._keep_aside(self._files.folder / part.name)
                (self._files.folder / part.name).unlink()
        self._files.forget()
        if self._aside.exists():
            self._report(f"what was there before is in {self._aside}")

    def _named(self) -> list[Part]:
        """The parts that make up the file, missing ones as well; none if nothing is left."""
        if self._files.is_manifest_complete():
            return self._files.named()
        present = self._files.present()
        if not present and nothing_written(self._known.parts):
            return []
        self._report(f"{self._files.manifest} is missing, incomplete or cannot be read")
        if not present:
            self._report(f"nothing is left of the {self._known.total():,} bytes at {self._known.moment()}")
            return []
        named = self._last_known(present) or _only_reading(present)
        if named is None:
            names = ", ".join(part.name for part in present)
            raise StoreError(f"it is not known which of these belong together, so put a backup back: {names}")
        self._report(f"made a new one that names {', '.join(part.name for part in named)}")
        return named

    def _last_known(self, present: list[Part]) -> list[Part] | None:
        """The parts that were last known, and increments that were begun since; None if one of them is gone, because
        others may have replaced it.
        """
        by_name = {part.name: part for part in present}
        known = [by_name.get(part.name) for part in self._known.parts]
        last = max((part.seq for part in self._known.parts if part.kind == "i"), default=0)
        later = [part for part in present if part.kind == "i" and part.seq > last]
        parts = [part for part in known if part is not None]
        return [*parts, *later] if parts and len(parts) == len(known) else None

    def _examine(self, named: list[Part]) -> list[Kept]:
        """What stays: every part up to the first increment that is not complete, and of that what is whole."""
        kept: list[Kept] = []
        for number, part in enumerate(named):
            known, whole = self._known.of(part.name), self._whole(part)
            self._explain(part, known, whole)
            if whole or (part.kind == "i" and part.size is not None):
                kept.append(Kept(part, whole))
            if part.kind == "i" and whole < max(part.size or 0, known):
                for later in named[number + 1 :]:
                    self._report(f"left out {later.name}, {later.size or 0:,} bytes, which followed what is lost")
                break
        return kept

    def _whole(self, part: Part) -> int:
        """How many bytes of a part can be loaded. A base has a checksum: it is whole or it is not."""
        if not part.size:
            return 0
        path = self._files.folder / part.name
        return whole_bytes(path) if part.kind == "i" else part.size if is_whole_rdb(path) else 0

    def _explain(self, part: Part, known: int, whole: int) -> None:
        """Say what is lost of a part."""
        path, size = self._files.folder / part.name, part.size or 0
        if not size and (known or part.kind == "b"):
            self._report(f"{path} is {'missing' if part.size is None else 'empty'}")
        elif whole < size and part.kind == "b":
            self._report(f"{path} is damaged")
        elif whole < size:
            self._report(f"{size - whole:,} of the {size:,} bytes of {path} are not whole entries, and are cut off")
        if known > whole:
            self._report(f"lost {known - whole:,} of the {known:,} bytes that it had at {self._known.moment()}")
        elif whole < size and known:
            self._report(f"all {known:,} bytes that it had at {self._known.moment()} are there")
        if part.kind == "b" and not whole:
            empty = nothing_written([Part(part.name, part.seq, part.kind, max(size, known))])
            self._report(
                "it held no games" if empty else "games that it held are gone, or damaged if they went on since"
            )

    def _cut(self, path: Path, length: int) -> None:
        """Replace a part by its beginning."""
        self._keep_aside(path)
        shorter = path.with_name(path.name + ".new")
        shutil.copyfile(path, shorter)
        with shorter.open("r+b") as file:
            file.truncate(length)
            os.fsync(file.fileno())
        shorter.replace(path)

    def _write_manifest(self, parts: list[Part]) -> None:
        if self._files.manifest.exists():
            self._keep_aside(self._files.manifest)
        if parts:
            replace_file(self._files.manifest, "".join(part.line() for part in parts).encode())
        else:
            self._files.manifest.unlink(missing_ok=True)

    def _names_in_manifest(self) -> list[str]:
        with suppress(OSError, ValueError):
            return [part.name for part in self._files.named()]
        return []

    def _keep_aside(self, path: Path) -> None:
        """Keep a file as it is; it is replaced or removed then, so a link is enough where links are possible."""
        self._aside.mkdir(mode=0o700, exist_ok=True)
        try:
            os.link(path, self._aside / path.name)
        except OSError:
            shutil.copy2(path, self._aside)


def _only_reading(present: list[Part]) -> list[Part] | None:
    """The parts in the folder, if they can only be read in one way: there is at most one of each kind."""
    kinds = [part.kind for part in present]
    return present if len(set(kinds)) == len(kinds) else None


def repair(settings: Settings, report: Report) -> None:
    """Repair the file of the embedded store, and load it once to be sure; StoreError if only a backup helps."""
    if settings.redis_url is not None:
        raise StoreError("REDIS_URL is set: only the file of the embedded store can be repaired")
    if not settings.data_dir.is_dir():
        raise StoreError(f"there is no DATA_DIR {settings.data_dir}")
    with private_run_directory() as run_dir:
        store = EmbeddedStore(settings.data_dir, run_dir.path, report, settings.store_memory)
        try:
            store.claim()
            store.hold(lambda: False)
            Repair(settings.data_dir, report).run()
            try:
                store.start(lambda: False)
            except StoreError:
                log = settings.data_dir / LOG_NAME
                raise StoreError(f"the server cannot load what is left, see {log}; put a backup back") from None
            report("the store can be started")
        finally:
            store.stop()


def print_line(line: str) -> None:
    """Write one line of what a command reports."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> int:
    """Repair what DATA_DIR holds; returns the exit code: 2 for a wrong setting, 1 if it cannot be repaired."""
    try:
        repair(read(os.environ), print_line)
    except SettingError as error:
        print_error(str(error))
        return 2
    except (LaunchError, StoreError) as error:
        print_error(str(error))
        return 1
    except OSError as error:
        print_error(f"the files cannot be repaired: {error}")
        return 1
    return 0
