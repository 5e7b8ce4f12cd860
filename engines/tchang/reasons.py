"""Why an action is refused."""

from engines import steps
from engines.engine import error_factory

REASONS = {
    **steps.REASONS,
    "out_of_turn": "It is another seat's turn; only a vote to concede is possible at any time.",
    "no_such_pawn": "There is no pawn of this number.",
    "not_your_pawn": "A seat may move only its own pawns.",
    "pawn_bitten": "A bitten pawn cannot move until another pawn comes to its square.",
    "no_such_square": "There is no square of this number on the map.",
    "no_place": "Nothing is laid in the hall or on a dragon's square.",
    "square_taken": "A square holds at most one statue and one stone.",
    "no_step": "A move must be at least one step long.",
    "exit_closed": "Of the dragons' squares only the exit's can be entered, once all tangrams are found.",
    "too_far": "Each step costs a firefly, and this pawn does not have enough for this way.",
    "same_pawn": "Fireflies are shared between two different pawns.",
    "not_together": "Only pawns on the same square can share fireflies.",
    "not_your_square": "A seat may share only on squares where one of its pawns stands.",
    "not_enough": "A pawn gives at least one firefly and no more than it has.",
    "enough_shared": "A seat shares at most twenty times before its move, and twenty times after it.",
    "already_conceded": "This seat has voted to concede already.",
    "already_declined": "This seat has declined the riddle already.",
    "riddle_pieces": "A solution needs exactly the seven pieces, each of them once.",
    "riddle_overlap": "Two pieces overlap.",
    "riddle_outside": "A piece reaches outside the silhouette, so there is a gap inside.",
}
illegal = error_factory(REASONS)
