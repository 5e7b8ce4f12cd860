"""Broken copies of Dragon Fights that tell more than the rules allow."""

from msgspec.structs import replace

from engines.dragon_fights.content import FACES
from engines.dragon_fights.events import GestureChosen, StoneFlipped
from engines.engine import Secret
from engines.shared_tomb.stones import ANIMAL
from tests.secrecy.leaks import in_events, in_legal, in_turns, in_view


def sorted_stones(state, _viewer, view):
    return replace(view, stones=sorted(view.stones, key=lambda stone: state.stones[stone.square]))


def one_face(state, _viewer, view):
    """The last stone that lies face down shows its face."""
    last = max((number for number, stone in enumerate(view.stones) if not stone.up), default=None)
    stones = [
        replace(stone, face=FACES[state.stones[stone.square]]) if number == last else stone
        for number, stone in enumerate(view.stones)
    ]
    return replace(view, stones=stones)


def another_gesture(state, viewer, view):
    """A viewer who has not chosen sees what the next player has chosen."""
    others = [gesture for seat, gesture in enumerate(state.gestures) if seat != viewer and gesture is not None]
    return view if view.your_gesture or not others else replace(view, your_gesture=others[0])


def thrown_too_early(state, _viewer, view):
    """Gestures count as shown as soon as they are chosen: only how often `rock` was chosen."""
    return replace(view, undecided=view.undecided + state.gestures.count("rock"))


def stones_left(state, _viewer, view):
    """What is left counts only stones that nobody has turned over."""
    fresh = [square for square in state.face_down() if not state.seen[square] and square % 2]
    return replace(view, fireflies_left=sum(state.stones[s] for s in fresh if state.stones[s] != ANIMAL))


def fireflies_first(state, actions):
    flips = [action for action in actions if hasattr(action, "square")]
    others = [action for action in actions if not hasattr(action, "square")]
    return others + sorted(flips, key=lambda action: -state.stones[action.square])


def hurried(state, turns):
    """Whoever could beat the gestures so far may choose at once; the others wait."""
    return {seat: replace(ask, not_before=state.gestures.count("paper")) for seat, ask in turns.items()}


def known_gestures(_state, events):
    return [
        replace(one, gesture=Secret(tuple(range(5)), one.gesture.value)) if isinstance(one, GestureChosen) else one
        for one in events
    ]


def next_stone(state, events):
    """What is at stake counts the next stone as well."""
    hidden = [state.stones[square] for square in state.face_down()]
    return [
        replace(one, fireflies=one.fireflies + (hidden[0] if hidden else 0)) if isinstance(one, StoneFlipped) else one
        for one in events
    ]


LEAKS = [
    in_view("stones are listed by face", sorted_stones),
    in_view("the face of one hidden stone", one_face),
    in_view("another's gesture", another_gesture),
    in_view("how many have chosen rock", thrown_too_early),
    in_view("the fireflies on some of the hidden stones", stones_left),
    in_legal("the best stones are listed first", fireflies_first),
    in_turns("how long to wait depends on gestures", hurried),
    in_events("gestures are sent when they are chosen", known_gestures),
    in_events("an event counts a hidden stone", next_stone),
]
