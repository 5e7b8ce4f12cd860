"""A launcher with the tiny app, for the tests of what runs."""

from collections.abc import Callable
from typing import NamedTuple

from tests.support.running import TIMEOUT, LauncherProcess

SOME = range(20)


class Pids(NamedTuple):
    """Who is who: the launcher, gunicorn's main process, a worker, the store."""

    launcher: int
    gunicorn: int
    worker: int
    store: int


class Service(LauncherProcess):
    """A launcher with the tiny app, which says who is who and keeps numbers."""

    def start(self) -> Pids:
        """Start the launcher and wait until it says that it serves."""
        self.serve()
        return self.pids()

    def fails_to_start(self) -> tuple[int, list[str]]:
        """Start a launcher that must fail: its exit code and what it wrote to stderr."""
        process = self.launch()
        assert process.wait(TIMEOUT) is not None
        assert process.stdout is not None
        assert process.stdout.read() == ""
        return process.returncode, self.errors().splitlines()

    def pids(self) -> Pids:
        assert self.process is not None
        status, text = self.get("/pids")
        assert status == 200, text
        pids = Pids(self.process.pid, *map(int, text.split()))
        self._remember(*pids)
        return pids

    def write(self, numbers: range) -> None:
        """Write these numbers; every one is acknowledged."""
        for number in numbers:
            assert self.get(f"/set/n{number}/{number}") == (200, "True")

    def missing(self, numbers: range) -> list[int]:
        """Which of these numbers the store does not have."""
        return [number for number in numbers if self.get(f"/get/n{number}") != (200, str(number))]


Serve = Callable[..., Service]
