"""The search itself, on games so small that one knows what it should find."""

from time import perf_counter

import pytest

from bots import Luck, choose
from bots.luck import Luck as OwnChance
from bots.plain import Plain
from bots.search import Search, heard
from engines.chance import Chance
from engines.contract import Options, Secret
from tests.bots.toys import Pennies, Shown, Sticks, SticksView, Take, Taken

STICKS, PENNIES = Sticks(), Pennies()


@pytest.mark.parametrize(("left", "count"), [(10, 2), (9, 1), (7, 3), (6, 2), (5, 1), (3, 3)])
def test_without_any_advice_it_finds_the_move_that_wins(left, count):
    """Whoever leaves a multiple of four wins."""
    assert choose(STICKS, SticksView(left, 0), 0, "search", Luck(b"luck"), iterations=600) == Take(count)


def test_the_same_luck_finds_the_same():
    views = [SticksView(left, 1) for left in range(4, 20)]
    once, again = ([choose(STICKS, v, 1, "search", Luck(b"?"), iterations=20) for v in views] for _ in range(2))
    assert once == again


def test_other_luck_may_find_something_else():
    found = {choose(STICKS, SticksView(20, 0), 0, "search", Luck(bytes([n])), iterations=3) for n in range(30)}
    assert len(found) > 1


@pytest.mark.parametrize("seat", [0, 1])
def test_who_chooses_at_the_same_time_does_not_see_what_the_bot_chooses(seat):
    """If the other seat saw it, every choice would lose: the other would always answer it."""
    state, _ = PENNIES.new(2, Options(), Chance(bytes(32)))
    search = Search(PENNIES, Plain(PENNIES), PENNIES.view(state, seat), seat, Luck(b"luck"))
    for _ in range(400):
        search.iterate()
    edges = search.roots[seat].edges.values()
    assert len(edges) == 2
    assert sum(edge.total for edge in edges) / sum(edge.visits for edge in edges) == pytest.approx(0.5, abs=0.2)


def test_a_tree_grows_by_what_its_seat_hears():
    first, second = heard([Shown(0, Secret((0,), True))], 2), heard([Shown(0, Secret((0,), False))], 2)
    assert first[0] != second[0]
    assert first[1] == second[1]
    assert len(set(heard([Taken(0, 2)], 3))) == 1


def test_it_stops_when_its_time_is_up():
    start = perf_counter()
    assert choose(STICKS, SticksView(1000, 0), 0, "search", Luck(b"luck"), seconds=0.05) is not None
    assert perf_counter() - start < 5


def test_a_single_move_needs_no_thought():
    assert choose(STICKS, SticksView(1, 0), 0, "search", Luck(b"luck"), seconds=600) == Take(1)


def test_who_is_not_asked_does_nothing():
    assert choose(STICKS, SticksView(5, 1), 0, "random", Luck(b"luck")) is None


def test_a_bot_has_chance_of_its_own():
    """The same seed in a game and in a bot gives different numbers, so that one says nothing about the other."""
    game, own = Chance(bytes(32)), OwnChance(bytes(32))
    assert [game.below(1000) for _ in range(5)] != [own.below(1000) for _ in range(5)]
    assert sorted(own.shuffled(range(50))) == list(range(50))
    assert own.draws == 0
