"""How to play T'Chang: as the table plans it; the team is as well off as its fireflies suffice for the plan."""

from collections.abc import Iterator

from engines.chance import Chance
from engines.engine import Action
from engines.heuristic import Heuristic
from engines.heuristic import ahead as likely
from engines.tchang.actions import DeclineRiddle
from engines.tchang.plan import Plan, choose
from engines.tchang.state import TchangState
from engines.tchang.view import view

DOUBT = 8.0
"""So many fireflies more than the plan needs are enough in about three of four games."""
BITTEN = 4.0
"""What a pawn that is held costs, in fireflies."""


class TchangAdvice(Heuristic[TchangState]):
    """All seats stand alike: they win together or not at all."""

    horizon = 6

    def appraise(self, state: TchangState) -> list[float]:
        if state.ending is not None:
            return [float(state.ending == "won")] * state.seats
        plan = Plan(view(state))
        spare = sum(route.fireflies - route.length for route in plan.routes) - BITTEN * len(plan.held)
        return [0.9 * likely(spare - 0.5 * len(plan.statues), DOUBT)] * state.seats

    def moves(self, state: TchangState, seat: int, chance: Chance) -> Iterator[Action | None]:
        """The planned action alone. A search that departed from the plan lost oftener: the appraisal is too coarse."""
        if state.phase == "riddle":
            yield None if seat in state.declined else DeclineRiddle()
        else:
            yield choose(view(state), seat) if seat == state.turn else None
