"""`make test-pythons`: which Pythons it takes, and what it says of them."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.support.running import ROOT
from tools import pythons


def test_the_versions_claimed_are_those_from_the_oldest_that_installs_to_the_newest() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    minors = [int(version.removeprefix("3.")) for version in pythons.claimed_versions()]
    assert minors == list(range(11, 15))
    assert project["requires-python"] == f">={pythons.claimed_versions()[0]}"


def program(path: Path, script: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without Pythons but that of the tests, whose uv has no network."""
    monkeypatch.setenv("PATH", str(tmp_path / "shims") + os.pathsep + str(tmp_path / "bin"))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "pyenv"))
    monkeypatch.setattr(pythons, "UV", [str(program(tmp_path / "uv", 'echo "uv $*" >> "$0.log"; exit 2'))])
    return tmp_path


def test_this_python_is_taken_without_a_search(machine: Path) -> None:
    here = f"{sys.version_info.major}.{sys.version_info.minor}"
    assert pythons.find(here) == Path(sys.executable)
    assert not (machine / "uv.log").exists()


def test_a_shim_that_leads_nowhere_is_passed_over(machine: Path) -> None:
    program(machine / "shims" / "python3.99", "echo no such version >&2; exit 127")
    program(machine / "bin" / "python3.99", "echo 3.98")
    real = program(machine / "pyenv" / "versions" / "3.99.1" / "bin" / "python", "echo 3.99")
    assert pythons.find("3.99") == real
    assert pythons.find("3.98") is None


def test_a_missing_python_is_installed_by_uv(machine: Path) -> None:
    assert pythons.find("3.97") is None
    assert (machine / "uv.log").read_text().splitlines()[0] == "uv python install 3.97"
    fetched = program(machine / "fetched", "echo 3.97")
    program(machine / "uv", f'test "$2" = install || echo {fetched}')
    assert pythons.find("3.97") == fetched


@pytest.mark.parametrize(
    ("results", "claimed", "named"),
    [
        ({"3.11": "passed", "3.12": "passed"}, 0, 0),
        ({"3.11": "passed", "3.12": pythons.ABSENT}, 0, 1),
        ({"3.11": "failed", "3.12": "passed"}, 1, 1),
        ({"3.11": pythons.ABSENT, "3.12": pythons.ABSENT}, 1, 1),
    ],
)
def test_one_line_for_each_at_the_end_and_those_that_are_named_must_be_there(
    results: dict[str, str],
    claimed: int,
    named: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(pythons, "result", results.__getitem__)
    monkeypatch.setattr(pythons, "claimed_versions", lambda: list(results))
    for versions, code in (([], claimed), (list(results), named)):
        assert pythons.main(versions) == code
        lines = capsys.readouterr().out.splitlines()
        assert lines[-2:] == [f"Python {name}: {result}" for name, result in results.items()]


def test_make_passes_on_the_versions_that_are_named() -> None:
    command = ["make", "--dry-run", "test-pythons", "PYTHONS=3.12 3.13"]
    output = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=60).stdout
    assert "-m tools.pythons 3.12 3.13\n" in output


def test_an_environment_is_made_once_for_a_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lock = tmp_path / "empty.lock"
    lock.write_text("")
    monkeypatch.setattr(pythons, "LOCK", lock)
    monkeypatch.setattr(pythons, "ENVIRONMENTS", tmp_path / "pythons")
    monkeypatch.setattr(pythons, "UV", [*pythons.UV, "--offline", "--no-cache"])
    python = pythons.set_up("3.x", Path(sys.executable))
    assert python is not None
    process = subprocess.run(
        [python, "-c", "import sys; print(sys.prefix)"], capture_output=True, text=True, check=True
    )
    assert re.fullmatch(r".*/pythons/3\.x\n", process.stdout)
    (python.parent / "kept").touch()
    assert pythons.set_up("3.x", Path(sys.executable)) == python
    assert (python.parent / "kept").exists()
    lock.write_text("no-such-package==1.0 --hash=sha256:" + "0" * 64 + "\n")
    assert pythons.set_up("3.x", Path(sys.executable)) is None
    assert not (python.parent / "kept").exists()
    assert pythons.set_up("3.x", Path(sys.executable)) is None
