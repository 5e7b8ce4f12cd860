"""Engines and bots are a library that needs msgspec alone; docs/in-process.md shows how to use it."""

import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from engines.numbering import ActionNumbers, Unbounded
from engines.registry import ENGINES

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "in-process.md").read_text(encoding="utf-8")
PROGRAM = "\n".join(re.findall(r"^```python\n(.*?)^```$", PAGE, re.M | re.S))
FORBIDDEN = """
for name in ("flask", "marshmallow", "redis", "service", "schemas"):
    try:
        __import__(name)
    except ModuleNotFoundError:
        continue
    raise AssertionError(f"{name} can be imported")
"""
EVERY_MODULE = """
import importlib, pkgutil, bots, engines
for package in (engines, bots):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        importlib.import_module(module.name)
        print(module.name)
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with engines, bots and msgspec."""
    folder = tmp_path_factory.mktemp("library")
    for package in (ROOT / "engines", ROOT / "bots", Path(msgspec.__file__).parent):
        (folder / package.name).symlink_to(package)
    return folder


def run(library: Path, program: str) -> str:
    """Run a program that can import this folder and the standard library: -I and -S leave out all other folders."""
    program = f"import sys; sys.path.append({str(library)!r})\n{program}"
    words = [sys.executable, "-I", "-S", "-W", "error", "-c", program]
    done = subprocess.run(words, cwd=library, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_module_can_be_imported_with_msgspec_alone(library: Path) -> None:
    printed = run(library, FORBIDDEN + EVERY_MODULE).split()
    assert {"engines.registry", "engines.numbering", "bots.choice"} <= set(printed)


def test_a_program_that_needs_more_would_fail(library: Path) -> None:
    with pytest.raises(AssertionError, match="No module named 'flask'"):
        run(library, "import flask")


def test_the_programs_of_the_page_run_with_msgspec_alone(library: Path) -> None:
    printed = run(library, FORBIDDEN + PROGRAM)
    assert printed.startswith("Outcome(winners=")
    for slug in ENGINES:
        assert re.search(rf"^{slug} \[[\d, ]*\]$", printed, re.M), "its winners"


def test_the_page_lists_how_many_actions_each_game_has() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| (not finite|[\d,]+)", PAGE, re.M))
    assert rows.keys() == ENGINES.keys()
    for slug, count in rows.items():
        if count == "not finite":
            with pytest.raises(Unbounded):
                ActionNumbers(ENGINES[slug])
        else:
            assert f"{ActionNumbers(ENGINES[slug]).size:,}" == count
