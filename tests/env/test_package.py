"""The package is typed, its README is true, and it needs nothing of the service but engines and bots."""

import re
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

import ludotheque_env
import pytest

from engines.registry import ENGINES

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "clients" / "python-env"
README = (PACKAGE / "README.md").read_text(encoding="utf-8")


def test_types() -> None:
    done = subprocess.run([sys.executable, "-m", "mypy"], cwd=PACKAGE, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("program", re.findall(r"^```python\n(.*?)^```$", README, re.M | re.S))
def test_the_programs_of_the_readme_run(program: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(program, {})
    assert capsys.readouterr().out


def test_the_readme_lists_the_action_spaces() -> None:
    rows = re.findall(r"^\| `(\w+)` \| ([\d,]+) \| its (number|place)", README, re.M)
    tables = {game: ludotheque_env.Table(game) for game in ENGINES}
    expected = {
        (game, f"{table.wait:,}", "place" if table.numbers is None else "number") for game, table in tables.items()
    }
    assert set(rows) == expected


def test_nothing_of_the_service_is_installed_here() -> None:
    assert [name for name in ("flask", "marshmallow", "redis", "gunicorn") if find_spec(name)] == []


def test_the_tests_run_with_the_versions_that_the_package_allows() -> None:
    package = tomllib.loads((PACKAGE / "pyproject.toml").read_text())["project"]["dependencies"]
    group = tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"]["env"]
    assert set(package) - {"ludotheque"} <= set(group)
    assert (PACKAGE / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()
