"""Programs that use the client, as their users run them: in a process of their own, with the package on their path."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.running import ROOT

CLIENT = ROOT / "clients" / "python"
EXAMPLES = CLIENT / "examples"
PROGRAMS = Path(__file__).parent / "programs"
SOURCE = CLIENT / "src"
TOOLS = ROOT / ".venv-clients" / "bin" / "python"
"""The Python that has mcp, besides httpx and mypy."""
TIMEOUT = 300.0


def surroundings() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(SOURCE), "PYTHONUNBUFFERED": "1", "PYTHONWARNINGS": "error"}


@contextmanager
def running(
    program: Path, *arguments: str, python: Path | str = sys.executable, folder: Path | None = None
) -> Iterator[subprocess.Popen[str]]:
    """This program, which is killed with the end of the block if it has not ended."""
    with subprocess.Popen(
        [python, program, *arguments],
        cwd=folder,
        env=surroundings(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def output_of(
    program: Path,
    *arguments: str,
    stdin_text: str = "",
    python: Path | str = sys.executable,
    folder: Path | None = None,
) -> str:
    """What this program prints, which has to end well."""
    with running(program, *arguments, python=python, folder=folder) as process:
        output, errors = process.communicate(stdin_text, timeout=TIMEOUT)
    assert process.returncode == 0, output + errors
    return output
