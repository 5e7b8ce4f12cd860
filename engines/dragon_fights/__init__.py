"""Dragon Fights: win at rock, paper, scissors, and push your luck with the stones of the tomb."""

from engines.dragon_fights.engine import DragonFights
from engines.dragon_fights.heuristic import DragonHeuristic

RULES = (DragonFights(),)
HEURISTIC = DragonHeuristic()
