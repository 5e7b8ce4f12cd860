"""A game in a package of its own, as somebody else would ship it: take matches, and leave the last one to another."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from engines.chance import Chance
from engines.engine import Action, Ask, Engine, Event, IllegalAction, Offers, Options, Outcome, Players, Score, State
from engines.heuristic import Heuristic

MOST = 3


class Take(Action, frozen=True, tag="take"):
    """Take matches from the heap."""

    count: Annotated[int, Meta(description="How many", ge=1, le=MOST)]


class Took(Event, frozen=True, tag="took"):
    """Somebody took matches."""

    left: Annotated[int, Meta(description="Matches that are left")]


class MatchOptions(Options, frozen=True, kw_only=True):
    matches: Annotated[int, Meta(description="Matches at the start", ge=5, le=50)] = 12


class MatchState(State[MatchOptions], kw_only=True):
    seats: int
    turn: int
    left: int


class MatchView(msgspec.Struct):
    seats: Annotated[int, Meta(description="How many play")]
    turn: Annotated[int, Meta(description="The seat whose turn it is; at the end, the winner")]
    left: Annotated[int, Meta(description="Matches that are left")]


class Matches(Engine[MatchState, MatchOptions]):
    slug = "matches"
    title = "Matches"
    summary = "Take one to three matches, but not the last one."
    players = Players(2, 4)
    state_type = MatchState
    options_type = MatchOptions
    view_type = MatchView
    hides = False
    actions = (Take,)
    events = (Took,)
    reasons = {"too_many": "There are not so many matches left."}
    endings = {"last_match": "Somebody took the last match."}

    def set_up(self, seats: int, options: MatchOptions, chance: Chance) -> tuple[MatchState, list[Event]]:
        return MatchState(seats=seats, turn=options.starter(seats, chance), left=options.matches), []

    def turns(self, state: MatchState) -> dict[int, Ask]:
        return {state.turn: Ask("take", turn=state.left)} if state.left else {}

    def offers(self, state: MatchState, seat: int) -> Offers:
        most = min(MOST, state.left) if seat in self.turns(state) else 0
        return {Take: iter([Take(count) for count in range(1, most + 1)])}

    def check(self, state: MatchState, seat: int, action: Action) -> None:
        if action not in list(self.legal(state, seat)):
            raise IllegalAction("too_many", self.reasons["too_many"])

    def apply(self, state: MatchState, seat: int, action: Action, chance: Chance) -> list[Event]:
        assert isinstance(action, Take)
        state.left -= action.count
        state.turn = (seat + 1) % state.seats
        return [Took(seat, state.left)]

    def default(self, state: MatchState, seat: int, chance: Chance) -> Action:
        return Take(1)

    def view(self, state: MatchState, viewer: int | None) -> MatchView:
        return MatchView(state.seats, state.turn, state.left)

    def resample(self, view: Any, viewer: int | None, chance: Chance) -> MatchState:
        return MatchState(seats=view.seats, turn=view.turn, left=view.left)

    def outcome(self, state: MatchState) -> Outcome | None:
        loser = (state.turn - 1) % state.seats
        scores = [Score(seat, int(seat != loser), {}) for seat in range(state.seats)]
        return None if state.left else Outcome([s.seat for s in scores if s.score], scores, "last_match")

    def inventory(self, state: MatchState) -> dict[str, int]:
        return {}


RULES = (Matches(),)
HEURISTIC: Heuristic[Any] | None = None
