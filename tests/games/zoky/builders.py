"""Zoky tables set up by hand, and throws with chosen landings."""

from typing import Any

import pytest

from engines.chance import Chance
from engines.engine import Action, Event, IllegalAction, logged
from engines.zoky import Zoky
from engines.zoky.actions import Lieutenant, Place, Placement, Ready, Throw
from engines.zoky.content import LIEUTENANTS, RANK
from engines.zoky.state import ZOKUS, Zoku
from tests.support.tables import options_for, seed_of

ENGINE = Zoky()


class Loaded(Chance):
    """Chance whose first choices are fixed."""

    def __init__(self, landings: list[str], number: int = 0) -> None:
        super().__init__(seed_of(number))
        self.landings = landings

    def choice(self, items: Any) -> Any:
        return self.landings.pop(0) if self.landings else super().choice(items)


class Game:
    """A table, and short ways to bring it where a rule applies. Seat 0 has the First Player card by default."""

    def __init__(self, seats: int = 3, number: int = 0, **options: Any) -> None:
        chosen = options_for("zoky", {"first_player": 0, **options})
        assert not ENGINE.option_errors(seats, chosen)
        self.state, self.set_up = ENGINE.new(seats, chosen, Chance(seed_of(number)))
        self.deal({})
        self.due = ENGINE.inventory(self.state)

    def deal(self, hands: dict[int, list[str]]) -> "Game":
        """These Lieutenants to these seats, and none to the others."""
        dealt = [slug for hand in hands.values() for slug in hand]
        self.state.hands = [sorted(hands.get(seat, []), key=RANK.__getitem__) for seat in range(self.state.seats)]
        self.state.played = [[] for _ in range(self.state.seats)]
        self.state.unseen = [slug for slug in LIEUTENANTS if slug not in dealt]
        return self

    def lay(self, *spots: dict[int, int]) -> "Game":
        """Zokus by seat on the first Quartiers, out of the reserves."""
        for spot, bands in zip(self.state.table, spots, strict=False):
            for seat, count in bands.items():
                spot.zokus[seat] += count
                self.state.reserve[seat] -= count
        return self

    def jail(self, seat: int, count: int) -> "Game":
        self.state.reserve[seat] -= count
        self.state.jail[seat] += count
        return self

    def day(self, day: int) -> "Game":
        """Leaf forward: the Days between are discarded."""
        state, size = self.state, len(self.state.arrondissements)
        while state.day < day:
            state.discarded += [spot.quartier for spot in state.table]
            for spot in state.table:
                spot.quartier = state.deck.pop(0)
            state.day += 1
        assert len(state.deck) == size * (5 - day)
        return self

    def end_placement(self) -> list[Event]:
        """The last placement turn, and what follows by itself."""
        self.state.turn = 2 * self.state.seats - 1
        self.state.phase = "placement"
        return self.do(self.state.placer, Place(()))

    def brawl(self, *spots: dict[int, int]) -> "Game":
        """Into the fight over the first of these Quartiers that has one."""
        self.lay(*spots).end_placement()
        assert self.state.fight is not None
        return self

    def do(self, seat: int, action: Action, landings: list[str] | None = None) -> list[Event]:
        """Act as the service does: check that the seat is awaited, check, apply; nothing may get lost."""
        assert seat in ENGINE.turns(self.state)
        ENGINE.check(self.state, seat, action)
        events = ENGINE.apply(self.state, seat, action, Loaded(list(landings or [])))
        assert ENGINE.inventory(self.state) == self.due
        return events

    def place(self, seat: int, counts: dict[int, int]) -> list[Event]:
        """Zokus by place in reading order."""
        table = self.state.table
        return self.do(seat, Place(tuple(Placement(table[at].quartier, count) for at, count in counts.items())))

    def throw(self, **landings: str) -> list[Event]:
        """All say throw; `s0="back feet"` says how the Zokus of seat 0 still in the fight land."""
        faces = {int(seat[1:]): text.split() for seat, text in landings.items()}
        order = [faces[zoku.gang].pop(0) for zoku in self.state.fight.street if zoku.able]
        assert not any(faces.values())
        events = []
        for seat in self.awaited():
            events = self.do(seat, Throw(), order)
        return events

    def ready(self) -> list[Event]:
        """All who are waited for say ready."""
        events = []
        for seat in self.awaited():
            events = self.do(seat, Ready())
        return events

    def play(self, seat: int, slug: str, landings: list[str] | None = None, **targets: int) -> list[Event]:
        return self.do(seat, Lieutenant(slug, **targets), landings)

    def rejection_reason(self, seat: int, action: Action | str, **targets: int) -> str:
        """The reason for which the rules reject this."""
        action = Lieutenant(action, **targets) if isinstance(action, str) else action
        with pytest.raises(IllegalAction) as caught:
            ENGINE.check(self.state, seat, action)
        assert caught.value.message == ENGINE.reasons[caught.value.reason]
        assert action not in ENGINE.legal(self.state, seat)
        return caught.value.reason

    def awaited(self) -> list[int]:
        return [seat for seat, ask in ENGINE.turns(self.state).items() if ask.required]

    def reacting(self) -> list[int]:
        return [seat for seat, ask in ENGINE.turns(self.state).items() if not ask.required]

    def legal(self, seat: int) -> list[Action]:
        return list(ENGINE.legal(self.state, seat))

    def quartier(self, place: int) -> int:
        return self.state.table[place].quartier

    def street(self) -> dict[int, str]:
        """Landings by Zoku."""
        return {zoku.zoku: zoku.landing for zoku in self.state.fight.street}

    def zokus(self, seat: int) -> list[Zoku]:
        return [zoku for zoku in self.state.fight.street if zoku.gang == seat]

    def at_home(self) -> bool:
        """Whether no Zoku is anywhere but in reserve or jail."""
        state = self.state
        return state.fight is None and all(r + j == ZOKUS for r, j in zip(state.reserve, state.jail, strict=True))

    def view(self, viewer: int | None = None) -> Any:
        return ENGINE.view(self.state, viewer)


def events_of(events: list[Event], kind: type[Event]) -> list[Any]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]


def visible_to(events: list[Event], viewer: int | None) -> list[tuple[str, int | None, dict[str, Any]]]:
    """What a viewer gets to know of these events."""
    return [(event.type, event.seat, event.data_for(viewer)) for event in map(logged, events)]
