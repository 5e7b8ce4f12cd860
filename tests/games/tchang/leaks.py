"""Broken copies of T'Chang that tell more than the rules allow."""

from msgspec.structs import replace

from engines.shared_tomb.stones import ANIMAL
from engines.tchang.events import Moved, TurnBegan
from tests.secrecy.leaks import in_events, in_legal, in_turns, in_view


def sorted_stones(state, _viewer, view):
    return replace(view, stones=sorted(view.stones, key=lambda square: state.stones[square]))


def tangrams_first(state, _viewer, view):
    """Statues in an order that depends on their figures."""
    return replace(view, statues=sorted(view.statues, key=lambda statue: state.statues[statue.square] != "tangram"))


def one_figure(state, _viewer, view):
    return replace(view, statues=[replace(view.statues[0], figure=state.statues[view.statues[0].square])])


def hidden_counts(state, _viewer, view):
    """How many stones of a face lie on squares with even numbers."""
    faces = [face for square, face in enumerate(state.stones) if square % 2 == 0]
    return replace(
        view, stones_by_face=[replace(count, hidden=faces.count(count.face)) for count in view.stones_by_face]
    )


def no_bites(state, actions):
    """Moves onto an animal are not listed."""
    return [action for action in actions if getattr(action, "square", None) is None or safe(state, action)]


def safe(state, action):
    return state.stones[action.square] != ANIMAL


def richest_first(state, actions):
    moves = [action for action in actions if hasattr(action, "square")]
    others = [action for action in actions if not hasattr(action, "square")]
    return sorted(moves, key=lambda action: state.stones[action.square] or 0) + others


def hurried(state, turns):
    return {
        seat: replace(ask, turn=ask.turn + sum(state.stones[20:30].count(n) for n in (3, 4)))
        for seat, ask in turns.items()
    }


def warned(state, events):
    """An event more if an animal lies under the first stone."""
    first = next((face for face in state.stones if face is not None), None)
    return [*events, TurnBegan(state.turn)] if first == ANIMAL else events


def counted(state, events):
    """A step more is counted if the last stone holds fireflies."""
    last = [face for face in state.stones if face is not None][-1:]
    return [replace(one, paid=one.paid + (last != [ANIMAL])) if isinstance(one, Moved) else one for one in events]


LEAKS = [
    in_view("stones are listed by face", sorted_stones),
    in_view("statues are listed by figure", tangrams_first),
    in_view("the figure of one hidden statue", one_figure),
    in_view("the faces of some hidden stones", hidden_counts),
    in_legal("moves onto an animal are not listed", no_bites),
    in_legal("moves onto fireflies are listed first", richest_first),
    in_turns("the number of a turn depends on hidden stones", hurried),
    in_events("an event more if an animal is near", warned),
    in_events("an event counts a hidden stone", counted),
]
