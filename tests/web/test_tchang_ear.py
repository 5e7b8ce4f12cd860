"""T'Chang by ear: the page's replay shows what a spectator saw, with any number of players and any options."""

import subprocess
from typing import Any

import msgspec
import pytest

from engines.contract import logged
from engines.tchang.actions import DeclineRiddle, SolveRiddle
from engines.tchang.plan import choose
from tests.engines.tchang.solutions import SOLUTIONS
from tests.engines.tchang.tracing import pieces_of
from tests.support.running import ROOT
from tests.support.tables import Table, open_table, options_for, seed_of
from tests.web.ears import EARS, heard

pytestmark = pytest.mark.browser
EASY = {"difficulty": "easy", "fireflies": 9, "riddle": True}


def test_the_page_follows_tchang_by_ear() -> None:
    assert heard("tchang", games=2).endswith("right\n")


@pytest.mark.parametrize("solved", [True, False])
def test_the_page_follows_the_way_out_and_the_riddle_by_ear(solved: bool) -> None:
    """Random players never get out; sensible ones do nine times in ten."""
    table, states = next(game for game in map(way_out, range(20)) if game[0].state.phase == "riddle")
    do(table, states, 1, DeclineRiddle())
    figure = next(iter(SOLUTIONS[table.state.exit].values()))
    do(table, states, 0, SolveRiddle(tuple(pieces_of(figure))) if solved else DeclineRiddle())
    assert states[-1]["phase"] == "over"
    assert told(table, states) == f"{len(states)} right\n"


def way_out(number: int) -> tuple[Table, list[Any]]:
    """A game of two sensible players up to the riddle or the end, and what a spectator saw after each step."""
    table = open_table("tchang", 2, options_for("tchang", EASY), seed_of(number))
    states = [seen(table)]
    while table.state.phase in ("move", "share"):
        do(table, states, table.state.turn, choose(table.engine.view(table.state, None), table.state.turn))
    return table, states


def do(table: Table, states: list[Any], seat: int, action: Any) -> None:
    table.events.append(table.engine.play(table.state, seat, action, table.seed))
    states.append(seen(table))


def seen(table: Table) -> Any:
    return msgspec.json.decode(msgspec.json.encode(table.engine.view(table.state, None)))


def told(table: Table, states: list[Any]) -> str:
    """What the ear made of this game."""
    started = {"type": "game_started", "seat": None, "version": 2, "data": {}}
    events = [started] + [
        {"type": event.type, "seat": event.seat, "version": version, "data": event.data}
        for version, step in enumerate(table.events, 2)
        for event in map(logged, step)
    ]
    line = msgspec.json.encode({"events": events, "states": states, "seats": table.seats})
    ear = ROOT / "web" / "games" / "tchang" / "ear.js"
    done = subprocess.run(["node", str(EARS), str(ear)], input=line, capture_output=True, timeout=60, check=False)
    assert done.returncode == 0, (done.stdout + done.stderr).decode()[:3000]
    return done.stdout.decode()
