"""The options of Dragon Fights."""

from engines.dragon_fights.options import DragonOptions
from schemas.from_struct import OptionsSchema
from schemas.strict import Flag, WholeNumber


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
