"""docs/adding-a-game.md, followed to the letter in a project without games, gives one that keeps the contract."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
FILES = {
    path: text
    for path, _, text in re.findall(r"^\*\*`([^`]+)`\*\*\n\n(`{3,})\w+\n(.*?)^\2$", GUIDE, re.DOTALL | re.MULTILINE)
}
COPIED = [
    *("engines/__init__.py", "engines/chance.py", "engines/engine.py", "engines/record.py", "engines/steps.py"),
    "engines/text.py",
    *(
        "schemas/__init__.py",
        "schemas/strict.py",
        "schemas/game_schemas.py",
        "schemas/requests.py",
        "schemas/from_struct.py",
    ),
    *("tests/__init__.py", "tests/games/__init__.py", "tests/support/__init__.py", "tests/support/tables.py"),
    *("tests/recordings/__init__.py", "tests/recordings/__main__.py"),
    *("tests/contract/__init__.py", "tests/contract/conftest.py", "tests/contract/test_rules.py"),
    *("tests/contract/test_published.py", "tests/contract/test_events.py", "tests/support/explained.py"),
    "tests/contract/test_files.py",
    *("tests/contract/test_secrets.py", "tests/contract/test_recordings.py", "tests/contract/test_rules_pages.py"),
    "pyproject.toml",
]


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A project with no game, and then the guide's files."""
    place = tmp_path_factory.mktemp("project")
    for path in COPIED:
        (place / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, place / path)
    shutil.copytree(ROOT / "service", place / "service", ignore=shutil.ignore_patterns("__pycache__"))
    for path, text in FILES.items():
        (place / path).parent.mkdir(parents=True, exist_ok=True)
        (place / path).write_text(text, encoding="utf-8")
    return place


def run(project, *command):
    done = subprocess.run([sys.executable, "-m", *command], cwd=project, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_game_of_the_guide_keeps_the_contract(project):
    assert "short_straw/short_straw_2.json" in run(project, "tests.recordings", "short_straw")
    told = run(project, "pytest", "-n", "0", "-p", "no:cacheprovider", "tests")
    assert re.search(r"\b[4-9]\d passed", told), told
    assert "skipped" not in told


def test_the_code_of_the_guide_is_clean(project):
    run(project, "ruff", "check", "--no-cache", "engines/short_straw", "schemas/short_straw.py", "tests/games")
    run(project, "ruff", "format", "--no-cache", "--check", "engines/short_straw", "schemas", "tests/games")


def added(text, *changes):
    """A registry with a line more for the new game."""
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text


def test_as_a_sixth_game_it_changes_no_name_that_was_published_before(project, tmp_path):
    for part in ("engines", "bots", "schemas", "service", "docs/rules"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__"))
    registry = Path("engines/registry.py")
    for path in FILES.keys() - {str(registry)}:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(project / path, tmp_path / path)
    imported = "from engines.short_straw import ShortStraw\nfrom engines.tapecho "
    entries = ("from engines.tapecho ", imported), ("DragonFights())", "DragonFights(), ShortStraw())")
    (tmp_path / registry).write_text(added((ROOT / registry).read_text(), *entries))
    six = yaml.load(run(tmp_path, "service.http.print_openapi"), yaml.CSafeLoader)
    five = yaml.load((ROOT / "openapi.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
    before, now = five["components"]["schemas"], six["components"]["schemas"]
    assert six["paths"].keys() == five["paths"].keys()
    new = [name for name in now if name not in before]
    assert [name for name in before if name not in now] == []
    assert [name for name in new if not name.startswith("ShortStraw")] == []
    unions = {name for name, schema in before.items() if schema != now[name]}
    assert all("oneOf" in now[name] or "anyOf" in now[name] for name in unions), "only what names all games grows"
    for name in unions:
        forms = [now[name].get("oneOf", now[name].get("anyOf")), before[name].get("oneOf", before[name].get("anyOf"))]
        assert [form for form in forms[0] if form not in forms[1]], name
        assert [form for form in forms[1] if form not in forms[0]] == [], name
