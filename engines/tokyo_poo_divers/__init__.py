"""Tokyo Poo Divers: push your luck on a hidden grid of manhole covers."""

from engines.tokyo_poo_divers.engine import TokyoPooDivers
from engines.tokyo_poo_divers.heuristic import PooHeuristic

RULES = (TokyoPooDivers(),)
HEURISTIC = PooHeuristic()
