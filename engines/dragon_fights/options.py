"""What a table agrees on: whether the view helps the players to remember."""

from typing import Annotated

from msgspec import Meta

from engines.engine import Options, SeatNumber


class DragonOptions(Options, frozen=True, kw_only=True):
    """Whether the view helps the players to remember stones."""

    first_player: Annotated[SeatNumber | None, Meta(description="Always null: nobody begins this game")] = None
    memory_aid: Annotated[
        bool, Meta(description="Whether the view keeps showing the face of a stone that has been turned over")
    ] = False
