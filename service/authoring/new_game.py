"""`ludotheque new-game <slug>`: writes a package with a small, complete game to start from."""

import re
import sys
from pathlib import Path

from engines.registry import ENTRY_POINTS, GAMES, SLUG
from service import __version__

SKELETON = Path(__file__).parent / "skeleton"
TESTS = "tests"
"""The folder of the skeleton that is not in the package of the new game, but beside it."""
PROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "{name}"
version = "0.1.0"
description = "{title}, a game for Ludotheque"
requires-python = ">=3.11"
dependencies = ["ludotheque>={version}"]

[project.entry-points."{group}"]
{slug} = "{slug}"

[tool.hatch.build.targets.wheel]
packages = ["{slug}"]

[tool.pytest.ini_options]
pythonpath = ["."]
"""
README = """\
# {title}

A game for Ludotheque. The rules are in `{slug}/engine.py`, for players in `{slug}/rules/`.

```sh
ludotheque check-game {slug}   # plays it at random, and says what is wrong or missing
pytest                         # each rule as a test; `pip install pytest` if it is not there
pip install --no-deps .        # beside Ludotheque: the service offers it after its next start
```
"""


def write_game(slug: str, parent: Path) -> Path:
    """Write the package of a new game into a folder of its own, and return that folder."""
    title, class_name = slug.replace("_", " ").title(), "".join(part.title() for part in slug.split("_"))
    folder = parent / slug
    folder.mkdir()
    for file in sorted(SKELETON.rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts:
            path = file.relative_to(SKELETON)
            target = folder / path if path.parts[0] == TESTS else folder / slug / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(_rename_game(file.read_text(encoding="utf-8"), slug, title, class_name), encoding="utf-8")
    names = {
        "name": slug.replace("_", "-"),
        "title": title,
        "slug": slug,
        "group": ENTRY_POINTS,
        "version": __version__,
    }
    (folder / "pyproject.toml").write_text(PROJECT.format(**names), encoding="utf-8")
    (folder / "README.md").write_text(README.format(**names), encoding="utf-8")
    return folder


def _rename_game(text: str, slug: str, title: str, class_name: str) -> str:
    """A file of the skeleton with the names of the new game: its module, its classes and its title."""
    text = text.replace("service.authoring.skeleton", slug).replace("skeleton", slug)
    text = re.sub(r"\bSkeleton(?=Options|State|View|\(|$|,)", class_name, text, flags=re.MULTILINE)
    text = re.sub(r"(?<=import )Skeleton\b", class_name, text)
    return text.replace("Skeleton", title)


def main(slug: str, parent: Path) -> int:
    """Write the package, and say what to do next; 1 if the slug cannot be used."""
    problem = ""
    if not SLUG.fullmatch(slug):
        problem = f"{slug!r} is no slug: use small letters, digits and single underscores, such as `high_card`"
    elif slug in GAMES:
        problem = f"there is a game {slug!r} already"
    elif (parent / slug).exists():
        problem = f"{parent / slug} exists already"
    if problem:
        sys.stderr.write(f"ludotheque: {problem}\n")
        return 1
    folder = write_game(slug, parent)
    sys.stdout.write(f"{folder} is a complete game. Next: cd {folder} && ludotheque check-game {slug}\n")
    return 0
