"""Zoky: motorbike gangs fight over the Quartiers of Tokyo, five Days long."""

from engines.zoky.engine import Zoky

__all__ = ["Zoky"]
