"""The contract of engines as checks: for the tests of this project, and for `ludotheque check-game`."""

from engines.testing.checks import CHECKS as TABLE_CHECKS
from engines.testing.checks import WHOLE_GAME_CHECKS, ContractError, hidden_parts_are_resampled
from engines.testing.knowledge_checks import KNOWLEDGE_CHECKS, knowledge_makes_a_difference, knowledge_of
from engines.testing.tables import LONGEST_GAME, Table, open_table, play_on, rejection, seed_of

CHECKS = (*TABLE_CHECKS, *KNOWLEDGE_CHECKS)
"""Checks of any table; they leave it as it is."""

__all__ = [
    "CHECKS",
    "LONGEST_GAME",
    "WHOLE_GAME_CHECKS",
    "ContractError",
    "Table",
    "hidden_parts_are_resampled",
    "knowledge_makes_a_difference",
    "knowledge_of",
    "open_table",
    "play_on",
    "rejection",
    "seed_of",
]
