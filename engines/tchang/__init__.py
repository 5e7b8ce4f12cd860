"""T'Chang: find the way out of the emperor's tomb together, by the light of a few fireflies."""

from engines.tchang.engine import Tchang

__all__ = ["Tchang"]
