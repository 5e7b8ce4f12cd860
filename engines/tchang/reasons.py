"""Why an action is refused."""

from engines import steps
from engines.contract import refusing
from engines.tchang import riddle

REASONS = {
    **steps.REASONS,
    "out_of_turn": "It is another seat's turn; only a vote to concede is taken at any time.",
    "no_such_pawn": "There is no pawn of this number.",
    "not_your_pawn": "A seat moves its own pawns only.",
    "pawn_bitten": "A bitten pawn cannot move until another pawn comes to its square.",
    "no_such_square": "There is no square of this number on the map.",
    "no_step": "A move is at least one step long.",
    "exit_closed": "A dragon's square can be entered only by the exit three dragons show, once all tangrams are found.",
    "too_far": "A step costs a firefly, and this pawn has not enough for this way.",
    "same_pawn": "Fireflies are shared between two different pawns.",
    "not_together": "Only pawns on one square share fireflies.",
    "not_your_square": "A seat shares only on squares where one of its pawns stands.",
    "not_enough": "A pawn gives at least one firefly and no more than it has.",
    "enough_shared": "A seat shares at most twenty times before its move, and twenty times after it.",
    "already_conceded": "This seat's vote to concede stands already.",
    "already_declined": "This seat has declined the riddle already.",
    **riddle.REASONS,
}
illegal = refusing(REASONS)
