"""The table: hands, what lies in front of each player, the window, and the effects still to come."""

from typing import Annotated, Literal, cast

from msgspec import Meta, Struct

from engines.steps import SteppedState
from engines.tapecho.content import Card, Role
from engines.tapecho.options import TapechoOptions

Phase = Literal["turn", "keep", "window", "over"]
Reaction = Literal["defend", "out_of_context"]
QUIET_ROUNDS = 3


class Laid(Struct):
    """A card in the window. `asset` is what a poaching names; `doubt` is an out-of-context card played against it."""

    card: int
    target: int
    asset: int | None = None
    defended: bool = False
    doubt: int | None = None
    doubted_by: int | None = None


class Window(Struct):
    """What was laid in one turn and may still be reacted to, until the next player begins an action."""

    by: int
    cards: list[Laid]
    passed: list[int] = []


class ReactionView(Struct, frozen=True):
    """A reaction that is still possible in the window; the seats named need not hold the card for it."""

    type: Annotated[Reaction, Meta(description="The type of action")]
    against: Annotated[int, Meta(description="The `id` of the card to name in it")]
    seats: Annotated[list[int], Meta(description="Who could do it, as far as all can see")]


class Lying(Struct):
    """An attack card in front of its target."""

    card: int
    by: int
    target: int


class Shown(Struct):
    """A hand as it was when a big reveal or the count opened it."""

    seat: int
    cards: list[int]


class Tally(Struct):
    """A seat's count; the parts add up."""

    table: Annotated[int, Meta(description="The values on its table, with their signs")]
    benefits: Annotated[int, Meta(description="The points that friends with benefits cost it")]
    hand: Annotated[int, Meta(description="What was left in its hand, as a loss")]

    @property
    def score(self) -> int:
        """The points of one game."""
        return self.table + self.benefits + self.hand


class Sheet(Struct):
    """One finished game on the score sheet."""

    context: int
    starter: int
    ending: str
    tallies: list[Tally]


class TapechoState(SteppedState[TapechoOptions], kw_only=True):
    """Cards are their numbers in the deck. The top of the pile is its end; hands are kept sorted.

    `seat` is whose turn it is, and in an open window who laid its cards. `blocked` names an attacker for each seat: it
    can receive no other attack until that attacker's next turn. `quiet` counts the turns in a row in which nothing was
    laid, `begun` the turns that have begun in the whole series.
    """

    roles: list[Role]
    teams: list[int]
    context: int
    starter: int
    seat: int
    hands: list[list[int]]
    assets: list[list[int]]
    handicaps: list[list[int]]
    pile: list[int]
    pit: list[int]
    blocked: list[int | None]
    skips: list[int]
    hungover: list[bool]
    opened: list[bool]
    lying: list[Lying]
    drawn: list[int]
    window: Window | None = None
    phase: Phase = "turn"
    quiet: int = 0
    since: int = 0
    begun: int = 1
    shown: list[Shown]
    sheet: list[Sheet]

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.hands)

    @property
    def quiet_limit(self) -> int:
        """A quiet turn that brings `quiet` to this number or more ends the game: three whole rounds."""
        return QUIET_ROUNDS * self.seats

    @property
    def open_window(self) -> Window:
        """The window; call this only while it is open."""
        return cast(Window, self.window)

    def card(self, number: int) -> Card:
        """A card's face."""
        return self.options.cards[number]

    def faces(self, numbers: list[int]) -> list[Card]:
        """The faces of these cards."""
        cards = self.options.cards
        return [cards[number] for number in numbers]

    def mates(self, seat: int) -> list[int]:
        """The other members of a seat's team."""
        team = self.teams[seat]
        return [other for other, its in enumerate(self.teams) if its == team and other != seat]
