"""docs/adding-a-game.md: the game that `new-game` writes, with the changes that the page prints."""

import re
import subprocess
import sys
from pathlib import Path

from service.authoring.new_game import write_game
from tests.support.running import ROOT

SLUG = "high_card"
CHANGES, NEXT_VERSION, IN_PROJECT = "## 2.", "## 4.", "## 5."
"""The sections that print files, or changes of files."""
HEADING = re.compile(r"^\*\*`([^`]+)`\*\*$", re.MULTILINE)
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def section(heading: str) -> str:
    """One section of the page."""
    parts = re.split(r"^(?=## )", (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    (found,) = [part for part in parts if part.startswith(heading)]
    return found


def write(folder: Path) -> Path:
    """Write the game as `new-game` does; returns the folder of its project."""
    return write_game(SLUG, folder)


def follow(heading: str, folder: Path) -> None:
    """Write the files of a section, and make its changes, in this folder."""
    _, *parts = HEADING.split(section(heading))
    for path, text in zip(parts[::2], parts[1::2], strict=True):
        for language, content in BLOCK.findall(text):
            if language == "diff":
                change(folder / path, content)
            elif language in ("python", "markdown"):
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                (folder / path).write_text(content, encoding="utf-8")


def change(file: Path, diff: str) -> None:
    """Replace the lines of a diff that are marked with a space or `-` by those marked with a space or `+`."""
    lines = [line or " " for line in diff.splitlines()]
    old = "".join(f"{line[1:]}\n" for line in lines if line[0] in " -")
    new = "".join(f"{line[1:]}\n" for line in lines if line[0] in " +")
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{file.name} has these lines {text.count(old)} times:\n{old}"
    file.write_text(text.replace(old, new), encoding="utf-8")


def check_style(folder: Path) -> None:
    """Check a project outside this one with the settings of this one; its package counts as its own code there too."""
    settings = [f"--config={ROOT / 'pyproject.toml'}", f'--config=src = ["{ROOT}", "{folder}"]', "--no-cache"]
    for command in (["check", "--per-file-ignores=**/tests/**:D1,**/tests/**:S"], ["format", "--check"]):
        subprocess.run([sys.executable, "-m", "ruff", *command, *settings, "."], cwd=folder, check=True, timeout=60)
