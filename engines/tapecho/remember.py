"""What the players have seen of hidden cards: who holds those that were revealed, and what lies on the pile."""

from collections.abc import Iterable
from typing import cast

from msgspec.structs import replace

from engines.engine import Fact, Knowledge, Logged
from engines.tapecho.content import Card
from engines.tapecho.state import TapechoState

PILE, DRAWN = -1, -2
"""Instead of a seat: the card lies on top of the pile, or it is one of the two drawn of which one will be kept."""
LEAVES_HAND = {"card_laid": "card", "exchanged": "discarded", "defended": "card", "called_out": "card"}
"""The events by which a card leaves a hand, and the field that shows it."""


class Place(Fact, frozen=True, tag="place"):
    """Where a hidden card is: in a seat's hand, or `PILE` or `DRAWN`."""

    card: int
    holder: int


def remember(knowledge: Knowledge, event: Logged) -> Knowledge:
    """A card that was seen is known until it is shown again, or until it may be in one of two places."""
    data, seat = event.data, cast(int, event.seat)
    if event.type in LEAVES_HAND:
        knowledge = without(knowledge, [data[LEAVES_HAND[event.type]]])
    match event.type:
        case "game_began":
            return ()
        case "hand_opened":
            return placed(knowledge, data["cards"], seat)
        case "exchanged":
            return drawn(knowledge, seat if data["count"] == 1 else DRAWN)
        case "ex_turned_up":
            return drawn(knowledge, seat)
        case "kept":
            return placed(of_others(knowledge, DRAWN), [data["returned"]] if "returned" in data else [], PILE)
        case "numbers_swapped":
            return swapped(knowledge, data, seat)
    return knowledge


def places(knowledge: Knowledge) -> tuple[Place, ...]:
    """All facts of this game are about places."""
    return cast(tuple[Place, ...], knowledge)


def placed(knowledge: Knowledge, cards: Iterable[Card], holder: int) -> Knowledge:
    """These cards are here now."""
    cards = list(cards)
    return (*without(knowledge, cards), *(Place(card.id, holder) for card in cards))


def without(knowledge: Knowledge, cards: Iterable[Card]) -> Knowledge:
    """These cards lie open now, or elsewhere."""
    gone = {card.id for card in cards}
    return tuple(fact for fact in places(knowledge) if fact.card not in gone)


def of_others(knowledge: Knowledge, *holders: int) -> Knowledge:
    """What is known of all places but these."""
    return tuple(fact for fact in places(knowledge) if fact.holder not in holders)


def drawn(knowledge: Knowledge, holder: int) -> Knowledge:
    """The top of the pile was drawn."""
    return tuple(replace(fact, holder=holder) if fact.holder == PILE else fact for fact in places(knowledge))


def swapped(knowledge: Knowledge, data: dict[str, Card], by: int) -> Knowledge:
    """Two hands have swapped a card. Only their players know which; for the others it may have been any."""
    target = cast(int, data["target"])
    if "given" not in data:
        return of_others(knowledge, by, target)
    return placed(placed(knowledge, [data["given"]], target), [data["taken"]], by)


def agrees(state: TapechoState, knowledge: Knowledge) -> bool:
    """Whether these cards are where they were last seen."""
    cards = {PILE: state.pile[-1:], DRAWN: state.drawn, **dict(enumerate(state.hands))}
    return all(fact.card in cards[fact.holder] for fact in places(knowledge))
