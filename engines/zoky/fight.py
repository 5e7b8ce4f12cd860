"""A fight in the street: throws, kicks, the police, and who gets the Quartier."""

from engines.chance import Chance
from engines.engine import Event
from engines.zoky import events as ev
from engines.zoky.state import ROUNDS, Fight, Spot, Zoku, ZokyState, street_number


def begin_fight(state: ZokyState, spot: Spot) -> list[Event]:
    """All Zokus on the Quartier go into the street; each has a number until the fight ends."""
    involved = [seat for seat in state.clockwise() if spot.zokus[seat]]
    street = [Zoku(street_number(seat, k), seat) for seat in involved for k in range(spot.zokus[seat])]
    spot.zokus = [0] * state.seats
    state.fight = Fight(involved, street)
    state.phase = "throw"
    return [ev.FightBegan(None, spot.quartier, bands(street))]


def land(state: ZokyState, chance: Chance) -> list[Event]:
    """Everyone has said throw: every Zoku still in the fight lands, and the landed window opens."""
    fight = state.brawl
    for zoku in fight.street:
        zoku.thrown = zoku.able
    landed = throw(state, [zoku for zoku in fight.street if zoku.thrown], None, chance)
    fight.said.clear()
    state.phase = "landed"
    return [landed, *close_landed_if_all_ready(state)]


def throw(state: ZokyState, zokus: list[Zoku], seat: int | None, chance: Chance) -> Event:
    """Throw these Zokus; `seat` is given if only this seat throws again."""
    for zoku in zokus:
        zoku.landing = chance.choice(state.options.landings)
    return ev.Landed(seat, state.brawl.round, [ev.ZokuLanding(zoku.zoku, zoku.gang, zoku.landing) for zoku in zokus])


def still_to_be_ready(state: ZokyState) -> list[int]:
    """The involved chiefs who have not said ready and hold any Lieutenant, so that waiting does not reveal which."""
    fight = state.brawl
    return [seat for seat in fight.involved if state.hands[seat] and seat not in fight.said]


def close_landed_if_all_ready(state: ZokyState) -> list[Event]:
    """Once nobody is waited for, Zokus that are out reach their reserve and the kicks begin."""
    if still_to_be_ready(state):
        return []
    fight = state.brawl
    out = [zoku for zoku in fight.street if zoku.landing == "out"]
    fight.street = [zoku for zoku in fight.street if zoku.landing != "out"]
    fight.said.clear()
    settled = ev.LandingSettled(None, go_home(state, out))
    return [settled, *next_kicker(state, fight.involved)]


def next_kicker(state: ZokyState, seats: list[int]) -> list[Event]:
    """The first of these chiefs who can kick is asked; without one the round is over."""
    fight = state.brawl
    fight.kicker = next((seat for seat in seats if can_kick(fight, seat)), None)
    if fight.kicker is None:
        return end_round(state)
    state.phase = "kick"
    return [ev.KicksBegan(fight.kicker)]


def kickers_after(fight: Fight, seat: int) -> list[int]:
    """The chiefs whose kicks come after this one's."""
    return fight.involved[fight.involved.index(seat) + 1 :]


def can_kick(fight: Fight, seat: int) -> bool:
    """Whether this chief has a Zoku on its feet with a kick left, and a rival on its back to kick."""
    street = fight.street
    return any(z.gang == seat and z.landing == "feet" and not z.kicked for z in street) and any(
        z.gang != seat and z.landing == "back" for z in street
    )


def end_round(state: ZokyState) -> list[Event]:
    """A single gang left claims; if none is left nobody does; several fight on, until the police come after round 3."""
    fight = state.brawl
    able = fight.able()
    if len(able) < 2:
        return end_fight(state, able, "nobody_left")
    if fight.round == ROUNDS:
        return raid(state)
    fight.round += 1
    for zoku in fight.street:
        zoku.thrown = zoku.kicked = False
    state.phase = "throw"
    return [ev.RoundBegan(None, fight.round)]


def raid(state: ZokyState) -> list[Event]:
    """The police take one Zoku of each gang in the street, a knocked-out one first; a single gang left still claims."""
    fight, quartier, arrests = state.brawl, state.table[0].quartier, []
    for gang in fight.involved:
        band = [zoku for zoku in fight.street if zoku.gang == gang]
        if band:
            picked = min(band, key=lambda zoku: zoku.able)
            fight.street.remove(picked)
            arrests.append(jail_one(state, gang, "police", quartier, picked.zoku))
    return [*arrests, *end_fight(state, fight.able(), "police")]


def jail_one(state: ZokyState, seat: int, why: ev.Raid, quartier: int, zoku: int | None) -> Event:
    """The police pick a Zoku of this gang; if the crooked cop protects the gang, it goes to the reserve instead."""
    if state.bribed == seat:
        state.reserve[seat] += 1
        return ev.Spared(seat, why, quartier, zoku)
    state.jail[seat] += 1
    return ev.Jailed(seat, why, quartier, zoku)


def end_fight(state: ZokyState, able: list[int], why: ev.Discarding) -> list[Event]:
    """If only one gang can still fight, it claims the Quartier; else this is discarded. All in the street go home."""
    home = go_home(state, state.brawl.street)
    quartier = state.table.pop(0).quartier
    state.fight = None
    state.phase = "brawl"
    return [claim(state, able[0], quartier, home) if len(able) == 1 else discard(state, quartier, why, home)]


def go_home(state: ZokyState, zokus: list[Zoku]) -> list[ev.Band]:
    """These Zokus leave the street for their reserves."""
    for zoku in zokus:
        state.reserve[zoku.gang] += 1
    return bands(zokus)


def bands(zokus: list[Zoku]) -> list[ev.Band]:
    """These Zokus of the street, gang by gang."""
    gangs: dict[int, list[int]] = {}
    for zoku in zokus:
        gangs.setdefault(zoku.gang, []).append(zoku.zoku)
    return [ev.Band(gang, len(numbers), tuple(numbers)) for gang, numbers in gangs.items()]


def claim(state: ZokyState, seat: int, quartier: int, home: list[ev.Band]) -> Event:
    """Lay a Quartier in front of a chief."""
    state.claims[seat].append(quartier)
    return ev.QuartierClaimed(seat, quartier, state.points(seat), home)


def discard(state: ZokyState, quartier: int, why: ev.Discarding, home: list[ev.Band]) -> Event:
    """Put a Quartier away that nobody gets."""
    state.discarded.append(quartier)
    return ev.QuartierDiscarded(None, quartier, why, home)
