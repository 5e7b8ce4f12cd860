"""What `make run` starts: it supervises the embedded store, gunicorn and the bot workers, and serves no request."""

import contextlib
import errno
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import FrameType
from typing import NamedTuple

from service import HOME
from service.losses import LOSSES_FILE
from service.server.embedded_store import LOSSES_NAME, RUN_PREFIX, EmbeddedStore, lock, run_directory
from service.server.valkey_server import StoreError
from service.settings import SettingError, Settings, read

STOP_SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
PORT_TIMEOUT = 5.0  # workers of a killed service need up to two seconds to notice and free the port
BOT_RESTART_DELAY = 1.0
"""Seconds from one start of a bot worker to its next, so that one that cannot live does not keep the machine busy."""
BOT_STOP_TIMEOUT = 5.0
"""Seconds in which a bot worker that is asked to stop may finish its move."""
LOCK_NAME = "run.lock"  # in the run directory; held while any process of that run lives
READY_FD = "LUDOTHEQUE_READY_FD"  # workers write here when they serve; nobody reads it when the launcher is gone
LAUNCHER_PID = "LUDOTHEQUE_LAUNCHER_PID"  # gunicorn stops when this is no longer its parent


class LaunchError(Exception):
    """The service cannot start; the message is the one line the operator reads."""


def print_error(message: str) -> None:
    """Write one line for the operator."""
    sys.stderr.write(f"ludotheque: {message}\n")
    sys.stderr.flush()


class Signals:
    """Counts requests to stop, and wakes the launcher for them and for children that ended."""

    def __init__(self) -> None:
        self.stops = 0
        self._wakeup_reader, self._wakeup_writer = os.pipe()
        for end in (self._wakeup_reader, self._wakeup_writer):
            os.set_blocking(end, False)

    def __enter__(self) -> "Signals":
        signal.set_wakeup_fd(self._wakeup_writer, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)  # a handler, so that it wakes us
        for number in STOP_SIGNALS:
            if signal.getsignal(number) is not signal.SIG_IGN:  # what nohup ignores stays ignored
                signal.signal(number, self._stop)
        return self

    def __exit__(self, *_: object) -> None:
        signal.set_wakeup_fd(-1)
        os.close(self._wakeup_reader)
        os.close(self._wakeup_writer)

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        self.stops += 1

    def stop_requested(self) -> bool:
        """Whether somebody asked the service to stop."""
        return self.stops > 0

    def wait(self, seconds: float | None, also: int | None) -> bool:
        """Sleep until a signal comes, the time is over, or `also` can be read. Returns whether `also` can be read."""
        watched = [self._wakeup_reader] if also is None else [self._wakeup_reader, also]
        readable, _, _ = select.select(watched, [], [], seconds)
        if self._wakeup_reader in readable:
            with contextlib.suppress(BlockingIOError):
                os.read(self._wakeup_reader, 4096)
        return also in readable


class RunDirectory(NamedTuple):
    """The directory for the socket and the metrics of this run, and the descriptor of its lock."""

    path: Path
    lock: int


@contextlib.contextmanager
def private_run_directory() -> Iterator[RunDirectory]:
    """A run directory, removed at its end. All processes of the run inherit its lock, so it is theirs until the last
    has ended.
    """
    try:
        path = run_directory()
        lock_fd = lock(path / "new.lock")
        (path / "new.lock").rename(path / LOCK_NAME)  # so the lock is taken as soon as it is there
    except OSError as error:
        raise LaunchError(f"no temporary directory can be made: {error.strerror}") from None
    assert lock_fd is not None  # noqa: S101  (nobody else knows this file yet)
    try:
        yield RunDirectory(path, lock_fd)
    finally:
        shutil.rmtree(path, ignore_errors=True)
        os.close(lock_fd)


def remove_stale_run_directories(folder: Path) -> None:
    """Remove the run directories in this folder that killed services left behind: ours, with a lock that is free."""
    for path in folder.glob(RUN_PREFIX + "*"):
        with contextlib.suppress(OSError):
            if path.is_symlink() or path.stat().st_uid != os.getuid():
                continue
            lock_fd = lock(path / LOCK_NAME, create=False)
            if lock_fd is not None:
                shutil.rmtree(path, ignore_errors=True)
                os.close(lock_fd)


def require_free_port(host: str, port: int, give_up: Callable[[], bool]) -> None:
    """Raise LaunchError if the port cannot be used. Gunicorn's own message would fill a page."""
    deadline = time.monotonic() + PORT_TIMEOUT
    while (error := _bind_error(host, port)) is not None and not give_up():
        if error.errno != errno.EADDRINUSE:
            raise LaunchError(f"cannot serve on {host} port {port}: {error.strerror}")
        if time.monotonic() >= deadline:
            raise LaunchError(f"port {port} is in use by another program; set PORT to a free one")
        time.sleep(0.1)


def _bind_error(host: str, port: int) -> OSError | None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            return error
    return None


def ready_message(settings: Settings) -> str:
    """The line that says the service is ready, and where."""
    host = settings.bind if settings.bind not in ("0.0.0.0", "::", "127.0.0.1", "::1") else "localhost"  # noqa: S104
    folder = settings.data_dir if settings.data_dir.is_absolute() else f"./{settings.data_dir}"
    store = f"embedded, in {folder}" if settings.redis_url is None else "as REDIS_URL says"
    return f"Ludotheque serves on http://{host}:{settings.port} (store: {store})"


def environment(run_dir: RunDirectory, store_url: str) -> dict[str, str]:
    """The environment of all processes: where the store is, where metrics are written, and where losses are listed."""
    metrics = run_dir.path / "metrics"
    metrics.mkdir(mode=0o700)
    losses = str(run_dir.path / LOSSES_NAME)
    return {**os.environ, "REDIS_URL": store_url, "PROMETHEUS_MULTIPROC_DIR": str(metrics), LOSSES_FILE: losses}


def start_gunicorn(app: str, run_dir: RunDirectory, environment: dict[str, str], ready: int) -> subprocess.Popen[bytes]:
    """Start gunicorn with this app; its workers write to `ready` once they serve."""
    variables = {READY_FD: str(ready), LAUNCHER_PID: str(os.getpid())}
    return subprocess.Popen(  # noqa: S603
        [sys.executable, "-m", "gunicorn", "-c", "python:service.server.gunicorn_conf", app],
        cwd=HOME,  # gunicorn imports from its working directory, which might hold another `service`
        env={**environment, **variables},
        pass_fds=(ready, run_dir.lock),
        start_new_session=True,  # Ctrl-C reaches only us: gunicorn would drop all requests
    )


class BotProcesses:
    """The bot workers beside gunicorn, kept running until they are stopped."""

    def __init__(self, count: int, environment: Mapping[str, str], inherited: tuple[int, ...]) -> None:
        """`inherited` are open files that the processes keep open as well."""
        self._environment, self._inherited = environment, inherited
        self._processes: list[subprocess.Popen[bytes] | None] = [None] * count
        self._started_at = [0.0] * count
        self._stopping = False

    def restart_dead(self) -> float | None:
        """Start what should run and does not; returns in how many seconds there is more to do."""
        if self._stopping:
            return None
        delays = []
        for number, process in enumerate(self._processes):
            if process is not None and process.poll() is None:
                continue
            delay = self._started_at[number] + BOT_RESTART_DELAY - time.monotonic() if process is not None else 0.0
            if delay > 0:
                delays.append(delay)
            else:
                self._close(process)
                self._processes[number], self._started_at[number] = self._start(), time.monotonic()
        return min(delays, default=None)

    def stop(self) -> None:
        """Ask all to finish their moves and end; none is started again."""
        self._stopping = True
        for process in self._processes:
            if process is not None and process.poll() is None:
                process.terminate()

    def join(self) -> None:
        """Stop all, and wait until they have ended."""
        self.stop()
        deadline = time.monotonic() + BOT_STOP_TIMEOUT
        for process in filter(None, self._processes):
            try:
                process.wait(max(0.0, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            self._close(process)

    def _start(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "service.bots", "--until-end-of-input"],
            cwd=HOME,
            env=self._environment,
            stdin=subprocess.PIPE,  # ends when the launcher is killed
            pass_fds=self._inherited,
            start_new_session=True,
        )

    @staticmethod
    def _close(process: subprocess.Popen[bytes] | None) -> None:
        if process is not None and process.stdin is not None:
            process.stdin.close()


def supervise(
    gunicorn: subprocess.Popen[bytes],
    ready: int,
    store: EmbeddedStore | None,
    bots: BotProcesses,
    signals: Signals,
    ready_line: str,
) -> int:
    """Keep all processes running until gunicorn has ended; returns its exit code. The first signal to stop lets
    requests and moves of bots finish, a second ends the requests.
    """
    watched: int | None = ready
    forwarded = 0
    while (code := gunicorn.poll()) is None:
        if signals.stops > forwarded:
            gunicorn.send_signal(signal.SIGTERM if forwarded == 0 else signal.SIGQUIT)
            forwarded = signals.stops
            bots.stop()
        delays = [bots.restart_dead(), store.restart_if_dead() if store is not None else None]
        if signals.wait(min((delay for delay in delays if delay is not None), default=None), watched):
            if os.read(ready, 1):  # empty: gunicorn ended before it served
                sys.stdout.write(ready_line + "\n")
                sys.stdout.flush()
            watched = None
    return code if code >= 0 else 128 - code


def serve(settings: Settings, app: str, run_dir: RunDirectory, store: EmbeddedStore | None, signals: Signals) -> int:
    """Run gunicorn to its end, whatever happens here; returns its exit code."""
    url = store.url if store is not None else settings.redis_url
    ready, ready_writer = os.pipe()
    variables = environment(run_dir, str(url))
    bots = BotProcesses(settings.bots, variables, inherited=(run_dir.lock,))
    try:
        gunicorn = start_gunicorn(app, run_dir, variables, ready_writer)
    finally:
        os.close(ready_writer)
    try:
        return supervise(gunicorn, ready, store, bots, signals, ready_message(settings))
    finally:
        os.close(ready)
        bots.stop()
        if gunicorn.poll() is None:
            gunicorn.terminate()
            gunicorn.wait()
        bots.join()


def run(settings: Settings, app: str) -> int:
    """Serve until asked to stop; returns the exit code."""
    with Signals() as signals, private_run_directory() as run_dir:
        store = None
        if settings.redis_url is None:
            store = EmbeddedStore(
                settings.data_dir, run_dir.path, print_error, settings.store_memory, inherited=(run_dir.lock,)
            )
        try:
            if store is not None:
                store.claim()
            require_free_port(settings.bind, settings.port, signals.stop_requested)
            if store is not None:
                store.start(signals.stop_requested)
            remove_stale_run_directories(run_dir.path.parent)
            return 0 if signals.stop_requested() else serve(settings, app, run_dir, store, signals)
        finally:
            if store is not None:
                store.stop()


def main(app: str = "service.http.app:create_app()") -> int:
    """Read the settings and serve; returns the exit code: 2 for a wrong setting, 1 if the service cannot start."""
    try:
        return run(read(os.environ), app)
    except SettingError as error:
        print_error(str(error))
        return 2
    except (LaunchError, StoreError) as error:
        print_error(str(error))
        return 1
