"""The options of Zoky."""

from typing import Any

import msgspec
from marshmallow import ValidationError, fields, validates_schema

from engines.zoky import options as opts
from engines.zoky.content import DISTRICTS, HIGHEST_VALUE, SIZE, Arrondissement
from engines.zoky.options import Odds, ZokyOptions
from schemas.from_struct import OptionsSchema
from schemas.strict import BoundedList, Length, Name, Strict, WholeNumber


class OddsSchema(Strict):
    """How many of a hundred throws land each way."""

    out = WholeNumber(0, 100, required=True, metadata={"description": "Out of the box: leaves the fight"})
    belly = WholeNumber(0, 100, required=True, metadata={"description": "On its belly: knocked out"})
    edge = WholeNumber(0, 100, required=True, metadata={"description": "On its edge: still in"})
    back = WholeNumber(0, 100, required=True, metadata={"description": "On its back: still in, can be kicked"})
    feet = WholeNumber(0, 100, required=True, metadata={"description": "On its feet: still in, may kick"})


class QuartierSchema(Strict):
    """A Quartier card's face."""

    name = Name(required=True, metadata={"description": "Its name, unlike all others"})
    value = WholeNumber(0, HIGHEST_VALUE, required=True, metadata={"description": "Points for the gang that claims it"})


class ArrondissementSchema(Strict):
    """Five Quartiers of one colour."""

    name = Name(required=True, metadata={"description": "Its name, unlike all others"})
    quartiers = BoundedList(
        fields.Nested(QuartierSchema),
        required=True,
        validate=Length(equal=SIZE),
        metadata={"description": "Its five Quartiers"},
    )


class ZokyOptionsSchema(OptionsSchema):
    """Arrondissements chosen by name instead of drawn, other odds, or the Quartiers of another box."""

    makes = ZokyOptions
    arrondissements = BoundedList(
        Name(),
        load_default=(),
        validate=Length(max=DISTRICTS),
        metadata={"description": "The Arrondissements in play, by name: three more than players; empty: drawn"},
    )
    throw_odds = fields.Nested(
        OddsSchema,
        load_default=lambda: msgspec.to_builtins(Odds()),
        metadata={
            "description": "Five whole percentages that add up to 100",
            "default": msgspec.to_builtins(Odds()),
        },
    )
    quartiers = BoundedList(
        fields.Nested(ArrondissementSchema),
        load_default=(),
        validate=Length(max=DISTRICTS),
        metadata={"description": "Names and values of your own box: 8 Arrondissements of 5 Quartiers; empty: ours"},
    )

    @validates_schema
    def check_contents(self, data: dict[str, Any], **kwargs: Any) -> None:
        """The odds add up to a hundred, all names differ, and the named Arrondissements exist."""
        quartiers = msgspec.convert(data["quartiers"], tuple[Arrondissement, ...])
        errors = {
            "throw_odds": opts.odds_errors(msgspec.convert(data["throw_odds"], Odds)),
            "quartiers": opts.quartier_errors(quartiers),
            "arrondissements": opts.choice_errors(data["arrondissements"], quartiers),
        }
        if any(errors.values()):
            raise ValidationError({option: messages for option, messages in errors.items() if messages})
