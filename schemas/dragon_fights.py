"""What Dragon Fights takes over HTTP."""

from engines.dragon_fights import actions as acts
from engines.dragon_fights.state import DragonOptions
from engines.dragon_fights.throw import GESTURES
from engines.tomb.map import SQUARES
from schemas.fields import Flag, WholeNumber, one_of
from schemas.games import ActionSchema, OptionsSchema, game

LAST_SQUARE = len(SQUARES) - 1


class DragonOptionsSchema(OptionsSchema):
    """Whether the view remembers for the players."""

    makes = DragonOptions
    first_player = WholeNumber(
        0, 9, load_default=None, allow_none=True, metadata={"description": "Always null: nobody begins this game"}
    )
    memory_aid = Flag(
        load_default=False,
        metadata={"description": "Whether the view goes on showing the face of a stone that has been turned over"},
    )


class GestureSchema(ActionSchema):
    """Choose a gesture in secret."""

    makes = acts.ChooseGesture
    example = {"type": "gesture", "gesture": "paper"}
    gesture = one_of(*GESTURES, required=True)


class FlipSchema(ActionSchema):
    """Turn a stone over."""

    makes = acts.Flip
    example = {"type": "flip", "square": 17}
    square = WholeNumber(0, LAST_SQUARE, required=True)


class TakeSchema(ActionSchema):
    """Stop, and keep all stones turned over in this go."""

    makes = acts.Take
    example = {"type": "take"}


class RelocateSchema(ActionSchema):
    """Put a stone turned over in this go back, face down, on a free square."""

    makes = acts.Relocate
    example = {"type": "relocate", "from": 17, "to": 30}
    origin = WholeNumber(0, LAST_SQUARE, required=True, data_key="from", attribute="from")
    to = WholeNumber(0, LAST_SQUARE, required=True)


SCHEMAS = game(DragonOptionsSchema, GestureSchema, FlipSchema, TakeSchema, RelocateSchema)
