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
TIMEOUT = 180.0


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


def command(program: str | Path, *arguments: Any) -> list[str]:
    """Node with one of the tests' programs, or another; arguments that are not texts are sent as JSON."""
    texts = [one if isinstance(one, str) else json.dumps(one) for one in arguments]
    return [node(), str(PROGRAMS / program), *texts]


def output_of(program: str | Path, *arguments: Any) -> str:
    """What the program prints; its exit status must be 0."""
    done = subprocess.run(command(program, *arguments), capture_output=True, text=True, timeout=TIMEOUT, check=False)
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout


def run(program: str | Path, *arguments: Any) -> Any:
    """What the program prints at its end, as JSON."""
    return json.loads(output_of(program, *arguments))


def node_output(*arguments: str | Path, stdin: bytes = b"") -> str:
    """The output of node with a module of the page: the browser's globals are there, and so is the client."""
    command = [node(), "--import", str(PAGE_SETUP), *map(str, arguments)]
    done = subprocess.run(command, input=stdin, capture_output=True, timeout=TIMEOUT, check=False)
    assert done.returncode == 0, (done.stdout + done.stderr).decode()[:6000]
    return done.stdout.decode()


@contextmanager
def running(program: str | Path, *arguments: Any) -> Iterator[subprocess.Popen[str]]:
    """The program while the block lasts; its stdin and stdout are pipes."""
    with subprocess.Popen(
        command(program, *arguments), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def result(process: subprocess.Popen[str]) -> Any:
    """What a running program prints at its end, as JSON; its exit status must be 0."""
    output, _ = process.communicate(timeout=TIMEOUT)
    assert process.returncode == 0, output
    return json.loads(output)
