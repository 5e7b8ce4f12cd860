"""What happens automatically: laying Quartiers, passing turns, claims, going from fight to fight, the end of a Day."""

from collections.abc import Callable

from engines.engine import Event
from engines.zoky import events as ev
from engines.zoky.content import BAND
from engines.zoky.fight import begin_fight, claim, discard, jail_one
from engines.zoky.scoring import scored
from engines.zoky.state import DAYS, USUAL_LIMIT, Spot, ZokyState


def advance(state: ZokyState) -> list[Event]:
    """Go through the automatic steps until someone must be asked, or the game is over."""
    events: list[Event] = []
    while step := AUTOMATIC.get(state.phase):
        events += step(state)
    return events


def lay_quartiers(state: ZokyState) -> list[Event]:
    """A new Day: as many Quartiers as there are Arrondissements in play come to the table."""
    count = len(state.arrondissements)
    state.day += 1
    state.table = [Spot(place, card, [0] * state.seats) for place, card in enumerate(state.deck[:count])]
    del state.deck[:count]
    state.turn = 0
    state.phase = "next_turn"
    return [ev.DayBegan(state.first, state.day, [spot.quartier for spot in state.table])]


def next_turn(state: ZokyState) -> list[Event]:
    """The next chief in the snake order places; a chief with neither a Zoku in reserve nor a Lieutenant is skipped."""
    if state.turn == 2 * state.seats:
        state.phase = "claims"
        return []
    seat, lap = state.placer, state.lap
    if state.reserve[seat] or state.hands[seat]:
        state.limit = USUAL_LIMIT
        state.phase = "placement"
        return [ev.TurnBegan(seat, lap, state.limit)]
    state.turn += 1
    return [ev.TurnPassed(seat, lap)]


def end_placement(state: ZokyState) -> list[Event]:
    """One or two Zokus of a single gang claim their Quartier; then the jail is emptied."""
    events: list[Event] = []
    contested = []
    for spot in state.table:
        seat = lone_gang(spot)
        if seat is None or spot.zokus[seat] == BAND:
            contested.append(spot)
        else:
            state.reserve[seat] += spot.zokus[seat]
            events.append(claim(state, seat, spot.quartier, [ev.Band(seat, spot.zokus[seat])]))
    state.table = contested
    state.phase = "brawl"
    return events + [release(state, seat) for seat, jailed in enumerate(state.jail) if jailed]


def release(state: ZokyState, seat: int) -> Event:
    """All of a gang's jailed Zokus go to its reserve."""
    freed, state.jail[seat] = state.jail[seat], 0
    state.reserve[seat] += freed
    return ev.Released(seat, freed)


def next_quartier(state: ZokyState) -> list[Event]:
    """In reading order: an empty Quartier is discarded, the police come for a lone trio, several gangs fight."""
    if not state.table:
        state.phase = "dusk"
        return []
    spot = state.table[0]
    if state.seats - spot.zokus.count(0) > 1:
        return begin_fight(state, spot)
    del state.table[0]
    seat = lone_gang(spot)
    if seat is None:
        return [discard(state, spot.quartier, "empty", [])]
    others = spot.zokus[seat] - 1
    state.reserve[seat] += others
    arrest = jail_one(state, seat, "lone_trio", spot.quartier, None)
    return [arrest, discard(state, spot.quartier, "lone_trio", [ev.Band(seat, others)])]


def end_day(state: ZokyState) -> list[Event]:
    """Hand the First Player card on, or count the points after the last Day."""
    if state.day == DAYS:
        state.phase = "over"
        return [scored(state, seat) for seat in range(state.seats)]
    state.first, why = next_first_player(state)
    state.bribed = state.kingpin = None
    state.phase = "dawn"
    return [ev.FirstPlayerChosen(state.first, why)]


def next_first_player(state: ZokyState) -> tuple[int, ev.FirstPlayerRule]:
    """Fewest Zokus in reserve; then fewest points; then the left neighbour of the card's holder, tied or not."""
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


AUTOMATIC: dict[str, Callable[[ZokyState], list[Event]]] = {
    "dawn": lay_quartiers,
    "next_turn": next_turn,
    "claims": end_placement,
    "brawl": next_quartier,
    "dusk": end_day,
}
