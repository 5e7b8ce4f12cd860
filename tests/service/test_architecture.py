"""docs/architecture.md keeps its word: a real action calls what is listed there, in that order, and nothing else."""

import re
from collections.abc import Callable

from tests.service.trace_requests import TRACES, files_and_jumps, measure, trace_action
from tests.support.http import InProcess
from tests.support.running import ROOT

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `([\w/.]+\.py)` \| `([\w.]+)` \|", re.M)


def test_an_action_goes_the_way_that_is_drawn(client: InProcess) -> None:
    called, at = trace_action(client), 0
    rows = ROW.findall(PAGE)
    assert len(rows) > 20
    for row in rows:
        assert row in called[at:], f"{row} is not called, or not after the one before"
        at = called.index(row, at)


def test_it_passes_the_modules_that_the_page_names_and_no_other(client: InProcess) -> None:
    besides = re.findall(r"^The action also passes through (.*?)\n\n", PAGE, re.M | re.S)[0]
    named = {file for file, _ in ROW.findall(PAGE)} | set(re.findall(r"`(\w+/[\w/]+\.py)`", besides))
    named |= {f"service/{name}" for name in re.findall(r"`(\w+\.py)`", besides)}
    passed = {file for file, _ in trace_action(client)}
    assert {file for file in passed if not file.startswith("engines/tokyo_poo_divers/")} == named


def test_every_file_and_package_it_names_is_there() -> None:
    for path in re.findall(r"`((?:service|schemas|engines)/[\w/]*(?:\.py)?)`", PAGE):
        assert (ROOT / path).exists(), path


def test_files_and_jumps_are_counted(client: InProcess, record_property: Callable[[str, object], None]) -> None:
    figures = measure(client)
    record_property("files and jumps", ", ".join(f"{name} {files}/{jumps}" for name, (files, jumps) in figures.items()))
    assert figures.keys() == TRACES.keys()
    assert files_and_jumps([("a.py", "f"), ("b.py", "g"), ("b.py", "h"), ("a.py", "f")]) == (2, 2)
