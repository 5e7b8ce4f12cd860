"""The contract of engines as checks: for the tests of this project, and for `ludotheque check-game`."""

from engines.testing.checks import CHECKS, WHOLE_GAME_CHECKS, ContractError, hidden_parts_are_resampled
from engines.testing.tables import LONGEST_GAME, Table, open_table, play_on, rejection, seed_of

__all__ = [
    "CHECKS",
    "LONGEST_GAME",
    "WHOLE_GAME_CHECKS",
    "ContractError",
    "Table",
    "hidden_parts_are_resampled",
    "open_table",
    "play_on",
    "rejection",
    "seed_of",
]
