"""The steps of a fight: all throw at once, say ready after the landing, kick in turn order."""

from collections.abc import Iterable, Iterator
from typing import cast

from engines.chance import Chance
from engines.engine import Action, Ask, Event, Offers
from engines.steps import Step
from engines.zoky.actions import DeclineKick, Kick, Ready, Throw
from engines.zoky.events import KickDeclined, Kicked, SaidReady, ThrowCalled
from engines.zoky.fight import (
    can_kick,
    close_landed_if_all_ready,
    kickers_after,
    land,
    next_kicker,
    still_to_be_ready,
)
from engines.zoky.reasons import illegal
from engines.zoky.state import ROUNDS, Fight, ZokyState


def asking(state: ZokyState, chiefs: Iterable[int], what: str) -> dict[int, Ask]:
    """Ask these chiefs. Every round of every Quartier's fight has a number: several kicks in one round are one turn."""
    ask = Ask(what, turn=(ROUNDS + 1) * state.table[0].quartier + state.brawl.round, simultaneous=what == "throw")
    return dict.fromkeys(chiefs, ask)


class ThrowStep(Step[ZokyState]):
    """Every chief with a Zoku able to fight says throw; then all Zokus land together."""

    def turns(self, state: ZokyState) -> dict[int, Ask]:
        fight = state.brawl
        return asking(state, (seat for seat in fight.able() if seat not in fight.said), "throw")

    def offers(self, state: ZokyState, seat: int) -> Offers:
        return {Throw: iter([Throw()])}

    def check(self, state: ZokyState, seat: int, action: Action) -> None:
        fight = state.brawl
        if not isinstance(action, Throw):
            raise illegal("not_now")
        if seat not in fight.involved:
            raise illegal("not_involved")
        if seat not in fight.able():
            raise illegal("none_able")
        if seat in fight.said:
            raise illegal("already_said")

    def apply(self, state: ZokyState, seat: int, action: Action, chance: Chance) -> list[Event]:
        state.brawl.said.append(seat)
        landing = [] if self.turns(state) else land(state, chance)
        return [ThrowCalled(seat), *landing]

    def default(self, state: ZokyState, seat: int, chance: Chance) -> Action:
        return Throw()


class LandedStep(Step[ZokyState]):
    """Zokus have landed: each involved chief with a face-down Lieutenant plays or says ready."""

    def turns(self, state: ZokyState) -> dict[int, Ask]:
        return asking(state, still_to_be_ready(state), "ready")

    def offers(self, state: ZokyState, seat: int) -> Offers:
        return {Ready: iter([Ready()])}

    def check(self, state: ZokyState, seat: int, action: Action) -> None:
        fight = state.brawl
        if not isinstance(action, Ready):
            raise illegal("not_now")
        if seat not in fight.involved:
            raise illegal("not_involved")
        if seat in fight.said:
            raise illegal("already_said")

    def apply(self, state: ZokyState, seat: int, action: Action, chance: Chance) -> list[Event]:
        state.brawl.said.append(seat)
        return [SaidReady(seat), *close_landed_if_all_ready(state)]

    def default(self, state: ZokyState, seat: int, chance: Chance) -> Action:
        return Ready()


class KickStep(Step[ZokyState]):
    """One chief's kicks, one after another, each optional."""

    def turns(self, state: ZokyState) -> dict[int, Ask]:
        return asking(state, [cast(int, state.brawl.kicker)], "kick")

    def offers(self, state: ZokyState, seat: int) -> Offers:
        return {Kick: possible_kicks(state.brawl, seat), DeclineKick: iter([DeclineKick()])}

    def check(self, state: ZokyState, seat: int, action: Action) -> None:
        if not isinstance(action, (Kick, DeclineKick)):
            raise illegal("not_now")
        if seat != state.brawl.kicker:
            raise illegal("not_your_turn")
        if isinstance(action, Kick):
            check_kick(state.brawl, seat, action)

    def apply(self, state: ZokyState, seat: int, action: Action, chance: Chance) -> list[Event]:
        fight = state.brawl
        done: Event = KickDeclined(seat)
        if isinstance(action, Kick):
            kick(fight, action)
            done = Kicked(seat, action.zoku, action.target)
            if can_kick(fight, seat):
                return [done]
        return [done, *next_kicker(state, kickers_after(fight, seat))]

    def default(self, state: ZokyState, seat: int, chance: Chance) -> Action:
        return DeclineKick()


def possible_kicks(fight: Fight, seat: int) -> Iterator[Kick]:
    """Every kick of a Zoku of one's own that may kick, at every rival on its back."""
    street = sorted(fight.street, key=lambda zoku: zoku.zoku)
    for zoku in street:
        if zoku.gang == seat and zoku.landing == "feet" and not zoku.kicked:
            yield from (Kick(zoku.zoku, z.zoku) for z in street if z.gang != seat and z.landing == "back")


def check_kick(fight: Fight, seat: int, action: Kick) -> None:
    """A Zoku of one's own on its feet, which has not kicked this round, and a rival on its back."""
    zoku, target = fight.find(action.zoku), fight.find(action.target)
    if zoku is None or target is None:
        raise illegal("no_such_zoku")
    if zoku.gang != seat:
        raise illegal("not_your_zoku")
    if zoku.landing != "feet":
        raise illegal("not_on_feet")
    if zoku.kicked:
        raise illegal("already_kicked")
    if target.gang == seat:
        raise illegal("own_zoku")
    if target.landing != "back":
        raise illegal("not_on_back")


def kick(fight: Fight, action: Kick) -> None:
    """The target is turned onto its belly and stays in the street."""
    for zoku in fight.street:
        if zoku.zoku == action.zoku:
            zoku.kicked = True
        elif zoku.zoku == action.target:
            zoku.landing = "belly"
