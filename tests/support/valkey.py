"""A real Valkey server for a test: the binary the service embeds, on a Unix socket or a loopback port."""

import random
import shutil
import socket
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

import redis

from service.server import embedded_store as embedded
from service.server import valkey_server


class Host(NamedTuple):
    """Where a server runs: its address, and the command that runs a program there."""

    address: str = "127.0.0.1"
    command: tuple[str, ...] = ()


LOOPBACK = Host()


def free_port() -> int:
    """A loopback port that nobody listens on just now, below those that systems give to outgoing connections: one of
    these could take it before the server does.
    """
    while True:
        port = random.randint(10_000, 32_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


class ValkeyServer:
    """A server with the given configuration (`maxmemory_policy="noeviction"`), empty unless `directory` says otherwise.

    `tcp` puts it on a port of this host as well, as `cluster` must; `url` then names that port, else the Unix socket.
    """

    def __init__(
        self,
        *,
        tcp: bool = False,
        cluster: bool = False,
        directory: Path | None = None,
        host: Host = LOOPBACK,
        **options: str,
    ) -> None:
        self.host = host
        self.port = free_port() if tcp or cluster else 0
        self.password = options.get("requirepass", "")
        self._options = {name.replace("_", "-"): value for name, value in options.items()}
        if self.port:
            self._options |= {"port": str(self.port), "bind": host.address, "protected-mode": "no"}
        if cluster:
            self.cluster_port = free_port()
            self._options |= {"cluster-enabled": "yes", "cluster-port": str(self.cluster_port)}
        self._run_dir = embedded.run_directory()
        self._directory = directory or self._run_dir
        self.socket = self._run_dir / embedded.SOCKET_NAME
        self.url = f"redis://{self.address}" if self.port else "unix://" + quote(str(self.socket))
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> "ValkeyServer":
        try:
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        shutil.rmtree(self._run_dir, ignore_errors=True)

    @property
    def address(self) -> str:
        """Host and port."""
        return f"{self.host.address}:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None, "the server is not running"
        return self._process.pid

    def _command(self, options: dict[str, str]) -> list[str]:
        return valkey_server.command(options)

    def start(self) -> None:
        """Start it (again) on the same socket and port, and wait until it is serving."""
        log = self._run_dir / embedded.LOG_NAME
        with log.open("ab") as output:
            self._process = subprocess.Popen(
                [*self.host.command, *self._command({**self._options, "unixsocket": str(self.socket)})],
                cwd=self._directory,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
            )
        while not self._is_serving():
            if self._process.poll() is not None:
                raise RuntimeError(f"valkey-server did not start:\n{log.read_text()}")
            time.sleep(0.02)

    def _is_serving(self) -> bool:
        try:
            return self.ask("PING") == "PONG"
        except (OSError, valkey_server.ReplyError, redis.RedisError):
            return False

    def stop(self) -> None:
        """Stop it cleanly; nothing happens if it does not run."""
        if self._process is not None:
            valkey_server.terminate(self._process)
            self._process = None

    def kill(self) -> None:
        """Kill it as a crash would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def ask(self, *command: str) -> valkey_server.Reply:
        """The reply to one command, as it comes; without a client library unless a password is needed."""
        if not self.password:
            return valkey_server.send_command(self.socket, *command)
        connection = redis.UnixDomainSocketConnection(
            path=str(self.socket), password=self.password, decode_responses=True, protocol=2
        )
        try:
            connection.send_command(*command)
            reply: valkey_server.Reply = connection.read_response()
            return reply
        finally:
            connection.disconnect()

    @property
    def running(self) -> bool:
        """Whether it has been started and not been stopped or killed."""
        return self._process is not None


def is_master(server: ValkeyServer) -> bool:
    """Whether this server takes itself for a master."""
    return "role:master" in str(server.ask("INFO", "replication"))


def replicas_of(master: ValkeyServer) -> int:
    """How many replicas follow this server just now."""
    return str(master.ask("INFO", "replication")).count("state=online")


def revive(servers: list[ValkeyServer]) -> None:
    """Start the servers that were killed."""
    for server in servers:
        if not server.running:
            server.start()
