"""What players know of stones that lie face down again, and what bots make of it."""

import pytest

from bench.rememberer import Duel
from bots import FastRandom, choose, learn
from engines.dragon_fights.actions import Flip, Relocate
from engines.dragon_fights.remember import Seen
from engines.engine import logged
from engines.shared_tomb.map import PLACES
from engines.shared_tomb.stones import ANIMAL, ANIMALS
from tests.games.dragon_fights.builders import act, animals, fight, firefly_stones, flip, relocate, take, win


def known(table, seat=0, level="search"):
    """What this seat remembers at this level."""
    events = [logged(event) for events in table.events for event in events]
    return learn(table.engine, (), events, seat, level)


def chosen(table, level="search"):
    """What a bot of this level does for the seat whose turn it is."""
    seat, engine = table.state.player, table.engine
    view, luck = engine.view(table.state, seat), FastRandom(b"luck")
    return choose(engine, view, seat, level, luck, knowledge=known(table, seat, level), iterations=1)


def squares_free(table):
    return [square for square in PLACES if square in set(table.state.free())]


def lost(table, seat, squares):
    """The seat turns these stones over and then an animal, and puts all of them back; returns where they lie now."""
    win(table, seat)
    for square in squares:
        flip(table, square)
    animal = next(square for square in animals(table) if not table.state.seen[square])
    back, places = [*squares, animal], []
    flip(table, back[-1])
    for square in back:
        places.append(next(free for free in squares_free(table) if free not in (*back, *places)))
        relocate(table, square, places[-1])
    return places


def test_a_stone_that_was_put_back_is_remembered_where_it_lies():
    table = fight()
    squares = firefly_stones(table)[:2]
    faces = [table.state.stones[square] for square in squares]
    places = lost(table, 1, squares)
    expected = tuple(Seen(place, face) for place, face in zip(places, [*faces, ANIMAL], strict=True))
    assert [known(table, seat) for seat in range(3)] == [expected] * 3, "all have seen them"


def test_it_is_no_longer_remembered_while_it_lies_face_up_nor_once_it_is_taken():
    table = fight()
    first, second = lost(table, 1, firefly_stones(table)[:1])
    win(table, 2)
    flip(table, first)
    assert [fact.square for fact in known(table)] == [second]
    take(table)
    assert [fact.square for fact in known(table)] == [second]


def test_greedy_forgets_what_it_saw_before_the_last_five_stones_and_does_not_remember_it_again():
    table = fight()
    lost(table, 1, firefly_stones(table)[:3])
    lost(table, 1, [square for square in firefly_stones(table) if not table.state.seen[square]][:2])
    everything, greedy = known(table), known(table, level="greedy")
    assert (len(everything), greedy) == (7, everything[-5:])
    win(table, 0)
    flip(table, greedy[0].square)
    assert known(table, level="greedy") == greedy[1:]
    assert known(table, level="random") == ()


@pytest.mark.parametrize("level", ["greedy", "search"])
def test_known_fireflies_are_turned_over_before_any_other_stone(level):
    table = fight(2)
    places = lost(table, 1, firefly_stones(table)[:2])
    win(table, 0)
    stones = sorted(places[:-1], key=lambda square: -table.state.stones[square])
    for _ in stones:
        move = chosen(table, level)
        assert isinstance(move, Flip)
        assert move.square in stones
        act(table, 0, move)


def test_once_all_animals_are_known_every_other_stone_is_turned_over():
    table = fight(2)
    for _ in range(ANIMALS):
        unseen = [square for square in animals(table) if not table.state.seen[square]]
        win(table, 1)
        flip(table, unseen[0])
        relocate(table, unseen[0], squares_free(table)[-1])
    win(table, 0)
    while table.state.phase != "over":
        move = chosen(table, "greedy")
        assert isinstance(move, Flip)
        act(table, 0, move)
    assert len(table.state.taken[0]) == len(firefly_stones(fight(2)))


def test_the_stone_with_most_fireflies_is_put_back_first():
    table = fight()
    win(table, 1)
    for square in firefly_stones(table)[:4]:
        flip(table, square)
    flip(table, animals(table)[0])
    order = []
    while table.state.phase == "relocate":
        move = chosen(table)
        assert isinstance(move, Relocate)
        order.append(table.state.stones[move.origin])
        act(table, 1, move)
    assert order == sorted(order, reverse=True)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_search_never_turns_over_a_stone_that_all_have_seen_to_be_an_animal(seats):
    """Against players who remember, in whole games."""
    flips = 0
    for number in range(6):
        match = Duel("search", number % seats, seats, f"animals {number}")
        match.play()
        assert not match.animals
        flips += sum(map(len, (dragon.stones for dragon in match.engine.view(match.state, None).dragons)))
    assert flips
