"""The game as the service knows it; the rules themselves are in the steps."""

from collections.abc import Iterator

from engines.chance import Chance
from engines.contract import Action, Ask, Engine, Event, Outcome, Players, Score
from engines.tchang import actions as acts
from engines.tchang import view as views
from engines.tchang.course import ENDINGS, begin_turn
from engines.tchang.layout import lay_out
from engines.tchang.reasons import REASONS
from engines.tchang.state import PAWNS, STATUES, Pawn, TchangOptions, TchangState
from engines.tchang.steps import STEP
from engines.tomb.map import HALL


class Tchang(Engine[TchangState, TchangOptions]):
    """A cooperative way out of a maze: shared fuel, bites and rescues, several pawns a player."""

    slug = "tchang"
    title = "T'Chang"
    summary = "Find seven tangrams and the way out of the emperor's tomb together, before the fireflies run out."
    players = Players(1, 4)
    state_type = TchangState
    options_type = TchangOptions
    view_type = views.TchangView
    actions = (
        acts.Move,
        acts.Share,
        acts.Pass,
        acts.EndTurn,
        acts.Concede,
        acts.SolveRiddle,
        acts.DeclineRiddle,
    )
    events = (
        acts.TurnBegan,
        acts.Moved,
        acts.Freed,
        acts.Bitten,
        acts.StoneTurned,
        acts.StatueTurned,
        acts.ExitFound,
        acts.ExitOpened,
        acts.Shared,
        acts.Passed,
        acts.ConcedeVoted,
        acts.RiddlePosed,
        acts.RiddleSolved,
        acts.RiddleDeclined,
    )
    reasons = REASONS
    open_ended = frozenset({"solve_riddle"})
    endings = ENDINGS

    def set_up(self, seats: int, options: TchangOptions, chance: Chance) -> tuple[TchangState, list[Event]]:
        """All pawns in the hall with their fireflies, statues and stones face down on their squares."""
        statues, stones = lay_out(options, chance)
        first = chance.below(seats) if options.first_player is None else options.first_player
        pawns = [Pawn(HALL, options.rules.fireflies) for _ in range(PAWNS[seats])]
        state = TchangState(
            seats=seats,
            pawns=pawns,
            reserve=acts.TOKENS - options.rules.fireflies * len(pawns),
            statues=statues,
            stones=stones,
            turn=first,
        )
        return state, begin_turn(state, first)

    def turns(self, state: TchangState) -> dict[int, Ask]:
        return STEP[state.phase].turns(state)

    def legal(self, state: TchangState, seat: int) -> Iterator[Action]:
        return STEP[state.phase].legal(state, seat)

    def types(self, state: TchangState, seat: int) -> list[str]:
        """Solutions of the riddle are not listed, but on offer all through it, to those who have declined as well."""
        return [*super().types(state, seat), *(self.open_ended if state.phase == "riddle" else ())]

    def check(self, state: TchangState, seat: int, action: Action) -> None:
        STEP[state.phase].check(state, seat, action)

    def apply(self, state: TchangState, seat: int, action: Action, chance: Chance) -> list[Event]:
        return STEP[state.phase].apply(state, seat, action)

    def default(self, state: TchangState, seat: int, chance: Chance) -> Action:
        return STEP[state.phase].default()

    def sample(self, state: TchangState, seat: int, chance: Chance) -> Action:
        return STEP[state.phase].sample(state, seat, chance)

    def view(self, state: TchangState, viewer: int | None) -> views.TchangView:
        return views.view(state)

    def resample(self, view: views.TchangView, viewer: int | None, chance: Chance) -> TchangState:
        return self.beside(*views.resample(view, chance))

    def outcome(self, state: TchangState) -> Outcome | None:
        """All win together or nobody does; the riddle brings nothing but the honour."""
        if state.phase != "over" or state.ending is None:
            return None
        won, out = state.ending == "won", state.way_out()
        found = {
            "tangrams": state.tangrams(),
            "dragons": len(state.uncovered) - state.tangrams(),
            "pawns_out": sum(pawn.square == out for pawn in state.pawns),
        }
        return Outcome(
            winners=list(range(state.seats)) if won else [],
            scores=[
                Score(seat, int(won), {**found, "riddle": int(seat == state.solver)}) for seat in range(state.seats)
            ],
            reason=state.ending,
        )

    def inventory(self, state: TchangState) -> dict[str, int]:
        faces = [face for face in state.stones if face is not None] + state.removed
        return {
            "pawns": len(state.pawns),
            "fireflies": state.reserve + sum(pawn.fireflies for pawn in state.pawns),
            **{figure: state.statues.count(figure) for figure in STATUES},
            **{f"stones of {face}": faces.count(face) for face in sorted(faces)},
        }
