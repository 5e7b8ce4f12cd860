"""What a frontend needs to draw the table, and what resampling keeps of what a chief has seen."""

import pytest

from engines.chance import Chance
from engines.zoky.actions import DeclineKick, Kick, Place, Placement, Ready, Throw
from engines.zoky.events import KickDeclined, KicksBegan, LandingSettled, Placed, RoundBegan, SaidReady, ThrowCalled
from engines.zoky.state import Move, Zoku
from service.i18n import encode
from tests.games.zoky.builders import ENGINE, Game
from tests.support.tables import open_table, options_for, play_on, seed_of


def test_the_view_shows_the_quartiers_in_order_with_the_zokus_on_them():
    game = Game().lay({0: 2, 1: 1}, {2: 3})
    view = game.view()
    assert [spot.place for spot in view.table] == list(range(6))
    assert [spot.zokus for spot in view.table][:3] == [[2, 1, 0], [0, 0, 3], [0, 0, 0]]
    faces = {card.quartier: card for district in view.arrondissements for card in district.quartiers}
    assert {spot.quartier for spot in view.table} < faces.keys()
    assert len(faces) == 30


def test_a_quartier_keeps_its_place_when_others_are_gone():
    game = Game().brawl({0: 1}, {0: 1, 1: 1}, {2: 2}, {1: 1, 2: 1})
    assert [spot.place for spot in game.view().table] == [1, 3, 4, 5]


def test_the_view_shows_reserves_jail_and_card_points_only():
    game = Game().deal({0: ["medic"]}).jail(1, 2)
    game.state.claims[0] = [0, 1, 2]
    view = game.view()
    assert [(chief.reserve, chief.jail) for chief in view.chiefs] == [(8, 0), (6, 2), (8, 0)]
    assert view.chiefs[0].points == 1 + 2 + 3, "no bonus before the end"
    assert view.chiefs[0].quartiers == [0, 1, 2]


def test_the_view_shows_the_street_the_round_who_has_thrown_and_whose_kick_it_is():
    game = Game().brawl({0: 1, 1: 2})
    game.do(1, Throw())
    fight = game.view().fight
    assert (fight.round, fight.called, fight.ready, fight.kicker) == (1, [1], [], None)
    assert fight.quartier == game.quartier(0)
    assert game.view().turn is None, "nobody places meanwhile"
    game.do(0, Throw(), ["feet", "back", "belly"])
    fight = game.view().fight
    assert [(zoku.zoku, zoku.gang, zoku.landing, zoku.thrown) for zoku in fight.street] == [
        (0, 0, "feet", True),
        (4, 1, "back", True),
        (5, 1, "belly", True),
    ]
    assert (fight.kicker, fight.called) == (0, [])


def test_the_view_shows_what_was_done_last():
    game = Game()
    assert game.view().latest is None
    game.place(0, {})
    assert game.view().latest == Move(0, Place(()))
    one, other = sorted((game.quartier(0), game.quartier(1)))
    events = game.do(1, Place((Placement(other, 1), Placement(one, 2))))
    written = (Placement(one, 2), Placement(other, 1))
    assert game.view().latest == Move(1, Place(written)), "placements by Quartier number, however they were posted"
    assert events[0] == Placed(1, written)


def test_the_street_is_shown_gang_by_gang_in_turn_order_and_reinforcements_last():
    game = Game(first_player=1).deal({1: ["reinforcement"]}).brawl({0: 2, 1: 1, 2: 1})
    game.play(1, "reinforcement")
    assert [zoku.zoku for zoku in game.view().fight.street] == [4, 8, 0, 1, 7]


@pytest.mark.parametrize("hands", [{}, {0: ["lawyer"], 1: ["snitch"]}])
def test_nobody_has_said_throw_or_thrown_when_a_round_begins(hands):
    game = Game().deal(hands).brawl({0: 2, 1: 2})
    game.throw(s0="feet back", s1="back edge")
    assert game.view().fight.called == []
    assert all(zoku.thrown for zoku in game.view().fight.street)
    if hands:
        game.ready()
    game.do(0, Kick(0, 4))
    fight = game.view().fight
    assert (fight.round, fight.called, fight.ready, fight.kicker) == (2, [], [], None)
    assert not any(zoku.thrown or zoku.kicked for zoku in fight.street)
    assert game.awaited() == [0, 1]


def test_only_who_was_still_able_has_thrown():
    game = Game().deal({0: ["lawyer"]}).brawl({0: 2, 1: 1})
    game.throw(s0="belly edge", s1="edge")
    game.ready()
    game.throw(s0="edge", s1="edge")
    assert {zoku.zoku: zoku.thrown for zoku in game.view().fight.street} == {0: False, 1: True, 4: True}


def test_nobody_has_a_crooked_cop_or_a_kingpin_any_more_when_a_day_is_over():
    game = Game().deal({0: ["crooked_cop"], 1: ["kingpin"]})
    game.play(0, "crooked_cop")
    game.play(1, "kingpin")
    assert (game.view().crooked_cop, game.view().kingpin) == (0, 1)
    game.end_placement()
    assert (game.view().crooked_cop, game.view().kingpin) == (None, None)
    game = Game().deal({0: ["crooked_cop"]}).day(5)
    game.play(0, "crooked_cop")
    assert game.view().crooked_cop == 0
    game.end_placement()
    assert (game.view().phase, game.view().crooked_cop) == ("over", None)


def test_a_lookout_stays_in_its_own_view_when_its_day_has_come_and_gone():
    game = Game().deal({1: ["lookout"]})
    coming = game.state.deck[:6]
    game.play(1, "lookout")
    for day in (2, 3):
        game.end_placement()
        assert game.state.day == day
        assert (game.view(1).lookout.day, game.view(1).lookout.quartiers) == (2, coming)
        assert [game.view(viewer).lookout for viewer in (None, 0, 2)] == [None] * 3
        other = resample(game, 1, 1)
        assert ENGINE.view(other, 1) == game.view(1)
        assert ENGINE.inventory(other) == game.due, "what it saw is no longer in the deck"
        assert len({tuple(resample(game, 1, number).deck) for number in range(5)}) == 5


def test_everyone_sees_who_placed_called_a_throw_was_ready_and_declined():
    game = Game().deal({0: ["medic"]})
    quartier = game.quartier(0)
    assert Placed(0, (Placement(quartier, 2),)) in game.place(0, {0: 2})
    assert Placed(1, ()) in game.place(1, {})
    game = Game().deal({0: ["medic"]}).brawl({0: 1, 1: 1})
    assert game.do(1, Throw()) == [ThrowCalled(1)]
    assert game.do(0, Throw(), ["feet", "back"])[0] == ThrowCalled(0)
    assert game.do(0, Ready()) == [SaidReady(0), LandingSettled(None, []), KicksBegan(0)]
    assert game.do(0, DeclineKick()) == [KickDeclined(0), RoundBegan(None, 2)]


def test_the_deck_is_shown_by_its_number_alone():
    text = encode(Game().view(0)).decode()
    assert '"deck":24' in text


def resample(game, viewer, number):
    return ENGINE.resample(game.view(viewer), viewer, Chance(seed_of(number)))


def test_resampling_keeps_what_the_lookout_saw_and_deals_the_rest():
    game = Game().deal({0: ["lookout"]})
    game.play(0, "lookout")
    decks = [resample(game, 0, number).deck for number in range(5)]
    assert {tuple(deck[:6]) for deck in decks} == {tuple(game.state.deck[:6])}
    assert len({tuple(deck) for deck in decks}) == 5
    assert len({tuple(resample(game, 1, number).deck[:6]) for number in range(5)}) == 5


def test_resampling_knows_that_a_traded_quartier_lies_where_the_new_one_lay():
    for number in range(60):
        game = Game().deal({0: ["lookout", "shark"]})
        game.play(0, "lookout")
        shark = next(iter(ENGINE.legal(game.state, 0)))
        ENGINE.apply(game.state, 0, shark, Chance(seed_of(number)))
        assert resample(game, 0, number).deck[:6] == game.state.deck[:6]


def test_resampling_leaves_the_table_itself_alone():
    game = Game().deal({0: ["medic"]}).brawl({0: 2, 1: 2})
    before = ENGINE.dump(game.state)
    other = resample(game, 0, 1)
    for seat in (0, 1):
        ENGINE.apply(other, seat, Throw(), Chance(seed_of(2)))
    assert ENGINE.dump(game.state) == before


def test_resampling_stands_in_the_same_turn_of_the_snake():
    """Also during the fights, when no placement turn is shown: the snake is at its end then."""
    for number in range(3):
        table = open_table("zoky", 3, options_for("zoky", {}), seed_of(number))
        for _ in play_on(table, Chance(seed_of(number + 1)), 200):
            other = ENGINE.resample(ENGINE.view(table.state, 0), 0, Chance(seed_of(9)))
            if ENGINE.turns(table.state):
                assert other.turn == table.state.turn


def test_a_zoku_that_is_out_or_on_its_belly_cannot_go_on():
    landings = {"in_hand": True, "out": False, "belly": False, "edge": True, "back": True, "feet": True}
    assert {landing: Zoku(0, 0, landing).able for landing in landings} == landings
