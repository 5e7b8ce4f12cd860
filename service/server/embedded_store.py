"""The embedded store: one private Valkey server that appends every write to a file under DATA_DIR.

Two locks keep two servers from ever writing one file. `launcher.lock` belongs to the running launcher. `store.lock`
is inherited by the server, so that it stays taken if the launcher is killed and the server lives on: the next launcher
finds that orphan by the file `store.json`, stops it, and only then starts its own. It stops the orphan because that may
be of an older release or configuration; with `appendfsync always` this loses nothing that was acknowledged.
"""

import contextlib
import fcntl
import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote

import msgspec

from service.losses import StoreLoss, encode_losses
from service.server.store_files import ADVICE, DAMAGED, RECORD_INTERVAL, Sizes, StoreFiles, replace_file
from service.server.valkey_server import (
    STOP_TIMEOUT,
    ReplyError,
    StoreError,
    command,
    default_memory,
    is_ready,
    send_command,
    shut_down,
    terminate,
    wait_until_ready,
)

RUN_PREFIX = "ludotheque-"
SOCKET_NAME = "valkey.sock"
RUNNING_SERVER_FILE = "store.json"
LOG_NAME = "valkey.log"
LOSSES_NAME = "losses.json"
SOCKET_PATH_LIMIT = 100  # bytes; Linux takes 107 and macOS 103
LONGEST_RESTART_DELAY = 5.0
STABLE_AFTER = 30.0
DURABLE = {
    "appendonly": "yes",
    "appendfsync": "always",
    "aof-load-truncated": "yes",  # a crash in the middle of a write leaves half an entry, never acknowledged
    "maxmemory-policy": "noeviction",  # a full store refuses to store more; it never drops games
}


class RunningServer(msgspec.Struct, frozen=True):
    """Where to find the last server of this DATA_DIR. Pid 0: it was about to be started."""

    pid: int
    started: str
    socket: str


@contextlib.contextmanager
def _terminate_blocked() -> Iterator[None]:
    """A process started here never sees SIGTERM. Some send it to all processes at once, as systemd does by default, but
    the store has to outlive the requests that are being finished. The launcher stops it by command.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def run_directory() -> Path:
    """A new private directory whose path is short enough for a Unix socket in it."""
    longest = SOCKET_PATH_LIMIT - len(f"/{RUN_PREFIX}12345678/{SOCKET_NAME}")
    try:
        folder = tempfile.gettempdir()
    except FileNotFoundError:  # in a container whose file system is read-only, memory is still writable
        folder = "/dev/shm"  # noqa: S108
    return Path(tempfile.mkdtemp(prefix=RUN_PREFIX, dir=folder if len(os.fsencode(folder)) <= longest else "/tmp"))  # noqa: S108


def process_started(pid: int) -> str | None:
    """When this process was started, as text that can only be compared; None if there is no such live process."""
    try:
        state, *fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return None if state in "ZX" else fields[18]
    except OSError:
        if Path("/proc/self/stat").exists():
            return None
    # Where there is no /proc (macOS), ps says it, to the second.
    line = ["ps", "-o", "lstart=", "-p", str(pid)]
    listing = subprocess.run(line, env={**os.environ, "LC_ALL": "C"}, capture_output=True, text=True, check=False)  # noqa: S603
    return listing.stdout.strip() or None


def lock(path: Path, *, create: bool = True) -> int | None:
    """Take the lock on this file: its descriptor, or None if somebody else has it."""
    flag = os.O_CREAT if create else 0
    descriptor = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC | flag, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def url_of(path: str | Path) -> str:
    """The URL of the server on this Unix socket."""
    return "unix://" + quote(str(path))


def read_running(data_dir: Path) -> RunningServer | None:
    """The last server of this DATA_DIR, as far as is known."""
    try:
        return msgspec.json.decode((data_dir / RUNNING_SERVER_FILE).read_bytes(), type=RunningServer)
    except (OSError, msgspec.DecodeError):
        return None


def running_store_url(data_dir: Path) -> str:
    """The URL of the store of the service that runs on this DATA_DIR; StoreError if it is not known."""
    running = read_running(data_dir)
    if running is None:
        raise StoreError(f"the service that runs on DATA_DIR {data_dir} has not started its store yet")
    return url_of(running.socket)


class EmbeddedStore:
    """The Valkey server of one DATA_DIR: locked, started, kept running and stopped by one launcher."""

    def __init__(
        self,
        data_dir: Path,
        run_dir: Path,
        report: Callable[[str], None],
        memory: int | None = None,
        inherited: tuple[int, ...] = (),
    ) -> None:
        """`memory` is how many bytes the server may use; `inherited` are open files that it keeps open as well."""
        self.data_dir = data_dir
        self._memory = memory or default_memory()
        self._inherited = inherited
        self.socket = run_dir / SOCKET_NAME
        self.url = url_of(self.socket)
        self._report = report
        self._running_file = data_dir / RUNNING_SERVER_FILE
        self._files = StoreFiles(data_dir)
        self._losses_file = run_dir / LOSSES_NAME
        self._losses: list[StoreLoss] = []
        self._loading: Sizes | None = None
        """The sizes before a start, until the server has loaded its file."""
        self._log_start = 0
        self._record_at = 0.0
        self._launcher_lock: int | None = None
        self._store_lock: int | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._failures = 0
        self._started_at = 0.0
        self._restart_at: float | None = None

    def claim(self) -> None:
        """Make DATA_DIR and hold it for this launcher; StoreError if it cannot be written or a live service has it."""
        if not self.claim_if_free():
            raise StoreError(f"DATA_DIR {self.data_dir} is in use by another running service")

    def claim_if_free(self) -> bool:
        """Make DATA_DIR and hold it; False if a live service has it, StoreError if it cannot be written."""
        try:
            self.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._launcher_lock = lock(self.data_dir / "launcher.lock")
        except OSError as error:
            raise StoreError(f"DATA_DIR {self.data_dir} cannot be written: {error.strerror}") from None
        return self._launcher_lock is not None

    def hold(self, give_up: Callable[[], bool]) -> None:
        """Take the lock that is free when no server lives: stop the orphan that holds it, unless asked to give up."""
        if self._store_lock is not None:
            return
        last = read_running(self.data_dir)
        for stop in (None, self._ask_to_stop, self._kill):
            if stop is not None and last is not None:
                stop(last)
            deadline = time.monotonic() + (0 if stop is None or last is None else STOP_TIMEOUT)
            while not give_up():
                self._store_lock = lock(self.data_dir / "store.lock")
                if self._store_lock is not None:
                    return
                if time.monotonic() >= deadline:
                    break
                time.sleep(0.02)
        if not give_up():
            raise StoreError(f"DATA_DIR {self.data_dir} is in use by a store that is not known here; stop it first")

    def start(self, give_up: Callable[[], bool]) -> bool:
        """Start the server and wait until it responds; False if the caller gave up meanwhile."""
        try:
            self.hold(give_up)
            if self._store_lock is None:
                return False
            process = self._spawn()
        except OSError as error:
            raise StoreError(f"the embedded store cannot be started in {self.data_dir}: {error.strerror}") from None
        if wait_until_ready(process, self.socket, give_up):
            self._on_loaded()
            return True
        if process.poll() is None:
            return False
        raise StoreError(self._why_not_started())

    def restart_if_dead(self) -> float | None:
        """Start the server again, with a growing delay, if it has died; else record the sizes of its files. Returns
        the seconds until this is due again, or None.
        """
        if self._process is not None:
            if self._process.poll() is None:
                return self._watch_files()
            self._on_death(self._process.returncode)
        if self._restart_at is None:
            return None
        wait = self._restart_at - time.monotonic()
        if wait > 0:
            return wait
        try:
            self._spawn()
            return RECORD_INTERVAL
        except OSError as error:
            self._report(f"the embedded store cannot be started: {error.strerror}")
        except StoreError as error:
            self._report(f"the embedded store cannot be started: {error}")
        return self._delay_restart()

    def stop(self) -> None:
        """Stop the server cleanly and release DATA_DIR."""
        if self._process is not None:
            if self._process.poll() is None and not shut_down(self.socket):
                self._process.kill()  # safe for the data: what was acknowledged is in the file already
            terminate(self._process)
            self._process = None
            if self._loading is None:
                self._files.record(settled=True)
        if self._store_lock is not None:
            self._running_file.unlink(missing_ok=True)
        for descriptor in (self._store_lock, self._launcher_lock):
            if descriptor is not None:
                os.close(descriptor)
        self._store_lock = self._launcher_lock = None

    def _spawn(self) -> subprocess.Popen[bytes]:
        assert self._store_lock is not None  # noqa: S101  (a server is never started without the lock)
        self._loading = self._files.require_parts()
        # Written before it runs as well: if we are killed in between, the next launcher finds it by its socket.
        self._write_running(0, "")
        # It runs in DATA_DIR, so no path needs quoting; in a session of its own, so Ctrl-C reaches only the launcher.
        with (self.data_dir / LOG_NAME).open("ab") as log, _terminate_blocked():
            self._log_start = log.tell()
            self._process = subprocess.Popen(  # noqa: S603
                command({**DURABLE, "maxmemory": str(self._memory), "unixsocket": str(self.socket)}),
                cwd=self.data_dir,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                pass_fds=(self._store_lock, *self._inherited),
                start_new_session=True,
                umask=0o077,
            )
        self._started_at, self._restart_at = time.monotonic(), None
        self._write_running(self._process.pid, process_started(self._process.pid) or "")
        return self._process

    def _watch_files(self) -> float:
        """Record the sizes of the files, once the server has loaded them; seconds until this is due again."""
        wait = self._record_at - time.monotonic()
        if wait > 0:
            return wait
        if self._loading is None:
            self._files.record(settled=False)
        elif is_ready(self.socket):
            self._on_loaded()
        self._record_at = time.monotonic() + RECORD_INTERVAL
        return RECORD_INTERVAL

    def _on_loaded(self) -> None:
        """The server has loaded its file: report what the file has lost."""
        assert self._loading is not None  # noqa: S101  (set by the start)
        losses = self._files.find_losses(self._loading, self._log_of_this_start())
        self._loading = None
        for loss in losses:
            self._report(loss.describe(self._files.folder))
        if losses:
            self._losses += losses
            replace_file(self._losses_file, encode_losses(self._losses))
        self._files.begin_record()

    def _on_death(self, code: int) -> None:
        how = f"by signal {-code}" if code < 0 else f"with code {code}"
        self._report(f"the embedded store ended {how}; starting it again")
        self._process = None
        if time.monotonic() - self._started_at > STABLE_AFTER:
            self._failures = 0
        self._delay_restart()

    def _delay_restart(self) -> float:
        delay = min(0.1 * (1 << self._failures), LONGEST_RESTART_DELAY)
        self._failures = min(self._failures + 1, 10)
        self._restart_at = time.monotonic() + delay
        return delay

    def _why_not_started(self) -> str:
        log, name = self._log_of_this_start(), self.data_dir / LOG_NAME
        if DAMAGED.search(log):
            return f"the embedded store cannot read its file in {self._files.folder}, see {name}; {ADVICE}"
        last = next((line.strip() for line in reversed(log.splitlines()) if line.strip()), "it said nothing")
        return f"the embedded store did not start, see {name}: {last}"

    def _log_of_this_start(self) -> str:
        with (self.data_dir / LOG_NAME).open("rb") as log:
            log.seek(self._log_start)
            return log.read().decode(errors="replace")

    def _write_running(self, pid: int, started: str) -> None:
        replace_file(self._running_file, msgspec.json.encode(RunningServer(pid, started, str(self.socket))))

    def _ask_to_stop(self, last: RunningServer) -> None:
        """Ask the orphan to shut down, if the server on its socket uses our files."""
        if self._works_here(last.socket):
            which = f" (process {last.pid})" if last.pid else ""
            self._report(f"stopping the store that a killed service left behind{which}")
            shut_down(last.socket)

    @staticmethod
    def _kill(last: RunningServer) -> None:
        """Kill the orphan, but no other process that has its pid now. What was acknowledged is in the file already."""
        if last.pid > 0 and last.started and process_started(last.pid) == last.started:
            with contextlib.suppress(ProcessLookupError):
                os.kill(last.pid, signal.SIGKILL)

    def _works_here(self, path: str) -> bool:
        with contextlib.suppress(OSError, ReplyError, ValueError):
            match send_command(path, "CONFIG", "GET", "dir"):
                case ["dir", str(directory)]:
                    return os.path.realpath(directory) == os.path.realpath(self.data_dir)
        return False
