"""What the engine waits for: a placement, throws, a word on a landing, kicks."""

from engines.zoky.steps.fighting import KickStep, LandedStep, ThrowStep
from engines.zoky.steps.placement import PlacementStep
from engines.zoky.steps.step import OverStep, Step

STEP: dict[str, Step] = {
    "placement": PlacementStep(),
    "throw": ThrowStep(),
    "landed": LandedStep(),
    "kick": KickStep(),
    "over": OverStep(),
}

__all__ = ["STEP", "Step"]
