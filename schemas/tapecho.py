"""The options of Le Tapécho."""

from typing import Any, ClassVar

from marshmallow import ValidationError, fields, validates_schema

from engines.tapecho.content import ATTACK_NAMES, KINDS
from engines.tapecho.options import LARGEST_DECK, MODES, TapechoOptions
from engines.text import Text
from schemas.from_struct import OptionsSchema
from schemas.strict import BoundedList, KindFields, KindSchema, Length, Name, Pattern, WholeNumber, one_of

PRINTED = ("name_fr", "copies")


class DeckCardSchema(KindSchema):
    """A line of a custom deck; its kind decides which fields it has."""

    kinds: ClassVar[dict[str, KindFields]] = {
        "asset": KindFields(("name", "value"), ("role", "spot", *PRINTED)),
        "handicap": KindFields(("name", "value"), ("role", "spot", *PRINTED)),
        "attack": KindFields(("name", "attack"), ("role", *PRINTED)),
        "defence": KindFields(("name", "role"), PRINTED),
        "out_of_context": KindFields(("name",), PRINTED),
        "context": KindFields(("name", "spot"), PRINTED),
    }
    kind = one_of(*KINDS, required=True, metadata={"description": "What can be done with it"})
    name = Name(required=True, metadata={"description": "English"})
    name_fr = Name(metadata={"description": "The French name; if left out, the English one"})
    role = one_of("man", "woman", "mixed", metadata={"description": "Mixed if left out; a defence needs one"})
    value = WholeNumber(-99, 99, metadata={"description": "Points with their sign; only for assets and handicaps"})
    spot = fields.String(
        validate=Pattern(r"^[a-z][a-z0-9_]{0,19}$", error="A colour is a word in lower case."),
        metadata={"description": "The colour of a context; on assets and handicaps: the context they belong to"},
    )
    attack = one_of(*ATTACK_NAMES, metadata={"description": "What an attack does"})
    copies = WholeNumber(1, 60, metadata={"description": "How many copies of the card; 1 if left out"})

    @validates_schema
    def check_role(self, data: dict[str, Any], **kwargs: Any) -> None:
        """A defence is not for both."""
        if data["kind"] == "defence" and data.get("role") == "mixed":
            raise ValidationError("A defence is for men or for women.", "role")


class TapechoOptionsSchema(OptionsSchema):
    """Roles, mode, length of the series, the pause for reactions and the deck."""

    makes = TapechoOptions
    roles = BoundedList(
        one_of("man", "woman"),
        load_default=(),
        validate=Length(max=10),
        metadata={"description": "Each seat's role, the two counts differing by at most one; empty: alternating"},
    )
    mode = one_of(*MODES, load_default="classic", metadata={"description": "Everyone for themselves, or teams"})
    couples = BoundedList(
        BoundedList(WholeNumber(0, 9), validate=Length(equal=2)),
        load_default=(),
        validate=Length(max=5),
        metadata={"description": "For `battle_of_the_couples`: pairs of seats; empty: n-th man with n-th woman"},
    )
    games = WholeNumber(1, 10, load_default=1, metadata={"description": "Games in the series"})
    reaction_seconds = WholeNumber(
        0, 60, load_default=0, metadata={"description": "Seconds that the next player must leave others to react"}
    )
    deck = BoundedList(
        fields.Nested(DeckCardSchema),
        load_default=(),
        validate=Length(max=LARGEST_DECK),
        metadata={"description": "A deck of your own; empty: the project's deck"},
    )

    @validates_schema
    def check_couples(self, data: dict[str, Any], **kwargs: Any) -> None:
        """Couples are only for the mode battle_of_the_couples."""
        if data["couples"] and data["mode"] != "battle_of_the_couples":
            raise ValidationError("Couples are only for the mode battle_of_the_couples.", "couples")

    @validates_schema
    def check_deck(self, data: dict[str, Any], **kwargs: Any) -> None:
        """A deck has a context, not too many cards, and a context for the colour of every spot."""
        if not (deck := data["deck"]):
            return
        if (cards := sum(line.get("copies", 1) for line in deck)) > LARGEST_DECK:
            raise ValidationError(
                Text("A deck has at most {most} cards, not {cards}.", most=LARGEST_DECK, cards=cards), "deck"
            )
        colours = {line["spot"] for line in deck if line["kind"] == "context"}
        if not colours:
            raise ValidationError("A deck has at least one context.", "deck")
        if unknown := sorted({line.get("spot") for line in deck} - {None} - colours):
            raise ValidationError(Text("No context has the colour {colours}.", colours=", ".join(unknown)), "deck")
