"""What a card is. The cards themselves are data, in `deck`, or come with the options."""

from collections.abc import Iterable
from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

Role = Literal["man", "woman"]
For = Literal["man", "woman", "mixed"]
Kind = Literal["asset", "handicap", "attack", "defence", "out_of_context", "context"]
AttackName = Literal[
    "stood_up",
    "rejected",
    "the_ex",
    "hangover",
    "poached",
    "big_reveal",
    "swapped_numbers",
    "friend_with_benefits",
]
KINDS: tuple[Kind, ...] = get_args(Kind)
ATTACKS: tuple[AttackName, ...] = get_args(AttackName)


class DeckCard(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A line of a deck: one card, or several copies of it."""

    kind: Kind
    name: str
    name_fr: str = ""
    role: For = "mixed"
    value: int | None = None
    spot: str | None = None
    attack: AttackName | None = None
    copies: int = 1


class Card(Struct, frozen=True, omit_defaults=True):
    """A card as it is shown to those who may see its face."""

    id: Annotated[int, Meta(description="Its number in the deck")]
    kind: Annotated[Kind, Meta(description="What can be done with it")]
    name: Annotated[str, Meta(description="English")]
    name_fr: Annotated[str, Meta(description="French")]
    role: Annotated[For, Meta(description="Before whom it may be laid; of a defence: whom it defends")] = "mixed"
    value: Annotated[int | None, Meta(description="Of assets and handicaps")] = None
    spot: Annotated[str | None, Meta(description="The colour of its context, if it has one")] = None
    attack: Annotated[AttackName | None, Meta(description="What an attack does")] = None

    @property
    def counts(self) -> bool:
        """Assets and handicaps are worth points; nothing else is."""
        return self.value is not None

    def suits(self, role: Role) -> bool:
        """Whether it may lie before a player of this role."""
        return self.role in ("mixed", role)

    def clashes(self, context: "Card") -> bool:
        """Whether its spot is of another colour than the context; without a spot it never is."""
        return self.counts and self.spot is not None and self.spot != context.spot


def numbered(lines: Iterable[DeckCard]) -> tuple[Card, ...]:
    """Every single card of a deck, numbered in its order."""
    singles = [line for line in lines for _ in range(line.copies)]
    return tuple(
        Card(
            id=number,
            kind=line.kind,
            name=line.name,
            name_fr=line.name_fr or line.name,
            role=line.role,
            value=line.value,
            spot=line.spot,
            attack=line.attack,
        )
        for number, line in enumerate(singles)
    )
