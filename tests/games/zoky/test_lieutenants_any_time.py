"""Lookout, crooked cop, lawyer, snitch, kingpin: whenever the engine waits for anyone."""

from engines.zoky.actions import Lieutenant, Ready, Throw
from engines.zoky.events import Band, FirstPlayerChosen, Jailed, LookedAhead, QuartierDiscarded, Released, Spared
from tests.games.zoky.builders import ENGINE, Game, events_of, visible_to
from tests.games.zoky.test_brawl import to_round_three


def test_the_lookout_alone_sees_the_quartiers_of_the_next_day():
    game = Game().deal({1: ["lookout"]})
    coming = game.state.deck[:6]
    events = game.play(1, "lookout")
    assert len(events_of(events, LookedAhead)) == 1
    assert visible_to(events, 1)[1] == ("looked_ahead", 1, {"day": 2, "quartiers": coming})
    for viewer in (None, 0, 2):
        assert visible_to(events, viewer)[1] == ("looked_ahead", 1, {"day": 2})
        assert game.view(viewer).lookout is None
    assert (game.view(1).lookout.day, game.view(1).lookout.quartiers) == (2, coming)
    assert events_of(game.end_placement(), LookedAhead) == []
    assert [spot.quartier for spot in game.state.table] == coming


def test_the_lookout_sees_nothing_on_the_last_day():
    game = Game().deal({0: ["lookout"]}).day(5)
    assert game.rejection_reason(0, "lookout") == "last_day"
    assert Lieutenant("lookout") in Game().deal({0: ["lookout"]}).day(4).legal(0)


def test_a_lookout_stays_a_snapshot_when_the_shark_trades_after_it():
    game = Game().deal({0: ["lookout", "shark"]})
    coming = game.state.deck[:6]
    game.play(0, "lookout")
    game.play(0, "shark", quartier=game.quartier(0))
    assert game.view(0).lookout.quartiers == coming


def test_the_crooked_cop_keeps_the_one_the_police_pick_out_of_jail():
    game = Game().deal({0: ["crooked_cop"]}).brawl({0: 2, 1: 2})
    game.play(0, "crooked_cop")
    quartier = game.quartier(0)
    events = to_round_three(game, s0="edge belly", s1="edge edge")
    assert events_of(events, Spared) == [Spared(0, "police", quartier, 1)]
    assert events_of(events, Jailed) == [Jailed(1, "police", quartier, 4)]
    assert game.state.jail == [0, 1, 0]
    assert game.state.reserve == [8, 7, 8]


def test_the_one_the_crooked_cop_lets_go_has_left_the_fight():
    """Seat 0 loses its only one to the reserve, seat 1 a knocked-out one to jail: seat 1 is left and claims."""
    game = Game().deal({0: ["crooked_cop"]}).brawl({0: 1, 1: 2})
    quartier = game.quartier(0)
    game.play(0, "crooked_cop")
    to_round_three(game, s0="edge", s1="edge belly")
    assert game.state.claims == [[], [quartier], []]


def test_the_crooked_cop_saves_the_third_of_a_lone_trio_but_not_its_quartier():
    game = Game().deal({0: ["crooked_cop"]}).lay({0: 3}, {1: 1, 2: 1})
    quartier = game.quartier(0)
    game.play(0, "crooked_cop")
    events = game.end_placement()
    assert events_of(events, Spared) == [Spared(0, "lone_trio", quartier, None)]
    assert events_of(events, QuartierDiscarded) == [QuartierDiscarded(None, quartier, "lone_trio", [Band(0, 2)])]
    assert (game.state.reserve[0], game.state.jail[0]) == (8, 0)


def test_the_crooked_cop_leaves_those_already_jailed_where_they_are():
    game = Game().deal({0: ["crooked_cop"]}).jail(0, 2)
    game.play(0, "crooked_cop")
    assert game.state.jail[0] == 2


def test_the_crooked_cop_works_until_the_end_of_this_day():
    game = Game().deal({0: ["crooked_cop"]})
    game.play(0, "crooked_cop")
    assert game.view().crooked_cop == 0
    game.end_placement()
    assert game.view().crooked_cop is None
    game.lay({0: 3})
    game.end_placement()
    assert game.state.jail[0] == 1


def test_the_lawyer_frees_all_ones_jailed_zokus():
    game = Game().deal({0: ["lawyer"]}).jail(0, 3).jail(1, 1)
    events = game.play(0, "lawyer")
    assert events_of(events, Released) == [Released(0, 3)]
    assert game.state.jail == [0, 1, 0]
    assert game.state.reserve == [8, 7, 8]


def test_the_lawyer_needs_a_client():
    assert Game().deal({0: ["lawyer"]}).jail(1, 1).rejection_reason(0, "lawyer") == "none_jailed"


def test_the_snitch_jails_a_zoku_of_a_rivals_reserve():
    game = Game().deal({2: ["snitch"]})
    events = game.play(2, "snitch", gang=0)
    assert events_of(events, Jailed) == [Jailed(0, "snitch", None, None)]
    assert (game.state.reserve[0], game.state.jail[0]) == (7, 1)


def test_who_is_jailed_by_the_snitch_during_placement_is_free_when_it_ends():
    game = Game().deal({2: ["snitch"]}).lay({0: 1, 1: 1})
    game.play(2, "snitch", gang=0)
    game.end_placement()
    assert game.state.jail == [0, 0, 0]


def test_who_is_jailed_by_the_snitch_during_the_brawl_stays_until_the_next_placement_is_over():
    game = Game().deal({2: ["snitch"]}).brawl({0: 1, 1: 1})
    game.play(2, "snitch", gang=0)
    game.throw(s0="edge", s1="belly")
    assert (game.state.day, game.state.jail) == (2, [1, 0, 0])


def test_the_snitch_needs_a_rival_with_a_zoku_in_reserve():
    game = Game().deal({0: ["snitch"]}).jail(1, 8)
    assert game.rejection_reason(0, "snitch", gang=0) == "own_gang"
    assert game.rejection_reason(0, "snitch", gang=1) == "rival_reserve_empty"
    assert game.rejection_reason(0, "snitch", gang=3) == game.rejection_reason(0, "snitch", gang=-1) == "no_such_gang"


def test_the_snitch_cannot_touch_a_friend_of_the_crooked_cop():
    game = Game().deal({0: ["snitch"], 1: ["crooked_cop"]})
    game.play(1, "crooked_cop")
    assert game.rejection_reason(0, "snitch", gang=1) == "rival_protected"
    game.play(0, "snitch", gang=2)


def test_the_snitch_cannot_touch_a_friend_of_the_crooked_cop_in_the_brawl_either():
    game = Game().deal({0: ["lawyer"], 1: ["crooked_cop"], 2: ["snitch"]}).brawl({0: 2, 1: 2}).jail(0, 1)
    game.play(1, "crooked_cop")
    for seat, action in ((0, Throw()), (1, Throw()), (0, Ready())):
        assert game.rejection_reason(2, "snitch", gang=1) == "rival_protected"
        assert Lieutenant("snitch", gang=0) in game.legal(2)
        game.do(seat, action, ["feet", "edge", "back", "edge"])
    assert game.state.phase == "kick"
    assert game.rejection_reason(2, "snitch", gang=1) == "rival_protected"
    game.play(2, "snitch", gang=0)


def test_the_kingpin_takes_the_first_player_card_whatever_the_count():
    game = Game().deal({2: ["kingpin"]}).lay({1: 3})
    game.play(2, "kingpin")
    assert game.view().kingpin == 2
    assert events_of(game.end_placement(), FirstPlayerChosen) == [FirstPlayerChosen(2, "kingpin")]
    assert game.state.first == 2
    assert game.view().kingpin is None, "for one Day only"
    assert events_of(game.end_placement(), FirstPlayerChosen)[0].why != "kingpin"


def test_the_kingpin_is_of_no_use_on_the_last_day():
    game = Game().deal({0: ["kingpin"]}).day(5)
    assert game.rejection_reason(0, "kingpin") == "last_day"


def test_automatic_steps_are_not_interrupted():
    """Claims, police and the end of the Day come in one go: nobody is asked between them."""
    game = Game().deal({0: ["lawyer"], 1: ["snitch"], 2: ["crooked_cop"]}).lay({0: 3}, {1: 1}, {2: 2})
    game.end_placement()
    assert game.state.day == 2
    assert game.state.jail == [1, 0, 0]
    assert ENGINE.turns(game.state)
