"""The README of the client keeps its word: its programs run as they are printed."""

import re
from pathlib import Path

import pytest

from tests.clients.javascript.test_operations import operations
from tests.support.http import LiveService
from tests.support.node import CLIENT, printed, run

pytestmark = pytest.mark.clients
README = (CLIENT / "README.md").read_text(encoding="utf-8")
PROGRAM, *PIECES = re.findall(r"^```js\n(.*?)^```$", README, re.M | re.S)
MODULE = (CLIENT / "ludotheque.js").as_uri()
AROUND = """
import { Ludotheque, Refusal, newKey } from "MODULE";
const api = new Ludotheque("URL");
const game = await api.createGame({ engine: "tchang", seats: [{ name: "Ana" }] });
const { token } = game.seats[0];
const kept = new Map();
const localStorage = {
  getItem: (name) => kept.get(name) ?? null,
  setItem: (name, value) => void kept.set(name, String(value)),
  removeItem: (name) => void kept.delete(name),
};
const said = [];
const say = (...words) => said.push(words);
const draw = (view, legal) => say("drawn", view.version, legal.actions.length > 0);
console.log = say;
{ CALLS
  say(engines.length, open.games.length, view.viewer, rules.length > 1000); }
{ REFUSAL }
{ LIVE
  while (table.state !== "live") await new Promise((go) => setTimeout(go, 10));
  table.close(); }
RELOAD
for await (const view of table.views()) break;
DECISION
table.close();
process.stdout.write(JSON.stringify({ said, kept: [...kept.keys()], last: table.last }));
"""
"""A program that has all pieces of the README in it."""


def test_the_program_plays_a_whole_game(service: LiveService, tmp_path: Path) -> None:
    assert len(PROGRAM.strip().splitlines()) <= 11, "ten lines and one that is empty"
    program = tmp_path / "program.mjs"
    program.write_text(PROGRAM.replace("./ludotheque.js", MODULE).replace("http://localhost:8000", service.url))
    outcome = printed(program)
    assert "winners: [" in outcome
    assert "reason: " in outcome


def test_its_pieces_run(service: LiveService, tmp_path: Path) -> None:
    text = AROUND.replace("MODULE", MODULE).replace("URL", service.url)
    for name, piece in zip(("CALLS", "REFUSAL", "LIVE", "RELOAD", "DECISION"), PIECES, strict=True):
        text = text.replace(name, piece)
    program = tmp_path / "pieces.mjs"
    program.write_text(text)
    told = run(program)
    called, refused, *live = told["said"]
    assert called == [5, 0, 0, True]
    assert refused[0] == "validation_error"
    assert live[-2:] == [["ended"], ["The game is over."]]
    for words in (["connecting"], ["live"], ["drawn", 2, True], ["game_created", {"engine": "tchang"}]):
        assert words in live
    assert told["kept"] == ["last"], "the decision was taken, and is forgotten"
    assert told["last"] > 3


def test_it_names_what_there_is() -> None:
    named = set(re.findall(r"`(?:api|table)\.(\w+)", README)) | set(re.findall(r"`(\w+Game|\w+Seat)`", README))
    assert named <= {"table", "view", "last", "views", "act", "now", *operations()}
    examples = {file.name for file in (CLIENT / "examples").glob("*.js")} - {"text.js"}
    assert set(re.findall(r"\(examples/(\w+\.js)\)", README)) == examples
