"""The settings of editors and git agree with the files and with CI."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from configparser import ConfigParser
from pathlib import Path

import yaml

from tests.support.running import ROOT

FOLDERS = (
    ".ci",
    "bench",
    "bots",
    "clients",
    "deploy",
    "docs",
    "engines",
    "schemas",
    "service",
    "tests",
    "tools",
    "web",
)
MADE = {"__pycache__", "node_modules", ".mypy_cache", ".ruff_cache"}
NAMES = ("Makefile", "Dockerfile", "LICENSE", ".editorconfig", ".gitignore", ".dockerignore", ".pre-commit-config.yaml")


def files() -> Iterator[Path]:
    """Everything that people write here, so no picture, and nothing that a tool has put into a folder."""
    yield from (ROOT / name for name in NAMES)
    yield from (file for suffix in ("md", "toml", "yaml", "lock") for file in ROOT.glob(f"*.{suffix}"))
    for folder in FOLDERS:
        candidates = (file for file in (ROOT / folder).rglob("*") if file.is_file())
        written = (file for file in candidates if file.suffix != ".png")
        yield from (file for file in written if not MADE & set(file.parts))


def editorconfig() -> ConfigParser:
    read = ConfigParser()
    read.read_string("[head]\n" + (ROOT / ".editorconfig").read_text())
    return read


def test_files_are_as_the_editorconfig_says() -> None:
    rules = dict(editorconfig()["*"])
    assert rules.pop("indent_size") == "4"
    assert rules == {
        "charset": "utf-8",
        "end_of_line": "lf",
        "indent_style": "space",
        "insert_final_newline": "true",
        "trim_trailing_whitespace": "true",
    }
    assert editorconfig()["Makefile"]["indent_style"] == "tab"
    for file in files():
        text = file.read_bytes().decode("utf-8")
        assert not re.search(r"[ \t]$|\r", text, re.M), file
        assert text == "" or text.endswith("\n"), file
        assert file.name == "Makefile" or not re.search(r"^ *\t", text, re.M), file


def test_the_editorconfig_and_ruff_agree_on_a_line() -> None:
    (length,) = re.findall(r"^line-length = (\d+)$", (ROOT / "pyproject.toml").read_text(), re.M)
    assert editorconfig()["*.{js,mjs,py,ts}"]["max_line_length"] == length


def test_the_hooks_run_what_ci_runs_but_for_what_needs_other_programs() -> None:
    config = ROOT / ".pre-commit-config.yaml"
    (local,) = yaml.safe_load(config.read_text())["repos"]
    assert local["repo"] == "local"
    run = [hook["entry"].removeprefix("make ") for hook in local["hooks"] if hook["entry"].startswith("make ")]
    targets = re.findall(r"^make (\S+)$", (ROOT / ".ci" / "run").read_text(), re.M)
    others = ["lint-deploy", "lint-openapi", "lint-scripts", "audit"]
    others += [f"test-{name}" for name in ("nginx", "faults", "partition", "image", "browser", "env", "clients")]
    assert [*run, *others] == targets
    command = [sys.executable, "-m", "pre_commit", "validate-config", str(config)]
    subprocess.run(command, check=True, timeout=60, env={**os.environ, "PYTHONWARNINGS": "error"})
