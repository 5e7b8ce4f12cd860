"""Lieutenants interrupt: in every step, whoever has one face down may react, also out of turn."""

from engines.chance import Chance
from engines.engine import Action, Ask, Event, Offers
from engines.steps import Step
from engines.zoky import lieutenants
from engines.zoky.actions import Lieutenant
from engines.zoky.state import ZokyState

REACT = Ask("lieutenant", required=False)
SELDOM = 8
"""When a random player must do something else, it plays a Lieutenant one time in this many."""


class Interrupted(Step[ZokyState]):
    """A step in which Lieutenants may be played as well, by those it asks and by all others who hold any."""

    def __init__(self, step: Step[ZokyState]) -> None:
        self.step = step

    def turns(self, state: ZokyState) -> dict[int, Ask]:
        turns = self.step.turns(state)
        return {seat: turns.get(seat, REACT) for seat, hand in enumerate(state.hands) if hand or seat in turns}

    def offers(self, state: ZokyState, seat: int) -> Offers:
        """Lieutenants first: they are few, and hard to find after hundreds of placements."""
        offers = self.step.offers(state, seat) if seat in self.step.turns(state) else {}
        return {Lieutenant: lieutenants.legal(state, seat), **offers}

    def check(self, state: ZokyState, seat: int, action: Action) -> None:
        if isinstance(action, Lieutenant):
            lieutenants.check(state, seat, action)
        else:
            self.step.check(state, seat, action)

    def apply(self, state: ZokyState, seat: int, action: Action, chance: Chance) -> list[Event]:
        if isinstance(action, Lieutenant):
            return lieutenants.play(state, seat, action, chance)
        return self.step.apply(state, seat, action, chance)

    def default(self, state: ZokyState, seat: int, chance: Chance) -> Action:
        return self.step.default(state, seat, chance)

    def sample(self, state: ZokyState, seat: int, chance: Chance) -> Action:
        """Mostly an action of the step itself, sometimes a Lieutenant."""
        required = seat in self.step.turns(state)
        plays = list(lieutenants.legal(state, seat)) if not required or chance.below(SELDOM) == 0 else []
        return chance.choice(plays) if plays or not required else self.step.sample(state, seat, chance)
