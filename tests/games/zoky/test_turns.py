"""Marks of turns: the clock neither starts anew within a chief's turn nor runs on into the next."""

import pytest

from engines.chance import Chance
from engines.zoky.actions import DeclineKick, Kick, Lieutenant, Ready, Throw
from engines.zoky.events import FightBegan, RoundBegan, TurnBegan
from tests.games.zoky.builders import ENGINE, Game, events_of
from tests.support.tables import open_table, options_for, play_on, seed_of, settings_of


def mark(game, seat):
    ask = ENGINE.turns(game.state)[seat]
    assert ask.required
    return ask.what, ask.turn


def begins_anew(what, events):
    """Whether these events begin another turn for a chief who is asked for this."""
    return bool(events_of(events, TurnBegan)) if what == "place" else bool(events_of(events, (FightBegan, RoundBegan)))


def test_the_mark_is_the_same_within_a_turn_and_another_in_the_next():
    compared = set()
    for number, (seats, variant) in enumerate(settings_of("zoky")):
        table = open_table("zoky", seats, options_for("zoky", variant), seed_of(number))
        before = ENGINE.turns(table.state)
        for _ in play_on(table, Chance(seed_of(number + 5))):
            after = ENGINE.turns(table.state)
            for seat in before.keys() & after.keys():
                was, now = before[seat], after[seat]
                if was.required and now.required and was.what == now.what:
                    anew = begins_anew(now.what, table.events[-1])
                    assert (was.turn != now.turn) == anew
                    compared.add((now.what, anew))
            before = after
    assert compared == {(what, anew) for what in ("place", "throw", "ready", "kick") for anew in (False, True)} - {
        ("ready", True),  # a throw lies between
        ("kick", True),
    }


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_no_two_placement_turns_of_a_chief_have_the_same_mark(seats):
    """Not even those of two Days."""
    game, marks = Game(seats=seats), []
    while ENGINE.turns(game.state):
        (seat,) = game.awaited()
        marks.append(mark(game, seat))
        game.place(seat, {})
    assert len(set(marks)) == len(marks) == 2 * seats * 5


def test_the_last_chief_has_two_turns_in_a_row_and_each_its_own_time():
    game = Game(seats=2).deal({1: ["recruiter"]})
    game.place(0, {})
    first = mark(game, 1)
    game.play(1, "recruiter")
    assert mark(game, 1) == first, "a Lieutenant gives no new time"
    game.place(1, {})
    assert mark(game, 1) != first


def test_a_chiefs_second_kick_of_a_round_is_the_same_turn():
    game = Game().brawl({0: 2, 1: 2})
    game.throw(s0="feet feet", s1="back back")
    first = mark(game, 0)
    game.do(0, Kick(0, 4))
    assert mark(game, 0) == first


def test_each_round_and_each_fight_is_a_new_turn():
    game = Game().brawl({0: 1, 1: 1}, {0: 1, 1: 1})
    marks = [mark(game, 0)]
    for _ in range(2):
        game.throw(s0="edge", s1="edge")
        marks.append(mark(game, 0))
    game.throw(s0="edge", s1="belly")
    marks.append(mark(game, 0))
    assert len(set(marks)) == 4
    assert mark(game, 0) == mark(game, 1)


def test_the_kicks_and_the_word_on_a_landing_are_marked_by_their_round_too():
    game, marks = Game().deal({0: ["lawyer"]}).brawl({0: 1, 1: 2}), []
    for _ in range(2):
        for seat in game.awaited():
            game.do(seat, Throw(), ["feet", "back", "edge"])
        marks.append(mark(game, 0))
        game.do(0, Ready())
        marks.append(mark(game, 0))
        game.do(0, DeclineKick())
    assert [what for what, _ in marks] == ["ready", "kick"] * 2
    assert len(set(marks)) == 4


def test_no_two_rounds_of_any_two_fights_have_the_same_mark():
    marks = set()
    for quartier in range(40):
        game = Game().brawl({0: 1, 1: 1})
        game.state.table[0].quartier = quartier
        for round_number in (1, 2, 3):
            game.state.brawl.round = round_number
            marks.add(mark(game, 0)[1])
    assert len(marks) == 40 * 3


def test_a_word_on_a_landing_is_asked_for_in_the_same_turn_when_the_window_opens_anew():
    game = Game().deal({0: ["second_wind"], 1: ["medic"]}).brawl({0: 1, 1: 1})
    game.throw(s0="belly", s1="edge")
    before = mark(game, 1)
    game.play(0, "second_wind", ["feet"])
    assert mark(game, 1) == before


def test_a_chief_who_may_only_react_has_no_turn():
    game = Game().deal({2: ["lookout"]})
    before = ENGINE.turns(game.state)[2]
    assert not before.required
    assert list(game.legal(2)) == [Lieutenant("lookout")]
    game.place(0, {})
    assert ENGINE.turns(game.state)[2] == before
