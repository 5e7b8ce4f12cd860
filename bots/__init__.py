"""Players for empty seats. A bot gets the view of its seat and nothing else, and returns an action."""

from bots.choice import LEVELS, Level, choose
from bots.simulation import FastRandom

__all__ = ["LEVELS", "FastRandom", "Level", "choose"]
