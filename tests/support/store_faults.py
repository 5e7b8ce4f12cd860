"""A slow disk and a wrong clock for a Valkey server: a small C library does it, which the server is started with."""

import mmap
import shutil
import struct
import subprocess
from pathlib import Path

SOURCE = Path(__file__).with_name("store_faults.c")
FIELDS = "clock_offset", "slow_one_in", "longest", "hang", "calls", "slow", "waited", "waiting"
"""As the C library names them; each is a number of 64 bits."""
SECOND = 1_000_000
NO_COMPILER = "no C compiler found: install it, for example with: apt-get install gcc libc6-dev"


class StoreFaults:
    """What the disk and the clock of the server do that is started with `environment`. Only on Linux."""

    def __init__(self, folder: Path) -> None:
        compiler = shutil.which("cc") or shutil.which("gcc")
        assert compiler, NO_COMPILER
        folder.mkdir(parents=True, exist_ok=True)
        library, control = folder / "store_faults.so", folder / "store_faults"
        line = [
            compiler,
            "-Wall",
            "-Wextra",
            "-Werror",
            "-O2",
            "-shared",
            "-fPIC",
            "-o",
            str(library),
            str(SOURCE),
            "-ldl",
        ]
        subprocess.run(line, check=True)
        control.write_bytes(bytes(8 * len(FIELDS)))
        with control.open("r+b") as file:
            self._memory = mmap.mmap(file.fileno(), 0)
        self.environment = {"LD_PRELOAD": str(library), "STORE_FAULTS": str(control)}

    def get(self, field: str) -> int:
        """A number as it is now."""
        (number,) = struct.unpack_from("q", self._memory, 8 * FIELDS.index(field))
        return int(number)

    def set(self, **numbers: int) -> None:
        """Set these numbers, at once."""
        for field, number in numbers.items():
            struct.pack_into("q", self._memory, 8 * FIELDS.index(field), number)
