"""A package that says it has a game, and cannot be imported."""

raise RuntimeError("this game needs something that is not there")
