"""Programs that make clients from openapi.yaml, and what a program that plays with such a client has to print."""

import json
import os
import shutil
import subprocess
from pathlib import Path

from engines.registry import ENGINES
from service.table.table_events import TABLE_EVENTS
from tests.support.running import ROOT

HERE = Path(__file__).parent
NODE = HERE / "node"
NODE_PROGRAMS = NODE / "node_modules" / ".bin"
PYTHON = HERE / "python"
PYTHON_PROGRAMS = ROOT / ".venv-clients" / "bin"
TIMEOUT = 300.0


def workshop(folder: Path, *sources: Path) -> Path:
    """This folder, with openapi.yaml and copies of all files of these folders."""
    shutil.copy(ROOT / "openapi.yaml", folder)
    for file in (file for source in sources for file in source.iterdir() if file.is_file()):
        shutil.copy(file, folder)
    return folder


def run(*command: str | Path, folder: Path, code: int = 0) -> subprocess.CompletedProcess[str]:
    """A program that has to end with this code, after its end."""
    assert PYTHON_PROGRAMS.exists(), "run `make test-clients`, which installs what is needed"
    assert NODE_PROGRAMS.exists(), "run `make test-clients`, which installs what is needed"
    # openapi-python-client looks for ruff, which formats what it has made.
    path = f"{PYTHON_PROGRAMS}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done


def check_games(printed: str) -> None:
    """Every engine has a line, with a game that is over and all its events."""
    games = [json.loads(line) for line in printed.splitlines()]
    assert [game["engine"] for game in games] == sorted(ENGINES), "every game has a table in every program that plays"
    for game in games:
        types = {event.__struct_config__.tag for event in (*TABLE_EVENTS, *ENGINES[game["engine"]].events)}
        assert game["status"] == "finished", game
        assert game["actions"] > 0, game
        assert len(game["types"]) == game["last_seq"], game
        assert set(game["types"]) <= types, game
        assert game["types"][-1] == "game_finished", game
