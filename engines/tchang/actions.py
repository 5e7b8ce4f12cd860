"""What the explorers can do, and what everyone hears of it."""

from typing import Annotated, Literal

from msgspec import Meta, field

from engines.contract import Action, Event
from engines.tchang.riddle import Placed
from engines.tomb.map import Colour

Square = Annotated[int, Meta(description="A square's id, its place in the map's list of squares")]
PawnNumber = Annotated[
    int, Meta(description="A pawn's number, from 0; pawn p belongs to seat p modulo the number of seats")
]
Figure = Literal["red", "green", "yellow", "blue", "tangram"]


class Move(Action, frozen=True, tag="move"):
    """Walk a free pawn to another square by a shortest way, a firefly a step."""

    pawn: PawnNumber
    square: Square


class Share(Action, frozen=True, tag="share"):
    """Hand fireflies from one pawn to another on the same square."""

    giver: PawnNumber = field(name="from")
    taker: PawnNumber = field(name="to")
    amount: int


class Pass(Action, frozen=True, tag="pass"):
    """Move no pawn this turn."""


class EndTurn(Action, frozen=True, tag="end_turn"):
    """Share no more; the next seat is up."""


class Concede(Action, frozen=True, tag="concede"):
    """Vote to give up. The game is lost when all seats have; a vote stands until its seat next moves."""


class SolveRiddle(Action, frozen=True, tag="solve_riddle"):
    """Lay the seven pieces so that they make one of the exit dragon's figures."""

    pieces: tuple[Placed, ...]


class DeclineRiddle(Action, frozen=True, tag="decline_riddle"):
    """Leave the riddle to others."""


class TurnBegan(Event, frozen=True, tag="turn_began"):
    """It is this seat's turn."""


class Moved(Event, frozen=True, tag="moved"):
    """A pawn walked along `way`, its last square being where it stopped, and paid a firefly a step."""

    pawn: PawnNumber
    way: list[Square]
    paid: int


class Freed(Event, frozen=True, tag="freed"):
    """A bitten pawn was freed by another that came to its square; the animal left the game."""

    pawn: PawnNumber
    rescuer: PawnNumber
    square: Square


class Bitten(Event, frozen=True, tag="bitten"):
    """A stone hid a dangerous animal, which holds the pawn until another comes."""

    pawn: PawnNumber
    square: Square


class StoneTurned(Event, frozen=True, tag="stone_turned"):
    """A stone gave its fireflies (none: the blank stone) and left the game; `gained` is what the reserve could pay."""

    pawn: PawnNumber
    square: Square
    fireflies: int
    gained: int


class StatueTurned(Event, frozen=True, tag="statue_turned"):
    """A statue was turned over for good; `bonus` is what its finder got for a tangram."""

    pawn: PawnNumber
    square: Square
    figure: Figure
    bonus: int


class ExitFound(Event, frozen=True, tag="exit_found"):
    """Three dragons of one colour lie face up: the way out is theirs."""

    dragon: Colour
    square: Square


class ExitOpened(Event, frozen=True, tag="exit_opened"):
    """The exit is known and all seven tangrams are found: pawns may leave."""

    square: Square


class Shared(Event, frozen=True, tag="shared"):
    """Fireflies went from one pawn to another on the same square."""

    giver: PawnNumber
    taker: PawnNumber
    amount: int


class Passed(Event, frozen=True, tag="passed"):
    """A seat's turn went by without a move; `automatic` where it could neither move nor share."""

    automatic: bool


class ConcedeVoted(Event, frozen=True, tag="concede_voted"):
    """A seat wants to give up; `votes` seats do now."""

    votes: int


class RiddlePosed(Event, frozen=True, tag="riddle_posed"):
    """All are out. The dragon asks for one of its figures; the game is won either way."""

    dragon: Colour


class RiddleSolved(Event, frozen=True, tag="riddle_solved"):
    """A seat laid this figure with all seven pieces."""

    figure: str
    pieces: tuple[Placed, ...]


class RiddleDeclined(Event, frozen=True, tag="riddle_declined"):
    """A seat leaves the riddle to others."""
