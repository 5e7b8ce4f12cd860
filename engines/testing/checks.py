"""What every engine promises, each as a check of one table. A check raises ContractError with what is wrong and where.

`number` seeds what a check chooses. The hidden parts of a table are dealt again with `resample`: what a viewer gets
must be the same on every table that looks the same to them.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

import msgspec

from engines.chance import Chance
from engines.engine import Action, Engine, Event, logged
from engines.record import state_hash
from engines.testing.identities import MarkedEngine
from engines.testing.tables import LONGEST_GAME, Table, play_on, rejection, seed_of
from engines.testing.zeros import play_zeros
from engines.text import english

MOST_ACTIONS = 40
"""Actions of a seat that a check tries, where it does not need all of them."""
DEALS = 3
READ_EVERY = 32
"""After so many actions, what can be read of the table is read."""
_encode = msgspec.json.Encoder(enc_hook=english).encode


class ContractError(AssertionError):
    """An engine breaks the contract."""


Check = Callable[[Table, int], None]


def require(holds: bool, sentence: str, *where: object) -> None:
    """ContractError unless this holds; `where` is shown behind the sentence."""
    if not holds:
        raise ContractError(" ".join([sentence, *(f"[{place}]" for place in where)]))


def action_type(action: Action | type[Action]) -> str:
    """The `type` of an action."""
    return str(action.__struct_config__.tag)


def legal_actions(table: Table, seat: int) -> list[Action]:
    """All actions that the engine lists for this seat."""
    return list(table.engine.legal(table.state, seat))


# Rules


def legal_and_check_agree(table: Table, _number: int) -> None:
    """`check` accepts what `legal` lists, and nothing else that anybody has done or could do now."""
    engine, turns = table.engine, table.engine.turns(table.state)
    known = {action for _, action in table.actions}
    for seat in range(table.seats):
        legal = legal_actions(table, seat)
        require(len(set(legal)) == len(legal), "`legal` lists an action twice", f"seat {seat}")
        require(not legal or seat in turns, "`legal` lists actions of a seat that is not among `turns`", f"seat {seat}")
        for action in legal:
            error = _documented_rejection(table, seat, action)
            require(error is None, "`legal` lists an action that `check` rejects", f"seat {seat}", action, error)
            require(engine.canonical(action) == action, "`legal` lists an action that is not canonical", action)
        for action in known - set(legal):
            if action_type(action) in engine.open_ended and seat in turns:
                continue
            accepted = _documented_rejection(table, seat, action) is None
            listed = engine.canonical(action) in legal
            require(accepted == listed, "`check` accepts an action that `legal` does not list", f"seat {seat}", action)
        known.update(legal)


def _documented_rejection(table: Table, seat: int, action: Action) -> tuple[str, str] | None:
    error = rejection(table.engine, table.state, seat, action)
    require(error is None or error[0] in table.engine.reasons, "`check` raises a reason not in `reasons`", error)
    return error


def types_and_kinds_agree_with_legal(table: Table, _number: int) -> None:
    """`types` names the types of the listed actions, and `legal` with a type lists those of this type."""
    engine = table.engine
    for seat in range(table.seats):
        types, legal = engine.types(table.state, seat), legal_actions(table, seat)
        listed = {action_type(action) for action in legal}
        require(len(set(types)) == len(types), "`types` names a type twice", f"seat {seat}", types)
        require(listed <= set(types) <= listed | engine.open_ended, "`types` and `legal` disagree", f"seat {seat}")
        for kind in [*map(action_type, engine.actions), "no_such_type"]:
            of_type = [action for action in legal if action_type(action) == kind]
            require(list(engine.legal(table.state, seat, kind)) == of_type, "`legal` of a type disagrees", kind)


def active_games_await_a_seat(table: Table, _number: int) -> None:
    """While a game has no outcome, it waits for a seat that can act; when nobody is to act, it has an outcome."""
    turns, outcome = table.engine.turns(table.state), table.engine.outcome(table.state)
    require(bool(turns) == (outcome is None), "a game has an outcome exactly when `turns` is empty")
    for seat, ask in turns.items():
        has_action = next(table.engine.legal(table.state, seat), None) is not None
        require(has_action or not ask.required, "the game waits for a seat that has no legal action", f"seat {seat}")
    require(not turns or any(ask.required for ask in turns.values()), "nobody is required to act, but the game goes on")
    if outcome is not None:
        require(outcome.reason in table.engine.endings, "an outcome's reason is not in `endings`", outcome.reason)
        seats = [score.seat for score in outcome.scores]
        require(seats == list(range(table.seats)), "an outcome needs one score for each seat, in order", seats)
        require(set(outcome.winners) <= set(seats), "a winner has no seat", outcome.winners)


def simultaneous_choices_are_independent(table: Table, _number: int) -> None:
    """A simultaneous choice changes nothing for those who have yet to choose."""
    engine = table.engine
    table = msgspec.structs.replace(table, state=table.copy())
    choosing = [seat for seat, ask in engine.turns(table.state).items() if ask.simultaneous]
    while len(choosing) > 1:
        chooser, *choosing = choosing
        before = [(engine.turns(table.state)[seat], legal_actions(table, seat)) for seat in choosing]
        engine.play(table.state, chooser, engine.default(table.state, chooser, Chance(seed_of(chooser))), table.seed)
        turns = engine.turns(table.state)
        after = [(turns.get(seat), legal_actions(table, seat)) for seat in choosing]
        require(after == before, "a simultaneous choice changes what another seat may choose", f"seat {chooser}")


def samples_and_defaults_are_legal(table: Table, number: int) -> None:
    """`sample` and `default` give legal actions, and `sample` raises ValueError for a seat that has none."""
    engine, dice, turns = table.engine, Chance(seed_of(number)), table.engine.turns(table.state)
    for seat in range(table.seats):
        if seat in turns and turns[seat].required:
            _require_legal(table, seat, engine.default(table.state, seat, dice), "`default` is not legal")
        if legal_actions(table, seat):
            _require_legal(table, seat, engine.sample(table.state, seat, dice), "`sample` is not legal")
        else:
            try:
                action = engine.sample(table.state, seat, dice)
            except ValueError:
                continue
            require(False, "`sample` gives an action to a seat that has none", f"seat {seat}", action)


def _require_legal(table: Table, seat: int, action: Action, sentence: str) -> None:
    error = rejection(table.engine, table.state, seat, action)
    require(error is None, sentence, f"seat {seat}", action, error)


def reading_changes_nothing(table: Table, _number: int) -> None:
    """Only `play` changes a state."""
    engine, before = table.engine, table.engine.dump(table.state)
    engine.turns(table.state)
    for seat in range(table.seats):
        for action in legal_actions(table, seat)[:MOST_ACTIONS]:
            engine.check(table.state, seat, action)
        engine.view(table.state, seat)
        engine.vote_for_bot(table.state, seat, range(table.seats))
    engine.view(table.state, None)
    engine.outcome(table.state)
    unchanged = engine.dump(table.state) == before
    require(unchanged, "`check`, `legal`, `view` or another method that reads changes the state")


def states_survive_encoding(table: Table, _number: int) -> None:
    """A state that is stored and read again is the same, and its options are not stored with it."""
    again = table.copy()
    same = again == table.state and state_hash(again) == state_hash(table.state)
    require(same, "a state is not the same after it was stored and read")
    require(b"options" not in table.engine.dump(table.state), "the options are stored with the state")


def the_same_actions_give_the_same_game(table: Table, _number: int) -> None:
    """The seed and the actions determine the game, whatever the engine has played meanwhile."""
    engine = table.engine
    state, first_events = engine.new(table.seats, table.options, Chance(table.seed))
    events = [first_events]
    for seat, action in table.actions:
        engine.play(engine.clone(state), seat, action, table.seed)
        events.append(engine.play(state, seat, action, table.seed))
    require(state == table.state, "the same seed and actions lead to another state")
    require(events == table.events, "the same seed and actions give other events")


def events_and_views_have_declared_types(table: Table, _number: int) -> None:
    """Every event is one of `events`, and a view is a `view_type`."""
    for events in table.events:
        for event in events:
            require(isinstance(event, table.engine.events), "an event's type is not in `events`", type(event).__name__)
    view = table.engine.view(table.state, None)
    require(isinstance(view, table.engine.view_type), "a view is no `view_type`", type(view).__name__)


# Secrets


def viewers(table: Table) -> list[int | None]:
    """A spectator and every seat."""
    return [None, *range(table.seats)]


def encoded_view(engine: Engine[Any, Any], state: Any, viewer: int | None) -> bytes:
    """The view as a client gets it."""
    return _encode(engine.view(state, viewer))


def visible_events(events: Iterable[Event], viewer: int | None) -> list[tuple[str, int | None, bytes]]:
    """The events as a viewer gets them."""
    return [(event.type, event.seat, _encode(event.data_for(viewer))) for event in map(logged, events)]


def resample(table: Table, viewer: int | None, number: int) -> Any:
    """A state that looks the same to this viewer, with the hidden parts dealt again."""
    view = table.engine.view(table.state, viewer)
    return table.engine.resample(view, viewer, Chance(seed_of(number)))


def views_hide_what_is_hidden(table: Table, number: int) -> None:
    """A view is the same on every table that differs only in what its viewer may not know."""
    engine = table.engine
    for viewer in viewers(table):
        other = resample(table, viewer, number)
        same = encoded_view(engine, other, viewer) == encoded_view(engine, table.state, viewer)
        require(same, "a view shows something hidden, or `resample` changes something visible", f"viewer {viewer}")
        same = engine.inventory(other) == engine.inventory(table.state)
        require(same, "`resample` gives a table that cannot be: its inventory differs", f"viewer {viewer}")


def actions_and_rejections_reveal_nothing(table: Table, number: int) -> None:
    """Turns, legal actions and rejections are the same on every table that looks the same to the seat."""
    engine = table.engine
    known = [action for _, action in table.actions[-MOST_ACTIONS:]]
    for seat in range(table.seats):
        other = resample(table, seat, number)
        require(engine.turns(other) == engine.turns(table.state), "`turns` depends on something hidden", f"seat {seat}")
        same = list(engine.legal(other, seat)) == list(engine.legal(table.state, seat))
        require(same, "`legal` depends on something the seat may not know", f"seat {seat}")
        for action in known:
            same = rejection(engine, other, seat, action) == rejection(engine, table.state, seat, action)
            require(same, "`check` depends on something the seat may not know", f"seat {seat}", action)
    same = engine.turns(resample(table, None, number)) == engine.turns(table.state)
    require(same, "`turns` depends on something hidden")


def events_reveal_no_more_than_views(table: Table, number: int) -> None:
    """Where two games leave a viewer with the same view, the viewer has also got the same events."""
    engine = table.engine
    for seat in list(engine.turns(table.state))[:2]:
        legal = legal_actions(table, seat)
        if not legal:
            continue
        dice = Chance(seed_of(number))
        first, second = dice.choice(legal), dice.choice(legal)
        for viewer in viewers(table):
            if viewer == seat:
                continue
            for other, action in ((table.copy(), second), (resample(table, viewer, number), first)):
                if rejection(engine, other, seat, action) is not None:
                    continue
                here = table.copy()
                other.draws = here.draws  # the dice fall alike: how they fall is public
                ours = engine.play(here, seat, first, table.seed)
                theirs = engine.play(other, seat, action, table.seed)
                # What not even the actor's own view shows afterwards, such as a second look at a card, was public.
                secret = action == first or encoded_view(engine, here, seat) != encoded_view(engine, other, seat)
                if secret and encoded_view(engine, here, viewer) == encoded_view(engine, other, viewer):
                    same = visible_events(ours, viewer) == visible_events(theirs, viewer)
                    require(same, "events reveal what views hide", f"viewer {viewer}", f"seat {seat}", first)


def hidden_parts_are_resampled(tables: Iterable[Table]) -> None:
    """Some view of these tables can be resampled in several ways. Otherwise the checks of secrets could not fail."""
    for table in tables:
        for viewer in viewers(table):
            states = [resample(table, viewer, number) for number in range(DEALS + 1)]
            if len(set(map(table.engine.dump, states))) > 1:
                return
    raise ContractError(
        "`resample` always gives the same state: views show all that is hidden, or `hides` is not False"
    )


def resampled_tables_share_nothing(table: Table, number: int) -> None:
    """A bot resamples one view many times: playing on a resampled table changes neither the view nor the table."""
    engine = table.engine
    for viewer in viewers(table)[:2]:
        view = engine.view(table.state, viewer)
        shown, stored = _encode(view), engine.dump(table.state)
        state = engine.resample(view, viewer, Chance(seed_of(number)))
        for _ in play_on(Table(engine, table.seats, state.options, table.seed, state, []), Chance(seed_of(number)), 20):
            pass
        unchanged = _encode(view) == shown and engine.dump(table.state) == stored
        require(unchanged, "playing on a resampled table changes the view it was made from", f"viewer {viewer}")


def events_are_complete(table: Table, number: int) -> None:
    """Whatever is hidden, was done or is drawn: equal views and equal events lead to equal views."""
    engine, next_views = table.engine, dict[Any, bytes]()
    view = engine.view(table.state, None)
    for deal in range(2 * DEALS):
        state = table.copy() if deal % 2 == 0 else engine.resample(view, None, Chance(seed_of(number + deal)))
        state.draws = table.state.draws
        for seat in engine.turns(state):
            for action in islice(engine.legal(state, seat), MOST_ACTIONS):
                after = engine.clone(state)
                events = engine.play(after, seat, action, seed_of(number + deal // 2))
                shown = encoded_view(engine, after, None)
                key = tuple(visible_events(events, None))
                same = next_views.setdefault(key, shown) == shown
                require(same, "an event is missing: equal events lead to different views", f"seat {seat}", action)


# Whole games


def whole_games_end_and_add_up(table: Table, number: int) -> None:
    """A random game ends, and no action changes the inventory."""
    inventory = table.engine.inventory(table.state)
    require(any(count > 0 for count in inventory.values()), "the inventory counts nothing, so nothing could be missed")
    for _ in play_on(table, Chance(seed_of(number))):
        same = table.engine.inventory(table.state) == inventory
        require(same, "an action changes the inventory", table.actions[-1])
    over = not table.engine.turns(table.state)
    require(over, f"a random game is not over after {LONGEST_GAME} actions")


def unattended_games_end(table: Table, number: int) -> None:
    """A table at which every seat's time runs out ends."""
    engine, dice = table.engine, Chance(seed_of(number))
    for _ in range(LONGEST_GAME):
        awaited = [seat for seat, ask in engine.turns(table.state).items() if ask.required]
        if not awaited:
            break
        engine.play(table.state, awaited[0], engine.default(table.state, awaited[0], dice), table.seed)
    over = engine.outcome(table.state) is not None
    require(over, f"a game of default actions is not over after {LONGEST_GAME} of them")


def numbers_have_no_truth_value(table: Table, number: int) -> None:
    """Nothing asks whether a seat, a number in an action, or a number that may be None is true: 0 is one of them."""
    engine, dice = MarkedEngine(table.engine), Chance(seed_of(number))
    state, _ = engine.new(table.seats, table.options, Chance(table.seed))
    marked = Table(engine, table.seats, table.options, table.seed, state, [])
    for step, after in enumerate(play_on(marked, dice)):
        if step % READ_EVERY == 0:
            for seat in engine.turns(after.state):
                engine.read(after.state, seat)
    engine.read(state, 0)


def zero_is_a_number_like_any_other(table: Table, number: int) -> None:
    """As before, in a game in which seat 0 does all it can, and everything is done with the card or place 0."""
    engine, done = MarkedEngine(table.engine), Counter[str]()
    state, _ = engine.new(table.seats, table.options, Chance(table.seed))
    marked = Table(engine, table.seats, table.options, table.seed, state, [])
    for after in play_zeros(marked, Chance(seed_of(number)), done):
        engine.read(after.state, 0)


CHECKS: tuple[Check, ...] = (
    legal_and_check_agree,
    types_and_kinds_agree_with_legal,
    active_games_await_a_seat,
    simultaneous_choices_are_independent,
    samples_and_defaults_are_legal,
    reading_changes_nothing,
    states_survive_encoding,
    the_same_actions_give_the_same_game,
    events_and_views_have_declared_types,
    views_hide_what_is_hidden,
    actions_and_rejections_reveal_nothing,
    events_reveal_no_more_than_views,
    resampled_tables_share_nothing,
    events_are_complete,
)
"""Checks of any table; they leave it as it is."""
WHOLE_GAME_CHECKS: tuple[Check, ...] = (
    whole_games_end_and_add_up,
    unattended_games_end,
    numbers_have_no_truth_value,
    zero_is_a_number_like_any_other,
)
"""Checks that play a new table to its end."""
