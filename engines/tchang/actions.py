"""What the explorers can do, and what everyone hears of it."""

from typing import Annotated, Literal

from msgspec import Meta, field

from engines.contract import Action, Event
from engines.tchang.riddle import PIECES, Placed
from engines.tomb.map import Colour

MOST_PAWNS, TOKENS = 4, 60
Square = Annotated[int, Meta(description="A square's id, its place in the map's list of squares")]
Number = Annotated[int, Meta(ge=0, le=MOST_PAWNS - 1)]
PawnNumber = Annotated[
    Number,
    Meta(description="A pawn's number, from 0; pawn p belongs to seat p modulo the number of seats", examples=[0]),
]
Figure = Literal["red", "green", "yellow", "blue", "tangram"]
LAID = [
    {"piece": "large_triangle", "x": [0, 2], "y": [0, 2], "rotation": 5, "flip": False},
    {"piece": "large_triangle", "x": [0, 2], "y": [0, 2], "rotation": 3, "flip": False},
    {"piece": "medium_triangle", "x": [0, 4], "y": [0, 4], "rotation": 4, "flip": False},
    {"piece": "square", "x": [0, 2], "y": [0, 2], "rotation": 1, "flip": False},
    {"piece": "parallelogram", "x": [0, 4], "y": [0, 0], "rotation": 3, "flip": True},
    {"piece": "small_triangle", "x": [0, 2], "y": [0, 2], "rotation": 7, "flip": False},
    {"piece": "small_triangle", "x": [0, 1], "y": [0, 3], "rotation": 1, "flip": False},
]
"""One way to lay a square, to show the form of a solution."""


class Move(Action, frozen=True, tag="move"):
    """Walk a free pawn to another square by a shortest way, a firefly a step."""

    pawn: PawnNumber
    square: Annotated[int, Meta(ge=0, le=255, description="The id of the square to stop at", examples=[7])]


class Share(Action, frozen=True, tag="share"):
    """Hand fireflies from one pawn to another on the same square."""

    giver: Annotated[Number, Meta(description="The pawn that gives", examples=[0])] = field(name="from")
    taker: Annotated[Number, Meta(description="The pawn that gets them", examples=[2])] = field(name="to")
    amount: Annotated[int, Meta(ge=1, le=TOKENS, description="How many fireflies", examples=[3])]


class Pass(Action, frozen=True, tag="pass"):
    """Move no pawn this turn."""


class EndTurn(Action, frozen=True, tag="end_turn"):
    """Share no more; the next seat is up."""


class Concede(Action, frozen=True, tag="concede"):
    """Vote to give up. The game is lost when all seats have; a vote stands until its seat next moves."""


class SolveRiddle(Action, frozen=True, tag="solve_riddle"):
    """Lay the seven pieces so that they make one of the exit dragon's figures."""

    pieces: Annotated[
        tuple[Placed, ...], Meta(max_length=PIECES, description="The seven pieces, in any order", examples=[LAID])
    ]


class DeclineRiddle(Action, frozen=True, tag="decline_riddle"):
    """Leave the riddle to others."""


class TurnBegan(Event, frozen=True, tag="turn_began"):
    """It is this seat's turn."""


class Moved(Event, frozen=True, tag="moved"):
    """A pawn walked to another square."""

    pawn: PawnNumber
    way: Annotated[list[Square], Meta(description="The squares it walked over, where it stopped last")]
    paid: Annotated[int, Meta(description="Fireflies, one a step")]


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
    fireflies: Annotated[int, Meta(description="What was under it; 0: the blank stone")]
    gained: Annotated[int, Meta(description="What the reserve could pay of it")]


class StatueTurned(Event, frozen=True, tag="statue_turned"):
    """A statue was turned over for good."""

    pawn: PawnNumber
    square: Square
    figure: Annotated[Figure, Meta(description="What it shows")]
    bonus: Annotated[int, Meta(description="Fireflies its finder got for it")]


class ExitFound(Event, frozen=True, tag="exit_found"):
    """Three dragons of one colour lie face up: the way out is theirs."""

    dragon: Annotated[Colour, Meta(description="Its colour")]
    square: Square


class ExitOpened(Event, frozen=True, tag="exit_opened"):
    """The exit is known and all seven tangrams are found: pawns may leave."""

    square: Square


class Shared(Event, frozen=True, tag="shared"):
    """Fireflies went from one pawn to another on the same square."""

    giver: Annotated[int, Meta(description="The pawn that gave")] = field(name="from")
    taker: Annotated[int, Meta(description="The pawn that got them")] = field(name="to")
    amount: Annotated[int, Meta(description="How many fireflies")]


class Passed(Event, frozen=True, tag="passed"):
    """A seat's turn went by without a move; `automatic` where it could neither move nor share."""

    automatic: bool


class ConcedeVoted(Event, frozen=True, tag="concede_voted"):
    """A seat wants to give up; `votes` seats do now."""

    votes: int


class RiddlePosed(Event, frozen=True, tag="riddle_posed"):
    """All are out. The dragon asks for one of its figures; the game is won either way."""

    dragon: Annotated[Colour, Meta(description="The colour of the exit, whose figures the view shows")]


class RiddleSolved(Event, frozen=True, tag="riddle_solved"):
    """A seat laid this figure with all seven pieces."""

    figure: Annotated[str, Meta(description="Its name")]
    pieces: Annotated[tuple[Placed, ...], Meta(description="How it was laid")]


class RiddleDeclined(Event, frozen=True, tag="riddle_declined"):
    """A seat leaves the riddle to others."""
