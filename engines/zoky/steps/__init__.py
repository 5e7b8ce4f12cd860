"""What the game waits for: a placement, throws, ready after a landing, kicks. Lieutenants interrupt each of them."""

from engines.steps import Step
from engines.zoky.state import ZokyState
from engines.zoky.steps.fighting import KickStep, LandedStep, ThrowStep
from engines.zoky.steps.interrupted import Interrupted
from engines.zoky.steps.placement import PlacementStep

STEPS: dict[str, Step[ZokyState]] = {
    "placement": Interrupted(PlacementStep()),
    "throw": Interrupted(ThrowStep()),
    "landed": Interrupted(LandedStep()),
    "kick": Interrupted(KickStep()),
}

__all__ = ["STEPS"]
