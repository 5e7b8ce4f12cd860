"""What a table agrees on: whether the view remembers for the players."""

from engines.contract import Options


class DragonOptions(Options, frozen=True, kw_only=True):
    """Whether the view keeps in mind what has been seen of the stones that lie face down again."""

    memory_aid: bool = False
