"""The state machine that all games share: a game is always in one step, which says who may do what."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from engines.chance import Chance
from engines.engine import Action, Ask, Engine, Event, O, Offers, State, error_factory, flatten

S = TypeVar("S", bound="SteppedState[Any]")
REASONS = {
    "not_now": "This action belongs to another step of the game.",
    "not_your_turn": "This seat may not act now.",
}
"""Reasons of every game; a game's own reasons are added to these."""


class SteppedState(State[O], kw_only=True):
    """The state of a game in the step that `phase` names. If no step has that name, the game is over."""

    phase: str


class Step(ABC, Generic[S]):
    """One step of a game. An interruption is a step as well: when it is done, the game continues with another step."""

    @abstractmethod
    def turns(self, state: S) -> dict[int, Ask]:
        """The seats that may or must act, and why, by public facts only."""

    @abstractmethod
    def offers(self, state: S, seat: int) -> Offers:
        """The legal actions of a seat that is in `turns`, by type."""

    @abstractmethod
    def check(self, state: S, seat: int, action: Action) -> None:
        """Raise IllegalAction unless a seat that is in `turns` may do this."""

    @abstractmethod
    def apply(self, state: S, seat: int, action: Action, chance: Chance) -> list[Event]:
        """Carry out the action, and return its events."""

    @abstractmethod
    def default(self, state: S, seat: int, chance: Chance) -> Action:
        """The action for a seat whose time is up."""

    def sample(self, state: S, seat: int, chance: Chance) -> Action:
        """A random legal action; steps with very many actions override this so that they need not list them all."""
        return chance.choice(list(flatten(self.offers(state, seat))))


class SteppedEngine(Engine[S, O]):
    """A game made of steps. It checks whose turn it is; the step checks the action."""

    steps: Mapping[str, Step[S]]

    def turns(self, state: S) -> dict[int, Ask]:
        step = self.steps.get(state.phase)
        return {} if step is None else step.turns(state)

    def offers(self, state: S, seat: int) -> Offers:
        return self.steps[state.phase].offers(state, seat) if seat in self.turns(state) else {}

    def check(self, state: S, seat: int, action: Action) -> None:
        if seat not in self.turns(state):
            raise self.out_of_turn_reason(state, seat, action) or error_factory(self.reasons)("not_your_turn")
        self.steps[state.phase].check(state, seat, action)

    def apply(self, state: S, seat: int, action: Action, chance: Chance) -> list[Event]:
        return self.steps[state.phase].apply(state, seat, action, chance)

    def default(self, state: S, seat: int, chance: Chance) -> Action:
        return self.steps[state.phase].default(state, seat, chance)

    def sample(self, state: S, seat: int, chance: Chance) -> Action:
        if seat not in self.turns(state):
            return super().sample(state, seat, chance)  # fails, because there is nothing to choose from
        return self.steps[state.phase].sample(state, seat, chance)
