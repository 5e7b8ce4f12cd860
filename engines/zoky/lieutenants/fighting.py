"""Lieutenants of an involved chief, before a throw or on a landing."""

from engines.chance import Chance
from engines.engine import Event
from engines.zoky.content import BAND
from engines.zoky.events import Landing, ZokuJoined, ZokuTurned
from engines.zoky.fight import end_fight, throw
from engines.zoky.state import Zoku, ZokyState, street_number


def refuse_reinforcement(state: ZokyState, seat: int) -> str | None:
    """Needs a Zoku in reserve."""
    return None if state.reserve[seat] else "reserve_empty"


def reinforcement(state: ZokyState, seat: int, chance: Chance) -> list[Event]:
    """One more of your Zokus goes from the reserve into the fight, even as a fourth."""
    state.reserve[seat] -= 1
    fourth = Zoku(street_number(seat, BAND), seat)
    state.brawl.street.append(fourth)
    return [ZokuJoined(seat, fourth.zoku)]


def refuse_diversion(state: ZokyState, seat: int) -> str | None:
    """Never refused before a throw."""
    return None


def diversion(state: ZokyState, seat: int, chance: Chance) -> list[Event]:
    """The fight ends at once: nobody claims, nobody is jailed, the Quartier is discarded."""
    return end_fight(state, [], "diversion")


def refuse_medic(state: ZokyState, seat: int, zoku: int) -> str | None:
    """Needs a knocked-out Zoku of one's own."""
    fighter = state.brawl.find(zoku)
    if fighter is None:
        return "no_such_zoku"
    if fighter.gang != seat:
        return "not_your_zoku"
    return None if fighter.landing == "belly" else "not_knocked_out"


def medic(state: ZokyState, seat: int, chance: Chance, zoku: int) -> list[Event]:
    """One of your knocked-out Zokus is back in the fight, on its edge."""
    return turn_over(state, seat, zoku, "edge")


def refuse_low_blow(state: ZokyState, seat: int, target: int) -> str | None:
    """Needs a rival Zoku on its back or edge."""
    fighter = state.brawl.find(target)
    if fighter is None:
        return "no_such_zoku"
    if fighter.gang == seat:
        return "own_zoku"
    return None if fighter.landing in ("back", "edge") else "not_back_or_edge"


def low_blow(state: ZokyState, seat: int, chance: Chance, target: int) -> list[Event]:
    """One rival Zoku on its back or edge is knocked out."""
    return turn_over(state, seat, target, "belly")


def refuse_acrobat(state: ZokyState, seat: int, zoku: int) -> str | None:
    """Needs a Zoku of one's own on its edge or back."""
    fighter = state.brawl.find(zoku)
    if fighter is None:
        return "no_such_zoku"
    if fighter.gang != seat:
        return "not_your_zoku"
    return None if fighter.landing in ("back", "edge") else "not_back_or_edge"


def acrobat(state: ZokyState, seat: int, chance: Chance, zoku: int) -> list[Event]:
    """One of your Zokus on its edge or back stands on its feet."""
    return turn_over(state, seat, zoku, "feet")


def refuse_second_wind(state: ZokyState, seat: int) -> str | None:
    """Needs a Zoku thrown this round, however it now lies."""
    return None if thrown_by(state, seat) else "none_thrown"


def second_wind(state: ZokyState, seat: int, chance: Chance) -> list[Event]:
    """Throw again, at once, every Zoku you threw this round; the landed window opens again."""
    return [throw(state, thrown_by(state, seat), seat, chance)]


def thrown_by(state: ZokyState, seat: int) -> list[Zoku]:
    """The Zokus this chief threw this round."""
    return [zoku for zoku in state.brawl.street if zoku.gang == seat and zoku.thrown]


def turn_over(state: ZokyState, seat: int, number: int, landing: Landing) -> list[Event]:
    """Turn a Zoku in the street, for this chief."""
    turned = [zoku for zoku in state.brawl.street if zoku.zoku == number]
    for zoku in turned:
        zoku.landing = landing
    return [ZokuTurned(seat, zoku.zoku, zoku.gang, zoku.landing) for zoku in turned]
