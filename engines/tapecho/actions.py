"""What a player can do, in turn and out of turn."""

from typing import Annotated

from msgspec import Meta, Struct

from engines.engine import Action

LAST_SEAT = 9
Number = Annotated[int, Meta(ge=0)]
Seat = Annotated[int, Meta(ge=0, le=LAST_SEAT)]
CardId = Annotated[Number, Meta(description="A card's `id`, as the view shows it", examples=[57])]
Target = Annotated[Seat, Meta(description="The seat in front of which the card is laid", examples=[2])]
Named = Annotated[
    Number | None,
    Meta(description="For an attack that takes an asset of the target: the `id` of that asset, if there is one"),
]


class Asset(Action, frozen=True, tag="asset", omit_defaults=True):
    """Lay an asset in front of yourself; in the team modes `target` may name a team-mate."""

    card: CardId
    target: Annotated[Seat | None, Meta(description="A team-mate's seat; left out: yourself")] = None


class Handicap(Action, frozen=True, tag="handicap"):
    """Lay a handicap in front of another player."""

    card: CardId
    target: Target


class Attack(Action, frozen=True, tag="attack", omit_defaults=True):
    """Lay an attack in front of an opponent."""

    card: CardId
    target: Target
    asset: Named = None


class Lay(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One card of a pair, and in front of whom it is laid."""

    card: CardId
    target: Target
    asset: Named = None


class Pair(Action, frozen=True, tag="pair"):
    """Lay two cards at once, each an attack or a handicap, in this order."""

    cards: Annotated[
        tuple[Lay, Lay],
        Meta(
            description="The two cards, in the order they count as laid",
            examples=[[{"card": 57, "target": 2}, {"card": 100, "target": 1}]],
        ),
    ]


class Exchange(Action, frozen=True, tag="exchange"):
    """Discard a card and draw two others, of which one is kept; for a last defence or out-of-context card only one."""

    card: CardId


class Keep(Action, frozen=True, tag="keep"):
    """Keep one of the two cards drawn; the other goes back on top of the pile."""

    card: CardId


class Defend(Action, frozen=True, tag="defend"):
    """Out of turn: undo the attack, or the out-of-context card, with this number."""

    card: CardId
    against: Annotated[
        Number,
        Meta(
            description="The `id` of the attack on you, or of the out-of-context card against what you laid",
            examples=[100],
        ),
    ]


class OutOfContext(Action, frozen=True, tag="out_of_context"):
    """Out of turn: throw out the asset or handicap with this number, if its spot is not of the context's colour."""

    card: CardId
    against: Annotated[Number, Meta(description="The `id` of the asset or handicap in the window", examples=[31])]


class Pass(Action, frozen=True, tag="pass"):
    """Do not react: you agree that the open window closes."""
