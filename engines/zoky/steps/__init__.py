"""What the game waits for: a placement, throws, ready after a landing, kicks."""

from engines.steps import Step
from engines.zoky.state import ZokyState
from engines.zoky.steps.fighting import KickStep, LandedStep, ThrowStep
from engines.zoky.steps.placement import PlacementStep

STEPS: dict[str, Step[ZokyState]] = {
    "placement": PlacementStep(),
    "throw": ThrowStep(),
    "landed": LandedStep(),
    "kick": KickStep(),
}

__all__ = ["STEPS"]
