"""Skeleton: play a card face down, all at once; the highest card wins the round."""

from service.authoring.skeleton.engine import Skeleton

RULES = (Skeleton(),)
