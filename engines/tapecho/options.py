"""What a table agrees on: roles, teams, length, the pause for reactions and the deck."""

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import Annotated, Literal

from msgspec import Meta

from engines.engine import OptionErrors, Options, SeatNumber
from engines.tapecho.content import (
    CARDS,
    AssetCard,
    Card,
    ContextCard,
    DeckLine,
    DefenceCard,
    HandicapCard,
    Role,
    numbered,
)
from engines.text import Text

Mode = Literal["classic", "battle_of_the_sexes", "battle_of_the_couples"]

HAND = 10
SPARE = 20
LARGEST_DECK = 300


class TapechoOptions(Options, frozen=True, kw_only=True):
    """Roles, mode, length of the series, the pause for reactions and the deck."""

    roles: Annotated[
        tuple[Role, ...],
        Meta(
            max_length=10,
            description="Each seat's role, the two counts differing by at most one; empty: alternating",
        ),
    ] = ()
    mode: Annotated[Mode, Meta(description="Everyone for themselves, or teams")] = "classic"
    couples: Annotated[
        tuple[tuple[SeatNumber, SeatNumber], ...],
        Meta(
            max_length=5,
            description="For `battle_of_the_couples`: pairs of seats; empty: n-th man with n-th woman",
        ),
    ] = ()
    games: Annotated[int, Meta(ge=1, le=10, description="Games in the series")] = 1
    reaction_seconds: Annotated[
        int, Meta(ge=0, le=60, description="Seconds that the next player must leave others to react")
    ] = 0
    deck: Annotated[
        tuple[DeckLine, ...],
        Meta(max_length=LARGEST_DECK, description="A deck of your own; empty: the project's deck"),
    ] = ()

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """Every card, by its number."""
        return numbered(self.deck) if self.deck else CARDS

    @cached_property
    def values(self) -> tuple[int, ...]:
        """What every card is worth, by its number; only assets and handicaps are worth anything."""
        return tuple(card.value or 0 for card in self.cards)

    @cached_property
    def contexts(self) -> tuple[int, ...]:
        """The context cards, which are never shuffled in with the rest."""
        return tuple(card.id for card in self.cards if card.kind == "context")

    @cached_property
    def dealt(self) -> tuple[int, ...]:
        """All the other cards."""
        return tuple(card.id for card in self.cards if card.kind != "context")


def roles_at(seats: int, options: TapechoOptions) -> list[Role]:
    """Each seat's role: as agreed, or alternating from seat 0."""
    return list(options.roles) or [("man", "woman")[seat % 2] for seat in range(seats)]


def teams_at(roles: Sequence[Role], options: TapechoOptions) -> list[int]:
    """Each seat's team. In the classic game everyone is a team of one."""
    if options.mode == "classic":
        return list(range(len(roles)))
    if options.mode == "battle_of_the_sexes":
        return [("man", "woman").index(role) for role in roles]
    couples = options.couples or tuple(zip(seats_of("man", roles), seats_of("woman", roles), strict=True))
    team = {seat: number for number, couple in enumerate(couples) for seat in couple}
    return [team[seat] for seat in range(len(roles))]


def seats_of(role: Role, roles: Sequence[Role]) -> list[int]:
    """The seats that play this role, in seat order."""
    return [seat for seat, played in enumerate(roles) if played == role]


def content_errors(options: TapechoOptions) -> OptionErrors:
    """What is wrong with these options at any table, by option."""
    if lines := defence_errors(options.deck):
        return {"deck": lines}
    errors: OptionErrors = {}
    if options.couples and options.mode != "battle_of_the_couples":
        errors["couples"] = [Text("Couples are only for the mode battle_of_the_couples.")]
    if options.deck and (error := deck_error(options.deck)):
        errors["deck"] = [error]
    return errors


def defence_errors(deck: Sequence[DeckLine]) -> dict[int, OptionErrors]:
    """The defences in a deck that are for everybody, by their places."""
    message = Text("A defence is for men or for women.")
    mixed = (place for place, line in enumerate(deck) if isinstance(line, DefenceCard) and line.role == "mixed")
    return {place: {"role": [message]} for place in mixed}


def deck_error(deck: Sequence[DeckLine]) -> Text | None:
    """A deck has a context, not too many cards, and a context for the colour of every spot."""
    if (cards := sum(line.copies for line in deck)) > LARGEST_DECK:
        return Text("A deck has at most {most} cards, not {cards}.", most=LARGEST_DECK, cards=cards)
    colours = {line.spot for line in deck if isinstance(line, ContextCard)}
    if not colours:
        return Text("A deck has at least one context.")
    spots = {line.spot for line in deck if isinstance(line, AssetCard | HandicapCard)}
    if unknown := sorted(spot for spot in spots - colours if spot is not None):
        return Text("No context has the colour {colours}.", colours=", ".join(unknown))
    return None


def seat_errors(seats: int, options: TapechoOptions) -> OptionErrors:
    """What does not fit this many seats, by option."""
    if options.roles and len(options.roles) != seats:
        return {"roles": [Text("There are {roles} roles for {seats} seats.", roles=len(options.roles), seats=seats)]}
    errors: OptionErrors = {}
    roles = roles_at(seats, options)
    men, women = roles.count("man"), roles.count("woman")
    if abs(men - women) > 1:
        errors["roles"] = [
            Text("The numbers of men and women differ by at most one, not {men} and {women}.", men=men, women=women)
        ]
    if options.mode == "battle_of_the_couples":
        if men != women:
            errors["mode"] = [Text("The battle of the couples needs as many men as women.")]
        elif options.couples and not well_paired(options.couples, roles):
            errors["couples"] = [Text("Every seat is in exactly one couple, of a man and a woman.")]
    if (cards := len(options.dealt)) < HAND * seats + SPARE:
        errors["deck"] = [
            Text(
                "{seats} players need {least} cards besides the contexts, not {cards}.",
                seats=seats,
                least=HAND * seats + SPARE,
                cards=cards,
            )
        ]
    return errors


def well_paired(couples: Sequence[tuple[int, int]], roles: Sequence[Role]) -> bool:
    """Whether the couples are one man and one woman each and take in every seat once."""
    seats = Counter(seat for couple in couples for seat in couple)
    if seats != Counter(range(len(roles))):
        return False
    return all(roles[one] != roles[other] for one, other in couples)
