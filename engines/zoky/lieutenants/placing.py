"""Lieutenants of one's own placement turn."""

from engines.chance import Chance
from engines.engine import Event
from engines.zoky.events import LimitRaised, QuartierSwapped, ZokuMoved
from engines.zoky.state import DAYS, RECRUITED_LIMIT, USUAL_LIMIT, Swap, ZokyState


def refuse_recruiter(state: ZokyState, seat: int) -> str | None:
    """Refused if the chief could not place a fifth Zoku."""
    room = sum(spot.room(seat) for spot in state.table)
    return None if min(state.reserve[seat], room) > USUAL_LIMIT else "limit_enough"


def recruiter(state: ZokyState, seat: int, chance: Chance) -> list[Event]:
    """This turn the limit is six Zokus, not four."""
    state.limit = RECRUITED_LIMIT
    return [LimitRaised(seat, state.limit)]


def refuse_smuggler(state: ZokyState, seat: int, quartier: int, to: int) -> str | None:
    """From a Quartier with a Zoku of one's own to another with room for it."""
    here, there = state.spot(quartier), state.spot(to)
    if here is None or there is None:
        return "not_on_table"
    if here is there:
        return "same_quartier"
    if not here.zokus[seat]:
        return "no_own_zoku_there"
    if there.room(seat):
        return None
    return "gang_limit" if there.zokus[seat] else "three_gangs"


def smuggler(state: ZokyState, seat: int, chance: Chance, quartier: int, to: int) -> list[Event]:
    """Move one of your placed Zokus to another Quartier."""
    move(state, seat, quartier, -1)
    move(state, seat, to, 1)
    return [ZokuMoved(seat, quartier, to)]


def refuse_bouncer(state: ZokyState, seat: int, quartier: int, gang: int) -> str | None:
    """Needs a rival Zoku on the Quartier."""
    spot = state.spot(quartier)
    if spot is None:
        return "not_on_table"
    if not 0 <= gang < state.seats:
        return "no_such_gang"
    if gang == seat:
        return "own_gang"
    return None if spot.zokus[gang] else "no_rival_zoku_there"


def bouncer(state: ZokyState, seat: int, chance: Chance, quartier: int, gang: int) -> list[Event]:
    """One rival Zoku goes from a Quartier back to its owner's reserve."""
    move(state, gang, quartier, -1)
    state.reserve[gang] += 1
    return [ZokuMoved(gang, quartier, None)]


def refuse_shark(state: ZokyState, seat: int, quartier: int) -> str | None:
    """Needs a Quartier without Zokus, and Quartiers still to come."""
    if state.day == DAYS:
        return "last_day"
    spot = state.spot(quartier)
    if spot is None:
        return "not_on_table"
    return "quartier_occupied" if any(spot.zokus) else None


def shark(state: ZokyState, seat: int, chance: Chance, quartier: int) -> list[Event]:
    """An empty Quartier on the table and a random one in the deck change places."""
    at = chance.below(len(state.deck))
    state.swap = Swap(quartier, state.deck[at])
    for spot in state.table:
        if spot.quartier == quartier:
            spot.quartier, state.deck[at] = state.deck[at], quartier
            break
    return [QuartierSwapped(seat, state.swap.old, state.swap.new)]


def move(state: ZokyState, gang: int, quartier: int, count: int) -> None:
    """Add this many Zokus of a gang to a Quartier on the table."""
    for spot in state.table:
        if spot.quartier == quartier:
            spot.zokus[gang] += count
