"""docs/mutants.md: the survivors that do not matter, each with its reason."""

import re
from dataclasses import dataclass
from pathlib import Path

from tests.mutants.source import Key, Mutant, squeezed

PAGE = "docs/mutants.md"
ENTRY = re.compile(
    r"^```diff\n--- (?P<path>[^\s:]+)(?:: (?P<scope>\S+))?\n(?P<before>(?:-.*\n)*)(?P<after>(?:\+.*\n)*)```\n\s*"
    r"(?P<reason>(?:(?!```|#|\n).+\n?)*)",
    re.MULTILINE,
)


@dataclass(frozen=True)
class Listed:
    """A survivor on the page."""

    key: Key
    reason: str

    @property
    def path(self) -> str:
        return self.key[0]


def listed(root: Path) -> list[Listed]:
    """Every entry of the page."""
    page = root / PAGE
    text = page.read_text(encoding="utf-8") if page.exists() else ""
    found = []
    for entry in ENTRY.finditer(text.partition("\n## Survivors that do not matter\n")[2]):
        before, after = (
            squeezed(re.sub(r"^[-+]", "", entry[part], flags=re.MULTILINE)) for part in ("before", "after")
        )
        key = entry["path"], entry["scope"] or "", before, after
        found.append(Listed(key, " ".join(entry["reason"].split())))
    return found


def written(mutant: Mutant) -> str:
    """A mutant as the page lists it."""
    head = f"--- {mutant.path}" + (f": {mutant.scope}" if mutant.scope else "")
    lines = [*(f"-{line}" for line in mutant.before.splitlines()), *(f"+{line}" for line in mutant.after.splitlines())]
    return "\n".join([head, *lines])
