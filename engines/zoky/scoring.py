"""Points of influence at the end of the week."""

from engines.zoky.content import SIZE
from engines.zoky.events import Scored
from engines.zoky.state import ZokyState

FACE_DOWN, TRIO, COMPLETE, EVERY = 5, 5, 5, 15


def scored(state: ZokyState, seat: int) -> Scored:
    """Card values, and the bonuses for unused Lieutenants, for several Quartiers of one Arrondissement, and for all."""
    owned = [0] * len(state.arrondissements)
    for quartier in state.claims[seat]:
        owned[quartier // SIZE] += 1
    quartiers = state.points(seat)
    lieutenants = FACE_DOWN * len(state.hands[seat])
    trios = TRIO * sum(count >= 3 for count in owned)
    complete = COMPLETE * owned.count(SIZE)
    every = EVERY if all(owned) else 0
    total = quartiers + lieutenants + trios + complete + every
    return Scored(seat, quartiers, lieutenants, trios, complete, every, total)
