"""Play without a heuristic of the game's own: all moves are equal until the end shows who has won."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from engines.chance import Chance
from engines.engine import Action, Engine, IllegalAction, Outcome
from engines.heuristic import Heuristic, standings

MOST_LISTED = 60
"""Above this many legal actions, some are sampled instead."""
REACTION_ODDS = 8
"""A random bot takes an optional reaction one time in eight."""
BEST_LOSS = 0.25
"""The value of a game to the best of those who lost it. A shared victory is worth more, winning alone 1."""


class RandomPlayouts(Heuristic[Any]):
    """A heuristic for any engine: random moves far ahead, and then the outcome."""

    horizon = 60

    def __init__(self, engine: Engine[Any, Any]) -> None:
        self.engine = engine

    def evaluate(self, state: Any) -> list[float]:
        outcome = self.engine.outcome(state)
        return [BEST_LOSS] * self.engine.players.max if outcome is None else outcome_values(outcome)

    def moves(self, state: Any, seat: int, chance: Chance) -> Iterator[Action | None]:
        """First a random move; then all legal ones in random order, or a sample of them if there are very many."""
        engine = self.engine
        required = engine.turns(state)[seat].required
        first = engine.sample(state, seat, chance) if required else decline(engine, state, seat, chance)
        yield first
        legal = list(islice(engine.legal(state, seat), MOST_LISTED + 1))
        if len(legal) > MOST_LISTED:
            legal = [engine.sample(state, seat, chance) for _ in range(MOST_LISTED)]
        yield from dict.fromkeys(move for move in chance.shuffled(legal) if move != first)


def random_action(engine: Engine[Any, Any], state: Any, seat: int, chance: Chance) -> Action | None:
    """A random legal action, uniform unless there are very many; seldom one that the game does not wait for."""
    if not engine.turns(state)[seat].required and chance.below(REACTION_ODDS):
        return decline(engine, state, seat, chance)
    legal = list(islice(engine.legal(state, seat), MOST_LISTED + 1))
    if len(legal) > MOST_LISTED:
        return engine.sample(state, seat, chance)
    return chance.choice(legal) if legal else None


def decline(engine: Engine[Any, Any], state: Any, seat: int, chance: Chance) -> Action | None:
    """How a seat declines to react: the default action if it is legal, such as a pass, or else no action."""
    action = engine.default(state, seat, chance)
    try:
        engine.check(state, seat, action)
    except IllegalAction:
        return None
    return action


def outcome_values(outcome: Outcome) -> list[float]:
    """The value of an outcome to each seat, from 0 to 1; a victory of all together is worth more than a loss."""
    ranks = standings([score.score for score in outcome.scores], 0)
    victory = 1 - 0.5 * (len(outcome.winners) - 1) / max(1, len(ranks) - 1)
    return [victory if seat in outcome.winners else BEST_LOSS * rank for seat, rank in enumerate(ranks)]
