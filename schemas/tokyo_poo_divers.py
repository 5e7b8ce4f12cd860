"""What Tokyo Poo Divers takes over HTTP."""

from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from engines.tokyo_poo_divers import actions as acts
from engines.tokyo_poo_divers import layouts
from engines.tokyo_poo_divers.state import STEPS, PooOptions
from schemas.fields import BoundedList, Cell, Flag, one_of
from schemas.games import ActionSchema, OptionsSchema, game


class PooOptionsSchema(OptionsSchema):
    """Where the covers lie, and whether peeks are remembered."""

    makes = PooOptions
    layout = one_of(*layouts.LAYOUTS, "custom", load_default="square", metadata={"description": "The outline"})
    rows = BoundedList(
        fields.String(),
        load_default=(),
        validate=validate.Length(max=layouts.WIDEST),
        metadata={"description": "For `custom`: rows of `#` (a cover) and `.` (a hole), 60 to 70 covers"},
    )
    remember_peeks = Flag(
        load_default=True, metadata={"description": "Whether a player's view goes on showing what they have peeked"}
    )

    @validates_schema
    def check_rows(self, data: dict[str, Any], **kwargs: Any) -> None:
        """Rows go with `custom`, and make a board."""
        if faults := layouts.faults(data["layout"], tuple(data["rows"])):
            raise ValidationError(faults, "rows")


class DiveSchema(ActionSchema):
    """Open any closed cover."""

    makes = acts.Dive
    example = {"type": "dive", "cell": [3, 4]}
    cell = Cell(required=True)


class BankSchema(ActionSchema):
    """Be paid the turn's points and end the turn."""

    makes = acts.Bank
    example = {"type": "bank"}


class RiskSchema(ActionSchema):
    """Open the next cover in line; only the first risk of a turn names a direction."""

    makes = acts.Risk
    example = {"type": "risk", "direction": "sw"}
    direction = one_of(*STEPS)


class PeekSchema(ActionSchema):
    """Look secretly under a closed cover."""

    makes = acts.Peek
    example = {"type": "peek", "cell": [0, 7]}
    cell = Cell(required=True)


class DeclinePeekSchema(ActionSchema):
    """Look under nothing."""

    makes = acts.DeclinePeek
    example = {"type": "decline_peek"}


SCHEMAS = game(PooOptionsSchema, DiveSchema, BankSchema, RiskSchema, PeekSchema, DeclinePeekSchema)
