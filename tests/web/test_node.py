"""Tests of the page's pure modules, in node without a browser: *.test.mjs, here and beside the tests of games."""

from pathlib import Path

import pytest

from tests.support.node import node_output
from tests.support.running import ROOT

pytestmark = pytest.mark.browser
FILES = sorted([*(ROOT / "tests" / "web").glob("*.test.mjs"), *(ROOT / "tests" / "games").glob("*/*.test.mjs")])


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_in_node(file: Path) -> None:
    assert "# fail 0" in node_output("--test", "--test-reporter=tap", file)
