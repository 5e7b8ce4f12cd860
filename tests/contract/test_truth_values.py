"""No engine asks whether a seat or a number is true: 0 would be taken for nobody or nothing."""

from collections import Counter
from importlib import import_module
from typing import get_args, get_origin

import msgspec
import pytest

from engines.chance import Chance
from engines.engine import Action, State
from engines.record import replay
from engines.registry import ENGINES, find_rules
from engines.testing.identities import (
    Identity,
    MarkedEngine,
    TruthTestError,
    choices,
    field_kinds,
    mark_action,
    mark_struct,
)
from engines.testing.zeros import play_zeros
from tests.recordings import recordings
from tests.support.tables import Table, options_for, seed_of, settings_of

MOST_GAMES = 80


def test_recorded_games_have_no_truth_values_of_numbers(slug):
    """`numbers_have_no_truth_value` plays random games; the recorded ones come to each way of ending."""
    for record in recordings(slug).values():
        engine = MarkedEngine(find_rules(slug, record.rules_version))
        *_, (state, _) = replay(engine, record)
        engine.read(state, 0)
        assert engine.outcome(state) == record.outcome


def integers_in(kind, path=""):
    """The fields of a type of action, or of what is in it, that are integers."""
    for part in choices(kind):
        if part is int:
            yield path
        elif get_origin(part) in (list, tuple):
            for item in get_args(part):
                yield from integers_in(item, path)
        elif isinstance(part, type) and issubclass(part, msgspec.Struct):
            for name, of in field_kinds(part).items():
                yield from integers_in(of, f"{path}.{name}" if path else name)


def games_for(slug, engine, zeros):
    """Games of every setting, and from the rare moments that the tests of this game name."""
    for state in getattr(zeros, "moments", list)():
        seats = range(max(engine.turns(state)) + 1)
        yield Table(engine, len(seats), state.options, seed_of(1), mark_struct(state), [])
    settings = [*zeros.SETTINGS * 8, *settings_of(slug)]
    for number in range(MOST_GAMES):
        seats, variant = settings[number % len(settings)]
        options = options_for(slug, variant)
        state, _ = engine.new(seats, options, Chance(seed_of(number)))
        yield Table(engine, seats, options, seed_of(number), state, [])


def test_seat_0_does_everything_and_everything_is_done_with_number_0(slug):
    """With marked numbers, so a line that takes 0 for nothing fails at once. Each exception has its reason."""
    zeros, engine, done = import_module(f"tests.games.{slug}.zeros"), MarkedEngine(ENGINES[slug]), Counter()
    kinds = {str(kind.__struct_config__.tag): kind for kind in engine.actions}
    wanted = {f"{tag}.{path}" for tag, kind in kinds.items() for path in integers_in(kind)}
    wanted |= {f"{tag} by seat 0" for tag in kinds}
    assert zeros.NEVER.keys() <= wanted
    for number, table in enumerate(games_for(slug, engine, zeros)):
        for after in play_zeros(table, Chance(seed_of(number + 77)), done):
            engine.read(after.state, 0)
        if done.keys() >= wanted - zeros.NEVER.keys():
            break
    assert wanted - done.keys() <= zeros.NEVER.keys()


class Lay(Action, frozen=True, tag="lay"):
    card: int
    target: int | None = None
    cards: tuple[int, ...] = ()


class Laid(msgspec.Struct, frozen=True):
    card: int
    doubt: int | None = None


class Made(State[None], kw_only=True):
    count: int
    owner: int | None
    places: list[int | None]
    laid: list[Laid]
    named: dict[str, int | None]
    pair: tuple[int, int | None]
    more: tuple[int | None, ...] | None


def is_marked(value):
    assert value == 0, "it is equal to the plain number"
    try:
        return bool(value)
    except TruthTestError:
        return True


def test_every_number_of_an_action_is_marked():
    action = mark_action(Lay(0, 0, (0,)))
    assert all(map(is_marked, [action.card, action.target, *action.cards]))
    assert action == Lay(0, 0, (0,))
    assert mark_action(Lay(0)).target is None


def test_every_number_that_may_be_none_is_marked_and_no_count_is():
    shared = Laid(0, 0)
    table = Made(count=0, owner=0, places=[0, None], laid=[shared], named={"a": 0}, pair=(0, 0), more=(0,))
    assert mark_struct(table) is table
    marked = [table.owner, table.places[0], table.laid[0].doubt, table.named["a"], table.pair[1], table.more[0]]
    assert all(map(is_marked, marked))
    assert not any(map(is_marked, [table.count, table.laid[0].card, table.pair[0]]))
    assert table.places[1] is None
    assert type(shared.doubt) is int, "what is frozen may be shared"


@pytest.mark.parametrize("ask", [bool, lambda number: number or 1, lambda number: not number])
def test_a_marked_number_has_no_truth_value(ask):
    for number in (0, 3):
        with pytest.raises(TruthTestError, match="true"):
            ask(Identity(number))
    assert Identity(0) == 0 and [1, 2][Identity(0)] == 1 and Identity(2) in range(3)  # noqa: PT018  (one thing)


def test_every_engine_has_numbers_that_are_marked(slug):
    """Otherwise the check could not fail."""
    engine = MarkedEngine(ENGINES[slug])
    *_, (state, _) = replay(engine, next(iter(recordings(slug).values())))
    with pytest.raises(TypeError):
        ENGINES[slug].dump(state)
    assert ENGINES[slug].dump(engine.clone(state)), "an engine may try an action on a clone"
