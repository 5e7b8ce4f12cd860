"""Heuristic of T'Chang: follow the plan; the value is how well the fireflies suffice for it."""

from collections.abc import Iterator

from engines.chance import Chance
from engines.engine import Action
from engines.heuristic import Heuristic, win_probability
from engines.tchang.actions import DeclineRiddle
from engines.tchang.plan import Plan, choose
from engines.tchang.state import TchangState
from engines.tchang.view import view

UNCERTAINTY = 8.0
"""With this many fireflies more than the plan needs, about three of four games are won."""
BITTEN = 4.0
"""What a pawn that is held costs, in fireflies."""


class TchangHeuristic(Heuristic[TchangState]):
    """The value is the same for all seats: they win together or not at all."""

    horizon = 6

    def evaluate(self, state: TchangState) -> list[float]:
        if state.ending is not None:
            return [float(state.ending == "won")] * state.seats
        plan = Plan(view(state))
        spare = sum(route.fireflies - route.length for route in plan.routes) - BITTEN * len(plan.held)
        return [0.9 * win_probability(spare - 0.5 * len(plan.statues), UNCERTAINTY)] * state.seats

    def moves(self, state: TchangState, seat: int, chance: Chance) -> Iterator[Action | None]:
        """The planned action alone. A search that departed from the plan lost oftener: the evaluation is too coarse."""
        if state.phase == "riddle":
            yield None if seat in state.declined else DeclineRiddle()
        else:
            yield choose(view(state), seat) if seat == state.turn else None
