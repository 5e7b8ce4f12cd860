"""How to play Zoky: put Zokus where they win most, and play a Lieutenant only for more than it is worth face down."""

from collections.abc import Callable, Iterator, Sequence

from engines.chance import Chance
from engines.engine import Action
from engines.heuristic import Heuristic, standings
from engines.zoky import lieutenants
from engines.zoky.actions import DeclineKick, Kick, Place, Placement, Ready, Throw
from engines.zoky.content import BAND, LIEUTENANTS, SIZE, LieutenantSlug
from engines.zoky.scoring import COMPLETE, EVERY, FACE_DOWN, TRIO
from engines.zoky.state import DAYS, Spot, ZokyState
from engines.zoky.steps.placement import most

WINS = (
    (0.0, 0.0, 0.0, 0.0, 0.0),
    (1.0, 0.39, 0.25, 0.17, 0.11),
    (1.0, 0.64, 0.42, 0.30, 0.21),
    (1.0, 0.77, 0.54, 0.40, 0.30),
    (1.0, 0.85, 0.63, 0.49, 0.38),
)
"""How often so many Zokus win a fight against so many, with the usual odds: measured in 20,000 fights each."""
ALONE = (0.0, 0.6, 0.75, 0.5)
"""How often so many Zokus that are alone on a Quartier will claim it while rivals may still come."""
RIVAL_WEIGHT = 0.4
"""How much a rival's loss counts."""
MISSED = 0.64
"""How often a Day goes by without a Quartier of a certain Arrondissement for a gang."""
STAKES = 6.0
"""What a Quartier must be worth before a Lieutenant is played for it."""


class ZokyHeuristic(Heuristic[ZokyState]):
    """Points and bonuses, and for each Quartier on the table how likely each gang is to claim it."""

    horizon = 24

    def is_quiet(self, state: ZokyState) -> bool:
        return state.phase == "throw"

    def evaluate(self, state: ZokyState) -> list[float]:
        points = [float(state.points(seat) + FACE_DOWN * len(hand)) for seat, hand in enumerate(state.hands)]
        over = state.phase == "over"
        for seat in range(state.seats):
            owned = owned_by(state, seat)
            points[seat] += bonuses(owned)
            if not over:
                coming = rivals_to_come(state, seat)
                days = DAYS - state.day
                points[seat] += expected_bonuses(owned, days)
                for spot, zokus in bands(state):
                    if probability := claim_probability(state, seat, zokus, coming):
                        later = gain(owned, spot.quartier, lambda its: expected_bonuses(its, days))  # noqa: B023  (called at once)
                        points[seat] += probability * (worth(state, spot.quartier, owned) + later)
        return standings(points, 0 if over else 6.0 + 2.2 * (DAYS - state.day))

    def moves(self, state: ZokyState, seat: int, chance: Chance) -> Iterator[Action | None]:
        required = seat in required_seats(state)
        if state.phase == "placement":
            if required:
                yield from placements(state, seat)
            else:
                yield None
            return
        if state.phase == "kick":
            yield kick(state, seat) if required else None
            return
        if not required:
            yield None
        else:
            yield Throw() if state.phase == "throw" else Ready()
        yield from lieutenant_plays(state, seat)


def required_seats(state: ZokyState) -> Sequence[int]:
    """The seats the game waits for."""
    if state.phase == "placement":
        return (state.placer,)
    fight = state.brawl
    if state.phase == "kick":
        return () if fight.kicker is None else (fight.kicker,)
    ready = fight.able() if state.phase == "throw" else [gang for gang in fight.involved if state.hands[gang]]
    return [gang for gang in ready if gang not in fight.said]


def owned_by(state: ZokyState, seat: int) -> list[int]:
    """How many Quartiers of each Arrondissement a gang has."""
    owned = [0] * len(state.arrondissements)
    for quartier in state.claims[seat]:
        owned[quartier // SIZE] += 1
    return owned


def bonuses(owned: Sequence[int]) -> int:
    """The points for several Quartiers of one Arrondissement, and for one of each."""
    several = TRIO * sum(count >= 3 for count in owned) + COMPLETE * sum(count == SIZE for count in owned)
    return several + (EVERY if all(owned) else 0)


def expected_bonuses(owned: Sequence[int], days: int) -> float:
    """The expected value of the bonuses that may still come, with this many Days left."""
    one = 1 - MISSED**days
    trios = sum(TRIO * one ** (3 - count) for count in owned if count < 3)
    missing = owned.count(0)
    return trios + (EVERY * one**missing if missing else 0.0)


def worth(state: ZokyState, quartier: int, owned: Sequence[int]) -> float:
    """The value of one more Quartier to a gang now, with the bonuses it completes."""
    return state.cards.values[quartier] + gain(owned, quartier, bonuses)


def gain(owned: Sequence[int], quartier: int, score: Callable[[Sequence[int]], float]) -> float:
    """How much one more Quartier adds to this score."""
    more = list(owned)
    more[quartier // SIZE] += 1
    return score(more) - score(owned)


def bands(state: ZokyState) -> Iterator[tuple[Spot, Sequence[int]]]:
    """Every Quartier on the table with the Zokus of each gang there, in a fight those still able."""
    for place, spot in enumerate(state.table):
        if place == 0 and state.fight is not None:
            zokus = [0] * state.seats
            for zoku in state.fight.street:
                zokus[zoku.gang] += zoku.able
            yield spot, zokus
        else:
            yield spot, spot.zokus


def claim_probability(state: ZokyState, seat: int, zokus: Sequence[int], coming: bool) -> float:
    """The probability that a gang claims a Quartier with these Zokus on it; `coming`: rivals may still be placed."""
    own = zokus[seat]
    if not own:
        return 0.0
    if rivals := sum(zokus) - own:
        return WINS[own][min(rivals, BAND + 1)]
    if coming:
        return ALONE[own]
    return float(own < BAND or state.fight is not None)


def rivals_to_come(state: ZokyState, seat: int) -> bool:
    """Whether a rival has another placement turn today after the current one."""
    if state.phase != "placement":
        return False
    turns = range(state.turn + (state.placer == seat), 2 * state.seats)
    seats = state.seats
    placers = {(state.first + (turn if turn < seats else 2 * seats - 1 - turn)) % seats for turn in turns}
    return any(other != seat and state.reserve[other] for other in placers)


def placements(state: ZokyState, seat: int) -> Iterator[Action]:
    """First each Zoku where it gains most; then all other placements, by the sum of their values."""
    values, zokus = spot_values(state, seat), most(state, seat)
    first = one_by_one(state, zokus, values)
    yield first
    ways = sorted(spreads(values, zokus), key=lambda way: -way[0])
    yield from (place for _, put in ways if (place := as_action(state, put)) != first)


def spreads(chances: list[list[float]], zokus: int) -> Iterator[tuple[float, tuple[int, ...]]]:
    """Every way to put at most this many Zokus on these Quartiers, with its value."""
    if not chances:
        yield 0.0, ()
        return
    its, rest = chances[0], chances[1:]
    for count in range(min(zokus, len(its) - 1) + 1):
        for value, put in spreads(rest, zokus - count):
            yield its[count] + value, (count, *put)


def spot_values(state: ZokyState, seat: int) -> list[list[float]]:
    """For each Quartier on the table its value with no more Zoku of this gang, with one more, and so on."""
    owned = [owned_by(state, gang) for gang in range(state.seats)]
    coming = [rivals_to_come(state, gang) for gang in range(state.seats)]
    by_spot = []
    for spot in state.table:
        values = [worth(state, spot.quartier, its) for its in owned]
        bands = [
            [*spot.zokus[:seat], spot.zokus[seat] + more, *spot.zokus[seat + 1 :]]
            for more in range(spot.room(seat) + 1)
        ]
        by_spot.append([spot_value(state, seat, band, values, coming) for band in bands])
    return by_spot


def one_by_one(state: ZokyState, zokus: int, chances: list[list[float]]) -> Place:
    """Put each Zoku where it gains most, as long as it gains anything."""
    put = [0] * len(chances)
    for _ in range(zokus):
        best, most_gained = -1, 0.01
        for place, its in enumerate(chances):
            if put[place] + 1 < len(its):
                gain = its[put[place] + 1] - its[put[place]]
                if gain > most_gained:
                    best, most_gained = place, gain
        if best < 0:
            break
        put[best] += 1
    return as_action(state, put)


def as_action(state: ZokyState, put: Sequence[int]) -> Place:
    """The action that puts this many Zokus on each Quartier of the table."""
    where = sorted((spot.quartier, count) for spot, count in zip(state.table, put, strict=True) if count)
    return Place(tuple(Placement(*placement) for placement in where))


def spot_value(
    state: ZokyState, seat: int, zokus: Sequence[int], values: Sequence[float], coming: Sequence[bool]
) -> float:
    """The value of a Quartier to this gang with these Zokus on it, less its value to the rivals."""
    mine = claim_probability(state, seat, zokus, coming[seat]) * values[seat]
    rivals = (gang for gang, band in enumerate(zokus) if band and gang != seat)
    return mine - RIVAL_WEIGHT * sum(
        claim_probability(state, gang, zokus, coming[gang]) * values[gang] for gang in rivals
    )


def kick(state: ZokyState, seat: int) -> Action:
    """Kick the gang that has most Zokus able to fight."""
    street = state.brawl.street
    mine = next(zoku for zoku in street if zoku.gang == seat and zoku.landing == "feet" and not zoku.kicked)
    able = [zoku.gang for zoku in street if zoku.able]
    targets = [zoku for zoku in street if zoku.gang != seat and zoku.landing == "back"]
    return Kick(mine.zoku, max(targets, key=lambda zoku: able.count(zoku.gang)).zoku) if targets else DeclineKick()


def lieutenant_plays(state: ZokyState, seat: int) -> Iterator[Action]:
    """One use of each Lieutenant whose window is open, if the Quartier is worth one."""
    if seat not in state.brawl.involved or not state.hands[seat]:
        return
    if worth(state, state.table[0].quartier, owned_by(state, seat)) < STAKES:
        return
    if not any(LIEUTENANTS[slug].window == state.phase for slug in state.hands[seat]):
        return
    seen: set[LieutenantSlug] = set()
    for play in lieutenants.legal(state, seat):
        if LIEUTENANTS[play.lieutenant].window == state.phase and play.lieutenant not in seen:
            seen.add(play.lieutenant)
            yield play
