"""How a test brings seat 0 to the vote of Tokyo Poo Divers."""

from engines.chance import Chance
from tests.games.tokyo_poo_divers.hidden import rare_moment
from tests.support.tables import open_table, options_for, seed_of

SETTINGS = []
NEVER = {}


def moments():
    """The last cover of a game with a contest."""
    slug = "tokyo_poo_divers"
    return [
        rare_moment(open_table(slug, seats, options_for(slug, {}), seed_of(1)), Chance(seed_of(seats))).state
        for seats in (2, 3)
    ]
