"""What holds for every Lieutenant: windows, being face up, withdrawing what was said, and betraying nothing."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.chance import Chance
from engines.zoky.actions import DeclineKick, Kick, Lieutenant, Place, Ready, Throw
from engines.zoky.content import LIEUTENANTS
from engines.zoky.events import KicksBegan, LandingSettled, LieutenantPlayed
from engines.zoky.view import cards_of
from tests.games.zoky.builders import ENGINE, Game, visible_to
from tests.support.tables import rejection, seed_of, tables

WINDOW = {
    "recruiter": "placement",
    "smuggler": "placement",
    "bouncer": "placement",
    "lookout": "any",
    "shark": "placement",
    "reinforcement": "throw",
    "medic": "landed",
    "low_blow": "landed",
    "second_wind": "landed",
    "acrobat": "landed",
    "diversion": "throw",
    "crooked_cop": "any",
    "lawyer": "any",
    "snitch": "any",
    "kingpin": "any",
}
REASON = {
    "placement": "only_in_own_placement",
    "throw": "only_before_a_throw",
    "landed": "only_when_landed",
}


def placing(slug):
    """Seat 0 is to place, with something for every power to work on."""
    return Game().deal({0: [slug]}).lay({0: 1}, {1: 1}).jail(0, 1)


def waiting_for(slug):
    """Seat 1 is to place, seat 0 is not."""
    game = placing(slug)
    game.place(0, {})
    return game


def before_a_throw(slug):
    game = Game().deal({0: [slug], 2: []}).brawl({0: 3, 1: 3})
    return game.jail(0, 1)


def landed(slug):
    game = before_a_throw(slug)
    game.throw(s0="back belly feet", s1="back edge feet")
    return game


def kicking(slug):
    """Seat 0 has said ready and is to kick."""
    game = landed(slug)
    game.ready()
    assert game.state.phase == "kick"
    return game


MOMENTS = {
    "own placement": (placing, {"placement"}),
    "another's placement": (waiting_for, set()),
    "before a throw": (before_a_throw, {"throw"}),
    "landed": (landed, {"landed"}),
    "kicks": (kicking, set()),
}
TARGETS = {
    "smuggler": lambda game: {"quartier": game.quartier(0), "to": game.quartier(2)},
    "bouncer": lambda game: {"quartier": game.quartier(1), "gang": 1},
    "shark": lambda game: {"quartier": game.quartier(4)},
    "medic": lambda game: {"zoku": 1},
    "acrobat": lambda game: {"zoku": 0},
    "low_blow": lambda game: {"target": 4},
    "snitch": lambda game: {"gang": 1},
}


def targets(game, slug):
    return TARGETS[slug](game) if slug in TARGETS else {}


def test_every_card_names_its_window():
    assert {slug: face.window for slug, face in LIEUTENANTS.items()} == WINDOW


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("slug", LIEUTENANTS)
def test_a_lieutenant_is_played_in_its_window_and_rejected_outside_it(slug, moment):
    reach, windows = MOMENTS[moment]
    game, window = reach(slug), WINDOW[slug]
    plays = [action for action in game.legal(0) if isinstance(action, Lieutenant)]
    if window == "any" or window in windows:
        assert Lieutenant(slug, **targets(game, slug)) in plays
        game.play(0, slug, **targets(game, slug))
        assert game.state.played[0] == [slug]
    else:
        assert plays == []
        assert game.rejection_reason(0, slug, **targets(game, slug)) == REASON[window]


@pytest.mark.parametrize("slug", [slug for slug, window in WINDOW.items() if window in ("throw", "landed")])
def test_a_fights_lieutenant_is_rejected_to_a_chief_who_is_not_involved(slug):
    game = Game().deal({2: [slug], 0: ["lookout"]}).brawl({0: 2, 1: 2})
    if WINDOW[slug] == "landed":
        game.throw(s0="back belly", s1="back edge")
    assert game.rejection_reason(2, slug, **targets(game, slug)) == "not_involved"


@pytest.mark.parametrize("slug", LIEUTENANTS)
def test_everyone_sees_who_was_played_on_what_and_it_lies_face_up(slug):
    game = {"placement": placing, "throw": before_a_throw, "landed": landed, "any": placing}[WINDOW[slug]](slug)
    aim = targets(game, slug)
    events = game.play(0, slug, **aim)
    for viewer in (None, 0, 1, 2):
        assert visible_to(events, viewer)[0] == ("lieutenant_played", 0, {"lieutenant": slug, "targets": aim})
        chief = game.view(viewer).chiefs[0]
        assert (chief.face_down, chief.face_up) == (0, [cards_of(())[slug]])


def test_a_played_lieutenant_does_no_more():
    game = Game().deal({0: ["crooked_cop", "lookout"]})
    game.play(0, "crooked_cop")
    assert game.rejection_reason(0, "crooked_cop") == "already_played"


def test_only_ones_own_lieutenants_are_played():
    game = Game().deal({0: ["crooked_cop"], 1: ["lookout"]})
    assert game.rejection_reason(0, "lookout") == "not_held"
    assert game.rejection_reason(0, "medic", zoku=1) == "not_held"


@pytest.mark.parametrize(
    ("slug", "aim", "reason"),
    [
        ("snitch", {}, "target_needed"),
        ("snitch", {"gang": 1, "quartier": 3}, "target_not_needed"),
        ("lookout", {"gang": 1}, "target_not_needed"),
        ("bouncer", {"gang": 1}, "target_needed"),
        ("smuggler", {"quartier": 1}, "target_needed"),
    ],
)
def test_a_lieutenant_names_exactly_the_targets_it_needs(slug, aim, reason):
    assert Game().deal({0: [slug]}).rejection_reason(0, slug, **aim) == reason


def test_several_may_follow_each_other():
    game = Game().deal({0: ["medic", "acrobat", "second_wind"], 1: ["low_blow"]}).brawl({0: 2, 1: 1})
    game.throw(s0="belly belly", s1="edge")
    game.play(0, "medic", zoku=0)
    game.play(0, "acrobat", zoku=0)
    assert game.street()[0] == "feet"
    game.play(0, "second_wind", ["back", "edge"])
    assert game.street() == {0: "back", 1: "edge", 4: "edge"}
    game.play(1, "low_blow", target=1)
    assert game.state.played == [["medic", "acrobat", "second_wind"], ["low_blow"], []]


def test_any_chief_with_a_face_down_lieutenant_may_react_at_any_moment_whatever_it_is():
    game = Game().deal({1: ["medic"], 2: ["lookout"]})
    assert (game.awaited(), game.reacting()) == ([0], [1, 2])
    assert game.legal(1) == []
    game.brawl({0: 2, 1: 1})
    assert (game.awaited(), game.reacting()) == ([0, 1], [2])
    game.throw(s0="feet edge", s1="back")
    assert (game.awaited(), game.reacting()) == ([1], [2])
    game.ready()
    assert (game.awaited(), game.reacting()) == ([0], [1, 2])


@pytest.mark.parametrize("slug", LIEUTENANTS)
def test_the_landed_window_waits_for_any_face_down_lieutenant_so_that_waiting_betrays_nothing(slug):
    """Whatever seat 0 holds, playable here or not, the table waits for the same seats in the same way."""
    game = Game().deal({0: [slug]}).brawl({0: 2, 1: 2})
    game.throw(s0="back belly", s1="edge edge")
    turns = ENGINE.turns(game.state)
    assert {seat: (ask.what, ask.required) for seat, ask in turns.items()} == {0: ("ready", True)}
    game.do(0, Ready())
    assert game.state.fight.round == 2


def test_without_face_down_lieutenants_among_those_involved_nobody_is_waited_for():
    game = Game().deal({2: ["lookout"]}).brawl({0: 2, 1: 2})
    game.throw(s0="back edge", s1="edge edge")
    assert game.state.phase == "throw"
    assert game.state.fight.round == 2


def test_ready_is_said_once_and_only_by_those_involved():
    game = Game().deal({0: ["medic"], 1: ["acrobat"], 2: ["lookout"]}).brawl({0: 1, 1: 1})
    game.throw(s0="back", s1="back")
    game.do(0, Ready())
    assert game.rejection_reason(0, Ready()) == "already_said"
    assert game.rejection_reason(2, Ready()) == "not_involved"
    assert game.rejection_reason(1, Throw()) == "not_now"
    assert game.rejection_reason(1, Place(())) == "not_now"


def test_ready_is_not_taken_from_a_chief_who_has_no_lieutenant_to_play():
    game = Game().deal({0: ["medic"]}).brawl({0: 1, 1: 1})
    game.throw(s0="edge", s1="edge")
    assert game.rejection_reason(1, Ready()) == "not_your_turn"


@settings(max_examples=25)
@given(data=st.data())
def test_what_any_chief_may_do_is_listed_and_nothing_else_is_accepted(data):
    """Of every seat, at every moment: those the game turns to and those it does not."""
    table = data.draw(tables("zoky"))
    for seat in range(table.seats):
        listed = set(ENGINE.legal(table.state, seat))
        for action in (Place(()), Throw(), Ready(), DeclineKick()):
            assert (rejection(ENGINE, table.state, seat, action) is None) == (action in listed)


def test_ready_is_not_taken_for_the_next_throw():
    game = Game().deal({0: ["medic"], 1: ["acrobat"]}).brawl({0: 1, 1: 1})
    game.throw(s0="edge", s1="edge")
    game.ready()
    assert (game.state.fight.round, game.view().fight.called, game.awaited()) == (2, [], [0, 1])


def test_a_chief_who_said_ready_may_still_play_until_the_window_closes():
    game = Game().deal({0: ["acrobat"], 1: ["lookout"]}).brawl({0: 1, 1: 2})
    game.throw(s0="back", s1="edge back")
    game.do(0, Ready())
    assert game.reacting() == [0]
    game.play(0, "acrobat", zoku=0)
    assert game.awaited() == [1]
    game.ready()
    assert Kick(0, 5) in game.legal(0)


def test_a_chief_who_said_throw_may_still_play_until_all_have():
    game = Game().deal({0: ["reinforcement"]}).brawl({0: 1, 1: 1})
    game.do(0, Throw())
    game.play(0, "reinforcement")
    assert game.awaited() == [0, 1]


def test_a_lieutenant_withdraws_every_throw_said_in_the_window():
    game = Game().deal({2: ["lookout"]}).brawl({0: 1, 1: 1})
    game.do(0, Throw())
    game.play(2, "lookout")
    assert game.view().fight.called == []
    assert game.awaited() == [0, 1]


def test_a_lieutenant_withdraws_every_ready_said_in_the_window():
    game = Game().deal({0: ["medic"], 1: ["kingpin", "acrobat"]}).brawl({0: 1, 1: 1})
    game.throw(s0="back", s1="back")
    game.do(0, Ready())
    assert game.view().fight.ready == [0]
    game.play(1, "kingpin")
    assert game.view().fight.ready == []
    assert game.awaited() == [0, 1]


def test_the_window_closes_when_the_last_lieutenant_of_those_involved_is_played():
    game = Game().deal({0: ["medic"], 2: ["lookout"]}).brawl({0: 2, 1: 1})
    game.throw(s0="edge belly", s1="out")
    assert game.state.reserve[1] == 7, "who is out reaches the reserve when the window closes"
    game.play(0, "medic", zoku=1)
    assert game.at_home()
    assert len(game.state.claims[0]) == 1


@pytest.mark.parametrize("slug", [slug for slug, window in WINDOW.items() if window == "any"])
def test_the_window_closes_when_the_last_one_of_those_involved_is_played_at_any_time(slug):
    game = Game().deal({0: [slug], 2: ["shark"]}).brawl({0: 2, 1: 1}).jail(0, 1)
    game.throw(s0="feet edge", s1="back")
    assert game.awaited() == [0]
    events = game.play(0, slug, **targets(game, slug))
    assert events[-2:] == [LandingSettled(None, []), KicksBegan(0)]
    assert (game.state.phase, game.awaited()) == ("kick", [0])


def test_a_lieutenant_of_a_chief_who_is_not_involved_leaves_the_window_open():
    game = Game().deal({0: ["medic"], 2: ["kingpin"]}).brawl({0: 1, 1: 1})
    game.throw(s0="edge", s1="edge")
    game.play(2, "kingpin")
    assert (game.state.phase, game.awaited()) == ("landed", [0])


def test_out_zokus_reach_the_reserve_when_the_landed_window_closes():
    game = Game().deal({0: ["medic"]}).brawl({0: 2, 1: 2})
    game.throw(s0="out edge", s1="edge edge")
    assert game.street()[0] == "out"
    assert game.state.reserve[0] == 6
    game.ready()
    assert 0 not in game.street()
    assert game.state.reserve[0] == 7


def test_the_number_of_face_down_lieutenants_is_public_but_not_which_they_are():
    game = Game().deal({0: ["medic", "shark"], 1: ["snitch"]})
    for viewer in (None, 1, 2):
        view = game.view(viewer)
        assert [chief.face_down for chief in view.chiefs] == [2, 1, 0]
    assert game.view(None).hand is None
    assert [face.lieutenant for face in game.view(0).hand] == ["shark", "medic"]
    assert [face.lieutenant for face in game.view(1).hand] == ["snitch"]
    assert game.view(2).hand == []


def test_an_involved_chief_with_none_able_may_still_play_but_is_not_asked_to_throw():
    game = Game().deal({2: ["reinforcement"]}).brawl({0: 1, 1: 1, 2: 1})
    game.throw(s0="edge", s1="edge", s2="out")
    game.ready()
    assert (game.awaited(), game.reacting()) == ([0, 1], [2])
    game.play(2, "reinforcement")
    assert game.awaited() == [0, 1, 2]


def test_playing_is_the_first_event_and_its_effect_follows():
    game = Game().deal({0: ["lawyer"]}).jail(0, 2)
    assert isinstance(game.play(0, "lawyer")[0], LieutenantPlayed)


def test_a_chief_who_may_only_react_is_never_sampled_into_anothers_action():
    game = Game().deal({1: ["crooked_cop", "medic"]})
    dice = Chance(seed_of(0))
    assert {ENGINE.sample(game.state, 1, dice) for _ in range(20)} == {Lieutenant("crooked_cop")}
    game.deal({1: ["medic"]})
    with pytest.raises(ValueError, match="among 0"):
        ENGINE.sample(game.state, 1, dice)


def test_a_random_chief_who_is_asked_plays_a_lieutenant_now_and_then():
    game = Game().deal({0: ["crooked_cop"]})
    dice = Chance(seed_of(0))
    plays = sum(isinstance(ENGINE.sample(game.state, 0, dice), Lieutenant) for _ in range(400))
    assert 20 < plays < 100


@settings(max_examples=25)
@given(data=st.data())
def test_any_play_is_accepted_exactly_if_it_is_listed(data):
    """Also on targets no table has: numbers are drawn a little beyond what there is."""
    table = data.draw(tables("zoky"))
    numbers = st.one_of(st.none(), st.integers(-1, 41))
    plays = st.builds(Lieutenant, st.sampled_from(list(LIEUTENANTS)), numbers, numbers, numbers, numbers, numbers)
    for seat in ENGINE.turns(table.state):
        listed = set(ENGINE.legal(table.state, seat))
        tried = data.draw(st.lists(plays, max_size=20))
        tried += [Lieutenant(slug, **dict.fromkeys(LIEUTENANTS[slug].targets, 1)) for slug in table.state.hands[seat]]
        for play in tried:
            assert (rejection(ENGINE, table.state, seat, play) is None) == (play in listed)
