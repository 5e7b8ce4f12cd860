"""A real nginx with the configuration of deploy/nginx, in front of replicas on loopback ports."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx

from tests.support.http import LiveService
from tests.support.running import ROOT, wait_for
from tests.support.valkey import ValkeyServer, free_port

CONFIGURATION = ROOT / "deploy" / "nginx" / "nginx.conf"
REPLICAS = ("10.77.0.11:8000", "10.77.0.12:8000")
NOT_LIMITED = {"# 192.0.2.10 1;": "127.0.0.1 1;"}
"""A change that leaves the limits by address out for a test whose players all come from this machine."""
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


def configuration(text: str, changes: dict[str, str]) -> str:
    """This configuration with other addresses and folders; each of them has to be there exactly once."""
    for old, new in changes.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


class Nginx:
    """nginx, serving on a loopback port for the replicas on these two ports; `own`: changes of its configuration."""

    def __init__(self, folder: Path, ports: tuple[int, int], own: dict[str, str] | None = None) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.port = folder, free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        folders = "".join(f"    {name}_temp_path {folder / name};\n" for name in TEMPORARY)
        changes = {address: f"127.0.0.1:{port}" for address, port in zip(REPLICAS, ports, strict=True)}
        changes |= {
            "listen 80 default_server": f"listen 127.0.0.1:{self.port} default_server",
            "http {\n": f"http {{\n{folders}",
            "/var/log/nginx/access.log": str(folder / "access.log"),
            "/var/log/nginx/error.log": str(folder / "error.log"),
            "worker_rlimit_nofile 65536;": "",  # a test may not be allowed to raise it
            "worker_connections 16384;": "worker_connections 1024;",
        }
        changes |= own or {}
        self._file = folder / "nginx.conf"
        self._file.write_text(configuration(CONFIGURATION.read_text(), changes))
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> "Nginx":
        program = shutil.which("nginx") or "/usr/sbin/nginx"
        main = f"daemon off; pid {self.folder / 'nginx.pid'};"
        if os.getuid() == 0:
            main += " user root root;"  # else its workers could not write into the folder of a test
        start = self.folder / "start.log"
        with start.open("wb") as log:
            self._process = subprocess.Popen(
                [program, "-p", str(self.folder), "-c", str(self._file), "-e", str(start), "-g", main],
                stdout=log,
                stderr=log,
            )
        try:
            wait_for(self._is_serving)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(15)

    def read_logs(self) -> str:
        """All that nginx has written to its logs."""
        return "".join(log.read_text() for log in sorted(self.folder.glob("*.log")))

    def _is_serving(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, self.read_logs()
        try:
            return httpx.get(f"{self.url}/metrics").status_code == 404
        except httpx.TransportError:
            return False


class Deployment(NamedTuple):
    """Two replicas and the nginx before them."""

    replicas: tuple[LiveService, LiveService]
    nginx: Nginx

    def wait_until_ready(self) -> None:
        """Wait until both replicas are ready."""
        for replica in self.replicas:
            wait_for(lambda replica=replica: replica.get("/readyz")[0] == 200)  # type: ignore[misc]


@contextmanager
def two_replicas(folder: Path, **settings: str) -> Iterator[Deployment]:
    """Two replicas on one store, behind nginx, which does not limit their clients."""
    with ValkeyServer(tcp=True) as store:
        settings = {"REDIS_URL": store.url, "TRUSTED_PROXIES": "127.0.0.1", **settings}
        with (
            LiveService(folder / "one", **settings) as one,
            LiveService(folder / "two", **settings) as two,
            Nginx(folder / "nginx", (one.port, two.port), NOT_LIMITED) as nginx,
        ):
            yield Deployment((one, two), nginx)
