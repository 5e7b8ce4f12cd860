"""Looks for known vulnerabilities of everything the lock files pin, and lists the licences: `make audit`.

Where no source of advisories can be reached, it says so and does not fail: a machine without one cannot know. Where one
can, each vulnerability and each package that was not looked up is a failure.
"""

import json
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from tools.release import pins
from tools.sbom import ROOT, installed_here, licence, npm_licences

PIP_AUDIT = ROOT / ".venv-audit" / "bin" / "pip-audit"
LONGEST = 60
UNREACHABLE = "NOT CHECKED: no source of advisories can be reached"


class Outcome(NamedTuple):
    """What was learnt about some packages."""

    text: str
    failed: bool = False


def python_requirements() -> list[list[str]]:
    """All pins of all lock files, in as many lists as one package has versions."""
    versions: dict[str, set[str]] = {}
    for lock in sorted(ROOT.glob("requirements*.lock")):
        for name, pinned in pins(lock).items():
            versions.setdefault(name, set()).update(pinned)
    most = max(map(len, versions.values()))
    ordered = {name: sorted(pinned) for name, pinned in versions.items()}
    return [
        [f"{name}=={pinned[turn]}" for name, pinned in ordered.items() if turn < len(pinned)] for turn in range(most)
    ]


def python_outcome(printed: str, error: str) -> Outcome:
    """What pip-audit says. It passes over packages that its source does not know, also if that knows none at all."""
    try:
        dependencies = json.loads(printed)["dependencies"]
    except (ValueError, KeyError):
        reason = (error.strip().splitlines() or ["pip-audit prints nothing"])[-1]
        connecting = any(
            word in reason for word in ("connect", "redirect", "Server Error", "Client Error", "timed out")
        )
        return Outcome(f"{UNREACHABLE} ({reason})") if connecting else Outcome(reason, failed=True)
    skipped = [one["name"] for one in dependencies if "skip_reason" in one]
    if len(skipped) == len(dependencies):
        return Outcome(f"{UNREACHABLE} (the package index has none)")
    found = [f"{one['name']} {one['version']}: {bug['id']}" for one in dependencies for bug in one.get("vulns", [])]
    wrong = [*found, *(f"{name}: cannot be looked up" for name in skipped)]
    return Outcome("\n  ".join(wrong) or f"no known vulnerability in {len(dependencies)} packages", failed=bool(wrong))


def npm_outcome(printed: str) -> Outcome:
    """What `npm audit` says: a report has counts, and all else is an error of the connection."""
    try:
        report = json.loads(printed)
    except ValueError:
        return Outcome("npm audit prints no JSON", failed=True)
    if "metadata" not in report:
        return Outcome(f"{UNREACHABLE} ({report.get('message') or report.get('error')})")
    found = [f"{name}: {one['severity']}" for name, one in report["vulnerabilities"].items()]
    counted = report["metadata"]["dependencies"]["total"]
    return Outcome("\n  ".join(found) or f"no known vulnerability in {counted} packages", failed=bool(found))


def run(*command: str | Path) -> subprocess.CompletedProcess[str]:
    """A program that has finished, whatever its exit code; one that waits too long reports that as an error."""
    try:
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=LONGEST)
    except subprocess.TimeoutExpired:
        late = f"timed out after {LONGEST} seconds"
        return subprocess.CompletedProcess(command, 1, json.dumps({"message": late}), late)


def audit_python() -> list[Outcome]:
    """Ask about the pins of all lock files."""
    outcomes = []
    with tempfile.TemporaryDirectory() as scratch:
        for number, lines in enumerate(python_requirements()):
            listed = Path(scratch) / f"requirements-{number}.txt"
            listed.write_text("\n".join(lines))
            done = run(PIP_AUDIT, "--disable-pip", "--no-deps", "--progress-spinner=off", "--format=json", "-r", listed)
            outcomes.append(python_outcome(done.stdout, done.stderr))
    return outcomes


def audit_npm(lock: Path) -> Outcome:
    """Ask about the packages in this lock file."""
    return npm_outcome(run("npm", "audit", "--json", "--package-lock-only", "--prefix", lock.parent).stdout)


def licences() -> str:
    """How many packages there are under each licence, of those that this environment and the projects of npm have."""
    installed = installed_here()
    found = [licence(name, installed.get(name)) for name in pins(ROOT / "requirements-dev.lock")]
    found += [expression for lock in npm_locks() for expression in npm_licences(lock).values()]
    return ", ".join(f"{count} × {expression}" for expression, count in Counter(found).most_common())


def npm_locks() -> list[Path]:
    """The lock files of npm that git knows."""
    listed = run("git", "ls-files", "-z", "*package-lock.json").stdout
    return [ROOT / name for name in listed.split("\0")[:-1]]


def main() -> int:
    """Print all outcomes; returns 1 if anything was found."""
    outcomes = [("Python", outcome) for outcome in audit_python()]
    outcomes += [(str(lock.relative_to(ROOT)), audit_npm(lock)) for lock in npm_locks()]
    for name, outcome in outcomes:
        print(f"{name}: {outcome.text}")
    print(f"Licences: {licences()}")
    return 1 if any(outcome.failed for _, outcome in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main())
