"""Zoky: motorbike gangs fight over the Quartiers of Tokyo, five Days long."""

from engines.zoky.engine import Zoky
from engines.zoky.heuristic import ZokyHeuristic

RULES = (Zoky(),)
HEURISTIC = ZokyHeuristic()
