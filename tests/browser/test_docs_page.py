"""The page under /docs and a rules page in a real browser: they show everything, and the browser blocks nothing."""

import subprocess
from pathlib import Path

import pytest

from tests.browser.browsers import FLAGS, executable
from tests.support.http import LiveService
from tests.support.published import document

pytestmark = pytest.mark.browser
TIMEOUT = 60.0


def dump_page(url: str, directory: Path) -> tuple[str, list[str]]:
    """The page after its scripts have run, and what the browser blocked."""
    program = [executable(), *FLAGS, f"--user-data-dir={directory / 'profile'}", "--enable-logging=stderr"]
    done = subprocess.run(
        [*program, "--virtual-time-budget=10000", "--dump-dom", url],
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=True,
    )
    return done.stdout, [line for line in done.stderr.splitlines() if "Content Security Policy" in line]


def test_the_page_shows_every_operation_and_keeps_its_own_policy(tmp_path: Path) -> None:
    with LiveService(tmp_path / "service") as service:
        page, blocked = dump_page(f"{service.url}/docs/#/Tables/create_game", tmp_path)
    summaries = [operation["summary"] for methods in document()["paths"].values() for operation in methods.values()]
    assert [summary for summary in summaries if summary not in page] == []
    assert "Only this response contains the host's token" in page, "an operation that the address names is open"
    assert blocked == []


def test_a_rules_page_is_shown_as_a_web_page_and_keeps_its_own_policy(tmp_path: Path) -> None:
    with LiveService(tmp_path / "service") as service:
        page, blocked = dump_page(f"{service.url}/v1/engines/tchang/rules", tmp_path)
    assert '<h2 id="the-final-riddle">The final riddle</h2>' in page
    assert blocked == []
