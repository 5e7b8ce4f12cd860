"""What Zoky takes over HTTP."""

from typing import Any

import msgspec
from marshmallow import ValidationError, fields, validate, validates_schema

from engines.zoky import actions as acts
from engines.zoky import options as opts
from engines.zoky.content import LIEUTENANTS, Arrondissement
from engines.zoky.options import DISTRICTS, SIZE, Odds, ZokyOptions
from engines.zoky.state import BAND
from schemas.fields import BoundedList, Name, Strict, WholeNumber, one_of
from schemas.games import ActionSchema, OptionsSchema, game

LAST_QUARTIER = DISTRICTS * SIZE - 1
LAST_ZOKU = 19
LAST_SEAT = 4


class OddsSchema(Strict):
    """How many of a hundred throws land in each way."""

    out = WholeNumber(0, 100, required=True, metadata={"description": "Out of the box: leaves the fight"})
    belly = WholeNumber(0, 100, required=True, metadata={"description": "On its belly: knocked out"})
    edge = WholeNumber(0, 100, required=True, metadata={"description": "On its edge: still in"})
    back = WholeNumber(0, 100, required=True, metadata={"description": "On its back: still in, can be kicked"})
    feet = WholeNumber(0, 100, required=True, metadata={"description": "On its feet: still in, may kick"})


class QuartierSchema(Strict):
    """A Quartier card's face."""

    name = Name(required=True, metadata={"description": "Its name, unlike all others"})
    value = WholeNumber(0, 99, required=True, metadata={"description": "Points for whoever claims it"})


class ArrondissementSchema(Strict):
    """Five Quartiers of one colour."""

    name = Name(required=True, metadata={"description": "Its name, unlike all others"})
    quartiers = BoundedList(
        fields.Nested(QuartierSchema),
        required=True,
        validate=validate.Length(equal=SIZE),
        metadata={"description": "Its five Quartiers"},
    )


class ZokyOptionsSchema(OptionsSchema):
    """Named Arrondissements instead of drawn ones, other odds, another box's Quartiers."""

    makes = ZokyOptions
    arrondissements = BoundedList(
        Name(),
        load_default=(),
        validate=validate.Length(max=DISTRICTS),
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
        validate=validate.Length(max=DISTRICTS),
        metadata={"description": "Names and values of your own box: 8 Arrondissements of 5 Quartiers; empty: ours"},
    )

    @validates_schema
    def check_contents(self, data: dict[str, Any], **kwargs: Any) -> None:
        """The odds are a hundred, the names are different ones, and the named Arrondissements exist."""
        quartiers = msgspec.convert(data["quartiers"], tuple[Arrondissement, ...])
        found = {
            "throw_odds": opts.odds_faults(msgspec.convert(data["throw_odds"], Odds)),
            "quartiers": opts.quartier_faults(quartiers),
            "arrondissements": opts.choice_faults(data["arrondissements"], quartiers),
        }
        if any(found.values()):
            raise ValidationError({option: faults for option, faults in found.items() if faults})


class PlacementSchema(Strict):
    """So many Zokus onto one Quartier."""

    quartier = WholeNumber(
        0,
        LAST_QUARTIER,
        required=True,
        metadata={"description": "Its number; `table` in the view lists those laid out"},
    )
    count = WholeNumber(1, BAND, required=True, metadata={"description": "How many Zokus"})


class PlaceSchema(ActionSchema):
    """Place Zokus from the reserve, none at all if need be, and end the turn."""

    makes = acts.Place
    example = {"type": "place", "placements": [{"quartier": 4, "count": 2}, {"quartier": 17, "count": 1}]}
    placements = BoundedList(
        fields.Nested(PlacementSchema),
        required=True,
        validate=validate.Length(max=DISTRICTS),
    )


class ThrowSchema(ActionSchema):
    """Say throw: the Zokus land once every chief still fighting has said so."""

    makes = acts.Throw
    example = {"type": "throw"}


class ReadySchema(ActionSchema):
    """Nothing more to play on this landing."""

    makes = acts.Ready
    example = {"type": "ready"}


class KickSchema(ActionSchema):
    """One of your Zokus on its feet knocks out a rival on its back."""

    makes = acts.Kick
    example = {"type": "kick", "zoku": 1, "target": 8}
    zoku = WholeNumber(0, LAST_ZOKU, required=True)
    target = WholeNumber(0, LAST_ZOKU, required=True)


class DeclineKickSchema(ActionSchema):
    """No more kicks of yours this round."""

    makes = acts.DeclineKick
    example = {"type": "decline_kick"}


class LieutenantSchema(ActionSchema):
    """Play a face-down Lieutenant, with exactly the targets its power needs."""

    makes = acts.Lieutenant
    example = {"type": "lieutenant", "lieutenant": "bouncer", "quartier": 12, "gang": 1}
    lieutenant = one_of(*LIEUTENANTS, required=True)
    quartier = WholeNumber(0, LAST_QUARTIER)
    to = WholeNumber(0, LAST_QUARTIER)
    gang = WholeNumber(0, LAST_SEAT)
    zoku = WholeNumber(0, LAST_ZOKU)
    target = WholeNumber(0, LAST_ZOKU)


SCHEMAS = game(
    ZokyOptionsSchema, PlaceSchema, ThrowSchema, ReadySchema, KickSchema, DeclineKickSchema, LieutenantSchema
)
