"""The rules of Skeleton. They are pure: the result depends on the arguments only, and chance is one of them."""

from typing import Annotated

import msgspec
from msgspec import Meta

from engines.chance import Chance
from engines.engine import (
    Action,
    Ask,
    Engine,
    Event,
    Knowledge,
    Offers,
    Options,
    Outcome,
    Players,
    Score,
    Secret,
    State,
    error_factory,
)

DECK = 15
HAND = 3
Card = Annotated[int, Meta(ge=1, le=DECK, description="The number on a card", examples=[7])]
REASONS = {
    "already_chosen": "You have chosen your card for this round.",
    "not_in_hand": "You can only play a card from your hand.",
}
illegal = error_factory(REASONS)


class Choose(Action, frozen=True, tag="choose"):
    """Play a card face down."""

    card: Card


class HandDealt(Event, frozen=True, tag="hand_dealt"):
    """A player was dealt a hand, which only that player knows."""

    hand: Secret[Annotated[list[int], Meta(description="The cards of the hand")]]


class CardChosen(Event, frozen=True, tag="card_chosen"):
    """A player has played a card face down."""

    card: Secret[Annotated[int, Meta(description="The card")]]


class RoundEnded(Event, frozen=True, tag="round_ended"):
    """All have chosen, and the cards are turned over."""

    cards: Annotated[list[int], Meta(description="The cards, in the order of seats")]
    winner: Annotated[int, Meta(description="The seat that wins the round")]


class SkeletonOptions(Options, frozen=True, kw_only=True):
    """What a table agrees on."""

    lowest_wins: Annotated[bool, Meta(description="Whether the lowest card wins a round and not the highest")] = False


class SkeletonState(State[SkeletonOptions], kw_only=True):
    """All that changes during a game."""

    hands: list[list[int]]
    chosen: list[int | None]
    aside: list[int]
    """The cards that nobody was dealt."""
    points: list[int]
    played: list[list[int]] = []
    """The cards of each round that is over, in the order of seats."""


class SkeletonView(msgspec.Struct):
    """The table as one seat, or a spectator, may see it."""

    hand: Annotated[list[int], Meta(description="The viewer's own hand; empty for a spectator")]
    card: Annotated[int | None, Meta(description="The card that the viewer has chosen in this round")]
    cards_left: Annotated[list[int], Meta(description="How many cards each seat has in its hand")]
    chosen: Annotated[list[bool], Meta(description="Whether each seat has chosen in this round")]
    points: Annotated[list[int], Meta(description="The rounds that each seat has won")]
    played: Annotated[list[list[int]], Meta(description="The cards of each round that is over, in the order of seats")]
    lowest_wins: Annotated[bool, Meta(description="Whether the lowest card wins a round and not the highest")]


class Skeleton(Engine[SkeletonState, SkeletonOptions]):
    """Everybody chooses a card at once; the highest card wins the round."""

    slug = "skeleton"
    title = "Skeleton"
    summary = "Play a card face down, all at once; the highest card wins the round."
    players = Players(2, 4)
    state_type = SkeletonState
    options_type = SkeletonOptions
    view_type = SkeletonView
    actions = (Choose,)
    events = (HandDealt, CardChosen, RoundEnded)
    reasons = REASONS
    endings = {"hands_empty": "All cards have been played."}

    def set_up(self, seats: int, options: SkeletonOptions, chance: Chance) -> tuple[SkeletonState, list[Event]]:
        """Deal a hand to every seat; the rest stays unseen."""
        cards = chance.shuffled(range(1, DECK + 1))
        hands = [sorted(cards[HAND * seat : HAND * (seat + 1)]) for seat in range(seats)]
        state = self.state_type(hands=hands, chosen=[None] * seats, aside=cards[HAND * seats :], points=[0] * seats)
        return state, [HandDealt(seat, Secret((seat,), hand.copy())) for seat, hand in enumerate(hands)]

    def turns(self, state: SkeletonState) -> dict[int, Ask]:
        """All who have yet to choose, at the same time."""
        if not any(state.hands) and not any(state.chosen):
            return {}
        waiting = [seat for seat, card in enumerate(state.chosen) if card is None]
        return {seat: Ask("choose", turn=len(state.played), simultaneous=True) for seat in waiting}

    def offers(self, state: SkeletonState, seat: int) -> Offers:
        return {Choose: iter([Choose(card) for card in state.hands[seat] if state.chosen[seat] is None])}

    def check(self, state: SkeletonState, seat: int, action: Action) -> None:
        if state.chosen[seat] is not None:
            raise illegal("already_chosen")
        if isinstance(action, Choose) and action.card not in state.hands[seat]:
            raise illegal("not_in_hand")

    def apply(self, state: SkeletonState, seat: int, action: Action, chance: Chance) -> list[Event]:
        """Put the card down; the last one ends the round."""
        card = action.card if isinstance(action, Choose) else 0
        state.hands[seat].remove(card)
        state.chosen[seat] = card
        events: list[Event] = [CardChosen(seat, Secret((seat,), card))]
        cards = [chosen for chosen in state.chosen if chosen is not None]
        if len(cards) == len(state.hands):
            winner = cards.index(min(cards) if state.options.lowest_wins else max(cards))
            state.points[winner] += 1
            state.played.append(cards)
            state.chosen = [None] * len(cards)
            events.append(RoundEnded(None, cards, winner))
        return events

    def default(self, state: SkeletonState, seat: int, chance: Chance) -> Action:
        return Choose(state.hands[seat][0])

    def view(self, state: SkeletonState, viewer: int | None) -> SkeletonView:
        return SkeletonView(
            hand=[] if viewer is None else state.hands[viewer].copy(),
            card=None if viewer is None else state.chosen[viewer],
            cards_left=[len(hand) for hand in state.hands],
            chosen=[card is not None for card in state.chosen],
            points=state.points.copy(),
            played=[cards.copy() for cards in state.played],
            lowest_wins=state.options.lowest_wins,
        )

    def resample(
        self, view: SkeletonView, viewer: int | None, chance: Chance, knowledge: Knowledge = ()
    ) -> SkeletonState:
        """Deal the cards that the viewer has not seen again."""
        seen = {*view.hand, view.card, *(card for cards in view.played for card in cards)}
        unseen = chance.shuffled(card for card in range(1, DECK + 1) if card not in seen)
        hands, chosen = list[list[int]](), list[int | None]()
        for seat, left in enumerate(view.cards_left):
            own = seat == viewer
            hands.append(view.hand.copy() if own else sorted(unseen.pop() for _ in range(left)))
            chosen.append(view.card if own else unseen.pop() if view.chosen[seat] else None)
        state = self.state_type(
            hands=hands,
            chosen=chosen,
            aside=unseen,
            points=view.points.copy(),
            played=[cards.copy() for cards in view.played],
        )
        return self.attach_options(state, SkeletonOptions(lowest_wins=view.lowest_wins))

    def outcome(self, state: SkeletonState) -> Outcome | None:
        if self.turns(state):
            return None
        best = max(state.points)
        winners = [seat for seat, points in enumerate(state.points) if points == best]
        scores = [Score(seat, points, {"rounds": points}) for seat, points in enumerate(state.points)]
        return Outcome(winners, scores, "hands_empty")

    def inventory(self, state: SkeletonState) -> dict[str, int]:
        """Every card is in a hand, face down, turned over or aside."""
        places = (*state.hands, *state.played, state.aside)
        return {"cards": sum(map(len, places)) + sum(card is not None for card in state.chosen)}
