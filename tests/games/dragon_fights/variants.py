"""Options the contract tests play Dragon Fights with, besides the defaults."""

VARIANTS = [{"memory_aid": True}]
