"""How a game is played that gives no advice: all moves are alike until the end shows who has won."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from engines.chance import Chance
from engines.engine import Action, Engine, IllegalAction, Outcome
from engines.heuristic import Heuristic, standings

MOST_LISTED = 60
SELDOM = 8
"""Who need not act and plays at random does so once in so many times."""
LOST = 0.25
"""What the best of those who have lost gets; who has won with others gets more, who has won alone gets 1."""


class RandomPlayouts(Heuristic[Any]):
    """Advice for any engine: random moves, followed far ahead, and then the outcome."""

    horizon = 60

    def __init__(self, engine: Engine[Any, Any]) -> None:
        self.engine = engine

    def appraise(self, state: Any) -> list[float]:
        outcome = self.engine.outcome(state)
        return [LOST] * self.engine.players.max if outcome is None else results(outcome)

    def moves(self, state: Any, seat: int, chance: Chance) -> Iterator[Action | None]:
        """Any move; then all legal ones in random order, or if there are very many, some of them."""
        engine = self.engine
        required = engine.turns(state)[seat].required
        first = engine.sample(state, seat, chance) if required else resting(engine, state, seat, chance)
        yield first
        legal = list(islice(engine.legal(state, seat), MOST_LISTED + 1))
        if len(legal) > MOST_LISTED:
            legal = [engine.sample(state, seat, chance) for _ in range(MOST_LISTED)]
        yield from dict.fromkeys(move for move in chance.shuffled(legal) if move != first)


def anything(engine: Engine[Any, Any], state: Any, seat: int, chance: Chance) -> Action | None:
    """Any legal action, each as likely as the others unless there are very many; seldom one that is not asked for."""
    if not engine.turns(state)[seat].required and chance.below(SELDOM):
        return resting(engine, state, seat, chance)
    legal = list(islice(engine.legal(state, seat), MOST_LISTED + 1))
    if len(legal) > MOST_LISTED:
        return engine.sample(state, seat, chance)
    return chance.choice(legal) if legal else None


def resting(engine: Engine[Any, Any], state: Any, seat: int, chance: Chance) -> Action | None:
    """How a seat that may react does not: the default action if the rules take it, such as a pass, or else nothing."""
    action = engine.default(state, seat, chance)
    try:
        engine.check(state, seat, action)
    except IllegalAction:
        return None
    return action


def results(outcome: Outcome) -> list[float]:
    """For each seat what the outcome is worth to it; a game won by all together is worth more than a lost one."""
    beaten = standings([score.score for score in outcome.scores], 0)
    shared = 1 - 0.5 * (len(outcome.winners) - 1) / max(1, len(beaten) - 1)
    return [shared if seat in outcome.winners else LOST * share for seat, share in enumerate(beaten)]
