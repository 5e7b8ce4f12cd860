"""What happens by itself: laying Quartiers, passing turns, claims, the walk through the brawls, the end of a Day."""

from collections.abc import Callable

from engines.contract import Event
from engines.zoky import events as ev
from engines.zoky.actions import BAND
from engines.zoky.fight import begin_fight, claim, jail_one
from engines.zoky.scoring import scored
from engines.zoky.state import DAYS, USUAL_LIMIT, Spot, ZokyState


def advance(state: ZokyState, tell: list[Event]) -> None:
    """Go through the automatic steps until someone is to be asked, or all is over."""
    while step := AUTOMATIC.get(state.phase):
        step(state, tell)


def lay_quartiers(state: ZokyState, tell: list[Event]) -> None:
    """A new Day: as many Quartiers as there are Arrondissements in play come to the table."""
    count = len(state.arrondissements)
    state.day += 1
    state.table = [Spot(place, card, [0] * state.seats) for place, card in enumerate(state.deck[:count])]
    del state.deck[:count]
    tell.append(ev.DayBegan(state.first, state.day, [spot.quartier for spot in state.table]))
    state.turn = 0
    state.phase = "next_turn"


def next_turn(state: ZokyState, tell: list[Event]) -> None:
    """The next chief in the snake places; one with neither a Zoku in reserve nor a Lieutenant is passed over."""
    if state.turn == 2 * state.seats:
        state.phase = "claims"
        return
    seat = state.placer
    if state.reserve[seat] or state.hands[seat]:
        state.limit = USUAL_LIMIT
        state.phase = "placement"
        tell.append(ev.TurnBegan(seat, state.lap))
    else:
        tell.append(ev.TurnPassed(seat, state.lap))
        state.turn += 1


def end_placement(state: ZokyState, tell: list[Event]) -> None:
    """One or two Zokus of a single gang claim their Quartier; then the jail is emptied."""
    contested = []
    for spot in state.table:
        seat = lone_gang(spot)
        if seat is None or spot.zokus[seat] == BAND:
            contested.append(spot)
        else:
            state.reserve[seat] += spot.zokus[seat]
            claim(state, seat, spot.quartier, tell)
    state.table = contested
    for seat, jailed in enumerate(state.jail):
        if jailed:
            state.reserve[seat] += jailed
            state.jail[seat] = 0
            tell.append(ev.Released(seat, jailed))
    state.phase = "brawl"


def next_quartier(state: ZokyState, tell: list[Event]) -> None:
    """In reading order: an empty Quartier goes, a lone trio meets the police, several gangs fight."""
    if not state.table:
        state.phase = "dusk"
        return
    spot = state.table[0]
    bands = state.seats - spot.zokus.count(0)
    if bands > 1:
        begin_fight(state, spot, tell)
        return
    del state.table[0]
    seat = lone_gang(spot)
    if seat is not None:
        state.reserve[seat] += spot.zokus[seat] - 1
        jail_one(state, seat, tell)
    state.discarded.append(spot.quartier)
    tell.append(ev.QuartierDiscarded(None, spot.quartier, "empty" if seat is None else "lone_trio"))


def end_day(state: ZokyState, tell: list[Event]) -> None:
    """Hand the First Player card on, or count the points after the last Day."""
    if state.day == DAYS:
        state.phase = "over"
        tell.extend(scored(state, seat) for seat in range(state.seats))
        return
    state.first, why = next_first_player(state)
    tell.append(ev.FirstPlayerChosen(state.first, why))
    state.bribed = state.kingpin = None
    state.phase = "dawn"


def next_first_player(state: ZokyState) -> tuple[int, ev.FirstPlayerRule]:
    """Fewest Zokus in reserve; then fewest points; then the left neighbour of the holder, tied or not."""
    if state.kingpin is not None:
        return state.kingpin, "kingpin"
    fewest = min(state.reserve)
    tied = [seat for seat, zokus in enumerate(state.reserve) if zokus == fewest]
    if len(tied) == 1:
        return tied[0], "fewest_zokus"
    poorest = min(state.points(seat) for seat in tied)
    tied = [seat for seat in tied if state.points(seat) == poorest]
    if len(tied) == 1:
        return tied[0], "fewest_points"
    return (state.first + 1) % state.seats, "left_neighbour"


def lone_gang(spot: Spot) -> int | None:
    """The only gang on a Quartier, if there is exactly one."""
    gangs = [seat for seat, zokus in enumerate(spot.zokus) if zokus]
    return gangs[0] if len(gangs) == 1 else None


AUTOMATIC: dict[str, Callable[[ZokyState, list[Event]], None]] = {
    "dawn": lay_quartiers,
    "next_turn": next_turn,
    "claims": end_placement,
    "brawl": next_quartier,
    "dusk": end_day,
}
