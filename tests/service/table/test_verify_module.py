"""web/verify.js: its hashes against Python's, and what it says of records that are right and of others."""

import hashlib
import hmac
import subprocess
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.finished import finished_table
from tests.support.http import InProcess, Json, assert_ok
from tests.support.running import ROOT

pytestmark = pytest.mark.browser

MODULE = ROOT / "web" / "verify.js"
DEAL = ROOT / "engines" / "tokyo_poo_divers" / "web" / "deal.js"
PROGRAM = """
import { readFileSync } from "node:fs";
const { sha256, hmac, canonical, hex, unhex, verify } = await import(process.argv[1]);
const deals = { tokyo_poo_divers: await import(process.argv[2]) };
const questions = JSON.parse(readFileSync(0, "utf-8"));
const functions = {
  hashes: ({ key, message }) => [hex(sha256(unhex(message))), hex(hmac(unhex(key), unhex(message)))],
  canonical: (value) => canonical(value),
  verify: ({ record, known }) => verify(record, { ...known, checkDraws: deals[record.engine]?.checkDraws }),
};
console.log(JSON.stringify(questions.map(([name, argument]) => functions[name](argument))));
"""
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=4)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)


def run_module(questions: list[tuple[str, Any]]) -> list[Any]:
    """The results of the module, in node."""
    program = ["node", "--input-type=module", "-e", PROGRAM, str(MODULE), str(DEAL)]
    done = subprocess.run(program, input=msgspec.json.encode(questions), capture_output=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    results: list[Any] = msgspec.json.decode(done.stdout)
    return results


def test_its_hashes_are_those_of_the_standard() -> None:
    """Every length around the borders of blocks, and keys that are shorter and longer than a block."""
    messages = [bytes((7 * n + 11 * length) % 256 for n in range(length)) for length in [*range(140), 1000, 65537]]
    keys = [message[: length % 131] for length, message in enumerate(messages)]
    cases = list(zip(keys, messages, strict=True))
    questions = [("hashes", {"key": key.hex(), "message": message.hex()}) for key, message in cases]
    due = [[hashlib.sha256(message).hexdigest(), hmac.digest(key, message, "sha256").hex()] for key, message in cases]
    assert run_module(questions) == due


@settings(max_examples=10)
@given(st.lists(VALUES, min_size=20, max_size=60))
def test_canonical_json_is_the_same_in_both_languages(values: list[Any]) -> None:
    high = {"\uff5e": 1, "\U0001f4a9": 2}  # these two have another order in UTF-16
    due = [msgspec.json.encode(value, order="sorted").decode() for value in [high, *values]]
    assert run_module([("canonical", value) for value in [high, *values]]) == due


def changed(document: Json, **parts: Any) -> Json:
    return {**msgspec.json.decode(msgspec.json.encode(document)), **parts}


def with_record_hash(record: Json) -> Json:
    """With the hash that its content has."""
    rest = {name: value for name, value in record.items() if name != "record_hash"}
    return rest | {"record_hash": hashlib.sha256(msgspec.json.encode(rest, order="sorted")).hexdigest()}


def test_every_step_says_whether_it_is_right(client: InProcess) -> None:
    table = finished_table(client, "tokyo_poo_divers", 3, {"layout": "heart"}, 3, gaps=1)
    record, log, shown = assert_ok(client.get(f"{table.path}/record")), table.events(), table.view()["seed_commitment"]
    other_seats = [seat | {"entropy": "another"} for seat in record["seats"]]
    uncommitted = {name: value for name, value in record.items() if name != "seed_commitment"}
    known = {"commitment": shown, "log": log}
    first = next(event["seat"] for event in log if event["type"] == "turn_began")
    passed = [event | {"seat": (first + 1) % 3} if event["type"] == "turn_began" else event for event in log]
    cases = [
        (record, known, set()),
        (changed(record, rules_version="x"), known, {"hash"}),
        (record, known | {"commitment": "0" * 64}, {"commitment"}),
        (with_record_hash(changed(record, server_seed="00" * 32)), known, {"commitment", "draws"}),
        (with_record_hash(changed(record, seats=other_seats)), known, {"draws"}),
        (with_record_hash(changed(record, seed_commitment="0" * 64)), known, {"commitment"}),
        (record, known | {"log": passed}, {"draws"}),
        (with_record_hash(uncommitted), known, {"commitment"}),
        (with_record_hash(uncommitted), {"log": log}, {"commitment"}),
    ]
    results = run_module([("verify", {"record": forged, "known": known}) for forged, known, _ in cases])
    assert [[line["step"] for line in lines] for lines in results] == [["commitment", "hash", "draws"]] * len(cases)
    assert [{line["step"] for line in lines if line["wrong"]} for lines in results] == [wrong for _, _, wrong in cases]


def test_only_what_is_known_is_checked(client: InProcess) -> None:
    """Without the events there are no draws, and of other games none either."""
    knowing: dict[str, Json] = {"tokyo_poo_divers": {}, "dragon_fights": {"log": []}}
    for slug, known in knowing.items():
        table = finished_table(client, slug, 2, {}, 4, gaps=1)
        (lines,) = run_module([("verify", {"record": assert_ok(client.get(f"{table.path}/record")), "known": known})])
        assert lines == [{"step": "commitment", "wrong": ""}, {"step": "hash", "wrong": ""}]
