"""Machines on a network of their own, each a network namespace, which can be cut off from each other.

This process reaches every machine at any time: each has a link to it besides the link to its peers.
"""

import os
import random
import re
import secrets
import shutil
import signal
import subprocess
from contextlib import ExitStack, suppress
from pathlib import Path

from tests.support.valkey import Host

NAME = re.compile(r"ludo-(\d+)-\w+")
"""The name of a namespace, with the id of the process that made it."""


class NamespacesUnavailableError(Exception):
    """Network namespaces cannot be made here; the message says what is missing."""


def run(*command: str) -> str:
    """What this command prints."""
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode:
        raise NamespacesUnavailableError(f"`{' '.join(command)}`: {result.stderr.strip()}")
    return result.stdout


def require_namespaces() -> None:
    """NamespacesUnavailableError unless this machine lets us make network namespaces."""
    missing = [program for program in ("ip", "nsenter") if shutil.which(program) is None]
    if missing or os.geteuid():
        reason = f"no {' and no '.join(missing)} found" if missing else "this process is not root"
        raise NamespacesUnavailableError(
            f"partitions need network namespaces, and {reason}: run them as root, "
            "with the Debian packages iproute2 and util-linux"
        )
    remove_stale_namespaces()


def remove_stale_namespaces() -> None:
    """Remove the namespaces of test runs that were killed, with the servers in them."""
    for line in run("ip", "netns", "list").splitlines():
        match = NAME.match(line)
        if match and not Path(f"/proc/{match[1]}").exists():
            remove_namespace(match[0])


def remove_namespace(name: str) -> None:
    """Remove a namespace with its links, and end what still runs in it: only servers that a test has started."""
    with suppress(NamespacesUnavailableError):
        for pid in run("ip", "netns", "pids", name).split():
            with suppress(ProcessLookupError):
                os.kill(int(pid), signal.SIGKILL)
        run("ip", "netns", "delete", name)


class Network(ExitStack):
    """So many hosts on one switch. `cut` takes one off it, silently: what is sent to it or by it is lost."""

    def __init__(self, hosts: int) -> None:
        super().__init__()
        self._count = hosts
        self._prefix = f"ludo-{os.getpid()}-{secrets.token_hex(2)}"
        self._switch = f"{self._prefix}s"
        self._numbers: dict[Host, int] = {}

    def __enter__(self) -> "Network":
        super().__enter__()
        require_namespaces()
        try:
            self._add_namespace(self._switch)
            run("ip", "-n", self._switch, "link", "add", "switch", "up", "type", "bridge")
            subnet = free_subnet()
            for number in range(1, self._count + 1):
                self._add_host(number, f"{subnet}.1", f"{subnet}.{number + 1}")
        except BaseException:
            self.close()
            raise
        return self

    @property
    def hosts(self) -> list[Host]:
        return list(self._numbers)

    def cut(self, host: Host) -> None:
        """Cut this host off from its peers, in both directions."""
        run("ip", "-n", self._switch, "link", "set", f"port{self._numbers[host]}", "nomaster")

    def heal(self) -> None:
        """Connect every host with its peers."""
        for number in self._numbers.values():
            run("ip", "-n", self._switch, "link", "set", f"port{number}", "master", "switch")

    def _add_namespace(self, name: str) -> None:
        run("ip", "netns", "add", name)
        self.callback(remove_namespace, name)

    def _add_host(self, number: int, ours: str, theirs: str) -> None:
        """A namespace with a link to the switch, and one to us."""
        name, port, link = f"{self._prefix}h{number}", f"port{number}", f"lu{secrets.token_hex(4)}"
        self._add_namespace(name)
        there = ("ip", "-n", name)
        peer = ("type", "veth", "peer", "name", "peers", "netns", name)
        run("ip", "-n", self._switch, "link", "add", port, "up", "master", "switch", *peer)
        run("ip", "link", "add", link, "type", "veth", "peer", "name", "service", "netns", name)
        run(*there, "address", "add", f"{theirs}/24", "dev", "peers")
        for device in ("lo", "peers", "service"):
            run(*there, "link", "set", device, "up")
        run(*there, "route", "add", f"{ours}/32", "dev", "service", "src", theirs)
        run("ip", "address", "add", f"{ours}/32", "dev", link)
        run("ip", "link", "set", link, "up")
        run("ip", "route", "add", f"{theirs}/32", "dev", link, "src", ours)
        self._numbers[Host(theirs, ("nsenter", f"--net=/run/netns/{name}", "--"))] = number


def free_subnet() -> str:
    """The first three numbers of addresses that nothing here uses, of the range for tests of networks."""
    while True:
        subnet = f"198.{random.choice((18, 19))}.{random.randrange(256)}"
        if not run("ip", "route", "show", "root", f"{subnet}.0/24"):
            return subnet
