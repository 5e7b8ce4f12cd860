"""Why an action is refused."""

from engines import steps
from engines.engine import error_factory

REASONS = {
    **steps.REASONS,
    "no_cover": "There is no cover at this place.",
    "already_open": "This cover is open already.",
    "direction_needed": "The first risk of a turn must name a direction.",
    "direction_fixed": "Only the first risk of a turn names a direction; after that the diver keeps it.",
    "nothing_to_open": "There is no closed cover next to the diver in that direction.",
    "not_tied": "Vote for one of the tied players, or for nobody.",
}
illegal = error_factory(REASONS)
