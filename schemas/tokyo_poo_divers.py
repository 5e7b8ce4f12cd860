"""What Tokyo Poo Divers takes over HTTP."""

from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from engines.tokyo_poo_divers import content
from engines.tokyo_poo_divers.options import PooOptions, faults
from schemas.fields import BoundedList, Flag, one_of
from schemas.game_schemas import OptionsSchema


class PooOptionsSchema(OptionsSchema):
    """Where the covers lie, and whether peeks are remembered."""

    makes = PooOptions
    layout = one_of(*content.LAYOUTS, "custom", load_default="square", metadata={"description": "The outline"})
    rows = BoundedList(
        fields.String(),
        load_default=(),
        validate=validate.Length(max=content.WIDEST),
        metadata={"description": "For `custom`: rows of `#` (a cover) and `.` (a hole), 60 to 70 covers"},
    )
    remember_peeks = Flag(
        load_default=True, metadata={"description": "Whether a player's view keeps showing what they have peeked at"}
    )

    @validates_schema
    def check_rows(self, data: dict[str, Any], **kwargs: Any) -> None:
        """Rows are only for `custom`, and must make a board."""
        if found := faults(data["layout"], tuple(data["rows"])):
            raise ValidationError(found, "rows")
