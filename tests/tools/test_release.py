"""`make release` on a toy repository: it finds what is wrong, and touches nothing."""

import datetime
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.running import ROOT
from tools import release

TODAY = str(datetime.datetime.now().astimezone().date())
LONG_AGO = "2020-02-02"
FILES = {
    "service/__init__.py": '__version__ = "1.2.0"\n',
    "CHANGELOG.md": f"# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - {TODAY}\n\n- More.\n\n## [1.1.0] - {LONG_AGO}\n",
    "pyproject.toml": """
[build-system]
requires = ["builder~=1.0"]
[project]
classifiers = ["Programming Language :: Python :: 3.12", "Programming Language :: Python :: 3.13", "Typing :: Typed"]
dependencies = ["flask~=3.1", "Under_Score[more]>=2,<3"]
optional-dependencies.dev = ["tester~=9.2"]
[dependency-groups]
build = ["builder~=1.0"]
clients = ["flask~=3.0", "generator~=4.0"]
env = ["learner~=1.2"]
audit = ["auditor~=2.0"]
""",
    "requirements.lock": "flask==3.1.3 \\\n    --hash=sha256:1\nunder-score==2.1 ; python_full_version < '3.12'\n"
    "under-score==2.2 ; python_full_version >= '3.12'\n",
    "requirements-build.lock": "builder==1.3\n",
    "requirements-dev.lock": "builder==1.3\nflask==3.1.3\ntester==9.2\nunder-score==2.1 ; a\nunder-score==2.2 ; b\n",
    "requirements-clients.lock": "flask==3.0.9\ngenerator==4.1\n",
    "requirements-env.lock": "learner==1.3\n",
    "requirements-audit.lock": "auditor==2.1\n",
    "openapi.yaml": "version: 1.2.0\n",
    "Makefile": f"{' '.join(release.TARGETS)}:\n\t@echo did $@\ntest-pythons: named\nnamed:\n\t@echo on $(PYTHONS)\n",
}
pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="a release needs git")


def git(root: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=True, timeout=60)
    return done.stdout


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project that can be released."""
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)  # in a hook of this repository they would lead git back to it
    for setting in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"):
        monkeypatch.setenv(setting, os.devnull)
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    git(tmp_path, "init", "--quiet", "--initial-branch", "main")
    commit(tmp_path)
    return tmp_path


def commit(toy: Path) -> None:
    git(toy, "add", "--all")
    git(toy, "-c", "user.name=Ana", "-c", "user.email=ana@example.org", "commit", "--quiet", "--message", "A change")


def change(toy: Path, name: str, old: str, new: str) -> None:
    """Replace something in a file, and commit it."""
    text = (toy / name).read_text()
    assert old in text
    (toy / name).write_text(text.replace(old, new))
    commit(toy)


def release_errors(toy: Path, capfd: pytest.CaptureFixture[str]) -> list[str]:
    """What `make release` finds wrong."""
    capfd.readouterr()
    assert release.main(toy) == 1
    _, verdict, errors = capfd.readouterr().out.partition(f"{release.version(toy)} cannot be released:\n- ")
    assert verdict
    return errors.rstrip("\n").split("\n- ")


def test_what_is_ready_is_checked_and_the_rest_left_to_a_person(toy: Path, capfd: pytest.CaptureFixture[str]) -> None:
    before = git(toy, "for-each-ref")
    assert release.main(toy) == 0
    output = capfd.readouterr().out
    assert [line for line in output.splitlines() if line.startswith("did")] == [f"did {t}" for t in release.TARGETS]
    assert "\non 3.12 3.13\ndid test-pythons\n" in output
    assert "git tag --annotate v1.2.0" in output
    assert (git(toy, "for-each-ref"), git(toy, "status", "--porcelain"), git(toy, "tag")) == (before, "", "")


def test_without_a_version_there_is_nothing_to_release(toy: Path) -> None:
    change(toy, "service/__init__.py", "__version__ =", "version =")
    with pytest.raises(SystemExit, match=r"service/__init__\.py has no line such as"):
        release.main(toy)


def test_it_is_released_from_main_clean_and_once(toy: Path, capfd: pytest.CaptureFixture[str]) -> None:
    git(toy, "tag", "v1.2.0")
    git(toy, "checkout", "--quiet", "-b", "wild")
    (toy / "forgotten.py").touch()
    assert release_errors(toy, capfd) == [
        "The working tree is not clean: commit or remove what `git status` shows.",
        "This is not main but wild.",
        "There is a tag v1.2.0: raise the version in service/__init__.py.",
    ]


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("[1.2.0]", "[1.3.0]", 'the newest section is not "## [1.2.0] - <the date>".'),
        ("## [1.2.0]", "## [1.1.5]", 'the newest section is not "## [1.2.0] - <the date>".'),
        (" - <today>", "", "the date of 1.2.0 is not that of today or the last days."),
        ("<today>", LONG_AGO, "the date of 1.2.0 is not that of today or the last days."),
        ("<today>", "soon", "the date of 1.2.0 is not that of today or the last days."),
        ("- More.", "", "there is nothing under 1.2.0."),
        (
            "[Unreleased]\n",
            "[Unreleased]\n\n- Later.\n",
            '"Unreleased" holds entries that belong in the section of the release.',
        ),
    ],
)
def test_the_changelog_has_its_section(
    old: str, new: str, complaint: str, toy: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    change(toy, "CHANGELOG.md", old.replace("<today>", TODAY), new)
    assert release_errors(toy, capfd) == [f"CHANGELOG.md: {complaint}"]


@pytest.mark.parametrize(
    ("file", "old", "new", "complaints"),
    [
        ("pyproject.toml", "flask~=3.1", "flask~=3.2",
         ["requirements.lock does not pin flask~=3.2: run `make lock`.",
          "requirements-dev.lock does not pin flask~=3.2: run `make lock`."]),
        ("pyproject.toml", "tester", "taster", ["requirements-dev.lock does not pin taster~=9.2: run `make lock`."]),
        ("pyproject.toml", '[project]', '[project]\nname = "toy"', []),
        ("requirements.lock", "flask==3.1.3", "flask==3.1.4",
         ["requirements.lock and requirements-dev.lock pin flask differently: run `make lock`."]),
        ("requirements.lock", "under-score==2.1", "under-score==1.9",
         ["requirements.lock does not pin Under_Score[more]<3,>=2: run `make lock`.",
          "requirements.lock and requirements-dev.lock pin under-score differently: run `make lock`."]),
        ("pyproject.toml", "generator~=4.0", "generator~=4.2",
         ["requirements-clients.lock does not pin generator~=4.2: run `make lock`."]),
        ("requirements-clients.lock", "flask==3.0.9", "flask==3.1.2", []),
        ("requirements-env.lock", "learner==1.3", "learner==1.1",
         ["requirements-env.lock does not pin learner~=1.2: run `make lock`."]),
        ("requirements-audit.lock", "auditor==2.1", "auditor==1.9",
         ["requirements-audit.lock does not pin auditor~=2.0: run `make lock`."]),
        ("pyproject.toml", 'build = ["builder~=1.0"]', 'build = ["builder~=1.2"]',
         ["pyproject.toml: the group `build` is not what [build-system] requires."]),
    ],
)  # fmt: skip
def test_the_locks_are_those_of_the_project(
    file: str, old: str, new: str, complaints: list[str], toy: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    change(toy, file, old, new)
    assert list(release.wrong_in_locks(toy)) == complaints
    assert release.main(toy) == bool(complaints)


@pytest.mark.parametrize("target", release.TARGETS)
def test_what_fails_ends_it(target: str, toy: Path, capfd: pytest.CaptureFixture[str]) -> None:
    change(toy, "Makefile", "did $@", f"did $@; test $@ != {target}")
    assert release_errors(toy, capfd) == [f"`make {target}` fails."]


def test_an_outdated_openapi_document_is_detected(toy: Path, capfd: pytest.CaptureFixture[str]) -> None:
    change(toy, "Makefile", "did $@", "version: 1.3.0 > openapi.yaml")
    assert release_errors(toy, capfd) == [
        "`make openapi` has changed what is committed: look at `git diff`, and commit it."
    ]


def test_nothing_long_is_begun_while_something_quick_is_wrong(toy: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (toy / "forgotten.py").touch()
    assert release.main(toy) == 1
    assert "make" not in capfd.readouterr().out


def test_the_locks_of_this_project_are_in_order() -> None:
    assert list(release.wrong_in_locks(ROOT)) == []


def test_a_release_needs_all_that_ci_runs_with_the_tests_on_each_python() -> None:
    targets = re.findall(r"^make (\S+)$", (ROOT / ".ci" / "run").read_text(), re.M)
    assert {"test-pythons" if target == "test" else target for target in targets} < set(release.TARGETS)


def test_all_targets_are_there() -> None:
    assert {f"{target}:" for target in release.TARGETS} <= set((ROOT / "Makefile").read_text().split())
