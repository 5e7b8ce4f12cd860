"""What a frontend needs to draw the table, and what resampling keeps of what a chief has seen."""

import msgspec

from engines.chance import Chance
from engines.zoky.actions import DeclineKick, Place, Placement, Ready, Throw
from engines.zoky.events import KickDeclined, Placed, RoundBegan, SaidReady, ThrowCalled
from engines.zoky.state import Move
from tests.engines.zoky.support import ENGINE, Game
from tests.support.tables import seed_of


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


def test_the_view_tells_what_was_done_last():
    game = Game()
    assert game.view().latest is None
    game.place(0, {})
    assert game.view().latest == Move(0, Place(()))


def test_everyone_hears_who_placed_called_a_throw_was_ready_and_declined():
    game = Game().deal({0: ["medic"]})
    quartier = game.quartier(0)
    assert Placed(0, (Placement(quartier, 2),)) in game.place(0, {0: 2})
    assert Placed(1, ()) in game.place(1, {})
    game = Game().deal({0: ["medic"]}).brawl({0: 1, 1: 1})
    assert game.do(1, Throw()) == [ThrowCalled(1)]
    assert game.do(0, Throw(), ["feet", "back"])[0] == ThrowCalled(0)
    assert game.do(0, Ready()) == [SaidReady(0)]
    assert game.do(0, DeclineKick()) == [KickDeclined(0), RoundBegan(None, 2)]


def test_the_deck_is_shown_by_its_number_alone():
    text = msgspec.json.encode(Game().view(0)).decode()
    assert '"deck":24' in text


def resampled(game, viewer, number):
    return ENGINE.resample(game.view(viewer), viewer, Chance(seed_of(number)))


def test_resampling_keeps_what_the_lookout_saw_and_deals_the_rest():
    game = Game().deal({0: ["lookout"]})
    game.play(0, "lookout")
    decks = [resampled(game, 0, number).deck for number in range(5)]
    assert {tuple(deck[:6]) for deck in decks} == {tuple(game.state.deck[:6])}
    assert len({tuple(deck) for deck in decks}) == 5
    assert len({tuple(resampled(game, 1, number).deck[:6]) for number in range(5)}) == 5


def test_resampling_knows_that_a_traded_quartier_lies_where_the_new_one_lay():
    for number in range(60):
        game = Game().deal({0: ["lookout", "shark"]})
        game.play(0, "lookout")
        shark = next(iter(ENGINE.legal(game.state, 0)))
        ENGINE.apply(game.state, 0, shark, Chance(seed_of(number)))
        assert resampled(game, 0, number).deck[:6] == game.state.deck[:6]


def test_resampling_leaves_the_table_itself_alone():
    game = Game().deal({0: ["medic"]}).brawl({0: 2, 1: 2})
    before = ENGINE.dump(game.state)
    other = resampled(game, 0, 1)
    for seat in (0, 1):
        ENGINE.apply(other, seat, Throw(), Chance(seed_of(2)))
    assert ENGINE.dump(game.state) == before
