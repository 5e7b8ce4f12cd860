"""The three levels. A bot is given a view and its own luck: there is no state here that it could look at."""

from time import perf_counter
from typing import Any, Literal, get_args

import msgspec

from bots.fast_random import FastRandom
from bots.playouts import RandomPlayouts, anything
from bots.registry import ADVICE
from bots.search import Search
from engines.engine import Action, Engine

Level = Literal["random", "greedy", "search"]
LEVELS: tuple[Level, ...] = get_args(Level)
GLANCE = 24
"""A greedy player takes the advice as it is. Without advice it takes a look ahead of so many iterations."""


def choose(
    engine: Engine[Any, Any],
    view: msgspec.Struct,
    seat: int,
    level: Level,
    luck: FastRandom,
    *,
    seconds: float = 0.5,
    iterations: int | None = None,
) -> Action | None:
    """What a bot in this seat does when it sees this full view; None if it does nothing.

    `seconds` is the time that `search` takes. With `iterations` it takes that many instead, and as the other levels it
    then makes the same choice for the same view and luck.
    """
    state = engine.resample(view, seat, luck)
    if seat not in engine.turns(state):
        return None
    if level == "random":
        return anything(engine, state, seat, luck)
    advice = ADVICE.get(engine.slug)
    if level == "greedy" and advice is not None:
        return next(advice.moves(state, seat, luck))
    search = Search(engine, advice or RandomPlayouts(engine), view, seat, luck)
    return searched(search, seconds, GLANCE if level == "greedy" else iterations)


def searched(search: Search, seconds: float, iterations: int | None) -> Action | None:
    """The best move after so many iterations, or after so much time, or once only one is left in the race."""
    end, done = perf_counter() + seconds, 0
    while not search.decided and (done < iterations if iterations is not None else perf_counter() < end or not done):
        search.iterate()
        done += 1
    return search.best()
