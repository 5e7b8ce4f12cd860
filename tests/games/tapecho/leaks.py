"""Broken copies of Le Tapécho that tell more than the rules allow."""

from msgspec.structs import replace

from engines.engine import Secret
from engines.tapecho.events import Dealt, Exchanged, ExTurnedUp, Kept
from tests.secrecy.leaks import in_events, in_legal, in_rejections, in_turns, in_view


def another_hand(state, viewer, view):
    seats = [
        replace(
            seat, hand=state.faces(state.hands[number]) if number == ((viewer or 0) + 1) % state.seats else seat.hand
        )
        for number, seat in enumerate(view.seats)
    ]
    return replaced(state, view, seats=seats)


def replaced(state, view, **fields):
    other = replace(view, **fields)
    other.__dict__["options"] = state.options
    return other


def only_what_can_be_laid(state, _viewer, view):
    """The size of a hand does not count its defences."""
    seats = [
        replace(seat, hand_size=sum(state.card(card).kind != "defence" for card in hand))
        for seat, hand in zip(view.seats, state.hands, strict=True)
    ]
    return replaced(state, view, seats=seats)


def drawn_for_all(state, _viewer, view):
    return replaced(state, view, drawn_cards=state.faces(state.drawn))


def top_of_the_pile(state, _viewer, view):
    """The pile counts one card more if its top is an attack."""
    return replaced(state, view, pile=view.pile + any(state.card(card).kind == "attack" for card in state.pile[-1:]))


def only_who_can(state, _viewer, view):
    """A reaction names only the seats that hold a card for it."""
    if view.window is None:
        return view
    kinds = {"defend": "defence", "out_of_context": "out_of_context"}
    reactions = [
        replace(one, seats=[s for s in one.seats if kinds[one.type] in [state.card(c).kind for c in state.hands[s]]])
        for one in view.window.reactions
    ]
    return replaced(state, view, window=replace(view.window, reactions=reactions))


def only_who_can_react(state, turns):
    """Only those are asked who hold a defence or an out-of-context card."""
    kinds = {"defence", "out_of_context"}
    return {
        seat: ask
        for seat, ask in turns.items()
        if ask.required or kinds & {state.card(card).kind for card in state.hands[seat]}
    }


def by_the_pile(state, actions):
    return actions if sum(state.pile[-2:]) % 2 else actions[::-1]


def who_holds_it(state, error):
    """The message for a card that is not in the hand depends on where it is."""
    error.message += " " * len(state.hands[0][:1]) * (state.hands[0][:1] > state.hands[1][:1])
    return error


def drawn_cards_for_all(_state, events):
    return [
        replace(one, drawn=Secret(tuple(range(10)), one.drawn.value)) if isinstance(one, Exchanged) else one
        for one in events
    ]


def kept_for_the_next(state, events):
    return [
        replace(one, card=Secret((one.seat, (one.seat + 1) % state.seats), one.card.value))
        if isinstance(one, Kept)
        else one
        for one in events
    ]


def size_of_draws(state, events):
    """How many cards were drawn counts only those of one kind."""
    return [
        replace(one, count=sum(card.kind == "asset" for card in one.cards.value))
        if isinstance(one, Dealt | ExTurnedUp)
        else one
        for one in events
    ]


LEAKS = [
    in_view("the hand of the next player", another_hand),
    in_view("the size of a hand without its defences", only_what_can_be_laid),
    in_view("the two cards drawn", drawn_for_all),
    in_view("the length of the pile depends on its top", top_of_the_pile),
    in_view("a reaction names only those who hold a card for it", only_who_can),
    in_turns("only those may react who can", only_who_can_react),
    in_legal("the order of actions depends on the pile", by_the_pile),
    in_rejections("a message depends on hands", who_holds_it),
    in_events("everybody gets the cards drawn", drawn_cards_for_all),
    in_events("the next player gets the card kept", kept_for_the_next),
    in_events("how many cards an attack draws depends on them", size_of_draws),
]
