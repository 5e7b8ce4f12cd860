"""The events of Le Tapécho; some have fields that only some seats may know."""

from typing import Annotated

from msgspec import Meta

from engines.engine import Event, Secret
from engines.tapecho.content import Card
from engines.tapecho.state import ReactionView, Tally


class GameBegan(Event, frozen=True, tag="game_began"):
    """A game of the series begins, with nothing on the tables; this seat starts."""

    game: Annotated[int, Meta(description="Its number in the series, from 1")]
    context: Annotated[Card, Meta(description="The context that holds for it")]
    pile: Annotated[int, Meta(description="How many cards are left to draw after ten are dealt to each seat")]


class Dealt(Event, frozen=True, tag="dealt"):
    """A hand was dealt."""

    count: Annotated[int, Meta(description="How many cards")]
    cards: Secret[Annotated[list[Card], Meta(description="Which")]]


class TurnBegan(Event, frozen=True, tag="turn_began"):
    """It is this seat's turn."""


class TurnSkipped(Event, frozen=True, tag="turn_skipped"):
    """This seat was stood up and loses its turn."""


class TurnPassed(Event, frozen=True, tag="turn_passed"):
    """Nothing was possible for this seat, and its turn is over."""


class CardLaid(Event, frozen=True, tag="card_laid"):
    """A card was laid in front of somebody."""

    card: Annotated[Card, Meta(description="What was laid")]
    target: Annotated[int, Meta(description="The seat in front of which it lies")]
    asset: Annotated[int | None, Meta(description="The `id` of the asset that the attack is to take; else null")] = None


class Exchanged(Event, frozen=True, tag="exchanged"):
    """A card was discarded and one or two were drawn; a single one is kept at once."""

    discarded: Annotated[Card, Meta(description="What went to the pit")]
    count: Annotated[int, Meta(description="How many were drawn")]
    drawn: Secret[Annotated[list[Card], Meta(description="Which")]]


class Kept(Event, frozen=True, tag="kept"):
    """One of the two drawn cards was kept, the other put back on top of the pile."""

    card: Secret[Annotated[Card, Meta(description="The one that was kept")]]
    returned: Secret[Annotated[Card, Meta(description="The one that was put back")]]


class Defended(Event, frozen=True, tag="defended"):
    """An attack or an out-of-context card was undone; both cards are in the pit."""

    card: Annotated[Card, Meta(description="The defence")]
    against: Annotated[Card, Meta(description="What it undid")]


class CalledOut(Event, frozen=True, tag="called_out"):
    """An out-of-context card was played against a card in the window."""

    card: Annotated[Card, Meta(description="The out-of-context card")]
    against: Annotated[Card, Meta(description="The card it is to throw out")]


class WindowOpen(Event, frozen=True, tag="window_open"):
    """Cards were laid or a reaction was played, and there is something to react to; this seat is next."""

    held_up: Annotated[bool, Meta(description="No turn begins before it closes; all who could react are awaited")]
    reactions: Annotated[list[ReactionView], Meta(description="What may still be done")]


class Passed(Event, frozen=True, tag="passed"):
    """This seat does not react."""


class WindowClosed(Event, frozen=True, tag="window_closed"):
    """No more reactions; what is pending happens now."""


class TurnLost(Event, frozen=True, tag="turn_lost"):
    """Stood up: this seat's next turn is skipped."""


class AssetLost(Event, frozen=True, tag="asset_lost"):
    """Rejected: this seat's best asset went to the pit."""

    card: Annotated[Card, Meta(description="The asset")]


class ExTurnedUp(Event, frozen=True, tag="ex_turned_up"):
    """The ex: this seat drew cards."""

    count: Annotated[int, Meta(description="How many")]
    cards: Secret[Annotated[list[Card], Meta(description="Which")]]


class Hungover(Event, frozen=True, tag="hungover"):
    """This seat can lay no asset on its next turn."""


class SoberedUp(Event, frozen=True, tag="sobered_up"):
    """This seat's turn is over, and so is its hangover."""


class AssetPoached(Event, frozen=True, tag="asset_poached"):
    """An asset moved from the target's table to that of this seat."""

    card: Annotated[Card, Meta(description="The asset")]
    target: Annotated[int, Meta(description="The seat that lost it")]


class HandOpened(Event, frozen=True, tag="hand_opened"):
    """The big reveal: this seat's hand is open until the end of its next turn."""

    cards: Annotated[list[Card], Meta(description="The hand as it was then")]


class HandClosed(Event, frozen=True, tag="hand_closed"):
    """This seat's hand is secret again."""


class HandsCovered(Event, frozen=True, tag="hands_covered"):
    """The next action was taken: the hands that the previous action opened are no longer shown."""


class NumbersSwapped(Event, frozen=True, tag="numbers_swapped"):
    """A card of this seat changed places with one of the target's; only the two know which."""

    target: Annotated[int, Meta(description="The other seat")]
    given: Secret[Annotated[Card, Meta(description="The card this seat gave")]]
    taken: Secret[Annotated[Card, Meta(description="The card this seat got")]]


class Befriended(Event, frozen=True, tag="befriended"):
    """Friend with benefits: at the count each asset costs this seat a point."""


class ThrownOut(Event, frozen=True, tag="thrown_out"):
    """Out of context: a card in front of this seat and the card played against it went to the pit."""

    card: Annotated[Card, Meta(description="The asset or handicap")]
    by: Annotated[Card, Meta(description="The out-of-context card")]


class AttackLifted(Event, frozen=True, tag="attack_lifted"):
    """This seat's next turn began or was skipped: an attack it had laid went to the pit."""

    card: Annotated[Card, Meta(description="The attack")]
    target: Annotated[int, Meta(description="The seat in front of which it lay")]


class Attackable(Event, frozen=True, tag="attackable"):
    """The next turn of this seat's attacker began or was skipped: this seat can receive attacks again."""


class PileRenewed(Event, frozen=True, tag="pile_renewed"):
    """The pit was shuffled into a new pile."""

    count: Annotated[int, Meta(description="How many cards were in the pit")]


class GameCounted(Event, frozen=True, tag="game_counted"):
    """A game of the series is over and counted."""

    game: Annotated[int, Meta(description="Its number in the series")]
    reason: Annotated[str, Meta(description="How it ended, as in `endings`")]
    tallies: Annotated[list[Tally], Meta(description="Each seat's count, in the order of seats")]
    hands: Annotated[list[list[Card]], Meta(description="The hands at the count, in the order of seats")]
    winners: Annotated[list[int], Meta(description="The seats that won it")]


EVENTS = (
    GameBegan,
    Dealt,
    TurnBegan,
    TurnSkipped,
    TurnPassed,
    CardLaid,
    Exchanged,
    Kept,
    Defended,
    CalledOut,
    WindowOpen,
    Passed,
    WindowClosed,
    TurnLost,
    AssetLost,
    ExTurnedUp,
    Hungover,
    SoberedUp,
    AssetPoached,
    HandOpened,
    HandClosed,
    HandsCovered,
    NumbersSwapped,
    Befriended,
    ThrownOut,
    AttackLifted,
    Attackable,
    PileRenewed,
    GameCounted,
)
