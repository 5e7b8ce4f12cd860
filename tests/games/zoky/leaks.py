"""Broken copies of Zoky that tell more than the rules allow."""

from msgspec.structs import replace

from engines.engine import Ask, Secret
from engines.zoky.events import LookedAhead, Placed
from engines.zoky.view import LookoutView, cards_of
from tests.secrecy.leaks import in_events, in_legal, in_rejections, in_turns, in_view

FIGHTERS = {"reinforcement", "medic", "low_blow", "second_wind", "acrobat", "diversion"}


def another_hand(state, viewer, view):
    """A spectator sees the Lieutenants of seat 0, a chief those of the next one."""
    seat = 0 if viewer is None else (viewer + 1) % state.seats
    cards = cards_of(state.options.lieutenants)
    return replace(view, hand=[cards[slug] for slug in state.hands[seat]])


def longer_deck(state, _viewer, view):
    return replace(view, deck=view.deck + (state.deck[:1] > state.deck[1:2]))


def everybodys_lookout(state, _viewer, view):
    seen = state.lookout
    return view if seen is None else replace(view, lookout=LookoutView(seen.day, list(seen.quartiers)))


def order_of_hands(state, _viewer, view):
    """The face-up Lieutenants of a chief are listed backwards if a fighter is face down."""
    chiefs = [
        replace(chief, face_up=chief.face_up[:: -1 if FIGHTERS & set(hand) else 1], face_down=len(FIGHTERS & set(hand)))
        for chief, hand in zip(view.chiefs, state.hands, strict=True)
    ]
    return replace(view, chiefs=chiefs)


def only_who_can(state, turns):
    """Only those may react who hold a Lieutenant of the fight, or must act."""
    return {seat: ask for seat, ask in turns.items() if ask.required or FIGHTERS & set(state.hands[seat])}


def hurried(state, turns):
    return {
        seat: Ask(ask.what, ask.required, since=sum("medic" in hand for hand in state.hands))
        for seat, ask in turns.items()
    }


def best_first(state, actions):
    """Actions in an order that depends on the deck."""
    return actions if sum(state.deck[:3]) % 2 else actions[::-1]


def named_reason(state, error):
    """The message names a Lieutenant of somebody."""
    error.message += state.unseen[0] if state.unseen else ""
    return error


def told_to_all(_state, events):
    return [
        replace(one, quartiers=Secret(tuple(range(5)), one.quartiers.value)) if isinstance(one, LookedAhead) else one
        for one in events
    ]


def sorted_placements(state, events):
    """Placements backwards if the next Quartier is worth little."""
    return [
        replace(one, placements=one.placements[::-1], seat=one.seat)
        if isinstance(one, Placed) and state.deck[:1] < [9]
        else one
        for one in events
    ]


LEAKS = [
    in_view("another's Lieutenants", another_hand),
    in_view("the length of the deck depends on its order", longer_deck),
    in_view("everybody sees what the lookout saw", everybodys_lookout),
    in_view("which Lieutenants are face down", order_of_hands),
    in_turns("only those may react who can", only_who_can),
    in_turns("a mark of the turn counts Lieutenants", hurried),
    in_legal("the order of actions depends on the deck", best_first),
    in_rejections("a rejection names a hidden Lieutenant", named_reason),
    in_events("everybody gets what the lookout saw", told_to_all),
    in_events("the order within an event depends on the deck", sorted_placements),
]
