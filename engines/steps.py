"""The step protocol that all games share: a table is always in one step, and a step says who may do what in it."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from engines.chance import Chance
from engines.engine import Action, Ask, Engine, Event, O, Offers, State, listed, refusing

S = TypeVar("S", bound="SteppedState[Any]")
REASONS = {
    "not_now": "This action belongs to another step of the game.",
    "not_your_turn": "This seat may not act now.",
}
"""Reasons that every game may give; a game's own reasons are added to these."""


class SteppedState(State[O], kw_only=True):
    """A table in the step that `phase` names. If no step has that name, the game is over."""

    phase: str


class Step(ABC, Generic[S]):
    """One step of a game. An interruption is a step as well: when it is done, the game continues with another step."""

    @abstractmethod
    def turns(self, state: S) -> dict[int, Ask]:
        """The seats it asks to act, and for what, by public facts only."""

    @abstractmethod
    def offers(self, state: S, seat: int) -> Offers:
        """All that a seat it asks may do, by type of action."""

    @abstractmethod
    def check(self, state: S, seat: int, action: Action) -> None:
        """Raise IllegalAction unless a seat it asks may do this."""

    @abstractmethod
    def apply(self, state: S, seat: int, action: Action, chance: Chance) -> list[Event]:
        """Carry out the action, and return its events."""

    @abstractmethod
    def default(self, state: S, seat: int, chance: Chance) -> Action:
        """What is done for a seat whose time is up."""

    def sample(self, state: S, seat: int, chance: Chance) -> Action:
        """A random legal action; steps with very many actions override this so that they need not list them all."""
        return chance.choice(list(listed(self.offers(state, seat))))


class SteppedEngine(Engine[S, O]):
    """A game made of steps. It judges whose turn it is; the step judges what is done."""

    steps: Mapping[str, Step[S]]

    def turns(self, state: S) -> dict[int, Ask]:
        step = self.steps.get(state.phase)
        return {} if step is None else step.turns(state)

    def offers(self, state: S, seat: int) -> Offers:
        return self.steps[state.phase].offers(state, seat) if seat in self.turns(state) else {}

    def check(self, state: S, seat: int, action: Action) -> None:
        if seat not in self.turns(state):
            raise self.out_of_turn_reason(state, seat, action) or refusing(self.reasons)("not_your_turn")
        self.steps[state.phase].check(state, seat, action)

    def apply(self, state: S, seat: int, action: Action, chance: Chance) -> list[Event]:
        return self.steps[state.phase].apply(state, seat, action, chance)

    def default(self, state: S, seat: int, chance: Chance) -> Action:
        return self.steps[state.phase].default(state, seat, chance)

    def sample(self, state: S, seat: int, chance: Chance) -> Action:
        if seat not in self.turns(state):
            return super().sample(state, seat, chance)  # nothing is on offer, so there is nothing to choose from
        return self.steps[state.phase].sample(state, seat, chance)
