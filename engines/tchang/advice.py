"""How to play T'Chang: as the table plans it; the team is as well off as its fireflies suffice for the plan."""

from collections.abc import Iterator

from engines.advice import Advice
from engines.advice import ahead as likely
from engines.chance import Chance
from engines.contract import Action
from engines.tchang.actions import DeclineRiddle, Move, Pass
from engines.tchang.plan import Plan, choose
from engines.tchang.state import TchangState
from engines.tchang.view import view

DOUBT = 8.0
"""So many fireflies more than the plan needs are enough in about three of four games."""
BITTEN = 4.0
"""What a pawn that is held costs, in fireflies."""
FEW = 3
"""How many squares besides the planned one a seat considers."""


class TchangAdvice(Advice[TchangState]):
    """All seats stand alike: they win together or not at all."""

    horizon = 12

    def appraise(self, state: TchangState) -> list[float]:
        if state.ending is not None:
            return [float(state.ending == "won")] * state.seats
        plan = Plan(view(state))
        spare = sum(route.fireflies - route.length for route in plan.routes) - BITTEN * len(plan.held)
        return [0.9 * likely(spare - 0.5 * len(plan.statues), DOUBT)] * state.seats

    def moves(self, state: TchangState, seat: int, chance: Chance) -> Iterator[Action | None]:
        """The planned action; then moves of other pawns or to other squares worth a visit, the nearest first."""
        if state.phase == "riddle":
            yield None if seat in state.declined else DeclineRiddle()
        elif seat != state.turn:
            yield None
        else:
            shown = view(state)
            planned = choose(shown, seat)
            yield planned
            if state.phase == "move" and isinstance(planned, Move | Pass):
                yield from others(Plan(shown), seat, planned)


def others(plan: Plan, seat: int, planned: Action) -> Iterator[Action]:
    """The next stops of this seat's other pawns, or waiting."""
    moves: list[Action] = [
        Move(route.pawn.pawn, route.stops[1])
        for route in plan.routes
        if route.pawn.seat == seat and len(route.stops) > 1 and route.reaches()
    ]
    return (move for move in [*moves[:FEW], Pass()] if move != planned)
