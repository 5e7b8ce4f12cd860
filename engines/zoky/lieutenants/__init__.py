"""The fifteen powers, and the rules common to playing any of them."""

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import get_args

from engines.chance import Chance
from engines.engine import Event
from engines.zoky.actions import Lieutenant
from engines.zoky.content import LIEUTENANTS, LieutenantSlug, TargetField, Window
from engines.zoky.events import LieutenantPlayed
from engines.zoky.fight import close_landed_if_all_ready
from engines.zoky.lieutenants import any_time, fighting, placing
from engines.zoky.lieutenants.power import Power
from engines.zoky.reasons import illegal
from engines.zoky.state import ZokyState

POWERS: dict[LieutenantSlug, Power] = {
    "recruiter": Power(placing.refuse_recruiter, placing.recruiter),
    "smuggler": Power(placing.refuse_smuggler, placing.smuggler),
    "bouncer": Power(placing.refuse_bouncer, placing.bouncer),
    "lookout": Power(any_time.refuse_lookout, any_time.lookout),
    "shark": Power(placing.refuse_shark, placing.shark),
    "reinforcement": Power(fighting.refuse_reinforcement, fighting.reinforcement),
    "medic": Power(fighting.refuse_medic, fighting.medic),
    "low_blow": Power(fighting.refuse_low_blow, fighting.low_blow),
    "second_wind": Power(fighting.refuse_second_wind, fighting.second_wind),
    "acrobat": Power(fighting.refuse_acrobat, fighting.acrobat),
    "diversion": Power(fighting.refuse_diversion, fighting.diversion),
    "crooked_cop": Power(any_time.refuse_crooked_cop, any_time.crooked_cop),
    "lawyer": Power(any_time.refuse_lawyer, any_time.lawyer),
    "snitch": Power(any_time.refuse_snitch, any_time.snitch),
    "kingpin": Power(any_time.refuse_kingpin, any_time.kingpin),
}
TARGETS: tuple[TargetField, ...] = get_args(TargetField)
OUTSIDE = {
    "placement": "only_in_own_placement",
    "throw": "only_before_a_throw",
    "landed": "only_when_landed",
}


def quartiers_on_table(state: ZokyState) -> list[int]:
    """The Quartiers a power may aim at."""
    return sorted(spot.quartier for spot in state.table)


def zokus_in_street(state: ZokyState) -> list[int]:
    """The Zokus a power may aim at."""
    return sorted(zoku.zoku for zoku in state.brawl.street)


CANDIDATES: dict[str, Callable[[ZokyState], Iterable[int]]] = {
    "quartier": quartiers_on_table,
    "to": quartiers_on_table,
    "gang": lambda state: range(state.seats),
    "zoku": zokus_in_street,
    "target": zokus_in_street,
}


def outside(state: ZokyState, seat: int, window: Window) -> str | None:
    """Why this window is not open to this seat now, or None if it is."""
    if window == "any":
        return None
    if state.phase != window or (window == "placement" and seat != state.placer):
        return OUTSIDE[window]
    if window != "placement" and seat not in state.brawl.involved:
        return "not_involved"
    return None


def legal(state: ZokyState, seat: int) -> Iterator[Lieutenant]:
    """Every Lieutenant this seat may play now, with every set of targets its power takes."""
    for slug in state.hands[seat]:
        face = LIEUTENANTS[slug]
        if outside(state, seat, face.window) is None:
            for aim in product(*(CANDIDATES[name](state) for name in face.targets)):
                if POWERS[slug].refuse(state, seat, *aim) is None:
                    yield Lieutenant(slug, **dict(zip(face.targets, aim, strict=True)))


def check(state: ZokyState, seat: int, play: Lieutenant) -> None:
    """A Lieutenant must be held face down, be played in its window, with exactly its targets, and have an effect."""
    if play.lieutenant not in state.hands[seat]:
        raise illegal("already_played" if play.lieutenant in state.played[seat] else "not_held")
    face = LIEUTENANTS[play.lieutenant]
    reason = outside(state, seat, face.window)
    if reason is None:
        aim = named(play)
        if aim.keys() - set(face.targets):
            reason = "target_not_needed"
        elif len(aim) < len(face.targets):
            reason = "target_needed"
        else:
            reason = POWERS[play.lieutenant].refuse(state, seat, **aim)
    if reason is not None:
        raise illegal(reason)


def play(state: ZokyState, seat: int, play: Lieutenant, chance: Chance) -> list[Event]:
    """Turn it face up, cancel every throw or ready said in the open window, and carry out its power."""
    aim = named(play)
    state.hands[seat].remove(play.lieutenant)
    state.played[seat].append(play.lieutenant)
    if state.fight is not None:
        state.fight.said.clear()
    effect = POWERS[play.lieutenant].use(state, seat, chance, **aim)
    closing = close_landed_if_all_ready(state) if state.phase == "landed" else []
    return [LieutenantPlayed(seat, play.lieutenant, aim), *effect, *closing]


def named(play: Lieutenant) -> dict[str, int]:
    """The targets this play names."""
    return {name: number for name in TARGETS if (number := getattr(play, name)) is not None}
