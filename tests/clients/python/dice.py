"""Dice that roll the same in every run."""

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

Action = TypeVar("Action")
DICE = Random(1)
TIMEOUT = 40  # so many actions nobody gives up


def choose(actions: Sequence[Action], type_of: Callable[[Action], str], taken: int) -> Action:
    """A random action, all types equally likely: one `bank` is drawn as often as fifty dives together."""
    kinds = {type_of(action) for action in actions} - ({"concede"} if taken < TIMEOUT else set())
    kind = DICE.choice(sorted(kinds))
    return DICE.choice([action for action in actions if type_of(action) == kind])
