"""Every game has a rules page that players can learn it from, and each of its statements has a test."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from engines.registry import ENGINES, GAMES
from engines.testing import CHECKS
from service.authoring.check_published import missing_in_rules

ROOT = Path(__file__).parents[2]
FEWEST = 10
OUTSIDE = re.compile(r"\.\./|(?<![\w.])/(work|home|tmp|Users|opt|usr)/|~/|file://|\b[A-Z]:\\")


@cache
def test_functions():
    """The name of every test there is."""
    return {
        node.name
        for file in (ROOT / "tests").rglob("test_*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


test_functions.__test__ = False


@pytest.fixture
def page(slug):
    return (ROOT / "engines" / slug / "rules" / "en.md").read_text(encoding="utf-8")


def statements(slug):
    """The table of statements beside a game's tests: each with the names in its second column."""
    text = (ROOT / "tests" / "games" / slug / "statements.md").read_text(encoding="utf-8")
    lines = [line.strip() for line in text.splitlines() if line.startswith("|")]
    assert lines[:1] == ["| statement | test |"]
    assert re.fullmatch(r"\|[-: ]+\|[-: ]+\|", lines[1])
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]
    assert all(len(row) == 2 for row in cells), "the table has two columns"
    return [(statement, re.findall(r"`([^`]*)`", names)) for statement, names in cells]


def test_a_rules_page_begins_with_its_title(slug, page):
    first = page.splitlines()[0]
    assert re.fullmatch(r"# \S.*", first)
    assert ENGINES[slug].title in first


def test_every_statement_has_a_test_that_exists(slug):
    listed = statements(slug)
    assert len(listed) >= FEWEST
    assert len({statement for statement, _ in listed}) == len(listed), "each statement stands once"
    for statement, names in listed:
        assert statement
        assert names, f"no test for: {statement}"
        missing = set(names) - test_functions() - {check.__name__ for check in CHECKS}
        assert not missing, f"{statement}: {', '.join(sorted(missing))}"


def test_a_rules_page_names_every_action_option_and_ending(slug):
    """Players read it over HTTP, to play over HTTP."""
    assert list(missing_in_rules(GAMES[slug], "en")) == []


def test_a_rules_page_is_complete_in_itself(page):
    assert not OUTSIDE.search(page)
