"""The tests of the page's pure modules, which run in node without a browser: tests/web/*.test.mjs."""

from pathlib import Path

import pytest

from tests.support.node import node_output

pytestmark = pytest.mark.browser
FILES = sorted(Path(__file__).parent.glob("*.test.mjs"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_in_node(file: Path) -> None:
    assert "# fail 0" in node_output("--test", "--test-reporter=tap", file)
