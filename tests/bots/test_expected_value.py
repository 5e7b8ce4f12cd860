"""Expected values in the games that compute them, on tables where one knows what is right."""

import pytest
from msgspec.structs import replace

from bots import FastRandom, choose
from engines.chance import Chance
from engines.dragon_fights.actions import Flip, Take
from engines.registry import ENGINES
from engines.shared_tomb.map import PLACES
from engines.shared_tomb.stones import ANIMAL, STONES
from engines.tokyo_poo_divers.actions import Bank, Peek, Risk
from engines.tokyo_poo_divers.content import BLANK, FIND, SLEEPER
from engines.tokyo_poo_divers.heuristic import Lookahead, Odds, PooHeuristic
from engines.tokyo_poo_divers.state import Turn

DECIDING = Turn(0, points=1, finds=1, diver=27, last=27)
DRAGON, POO = ENGINES["dragon_fights"], ENGINES["tokyo_poo_divers"]


def in_a_go(mine, rivals, turned, down):
    """Seat 0 has turned these stones over and may go on."""
    state, _ = DRAGON.new(2, DRAGON.options_type(), Chance(bytes(32)))
    state.phase, state.player, state.choosing = "decide", 0, []
    state.taken = [list(mine), list(rivals)]
    faces = [*turned, *down]
    state.stones = [0] * len(state.stones)
    for square, face in zip(PLACES, faces, strict=False):
        state.stones[square] = face
    state.turned = list(PLACES[: len(turned)])
    return state


def chosen(engine, state, level="search"):
    return choose(engine, engine.view(state, 0), 0, level, FastRandom(b"luck"), iterations=1)


def shared_out(down, turned, mine):
    """The rest of the 25 stones, with so many fireflies for seat 0 and what is left for the rival."""
    rest = sorted(STONES)
    for face in [*down, *turned]:
        rest.remove(face)
    own = []
    for face in reversed([face for face in rest if face != ANIMAL]):
        if sum(own) + face <= mine:
            own.append(face)
            rest.remove(face)
    return own, [face for face in rest if face != ANIMAL]


def test_who_has_won_by_stopping_stops():
    """Greedy goes on: a stone brings more on average than an animal costs."""
    down, turned = [ANIMAL] * 4 + [4, 4, 2], [1]
    state = in_a_go(*shared_out(down, turned, 30), turned, down)
    assert sum(state.taken[0]) + 1 > sum(state.taken[1]) + 10
    assert isinstance(chosen(DRAGON, state, "greedy"), Flip)
    assert chosen(DRAGON, state) == Take()


def street(opened, turn, phase="decide"):
    """A street where these covers are open, and all that were opened are finds."""
    state, _ = POO.new(2, POO.options_type(), Chance(bytes(32)))
    faces = sorted(state.faces + state.leftover)
    order = [*opened, *(cover for cover in range(64) if cover not in opened)]
    at = dict(zip(order, faces, strict=False))
    state.faces = "".join(at[cover] for cover in range(64))
    state.leftover = "".join(faces[64:])
    state.opened = [cover in opened for cover in range(64)]
    state.turn, state.phase = turn, phase
    return state


def test_a_diver_peeks_where_the_next_one_will_not_dive():
    state = street([0, 1, 2, 8, 10, 16, 17, 18, 60, 61], Turn(0), "peek")
    odds = Odds(state, 0)
    best = max(odds.closed, key=odds.expected_points)
    for level in ("greedy", "search"):
        assert isinstance(chosen(POO, state, level), Peek)
        assert chosen(POO, state, level) != Peek(state.options.cells[best])


def test_the_expected_value_is_the_average_of_what_can_turn_up():
    """A risk and then the bank, played for each face; the odds after it differ a little, as a card more is known."""
    average, odds = 0.0, Odds(street([27], DECIDING), 0)
    for face, chance in [(FIND, odds.find), (BLANK, odds.blank), (SLEEPER, 1 - odds.find - odds.blank)]:
        state = street([27], replace(DECIDING))
        there = state.faces.index(face, 28)
        faces = list(state.faces)
        faces[19], faces[there] = faces[there], faces[19]
        state.faces = "".join(faces)
        POO.apply(state, 0, Risk("n"), Chance(bytes(32)))
        if state.phase == "decide":
            POO.apply(state, 0, Bank(), Chance(bytes(32)))
        average += chance * PooHeuristic().evaluate(state)[0]
    assert Lookahead(street([27], DECIDING), 0).risk(27, "n", 1, 1, 1) == pytest.approx(average, abs=0.003)


def test_a_point_that_wins_the_game_is_not_risked():
    """The bank holds one point: whoever gets it ends the game, and greedy would risk it."""
    state = street([27], DECIDING)
    state.bank.golden, state.bank.brown = 0, 1
    state.purses[0].golden, state.purses[1].golden = 10, 10
    assert isinstance(chosen(POO, state, "greedy"), Risk)
    assert chosen(POO, state) == Bank()
