"""What `make run` starts: it looks after the embedded store and gunicorn, and serves no request itself."""

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
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import NamedTuple

from service import HOME
from service.server.bots import BotProcesses
from service.server.embedded_store import RUN_PREFIX, EmbeddedStore, StoreError, lock, run_directory
from service.settings import SettingError, Settings, read

STOP_SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
PORT_PATIENCE = 5.0  # workers of a killed service need up to two seconds to notice and let go of the port
LOCK_NAME = "run.lock"  # in the run directory; held while any process of that run lives
READY_FD = "LUDOTHEQUE_READY_FD"  # workers write here when they serve; nobody reads it when the launcher is gone
LAUNCHER_PID = "LUDOTHEQUE_LAUNCHER_PID"  # gunicorn stops when this is no longer its parent


class LaunchError(Exception):
    """The service cannot start; the message is the one line the operator reads."""


def complain(message: str) -> None:
    """One line for the operator."""
    sys.stderr.write(f"ludotheque: {message}\n")
    sys.stderr.flush()


class Signals:
    """Counts requests to stop, and wakes the launcher for them and for children that ended."""

    def __init__(self) -> None:
        self.stops = 0
        self._awake, self._wake = os.pipe()
        for end in (self._awake, self._wake):
            os.set_blocking(end, False)

    def __enter__(self) -> "Signals":
        signal.set_wakeup_fd(self._wake, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)  # a handler, so that it wakes us
        for number in STOP_SIGNALS:
            if signal.getsignal(number) is not signal.SIG_IGN:  # what nohup ignores stays ignored
                signal.signal(number, self._stop)
        return self

    def __exit__(self, *_: object) -> None:
        signal.set_wakeup_fd(-1)
        os.close(self._awake)
        os.close(self._wake)

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        self.stops += 1

    def stopping(self) -> bool:
        """Whether somebody asked the service to stop."""
        return self.stops > 0

    def wait(self, seconds: float | None, also: int | None) -> bool:
        """Sleep until a signal comes, the time is over, or `also` can be read. Returns whether `also` can be read."""
        watched = [self._awake] if also is None else [self._awake, also]
        readable, _, _ = select.select(watched, [], [], seconds)
        if self._awake in readable:
            with contextlib.suppress(BlockingIOError):
                os.read(self._awake, 4096)
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
        taken = lock(path / "new.lock")
        (path / "new.lock").rename(path / LOCK_NAME)  # whoever finds the lock finds it taken
    except OSError as error:
        raise LaunchError(f"no temporary directory can be made: {error.strerror}") from None
    assert taken is not None  # noqa: S101  (nobody else knows this file yet)
    try:
        yield RunDirectory(path, taken)
    finally:
        shutil.rmtree(path, ignore_errors=True)
        os.close(taken)


def clear_forgotten_runs(folder: Path) -> None:
    """Remove the run directories in this folder that killed services left behind: ours, with a lock that is free."""
    for left in folder.glob(RUN_PREFIX + "*"):
        with contextlib.suppress(OSError):
            if left.is_symlink() or left.stat().st_uid != os.getuid():
                continue
            taken = lock(left / LOCK_NAME, create=False)
            if taken is not None:
                shutil.rmtree(left, ignore_errors=True)
                os.close(taken)


def require_free_port(host: str, port: int, give_up: Callable[[], bool]) -> None:
    """Raise LaunchError if the port cannot be used. Gunicorn's own message would fill a page."""
    patience = time.monotonic() + PORT_PATIENCE
    while (error := _bind_error(host, port)) is not None and not give_up():
        if error.errno != errno.EADDRINUSE:
            raise LaunchError(f"cannot serve on {host} port {port}: {error.strerror}")
        if time.monotonic() >= patience:
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


def greeting(settings: Settings) -> str:
    """The line that says the service is ready, and where."""
    host = settings.bind if settings.bind not in ("0.0.0.0", "::", "127.0.0.1", "::1") else "localhost"  # noqa: S104
    folder = settings.data_dir if settings.data_dir.is_absolute() else f"./{settings.data_dir}"
    store = f"embedded, in {folder}" if settings.redis_url is None else "as REDIS_URL says"
    return f"Ludotheque serves on http://{host}:{settings.port} (store: {store})"


def environment(run_dir: RunDirectory, store_url: str) -> dict[str, str]:
    """What all processes are told: where the store is, and where to count."""
    metrics = run_dir.path / "metrics"
    metrics.mkdir(mode=0o700)
    return {**os.environ, "REDIS_URL": store_url, "PROMETHEUS_MULTIPROC_DIR": str(metrics)}


def start_gunicorn(app: str, run_dir: RunDirectory, environment: dict[str, str], ready: int) -> subprocess.Popen[bytes]:
    """Start gunicorn with this app; its workers write to `ready` once they serve."""
    told = {READY_FD: str(ready), LAUNCHER_PID: str(os.getpid())}
    return subprocess.Popen(  # noqa: S603
        [sys.executable, "-m", "gunicorn", "-c", "python:service.server.gunicorn_conf", app],
        cwd=HOME,  # gunicorn imports from its working directory, which might hold another `service`
        env={**environment, **told},
        pass_fds=(ready, run_dir.lock),
        start_new_session=True,  # Ctrl-C reaches only us: gunicorn would drop all requests
    )


def attend(
    gunicorn: subprocess.Popen[bytes],
    ready: int,
    store: EmbeddedStore | None,
    bots: BotProcesses,
    signals: Signals,
    hello: str,
) -> int:
    """Look after all until gunicorn has ended; returns its exit code. The first signal to stop lets requests and moves
    of bots finish, a second ends the requests.
    """
    watched: int | None = ready
    passed_on = 0
    while (code := gunicorn.poll()) is None:
        if signals.stops > passed_on:
            gunicorn.send_signal(signal.SIGTERM if passed_on == 0 else signal.SIGQUIT)
            passed_on = signals.stops
            bots.stop()
        dues = [bots.tend(), store.tend() if store is not None else None]
        if signals.wait(min((due for due in dues if due is not None), default=None), watched):
            if os.read(ready, 1):  # empty: gunicorn ended before it served
                sys.stdout.write(hello + "\n")
                sys.stdout.flush()
            watched = None
    return code if code >= 0 else 128 - code


def serve(settings: Settings, app: str, run_dir: RunDirectory, store: EmbeddedStore | None, signals: Signals) -> int:
    """Run gunicorn to its end, whatever happens here; returns its exit code."""
    url = store.url if store is not None else settings.redis_url
    ready, tell_ready = os.pipe()
    told = environment(run_dir, str(url))
    bots = BotProcesses(settings.bots, told, inherited=(run_dir.lock,))
    try:
        gunicorn = start_gunicorn(app, run_dir, told, tell_ready)
    finally:
        os.close(tell_ready)
    try:
        return attend(gunicorn, ready, store, bots, signals, greeting(settings))
    finally:
        os.close(ready)
        bots.stop()
        if gunicorn.poll() is None:
            gunicorn.terminate()
            gunicorn.wait()
        bots.end()


def run(settings: Settings, app: str) -> int:
    """Serve until asked to stop; returns the exit code."""
    with Signals() as signals, private_run_directory() as run_dir:
        store = None
        if settings.redis_url is None:
            store = EmbeddedStore(
                settings.data_dir, run_dir.path, complain, settings.store_memory, inherited=(run_dir.lock,)
            )
        try:
            if store is not None:
                store.claim()
            require_free_port(settings.bind, settings.port, signals.stopping)
            if store is not None:
                store.start(signals.stopping)
            clear_forgotten_runs(run_dir.path.parent)
            return 0 if signals.stopping() else serve(settings, app, run_dir, store, signals)
        finally:
            if store is not None:
                store.stop()


def main(app: str = "service.http.app:create_app()") -> int:
    """Read the settings and serve; returns the exit code: 2 for a wrong setting, 1 if the service cannot start."""
    try:
        return run(read(os.environ), app)
    except SettingError as error:
        complain(str(error))
        return 2
    except (LaunchError, StoreError) as error:
        complain(str(error))
        return 1
