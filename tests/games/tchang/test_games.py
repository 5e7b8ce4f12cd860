"""Whole games: every position of the recorded ones, where random play seldom comes."""

from itertools import product

import msgspec
import pytest

from engines.chance import Chance
from engines.record import replay
from engines.shared_tomb.map import SQUARES
from engines.tchang.actions import Concede, DeclineRiddle, EndTurn, Lay, Move, Pass, Share
from tests.games.tchang.builders import ENGINE, rejection_reason
from tests.recordings import recordings

GAMES = recordings("tchang")
WON = [name for name in GAMES if "/won" in name]


def positions(name):
    """The table after the set-up and after each step of a recorded game."""
    return (state for state, _ in replay(ENGINE, GAMES[name]))


def test_each_way_of_ending_is_recorded_at_each_number_of_players():
    recorded = {(game.outcome.reason, len(game.seats)) for game in GAMES.values()}
    assert recorded == set(product(ENGINE.endings, range(1, 5)))


def test_a_riddle_solved_and_one_declined_are_recorded():
    last = {name: GAMES[name].actions[-1].action["type"] for name in WON}
    assert {"solve_riddle", "decline_riddle"} <= set(last.values())


def test_all_seats_win_or_none():
    for game in GAMES.values():
        everyone = list(range(len(game.seats)))
        assert game.outcome.winners == (everyone if game.outcome.reason == "won" else [])


@pytest.mark.parametrize("name", GAMES)
def test_statues_stones_pawns_and_the_sixty_fireflies_are_conserved(name):
    tables = [(ENGINE.inventory(state), state.options.rules.animals) for state in positions(name)]
    counts = [count for count, _ in tables]
    assert all(count == counts[0] for count in counts)
    assert counts[0]["fireflies"] == 60
    assert sum(number for thing, number in counts[0].items() if thing.startswith("stones")) == 21 + tables[0][1]
    assert [counts[0][figure] for figure in ("red", "green", "yellow", "blue", "tangram")] == [3, 3, 3, 3, 7]
    assert counts[0]["pawns"] == (3 if len(GAMES[name].seats) == 3 else 4)


@pytest.mark.parametrize("name", WON)
def test_whatever_any_seat_could_do_is_listed_or_rejected(name):
    few = [Pass(), EndTurn(), Concede(), DeclineRiddle(), Move(0, 1), Share(0, 1, 1)]
    everything = [*few, *(Move(pawn, square.id) for pawn in range(4) for square in SQUARES)]
    everything += [Lay(square.id) for square in SQUARES]
    everything += [Share(a, b, n) for a in range(4) for b in range(4) for n in (1, 2, 5, 13)]
    for state in positions(name):
        for seat in range(state.seats):
            legal = set(ENGINE.legal(state, seat))
            for action in everything if seat == state.turn else few:
                assert (action in legal) == (rejection_reason(state, action, seat) is None)


@pytest.mark.parametrize("name", WON)
def test_what_lies_face_down_stays_unknown_to_the_end(name):
    """Dealt afresh, the table looks the same to everyone, offers the same and asks the same."""
    changed = False
    for number, state in enumerate(positions(name)):
        view = ENGINE.view(state, 0)
        other = ENGINE.resample(view, 0, Chance(number.to_bytes(2, "big")))
        assert msgspec.json.encode(ENGINE.view(other, 0)) == msgspec.json.encode(view)
        assert ENGINE.turns(other) == ENGINE.turns(state)
        assert ENGINE.inventory(other) == ENGINE.inventory(state)
        for seat in range(state.seats):
            assert list(ENGINE.legal(other, seat)) == list(ENGINE.legal(state, seat))
        changed |= other.stones != state.stones and other.statues != state.statues
    assert changed


def test_every_viewer_sees_the_same():
    for state in positions(WON[0]):
        assert len({msgspec.json.encode(ENGINE.view(state, viewer)) for viewer in (None, *range(state.seats))}) == 1


def test_the_view_carries_the_map():
    view = ENGINE.view(next(positions(WON[0])), None)
    assert [square.id for square in view.map.squares] == list(range(len(SQUARES)))
    assert {kind for square in view.map.squares for kind in [square.kind]} == {"hall", "corridor", "corner", "dragon"}
    assert all(low < high < len(SQUARES) for low, high in view.map.edges)


def test_the_view_counts_what_has_been_seen():
    for state in positions("tchang/won_4.json"):
        view = ENGINE.view(state, None)
        biting = [pawn.square for pawn in state.pawns if pawn.bitten]
        face_down = [at for at, face in enumerate(state.stones) if face is not None and at not in biting]
        hidden = sorted(face for at, face in enumerate(state.stones) if face is not None and at not in biting)
        assert view.stones == face_down
        assert view.animals == sorted(biting)
        assert sorted(count.face for count in view.stones_by_face for _ in range(count.hidden)) == hidden
        figures = [state.statues[square] for square in state.uncovered]
        assert view.tangrams == figures.count("tangram")
        assert sum(view.dragons.values()) == len(figures) - view.tangrams
