"""Check whether this commit can be released, and print the next steps: `make release`. It tags and pushes nothing."""

import datetime
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.pythons import claimed_versions

ROOT = Path(__file__).parent.parent
DAYS = 7  # a release is dated on the day it is made, and checked soon after
TARGETS = (
    "openapi",
    "lint",
    "lint-deploy",
    "lint-openapi",
    "lint-scripts",
    "audit",
    "test-nginx",
    "test-faults",
    "test-partition",
    "test-image",
    "test-browser",
    "test-env",
    "test-clients",
    "test-pythons",
    "wheel",
)
SECTION = re.compile(r"^## \[(.+?)\](?: - ([^\n]*))?\n(.*?)(?=^## |\Z)", re.M | re.S)


def version(root: Path) -> str:
    """The version that would be released."""
    match = re.search(r'^__version__ = "(.+)"$', (root / "service" / "__init__.py").read_text(encoding="utf-8"), re.M)
    if match is None:
        raise SystemExit('service/__init__.py has no line such as `__version__ = "1.2.0"`.')
    return match[1]


def git(root: Path, *arguments: str) -> str:
    """What git prints."""
    return subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=True).stdout.strip()


def wrong_in_git(root: Path) -> Iterator[str]:
    """A release is a commit of main that nobody has tagged yet."""
    if git(root, "status", "--porcelain"):
        yield "The working tree is not clean: commit or remove what `git status` shows."
    if (branch := git(root, "branch", "--show-current")) != "main":
        yield f"This is not main but {branch or 'no branch'}."
    if git(root, "tag", "--list", f"v{version(root)}"):
        yield f"There is a tag v{version(root)}: raise the version in service/__init__.py."


def wrong_in_changelog(root: Path) -> Iterator[str]:
    """The newest section is for this version and has a date, and "Unreleased" is empty."""
    sections = SECTION.findall((root / "CHANGELOG.md").read_text(encoding="utf-8"))
    waiting = "".join(entries for name, _, entries in sections if name == "Unreleased")
    if waiting.strip():
        yield 'CHANGELOG.md: "Unreleased" holds entries that belong in the section of the release.'
    released = [section for section in sections if section[0] != "Unreleased"]
    today = datetime.datetime.now().astimezone().date()
    name, date, entries = released[0] if released else ("", "", "")
    if name != version(root):
        yield f'CHANGELOG.md: the newest section is not "## [{version(root)}] - <the date>".'
    elif date not in (str(today - datetime.timedelta(days)) for days in range(DAYS)):
        yield f"CHANGELOG.md: the date of {name} is not that of today or the last days."
    elif not entries.strip():
        yield f"CHANGELOG.md: there is nothing under {name}."


def wrong_in_locks(root: Path) -> Iterator[str]:
    """All that pyproject.toml requires is pinned within its range, and to the same versions in all lock files but
    those of the groups `clients`, `env` and `audit`, which are installed apart from the rest.
    """
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    runs, groups = project["project"]["dependencies"], project["dependency-groups"]
    builds = groups["build"]
    extras = project["project"]["optional-dependencies"].values()
    everything = [*runs, *builds, *(line for extra in extras for line in extra)]
    if builds != project["build-system"]["requires"]:
        yield "pyproject.toml: the group `build` is not what [build-system] requires."
    all_pins = pins(root / "requirements-dev.lock")
    locks = {"requirements.lock": runs, "requirements-build.lock": builds, "requirements-dev.lock": everything}
    apart = {f"requirements-{group}.lock": groups[group] for group in ("clients", "env", "audit")}
    for file, wanted in (locks | apart).items():
        pinned = pins(root / file)
        for requirement in map(Requirement, wanted):
            versions = pinned.get(canonicalize_name(requirement.name), set())
            if not versions or not all(map(requirement.specifier.contains, versions)):
                yield f"{file} does not pin {requirement}: run `make lock`."
        for name in [name for name in pinned if file in locks and pinned[name] != all_pins.get(name)]:
            yield f"{file} and requirements-dev.lock pin {name} differently: run `make lock`."


def pins(lock: Path) -> dict[str, set[str]]:
    """The versions a lock file pins each package to: more than one where platforms or Pythons need different ones."""
    versions: dict[str, set[str]] = {}
    for name, pinned in re.findall(r"^([\w.-]+)==(\S+)", lock.read_text(encoding="utf-8"), re.M):
        versions.setdefault(canonicalize_name(name), set()).add(pinned)
    return versions


def wrong_in_make(root: Path) -> Iterator[str]:
    """All that CI checks, with the tests on each Python, and the wheel. Stops at the first failure: each takes long."""
    pythons = f"PYTHONS={' '.join(claimed_versions(root))}"  # named, because only those that are named must be there
    for target in TARGETS:
        print(f"== make {target}", flush=True)
        if subprocess.run(["make", target, pythons], cwd=root, check=False).returncode:
            yield f"`make {target}` fails."
            return
        if git(root, "status", "--porcelain"):
            yield f"`make {target}` has changed what is committed: look at `git diff`, and commit it."
            return


def main(root: Path = ROOT) -> int:
    """Print all that is wrong, or what to do next; returns 1 if anything is wrong."""
    quick = (wrong_in_git, wrong_in_changelog, wrong_in_locks)
    wrong = [complaint for check in quick for complaint in check(root)] or list(wrong_in_make(root))
    if wrong:
        print("\n".join(["", f"{version(root)} cannot be released:", *(f"- {complaint}" for complaint in wrong)]))
        return 1
    tag = f"v{version(root)}"
    print(f"""
{version(root)} can be released, from here on by hand:
- See that CI has passed on {git(root, "rev-parse", "HEAD")}.
- git tag --annotate {tag} --message "Ludotheque {version(root)}"
- git push origin main {tag}
- Publish the release: its section of CHANGELOG.md, and the wheel in dist with its SBOM (cdx.json).""")
    return 0


if __name__ == "__main__":
    sys.exit(main())
