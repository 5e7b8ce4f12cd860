"""What Le Tapécho takes over HTTP."""

from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from engines.tapecho import actions as acts
from engines.tapecho.cards import ATTACKS, KINDS
from engines.tapecho.options import LARGEST_DECK, MODES, TapechoOptions
from schemas.fields import BoundedList, Name, Strict, WholeNumber, one_of
from schemas.games import ActionSchema, OptionsSchema, game

SEAT = {"description": "The seat before whom the card is laid"}
CARD = {"description": "A card's `id`, as the view shows it"}
BELONGS = {
    "asset": {"role", "value", "spot"},
    "handicap": {"role", "value", "spot"},
    "attack": {"role", "attack"},
    "defence": {"role"},
    "out_of_context": set(),
    "context": {"spot"},
}
NEEDS = {
    "asset": {"value"},
    "handicap": {"value"},
    "attack": {"attack"},
    "defence": {"role"},
    "context": {"spot"},
}


class DeckCardSchema(Strict):
    """A line of a custom deck; which fields go with it depends on its kind."""

    kind = one_of(*KINDS, required=True, metadata={"description": "What can be done with it"})
    name = Name(required=True, metadata={"description": "English"})
    name_fr = Name(metadata={"description": "French; if left out, the English one"})
    role = one_of("man", "woman", "mixed", metadata={"description": "Mixed if left out; a defence needs one"})
    value = WholeNumber(-99, 99, metadata={"description": "With its sign; of assets and handicaps"})
    spot = fields.String(
        validate=validate.Regexp(r"[a-z][a-z0-9_]{0,19}\Z", error="A colour is a word of small letters."),
        metadata={"description": "The colour of a context; on assets and handicaps: the context they belong to"},
    )
    attack = one_of(*ATTACKS, metadata={"description": "What an attack does"})
    copies = WholeNumber(1, 60, metadata={"description": "How many of them; 1 if left out"})

    @validates_schema
    def check_kind(self, data: dict[str, Any], **kwargs: Any) -> None:
        """Every kind has the fields it needs and no others."""
        kind = data["kind"]
        errors = {name: [f"A card of kind {kind} needs this."] for name in NEEDS.get(kind, set()) - data.keys()}
        strange = data.keys() - BELONGS[kind] - {"kind", "name", "name_fr", "copies"}
        errors |= {name: [f"A card of kind {kind} has none."] for name in strange}
        if kind == "defence" and data.get("role") == "mixed":
            errors["role"] = ["A defence is for men or for women."]
        if errors:
            raise ValidationError(errors)


class TapechoOptionsSchema(OptionsSchema):
    """Roles, mode, length of the series, the pause for reactions and the deck."""

    makes = TapechoOptions
    roles = BoundedList(
        one_of("man", "woman"),
        load_default=(),
        validate=validate.Length(max=10),
        metadata={"description": "Each seat's role, the two counts differing by at most one; empty: alternating"},
    )
    mode = one_of(*MODES, load_default="classic", metadata={"description": "Everyone for themselves, or teams"})
    couples = BoundedList(
        BoundedList(WholeNumber(0, 9), validate=validate.Length(equal=2)),
        load_default=(),
        validate=validate.Length(max=5),
        metadata={"description": "For `battle_of_the_couples`: pairs of seats; empty: n-th man with n-th woman"},
    )
    games = WholeNumber(1, 10, load_default=1, metadata={"description": "Games in the series"})
    reaction_seconds = WholeNumber(
        0, 60, load_default=0, metadata={"description": "How long the next player must leave others time to react"}
    )
    deck = BoundedList(
        fields.Nested(DeckCardSchema),
        load_default=(),
        validate=validate.Length(max=LARGEST_DECK),
        metadata={"description": "A deck of your own; empty: the project's"},
    )

    @validates_schema
    def check_couples(self, data: dict[str, Any], **kwargs: Any) -> None:
        """Couples go with their mode."""
        if data["couples"] and data["mode"] != "battle_of_the_couples":
            raise ValidationError("Couples go with the mode battle_of_the_couples.", "couples")

    @validates_schema
    def check_deck(self, data: dict[str, Any], **kwargs: Any) -> None:
        """A deck has a context, not too many cards, and no spot without a context of its colour."""
        if not (deck := data["deck"]):
            return
        if (cards := sum(line.get("copies", 1) for line in deck)) > LARGEST_DECK:
            raise ValidationError(f"A deck has at most {LARGEST_DECK} cards, not {cards}.", "deck")
        colours = {line["spot"] for line in deck if line["kind"] == "context"}
        if not colours:
            raise ValidationError("A deck has at least one context.", "deck")
        if strange := sorted({line.get("spot") for line in deck} - {None} - colours):
            raise ValidationError(f"No context has the colour {', '.join(strange)}.", "deck")


class AssetSchema(ActionSchema):
    """Lay an asset before yourself or, in the team modes, before a team-mate."""

    makes = acts.Asset
    example = {"type": "asset", "card": 12}
    card = WholeNumber(0, required=True)
    target = WholeNumber(0, 9)


class HandicapSchema(ActionSchema):
    """Lay a handicap before another player."""

    makes = acts.Handicap
    example = {"type": "handicap", "card": 57, "target": 2}
    card = WholeNumber(0, required=True)
    target = WholeNumber(0, 9, required=True)


class LaySchema(Strict):
    """A card and before whom it is laid; a poaching names an asset of the target's, if there is one to take."""

    card = WholeNumber(0, required=True, metadata=CARD)
    target = WholeNumber(0, 9, required=True, metadata=SEAT)
    asset = WholeNumber(0, metadata={"description": "For `poached`: the asset on the target's table that is to move"})


class AttackSchema(ActionSchema, LaySchema):
    """Lay an attack before an opponent."""

    makes = acts.Attack
    example = {"type": "attack", "card": 110, "target": 3, "asset": 12}


class PairSchema(ActionSchema):
    """Lay two cards at once out of attacks and handicaps."""

    makes = acts.Pair
    example = {"type": "pair", "cards": [{"card": 57, "target": 2}, {"card": 100, "target": 1}]}
    cards = BoundedList(fields.Nested(LaySchema), required=True, validate=validate.Length(equal=2))


class ExchangeSchema(ActionSchema):
    """Discard a card and draw two others, of which one is kept."""

    makes = acts.Exchange
    example = {"type": "exchange", "card": 140}
    card = WholeNumber(0, required=True)


class KeepSchema(ActionSchema):
    """Keep one of the two cards drawn."""

    makes = acts.Keep
    example = {"type": "keep", "card": 31}
    card = WholeNumber(0, required=True)


class DefendSchema(ActionSchema):
    """Undo an attack on yourself, or an out-of-context card against what you laid."""

    makes = acts.Defend
    example = {"type": "defend", "card": 121, "against": 100}
    card = WholeNumber(0, required=True)
    against = WholeNumber(0, required=True)


class OutOfContextSchema(ActionSchema):
    """Have an asset or handicap in the window, whose spot is off colour, thrown out."""

    makes = acts.OutOfContext
    example = {"type": "out_of_context", "card": 135, "against": 57}
    card = WholeNumber(0, required=True)
    against = WholeNumber(0, required=True)


class PassSchema(ActionSchema):
    """Let the open window close as far as you are concerned."""

    makes = acts.Pass
    example = {"type": "pass"}


SCHEMAS = game(
    TapechoOptionsSchema,
    AssetSchema,
    HandicapSchema,
    AttackSchema,
    PairSchema,
    ExchangeSchema,
    KeepSchema,
    DefendSchema,
    OutOfContextSchema,
    PassSchema,
)
