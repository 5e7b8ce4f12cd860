"""The options of Tokyo Poo Divers."""

from typing import Any

from marshmallow import ValidationError, fields, validates_schema

from engines.tokyo_poo_divers import content
from engines.tokyo_poo_divers.options import PooOptions, row_errors
from schemas.from_struct import OptionsSchema
from schemas.strict import BoundedList, Flag, Length, one_of


class PooOptionsSchema(OptionsSchema):
    """Where the covers lie, and whether peeks are remembered."""

    makes = PooOptions
    layout = one_of(*content.LAYOUTS, "custom", load_default="square", metadata={"description": "The outline"})
    rows = BoundedList(
        fields.String(),
        load_default=(),
        validate=Length(max=content.WIDEST),
        metadata={"description": "For `custom`: rows of `#` (a cover) and `.` (a hole), 60 to 70 covers"},
    )
    remember_peeks = Flag(
        load_default=True, metadata={"description": "Whether a player's view keeps showing what they have peeked at"}
    )

    @validates_schema
    def check_rows(self, data: dict[str, Any], **kwargs: Any) -> None:
        """Rows are only for `custom`, and must make a board."""
        if errors := row_errors(data["layout"], tuple(data["rows"])):
            raise ValidationError(list(errors), "rows")
