"""The protocol that stores an action keeps its promises in every order of events, and needs each of its rules."""

from pathlib import Path

import pytest

from tests.model.cases import BROKEN, LARGE, SMALL
from tests.model.search import INVARIANTS, explore
from tests.model.world import Bounds, Rules

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("bounds", SMALL.values(), ids=SMALL)
def test_every_invariant_holds_in_every_state(bounds: Bounds) -> None:
    result = explore(Rules(), bounds)
    assert not result.broken, "\n".join(result.history)
    assert result.states > 1000


@pytest.mark.slow
@pytest.mark.parametrize("bounds", LARGE.values(), ids=LARGE)
def test_every_invariant_holds_in_every_state_of_large_bounds(bounds: Bounds) -> None:
    result = explore(Rules(), bounds)
    assert not result.broken, "\n".join(result.history)
    assert result.states > 100_000


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_rule_has_a_counter_example(name: str) -> None:
    rules, bounds, invariant = BROKEN[name]
    result = explore(rules, bounds)
    assert result.broken == invariant, result


def test_every_rule_is_broken_once() -> None:
    broken = {
        name
        for rules, _, _ in BROKEN.values()
        for name in Rules._fields
        if getattr(rules, name) != getattr(Rules(), name)
    }
    assert broken == set(Rules._fields)


@pytest.mark.parametrize("name", INVARIANTS)
def test_every_invariant_names_a_test_of_the_real_service(name: str) -> None:
    _, test = INVARIANTS[name]
    assert (ROOT / test).is_file()
    assert f"| {name} | `{test}` |" in (ROOT / "docs" / "architecture.md").read_text()
