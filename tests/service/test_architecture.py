"""docs/architecture.md keeps its word: a real action goes the way that is drawn there, and passes nothing else."""

import re
import sys
from types import FrameType
from typing import Any

from tests.support.http import InProcess, good
from tests.support.running import ROOT

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `([\w/.]+\.py)` \| `([\w.]+)` \|", re.M)


def way_of_an_action(client: InProcess) -> list[tuple[str, str]]:
    """Every function of the project that an accepted action calls, in order, with the file it is in."""
    table = client.create(options={"first_player": 0})
    action, called = table.legal(0)[0], []

    def note(frame: FrameType, event: str, _: Any) -> None:
        file = frame.f_code.co_filename
        if event == "call" and file.startswith(f"{ROOT}/") and not file.startswith((f"{ROOT}/tests", f"{ROOT}/.")):
            called.append((file.removeprefix(f"{ROOT}/"), frame.f_code.co_qualname.rpartition("<locals>.")[2]))

    sys.setprofile(note)
    try:
        answer = table.act(0, action, key="a key", match='"2.0"')
    finally:
        sys.setprofile(None)
    good(answer)
    return called


def test_an_action_goes_the_way_that_is_drawn(client: InProcess) -> None:
    called, at = way_of_an_action(client), 0
    rows = ROW.findall(PAGE)
    assert len(rows) > 20
    for row in rows:
        assert row in called[at:], f"{row} is not called, or not after the one before"
        at = called.index(row, at)


def test_it_passes_the_modules_that_the_page_names_and_no_other(client: InProcess) -> None:
    besides = re.findall(r"^The action also passes through (.*?)\n\n", PAGE, re.M | re.S)[0]
    named = {file for file, _ in ROW.findall(PAGE)} | set(re.findall(r"`(\w+/[\w/]+\.py)`", besides))
    named |= {f"service/base/{name}" for name in re.findall(r"`(\w+\.py)`", besides)}
    passed = {file for file, _ in way_of_an_action(client)}
    assert {file for file in passed if not file.startswith("engines/tokyo_poo_divers/")} == named


def test_every_file_and_room_it_names_is_there() -> None:
    for path in re.findall(r"`((?:service|schemas|engines)/[\w/]*(?:\.py)?)`", PAGE):
        assert (ROOT / path).exists(), path
