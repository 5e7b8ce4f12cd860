"""Dragon Fights: rock, paper, scissors for the right to push one's luck under the stones of the tomb."""

from engines.dragon_fights.engine import DragonFights

__all__ = ["DragonFights"]
