"""Why an action is refused."""

from engines import steps
from engines.engine import error_factory

REASONS = {
    **steps.REASONS,
    "no_stone": "There is no stone on this square.",
    "already_turned": "This stone has been turned over in this go already.",
    "not_turned": "Only a stone that was turned over in this go can be put back.",
    "same_square": "A stone must go back to another square than its own.",
    "not_free": "A stone must go back to a square without a stone, which is neither the hall nor a dragon's square.",
}
illegal = error_factory(REASONS)
