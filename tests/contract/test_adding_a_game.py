"""docs/adding-a-game.md, followed step by step: outside this project, with a second version, and as a part of it."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.support import guide
from tests.support.guide import SLUG
from tests.support.running import ROOT

CONTRACT = (
    *("test_files.py", "test_pairs.py", "test_published.py", "test_recordings.py", "test_rules.py"),
    *("test_rules_pages.py", "test_truth_values.py", "test_versions.py"),
)
"""The contract tests that do not read all of this project."""
SHARED = ("__init__.py", "conftest.py", *CONTRACT)


def run(folder, *command, path=ROOT, code=0):
    """Run a module of Python in this folder, with the packages of another on its path."""
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=folder,
        env={"PYTHONPATH": str(path), "PATH": ""},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def project(tmp_path):
    """The game, changed as the second section says."""
    folder = guide.write(tmp_path)
    guide.follow(guide.CHANGES, folder)
    return folder


def check_game(folder, code=0):
    return run(folder, "service", "check-game", SLUG, "--seconds", "1", code=code)


def pytest_output(folder, *arguments, path=ROOT):
    output = run(folder, "pytest", "-n", "0", "-p", "no:cacheprovider", *arguments, path=path)
    assert "skipped" not in output
    return output


def test_the_commands_say_what_the_guide_prints(tmp_path):
    folder = guide.write(tmp_path)
    assert check_game(folder) == f"{SLUG}: no problems\n"
    assert "11 passed" in pytest_output(folder)
    page = guide.section(guide.CHANGES)
    (printed,) = re.findall(r"```text\n(.*?)```", page, re.DOTALL)
    until_printed = page.partition("```text")[0]
    for diff in re.findall(r"```diff\n(.*?)```", until_printed, re.DOTALL):
        guide.change(folder / SLUG / "engine.py", diff)
    assert check_game(folder, code=1) == printed


def test_the_changed_game_passes(project):
    assert check_game(project) == f"{SLUG}: no problems\n"
    assert "11 passed" in pytest_output(project)
    guide.check_style(project)


def test_with_a_second_version_both_pass_and_a_tie_is_broken_in_the_second_only(project):
    guide.follow(guide.NEXT_VERSION, project)
    assert check_game(project) == f"{SLUG}: no problems\n"
    guide.check_style(project)
    (project / "tests" / "test_version_2.py").write_text(
        """
from high_card import RULES
from test_rules import table

def test_who_wins_a_tie():
    state = table()
    state.hands, state.points, state.played = [[], []], [1, 1], [[1, 4], [6, 5]]
    assert [rules.outcome(state).winners for rules in RULES] == [[0, 1], [0]]
"""
    )
    assert "12 passed" in pytest_output(project)


@pytest.fixture
def whole_project(project, tmp_path):
    """This project without its games, and then the game of the guide as a part of it."""
    place = tmp_path / "whole"
    for name in ("bots", "schemas", "service", "tests/recordings", "engines/testing"):
        shutil.copytree(ROOT / name, place / name, ignore=shutil.ignore_patterns("__pycache__"))
    shared = [file.relative_to(ROOT) for file in (ROOT / "engines").glob("*.py")]
    shared += [Path("tests") / name for name in ("__init__.py", "games/__init__.py", "support/__init__.py")]
    shared += [Path("tests") / "support" / name for name in ("tables.py",)]
    shared += [Path("tests") / "contract" / name for name in SHARED]
    shared += [Path("tests") / "secrecy" / name for name in ("__init__.py", "pairs.py", "compare.py", "leaks.py")]
    for path in (*shared, Path("pyproject.toml")):
        (place / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, place / path)
    move_into(place, project)
    return place


def move_into(place, project):
    """What the guide says of a game that becomes a part of this project."""
    shutil.copytree(project / SLUG, place / "engines" / SLUG, dirs_exist_ok=True)
    shutil.copytree(project / "tests", place / "tests" / "games" / SLUG, dirs_exist_ok=True)
    (place / "tests" / "games" / SLUG / "__init__.py").touch()
    for file in [*(place / "engines" / SLUG).rglob("*.py"), *(place / "tests" / "games" / SLUG).rglob("*.py")]:
        file.write_text(file.read_text().replace(f"from {SLUG}", f"from engines.{SLUG}"))
    guide.follow(guide.IN_PROJECT, place)


def add_state_field(version_2):
    """The state of the second version has a field that the first has not."""
    text = version_2.read_text()
    for old, new in (
        ("\nclass ", "\nclass State2(HighCardState, kw_only=True):\n    ties: int = 0\n\n\nclass "),
        ('    rules_version = "2"\n', '    rules_version = "2"\n    state_type = State2\n'),
    ):
        assert text.count(old) == 1
        text = text.replace(old, new)
    version_2.write_text(text)


def test_as_a_game_of_this_project_it_keeps_the_contract(whole_project, project):
    assert f"{SLUG}/hands_empty_2.json" in run(whole_project, "tests.recordings", SLUG, path=whole_project)
    output = pytest_output(whole_project, "tests", path=whole_project)
    assert re.search(r"\b[4-9]\d passed", output), output
    recordings = whole_project / "tests" / "games" / SLUG / "recordings"
    before = {file.name: file.read_bytes() for file in recordings.iterdir()}
    assert len(before) == 3
    guide.follow(guide.NEXT_VERSION, project)
    add_state_field(project / SLUG / "version_2.py")
    move_into(whole_project, project)
    assert f"{SLUG}/hands_empty_2_rules_2.json" in run(whole_project, "tests.recordings", SLUG, path=whole_project)
    assert before.items() <= {file.name: file.read_bytes() for file in recordings.iterdir()}.items()
    output = pytest_output(whole_project, "tests", path=whole_project)
    assert re.search(r"\b[4-9]\d passed", output), output


def test_as_a_sixth_game_it_changes_no_name_that_was_published_before(project, tmp_path):
    place = tmp_path / "six"
    for part in ("engines", "bots", "schemas", "service"):
        shutil.copytree(ROOT / part, place / part, ignore=shutil.ignore_patterns("__pycache__"))
    move_into(place, project)
    six = yaml.load(run(place, "service.http.print_openapi", path=place), yaml.CSafeLoader)
    five = yaml.load((ROOT / "openapi.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
    before, now = five["components"]["schemas"], six["components"]["schemas"]
    assert six["paths"].keys() == five["paths"].keys()
    new = [name for name in now if name not in before]
    assert [name for name in before if name not in now] == []
    assert [name for name in new if not name.startswith("HighCard")] == []
    for name in (name for name, schema in before.items() if schema != now[name]):
        forms = [games_in(now[name]), games_in(before[name])]
        assert [form for form in forms[0] if form not in forms[1]], f"{name}: only what names all games grows"
        assert [form for form in forms[1] if form not in forms[0]] == [], name


def games_in(part):
    """Everything a schema lists: the members of unions and enums, also inside of others."""
    if isinstance(part, list):
        return [member for one in part for member in games_in(one)]
    if not isinstance(part, dict):
        return []
    listed = [one for key in ("oneOf", "anyOf", "enum") for one in part.get(key, ())]
    unions = [one for one in listed if isinstance(one, dict) and "oneOf" in one]
    return [one for one in listed if one not in unions] + [game for one in part.values() for game in games_in(one)]
