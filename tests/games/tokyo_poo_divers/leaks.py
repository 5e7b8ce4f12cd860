"""Broken copies of Tokyo Poo Divers that tell more than the rules allow."""

from msgspec.structs import replace

from engines.engine import Secret
from engines.tokyo_poo_divers.content import FACE_NAMES, FIND
from engines.tokyo_poo_divers.events import CoverOpened, Peeked
from tests.secrecy.leaks import in_events, in_legal, in_view


def sorted_peeks(state, _viewer, view):
    numbers = state.options.numbers
    return replace(view, peeks=sorted(view.peeks, key=lambda peek: state.faces[numbers[peek.cell]]))


def faces_of_all_peeks(state, _viewer, view):
    numbers = state.options.numbers
    return replace(view, peeks=[replace(peek, face=FACE_NAMES[state.faces[numbers[peek.cell]]]) for peek in view.peeks])


def closed_finds(state, _viewer, view):
    return replace(view, covers_left=sum(state.faces[number] == FIND for number in state.closed()))


def marked_board(state, _viewer, view):
    """A space behind the first row if the card that was left over first is a find."""
    return replace(view, board=[view.board[0] + " " * (state.leftover[:1] == FIND), *view.board[1:]])


def all_votes(state, _viewer, view):
    return view if view.contest is None else replace(view, contest=replace(view.contest, ballots=list(state.ballots)))


def finds_first(state, actions):
    """The covers that may be opened, with the finds before the others."""
    numbers = state.options.numbers
    closed = [action for action in actions if hasattr(action, "cell")]
    others = [action for action in actions if not hasattr(action, "cell")]
    return sorted(closed, key=lambda action: state.faces[numbers[action.cell]] != FIND) + others


def no_empty_risks(state, actions):
    """A risk in the direction of a blank is not offered."""
    ways = state.openable() if any(hasattr(action, "direction") for action in actions) else {}
    return [one for one in actions if state.faces[ways.get(getattr(one, "direction", None), 0)] != "X"]


def peeks_for_the_next(state, events):
    """Who looks under a cover tells the next player as well."""
    return [
        replace(one, face=Secret((*one.face.known_to, (one.seat + 1) % len(state.purses)), one.face.value))
        if isinstance(one, Peeked)
        else one
        for one in events
    ]


def finds_around(state, events):
    """An opened cover counts the closed finds next to it."""
    return [
        replace(one, star=(*one.star, *[one.cell] * sum(face == FIND for face in state.leftover)))
        if isinstance(one, CoverOpened)
        else one
        for one in events
    ]


LEAKS = [
    in_view("peeks are listed by face", sorted_peeks),
    in_view("everybody sees what others have peeked at", faces_of_all_peeks),
    in_view("the number of closed finds", closed_finds),
    in_view("the length of a row of the board", marked_board),
    in_view("votes before all have voted", all_votes),
    in_legal("finds are listed first", finds_first),
    in_legal("a risk that meets a blank is not listed", no_empty_risks),
    in_events("the next player learns what was peeked at", peeks_for_the_next),
    in_events("an event counts what is hidden", finds_around),
]
