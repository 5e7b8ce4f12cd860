"""The service in processes of its own, with launcher and store, for the tests that kill it."""

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

from service.server.embedded_store import RUN_PREFIX, RUNNING_SERVER_FILE, process_started
from tests.support.valkey import free_port

ROOT = Path(__file__).parents[2]
TIMEOUT = 15.0
STORE_SETTINGS = ("REDIS_URL", "PORT", "DATA_DIR")


def wait_for(condition: Callable[[], bool], *, timeout: float = TIMEOUT) -> None:
    """Wait until the condition is true; fail after the timeout."""
    end = time.monotonic() + timeout
    while not condition():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.02)


def is_alive(pid: int) -> bool:
    return process_started(pid) is not None


def suspend(*pids: int) -> None:
    """Stop these processes with SIGSTOP, and wait until they are: one that waits for a processor may still run on."""
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    wait_for(lambda: all(state_of(pid) == "T" for pid in pids))


def state_of(pid: int) -> str:
    """A letter for what a process does; T if it is stopped."""
    if Path("/proc/self/stat").exists():
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    result = subprocess.run(["ps", "-o", "state=", "-p", str(pid)], capture_output=True, text=True, check=True)  # macOS
    return result.stdout[0]


def is_locked(path: Path) -> bool:
    """Whether another process holds the lock on this file."""
    with path.open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def children(pid: int) -> list[int]:
    """The processes this one has started, and those they have started."""
    listing = Path(f"/proc/{pid}/task/{pid}/children")
    if Path("/proc/self/stat").exists():
        direct = list(map(int, listing.read_text().split())) if listing.exists() else []
    else:  # macOS
        table = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
        direct = [int(row.split()[0]) for row in table.splitlines() if int(row.split()[1]) == pid]
    return direct + [grandchild for child in direct for grandchild in children(child)]


def command_line(pid: int) -> str:
    """The program that a process runs, with its arguments; "" if it has ended."""
    return subprocess.run(["ps", "-o", "args=", "-p", str(pid)], capture_output=True, text=True).stdout


class LauncherProcess:
    """A launcher and what it starts. `start` may be called again after its end; `close` leaves no process behind."""

    def __init__(self, module: str, data_dir: Path, log: Path, **settings: str) -> None:
        self.module = module
        self.folder = ROOT
        self.data_dir = data_dir
        self.log = log
        self.port = free_port()
        self.settings = {"WORKERS": "1", "BOTS": "0", "BIND": "127.0.0.1", **settings}
        self.process: subprocess.Popen[str] | None = None
        self._seen: dict[int, str] = {}
        self._run_dirs: set[Path] = set()

    def command(self) -> list[str]:
        """What an operator types."""
        return [sys.executable, "-m", self.module]

    def launch(self) -> subprocess.Popen[str]:
        """Start the launcher without waiting."""
        inherited = {name: value for name, value in os.environ.items() if name not in STORE_SETTINGS}
        own = {"PORT": str(self.port), "DATA_DIR": str(self.data_dir), **self.settings}
        self._close_pipe()
        with self.log.open("a") as errors:
            self._log_start = errors.tell()
            self.process = subprocess.Popen(
                self.command(),
                cwd=self.folder,
                env={**inherited, **own},
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        return self.process

    def errors(self) -> str:
        """What the last launch and all it started have written to stderr so far."""
        with self.log.open() as file:
            file.seek(self._log_start)
            return file.read()

    def serve(self) -> None:
        """Start the launcher and wait until it prints that it is serving."""
        process = self.launch()
        assert process.stdout is not None
        self.greeting = process.stdout.readline().strip()
        assert self.greeting, self.errors()
        self._remember(*self.all_pids())

    def all_pids(self) -> list[int]:
        """The launcher and all it started."""
        assert self.process is not None
        return [self.process.pid, *children(self.process.pid)]

    def store_pid(self) -> int:
        """The embedded store's process, as the file of the running server says."""
        return int(json.loads((self.data_dir / RUNNING_SERVER_FILE).read_text())["pid"])

    def get(self, path: str) -> tuple[int, str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT)
        try:
            connection.request("GET", path, headers={"Connection": "close"})
            response = connection.getresponse()
            return response.status, response.read().decode()
        finally:
            connection.close()

    def stop(self, number: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
        """Stop it as an operator does; returns its exit code and what it wrote to stderr."""
        assert self.process is not None
        self.process.send_signal(number)
        return self.process.wait(TIMEOUT), self.errors()

    def kill(self, *pids: int) -> None:
        """Kill these processes as a crash would, and wait until they are gone."""
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        if self.process is not None and self.process.pid in pids:
            self.process.wait(TIMEOUT)
        wait_for(lambda: not any(is_alive(pid) for pid in pids))

    def close(self) -> None:
        """Kill all processes that are left, by the pids seen and the file of the running store."""
        with contextlib.suppress(OSError, ValueError):
            server = json.loads((self.data_dir / RUNNING_SERVER_FILE).read_text())
            self._remember(server["pid"])
            self._run_dirs.add(Path(server["socket"]).parent)
        if self.process is not None and self.process.poll() is None:
            self._remember(*self.all_pids())
            self.process.kill()
            self.process.wait()
        self._close_pipe()
        for pid, started in self._seen.items():
            if process_started(pid) == started:
                os.kill(pid, signal.SIGKILL)
        for run_dir in self._run_dirs:
            if run_dir.name.startswith(RUN_PREFIX):
                shutil.rmtree(run_dir, ignore_errors=True)

    def _close_pipe(self) -> None:
        if self.process is not None and self.process.stdout is not None:
            self.process.stdout.close()

    def _remember(self, *pids: int) -> None:
        self._seen |= {pid: started for pid in pids if pid and (started := process_started(pid))}
