"""Tokyo Poo Divers: push your luck on a hidden grid of manhole covers."""

from engines.tokyo_poo_divers.engine import TokyoPooDivers

__all__ = ["TokyoPooDivers"]
