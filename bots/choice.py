"""The three levels of bots. A bot gets a view, what it knows from events, and random numbers of its own: there is no
state it could look at.
"""

from time import perf_counter
from typing import Any

import msgspec

from bots.knowledge import Level, deal
from bots.playouts import RandomPlayouts, random_action
from bots.search import Search
from bots.simulation import FastRandom
from engines.engine import Action, Engine, Knowledge
from engines.heuristic import Heuristic
from engines.registry import GAMES

HEURISTICS: dict[str, Heuristic[Any]] = {slug: game.heuristic for slug, game in GAMES.items() if game.heuristic}
"""By the engine's slug. A game without one is played with `RandomPlayouts`."""
GREEDY_ITERATIONS = 24
"""`greedy` takes the heuristic's first move. Without a heuristic it searches for this many iterations."""


def choose(
    engine: Engine[Any, Any],
    view: msgspec.Struct,
    seat: int,
    level: Level,
    chance: FastRandom,
    *,
    knowledge: Knowledge = (),
    seconds: float = 0.5,
    iterations: int | None = None,
) -> Action | None:
    """The action of a bot in this seat that sees this full view; None if it does nothing.

    `knowledge` is what `learn` made of the seat's events. `search` takes this many `seconds`, or if given, this many
    `iterations`. With `iterations`, and on the other levels, the same view, knowledge and random numbers give the same
    choice.
    """
    state = deal(engine, view, seat, chance, knowledge)
    if seat not in engine.turns(state):
        return None
    if level == "random":
        return random_action(engine, state, seat, chance)
    heuristic = HEURISTICS.get(engine.slug)
    if level == "greedy" and heuristic is not None:
        return next(heuristic.moves(state, seat, chance))
    search = Search(engine, heuristic or RandomPlayouts(engine), view, seat, chance, knowledge)
    return run(search, seconds, GREEDY_ITERATIONS if level == "greedy" else iterations)


def is_quick(slug: str, level: Level) -> bool:
    """Whether a bot of this level decides at once in this game; else it searches."""
    return level == "random" or (level == "greedy" and slug in HEURISTICS)


def run(search: Search, seconds: float, iterations: int | None) -> Action | None:
    """The best move after this many iterations, or else this much time, or as soon as one move is left."""
    end, done = perf_counter() + seconds, 0
    while not search.is_decided and (done < iterations if iterations is not None else perf_counter() < end or not done):
        search.iterate()
        done += 1
    return search.best()
