"""The game as the service knows it; the rules themselves are in the steps."""

from engines.chance import Chance
from engines.dragon_fights import actions as acts
from engines.dragon_fights.content import FACES
from engines.dragon_fights.events import EVENTS, RoundBegan, StonesLaid
from engines.dragon_fights.features import features
from engines.dragon_fights.options import DragonOptions
from engines.dragon_fights.reasons import REASONS
from engines.dragon_fights.remember import Seen, agrees, remember
from engines.dragon_fights.resample import resample
from engines.dragon_fights.state import BARE, DragonState
from engines.dragon_fights.steps import STEPS
from engines.dragon_fights.view import DragonFightsContent, DragonFightsView, content, view, without_content
from engines.engine import Event, Knowledge, Logged, OptionErrors, Outcome, Players, Score
from engines.shared_tomb.map import PLACES, SQUARES
from engines.shared_tomb.stones import STONES
from engines.steps import SteppedEngine
from engines.text import Text


class DragonFights(SteppedEngine[DragonState, DragonOptions]):
    """Secret simultaneous gestures, new throws among the winners, push your luck, and stones that are put back."""

    slug = "dragon_fights"
    title = "Combats de dragons"
    summary = "Win at rock, paper, scissors, and turn over stones for fireflies until you stop or an animal stops you."
    players = Players(2, 5)
    state_type = DragonState
    options_type = DragonOptions
    view_type = DragonFightsView
    content_type = DragonFightsContent
    steps = STEPS
    actions = (acts.ChooseGesture, acts.Flip, acts.Take, acts.Relocate)
    events = EVENTS
    reasons = REASONS
    facts = (Seen,)
    endings = {"last_firefly": "The last stone with fireflies has been taken."}

    def option_errors(self, seats: int, options: DragonOptions) -> OptionErrors:
        """All players throw at once, so no first player can be named."""
        if options.first_player is not None:
            return {"first_player": [Text("Nobody begins this game: all players choose their gestures at once.")]}
        return {}

    def set_up(self, seats: int, options: DragonOptions, chance: Chance) -> tuple[DragonState, list[Event]]:
        """Shuffle the stones and lay them face down, one on each square."""
        stones = [BARE] * len(SQUARES)
        for square, face in zip(chance.sample(PLACES, len(STONES)), STONES, strict=True):
            stones[square] = face
        state = DragonState(
            stones=stones,
            seen=[False] * len(SQUARES),
            taken=[[] for _ in range(seats)],
            choosing=list(range(seats)),
            gestures=[None] * seats,
            shown=[None] * seats,
        )
        return state, [StonesLaid(None, tuple(state.face_down())), RoundBegan(None, state.round)]

    def view(self, state: DragonState, viewer: int | None) -> DragonFightsView:
        return view(state, viewer)

    def content(self, state: DragonState) -> DragonFightsContent:
        return content()

    def without_content(self, view: DragonFightsView) -> DragonFightsView:
        return without_content(view)

    def features(self, view: DragonFightsView, seat: int) -> list[float]:
        return features(view, seat)

    def resample(
        self, view: DragonFightsView, viewer: int | None, chance: Chance, knowledge: Knowledge = ()
    ) -> DragonState:
        return self.attach_options(*resample(view, viewer, chance, knowledge))

    def remember(self, knowledge: Knowledge, event: Logged) -> Knowledge:
        return remember(knowledge, event)

    def agrees(self, state: DragonState, knowledge: Knowledge) -> bool:
        return agrees(state, knowledge)

    def outcome(self, state: DragonState) -> Outcome | None:
        """Most fireflies win; a tie is a shared victory."""
        if state.phase != "over":
            return None
        fireflies = [sum(stones) for stones in state.taken]
        return Outcome(
            winners=[seat for seat, count in enumerate(fireflies) if count == max(fireflies)],
            scores=[Score(seat, count, {"stones": len(state.taken[seat])}) for seat, count in enumerate(fireflies)],
            reason="last_firefly",
        )

    def inventory(self, state: DragonState) -> dict[str, int]:
        stones = [face for face in state.stones if face != BARE] + [face for taken in state.taken for face in taken]
        return {"stones": len(stones), **{f"stones of {name}": stones.count(face) for face, name in FACES.items()}}
