"""What divers know of closed covers, and what bots make of it."""

import pytest

from bots import FastRandom, choose, learn
from engines.engine import logged
from engines.tokyo_poo_divers.actions import Dive
from engines.tokyo_poo_divers.heuristic import Odds
from engines.tokyo_poo_divers.options import PooOptions
from engines.tokyo_poo_divers.remember import Looked, Seen
from tests.games.tokyo_poo_divers.builders import POO, sewer

FORGETFUL = PooOptions(remember_peeks=False)


class Witness:
    """A table, and what each seat remembers of it."""

    def __init__(self, *drawing, seats=2, options=FORGETFUL, fill="x"):
        self.table, self.events = sewer(*drawing, seats=seats, options=options, fill=fill), []

    def do(self, *events):
        for one in events:
            self.events += one

    def known(self, seat, level="search"):
        knowledge = learn(POO, (), map(logged, self.events), seat, level)
        assert POO.agrees(self.table.state, knowledge)
        return knowledge

    def thinks(self, seat, level="search"):
        """A table on which a bot in this seat thinks."""
        return POO.resample(self.table.view(seat), seat, FastRandom(b"deal"), self.known(seat, level))

    def chosen(self, level):
        seat = self.table.state.turn.seat
        known, luck = self.known(seat, level), FastRandom(b"luck")
        return choose(POO, self.table.view(seat), seat, level, luck, knowledge=known, iterations=1)


def test_a_diver_remembers_what_was_under_a_cover_and_the_others_that_it_was_looked_under():
    street = Witness("xfxf")
    street.do(street.table.dive(0, 0), street.table.peek(0, 1))
    assert street.known(0) == (Seen((0, 1), "F"),)
    assert street.known(1) == (Looked((0, 1), 0),)
    assert street.thinks(0).faces[1] == "F"


def test_a_cover_that_was_opened_is_in_the_view():
    street = Witness("xfxf")
    street.do(street.table.dive(0, 0), street.table.peek(0, 1), street.table.dive(0, 1), street.table.bank())
    assert street.known(0) == street.known(1) == ()


@pytest.mark.parametrize("level", ["greedy", "search"])
def test_bots_dive_where_they_have_seen_the_best_find_though_the_view_has_forgotten_it(level):
    """Where they have not looked, a dive would count one find more."""
    street = Witness("FfFxxFxF", "FFxxxFFF", "xxx")
    street.do(street.table.dive(2, 0), street.table.peek(0, 1), street.table.dive(2, 1), street.table.peek(5, 5))
    assert street.table.view(0).peeks[0].face is None
    assert street.chosen(level) == Dive((0, 1))


def avoided():
    """Seat 1 has looked under the cover between five finds, and then dived elsewhere."""
    street = Witness("FxF", "FFF", "xxx", options=PooOptions())
    street.do(street.table.dive(7, 7), street.table.peek(7, 0))
    street.do(street.table.dive(7, 6), street.table.peek(0, 1))
    street.do(street.table.dive(7, 5), street.table.peek(7, 1))
    assert street.known(0)[-1] == Seen((7, 1), "X")
    assert Looked((0, 1), 1) in street.known(0)
    street.do(street.table.dive(7, 4), street.table.peek(7, 2))
    assert Looked((0, 1), 1, (7, 4)) in street.known(0)
    return street


@pytest.mark.parametrize("level", ["greedy", "search"])
def test_a_cover_that_looks_best_and_was_avoided_is_worse_than_it_looks(level):
    street = avoided()
    before, after = Odds(street.table.state, 0), Odds(street.thinks(0, level), 0)
    assert max(before.closed, key=before.expected_points) == 1
    assert after.probabilities(1)[0] < after.probabilities(30)[0] / 2
    assert sum(after.probabilities(1)) < 1
    assert street.chosen(level) != Dive((0, 1))


def test_a_cover_that_promised_less_than_where_its_diver_went_is_as_good_as_any():
    street = Witness("FfF", "FFF", "xxx", options=PooOptions())
    street.do(street.table.dive(7, 7), street.table.peek(7, 0))
    street.do(street.table.dive(7, 6), street.table.peek(6, 6))
    street.do(street.table.dive(7, 5), street.table.peek(7, 1))
    street.do(street.table.dive(0, 1))
    assert Looked((6, 6), 1, (0, 1)) in street.known(0)
    odds = Odds(street.thinks(0), 0)
    assert odds.probabilities(6 * 8 + 6) == odds.probabilities(30)


def test_a_second_look_at_a_cover_is_the_same_fact():
    street = Witness("xxxx", seats=2)
    street.do(street.table.dive(0, 0), street.table.peek(5, 5), street.table.dive(0, 1), street.table.peek(5, 5))
    street.do(street.table.dive(0, 2), street.table.peek(5, 5))
    assert street.known(0) == (Looked((5, 5), 1), Seen((5, 5), "X"))
    assert street.known(1) == (Seen((5, 5), "X"), Looked((5, 5), 0))
