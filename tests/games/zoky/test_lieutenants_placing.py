"""Recruiter, smuggler, bouncer, shark: in one's own placement turn."""

from engines.chance import Chance
from engines.zoky.actions import Lieutenant, Place, Placement
from engines.zoky.events import QuartierSwapped, TurnBegan
from tests.games.zoky.builders import ENGINE, Game, events_of, visible_to
from tests.support.tables import seed_of


def test_the_recruiter_raises_this_turns_limit_to_six():
    game = Game().deal({0: ["recruiter"]})
    game.play(0, "recruiter")
    assert game.awaited() == [0], "it is played before placing and does not end the turn"
    assert game.view().turn.limit == 6
    seven = Place(tuple(Placement(game.quartier(at), count) for at, count in ((0, 3), (1, 3), (2, 1))))
    assert game.rejection_reason(0, seven) == "too_many_zokus"
    game.place(0, {0: 3, 1: 3})
    assert game.state.reserve[0] == 2
    assert game.view().turn.limit == 4, "only this turn"


def test_the_recruiter_does_not_reach_into_a_second_turn_in_a_row():
    game = Game(seats=2).deal({1: ["recruiter"]})
    game.place(0, {})
    game.play(1, "recruiter")
    events = game.place(1, {0: 1})
    assert events_of(events, TurnBegan) == [TurnBegan(1, 2, 4)]
    assert game.view().turn.limit == 4
    five = Place(tuple(Placement(game.quartier(at), count) for at, count in ((1, 3), (2, 2))))
    assert game.rejection_reason(1, five) == "too_many_zokus"


def test_the_recruiter_is_worth_nothing_without_a_fifth_zoku_to_place():
    game = Game().deal({0: ["recruiter"]}).jail(0, 4)
    assert game.rejection_reason(0, "recruiter") == "limit_enough"


def test_the_recruiter_is_worth_nothing_without_room_for_a_fifth_zoku():
    full = {1: 1, 2: 1, 3: 1}
    game = Game(seats=4).deal({0: ["recruiter"]}).lay(*[full] * 6, {0: 2})
    assert game.rejection_reason(0, "recruiter") == "limit_enough"


def test_the_smuggler_moves_a_placed_zoku_and_does_not_count_towards_the_four():
    game = Game().deal({0: ["smuggler"]}).lay({0: 2}, {1: 1})
    game.play(0, "smuggler", quartier=game.quartier(0), to=game.quartier(1))
    assert [spot.zokus for spot in game.state.table[:2]] == [[1, 0, 0], [1, 1, 0]]
    game.place(0, {2: 3, 3: 1})
    assert game.state.reserve[0] == 2


def test_the_smuggler_keeps_the_limits():
    game = Game(seats=4).deal({0: ["smuggler"]})
    game.lay({0: 1}, {0: 3}, {1: 1, 2: 1, 3: 1}, {1: 1})
    here = game.quartier(0)
    assert game.rejection_reason(0, "smuggler", quartier=here, to=game.quartier(1)) == "gang_limit"
    assert game.rejection_reason(0, "smuggler", quartier=here, to=game.quartier(2)) == "three_gangs"
    assert game.rejection_reason(0, "smuggler", quartier=here, to=here) == "same_quartier"
    assert game.rejection_reason(0, "smuggler", quartier=game.quartier(3), to=here) == "no_own_zoku_there"
    assert game.rejection_reason(0, "smuggler", quartier=here, to=game.state.deck[0]) == "not_on_table"
    assert game.rejection_reason(0, "smuggler", quartier=game.state.deck[0], to=here) == "not_on_table"


def test_the_bouncer_sends_a_rival_zoku_home():
    game = Game().deal({0: ["bouncer"]}).lay({1: 2, 2: 1})
    game.play(0, "bouncer", quartier=game.quartier(0), gang=1)
    assert game.state.table[0].zokus == [0, 1, 1]
    assert game.state.reserve == [8, 7, 7]


def test_the_bouncer_can_make_room_for_ones_own_gang():
    game = Game(seats=4).deal({0: ["bouncer"]}).lay({1: 1, 2: 1, 3: 1})
    game.play(0, "bouncer", quartier=game.quartier(0), gang=3)
    game.place(0, {0: 1})


def test_the_bouncer_needs_a_rival_zoku():
    game = Game().deal({0: ["bouncer"]}).lay({0: 1, 1: 1})
    here = game.quartier(0)
    assert game.rejection_reason(0, "bouncer", quartier=here, gang=0) == "own_gang"
    assert game.rejection_reason(0, "bouncer", quartier=here, gang=2) == "no_rival_zoku_there"
    for gang in (-1, 4):
        assert game.rejection_reason(0, "bouncer", quartier=here, gang=gang) == "no_such_gang"
    assert game.rejection_reason(0, "bouncer", quartier=game.state.deck[0], gang=1) == "not_on_table"


def test_the_shark_trades_an_empty_quartier_place_for_place():
    game = Game().deal({0: ["shark"]}).lay({0: 1})
    table, deck = [spot.quartier for spot in game.state.table], list(game.state.deck)
    events = game.play(0, "shark", quartier=table[2])
    (swap,) = events_of(events, QuartierSwapped)
    assert swap.old == table[2]
    at = deck.index(swap.new)
    assert [spot.quartier for spot in game.state.table] == [*table[:2], swap.new, *table[3:]]
    assert [spot.place for spot in game.state.table] == list(range(6))
    assert game.state.deck == [*deck[:at], swap.old, *deck[at + 1 :]]
    assert {str(visible_to(events, viewer)) for viewer in (None, 0, 1, 2)} == {str(visible_to(events, 1))}


def test_the_shark_brings_a_random_quartier():
    brought = set()
    for number in range(40):
        game = Game().deal({0: ["shark"]})
        ENGINE.apply(game.state, 0, Lieutenant("shark", quartier=game.quartier(0)), Chance(seed_of(number)))
        brought.add(game.state.swap.new)
    assert len(brought) > 10


def test_the_shark_needs_an_empty_quartier_on_the_table():
    game = Game().deal({0: ["shark"]}).lay({1: 1})
    assert game.rejection_reason(0, "shark", quartier=game.quartier(0)) == "quartier_occupied"
    assert game.rejection_reason(0, "shark", quartier=game.state.deck[0]) == "not_on_table"


def test_the_shark_has_nothing_to_trade_on_the_last_day():
    game = Game().deal({0: ["shark"]}).day(5)
    assert game.rejection_reason(0, "shark", quartier=game.quartier(0)) == "last_day"
