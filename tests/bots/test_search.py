"""The search itself, on games so small that one knows what it should find."""

from time import perf_counter

import pytest

from bots import FastRandom, choose
from bots.playouts import RandomPlayouts
from bots.search import Search, observations
from engines.chance import Chance
from engines.engine import Options, Secret
from tests.bots.toys import Pennies, Show, Shown, Sticks, SticksView, Take, Taken

STICKS, PENNIES = Sticks(), Pennies()


@pytest.mark.parametrize(("left", "count"), [(10, 2), (9, 1), (7, 3), (6, 2), (5, 1), (3, 3)])
def test_without_a_heuristic_it_finds_the_move_that_wins(left, count):
    """Whoever leaves a multiple of four wins."""
    assert choose(STICKS, SticksView(left, 0), 0, "search", FastRandom(b"luck"), iterations=600) == Take(count)


def test_the_same_random_numbers_give_the_same_choice():
    views = [SticksView(left, 1) for left in range(4, 20)]
    once, again = ([choose(STICKS, v, 1, "search", FastRandom(b"?"), iterations=20) for v in views] for _ in range(2))
    assert once == again


def test_other_random_numbers_may_give_another_choice():
    choices = {choose(STICKS, SticksView(20, 0), 0, "search", FastRandom(bytes([n])), iterations=3) for n in range(30)}
    assert len(choices) > 1


@pytest.mark.parametrize("seat", [0, 1])
def test_who_chooses_at_the_same_time_does_not_see_what_the_bot_chooses(seat, monkeypatch):
    """If the other seat saw it, every choice would lose: the other would always counter it."""
    monkeypatch.setattr("bots.search.WARM_UP", 1000)  # so that both choices stay in the race
    state, _ = PENNIES.new(2, Options(), Chance(bytes(32)))
    search = Search(PENNIES, RandomPlayouts(PENNIES), PENNIES.view(state, seat), seat, FastRandom(b"luck"))
    for _ in range(400):
        search.iterate()
    assert len(search.moves) == 2
    values = [value for of_move in search.values for value in of_move]
    assert sum(values) / len(values) == pytest.approx(0.5, abs=0.2)


class Drawn(RandomPlayouts):
    """A heuristic for pennies that says how often the other seat shows heads."""

    def expected_value(self, state, seat, move):
        return 0.7 if move.head else 0.3


class Halfway(Drawn):
    """It knows what one move is worth, but not the other."""

    def expected_value(self, state, seat, move):
        return super().expected_value(state, seat, move) if move.head else None


@pytest.mark.parametrize(("heuristic", "decided"), [(Drawn, True), (Halfway, False), (RandomPlayouts, False)])
def test_expected_values_of_all_moves_need_no_simulation(heuristic, decided):
    state, _ = PENNIES.new(2, Options(), Chance(bytes(32)))
    search = Search(PENNIES, heuristic(PENNIES), PENNIES.view(state, 0), 0, FastRandom(b"luck"))
    assert search.is_decided is decided
    if decided:
        assert search.best() == Show(True)


def race(*moves):
    """A search whose moves have done so well, table by table."""
    search = Search(STICKS, RandomPlayouts(STICKS), SticksView(20, 0), 0, FastRandom(b"luck"))
    search.values, search.racing = [list(values) for values in moves], list(range(len(moves)))
    search.moves = [Take(count + 1) for count in range(len(moves))]
    return search


def test_moves_are_compared_deal_by_deal():
    """On every table the second is a little better, though tables differ much more than the moves do."""
    tables = [0.1, 0.9, 0.2, 0.8, 0.5, 0.7]
    better = [value + 0.01 + 0.001 * (place % 2) for place, value in enumerate(tables)]
    assert race(tables, better).best() == Take(2)


def test_a_little_luck_is_no_reason_to_leave_the_first_move():
    assert race([0.5, 0.5, 0.5, 0.5], [0.1, 0.9, 0.1, 0.95]).best() == Take(1)


def test_all_moves_are_tried_on_the_same_deals():
    dealt = []

    class Noted(Sticks):
        def resample(self, view, viewer, chance):
            dealt.append(chance.below(10**6))
            return super().resample(view, viewer, chance)

    search = Search(Noted(), RandomPlayouts(STICKS), SticksView(20, 0), 0, FastRandom(b"luck"))
    for _ in range(2 * len(search.moves)):
        search.iterate()
    assert len(search.moves) == 3
    _, *tables = dealt
    assert tables == [tables[0]] * 3 + [tables[3]] * 3
    assert tables[0] != tables[3]


def test_a_move_that_is_clearly_behind_drops_out():
    search = Search(STICKS, RandomPlayouts(STICKS), SticksView(5, 0), 0, FastRandom(b"luck"))
    for _ in range(2000):
        search.iterate()
    assert [search.moves[place] for place in search.racing] == [Take(1)]


def test_a_tree_branches_by_what_its_seat_is_shown():
    first, second = observations([Shown(0, Secret((0,), True))], 2), observations([Shown(0, Secret((0,), False))], 2)
    assert first[0] != second[0]
    assert first[1] == second[1]
    assert len(set(observations([Taken(0, 2)], 3))) == 1


def test_it_stops_when_its_time_is_up():
    start = perf_counter()
    assert choose(STICKS, SticksView(1000, 0), 0, "search", FastRandom(b"luck"), seconds=0.05) is not None
    assert perf_counter() - start < 5


def test_a_single_move_needs_no_thought():
    assert choose(STICKS, SticksView(1, 0), 0, "search", FastRandom(b"luck"), seconds=600) == Take(1)


def test_who_is_not_asked_does_nothing():
    assert choose(STICKS, SticksView(5, 1), 0, "random", FastRandom(b"luck")) is None


def test_a_bot_has_chance_of_its_own():
    """The same seed in a game and in a bot gives different numbers, so that one says nothing about the other."""
    game, own = Chance(bytes(32)), FastRandom(bytes(32))
    assert [game.below(1000) for _ in range(5)] != [own.below(1000) for _ in range(5)]
    assert sorted(own.shuffled(range(50))) == list(range(50))
    assert own.draws == 0
