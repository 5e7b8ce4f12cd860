"""T'Chang: find the way out of the emperor's tomb together, by the light of a few fireflies."""

from engines.tchang.engine import Tchang
from engines.tchang.heuristic import TchangHeuristic

RULES = (Tchang(),)
HEURISTIC = TchangHeuristic()
