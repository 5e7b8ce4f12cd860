"""What the explorers can do."""

from typing import Annotated

from msgspec import Meta, field

from engines.engine import Action
from engines.tchang.content import MOST_PAWNS, PIECES, TOKENS
from engines.tchang.riddle import Placed

Square = Annotated[int, Meta(description="A square's id, its place in the map's list of squares")]
Number = Annotated[int, Meta(ge=0, le=MOST_PAWNS - 1)]
PawnNumber = Annotated[
    Number,
    Meta(description="A pawn's number, from 0; pawn p belongs to seat p modulo the number of seats", examples=[0]),
]
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


class Lay(Action, frozen=True, tag="lay"):
    """Before the first turn, with the placement `players`: lay the next statue, or once all lie the next stone."""

    square: Annotated[
        int,
        Meta(
            ge=0,
            le=255,
            description="The id of the square: without a statue for a statue, without a stone for a stone",
            examples=[7],
        ),
    ]


class Move(Action, frozen=True, tag="move"):
    """Walk one of your free pawns to another square by a shortest way; each step costs a firefly."""

    pawn: PawnNumber
    square: Annotated[int, Meta(ge=0, le=255, description="The id of the square to stop at", examples=[7])]


class Share(Action, frozen=True, tag="share"):
    """Hand fireflies from one pawn to another, on a square where a pawn of yours stands.

    At most twenty times before your move, and twenty times after it.
    """

    giver: Annotated[Number, Meta(description="The pawn that gives", examples=[0])] = field(name="from")
    taker: Annotated[Number, Meta(description="The pawn that gets them", examples=[2])] = field(name="to")
    amount: Annotated[int, Meta(ge=1, le=TOKENS, description="How many fireflies", examples=[3])]


class Pass(Action, frozen=True, tag="pass"):
    """Move no pawn this turn."""


class EndTurn(Action, frozen=True, tag="end_turn"):
    """After the move: share no more. The next seat's turn begins."""


class Concede(Action, frozen=True, tag="concede"):
    """Vote to give up. The game is lost when all seats have voted; a vote stands until its seat moves a pawn."""


class SolveRiddle(Action, frozen=True, tag="solve_riddle"):
    """Lay the seven pieces so that they cover one of the exit dragon's figures exactly, where it is drawn."""

    pieces: Annotated[
        tuple[Placed, ...], Meta(max_length=PIECES, description="The seven pieces, in any order", examples=[LAID])
    ]


class DeclineRiddle(Action, frozen=True, tag="decline_riddle"):
    """Leave the riddle to others; the game ends when all seats have declined."""
