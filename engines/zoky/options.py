"""What a table agrees on before the first Day: the Quartiers in play, and how Zokus land."""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Annotated

from msgspec import Meta, Struct

from engines.engine import OptionErrors, Options
from engines.text import Name, Text
from engines.zoky.actions import Quartier
from engines.zoky.content import (
    ARRONDISSEMENTS,
    DISTRICTS,
    HAND,
    LIEUTENANTS,
    SIZE,
    Arrondissement,
    LieutenantFace,
    LieutenantSlug,
    OwnLieutenant,
    faces_of,
)
from engines.zoky.events import Landing

Percentage = Annotated[int, Meta(ge=0, le=100)]


def in_play(seats: int) -> int:
    """How many Arrondissements this many chiefs fight over."""
    return seats + 3


class Odds(Struct, frozen=True):
    """How many of a hundred throws land each way."""

    out: Annotated[Percentage, Meta(description="Out of the box: leaves the fight")]
    belly: Annotated[Percentage, Meta(description="On its belly: knocked out")]
    edge: Annotated[Percentage, Meta(description="On its edge: still in")]
    back: Annotated[Percentage, Meta(description="On its back: still in, can be kicked")]
    feet: Annotated[Percentage, Meta(description="On its feet: still in, may kick")]

    @property
    def total(self) -> int:
        """The sum of the odds, which must be 100."""
        return self.out + self.belly + self.edge + self.back + self.feet


USUAL_ODDS = Odds(out=5, belly=30, edge=10, back=40, feet=15)


class ZokyOptions(Options, frozen=True, kw_only=True):
    """Arrondissements chosen by name instead of drawn, other odds, or Quartiers and Lieutenants of another box."""

    arrondissements: Annotated[
        tuple[Name, ...],
        Meta(
            max_length=DISTRICTS,
            description="The Arrondissements in play, by name: three more than players; empty: drawn",
        ),
    ] = ()
    throw_odds: Annotated[Odds, Meta(description="Five whole percentages that add up to 100")] = USUAL_ODDS
    quartiers: Annotated[
        tuple[Arrondissement, ...],
        Meta(
            max_length=DISTRICTS,
            description="Names and values of your own box: 8 Arrondissements of 5 Quartiers; empty: ours",
        ),
    ] = ()
    lieutenants: Annotated[
        tuple[OwnLieutenant, ...],
        Meta(
            max_length=len(LIEUTENANTS),
            description="The Lieutenants in the game, at least three for each player, each once; empty: all fifteen",
        ),
    ] = ()

    @cached_property
    def faces(self) -> dict[LieutenantSlug, LieutenantFace]:
        """The Lieutenants in the game, with the table's own names and texts."""
        return faces_of(self.lieutenants)

    @cached_property
    def box(self) -> tuple[Arrondissement, ...]:
        """All Arrondissements to choose from: the table's own, or ours."""
        return self.quartiers or ARRONDISSEMENTS

    @cached_property
    def landings(self) -> tuple[Landing, ...]:
        """A hundred landings; a throw draws one of them."""
        odds = self.throw_odds
        ways: tuple[tuple[Landing, int], ...] = (
            ("out", odds.out),
            ("belly", odds.belly),
            ("edge", odds.edge),
            ("back", odds.back),
            ("feet", odds.feet),
        )
        return tuple(landing for landing, share in ways for _ in range(share))


class QuartierCard(Struct, frozen=True):
    """A Quartier in play: its number in this game and its face."""

    quartier: Quartier
    name: Annotated[str, Meta(description="Its name")]
    value: Annotated[int, Meta(description="Points for the gang that claims it")]


class District(Struct, frozen=True):
    """An Arrondissement in play, with its five Quartiers."""

    name: Annotated[str, Meta(description="Its name")]
    quartiers: Annotated[tuple[QuartierCard, ...], Meta(description="Its five, by number")]


class Catalogue(Struct, frozen=True):
    """Every Quartier in play. Number n is of the Arrondissement n // 5; `values` goes by number."""

    districts: tuple[District, ...]
    values: tuple[int, ...]


@lru_cache(maxsize=256)
def catalogue(own: tuple[Arrondissement, ...], chosen: tuple[int, ...]) -> Catalogue:
    """The cards of the chosen Arrondissements, out of the table's own or ours, numbered in order."""
    box = own or ARRONDISSEMENTS
    districts = tuple(
        District(
            box[which].name,
            tuple(QuartierCard(SIZE * n + k, face.name, face.value) for k, face in enumerate(box[which].quartiers)),
        )
        for n, which in enumerate(chosen)
    )
    return Catalogue(districts, tuple(card.value for district in districts for card in district.quartiers))


def odds_errors(odds: Odds) -> list[Text]:
    """What is wrong with these odds; empty when a throw can be drawn from them."""
    return (
        [] if odds.total == 100 else [Text("The five percentages must add up to 100, not {total}.", total=odds.total)]
    )


def quartier_errors(quartiers: Sequence[Arrondissement]) -> list[Text]:
    """What is wrong with a table's own Quartiers; none at all means ours."""
    if not quartiers:
        return []
    errors = []
    if len(quartiers) != DISTRICTS:
        errors.append(
            Text("There must be {wanted} Arrondissements, not {number}.", wanted=DISTRICTS, number=len(quartiers))
        )
    if len({district.name for district in quartiers}) < len(quartiers):
        errors.append(Text("Each Arrondissement needs a name of its own."))
    names = [face.name for district in quartiers for face in district.quartiers]
    if len(set(names)) < len(names):
        errors.append(Text("Each Quartier needs a name of its own."))
    return errors


def choice_errors(names: Sequence[str], quartiers: Sequence[Arrondissement]) -> list[Text]:
    """What is wrong with these named Arrondissements, whatever the number of seats."""
    known = [district.name for district in quartiers or ARRONDISSEMENTS]
    errors = []
    if unknown := [name for name in names if name not in known]:
        errors.append(
            Text("Unknown: {unknown}. There are {known}.", unknown=", ".join(unknown), known=", ".join(known))
        )
    if len(set(names)) < len(names):
        errors.append(Text("Name each Arrondissement only once."))
    return errors


def lieutenant_errors(options: ZokyOptions) -> list[Text]:
    """What is wrong with a table's own Lieutenants, whatever the number of seats."""
    errors = []
    if len(options.faces) < len(options.lieutenants):
        errors.append(Text("Name each Lieutenant only once."))
    if len({face.name for face in options.faces.values()}) < len(options.faces):
        errors.append(Text("Each Lieutenant needs a name of its own."))
    return errors


def content_errors(options: ZokyOptions) -> OptionErrors:
    """What is wrong with these options at any table, by option."""
    errors = {
        "throw_odds": odds_errors(options.throw_odds),
        "quartiers": quartier_errors(options.quartiers),
        "arrondissements": choice_errors(options.arrondissements, options.quartiers),
        "lieutenants": lieutenant_errors(options),
    }
    return {option: messages for option, messages in errors.items() if messages}


def count_errors(seats: int, options: ZokyOptions) -> OptionErrors:
    """Whether as many Arrondissements are named as this many chiefs fight over, and enough Lieutenants."""
    errors: OptionErrors = {}
    named, least = len(options.arrondissements), in_play(seats)
    if named and named != least:
        errors["arrondissements"] = [
            Text("{seats} players use {least} Arrondissements, not {named}.", seats=seats, least=least, named=named)
        ]
    named, least = len(options.faces), HAND * seats
    if named < least:
        errors["lieutenants"] = [
            Text(
                "{seats} players need at least {least} Lieutenants, not {named}.", seats=seats, least=least, named=named
            )
        ]
    return errors
