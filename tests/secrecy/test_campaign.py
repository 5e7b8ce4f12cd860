"""The command that compares pairs works, and the long campaign finds no difference."""

import subprocess
import sys
from typing import Any

import pytest

from engines.registry import ENGINES
from tests.secrecy.__main__ import PAIRS, Result, print_results
from tests.support.running import ROOT


def run(*arguments: str) -> str:
    command = [sys.executable, "-m", "tests.secrecy", *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_command_compares_pairs_of_a_game() -> None:
    slug = min(ENGINES)
    printed = run(slug, "--pairs", "60", "--jobs", "1").splitlines()
    assert printed[0].split()[:3] == ["pairs", "spectators", "seats"]
    assert printed[1].split()[:2] == [slug, "60"]
    assert printed[2].split()[-1] == "0"


@pytest.mark.parametrize("wrong", ["a difference", "a slower bot"])
def test_the_command_fails_when_tables_differ(wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    result = Result("some_game")
    result.seconds = [(1.0 + number / 1000, 1.0) for number in range(100)]
    if wrong == "a difference":
        result.differences, result.seconds = ["view: it is another one"], []
    assert not print_results([result])
    assert wrong != "a difference" or "it is another one" in capsys.readouterr().out


@pytest.mark.slow
def test_the_campaign_finds_no_difference(record_property: Any) -> None:
    printed = run("--pairs", str(PAIRS))
    record_property("pairs of tables", "\n" + printed)
