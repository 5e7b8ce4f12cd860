"""A gesture cannot be learnt early, by anyone, in any way."""

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.chance import Chance
from engines.dragon_fights.actions import ChooseGesture, Flip, Relocate, Take
from engines.dragon_fights.gestures import GESTURES
from engines.engine import logged
from tests.games.dragon_fights.builders import SLUG, fight, gesture_of, throw
from tests.support.tables import open_table, options_for, play_on, rejection, seed_of, settings_of

TRIED = [*(ChooseGesture(gesture) for gesture in GESTURES), Flip(1), Take(), Relocate(1, 2)]


def knowledge(engine, state, viewer):
    """All that the service can show this viewer, but for events: the ETag is the version and the viewer."""
    turns = engine.turns(state)
    known = [msgspec.json.encode(engine.view(state, viewer)), turns, engine.outcome(state)]
    if viewer is not None:
        known += [list(engine.legal(state, viewer))]
    if viewer in turns:
        known += [rejection(engine, state, viewer, action) for action in TRIED]
        known += [engine.sample(state, viewer, Chance(seed_of(9))), engine.default(state, viewer, Chance(seed_of(9)))]
    return known


def visible(events, viewer):
    """The events as the viewer gets them, with their number and order: `seq` and `version` count no more than these."""
    return [(event.type, event.seat, msgspec.json.encode(event.data_for(viewer))) for event in map(logged, events)]


@st.composite
def throws_under_way(draw):
    """A table where gestures are being chosen, some who choose now, and two ways for them to choose."""
    seats, variant = draw(st.sampled_from(settings_of(SLUG)))
    number = draw(st.integers(0, 2**32))
    table = open_table(SLUG, seats, options_for(SLUG, variant), seed_of(number))
    for _ in play_on(table, Chance(seed_of(number + 1)), draw(st.integers(0, 120))):
        pass
    dice = Chance(seed_of(number + 2))
    for _ in play_on(table, dice):
        if table.state.phase == "gesture" and not any(table.state.gestures):
            break
    order = draw(st.permutations(table.state.choosing))
    some = order[: draw(st.integers(0, max(0, len(order) - 1)))]
    ways = st.lists(st.sampled_from(GESTURES), min_size=len(some), max_size=len(some))
    return table, some, draw(ways), draw(ways)


@settings(max_examples=120)
@given(throws_under_way())
def test_a_gesture_cannot_be_learnt_before_all_have_chosen(drawn):
    """Whatever the others choose: views, events, actions and errors are the same until the last has chosen."""
    table, some, ours, theirs = drawn
    here, there = table.copy(), table.copy()
    viewers = [None, *range(table.seats)]
    for seat, one, other in zip(some, ours, theirs, strict=True):
        our_events = table.engine.play(here, seat, ChooseGesture(one), table.seed)
        their_events = table.engine.play(there, seat, ChooseGesture(other), table.seed)
        for viewer in viewers:
            if viewer in some[: some.index(seat) + 1]:
                continue
            assert visible(our_events, viewer) == visible(their_events, viewer)
            assert knowledge(table.engine, here, viewer) == knowledge(table.engine, there, viewer)


@settings(max_examples=60)
@given(throws_under_way())
def test_one_who_has_chosen_learns_no_more_than_one_who_has_not(drawn):
    """Those who have chosen know their own gesture and nothing of the others'."""
    table, some, ours, theirs = drawn
    for viewer, own in zip(some, ours, strict=True):
        here, there = table.copy(), table.copy()
        for seat, one, other in zip(some, ours, theirs, strict=True):
            our_events = table.engine.play(here, seat, ChooseGesture(one), table.seed)
            their_events = table.engine.play(there, seat, ChooseGesture(own if seat == viewer else other), table.seed)
            assert visible(our_events, viewer) == visible(their_events, viewer)
            assert knowledge(table.engine, here, viewer) == knowledge(table.engine, there, viewer)


def test_the_knowledge_compared_above_differs_once_gestures_are_shown():
    """Else the properties above could not fail."""
    here, there = fight(2), fight(2)
    throw(here, "rock", "rock")
    throw(there, "paper", "paper")
    for viewer in (None, 0, 1):
        assert knowledge(here.engine, here.state, viewer) != knowledge(there.engine, there.state, viewer)
        assert visible(here.events[-1], viewer) != visible(there.events[-1], viewer)


def test_drawing_lots_depends_on_nothing_that_was_chosen():
    """The draw after too many undecided throws does not give the gestures away either."""
    players = set()
    for gestures in (("rock", "rock"), ("paper", "paper"), ("scissors", "scissors")):
        table = fight(2)
        table.state.undecided = 49
        gesture_of(table, 0, gestures[0])
        gesture_of(table, 1, gestures[1])
        players.add(table.state.player)
    assert len(players) == 1
