"""Two games that are too small to need a heuristic: sticks, and pennies that are chosen in secret."""

from typing import Any

import msgspec

from engines.engine import Action, Ask, Engine, Event, IllegalAction, Options, Outcome, Players, Score, Secret, State


class Take(Action, frozen=True, tag="take"):
    count: int


class Taken(Event, frozen=True, tag="taken"):
    count: int


class SticksState(State[Options], kw_only=True):
    left: int
    turn: int = 0


class SticksView(msgspec.Struct, frozen=True):
    left: int
    turn: int


class Toy(Engine[Any, Options]):
    title = summary = "A toy."
    players = Players(2, 2)
    options_type = Options
    reasons = {"no": "Not possible."}
    endings = {"done": "It is done."}

    def check(self, state, seat, action):
        if action not in list(self.legal(state, seat)):
            raise IllegalAction("no", "Not possible.")

    def default(self, state, seat, chance):
        return next(self.legal(state, seat))

    def inventory(self, state):
        return {}


class Sticks(Toy):
    """Take one to three; who takes the last stick wins."""

    slug = "sticks"
    state_type, view_type, actions, events = SticksState, SticksView, (Take,), (Taken,)
    hides = False

    def set_up(self, seats, options, chance):
        return SticksState(left=10), []

    def turns(self, state):
        return {state.turn: Ask("take")} if state.left else {}

    def offers(self, state, seat):
        return {Take: (Take(count) for count in range(1, min(3, state.left) + 1) if seat == state.turn)}

    def apply(self, state, seat, action, chance):
        state.left -= action.count
        state.turn = 1 - seat
        return [Taken(seat, action.count)]

    def view(self, state, viewer):
        return SticksView(state.left, state.turn)

    def resample(self, view, viewer, chance):
        return self.attach_options(SticksState(left=view.left, turn=view.turn), Options())

    def outcome(self, state):
        return None if state.left else won_by(1 - state.turn)


class Show(Action, frozen=True, tag="show"):
    head: bool


class Shown(Event, frozen=True, tag="shown"):
    head: Secret[bool]


class PenniesState(State[Options], kw_only=True):
    heads: list[bool | None]


class PenniesView(msgspec.Struct, frozen=True):
    mine: bool | None
    chosen: tuple[bool, bool]


class Pennies(Toy):
    """Both choose at once and in secret; seat 0 wins if both show the same, seat 1 if they do not."""

    slug = "pennies"
    state_type, view_type, actions, events = PenniesState, PenniesView, (Show,), (Shown,)

    def set_up(self, seats, options, chance):
        return PenniesState(heads=[None, None]), []

    def turns(self, state):
        return {seat: Ask("show") for seat in (0, 1) if state.heads[seat] is None}

    def offers(self, state, seat):
        return {Show: (Show(head) for head in (True, False) if state.heads[seat] is None)}

    def apply(self, state, seat, action, chance):
        state.heads[seat] = action.head
        return [Shown(seat, Secret((seat,), action.head))]

    def view(self, state, viewer):
        return PenniesView(state.heads[viewer], tuple(head is not None for head in state.heads))

    def resample(self, view, viewer, chance):
        heads = [bool(chance.below(2)) if chosen else None for chosen in view.chosen]
        heads[viewer] = view.mine
        return self.attach_options(PenniesState(heads=heads), Options())

    def outcome(self, state):
        return None if None in state.heads else won_by(int(state.heads[0] != state.heads[1]))


def won_by(winner):
    return Outcome([winner], [Score(seat, int(seat == winner), {}) for seat in (0, 1)], "done")
