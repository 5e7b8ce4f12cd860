"""The page computes every state of a game from its events alone, so that a finished game can be replayed."""

from typing import Any

import pytest

from engines.record import replay
from engines.registry import ENGINES, GAMES
from engines.tchang.actions import DeclineRiddle, SolveRiddle
from engines.tchang.plan import choose
from engines.tokyo_poo_divers.bank import Purse
from tests.games.tchang.solutions import SOLUTIONS, pieces_of
from tests.recordings import recordings
from tests.support.http import Json
from tests.support.tables import Table, open_table, options_for, seed_of
from tests.web.reducer_games import count_right, game, random_games, spectator_state

pytestmark = pytest.mark.browser
WITH_REDUCER = pytest.mark.parametrize(
    "slug", [slug for slug in ENGINES if (GAMES[slug].folder / "web" / "reducer.js").exists()]
)
EASY = {"difficulty": "easy", "fireflies": 9, "riddle": True}


@WITH_REDUCER
def test_random_games(slug: str) -> None:
    assert count_right(slug, random_games(slug, times=2)) > 500


@WITH_REDUCER
def test_recorded_games(slug: str) -> None:
    """Also what random players hardly ever come to, such as a throw that is decided by lot."""
    games, engine = [], ENGINES[slug]
    for record in recordings(slug).values():
        steps = [(events, spectator_state(engine, state)) for state, events in replay(engine, record)]
        games.append(game(len(record.seats), [events for events, _ in steps], [state for _, state in steps]))
    assert count_right(slug, games) > 100


def test_an_empty_bank(monkeypatch: pytest.MonkeyPatch) -> None:
    """Random divers earn too little to empty the whole bank, so they play for a small one."""
    monkeypatch.setattr("engines.tokyo_poo_divers.engine.full_bank", lambda: Purse(brown=6, golden=4))
    assert count_right("tokyo_poo_divers", random_games("tokyo_poo_divers")) > 100


@pytest.mark.parametrize("solved", [True, False])
def test_the_way_out_and_the_riddle(solved: bool) -> None:
    """Random players never get out; sensible ones do nine times in ten."""
    table, states = next(game for game in map(way_out, range(20)) if game[0].state.phase == "riddle")
    act(table, states, 1, DeclineRiddle())
    figure = next(iter(SOLUTIONS[table.state.exit].values()))
    act(table, states, 0, SolveRiddle(tuple(pieces_of(figure))) if solved else DeclineRiddle())
    assert states[-1]["phase"] == "over"
    assert count_right("tchang", [game(table.seats, table.events, states)]) == len(states)


def way_out(number: int) -> tuple[Table, list[Json]]:
    """A game of two sensible players up to the riddle or the end, and the spectator's state after each step."""
    table = open_table("tchang", 2, options_for("tchang", EASY), seed_of(number))
    states = [spectator_state(table.engine, table.state)]
    while table.state.phase in ("move", "share"):
        act(table, states, table.state.turn, choose(table.engine.view(table.state, None), table.state.turn))
    return table, states


def act(table: Table, states: list[Json], seat: int, action: Any) -> None:
    table.events.append(table.engine.play(table.state, seat, action, table.seed))
    states.append(spectator_state(table.engine, table.state))
