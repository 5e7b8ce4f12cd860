"""A placement turn: up to four Zokus onto Quartiers, all in one action."""

from collections.abc import Iterator
from typing import cast

from engines.chance import Chance
from engines.engine import Action, Ask, Event, Offers
from engines.steps import Step
from engines.zoky.actions import Place, Placement
from engines.zoky.content import BAND
from engines.zoky.events import Placed
from engines.zoky.reasons import illegal
from engines.zoky.state import ZokyState


class PlacementStep(Step[ZokyState]):
    """One chief places and thereby ends the turn."""

    def turns(self, state: ZokyState) -> dict[int, Ask]:
        """Every turn of every Day has a number of its own, because the last chief has two turns in a row."""
        return {state.placer: Ask("place", turn=2 * state.seats * state.day + state.turn)}

    def offers(self, state: ZokyState, seat: int) -> Offers:
        """By Quartier number, each named once and with at least one Zoku."""
        rooms = sorted((spot.quartier, room) for spot in state.table if (room := spot.room(seat)))
        return {Place: (Place(placements) for placements in placings(rooms, most(state, seat)))}

    def check(self, state: ZokyState, seat: int, action: Action) -> None:
        if not isinstance(action, Place):
            raise illegal("not_now")
        if seat != state.placer:
            raise illegal("not_your_turn")
        if len({placement.quartier for placement in action.placements}) < len(action.placements):
            raise illegal("quartier_twice")
        for placement in action.placements:
            check_one(state, seat, placement)
        total = sum(placement.count for placement in action.placements)
        if total > state.limit:
            raise illegal("too_many_zokus")
        if total > state.reserve[seat]:
            raise illegal("reserve_short")

    def apply(self, state: ZokyState, seat: int, action: Action, chance: Chance) -> list[Event]:
        placements = cast(Place, action).placements
        on = {spot.quartier: spot for spot in state.table}
        for placement in placements:
            on[placement.quartier].zokus[seat] += placement.count
            state.reserve[seat] -= placement.count
        state.turn += 1
        state.phase = "next_turn"
        return [Placed(seat, placements)]

    def sample(self, state: ZokyState, seat: int, chance: Chance) -> Action:
        """A random number of Zokus, each onto a random Quartier that has room."""
        rooms = {spot.quartier: room for spot in state.table if (room := spot.room(seat))}
        counts: dict[int, int] = {}
        for _ in range(chance.below(most(state, seat) + 1)):
            if not rooms:
                break
            quartier = chance.choice(sorted(rooms))
            counts[quartier] = counts.get(quartier, 0) + 1
            rooms[quartier] -= 1
            if not rooms[quartier]:
                del rooms[quartier]
        return Place(tuple(Placement(quartier, counts[quartier]) for quartier in sorted(counts)))

    def default(self, state: ZokyState, seat: int, chance: Chance) -> Action:
        return Place(())


def most(state: ZokyState, seat: int) -> int:
    """How many Zokus this seat may place in this turn."""
    return min(state.limit, state.reserve[seat])


def check_one(state: ZokyState, seat: int, placement: Placement) -> None:
    """A Quartier on the table takes at most three Zokus of a gang and at most three gangs."""
    if not 1 <= placement.count <= BAND:
        raise illegal("bad_count")
    spot = state.spot(placement.quartier)
    if spot is None:
        raise illegal("not_on_table")
    if placement.count > spot.room(seat):
        raise illegal("gang_limit" if spot.zokus[seat] else "three_gangs")


def placings(rooms: list[tuple[int, int]], left: int) -> Iterator[tuple[Placement, ...]]:
    """Every way to place up to `left` Zokus, each once: none, then by Quartier and count."""
    yield ()
    for at, (quartier, room) in enumerate(rooms):
        for count in range(1, min(room, left) + 1):
            for rest in placings(rooms[at + 1 :], left - count):
                yield (Placement(quartier, count), *rest)
