"""What everyone hears, and what only some do."""

from engines.contract import Event, Secret
from engines.tapecho.cards import Card
from engines.tapecho.state import Tally


class GameBegan(Event, frozen=True, tag="game_began"):
    """A game of the series begins: its number, its context, and in `seat` who starts."""

    game: int
    context: Card


class Dealt(Event, frozen=True, tag="dealt"):
    """A hand was dealt."""

    count: int
    cards: Secret[list[Card]]


class TurnBegan(Event, frozen=True, tag="turn_began"):
    """It is this seat's turn."""


class TurnSkipped(Event, frozen=True, tag="turn_skipped"):
    """This seat was stood up and loses its turn."""


class TurnPassed(Event, frozen=True, tag="turn_passed"):
    """Nothing was possible for this seat."""


class CardLaid(Event, frozen=True, tag="card_laid"):
    """A card was laid before `target`; a poaching names the asset it is after."""

    card: Card
    target: int
    asset: int | None = None


class Exchanged(Event, frozen=True, tag="exchanged"):
    """A card was discarded and one or two were drawn; a single one is kept at once."""

    discarded: Card
    count: int
    drawn: Secret[list[Card]]


class Kept(Event, frozen=True, tag="kept"):
    """One of the two drawn cards was kept, the other put back on top of the pile."""

    card: Secret[Card]
    returned: Secret[Card]


class Defended(Event, frozen=True, tag="defended"):
    """An attack or an out-of-context card was undone; both cards are in the pit."""

    card: Card
    against: Card


class CalledOut(Event, frozen=True, tag="called_out"):
    """An out-of-context card was played against a card in the window."""

    card: Card
    against: Card


class Passed(Event, frozen=True, tag="passed"):
    """This seat lets the window close."""


class WindowClosed(Event, frozen=True, tag="window_closed"):
    """No more reactions; what is pending happens now."""


class TurnLost(Event, frozen=True, tag="turn_lost"):
    """Stood up: this seat's next turn is skipped."""


class AssetLost(Event, frozen=True, tag="asset_lost"):
    """Rejected: this seat's best asset went to the pit."""

    card: Card


class ExTurnedUp(Event, frozen=True, tag="ex_turned_up"):
    """The ex: this seat drew cards."""

    count: int
    cards: Secret[list[Card]]


class Hungover(Event, frozen=True, tag="hungover"):
    """This seat can lay no asset on its next turn."""


class AssetPoached(Event, frozen=True, tag="asset_poached"):
    """An asset moved from the target's table to that of this seat."""

    card: Card
    target: int


class HandOpened(Event, frozen=True, tag="hand_opened"):
    """The big reveal: this seat's hand is open until the end of its next turn."""

    cards: list[Card]


class HandClosed(Event, frozen=True, tag="hand_closed"):
    """This seat's hand is its own secret again."""


class NumbersSwapped(Event, frozen=True, tag="numbers_swapped"):
    """A card of this seat changed places with one of the target's; only the two know which."""

    target: int
    given: Secret[Card]
    taken: Secret[Card]


class Befriended(Event, frozen=True, tag="befriended"):
    """Friend with benefits: at the count each asset costs this seat a point."""


class ThrownOut(Event, frozen=True, tag="thrown_out"):
    """Out of context: the card of this seat and the one played against it went to the pit."""

    card: Card
    by: Card


class AttackLifted(Event, frozen=True, tag="attack_lifted"):
    """The attacker's next turn has come: the attack goes to the pit."""

    card: Card
    target: int


class PileRenewed(Event, frozen=True, tag="pile_renewed"):
    """The pit was shuffled into a new pile."""

    count: int


class GameCounted(Event, frozen=True, tag="game_counted"):
    """A game of the series is over: how it ended, each seat's count, the hands it was counted by, and who won it."""

    game: int
    reason: str
    tallies: list[Tally]
    hands: list[list[Card]]
    winners: list[int]
