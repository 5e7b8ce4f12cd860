"""The README of the client keeps its word: its programs run as they are printed."""

import re
from pathlib import Path

import pytest

from tests.clients.runners import Client
from tests.clients.scenarios.test_calls import name_in, operations
from tests.support.http import LiveService
from tests.support.node import CLIENT, output_of, run

pytestmark = pytest.mark.clients
README = (CLIENT / "README.md").read_text(encoding="utf-8")
PROGRAM, *PIECES = re.findall(r"^```js\n(.*?)^```$", README, re.M | re.S)
CLASS = (CLIENT / "ludotheque.js").read_text(encoding="utf-8").partition("export class Table")[2].partition("\n}\n")[0]
MODULE = (CLIENT / "ludotheque.js").as_uri()
AROUND = """
import { Ludotheque, ValidationError, newKey } from "MODULE";
const api = new Ludotheque("URL");
const game = await api.createGame({ engine: "tchang", seats: [{ name: "Ana" }] });
const { token } = game.seats[0];
const stored = new Map();
const localStorage = {
  getItem: (name) => stored.get(name) ?? null,
  setItem: (name, value) => void stored.set(name, String(value)),
  removeItem: (name) => void stored.delete(name),
};
const lines = [];
const log = (...parts) => lines.push(parts);
const draw = (view, legal) => log("drawn", view.version, legal.actions.length > 0);
console.log = log;
{ CALLS
  log(engines.length, open.games.length, view.viewer, rules.length > 1000); }
{ ERROR }
{ LIVE
  while (table.state !== "live") await new Promise((go) => setTimeout(go, 10));
  table.close(); }
RELOAD
for await (const view of table.views()) break;
DECISION
table.close();
process.stdout.write(JSON.stringify({ lines, stored: [...stored.keys()], after: table.after }));
"""
"""A program that has all pieces of the README in it."""


def test_the_program_plays_a_whole_game(service: LiveService, tmp_path: Path) -> None:
    assert len(PROGRAM.strip().splitlines()) <= 11, "ten lines and one that is empty"
    program = tmp_path / "program.mjs"
    program.write_text(PROGRAM.replace("./ludotheque.js", MODULE).replace("http://localhost:8000", service.url))
    outcome = output_of(program)
    assert "winners: [" in outcome
    assert "reason: " in outcome


def test_its_pieces_run(service: LiveService, tmp_path: Path) -> None:
    text = AROUND.replace("MODULE", MODULE).replace("URL", service.url)
    for name, piece in zip(("CALLS", "ERROR", "LIVE", "RELOAD", "DECISION"), PIECES, strict=True):
        text = text.replace(name, piece)
    program = tmp_path / "pieces.mjs"
    program.write_text(text)
    result = run(program)
    called, error, *live = result["lines"]
    assert called == [5, 0, 0, True]
    assert error[0] == "validation_error"
    assert live[-2:] == [["ended"], ["The game is over."]]
    for arguments in (["connecting"], ["live"], ["drawn", 2, True], ["game_created", {"engine": "tchang"}]):
        assert arguments in live
    assert result["stored"] == ["after"], "the decision was sent, and is removed"
    assert result["after"] > 3


def test_it_names_what_there_is() -> None:
    named = set(re.findall(r"`(?:api|table)\.(\w+)", README)) | set(re.findall(r"`(\w+Game|\w+Seat)`", README))
    members = set(re.findall(r"^  (?:get |async \*?|static )?(\w+)\(", CLASS, re.M)) | set(
        re.findall(r"^  (\w+) = ", CLASS, re.M)
    )
    rows = re.findall(r"^\| (`.*?) \|", README.partition("## The live table")[2].partition("\n## ")[0], re.M)
    assert members - {"constructor", "views"} == {name for row in rows for name in re.findall(r"`(\w+)", row)} - {
        "after"
    }
    assert named <= {"table", "after", *members, *(name_in(Client("javascript"), name) for name in operations())}
    examples = {file.name for file in (CLIENT / "examples").glob("*.js")} - {"text.js"}
    assert set(re.findall(r"\(examples/(\w+\.js)\)", README)) == examples
