"""What all steps have in common: some chiefs are waited for, and Lieutenants interrupt."""

from abc import abstractmethod
from collections.abc import Iterator
from typing import ClassVar

from engines.chance import Chance
from engines.contract import Action, Ask, Event
from engines.steps import Step
from engines.zoky import lieutenants
from engines.zoky.actions import Lieutenant
from engines.zoky.state import ZokyState

REACT = Ask("lieutenant", required=False)
SELDOM = 8
"""A random player who is asked for something else plays a Lieutenant once in this many times."""


class ChiefStep(Step[ZokyState]):
    """Waits for some chiefs; everyone else with any face-down Lieutenant may react."""

    what: ClassVar[str]
    """What the chiefs it waits for are asked for."""

    @abstractmethod
    def awaited(self, state: ZokyState) -> list[int]:
        """The chiefs it waits for, by public facts only."""

    @abstractmethod
    def mark(self, state: ZokyState) -> int:
        """A number that distinguishes this turn of the awaited chiefs from their next."""

    @abstractmethod
    def duties(self, state: ZokyState, seat: int) -> Iterator[Action]:
        """All that an awaited chief may do, except play Lieutenants."""

    @abstractmethod
    def judge(self, state: ZokyState, seat: int, action: Action) -> None:
        """Raise IllegalAction unless this chief may take this action, which is not a Lieutenant."""

    @abstractmethod
    def fulfil(self, state: ZokyState, seat: int, action: Action, chance: Chance) -> list[Event]:
        """Carry out the action of an awaited chief."""

    def draw(self, state: ZokyState, seat: int, chance: Chance) -> Action:
        """Something random that an awaited chief may do."""
        return chance.choice(list(self.duties(state, seat)))

    def turns(self, state: ZokyState) -> dict[int, Ask]:
        awaited, ask = self.awaited(state), Ask(self.what, turn=self.mark(state))
        return {
            seat: ask if seat in awaited else REACT for seat, hand in enumerate(state.hands) if hand or seat in awaited
        }

    def legal(self, state: ZokyState, seat: int) -> Iterator[Action]:
        """Lieutenants first: they are few, and hard to find after hundreds of placements."""
        yield from lieutenants.legal(state, seat)
        if seat in self.awaited(state):
            yield from self.duties(state, seat)

    def check(self, state: ZokyState, seat: int, action: Action) -> None:
        if isinstance(action, Lieutenant):
            lieutenants.check(state, seat, action)
        else:
            self.judge(state, seat, action)

    def apply(self, state: ZokyState, seat: int, action: Action, chance: Chance) -> list[Event]:
        if isinstance(action, Lieutenant):
            return lieutenants.play(state, seat, action, chance)
        return self.fulfil(state, seat, action, chance)

    def sample(self, state: ZokyState, seat: int, chance: Chance) -> Action:
        """Mostly what is asked, sometimes a Lieutenant."""
        awaited = seat in self.awaited(state)
        plays = list(lieutenants.legal(state, seat)) if not awaited or chance.below(SELDOM) == 0 else []
        return chance.choice(plays) if plays or not awaited else self.draw(state, seat, chance)
