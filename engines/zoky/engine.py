"""The game as the service knows it; the rules themselves are in the steps, the fight, the Day and the Lieutenants."""

from itertools import chain
from typing import cast

from engines.chance import Chance
from engines.engine import Action, Event, Knowledge, OptionErrors, Outcome, Players, Score
from engines.steps import SteppedEngine
from engines.zoky import actions as acts
from engines.zoky import view as views
from engines.zoky.content import HAND, MOST_CHIEFS, RANK, SIZE
from engines.zoky.events import EVENTS
from engines.zoky.options import ZokyOptions, content_errors, count_errors, in_play
from engines.zoky.phases import advance
from engines.zoky.reasons import REASONS
from engines.zoky.resample import resample
from engines.zoky.scoring import scored
from engines.zoky.state import ZOKUS, Move, ZokyState
from engines.zoky.steps import STEPS


class Zoky(SteppedEngine[ZokyState, ZokyOptions]):
    """Snake placement, simultaneous throws, kicks, the police, and fifteen powers that interrupt."""

    slug = "zoky"
    title = "Zoky"
    summary = "Send your gang into the Quartiers of Tokyo, fight for them, and rule most of the city."
    players = Players(2, MOST_CHIEFS)
    has_texts = True
    state_type = ZokyState
    options_type = ZokyOptions
    view_type = views.ZokyView
    content_type = views.ZokyContent
    steps = STEPS
    actions = (acts.Place, acts.Throw, acts.Ready, acts.Kick, acts.DeclineKick, acts.Lieutenant)
    events = EVENTS
    reasons = REASONS
    endings = {"five_days": "The fifth Day is over."}

    def option_errors(self, seats: int, options: ZokyOptions) -> OptionErrors:
        return content_errors(options) or super().option_errors(seats, options) | count_errors(seats, options)

    def set_up(self, seats: int, options: ZokyOptions, chance: Chance) -> tuple[ZokyState, list[Event]]:
        """Choose the Arrondissements, shuffle their Quartiers, deal three Lieutenants each, lay the first Day."""
        if options.arrondissements:
            names = [district.name for district in options.box]
            chosen = sorted(names.index(name) for name in options.arrondissements)
        else:
            chosen = sorted(chance.sample(range(len(options.box)), in_play(seats)))
        deck = chance.shuffled(range(SIZE * len(chosen)))
        pile = chance.shuffled(options.faces)
        state = ZokyState(
            arrondissements=tuple(chosen),
            first=options.starter(seats, chance),
            deck=deck,
            claims=[[] for _ in range(seats)],
            reserve=[ZOKUS] * seats,
            jail=[0] * seats,
            hands=[sorted(pile[HAND * seat : HAND * (seat + 1)], key=RANK.__getitem__) for seat in range(seats)],
            unseen=pile[HAND * seats :],
            played=[[] for _ in range(seats)],
        )
        return state, advance(self.attach_options(state, options))

    def apply(self, state: ZokyState, seat: int, action: Action, chance: Chance) -> list[Event]:
        """Carry out the action, and all automatic steps until somebody is asked again."""
        action = self.canonical(action)
        state.latest = Move(seat, cast(acts.AnyAction, action))
        return [*super().apply(state, seat, action, chance), *advance(state)]

    def canonical(self, action: Action) -> Action:
        """Placements by Quartier number."""
        if isinstance(action, acts.Place):
            return acts.Place(tuple(sorted(action.placements, key=lambda placement: placement.quartier)))
        return action

    def view(self, state: ZokyState, viewer: int | None) -> views.ZokyView:
        return views.view(state, viewer)

    def content(self, state: ZokyState) -> views.ZokyContent:
        return views.content(state)

    def without_content(self, view: views.ZokyView) -> views.ZokyView:
        return views.without_content(view)

    def resample(
        self, view: views.ZokyView, viewer: int | None, chance: Chance, knowledge: Knowledge = ()
    ) -> ZokyState:
        return self.attach_options(*resample(view, viewer, chance))

    def outcome(self, state: ZokyState) -> Outcome | None:
        """Most points of influence win; a tie is a shared victory."""
        if state.phase != "over":
            return None
        results = [scored(state, seat) for seat in range(state.seats)]
        best = max(result.total for result in results)
        return Outcome(
            winners=[seat for seat, result in enumerate(results) if result.total == best],
            scores=[
                Score(
                    seat,
                    result.total,
                    {
                        "quartiers": result.quartiers,
                        "lieutenants": result.lieutenants,
                        "trios": result.trios,
                        "complete": result.complete,
                        "every_arrondissement": result.every_arrondissement,
                    },
                )
                for seat, result in enumerate(results)
            ],
            reason="five_days",
        )

    def inventory(self, state: ZokyState) -> dict[str, int]:
        """Eight Zokus for each gang, every Quartier in play once, every Lieutenant once."""
        street = [] if state.fight is None else state.fight.street
        cards = [*state.deck, *state.discarded, *(spot.quartier for spot in state.table), *chain(*state.claims)]
        people = [*state.unseen, *chain(*state.hands, *state.played)]
        return {
            "quartiers": len(cards),
            "different_quartiers": len(set(cards)),
            "lieutenants": len(people),
            "different_lieutenants": len(set(people)),
            **{
                f"zokus_of_{seat}": state.reserve[seat]
                + state.jail[seat]
                + sum(spot.zokus[seat] for spot in state.table)
                + sum(zoku.gang == seat for zoku in street)
                for seat in range(state.seats)
            },
        }
