"""What everyone hears of the way through the tomb."""

from typing import Annotated

from msgspec import Meta, field

from engines.engine import Event
from engines.shared_tomb.map import Colour
from engines.tchang.actions import PawnNumber, Square
from engines.tchang.content import Figure
from engines.tchang.riddle import Placed, Silhouette


class TombLaid(Event, frozen=True, tag="tomb_laid"):
    """All pawns stand in the hall; statues and stones lie face down on their squares, or the players will lay them."""

    pawns: Annotated[list[int], Meta(description="By number, the seat that each pawn belongs to")]
    fireflies: Annotated[int, Meta(description="What each pawn carries")]
    statues: Annotated[list[Square], Meta(description="Where the statues stand; nowhere yet if the players lay them")]
    stones: Annotated[list[Square], Meta(description="Where the stones lie; nowhere yet if the players lay them")]


class StatueLaid(Event, frozen=True, tag="statue_laid"):
    """A seat laid the next statue face down; nobody knows which figure it is."""

    square: Square


class StoneLaid(Event, frozen=True, tag="stone_laid"):
    """A seat laid the next stone face down; nobody knows what it hides."""

    square: Square


class TurnBegan(Event, frozen=True, tag="turn_began"):
    """It is this seat's turn."""


class Moved(Event, frozen=True, tag="moved"):
    """A pawn walked to another square."""

    pawn: PawnNumber
    way: Annotated[list[Square], Meta(description="The squares it walked over; the last one is where it stopped")]
    paid: Annotated[int, Meta(description="Fireflies, one for each step")]


class Freed(Event, frozen=True, tag="freed"):
    """A bitten pawn was freed by another that came to its square; the animal left the game."""

    pawn: PawnNumber
    rescuer: Annotated[PawnNumber, Meta(description="The pawn that came")]
    square: Square


class Bitten(Event, frozen=True, tag="bitten"):
    """A stone hid a dangerous animal, which holds the pawn until another comes."""

    pawn: PawnNumber
    square: Square


class StoneTurned(Event, frozen=True, tag="stone_turned"):
    """A stone gave its fireflies and left the game."""

    pawn: PawnNumber
    square: Square
    fireflies: Annotated[int, Meta(description="How many it shows")]
    gained: Annotated[int, Meta(description="How many of them the reserve could pay the pawn")]


class StatueTurned(Event, frozen=True, tag="statue_turned"):
    """A statue was turned over for good."""

    pawn: PawnNumber
    square: Square
    figure: Annotated[Figure, Meta(description="What it shows")]
    bonus: Annotated[int, Meta(description="Fireflies its finder got for it")]


class ExitFound(Event, frozen=True, tag="exit_found"):
    """Three dragons of one colour lie face up for the first time: the exit of their colour is the way out."""

    dragon: Annotated[Colour, Meta(description="Their colour")]
    square: Annotated[Square, Meta(description="The square of the dragon behind the corner of that colour")]


class ExitOpened(Event, frozen=True, tag="exit_opened"):
    """The exit is known and all seven tangrams lie face up: pawns may step onto the dragon's square."""

    square: Annotated[Square, Meta(description="The dragon's square")]


class Shared(Event, frozen=True, tag="shared"):
    """Fireflies went from one pawn to another on the same square."""

    giver: Annotated[int, Meta(description="The pawn that gave")] = field(name="from")
    taker: Annotated[int, Meta(description="The pawn that got them")] = field(name="to")
    amount: Annotated[int, Meta(description="How many fireflies")]


class Passed(Event, frozen=True, tag="passed"):
    """A seat's turn went by without a move."""

    automatic: Annotated[bool, Meta(description="Whether the rules passed it: it could neither move nor share")]


class ConcedeVoted(Event, frozen=True, tag="concede_voted"):
    """A seat voted to give up; when all have voted, the game is lost."""

    votes: Annotated[int, Meta(description="How many seats want to give up now")]


class ConcedeWithdrawn(Event, frozen=True, tag="concede_withdrawn"):
    """A seat that had voted to give up moved a pawn, and so took its vote back."""

    votes: Annotated[int, Meta(description="How many seats still want to give up")]


class RiddlePosed(Event, frozen=True, tag="riddle_posed"):
    """All are out. The dragon asks for one of its figures; the game is won either way."""

    dragon: Annotated[Colour, Meta(description="The colour of the exit")]
    figures: Annotated[tuple[Silhouette, ...], Meta(description="Its four figures, any of which may be laid")]


class RiddleSolved(Event, frozen=True, tag="riddle_solved"):
    """A seat laid one of the figures with all seven pieces; the game ends."""

    figure: Annotated[str, Meta(description="Its name")]
    pieces: Annotated[tuple[Placed, ...], Meta(description="How it was laid")]


class RiddleDeclined(Event, frozen=True, tag="riddle_declined"):
    """A seat leaves the riddle to others; when all have declined, the game ends."""


EVENTS = (
    TombLaid,
    StatueLaid,
    StoneLaid,
    TurnBegan,
    Moved,
    Freed,
    Bitten,
    StoneTurned,
    StatueTurned,
    ExitFound,
    ExitOpened,
    Shared,
    Passed,
    ConcedeVoted,
    ConcedeWithdrawn,
    RiddlePosed,
    RiddleSolved,
    RiddleDeclined,
)
