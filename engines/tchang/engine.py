"""The game as the service knows it; the rules themselves are in the steps."""

from collections.abc import Collection

from engines.chance import Chance
from engines.engine import Action, Event, Knowledge, OptionErrors, Outcome, Players, Score
from engines.shared_tomb.map import HALL
from engines.steps import SteppedEngine
from engines.tchang import actions as acts
from engines.tchang.content import PAWNS, STATUES, TOKENS
from engines.tchang.events import EVENTS, TombLaid, TurnBegan
from engines.tchang.laying import unlaid_statues, unlaid_stones
from engines.tchang.layout import lay_out, squares_of
from engines.tchang.options import TchangOptions, placement_errors
from engines.tchang.reasons import REASONS
from engines.tchang.resample import resample
from engines.tchang.state import Pawn, TchangState
from engines.tchang.steps import CONCEDE, STEPS
from engines.tchang.turns import begin_turn
from engines.tchang.view import TchangContent, TchangView, content, view, without_content


class Tchang(SteppedEngine[TchangState, TchangOptions]):
    """A cooperative way out of a maze: shared fuel, bites and rescues, several pawns for each player."""

    slug = "tchang"
    title = "T'Chang"
    summary = "Find seven tangrams and the way out of the emperor's tomb together, before the fireflies run out."
    players = Players(1, 4)
    state_type = TchangState
    options_type = TchangOptions
    view_type = TchangView
    content_type = TchangContent
    steps = STEPS
    actions = (
        acts.Lay,
        acts.Move,
        acts.Share,
        acts.Pass,
        acts.EndTurn,
        acts.Concede,
        acts.SolveRiddle,
        acts.DeclineRiddle,
    )
    events = EVENTS
    reasons = REASONS
    open_ended = frozenset({"solve_riddle"})
    endings = {
        "won": "All pawns stand on the exit's dragon.",
        "out_of_fireflies": "After an arrival, none of the free pawns had a firefly left.",
        "stalled": "Two whole rounds went by without a move.",
        "conceded": "All seats voted to give up.",
    }

    def option_errors(self, seats: int, options: TchangOptions) -> OptionErrors:
        """Squares are only for the placement `custom`, and pieces can be laid on them."""
        return placement_errors(options) or super().option_errors(seats, options)

    def set_up(self, seats: int, options: TchangOptions, chance: Chance) -> tuple[TchangState, list[Event]]:
        """All pawns in the hall with their fireflies; statues and stones face down, unless the players lay them."""
        statues, stones = lay_out(options, chance)
        first, fireflies = options.starter(seats, chance), options.rules.fireflies
        pawns = [Pawn(HALL, fireflies) for _ in range(PAWNS[seats])]
        state = TchangState(
            seats=seats,
            pawns=pawns,
            reserve=TOKENS - fireflies * len(pawns),
            statues=statues,
            stones=stones,
            turn=first,
        )
        owners = [number % seats for number in range(len(pawns))]
        laid = TombLaid(None, owners, fireflies, squares_of(statues), squares_of(stones))
        if options.rules.placement == "players":
            state.phase = "lay"
            return state, [laid, TurnBegan(first)]
        return state, [laid, *begin_turn(state, first)]

    def types(self, state: TchangState, seat: int) -> list[str]:
        """Solutions of the riddle are not listed, but every seat may try one in the riddle, even after declining."""
        return [*super().types(state, seat), *(self.open_ended if state.phase == "riddle" else ())]

    def vote_for_bot(self, state: TchangState, seat: int, people: Collection[int]) -> Action | None:
        """A bot votes to give up once all people have, so that these can end the game."""
        undecided = state.ending is None and seat not in state.votes
        return CONCEDE if undecided and people and set(people) <= set(state.votes) else None

    def view(self, state: TchangState, viewer: int | None) -> TchangView:
        return view(state)

    def content(self, state: TchangState) -> TchangContent:
        return content(state.options)

    def without_content(self, view: TchangView) -> TchangView:
        return without_content(view)

    def resample(self, view: TchangView, viewer: int | None, chance: Chance, knowledge: Knowledge = ()) -> TchangState:
        return self.attach_options(*resample(view, chance))

    def outcome(self, state: TchangState) -> Outcome | None:
        """All win together or nobody does; the riddle changes no result."""
        if state.phase != "over" or state.ending is None:
            return None
        won, out = state.ending == "won", state.way_out()
        detail = {
            "tangrams": state.tangrams(),
            "dragons": len(state.uncovered) - state.tangrams(),
            "pawns_out": sum(pawn.square == out for pawn in state.pawns),
        }
        return Outcome(
            winners=list(range(state.seats)) if won else [],
            scores=[
                Score(seat, int(won), {**detail, "riddle": int(seat == state.solver)}) for seat in range(state.seats)
            ],
            reason=state.ending,
        )

    def inventory(self, state: TchangState) -> dict[str, int]:
        faces = [face for face in state.stones if face is not None] + state.removed + unlaid_stones(state)
        figures = [*state.statues, *unlaid_statues(state)]
        return {
            "pawns": len(state.pawns),
            "fireflies": state.reserve + sum(pawn.fireflies for pawn in state.pawns),
            **{figure: figures.count(figure) for figure in STATUES},
            **{f"stones of {face}": faces.count(face) for face in sorted(faces)},
        }
