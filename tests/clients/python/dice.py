"""Dice that roll the same in every run."""

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

Action = TypeVar("Action")
DICE = Random(1)
PATIENCE = 40  # so many actions nobody gives up


def choose(actions: Sequence[Action], type_of: Callable[[Action], str], taken: int) -> Action:
    """One of these, all types equally likely: so one action that stops is drawn as often as fifty that go on."""
    kinds = {type_of(action) for action in actions} - ({"concede"} if taken < PATIENCE else set())
    kind = DICE.choice(sorted(kinds))
    return DICE.choice([action for action in actions if type_of(action) == kind])
