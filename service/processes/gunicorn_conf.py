"""How gunicorn serves; the names are its settings. Read in its main process only."""

import atexit
import contextlib
import errno
import logging
import os
import resource
import signal
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import gevent
import msgspec
from gevent import getcurrent
from gunicorn import glogging, util
from gunicorn.workers.ggevent import GeventWorker

from service.base import draining, logs
from service.base.problems import CATALOGUE, Problem
from service.base.settings import read
from service.processes.launcher import LAUNCHER_PID, READY_FD

_settings = read(os.environ)
_HARDLY_HTTP = {
    "malformed_json": "This is not a request in HTTP/1.1.",
    "payload_too_large": "The request line or a header is too long.",
}
_LET_GO_AFTER = 1.0  # seconds: a client that is sending its request line just now is not cut off


class _Wait(gevent.Timeout):  # type: ignore[misc]  # gevent ships no types
    """One connection that waits for its next request. The worker keeps a set of them."""

    def __init__(self, seconds: float, waits: set["_Wait"]) -> None:
        super().__init__(seconds, False)
        self.waits = waits

    def __enter__(self) -> "_Wait":
        self.since, self.greenlet = time.monotonic(), getcurrent()
        self.waits.add(self)
        super().__enter__()
        return self

    def __exit__(self, *raised: Any) -> Any:
        self.waits.discard(self)
        return super().__exit__(*raised)

    def let_go(self) -> None:
        """End the wait as if its time were up. Called in gevent's hub: no other greenlet can run between the check
        and the exception.
        """
        if self in self.waits:
            self.greenlet.throw(self)


class DrainingWorker(GeventWorker):  # type: ignore[misc]  # gunicorn ships no types
    """A gevent worker that stops when its requests are answered: idle kept-alive connections do not hold it up."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.waits: set[_Wait] = set()

    def timeout_ctx(self) -> _Wait:
        return _Wait(self.cfg.keepalive, self.waits)

    def handle_request(self, *arguments: Any) -> Any:
        try:
            return super().handle_request(*arguments)
        except TimeoutError:  # a client that reads too slowly is treated as if it had hung up: no traceback
            raise BrokenPipeError(errno.EPIPE, "the client does not read") from None

    def notify(self) -> None:
        super().notify()
        if not self.alive:
            draining.begin()
            idle_since = time.monotonic() - _LET_GO_AFTER
            for wait in [wait for wait in self.waits if wait.since < idle_since]:
                gevent.get_hub().loop.run_callback(wait.let_go)


def _write_problem(client: Any, status: int, _reason: str, _message: str) -> None:
    """A request that is not valid HTTP never reaches the app; it is refused with problem+json here."""
    code = {414: "payload_too_large", 431: "payload_too_large", 500: "internal_error"}.get(status, "malformed_json")
    kind = CATALOGUE[code]
    body = msgspec.json.encode(Problem(code, _HARDLY_HTTP.get(code, "")).body())
    head = f"HTTP/1.1 {kind.status} {kind.title}\r\nConnection: close\r\nContent-Type: application/problem+json\r\n"
    util.write_nonblock(client, head.encode() + b"Content-Length: %d\r\n\r\n" % len(body) + body)


util.write_error = _write_problem  # gunicorn writes an HTML page here and has no setting for it
bind = f"[{_settings.bind}]:{_settings.port}" if ":" in _settings.bind else f"{_settings.bind}:{_settings.port}"
workers = _settings.workers
worker_connections = _settings.max_streams + 1000  # streams must never make an action wait for a connection
worker_class = DrainingWorker
keepalive = 75
graceful_timeout = 30
accesslog = None  # the app logs its requests itself
loglevel = "warning" if _settings.log_level == "INFO" else _settings.log_level.lower()
umask = 0o077
control_socket_disable = True
# On a disk the workers' heartbeat file can block; in memory it also works where the file system is read-only.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() and os.access("/dev/shm", os.W_OK) else None  # noqa: S108


class _JsonLines(logging.Formatter):
    """Gunicorn's own log lines in our form, without the content of requests that gunicorn would quote."""

    def format(self, record: logging.LogRecord) -> str:
        text = str(record.msg)
        quoting = text.startswith(("Error handling request", "Invalid request"))
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "message": " ".join(text.split()[:2]) if quoting else record.getMessage(),
        }
        if record.exc_info and record.exc_info[0]:
            line["error"] = record.exc_info[0].__name__
        return msgspec.json.encode(line).decode()


class logger_class(glogging.Logger):  # type: ignore[misc]  # noqa: N801  (the setting's name; gunicorn ships no types)
    """Gunicorn's logger, writing JSON lines."""

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(_JsonLines())


def allow_open_files() -> None:
    """Every stream is an open file; many systems allow a process a thousand unless it asks for more."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = worker_connections + 1000
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def on_starting(server: Any) -> None:
    """Stop when the launcher is gone. It uses a timer, because it is not safe to fork a process with threads."""
    allow_open_files()
    launcher = int(os.environ.get(LAUNCHER_PID, 0))
    if not launcher:
        return

    def look(*_: object) -> None:
        if os.getppid() != launcher:
            signal.setitimer(signal.ITIMER_REAL, 0)
            server.signal(signal.SIGTERM, None)

    signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, 0.5, 0.5)
    # Python drops its handlers at exit, and an alarm without a handler kills: a clean stop would look like a crash.
    atexit.register(signal.setitimer, signal.ITIMER_REAL, 0)


def post_worker_init(worker: Any) -> None:
    """Tell the launcher, which waits for the first worker, that this one serves. The first also checks the store."""
    house = getattr(worker.wsgi, "extensions", {}).get("house")
    if worker.age == 1 and house is not None and house.store.forgets():
        logs.warning("store_may_forget", "set maxmemory-policy to noeviction, or a full store drops games")
    ready = os.environ.get(READY_FD)
    if ready:
        with contextlib.suppress(OSError):
            os.write(int(ready), b".")


def post_request(_worker: Any, _request: Any, _environ: Any, _response: Any) -> None:
    """Let other greenlets run: one that never waits would keep the worker to itself."""
    gevent.sleep(0)


def child_exit(_server: Any, worker: Any) -> None:
    """Drop the gauges of a worker that has ended."""
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        from prometheus_client.multiprocess import mark_process_dead

        mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]
