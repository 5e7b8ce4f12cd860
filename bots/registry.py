"""The advice of every game that gives any, by the engine's slug; other games are played plainly."""

from typing import Any

from engines.dragon_fights.heuristic import DragonAdvice
from engines.heuristic import Heuristic
from engines.tapecho.heuristic import TapechoAdvice
from engines.tchang.heuristic import TchangAdvice
from engines.tokyo_poo_divers.heuristic import PooAdvice
from engines.zoky.heuristic import ZokyAdvice

ADVICE: dict[str, Heuristic[Any]] = {
    "dragon_fights": DragonAdvice(),
    "tapecho": TapechoAdvice(),
    "tchang": TchangAdvice(),
    "tokyo_poo_divers": PooAdvice(),
    "zoky": ZokyAdvice(),
}
