"""Everything that changes on the table is an event, so that a client can animate it from the events alone."""

from engines.chance import Chance
from engines.zoky.actions import DeclineKick, Kick, Ready, Throw
from engines.zoky.events import (
    EVENTS,
    Band,
    FightBegan,
    KickDeclined,
    Kicked,
    KicksBegan,
    Landed,
    LandingSettled,
    LieutenantPlayed,
    LimitRaised,
    QuartierClaimed,
    RoundBegan,
    SaidReady,
    ThrowCalled,
    TurnPassed,
    ZokuJoined,
    ZokuLanding,
    ZokuMoved,
    ZokuTurned,
)
from tests.games.zoky.builders import Game, events_of
from tests.support.tables import open_table, options_for, play_on, seed_of, settings_of


def test_every_event_happens_in_random_games():
    tags = {event.__struct_config__.tag for event in EVENTS}
    happened = set()
    for number, (seats, variant) in enumerate(settings_of("zoky")):
        table = open_table("zoky", seats, options_for("zoky", variant), seed_of(number))
        for _ in play_on(table, Chance(seed_of(number + 31))):
            happened |= {event.__struct_config__.tag for event in table.events[-1]}
    assert happened == tags - {"turn_passed"}, "which needs a chief without Zokus and without Lieutenants"


def test_a_fight_begins_with_the_numbers_of_its_zokus():
    game = Game(seats=4, first_player=2).lay({0: 1, 2: 2, 3: 3})
    quartier = game.quartier(0)
    began = FightBegan(None, quartier, [Band(2, 2, (8, 9)), Band(3, 3, (12, 13, 14)), Band(0, 1, (0,))])
    assert events_of(game.end_placement(), FightBegan) == [began]


def test_the_event_of_a_closed_landing_has_who_goes_home_and_who_kicks_first():
    game = Game().deal({0: ["lawyer"], 1: ["medic"]}).brawl({0: 3, 1: 2, 2: 2})
    events = game.throw(s0="feet out out", s1="back out", s2="feet back")
    assert [type(event) for event in events] == [ThrowCalled, Landed], "the window is open"
    assert game.do(0, Ready()) == [SaidReady(0)]
    assert game.do(1, Ready()) == [
        SaidReady(1),
        LandingSettled(None, [Band(0, 2, (1, 2)), Band(1, 1, (5,))]),
        KicksBegan(0),
    ]


def test_each_chiefs_kicks_begin_once_a_round():
    game = Game().brawl({0: 2, 1: 2, 2: 3})
    events = game.throw(s0="feet feet", s1="feet edge", s2="back back back")
    assert events[-2:] == [LandingSettled(None, []), KicksBegan(0)]
    assert game.do(0, Kick(0, 8)) == [Kicked(0, 0, 8)], "it is still their turn"
    assert game.do(0, DeclineKick()) == [KickDeclined(0), KicksBegan(1)]
    assert game.do(1, Kick(4, 9)) == [Kicked(1, 4, 9), RoundBegan(None, 2)], "seat 2 has nobody to kick with"


def test_a_landing_without_kicks_is_settled_too():
    game = Game().brawl({0: 1, 1: 1})
    events = game.throw(s0="edge", s1="back")
    assert events[-2:] == [LandingSettled(None, []), RoundBegan(None, 2)]


def test_the_last_zokus_of_a_fight_go_home_with_its_quartier():
    game = Game().brawl({0: 2, 1: 1})
    quartier = game.quartier(0)
    game.do(0, Throw())
    events = game.do(1, Throw(), ["edge", "out", "belly"])
    value = game.state.cards.values[quartier]
    assert events[:4] == [
        ThrowCalled(1),
        Landed(None, 1, [ZokuLanding(0, 0, "edge"), ZokuLanding(1, 0, "out"), ZokuLanding(4, 1, "belly")]),
        LandingSettled(None, [Band(0, 1, (1,))]),
        QuartierClaimed(0, quartier, value, [Band(0, 1, (0,)), Band(1, 1, (4,))]),
    ]


def test_the_event_of_a_lieutenants_effect_follows_it():
    game = Game().deal({0: ["recruiter", "smuggler", "bouncer"]}).lay({0: 1}, {1: 1})
    here, there = game.quartier(0), game.quartier(1)
    assert game.play(0, "recruiter") == [LieutenantPlayed(0, "recruiter", {}), LimitRaised(0, 6)]
    events = game.play(0, "smuggler", quartier=here, to=there)
    assert events == [LieutenantPlayed(0, "smuggler", {"quartier": here, "to": there}), ZokuMoved(0, here, there)]
    events = game.play(0, "bouncer", quartier=there, gang=1)
    assert events == [LieutenantPlayed(0, "bouncer", {"quartier": there, "gang": 1}), ZokuMoved(1, there, None)]


def test_there_is_an_event_for_a_chief_who_is_passed_over():
    game = Game().deal({1: ["lookout"]}).jail(2, 8)
    game.place(0, {0: 1})
    events = game.place(1, {0: 1})
    assert events_of(events, TurnPassed) == [TurnPassed(2, 1), TurnPassed(2, 2)]


def test_the_event_of_a_lieutenants_effect_in_the_street_follows_it():
    game = Game().deal({0: ["acrobat", "medic"], 1: ["low_blow", "lookout"], 2: ["reinforcement"]})
    game.brawl({0: 2, 1: 1, 2: 1})
    assert game.play(2, "reinforcement") == [LieutenantPlayed(2, "reinforcement", {}), ZokuJoined(2, 11)]
    game.throw(s0="belly back", s1="edge", s2="edge edge")
    assert game.play(0, "medic", zoku=0)[1:] == [ZokuTurned(0, 0, 0, "edge")]
    assert game.play(1, "low_blow", target=0)[1:] == [ZokuTurned(1, 0, 0, "belly")]
    assert game.play(0, "acrobat", zoku=1)[1:] == [ZokuTurned(0, 1, 0, "feet")]
