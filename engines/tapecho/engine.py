"""The game as the service knows it; the rules themselves are in the steps."""

from collections import Counter
from itertools import chain

import msgspec

from engines.chance import Chance
from engines.engine import Action, Event, IllegalAction, Knowledge, Logged, OptionErrors, Outcome, Players
from engines.steps import SteppedEngine
from engines.tapecho import actions as acts
from engines.tapecho import options as agreed
from engines.tapecho import scoring
from engines.tapecho import view as views
from engines.tapecho.content import Card
from engines.tapecho.events import EVENTS, HandsCovered
from engines.tapecho.prospect import next_turn
from engines.tapecho.reasons import REASONS, illegal
from engines.tapecho.remember import Place, agrees, remember
from engines.tapecho.resample import resample
from engines.tapecho.state import TapechoState
from engines.tapecho.steps import STEPS
from engines.tapecho.turns import announce, deal


class Tapecho(SteppedEngine[TapechoState, agreed.TapechoOptions]):
    """Hidden hands, out-of-turn reactions until the next player acts, teams and series."""

    slug = "tapecho"
    title = "Le Tapécho"
    summary = "Lay assets in front of yourself and handicaps in front of others, and react before the next player acts."
    players = Players(4, 10)
    has_texts = True
    facts = (Place,)
    state_type = TapechoState
    options_type = agreed.TapechoOptions
    view_type = views.TapechoView
    content_type = views.TapechoContent
    steps = STEPS
    actions = (
        acts.Asset,
        acts.Handicap,
        acts.Attack,
        acts.Pair,
        acts.Exchange,
        acts.Keep,
        acts.Defend,
        acts.OutOfContext,
        acts.Pass,
    )
    events = EVENTS
    reasons = REASONS
    endings = {
        "empty_hand": "A window has closed and a player has no card left.",
        "quiet_rounds": "Three whole rounds have brought nothing but exchanges, passes and skips.",
    }

    def option_errors(self, seats: int, options: agreed.TapechoOptions) -> OptionErrors:
        errors = agreed.content_errors(options)
        return errors or super().option_errors(seats, options) | agreed.seat_errors(seats, options)

    def set_up(self, seats: int, options: agreed.TapechoOptions, chance: Chance) -> tuple[TapechoState, list[Event]]:
        state = self.attach_options(deal(seats, options.starter(seats, chance), options, chance), options)
        return state, announce(state)

    def out_of_turn_reason(self, state: TapechoState, seat: int, action: Action) -> IllegalAction | None:
        """A late reaction is refused as too late. If the window holds the next player up, the refusal says why."""
        reacts = isinstance(action, acts.Defend | acts.OutOfContext | acts.Pass)
        if state.phase == "window" and (reacts or seat == next_turn(state).seat):
            try:
                self.steps["window"].check(state, seat, action)
            except IllegalAction as refusal:
                return refusal
        return illegal("too_late") if reacts else None

    def apply(self, state: TapechoState, seat: int, action: Action, chance: Chance) -> list[Event]:
        """Every action ends the showing of opened hands."""
        if not state.shown:
            return super().apply(state, seat, action, chance)
        state.shown = []
        return [HandsCovered(None), *super().apply(state, seat, action, chance)]

    def view(self, state: TapechoState, viewer: int | None) -> views.TapechoView:
        return views.view(state, viewer)

    def faces(self, options: agreed.TapechoOptions) -> tuple[Card, ...]:
        return options.cards

    def content(self, state: TapechoState) -> views.TapechoContent:
        return views.content(state.options)

    def without_content(self, view: views.TapechoView) -> views.TapechoView:
        return views.without_content(view)

    def resample(
        self, view: views.TapechoView, viewer: int | None, chance: Chance, knowledge: Knowledge = ()
    ) -> TapechoState:
        return self.attach_options(resample(view, chance, knowledge), view.options)

    def remember(self, knowledge: Knowledge, event: Logged) -> Knowledge:
        return remember(knowledge, event)

    def agrees(self, state: TapechoState, knowledge: Knowledge) -> bool:
        return agrees(state, knowledge)

    def outcome(self, state: TapechoState) -> Outcome | None:
        """The highest total of the series wins, in the team modes the team's total; a tie is a shared victory."""
        return scoring.outcome(state) if state.phase == "over" else None

    def rematch(self, state: TapechoState) -> agreed.TapechoOptions:
        """The winner of the last game begins the next."""
        starter = scoring.next_starter(state.sheet[-1], state.teams) if state.sheet else state.starter
        return msgspec.structs.replace(state.options, first_player=starter)

    def inventory(self, state: TapechoState) -> dict[str, int]:
        """How many cards of each kind there are over all places; no card is in two places."""
        doubts = [laid.doubt for laid in state.window.cards if laid.doubt is not None] if state.window else []
        lying = [lying.card for lying in state.lying]
        rows = chain(state.hands, state.assets, state.handicaps)
        cards = [*state.pile, *state.pit, *state.drawn, *doubts, *lying, *chain.from_iterable(rows)]
        kinds: Counter[str] = Counter(str(state.card(card).kind) for card in cards)
        return {"cards": len(cards), "different": len(set(cards)), **kinds}
