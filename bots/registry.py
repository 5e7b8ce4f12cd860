"""The advice of every game that gives any, by the engine's slug; other games are played plainly."""

from typing import Any

from engines.advice import Advice
from engines.dragon_fights.advice import DragonAdvice
from engines.tapecho.advice import TapechoAdvice
from engines.tchang.advice import TchangAdvice
from engines.tokyo_poo_divers.advice import PooAdvice
from engines.zoky.advice import ZokyAdvice

ADVICE: dict[str, Advice[Any]] = {
    "dragon_fights": DragonAdvice(),
    "tapecho": TapechoAdvice(),
    "tchang": TchangAdvice(),
    "tokyo_poo_divers": PooAdvice(),
    "zoky": ZokyAdvice(),
}
