"""Players for empty seats. A bot gets the view of its seat and what its events have shown it, and returns an action."""

from bots.choice import choose
from bots.knowledge import LEVELS, Level, learn
from bots.simulation import FastRandom

__all__ = ["LEVELS", "FastRandom", "Level", "choose", "learn"]
