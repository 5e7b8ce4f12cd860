"""What `make audit` makes of the reports of pip-audit and npm."""

import json

import pytest

from tools import audit
from tools.audit import UNREACHABLE, npm_outcome, python_outcome
from tools.release import ROOT, pins

GOOD = {"name": "flask", "version": "3.1.3", "vulns": []}
BAD = {"name": "redis", "version": "8.1.0", "vulns": [{"id": "PYSEC-2026-1", "fix_versions": ["8.1.1"]}]}
UNKNOWN = {"name": "gevent", "skip_reason": "Dependency not found on PyPI and could not be audited: gevent (26.9.0)"}


def python_report(*dependencies: dict[str, object]) -> str:
    return json.dumps({"dependencies": dependencies, "fixes": []})


def npm_report(**vulnerabilities: dict[str, str]) -> str:
    return json.dumps({"vulnerabilities": vulnerabilities, "metadata": {"dependencies": {"total": 38}}})


def test_what_is_known_to_be_vulnerable_fails() -> None:
    outcome = python_outcome(python_report(GOOD, BAD), "Found 1 known vulnerability in 1 package")
    assert outcome.failed
    assert "redis 8.1.0: PYSEC-2026-1" in outcome.text
    outcome = npm_outcome(npm_report(ws={"severity": "high"}))
    assert outcome.failed
    assert "ws: high" in outcome.text


def test_what_was_looked_up_and_has_no_entry_passes() -> None:
    assert python_outcome(python_report(GOOD, GOOD), "") == ("no known vulnerability in 2 packages", False)
    assert npm_outcome(npm_report()) == ("no known vulnerability in 38 packages", False)


@pytest.mark.parametrize(
    ("printed", "error"),
    [
        ("", "ERROR:pip_audit._cli:Could not connect to PyPI's vulnerability feed"),
        ("", "requests.exceptions.HTTPError: 503 Server Error: Service Unavailable"),
        (python_report(UNKNOWN, UNKNOWN), "No known vulnerabilities found"),  # an index without advisories
    ],
)
def test_without_a_source_python_packages_are_said_to_be_unchecked(printed: str, error: str) -> None:
    outcome = python_outcome(printed, error)
    assert outcome.text.startswith(UNREACHABLE)
    assert not outcome.failed


def test_without_a_source_packages_of_npm_are_said_to_be_unchecked() -> None:
    for error in ({"message": "405 Method Not Allowed", "statusCode": 405}, {"error": {"code": "ENOTFOUND"}}):
        outcome = npm_outcome(json.dumps(error))
        assert outcome.text.startswith(UNREACHABLE)
        assert not outcome.failed


def test_a_source_that_does_not_respond_in_time_is_one_that_cannot_be_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit, "LONGEST", 0.1)
    late = audit.run("sleep", "60")
    for outcome in (python_outcome(late.stdout, late.stderr), npm_outcome(late.stdout)):
        assert outcome == (f"{UNREACHABLE} (timed out after 0.1 seconds)", False)


def test_a_package_that_only_one_source_lacks_and_a_program_that_fails_are_failures() -> None:
    assert python_outcome(python_report(GOOD, UNKNOWN), "") == ("gevent: cannot be looked up", True)
    assert python_outcome("", "ERROR:pip_audit._cli:package ruff has duplicate requirements").failed
    assert python_outcome("", "").failed
    assert npm_outcome("").failed


def test_every_pin_is_looked_up_once() -> None:
    lists = audit.python_requirements()
    asked = [line for lines in lists for line in lines]
    locks = list(ROOT.glob("requirements*.lock"))
    assert len(locks) == 6
    every = {f"{name}=={version}" for lock in locks for name, pinned in pins(lock).items() for version in pinned}
    assert sorted(asked) == sorted(every)
    for lines in lists:
        names = [line.partition("==")[0] for line in lines]
        assert len(names) == len(set(names)), "pip-audit takes a package once"
