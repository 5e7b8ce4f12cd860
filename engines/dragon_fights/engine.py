"""The game as the service knows it; the rules themselves are in the steps."""

from collections.abc import Iterator

from engines.chance import Chance
from engines.contract import Action, Ask, Engine, Event, Outcome, Players, Score
from engines.dragon_fights import actions as acts
from engines.dragon_fights import view as views
from engines.dragon_fights.state import BARE, FACES, DragonOptions, DragonState
from engines.dragon_fights.steps import REASONS, STEP
from engines.tomb.map import PLACES, SQUARES
from engines.tomb.stones import STONES


class DragonFights(Engine[DragonState, DragonOptions]):
    """Secret gestures at once, re-throws among the winners, and push your luck with relocation."""

    slug = "dragon_fights"
    title = "Combats de dragons"
    summary = "Win at rock, paper, scissors, and turn over stones for fireflies until you stop or an animal stops you."
    players = Players(2, 5)
    state_type = DragonState
    options_type = DragonOptions
    view_type = views.DragonFightsView
    actions = (acts.ChooseGesture, acts.Flip, acts.Take, acts.Relocate)
    events = (
        acts.RoundBegan,
        acts.GestureChosen,
        acts.Thrown,
        acts.Drawn,
        acts.GoBegan,
        acts.StoneFlipped,
        acts.StonesTaken,
        acts.StoneRelocated,
    )
    reasons = REASONS
    endings = {"last_firefly": "The last stone with fireflies has been taken."}

    def misfits(self, seats: int, options: DragonOptions) -> dict[str, list[str]]:
        """All throw at once, so there is no first player to name."""
        if options.first_player is not None:
            return {"first_player": ["Nobody begins this game: all players choose their gestures at once."]}
        return {}

    def set_up(self, seats: int, options: DragonOptions, chance: Chance) -> tuple[DragonState, list[Event]]:
        """Shuffle the stones and lay them face down, one a square."""
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
        return state, [acts.RoundBegan(None)]

    def turns(self, state: DragonState) -> dict[int, Ask]:
        if state.phase == "gesture":
            return {seat: Ask("gesture") for seat in state.choosing if state.gestures[seat] is None}
        return {} if state.phase == "over" or state.player is None else {state.player: Ask(state.phase)}

    def legal(self, state: DragonState, seat: int) -> Iterator[Action]:
        return STEP[state.phase].legal(state) if seat in self.turns(state) else iter(())

    def check(self, state: DragonState, seat: int, action: Action) -> None:
        STEP[state.phase].check(state, action)

    def apply(self, state: DragonState, seat: int, action: Action, chance: Chance) -> list[Event]:
        return STEP[state.phase].apply(state, seat, action, chance)

    def default(self, state: DragonState, seat: int, chance: Chance) -> Action:
        return STEP[state.phase].default(state, chance)

    def sample(self, state: DragonState, seat: int, chance: Chance) -> Action:
        """Taking is one action among two dozen stones; half the time it is tried, else hardly anyone would stop."""
        if state.phase == "decide" and chance.below(2):
            return acts.Take()
        return super().sample(state, seat, chance)

    def view(self, state: DragonState, viewer: int | None) -> views.DragonFightsView:
        return views.view(state, viewer)

    def resample(self, view: views.DragonFightsView, viewer: int | None, chance: Chance) -> DragonState:
        return self.beside(*views.resample(view, viewer, chance))

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
