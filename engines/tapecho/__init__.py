"""Le Tapécho: flirt with the cards in your hand, and react out of turn before the next player acts."""

from engines.tapecho.engine import Tapecho
from engines.tapecho.heuristic import TapechoHeuristic

RULES = (Tapecho(),)
HEURISTIC = TapechoHeuristic()
