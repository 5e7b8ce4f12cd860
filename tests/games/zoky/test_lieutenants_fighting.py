"""Reinforcement and diversion before a throw; medic, low blow, second wind and acrobat on a landing."""

import pytest

from engines.zoky.actions import LAST_ZOKU, Kick, Ready, Throw
from engines.zoky.events import Band, Jailed, Landed, QuartierDiscarded, ZokuJoined, ZokuLanding
from tests.games.zoky.builders import Game, events_of


def test_the_reinforcement_brings_one_more_zoku_be_it_a_fourth():
    game = Game().deal({0: ["reinforcement"]}).brawl({0: 3, 1: 1})
    game.play(0, "reinforcement")
    assert len(game.zokus(0)) == 4
    assert game.state.reserve[0] == 4
    game.throw(s0="edge edge edge back", s1="edge")
    assert game.street()[3] == "back"


@pytest.mark.parametrize("seat", range(5))
def test_the_reinforcement_has_a_number_of_its_own(seat):
    rivals = [other for other in range(5) if other != seat][:2]
    game = Game(seats=5).deal({seat: ["reinforcement"]}).brawl({seat: 3, **dict.fromkeys(rivals, 3)})
    game.play(seat, "reinforcement")
    assert len(game.street()) == 10
    assert max(game.street()) <= LAST_ZOKU


def test_the_reinforcement_may_come_before_a_later_throw():
    game = Game().deal({0: ["reinforcement"]}).brawl({0: 1, 1: 1})
    game.throw(s0="edge", s1="edge")
    game.ready()
    game.play(0, "reinforcement")
    assert game.street() == {0: "edge", 3: "in_hand", 4: "edge"}


def test_the_reinforcement_has_its_own_number_also_when_its_gang_has_left_the_street():
    game = Game().deal({1: ["reinforcement"]}).brawl({0: 1, 1: 2, 2: 1})
    game.throw(s0="edge", s1="out out", s2="edge")
    game.ready()
    assert game.zokus(1) == []
    assert events_of(game.play(1, "reinforcement"), ZokuJoined) == [ZokuJoined(1, 7)]
    assert game.street() == {0: "edge", 7: "in_hand", 8: "edge"}


def test_the_reinforcement_needs_a_zoku_in_reserve():
    game = Game().deal({0: ["reinforcement"]}).brawl({0: 1, 1: 1}).jail(0, 7)
    assert game.rejection_reason(0, "reinforcement") == "reserve_empty"


def test_the_diversion_ends_the_fight_at_once_without_claim_or_jail():
    game = Game().deal({1: ["diversion"]}).brawl({0: 3, 1: 1})
    quartier = game.quartier(0)
    game.do(0, Throw())
    events = game.play(1, "diversion")
    home = [Band(0, 3, (0, 1, 2)), Band(1, 1, (4,))]
    assert events_of(events, QuartierDiscarded)[0] == QuartierDiscarded(None, quartier, "diversion", home)
    assert not events_of(events, Jailed)
    assert game.state.claims == [[], [], []]
    assert game.at_home()
    assert quartier in game.state.discarded


def test_the_diversion_leads_on_to_the_next_fight():
    game = Game().deal({1: ["diversion"]}).brawl({0: 1, 1: 1}, {0: 1, 2: 1})
    game.do(0, Throw())
    game.play(1, "diversion")
    assert game.state.fight.involved == [0, 2]
    assert game.awaited() == [0, 2]


def test_the_medic_brings_a_knocked_out_zoku_back_on_its_edge():
    game = Game().deal({0: ["medic", "lookout"]}).brawl({0: 1, 1: 1})
    game.throw(s0="belly", s1="edge")
    game.play(0, "medic", zoku=0)
    assert game.street()[0] == "edge"
    game.ready()
    assert game.state.fight.round == 2, "the gang fights on"


def test_the_medic_helps_one_knocked_out_in_an_earlier_round():
    game = Game().deal({0: ["medic"]}).brawl({0: 2, 1: 1})
    game.throw(s0="belly edge", s1="edge")
    game.ready()
    game.throw(s0="edge", s1="edge")
    game.play(0, "medic", zoku=0)
    assert game.street()[0] == "edge"


def revived():
    """Round 2: the medic has got Zoku 0 up again, which was knocked out in round 1 and not thrown since."""
    game = Game().deal({0: ["medic", "acrobat"], 1: ["low_blow"]}).brawl({0: 2, 1: 2})
    game.throw(s0="belly edge", s1="edge edge")
    game.ready()
    game.throw(s0="edge", s1="back edge")
    game.play(0, "medic", zoku=0)
    (zoku,) = [zoku for zoku in game.view().fight.street if zoku.zoku == 0]
    assert (zoku.landing, zoku.thrown) == ("edge", False)
    return game


def test_who_was_revived_without_having_thrown_may_jump_up_and_kick():
    game = revived()
    game.play(0, "acrobat", zoku=0)
    assert game.street()[0] == "feet"
    game.ready()
    assert Kick(0, 4) in game.legal(0)
    game.do(0, Kick(0, 4))
    assert game.street()[4] == "belly"


def test_who_was_revived_without_having_thrown_can_be_knocked_out_again():
    game = revived()
    game.play(1, "low_blow", target=0)
    assert game.street()[0] == "belly"


def test_who_was_revived_without_having_thrown_is_thrown_in_the_next_round():
    game = revived()
    game.ready()
    assert game.state.fight.round == 3
    game.throw(s0="back edge", s1="feet edge")
    assert game.street()[0] == "back"
    game.ready()
    game.do(1, Kick(4, 0))
    assert game.state.fight is None


def test_the_medic_needs_a_knocked_out_zoku_of_ones_own():
    game = Game().deal({0: ["medic"]}).brawl({0: 2, 1: 1})
    game.throw(s0="out edge", s1="belly")
    assert game.rejection_reason(0, "medic", zoku=0) == "not_knocked_out"
    assert game.rejection_reason(0, "medic", zoku=1) == "not_knocked_out"
    assert game.rejection_reason(0, "medic", zoku=4) == "not_your_zoku"
    assert game.rejection_reason(0, "medic", zoku=9) == "no_such_zoku"


def test_the_low_blow_knocks_out_a_rival_on_its_back_or_edge():
    for landing in ("back", "edge"):
        game = Game().deal({0: ["low_blow", "lookout"]}).brawl({0: 1, 1: 2})
        game.throw(s0="edge", s1=f"{landing} feet")
        game.play(0, "low_blow", target=4)
        assert game.street()[4] == "belly"


def test_the_low_blow_needs_a_rival_on_its_back_or_edge():
    game = Game().deal({0: ["low_blow"]}).brawl({0: 1, 1: 3})
    game.throw(s0="edge", s1="feet belly out")
    assert game.rejection_reason(0, "low_blow", target=4) == "not_back_or_edge"
    assert game.rejection_reason(0, "low_blow", target=5) == "not_back_or_edge"
    assert game.rejection_reason(0, "low_blow", target=6) == "not_back_or_edge"
    assert game.rejection_reason(0, "low_blow", target=0) == "own_zoku"
    assert game.rejection_reason(0, "low_blow", target=9) == "no_such_zoku"


def test_the_second_wind_throws_again_all_zokus_of_this_round_however_they_lie():
    game = Game().deal({0: ["second_wind", "lookout"], 1: ["medic"]}).brawl({0: 3, 1: 1})
    game.throw(s0="out belly feet", s1="edge")
    game.do(1, Ready())
    events = game.play(0, "second_wind", ["edge", "back", "belly"])
    assert events_of(events, Landed) == [
        Landed(0, 1, [ZokuLanding(0, 0, "edge"), ZokuLanding(1, 0, "back"), ZokuLanding(2, 0, "belly")])
    ]
    assert game.street() == {0: "edge", 1: "back", 2: "belly", 4: "edge"}
    assert game.awaited() == [0, 1], "the landed window opens anew"


def test_the_second_wind_leaves_alone_who_was_not_thrown_this_round():
    game = Game().deal({0: ["medic", "second_wind", "lookout"]}).brawl({0: 3, 1: 1})
    game.throw(s0="belly belly edge", s1="edge")
    game.ready()
    game.throw(s0="edge", s1="edge")
    game.play(0, "medic", zoku=0)
    events = game.play(0, "second_wind", ["feet"])
    assert [landing.zoku for landing in events_of(events, Landed)[0].zokus] == [2]
    assert game.street() == {0: "edge", 1: "belly", 2: "feet", 4: "edge"}


def test_the_second_wind_throws_again_who_was_knocked_out_and_revived_this_round():
    game = Game().deal({0: ["medic", "second_wind", "lookout"]}).brawl({0: 1, 1: 1})
    game.throw(s0="belly", s1="edge")
    game.play(0, "medic", zoku=0)
    game.play(0, "second_wind", ["feet"])
    assert game.street()[0] == "feet"


def test_the_second_wind_needs_a_zoku_thrown_this_round():
    game = Game().deal({2: ["second_wind"]}).brawl({0: 1, 1: 1, 2: 1})
    game.throw(s0="edge", s1="edge", s2="belly")
    game.ready()
    game.throw(s0="edge", s1="edge")
    assert game.rejection_reason(2, "second_wind") == "none_thrown"


def test_the_acrobat_stands_up_from_edge_or_back_and_may_kick():
    for landing in ("edge", "back"):
        game = Game().deal({0: ["acrobat"]}).brawl({0: 1, 1: 1})
        game.throw(s0=landing, s1="back")
        game.play(0, "acrobat", zoku=0)
        assert game.street()[0] == "feet"
        assert Kick(0, 4) in game.legal(0)


def test_the_acrobat_needs_a_zoku_of_ones_own_on_its_edge_or_back():
    game = Game().deal({0: ["acrobat"]}).brawl({0: 3, 1: 1})
    game.throw(s0="out feet belly", s1="back")
    for number in (0, 1, 2):
        assert game.rejection_reason(0, "acrobat", zoku=number) == "not_back_or_edge"
    assert game.rejection_reason(0, "acrobat", zoku=4) == "not_your_zoku"
    assert game.rejection_reason(0, "acrobat", zoku=9) == "no_such_zoku"
