"""Pairs of tables that differ only in what one viewer may not know: all that this viewer gets must be the same.

What may differ is written from the rules in `tests/games/<slug>/hidden.py`, beside the engine's own `resample`.
"""
