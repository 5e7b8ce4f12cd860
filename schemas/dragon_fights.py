"""What Dragon Fights takes over HTTP."""

from engines.dragon_fights.options import DragonOptions
from schemas.fields import Flag, WholeNumber
from schemas.game_schemas import OptionsSchema


class DragonOptionsSchema(OptionsSchema):
    """Whether the view helps the players to remember stones."""

    makes = DragonOptions
    first_player = WholeNumber(
        0, 9, load_default=None, allow_none=True, metadata={"description": "Always null: nobody begins this game"}
    )
    memory_aid = Flag(
        load_default=False,
        metadata={"description": "Whether the view keeps showing the face of a stone that has been turned over"},
    )
