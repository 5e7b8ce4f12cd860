"""What everyone hears of a dive."""

from typing import Annotated, Literal

from msgspec import Meta

from engines.engine import Event, Secret
from engines.tokyo_poo_divers.actions import Ballot, Cell, Direction
from engines.tokyo_poo_divers.content import FaceName, LayoutName

Why = Literal["banked", "sleeper", "no_cover"]


class CoversLaid(Event, frozen=True, tag="covers_laid"):
    """The covers lie on the street, all of them closed."""

    layout: Annotated[LayoutName, Meta(description="As in the options")]
    board: Annotated[tuple[str, ...], Meta(description="Row by row: `#` a closed cover, `.` a hole")]


class TurnBegan(Event, frozen=True, tag="turn_began"):
    """It is this seat's turn."""


class CoverOpened(Event, frozen=True, tag="cover_opened"):
    """A cover was opened for good."""

    cell: Cell
    face: Annotated[FaceName, Meta(description="What was under it")]
    points: Annotated[int, Meta(description="What the turn is worth now")]
    direction: Annotated[Direction | None, Meta(description="Where a risk went; null for a dive")]
    star: Annotated[
        tuple[Cell, ...], Meta(description="The open finds that counted one point each; only for a dive that is a find")
    ] = ()


class Paid(Event, frozen=True, tag="paid"):
    """A diver was paid for a turn."""

    why: Annotated[
        Why, Meta(description="They banked, they opened a sleeper, or there was no cover that a risk could open")
    ]
    points: Annotated[int, Meta(description="What was paid")]
    forfeited: Annotated[int, Meta(description="What the bank could not pay")]
    brown: Annotated[int, Meta(description="Pieces worth 1 this diver holds now")]
    golden: Annotated[int, Meta(description="Pieces worth 5 this diver holds now")]


class Peeked(Event, frozen=True, tag="peeked"):
    """A diver looked under a cover; only they know the face."""

    cell: Cell
    face: Secret[Annotated[FaceName, Meta(description="What is under it")]]


class PeekDeclined(Event, frozen=True, tag="peek_declined"):
    """A diver did not want to look."""


class ContestBegan(Event, frozen=True, tag="contest_began"):
    """The best are tied: they hold a contest, and vote on who has won it."""

    tied: Annotated[tuple[int, ...], Meta(description="The seats that are tied")]


class Voted(Event, frozen=True, tag="voted"):
    """A tied player has voted; only they know for whom, until all have voted."""

    winner: Secret[Annotated[int | None, Meta(description="The seat that it voted for; null for nobody")]]


class ContestDecided(Event, frozen=True, tag="contest_decided"):
    """All tied players have voted, and the game is over."""

    ballots: Annotated[tuple[Ballot, ...], Meta(description="All votes, in the order in which they were given")]
    winner: Annotated[
        int | None,
        Meta(description="The seat with the votes of more than half of the tied players; null: none has them"),
    ]


EVENTS = (CoversLaid, TurnBegan, CoverOpened, Paid, Peeked, PeekDeclined, ContestBegan, Voted, ContestDecided)
