"""A launcher in a process of its own, with everything it starts, for the tests that kill it."""

import contextlib
import fcntl
import http.client
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from service.embedded import RECORD_NAME, RUN_PREFIX, process_started
from tests.support.valkey import free_port

ROOT = Path(__file__).parents[2]
PATIENCE = 15.0
APP = ["-m", "tests.faults.tiny_app"]


class Pids(NamedTuple):
    """Who is who: the launcher, gunicorn's main process, a worker, the store."""

    launcher: int
    gunicorn: int
    worker: int
    store: int


def wait_for(what: Callable[[], bool], *, patience: float = PATIENCE) -> None:
    """Wait until this holds."""
    end = time.monotonic() + patience
    while not what():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


def alive(pid: int) -> bool:
    return process_started(pid) is not None


def locked(path: Path) -> bool:
    """Whether another process holds the lock on this file."""
    with path.open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


class Service:
    """One launcher with the tiny app. `start` may be called again after its end; `close` leaves no process behind."""

    def __init__(self, data_dir: Path, **settings: str) -> None:
        self.data_dir = data_dir
        self.port = free_port()
        self.settings = {"WORKERS": "1", "BIND": "127.0.0.1", **settings}
        self.process: subprocess.Popen[str] | None = None
        self._seen: dict[int, str] = {}
        self._run_dirs: set[Path] = set()

    def launch(self) -> subprocess.Popen[str]:
        """Start the launcher, and wait for nothing."""
        kept = {name: value for name, value in os.environ.items() if name not in ("REDIS_URL", "PORT", "DATA_DIR")}
        told = {"PORT": str(self.port), "DATA_DIR": str(self.data_dir), **self.settings}
        self.process = subprocess.Popen(
            [sys.executable, *APP],
            cwd=ROOT,
            env={**kept, **told},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        return self.process

    def start(self) -> Pids:
        """Start the launcher and wait until it says that it serves."""
        process = self.launch()
        assert process.stdout is not None
        self.greeting = process.stdout.readline().strip()
        assert self.greeting, process.communicate()[1]
        return self.pids()

    def refused(self) -> tuple[int, list[str]]:
        """Start a launcher that is expected to refuse: its exit code and what it wrote to stderr."""
        process = self.launch()
        out, err = process.communicate(timeout=PATIENCE)
        assert out == ""
        return process.returncode, err.splitlines()

    def get(self, path: str) -> tuple[int, str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request("GET", path, headers={"Connection": "close"})
            response = connection.getresponse()
            return response.status, response.read().decode()
        finally:
            connection.close()

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

    def stop(self, number: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
        """Stop it as an operator does; its exit code and what it wrote to stderr."""
        assert self.process is not None
        self.process.send_signal(number)
        _, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, err

    def kill(self, *pids: int) -> None:
        """Kill these processes as a crash would, and wait until they are gone."""
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        if self.process is not None and self.process.pid in pids:
            self.process.communicate(timeout=PATIENCE)
        wait_for(lambda: not any(alive(pid) for pid in pids))

    def close(self) -> None:
        """End whatever is left, by the pids seen and the record of the store."""
        with contextlib.suppress(OSError, ValueError):
            told = json.loads((self.data_dir / RECORD_NAME).read_text())
            self._remember(told["pid"])
            self._run_dirs.add(Path(told["socket"]).parent)
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
        if self.process is not None:
            for pipe in (self.process.stdout, self.process.stderr):
                if pipe is not None:
                    pipe.close()
            self.process.wait()
        for pid, started in self._seen.items():
            if process_started(pid) == started:
                os.kill(pid, signal.SIGKILL)
        for run_dir in self._run_dirs:
            if run_dir.name.startswith(RUN_PREFIX):
                shutil.rmtree(run_dir, ignore_errors=True)

    def _remember(self, *pids: int) -> None:
        self._seen |= {pid: started for pid in pids if pid and (started := process_started(pid))}
