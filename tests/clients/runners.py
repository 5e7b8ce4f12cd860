"""Runs the scenes of the scenarios with each client. A scene is a short program that both languages have."""

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.clients.python_client import running as python
from tests.support import node
from tests.support.fault_proxy import FaultProxy
from tests.support.http import Table
from tests.support.running import wait_for

TIMEOUT = 180.0
FAST_RETRY = {"max_elapsed": 60_000, "initial_delay": 10, "max_delay": 100}
"""A retry policy in milliseconds, for tests that wait for many retries."""


class Scene:
    """A scene that runs while the test does something."""

    def __init__(self, process: subprocess.Popen[str], notes: Path) -> None:
        self.process, self._notes = process, notes

    def notes(self) -> list[str]:
        return self._notes.read_text().splitlines() if self._notes.exists() else []

    def wait_for(self, note: str, times: int = 1) -> None:
        """Wait until the program has written this note so often."""
        wait_for(lambda: self.notes().count(note) >= times or self.process.poll() is not None, timeout=90)
        assert self.notes().count(note) >= times, self.notes()

    def signal(self) -> None:
        """Write a line to the program."""
        assert self.process.stdin is not None
        self.process.stdin.write("now\n")
        self.process.stdin.flush()

    def result(self) -> Any:
        """What the program prints at its end, as JSON; it must end well."""
        printed, errors = self.process.communicate(timeout=TIMEOUT)
        assert self.process.returncode == 0, f"{printed}{errors or ''}"
        return json.loads(printed)


class Client:
    """One of the clients."""

    def __init__(self, name: str) -> None:
        self.name = name

    @property
    def is_javascript(self) -> bool:
        return self.name == "javascript"

    @contextmanager
    def start(self, scene: str, notes: Path = Path("none"), **args: Any) -> Iterator[Scene]:
        """Start this scene; it is killed with the end of the block if it has not ended."""
        arguments = {"scene": scene, "mode": self.name, "notes": str(notes), **args}
        with self.program("scenes", {name: value for name, value in arguments.items() if value != "none"}) as process:
            yield Scene(process, notes)

    def run(self, scene: str, **args: Any) -> Any:
        """The result of this scene."""
        with self.start(scene, **args) as running:
            return running.result()

    def program(self, name: str, args: dict[str, Any]) -> Any:
        """A program of the tests in this client's language, while the block lasts."""
        if self.is_javascript:
            return node.running(f"{name}.mjs", args)
        return python.running(python.PROGRAMS / f"{name}.py", json.dumps(args))

    def call(self, proxy: FaultProxy, operation: str, *args: Any, **more: Any) -> Any:
        """The outcome of one call: its `value`, or the members of its error."""
        options = more.pop("options", {})
        step = {"call": operation, "args": args, "options": options}
        return self.run("calls", url=proxy.url, calls=[step], **more)["outcomes"][0]


def check_log(result: Any, table: Table, seat: int | None = None, after: int = 0) -> None:
    """Exactly the log was delivered, from there on to its end, and no promise was broken."""
    assert result["wrong"] == []
    assert result["events"] == table.events(seat)[after:]
    assert result.get("ends", [None]) == [None]
