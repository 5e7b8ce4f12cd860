"""The game as the service knows it; the rules themselves are in the steps."""

from engines.chance import Chance
from engines.engine import Event, Knowledge, Logged, OptionErrors, Outcome, Players, Score
from engines.steps import SteppedEngine
from engines.tokyo_poo_divers import actions as acts
from engines.tokyo_poo_divers.bank import Purse, full_bank
from engines.tokyo_poo_divers.content import DECK, FACE_NAMES
from engines.tokyo_poo_divers.events import EVENTS, CoversLaid, TurnBegan
from engines.tokyo_poo_divers.features import features
from engines.tokyo_poo_divers.options import PooOptions, row_errors
from engines.tokyo_poo_divers.reasons import REASONS
from engines.tokyo_poo_divers.remember import Looked, Seen, agrees, remember
from engines.tokyo_poo_divers.resample import resample
from engines.tokyo_poo_divers.state import PooState, Turn
from engines.tokyo_poo_divers.steps import STEPS
from engines.tokyo_poo_divers.view import PooView, view


class TokyoPooDivers(SteppedEngine[PooState, PooOptions]):
    """Push your luck on a hidden grid, with secret peeks and a finite bank."""

    slug = "tokyo_poo_divers"
    title = "Tokyo Poo Divers"
    summary = "Lift manhole covers, push your luck for finds, and be paid before the bank runs dry."
    players = Players(2, 4)
    state_type = PooState
    options_type = PooOptions
    view_type = PooView
    steps = STEPS
    actions = (acts.Dive, acts.Bank, acts.Risk, acts.Peek, acts.DeclinePeek, acts.Vote)
    events = EVENTS
    reasons = REASONS
    facts = (
        Seen,
        Looked,
    )
    endings = {
        "bank_empty": "A payment took the last piece out of the bank.",
        "last_cover": "The turn in which the last cover was opened is over.",
        "contest": "The best were tied and voted on who won their contest; without a majority they share the victory.",
    }

    def option_errors(self, seats: int, options: PooOptions) -> OptionErrors:
        """Rows are only for the layout `custom`, and must make a board."""
        errors = row_errors(options.layout, options.rows)
        return {"rows": errors} if errors else super().option_errors(seats, options)

    def set_up(self, seats: int, options: PooOptions, chance: Chance) -> tuple[PooState, list[Event]]:
        """Shuffle all 70 cards, lay out the outline, put the rest away unseen."""
        cards, covers = "".join(chance.shuffled(DECK)), len(options.cells)
        first = options.starter(seats, chance)
        state = PooState(
            faces=cards[:covers],
            opened=[False] * covers,
            leftover=cards[covers:],
            peeked=[[] for _ in range(seats)],
            purses=[Purse() for _ in range(seats)],
            bank=full_bank(),
            turn=Turn(first),
        )
        return state, [CoversLaid(None, options.layout, options.outline), TurnBegan(first)]

    def view(self, state: PooState, viewer: int | None) -> PooView:
        return view(state, viewer)

    def features(self, view: PooView, seat: int) -> list[float]:
        return features(view, seat)

    def resample(self, view: PooView, viewer: int | None, chance: Chance, knowledge: Knowledge = ()) -> PooState:
        return self.attach_options(*resample(view, viewer, chance, knowledge))

    def remember(self, knowledge: Knowledge, event: Logged) -> Knowledge:
        return remember(knowledge, event)

    def agrees(self, state: PooState, knowledge: Knowledge) -> bool:
        return agrees(state, knowledge)

    def outcome(self, state: PooState) -> Outcome | None:
        """Most points win; a tie is a shared victory, unless the tied players hold a contest and one has a majority."""
        if state.ending is None:
            return None
        return Outcome(
            winners=state.winners(),
            scores=[
                Score(seat, purse.value, {"brown": purse.brown, "golden": purse.golden})
                for seat, purse in enumerate(state.purses)
            ],
            reason=state.ending,
        )

    def inventory(self, state: PooState) -> dict[str, int]:
        purses = [state.bank, *state.purses]
        cards = state.faces + state.leftover
        return {
            "brown": sum(purse.brown for purse in purses),
            "golden": sum(purse.golden for purse in purses),
            "points": sum(purse.value for purse in purses),
            **{name: cards.count(face) for face, name in FACE_NAMES.items()},
        }
