"""No engine asks whether a seat or a number is true: 0 would be taken for nobody or nothing."""

import msgspec
import pytest

from engines.engine import Action, State
from engines.record import replay
from engines.registry import ENGINES, find_rules
from engines.testing.identities import Identity, MarkedEngine, TruthTestError, mark_action, mark_struct
from tests.recordings import recordings


def test_recorded_games_have_no_truth_values_of_numbers(slug):
    """`numbers_have_no_truth_value` plays random games; the recorded ones come to each way of ending."""
    for record in recordings(slug).values():
        engine = MarkedEngine(find_rules(slug, record.rules_version))
        *_, (state, _) = replay(engine, record)
        engine.read(state, 0)
        assert engine.outcome(state) == record.outcome


class Lay(Action, frozen=True, tag="lay"):
    card: int
    target: int | None = None
    cards: tuple[int, ...] = ()


class Laid(msgspec.Struct, frozen=True):
    card: int
    doubt: int | None = None


class Table(State[None], kw_only=True):
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
    table = Table(count=0, owner=0, places=[0, None], laid=[shared], named={"a": 0}, pair=(0, 0), more=(0,))
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
