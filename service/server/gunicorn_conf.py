"""How gunicorn serves; the names are its settings. Read in its main process only."""

import atexit
import gc
import os
import resource
import signal
import sys
from pathlib import Path
from select import poll
from typing import Any

import gevent
from gunicorn import glogging
from gunicorn.arbiter import Arbiter

from service import logs, turns
from service.server.connections import KEEP_ALIVE, MOST_HEADERS
from service.server.fair_queue import FairQueue
from service.server.gunicorn_worker import SPARE_CONNECTIONS, Worker
from service.server.launcher import LAUNCHER_PID, READY_FD
from service.settings import read

_settings = read(os.environ)


def raise_file_limit(wanted: int) -> int:
    """Raise the limit on open files to this many, and return how many there can be. Every connection is an open file,
    and many systems allow a process a thousand unless it asks for more.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return wanted if soft == resource.RLIM_INFINITY else min(soft, wanted)


_wanted_connections = _settings.max_streams + 1000  # streams must never make an action wait for a connection
# One more file for each request that is worked on: its connection to the store.
_files = raise_file_limit(_wanted_connections + 1000)
_connections = min(_wanted_connections, max(_files - 1000, _files // 2))

bind = f"[{_settings.bind}]:{_settings.port}" if ":" in _settings.bind else f"{_settings.bind}:{_settings.port}"
workers = _settings.workers
worker_connections = _connections + SPARE_CONNECTIONS
worker_class = Worker
keepalive = KEEP_ALIVE
limit_request_fields = MOST_HEADERS
# Gunicorn itself believes no header of a proxy. Which proxies are trusted is a setting of ours, and the app reads it.
forwarded_allow_ips = "*"
secure_scheme_headers: dict[str, str] = {}
forwarder_headers = ""
sendfile = False  # the connection has to see what is written
graceful_timeout = 30
accesslog = None  # the app logs its requests itself
loglevel = "warning" if _settings.log_level == "INFO" else _settings.log_level.lower()
umask = 0o077
control_socket_disable = True
# On a disk the workers' heartbeat file can block; in memory it also works where the file system is read-only.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() and os.access("/dev/shm", os.W_OK) else None  # noqa: S108


class logger_class(glogging.Logger):  # type: ignore[misc]  # noqa: N801  (the setting's name; gunicorn ships no types)
    """Gunicorn's logger, writing JSON lines."""

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(logs.JsonLines())


def on_starting(server: Any) -> None:
    """Stop when the launcher is gone. It uses a timer, because it is not safe to fork a process with threads."""
    if _connections < _wanted_connections:
        server.log.warning(
            "at most %d connections instead of %d: allow more open files", _connections, _wanted_connections
        )
    launcher = int(os.environ.get(LAUNCHER_PID, 0))
    if not launcher:
        return

    def check_launcher(*_: object) -> None:
        if os.getppid() != launcher:
            signal.setitimer(signal.ITIMER_REAL, 0)
            server.signal(signal.SIGTERM, None)

    signal.signal(signal.SIGALRM, check_launcher)
    signal.setitimer(signal.ITIMER_REAL, 0.5, 0.5)
    # Python drops its handlers at exit, and an alarm without a handler kills: a clean stop would look like a crash.
    atexit.register(signal.setitimer, signal.ITIMER_REAL, 0)


def post_fork(_server: Any, _worker: Any) -> None:
    """A worker that does not serve yet ends at once on SIGTERM. The handler it inherits would only store the signal for
    the main process, and the worker would go on.
    """
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def has_no_reader(pipe: int) -> bool:
    """Whether the other end of a pipe that we write to is closed; found out without writing."""
    poller = poll()
    poller.register(pipe, 0)  # no event of ours: errors are always reported
    return bool(poller.poll(0))


def warn_of_missing_games() -> None:
    """Log which installed games could not be loaded, and which of GAMES are not there."""
    from engines.registry import ENGINES, FAILURES

    for package, reason in FAILURES.items():
        logs.warning("game_left_out", f"{package}: {reason}")
    if missing := sorted(_settings.games - ENGINES.keys()):
        logs.warning("game_not_installed", f"GAMES names {', '.join(missing)}")


def post_worker_init(worker: Any) -> None:
    """Listen, now that this worker can serve, and notify the launcher, which waits for the first one. The first also
    checks the store. When the launcher was killed meanwhile, the port is left to the next one.
    """
    ready = int(os.environ.get(READY_FD, -1))
    tables = getattr(worker.wsgi, "extensions", {}).get("tables")
    if worker.age == 1 and tables is not None:
        if tables.store.evicts_games():
            logs.warning("store_may_forget", "set maxmemory-policy to noeviction, or a full store drops games")
        for name, meaning in _settings.warnings().items():
            logs.warning(name, meaning)
        warn_of_missing_games()
    if tables is not None:
        tables.rules_versions.keep_announced()
    turns.use_queue(FairQueue(gevent.get_hub().loop))
    gc.collect()
    gc.freeze()  # what is loaded stays: to look through it again and again would stop all requests for tens of ms
    atexit.register(gc.unfreeze)  # Python's own clean-up at the end needs the collector
    if not worker.alive or (
        ready >= 0 and has_no_reader(ready)
    ):  # asked to stop while it started, or the launcher is gone
        sys.exit()
    try:
        for listener in worker.sockets:
            listener.listen(worker.cfg.backlog)  # where another worker listens already, this changes nothing
    except OSError as error:  # another program was faster: until somebody listens, several can be bound to one port
        worker.log.error("cannot listen: %s", error.strerror)
        sys.exit(Arbiter.APP_LOAD_ERROR)
    if ready >= 0:
        try:
            os.write(ready, b".")
        except BrokenPipeError:  # killed since we looked
            sys.exit()


def post_request(_worker: Any, _request: Any, _environ: Any, _response: Any) -> None:
    """Let other greenlets run: one that never waits would keep the worker to itself."""
    gevent.sleep(0)


def child_exit(_server: Any, worker: Any) -> None:
    """Drop the gauges of a worker that has ended."""
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        from prometheus_client.multiprocess import mark_process_dead

        mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]
