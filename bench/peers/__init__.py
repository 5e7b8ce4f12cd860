"""Actions beside boardgame.io: what an accepted move costs there and here, on the same Valkey in the same run.

Needs node and npm: `make bench-peers` installs boardgame.io into bench/peers/boardgame_io and runs this. A server of it
is one process with a game of two seats and no setting but its storage: the Valkey over TCP, as for the service here, or
its own memory. Players are connected over its socket.io transport, and a move counts when all clients have received
it. A state of 4 KB is what games of that project have; the small one has as many bytes as a table here.
"""

import os
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any, NamedTuple

from bench.actions import PEER, Peers, compare, is_serving
from bench.load import CONNECTIONS
from bench.plain import STATE_BYTES
from tests.support.running import wait_for
from tests.support.valkey import ValkeyServer, free_port

FOLDER = Path(__file__).parent / "boardgame_io"
WARM_UP = 6000
"""After so many moves node has compiled what a move needs."""


class Setup(NamedTuple):
    """How many seats are connected, the bytes of a game's state as JSON, and where matches are stored."""

    seats: int = 2
    state: int = 4096
    in_memory: bool = False


SETUPS = {
    PEER: Setup(),
    "boardgame.io, one seat": Setup(seats=1),
    "boardgame.io, two seats, in its memory": Setup(in_memory=True),
    f"boardgame.io, two seats, a state of {STATE_BYTES} bytes": Setup(state=STATE_BYTES),
}


class BoardgameIo:
    """A server of boardgame.io, and players who keep its matches moving."""

    def __init__(self, store: ValkeyServer, setup: Setup) -> None:
        self._port = free_port()
        storage = "memory" if setup.in_memory else store.url
        self._server = node("server.js", self._port, setup.state, storage, stdout=subprocess.DEVNULL)
        self._players = node("players.js", self._port, CONNECTIONS, setup.seats, stdout=subprocess.PIPE)
        self.pid = self._server.pid

    def __enter__(self) -> "BoardgameIo":
        try:
            wait_for(lambda: is_serving(self._port))
            self.prepare(WARM_UP)
            self.run()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        for process in (self._players, self._server):
            process.kill()
            process.communicate()

    def prepare(self, requests: int) -> None:
        self._requests = requests
        self._send("sit down", "ready")

    def run(self) -> None:
        self._send(f"{self._requests}", "played")
        time.sleep(0.05)  # players get a move before it is stored

    def _send(self, command: str, awaited: str) -> None:
        assert self._players.stdin is not None
        assert self._players.stdout is not None
        print(command, file=self._players.stdin, flush=True)
        line = self._players.stdout.readline().strip()
        assert line == awaited, f"the players of boardgame.io said {line!r}, not {awaited!r}"


def node(script: str, *arguments: object, **more: Any) -> subprocess.Popen[str]:
    """One of the scripts, running in its folder."""
    environment = {**os.environ, "NODE_ENV": "production"}
    return subprocess.Popen(
        ["node", script, *map(str, arguments)], cwd=FOLDER, env=environment, stdin=subprocess.PIPE, text=True, **more
    )


def peers() -> Peers:
    """Each setup of boardgame.io, by name."""
    return {name: lambda store, setup=setup: BoardgameIo(store, setup) for name, setup in SETUPS.items()}


def main(arguments: list[str]) -> None:
    if not shutil.which("node") or not (FOLDER / "node_modules").is_dir():
        raise SystemExit("boardgame.io is not installed: `make bench-peers` installs it; that needs node and npm")
    compare(arguments, peers())
