"""docs/verify.mjs: a record checked in another language, by nothing of the service's code.

Where node is not installed, the same cases are verified by parts of the page: the same steps in Python's standard
library, with the outlines read out of the page itself.
"""

import hashlib
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

from engines.chance import Chance, commitment, game_seed
from engines.tokyo_poo_divers.content import LAYOUTS
from tests.support.finished import finished_table
from tests.support.http import InProcess, Json, Table, assert_ok
from tests.support.running import ROOT
from tests.support.tables import settings_of

VERIFIER = ROOT / "docs" / "verify.mjs"
REDEALT = ROOT / "engines" / "tokyo_poo_divers" / "web" / "deal.js"
"""What it deals again with, and the page too."""
NODE = shutil.which("node")
FACES = {"F": "find", "X": "blank", "Z": "sleeper"}


class VerificationResult(NamedTuple):
    code: int
    covers: list[str]


def verified(directory: Path, record: Json, shown: str, log: Json) -> VerificationResult:
    """What the verifier says of a record."""
    (directory / "record.json").write_text(json.dumps(record))
    (directory / "log.json").write_text(json.dumps(log))
    if NODE is None:
        return by_hand(record, shown, log)
    arguments = [str(directory / "record.json"), "--commitment", shown, "--log", str(directory / "log.json")]
    run = subprocess.run([NODE, str(VERIFIER), *arguments], capture_output=True, text=True, timeout=60, check=False)
    assert run.stderr == ""
    assert ("WRONG" in run.stdout) == (run.returncode == 1)
    return VerificationResult(run.returncode, re.findall(r"^  ([FXZ.]+)$", run.stdout, re.MULTILINE))


def outlines() -> dict[str, tuple[str, ...]]:
    """The outlines as the page has them."""
    text = REDEALT.read_text().partition("const OUTLINES = {")[2].partition("};")[0]
    return {name: tuple(rows.split()) for name, rows in re.findall(r'(\w+):\s+"([#. ]+)"', text)}


def by_hand(record: Json, shown: str, log: Json) -> VerificationResult:
    rest = {name: value for name, value in record.items() if name != "record_hash"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    server_seed = bytes.fromhex(record["server_seed"])
    right = hashlib.sha256(text.encode()).hexdigest() == record["record_hash"] and commitment(server_seed) == shown
    covers: list[str] = []
    if record["engine"] == "tokyo_poo_divers":
        options = record["options"]
        rows = options["rows"] if options["layout"] == "custom" else outlines()[options["layout"]]
        seed = game_seed(server_seed, record["id"], [seat["entropy"] for seat in record["seats"]])
        cards = iter(Chance(seed).shuffled("F" * 42 + "X" * 14 + "Z" * 14))
        covers = ["".join(next(cards) if place == "#" else "." for place in row) for row in rows]
        for event in log["events"]:
            if event["type"] == "cover_opened":
                row, column = event["data"]["cell"]
                right = right and FACES[covers[row][column]] == event["data"]["face"]
    return VerificationResult(0 if right else 1, covers)


def case(client: InProcess, slug: str, seats: int, options: Json, number: int) -> tuple[Table, Json, str, Json]:
    table = finished_table(client, slug, seats, options, number, gaps=1)
    record, log = assert_ok(client.get(f"{table.path}/record")), {"events": table.events()}
    return table, record, table.view()["seed_commitment"], log


def test_the_verifier_reproduces_the_vectors_of_the_fairness_page() -> None:
    if NODE is None:
        assert outlines() == LAYOUTS  # the vectors themselves are held against the code in tests/engines
        return
    page = str(ROOT / "docs" / "fairness.md")
    run = subprocess.run([NODE, str(VERIFIER), "--vectors", page], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.count("right") >= 14


def test_the_verifier_has_every_outline() -> None:
    assert outlines() == LAYOUTS


def test_the_verifier_agrees_with_every_record(slug: str, client: InProcess, tmp_path: Path) -> None:
    for number, (seats, options) in enumerate(settings_of(slug)[:4]):
        table, record, shown, log = case(client, slug, seats, options, number)
        result = verified(tmp_path, record, shown, log)
        assert result.code == 0
        if slug == "tokyo_poo_divers":
            board = table.view()["state"]["board"]
            assert len(board) == len(result.covers)
            for seen, laid in zip("".join(board), "".join(result.covers), strict=True):
                assert seen in ("#", laid)


def test_the_verifier_finds_what_was_changed(client: InProcess, tmp_path: Path) -> None:
    _, record, shown, log = case(client, "tokyo_poo_divers", 2, {}, 5)
    opened = next(n for n, event in enumerate(log["events"]) if event["type"] == "cover_opened")
    other_face = next(face for face in FACES.values() if face != log["events"][opened]["data"]["face"])
    lying = json.loads(json.dumps(log))
    lying["events"][opened]["data"]["face"] = other_face
    assert verified(tmp_path, record, shown, lying).code == 1
    assert verified(tmp_path, record, "0" * 64, log).code == 1
    assert verified(tmp_path, record | {"server_seed": "00" * 32}, shown, log).code == 1
    named = json.loads(json.dumps(record))
    named["seats"][0]["name"] = "Zoë 🎲\u0001\u2028"
    assert verified(tmp_path, named, shown, log).code == 1
    rest = {name: value for name, value in named.items() if name != "record_hash"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert verified(tmp_path, named | {"record_hash": hashlib.sha256(text.encode()).hexdigest()}, shown, log).code == 0


@pytest.mark.parametrize("arguments", [[], ["no-such-file.json"], [str(VERIFIER)]])
def test_the_verifier_says_so_when_it_cannot_read(arguments: list[str]) -> None:
    if NODE is None:
        assert "process.exit(2)" in VERIFIER.read_text()
        return
    run = subprocess.run([NODE, str(VERIFIER), *arguments], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.count("\n") <= 2
