"""The other documents keep up with the code: what they list is all there is, and their links lead somewhere."""

import re
import tomllib
from pathlib import Path

import pytest
from prometheus_client import REGISTRY

ROOT = Path(__file__).parents[2]
PAGES = [str(page.relative_to(ROOT)) for page in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"))]


def text(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def anchors(page: Path) -> set[str]:
    """The names that the headings of a page go by."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    prose = re.sub(r"^```.*?^```$", "", text(page), flags=re.M | re.S)
    for link, anchor in re.findall(r"\]\(([^)#]*)#?([^)]*)\)", prose):
        if link.startswith("http"):
            continue
        path = ((ROOT / page).parent / link).resolve() if link else ROOT / page
        assert path.exists(), f"{page}: {link}"
        assert not anchor or anchor in anchors(path), f"{page}: {link}#{anchor}"


def test_every_dependency_has_its_reason() -> None:
    declared = tomllib.loads(text("pyproject.toml"))
    project, groups = declared["project"], declared["dependency-groups"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["dev"], *groups["build"]]
    names = {re.split(r"[\[~<>=]", line)[0] for line in wanted} | {"hiredis"}
    told = {
        name for row in re.findall(r"^\| ([\w, -]+) \|", text("docs/decisions.md"), re.M) for name in row.split(", ")
    }
    assert told - {"library", "tool"} == names


def test_every_metric_is_explained() -> None:
    import service.base.metrics  # noqa: F401  (it registers them)

    kept = {f"{m.name}_total" if m.type == "counter" else m.name for m in REGISTRY.collect()}
    told = set(re.findall(r"^\| `(ludotheque_\w+)` \|", text("docs/operations.md"), re.M))
    assert told == {name for name in kept if name.startswith("ludotheque_")}
