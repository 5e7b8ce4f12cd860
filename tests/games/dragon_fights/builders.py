"""Builders for fights."""

from engines.dragon_fights.actions import ChooseGesture, Flip, Relocate, Take
from engines.dragon_fights.options import DragonOptions
from engines.dragon_fights.state import BARE
from engines.engine import logged
from engines.shared_tomb.map import PLACES
from engines.shared_tomb.stones import ANIMAL
from tests.support.tables import open_table, rejection, seed_of

SLUG = "dragon_fights"


def fight(seats=3, number=1, **options):
    return open_table(SLUG, seats, DragonOptions(**options), seed_of(number))


def act(table, seat, action):
    """Do it as the service would: only a seat whose turn it is, only what is allowed."""
    assert seat in table.engine.turns(table.state)
    table.engine.check(table.state, seat, action)
    events = table.engine.play(table.state, seat, action, table.seed)
    table.events.append(events)
    table.actions.append((seat, action))
    return events


def throw(table, *gestures):
    """Those still choosing choose these, in the order of their seats."""
    seats = list(table.state.choosing)
    assert len(seats) == len(gestures)
    return [event for seat, gesture in zip(seats, gestures, strict=True) for event in gesture_of(table, seat, gesture)]


def gesture_of(table, seat, gesture):
    return act(table, seat, ChooseGesture(gesture))


def win(table, seat):
    """This seat wins the throw."""
    return throw(table, *("rock" if other == seat else "scissors" for other in table.state.choosing))


def lay(table, stones):
    """Lay exactly these stones: faces by square. What else there was has been taken by nobody."""
    table.state.stones = [stones.get(square, BARE) for square in range(len(table.state.stones))]
    return table


def flip(table, square):
    return act(table, table.state.player, Flip(square))


def take(table):
    return act(table, table.state.player, Take())


def relocate(table, origin, to):
    return act(table, table.state.player, Relocate(origin, to))


def legal(table, seat):
    return list(table.engine.legal(table.state, seat))


def rejection_reason(table, seat, action):
    error = rejection(table.engine, table.state, seat, action)
    return error and error[0]


def view(table, viewer=None):
    return table.engine.view(table.state, viewer)


def visible_events(events, viewer=None):
    """The events as a viewer sees them, by type."""
    return {event.type: (event.seat, event.data_for(viewer)) for event in map(logged, events)}


def animals(table):
    return [square for square in PLACES if table.state.stones[square] == ANIMAL]


def firefly_stones(table):
    return [square for square in PLACES if table.state.stones[square] > 0]
