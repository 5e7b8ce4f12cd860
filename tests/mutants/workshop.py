"""Private copies of the project: each is broken in one place, tried, and mended again."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tests.mutants.source import Mutant, Source

TRIAL = Path(__file__).with_name("trial.py")
ELSEWHERE = {"data"}
NOT_OF_THE_ENGINE = ("test_adding_a_game.py", "test_bench.py")
FIRST_RUN = 900
SLACK, TIMES = 60, 30
"""A broken copy may take so many seconds, and so many times as long as the whole one. This is for those that sleep, on
however busy a machine: a test that computes for ever is ended much sooner, by its own processor time."""


@dataclass(frozen=True)
class Suite:
    """The tests of a game, what each takes with nothing broken, and the seconds it may take besides."""

    slug: str
    paths: Sequence[str]
    deselected: Sequence[str]
    patience: float
    known: Mapping[str, float] = field(default_factory=dict)

    @property
    def limit(self) -> float:
        return SLACK + TIMES * sum(self.known.values()) if self.known else FIRST_RUN


def paths_of(root: Path, packages: Sequence[str]) -> list[str]:
    """The tests of the packages a game is made of, and the contract tests that look at an engine."""
    folders = [root / "tests" / "games" / package for package in packages]
    contract = sorted((root / "tests" / "contract").glob("test_*.py"))
    found = [*filter(Path.exists, folders), *(file for file in contract if file.name not in NOT_OF_THE_ENGINE)]
    return [path.relative_to(root).as_posix() for path in found]


class Workshop:
    """A copy of the project, and a process that runs its tests."""

    def __init__(self, root: Path, place: Path) -> None:
        self.place = place
        self.broken_so_far = 0
        shutil.copytree(root, place, ignore=lambda folder, names: unneeded(names, top=Path(folder) == root))
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
        self.process = subprocess.Popen(
            [sys.executable, str(TRIAL)],
            cwd=place,
            env={**inherited, "PYTHONHASHSEED": "0", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(self, suite: Suite, seconds: float) -> dict[str, Any]:
        """Run them: pytest's exit code or None, the first that failed, and what each took."""
        asked = {**asdict(suite), "seconds": min(seconds, suite.limit)}
        self.process.stdin.write(json.dumps(asked) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise RuntimeError(f"the suite of {suite.slug} cannot be run")
        return json.loads(answer)

    @contextmanager
    def broken(self, source: Source, mutant: Mutant) -> Iterator[None]:
        """The copy with this mutant in it. A time of its own keeps Python from using the byte code of another one."""
        file = self.place / mutant.path
        times = file.stat().st_atime, file.stat().st_mtime
        self.broken_so_far += 1
        file.write_bytes(source.mutated(mutant.start, mutant.end, mutant.new))
        os.utime(file, (times[0], times[1] + 10 * self.broken_so_far))
        try:
            yield
        finally:
            file.write_bytes(source.data)
            os.utime(file, times)

    def log(self) -> str:
        """What the last run printed."""
        return (self.place / "trial.log").read_text(encoding="utf-8", errors="replace")

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


def unneeded(names: Sequence[str], top: bool) -> set[str]:
    """What no copy needs: byte code, the environment, the history, stored games."""
    return {name for name in names if name == "__pycache__" or (top and (name.startswith(".") or name in ELSEWHERE))}
