"""What every step answers; Lieutenants are judged apart, for they interrupt any of them."""

from collections.abc import Iterator
from typing import Protocol

from engines.chance import Chance
from engines.contract import Action, Ask, Event
from engines.zoky.reasons import illegal
from engines.zoky.state import ZokyState


class Step(Protocol):
    """Whom a step waits for, what they may do in it, and what that does."""

    ask: Ask

    def awaited(self, state: ZokyState) -> list[int]:
        """The seats it waits for, by public facts only."""

    def legal(self, state: ZokyState, seat: int) -> Iterator[Action]:
        """All an awaited seat may do, Lieutenants apart."""

    def check(self, state: ZokyState, seat: int, action: Action) -> None:
        """Raise IllegalAction unless the seat may do it."""

    def apply(self, state: ZokyState, seat: int, action: Action, chance: Chance, tell: list[Event]) -> None:
        """Do it."""

    def sample(self, state: ZokyState, seat: int, chance: Chance) -> Action:
        """Something random an awaited seat may do."""

    def default(self) -> Action:
        """What is done for a chief who takes too long."""


class OverStep:
    """Nobody does anything any more."""

    ask = Ask("over")

    def awaited(self, state: ZokyState) -> list[int]:
        return []

    def legal(self, state: ZokyState, seat: int) -> Iterator[Action]:
        return iter(())

    def check(self, state: ZokyState, seat: int, action: Action) -> None:
        raise illegal("not_now")

    def apply(self, state: ZokyState, seat: int, action: Action, chance: Chance, tell: list[Event]) -> None:
        raise illegal("not_now")

    def sample(self, state: ZokyState, seat: int, chance: Chance) -> Action:
        raise illegal("not_now")

    def default(self) -> Action:
        raise illegal("not_now")
