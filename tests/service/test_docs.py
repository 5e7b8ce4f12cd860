"""The other documents keep up with the code: what they list is all there is, and their links lead somewhere."""

import json
import re
import tomllib
from importlib import import_module
from pathlib import Path

import pytest
from prometheus_client import REGISTRY

from service.metrics import bot_gauges, store_gauges
from service.settings import READERS, Settings, read

ROOT = Path(__file__).parents[2]
TEST = re.compile(r"def (test_\w+)")
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
    extras = [line for extra in project["optional-dependencies"].values() for line in extra]
    wanted = [*project["dependencies"], *extras, *(line for group in groups.values() for line in group)]
    packages = json.loads(text("tests/clients/node/package.json"))["dependencies"]
    packages |= json.loads(text("clients/javascript/package.json"))["devDependencies"]
    names = {re.split(r"[\[~<>=]", line)[0] for line in wanted} | {"hiredis"} | set(packages)
    documented = {
        name for row in re.findall(r"^\| ([\w@/, -]+) \|", text("docs/decisions.md"), re.M) for name in row.split(", ")
    }
    assert documented - {"library", "tool"} == names


def test_every_metric_is_explained() -> None:
    metrics = [*REGISTRY.collect(), *store_gauges([], {}), *bot_gauges(None)]
    exported = {f"{metric.name}_total" if metric.type == "counter" else metric.name for metric in metrics}
    documented = set(re.findall(r"^\| `(ludotheque_\w+)` \|", text("docs/operations.md"), re.M))
    assert documented == {name for name in exported if name.startswith("ludotheque_")}


def bounds() -> list[tuple[str, str, str]]:
    """The table of bounds: what is bounded, the number, and what holds it."""
    return re.findall(r"^\| (.+?) \| `([^`]+)`.*? \| `([\w.]+)` \|$", text("docs/security.md"), re.M)


@pytest.mark.parametrize(("what", "number", "holder"), bounds())
def test_every_bound_is_the_code_s(what: str, number: str, holder: str) -> None:
    if "." in holder:
        module, _, name = holder.rpartition(".")
        assert str(getattr(import_module(module), name)) == number, what
    else:
        assert read({holder: number}) == Settings(), f"{what}: {holder} is not {number} by default"


def test_every_setting_that_bounds_something_is_among_the_bounds() -> None:
    named = {holder for _, _, holder in bounds()}
    wanted = {name.upper() for name in READERS if re.search("max|ttl|limit|timeout|per_", name)}
    assert wanted <= named
    limits = {number.partition("=")[0] for _, number, holder in bounds() if holder == "RATE_LIMITS"}
    assert limits == set(Settings().rate_limits)


def test_every_promise_about_secrets_names_tests_that_there_are() -> None:
    rows = re.findall(r"^\| .+? \| (\[`tests/.+) \|$", text("docs/security.md"), re.M)
    assert len(rows) > 5
    for row in rows:
        tests = {name for file in re.findall(r"\[`(tests/[\w/.]+)`\]", row) for name in TEST.findall(text(file))}
        named = re.findall(r"`(test_\w+)`", row)
        assert named, row
        assert set(named) <= tests, row
