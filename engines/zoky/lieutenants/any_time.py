"""Lieutenants that may be played whenever the engine waits for anyone."""

from engines.chance import Chance
from engines.engine import Event, Secret
from engines.zoky.events import Jailed, LookedAhead
from engines.zoky.phases import release
from engines.zoky.state import DAYS, Lookout, ZokyState


def refuse_lookout(state: ZokyState, seat: int) -> str | None:
    """Needs a next Day."""
    return "last_day" if state.day == DAYS else None


def lookout(state: ZokyState, seat: int, chance: Chance) -> list[Event]:
    """Only this chief sees the Quartiers of the next Day, as they lie in the deck now."""
    state.lookout = Lookout(seat, state.day + 1, state.deck[: len(state.arrondissements)])
    return [LookedAhead(seat, state.lookout.day, Secret((seat,), state.lookout.quartiers))]


def refuse_crooked_cop(state: ZokyState, seat: int) -> str | None:
    """Never refused: the police or the snitch may still come today."""
    return None


def crooked_cop(state: ZokyState, seat: int, chance: Chance) -> list[Event]:
    """Until the end of this Day none of your Zokus is jailed."""
    state.bribed = seat
    return []


def refuse_lawyer(state: ZokyState, seat: int) -> str | None:
    """Needs a jailed Zoku of one's own."""
    return None if state.jail[seat] else "none_jailed"


def lawyer(state: ZokyState, seat: int, chance: Chance) -> list[Event]:
    """All your jailed Zokus go to the reserve."""
    return [release(state, seat)]


def refuse_snitch(state: ZokyState, seat: int, gang: int) -> str | None:
    """Needs a rival with a Zoku in reserve who is not protected by the crooked cop."""
    if not 0 <= gang < state.seats:
        return "no_such_gang"
    if gang == seat:
        return "own_gang"
    if state.bribed == gang:
        return "rival_protected"
    return None if state.reserve[gang] else "rival_reserve_empty"


def snitch(state: ZokyState, seat: int, chance: Chance, gang: int) -> list[Event]:
    """One Zoku in a rival's reserve is jailed."""
    state.reserve[gang] -= 1
    state.jail[gang] += 1
    return [Jailed(gang, "snitch", None, None)]


def refuse_kingpin(state: ZokyState, seat: int) -> str | None:
    """Needs a next Day."""
    return "last_day" if state.day == DAYS else None


def kingpin(state: ZokyState, seat: int, chance: Chance) -> list[Event]:
    """You take the First Player card at the end of this Day, whatever the count."""
    state.kingpin = seat
    return []
