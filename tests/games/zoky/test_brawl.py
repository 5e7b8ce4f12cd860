"""The walk through the Quartiers, a fight's rounds, kicks, the police, and who claims."""

import pytest

from engines.chance import Chance
from engines.zoky.actions import DeclineKick, Kick, Place, Ready, Throw
from engines.zoky.events import (
    Band,
    FightBegan,
    Jailed,
    Kicked,
    Landed,
    QuartierClaimed,
    QuartierDiscarded,
    RoundBegan,
    ZokuLanding,
)
from tests.games.zoky.builders import ENGINE, Game, events_of
from tests.support.tables import seed_of


def test_quartiers_are_resolved_in_the_order_they_were_laid():
    game = Game().lay({0: 1, 1: 1}, {}, {0: 3}, {1: 1, 2: 1})
    first, empty, trio, fourth = (game.quartier(at) for at in range(4))
    events = game.end_placement()
    assert events_of(events, FightBegan) == [FightBegan(None, first, [Band(0, 1, (0,)), Band(1, 1, (4,))])]
    assert not events_of(events, QuartierDiscarded), "what comes later in reading order waits"
    events = game.throw(s0="feet", s1="belly")
    assert [(event.quartier, event.why) for event in events_of(events, QuartierDiscarded)] == [
        (empty, "empty"),
        (trio, "lone_trio"),
    ]
    assert events_of(events, FightBegan) == [FightBegan(None, fourth, [Band(1, 1, (4,)), Band(2, 1, (8,))])]


def test_an_empty_quartier_is_discarded():
    game = Game()
    laid = [spot.quartier for spot in game.state.table]
    game.end_placement()
    assert game.state.discarded == laid


def test_a_lone_trio_meets_the_police_and_claims_nothing():
    game = Game().lay({0: 3}, {1: 1, 2: 1})
    trio = game.quartier(0)
    events = game.end_placement()
    assert events_of(events, Jailed) == [Jailed(0, "lone_trio", trio, None)]
    assert events_of(events, QuartierDiscarded) == [QuartierDiscarded(None, trio, "lone_trio", [Band(0, 2)])]
    assert (game.state.reserve[0], game.state.jail[0]) == (7, 1)
    assert game.state.discarded == [trio]
    assert game.state.claims[0] == []


def test_a_fight_cannot_be_refused():
    game = Game().deal({0: ["lawyer"]}).brawl({0: 1, 1: 1})
    assert game.legal(0) == game.legal(1) == [Throw()]


def test_all_zokus_of_the_quartier_go_into_the_street():
    game = Game().brawl({0: 3, 2: 2})
    assert [(zoku.gang, zoku.landing) for zoku in game.state.fight.street] == [(0, "in_hand")] * 3 + [
        (2, "in_hand")
    ] * 2
    assert game.state.table[0].zokus == [0, 0, 0]


def test_nothing_lands_before_every_involved_chief_has_said_throw():
    game = Game().brawl({0: 1, 1: 1, 2: 1})
    assert game.awaited() == [0, 1, 2]
    game.do(1, Throw())
    assert game.awaited() == [0, 2]
    game.do(0, Throw())
    assert set(game.street().values()) == {"in_hand"}
    events = game.do(2, Throw(), ["edge", "back", "edge"])
    assert events_of(events, Landed) == [
        Landed(None, 1, [ZokuLanding(0, 0, "edge"), ZokuLanding(4, 1, "back"), ZokuLanding(8, 2, "edge")])
    ]
    assert game.state.fight.round == 2


def test_throw_is_said_once_and_only_by_those_who_fight():
    game = Game().deal({0: ["medic"], 2: ["acrobat"]}).brawl({0: 1, 1: 1})
    game.do(0, Throw())
    assert game.rejection_reason(0, Throw()) == "already_said"
    assert game.rejection_reason(2, Throw()) == "not_involved"
    assert game.rejection_reason(1, Ready()) == "not_now"


def test_a_zoku_out_of_the_box_leaves_the_fight_for_the_reserve():
    game = Game().brawl({0: 2, 1: 2})
    game.throw(s0="out edge", s1="edge edge")
    assert game.street() == {1: "edge", 4: "edge", 5: "edge"}
    assert game.state.reserve[0] == 7


def test_a_zoku_on_its_belly_lies_in_the_street_until_the_fight_ends():
    game = Game().brawl({0: 2, 1: 2})
    game.throw(s0="belly edge", s1="edge edge")
    game.throw(s0="edge", s1="edge edge")
    assert game.street() == {0: "belly", 1: "edge", 4: "edge", 5: "edge"}
    assert game.state.reserve[0] == 6
    game.throw(s0="feet", s1="belly belly")
    assert game.at_home()


@pytest.mark.parametrize("landing", ["edge", "back", "feet"])
def test_edge_back_and_feet_are_still_in(landing):
    game = Game().brawl({0: 1, 1: 1})
    game.throw(s0=landing, s1=landing)
    assert game.state.fight.round == 2
    assert game.awaited() == [0, 1]


def test_a_chief_with_none_able_is_not_asked_to_throw():
    game = Game().deal({2: ["medic"]}).brawl({0: 1, 1: 1, 2: 1})
    game.throw(s0="edge", s1="edge", s2="belly")
    game.ready()
    assert game.state.fight.round == 2
    assert game.awaited() == [0, 1]
    assert game.rejection_reason(2, Throw()) == "none_able"


def test_a_zoku_on_its_feet_may_knock_out_one_rival_on_its_back():
    game = Game().brawl({0: 1, 1: 2})
    game.throw(s0="feet", s1="back back")
    assert game.awaited() == [0]
    assert game.legal(0) == [Kick(0, 4), Kick(0, 5), DeclineKick()]
    events = game.do(0, Kick(0, 5))
    assert events_of(events, Kicked) == [Kicked(0, 0, 5)]
    assert game.street() == {0: "feet", 4: "back", 5: "belly"}
    assert game.state.fight.round == 2, "one kick each"


def test_kicks_go_clockwise_from_the_days_first_player():
    game = Game(first_player=1).brawl({0: 1, 1: 1, 2: 2})
    game.throw(s1="feet", s2="feet back", s0="feet")
    assert game.view().fight.involved == [1, 2, 0]
    assert game.awaited() == [1]
    game.do(1, DeclineKick())
    assert game.awaited() == [0], "seat 2 has nobody to kick"
    game.do(0, Kick(0, 9))
    assert game.state.fight.round == 2


def test_each_chief_who_can_kick_is_asked_once_a_round():
    game = Game(first_player=1).brawl({0: 2, 1: 2, 2: 2})
    game.throw(s1="feet back", s2="feet back", s0="feet back")
    for seat in (1, 2, 0):
        assert game.awaited() == [seat]
        game.do(seat, DeclineKick())
    assert (game.state.fight.round, game.awaited()) == (2, [0, 1, 2])


def test_a_chiefs_kicks_follow_each_other_and_each_is_optional():
    game = Game().brawl({0: 3, 1: 3})
    game.throw(s0="feet feet feet", s1="back back back")
    game.do(0, Kick(1, 4))
    assert game.awaited() == [0]
    assert game.rejection_reason(0, Kick(1, 5)) == "already_kicked"
    game.do(0, Kick(0, 5))
    game.do(0, DeclineKick())
    assert game.street() == {0: "feet", 1: "feet", 2: "feet", 4: "belly", 5: "belly", 6: "back"}
    assert game.state.fight.round == 2


def test_a_chief_with_no_possible_kick_is_not_asked():
    game = Game().brawl({0: 1, 1: 1})
    game.throw(s0="feet", s1="edge")
    assert game.state.phase == "throw"
    game.throw(s0="back", s1="feet")
    assert game.awaited() == [1]


def test_a_kicked_zoku_cannot_be_kicked_or_kick_again():
    game = Game().brawl({0: 2, 1: 2})
    game.throw(s0="feet feet", s1="back back")
    game.do(0, Kick(0, 4))
    assert game.rejection_reason(0, Kick(1, 4)) == "not_on_back"


def test_a_zoku_may_kick_again_in_a_later_round():
    game = Game().brawl({0: 1, 1: 3})
    game.throw(s0="feet", s1="back edge edge")
    game.do(0, Kick(0, 4))
    game.throw(s0="feet", s1="back edge")
    assert Kick(0, 5) in game.legal(0)


def test_impossible_kicks_are_rejected():
    game = Game().deal({1: ["lookout"]}).brawl({0: 2, 1: 3})
    game.throw(s0="feet back", s1="back edge feet")
    game.ready()
    assert game.rejection_reason(0, Kick(0, 5)) == "not_on_back"
    assert game.rejection_reason(0, Kick(1, 4)) == "not_on_feet"
    assert game.rejection_reason(0, Kick(0, 1)) == "own_zoku"
    assert game.rejection_reason(0, Kick(4, 4)) == "not_your_zoku"
    assert game.rejection_reason(0, Kick(0, 19)) == "no_such_zoku"
    assert game.rejection_reason(1, Kick(6, 1)) == "not_your_turn"
    assert game.rejection_reason(0, Throw()) == "not_now"


def test_the_only_gang_left_claims_and_everyone_goes_home():
    game = Game().brawl({0: 2, 1: 1, 2: 2})
    quartier = game.quartier(0)
    events = game.throw(s0="belly back", s1="belly", s2="out belly")
    assert events_of(events, QuartierClaimed)[0].quartier == quartier
    assert game.state.claims == [[quartier], [], []]
    assert game.state.jail == [0, 0, 0]
    assert game.at_home()


def test_the_only_gang_left_after_a_kick_claims():
    game = Game().brawl({0: 1, 1: 1})
    quartier = game.quartier(0)
    game.throw(s0="back", s1="feet")
    game.do(1, Kick(4, 0))
    assert game.state.claims == [[], [quartier], []]


def test_nobody_left_at_all_leaves_the_quartier_to_nobody():
    game = Game().brawl({0: 1, 1: 1})
    quartier = game.quartier(0)
    events = game.throw(s0="belly", s1="out")
    assert events_of(events, QuartierDiscarded)[0] == QuartierDiscarded(
        None, quartier, "nobody_left", [Band(0, 1, (0,))]
    )
    assert game.state.claims == [[], [], []]
    assert game.at_home()


def to_round_three(game, **landings):
    """Two rounds in which all stay on their edge."""
    for number in (2, 3):
        edges = {f"s{seat}": " ".join(["edge"] * len(game.zokus(seat))) for seat in game.state.fight.involved}
        assert events_of(game.throw(**edges), RoundBegan) == [RoundBegan(None, number)]
    return game.throw(**landings)


def test_a_fight_has_three_rounds_and_then_the_police_come():
    game = Game().brawl({0: 2, 1: 2})
    quartier = game.quartier(0)
    events = to_round_three(game, s0="edge edge", s1="back edge")
    assert events_of(events, Jailed) == [Jailed(0, "police", quartier, 0), Jailed(1, "police", quartier, 4)]
    rest = [Band(0, 1, (1,)), Band(1, 1, (5,))]
    assert events_of(events, QuartierDiscarded)[0] == QuartierDiscarded(None, quartier, "police", rest)
    assert game.state.jail == [1, 1, 0]
    assert game.state.reserve == [7, 7, 8]


def test_the_police_take_a_knocked_out_zoku_first():
    """Seat 0 loses its knocked-out one and stays able, seat 1 its only one: seat 0 claims."""
    game = Game().brawl({0: 2, 1: 1})
    quartier = game.quartier(0)
    events = to_round_three(game, s0="edge belly", s1="edge")
    assert events_of(events, Jailed) == [Jailed(0, "police", quartier, 1), Jailed(1, "police", quartier, 4)]
    assert events_of(events, QuartierClaimed)[0].home == [Band(0, 1, (0,))]
    assert game.state.claims == [[quartier], [], []]


def test_after_the_police_two_gangs_still_able_leave_it_to_nobody():
    game = Game().brawl({0: 2, 1: 2})
    to_round_three(game, s0="edge belly", s1="edge belly")
    assert game.state.claims == [[], [], []]
    assert game.state.jail == [1, 1, 0]


def test_after_the_police_nobody_able_leaves_it_to_nobody():
    game = Game().brawl({0: 1, 1: 1})
    to_round_three(game, s0="edge", s1="edge")
    assert game.state.claims == [[], [], []]


def test_the_police_jail_from_a_gang_that_is_all_knocked_out_but_not_from_one_that_is_all_out():
    game = Game(seats=4).brawl({0: 2, 1: 1, 2: 2}, {})
    to_round_three(game, s0="edge edge", s1="edge", s2="belly belly")
    assert game.state.jail == [1, 1, 1, 0]
    game = Game(seats=4).brawl({0: 2, 1: 1, 2: 2})
    quartier = game.quartier(0)
    to_round_three(game, s0="edge edge", s1="edge", s2="out out")
    assert game.state.jail == [1, 1, 0, 0]
    assert game.state.claims[0] == [quartier]


def test_no_police_when_the_third_round_is_decided():
    game = Game().brawl({0: 1, 1: 1})
    events = to_round_three(game, s0="edge", s1="belly")
    assert not events_of(events, Jailed)


def test_no_police_when_nobody_is_left_after_the_third_round():
    game = Game().brawl({0: 2, 1: 2})
    quartier = game.quartier(0)
    events = to_round_three(game, s0="belly belly", s1="belly out")
    assert not events_of(events, Jailed)
    home = [Band(0, 2, (0, 1)), Band(1, 1, (4,))]
    assert events_of(events, QuartierDiscarded)[0] == QuartierDiscarded(None, quartier, "nobody_left", home)
    assert game.state.jail == [0, 0, 0]
    assert game.at_home()


def test_a_jailed_zoku_misses_the_next_placement_and_is_free_after_it():
    game = Game().lay({0: 3}, {1: 1})
    game.end_placement()
    assert (game.state.day, game.state.jail) == (2, [1, 0, 0])
    assert game.state.reserve[0] == 7
    game.lay({0: 1, 1: 1})
    game.end_placement()
    assert game.state.jail == [0, 0, 0]


def test_a_zoku_keeps_its_number_until_the_fight_is_over():
    game = Game().brawl({0: 3, 1: 2})
    game.throw(s0="out edge back", s1="edge edge")
    assert game.street() == {1: "edge", 2: "back", 4: "edge", 5: "edge"}
    game.throw(s0="edge out", s1="back edge")
    assert game.street() == {1: "edge", 4: "back", 5: "edge"}


def test_a_chief_whose_time_is_up_places_nothing_throws_is_ready_or_declines():
    game = Game().deal({0: ["medic"]})
    assert default(game, 0) == Place(())
    game.brawl({0: 1, 1: 1})
    assert default(game, 0) == default(game, 1) == Throw()
    game.throw(s0="feet", s1="back")
    assert default(game, 0) == Ready()
    game.ready()
    assert default(game, 0) == DeclineKick()


def default(game, seat):
    action = ENGINE.default(game.state, seat, Chance(seed_of(0)))
    ENGINE.check(game.state, seat, action)
    return action
