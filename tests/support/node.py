"""Programs that run in node, with the client in clients/javascript."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.support.running import ROOT

CLIENT = ROOT / "clients" / "javascript"
PROGRAMS = ROOT / "tests" / "clients" / "javascript" / "programs"
PAGE_SETUP = ROOT / "tests" / "web" / "setup.mjs"
PATIENCE = 180.0


def node() -> str:
    """The node of this machine."""
    program = shutil.which("node")
    assert program is not None, "install node 20 or newer for this: apt-get install nodejs npm"
    return program


def tool(name: str) -> str:
    """A program that npm has installed for the client."""
    program = CLIENT / "node_modules" / ".bin" / name
    assert program.exists(), "install the tools of the client for this: npm ci --prefix clients/javascript"
    return str(program)


def command(program: str | Path, *told: Any) -> list[str]:
    """Node with one of the tests' programs, or another; what it is told is JSON, or text as it is."""
    words = [one if isinstance(one, str) else json.dumps(one) for one in told]
    return [node(), str(PROGRAMS / program), *words]


def printed(program: str | Path, *told: Any) -> str:
    """What the program prints; it must end well."""
    done = subprocess.run(command(program, *told), capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout


def run(program: str | Path, *told: Any) -> Any:
    """What the program prints at its end, as JSON."""
    return json.loads(printed(program, *told))


def node_output(*arguments: str | Path, stdin: bytes = b"") -> str:
    """The output of node with a module of the page: the browser's globals are there, and so is the client."""
    command = [node(), "--import", str(PAGE_SETUP), *map(str, arguments)]
    done = subprocess.run(command, input=stdin, capture_output=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, (done.stdout + done.stderr).decode()[:6000]
    return done.stdout.decode()


@contextmanager
def running(program: str | Path, *told: Any) -> Iterator[subprocess.Popen[str]]:
    """The program while the block lasts; its stdin and stdout are pipes."""
    with subprocess.Popen(
        command(program, *told), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def result(process: subprocess.Popen[str]) -> Any:
    """What a running program prints at its end, as JSON; it must end well."""
    told, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, told
    return json.loads(told)
