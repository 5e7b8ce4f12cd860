"""The README keeps its word: each of its programs runs as it is printed, and is typed as it says."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest
from ludotheque_client import Table
from ludotheque_client.table_state import BaseTable

from tests.clients.python_client.running import CLIENT, SOURCE, output_of
from tests.support.http import Api, LiveService, play_to_the_end

pytestmark = pytest.mark.clients
README = (CLIENT / "README.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"^```python\n(.*?)^```$", README, re.M | re.S)
SYNC, ASYNC, TYPED, UNKNOWN, ERRORS, RETRYING, WATCHING, RESUMING = PROGRAMS


def run(program: str, service: LiveService, folder: Path) -> str:
    """What a program of the README prints when it is run against this service."""
    file = folder / "program.py"
    file.write_text(program.replace("http://localhost:8000", service.url), encoding="utf-8")
    return output_of(file, folder=folder)


@pytest.mark.parametrize("program", [SYNC, ASYNC])
def test_a_program_of_ten_lines_plays_a_whole_game(program: str, service: LiveService, tmp_path: Path) -> None:
    assert len(SYNC.splitlines()) <= 10
    outcome = ast.literal_eval(run(program, service, tmp_path))
    assert outcome.keys() == {"winners", "scores", "reason"}
    assert len(outcome["scores"]) == 2


def test_its_other_programs_run(service: LiveService, api: Api, tmp_path: Path) -> None:
    game = api.create("zoky", public=True)
    play_to_the_end(game)
    assert "'quartier'" in run(TYPED, service, tmp_path)
    assert run(ERRORS, service, tmp_path).startswith("The rules forbid it: ")
    assert run(UNKNOWN, service, tmp_path) == run(RETRYING, service, tmp_path) == ""
    assert run(WATCHING, service, tmp_path).splitlines()[-1] == f"{game.view()['last_seq']} game_finished"


def test_the_program_that_can_be_killed_goes_on(service: LiveService, tmp_path: Path) -> None:
    act = "            table.act(table.actions[0])\n"
    assert act in RESUMING
    killed = RESUMING.replace(act, f"{act}            if table.after > 20:\n                raise SystemExit\n")
    first = run(killed, service, tmp_path).splitlines()
    rest = run(RESUMING, service, tmp_path).splitlines()
    assert [int(line.split()[0]) for line in first + rest] == list(range(1, len(first + rest) + 1))
    assert rest[-1].endswith("game_finished")


def test_its_programs_are_typed(tmp_path: Path) -> None:
    for number, program in enumerate(PROGRAMS):
        (tmp_path / f"program_{number}.py").write_text(program, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-incremental", *sorted(tmp_path.glob("*.py"))]
    done = subprocess.run(command, env={"MYPYPATH": str(SOURCE)}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_its_table_names_the_members_of_a_table() -> None:
    rows = re.findall(r"^\| (`.*?) \|", README.partition("## The live table")[2].partition("\n## ")[0], re.M)
    named = {name for row in rows for name in re.findall(r"`(\w+)", row)}
    assert named == {name for kind in (Table, BaseTable) for name in vars(kind) if not name.startswith("_")}
