"""What every game has is in files of the same names, so that nobody looks for the same thing in two places."""

import ast
from pathlib import Path

import engines
from engines.registry import FAILURES, GAMES
from engines.steps import SteppedEngine

OTHER_FILES = ("rules", "text", "web")
READERS = {"builtins", "codecs", "importlib", "io", "os", "pathlib", "pkgutil", "shutil", "tempfile"}
"""Modules that read files."""


def test_every_folder_with_rules_is_a_game_that_could_be_loaded():
    """Otherwise the tests of all games would pass over one that is broken."""
    folders = {folder.parent.name for folder in Path(engines.__file__).parent.glob("*/rules")}
    assert {slug for slug, game in GAMES.items() if game.package == f"engines.{slug}"} == folders
    assert FAILURES == {}


def test_what_every_game_has_is_in_the_file_that_is_named_after_it(slug):
    """A small game has no such file yet: there all of it is in `engine.py`."""
    folder = GAMES[slug].folder
    engine = next(iter(GAMES[slug].rules.values()))  # later versions may add files of their own
    declared = {"actions": engine.actions, "events": engine.events, "options": [engine.options_type]}
    declared |= {"state": [engine.state_type], "view": [engine.view_type]}
    if isinstance(engine, SteppedEngine):
        declared["steps"] = map(type, engine.steps.values())
    for name, kinds in declared.items():
        grown = (folder / f"{name}.py").exists() or (folder / name).is_dir()
        expected = f"engines.{slug}.{name if grown else 'engine'}"
        for kind in kinds:
            assert f"{kind.__module__}.".startswith(f"{expected}."), kind


def test_no_python_is_among_the_rules_the_texts_and_the_files_for_browsers(slug):
    for name in OTHER_FILES:
        assert [file for file in (GAMES[slug].folder / name).rglob("*") if file.suffix.startswith(".py")] == []


def test_an_engine_reads_no_file(slug):
    """Its rules and texts are for the service alone, so engines work without any."""
    for file in GAMES[slug].folder.rglob("*.py"):
        nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
        imported = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
        imported |= {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}
        assert {name.partition(".")[0] for name in imported} & READERS == set(), file
        assert "open" not in {getattr(node.func, "id", "") for node in nodes if isinstance(node, ast.Call)}, file
