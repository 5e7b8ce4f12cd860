"""What a table agrees on: whether the view helps the players to remember."""

from engines.engine import Options


class DragonOptions(Options, frozen=True, kw_only=True):
    """Whether the view still shows the faces that have been seen of stones that lie face down again."""

    memory_aid: bool = False
