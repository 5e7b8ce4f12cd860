"""Numbers of actions do not change with the order of declarations, and are the same in the next release."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta, Struct

from engines.engine import Action
from engines.numbering import ActionNumbers, Unbounded
from engines.record import action_union
from engines.registry import ENGINES

PUBLISHED = json.loads(Path(__file__).with_name("action_numbers.json").read_text())
Small = Annotated[int, Meta(ge=1, lt=4)]


class Step(Struct, frozen=True):
    by: Annotated[int, Meta(gt=-2, le=1)]
    far: bool = False


class Walk(Action, frozen=True, tag="walk"):
    steps: Annotated[tuple[Step, ...], Meta(min_length=1, max_length=2)]


class Say(Action, frozen=True, tag="say"):
    what: Literal["yes", "no", 1] | None = None
    to: tuple[Small, bool] = (1, False)


class SayAgain(Action, frozen=True, tag="say"):
    to: Annotated[tuple[Small, bool], Meta(description="to whom")]
    what: Annotated[None | Literal[1, "no", "yes"], Meta(description="a word")]  # noqa: RUF036  (the order is what is tested)


class Wait(Action, frozen=True, tag="wait"):
    pass


def numbers_of(*actions: type[Action], open_ended: frozenset[str] = frozenset()) -> ActionNumbers:
    game: Any = SimpleNamespace(slug="game", actions=actions, open_ended=open_ended)
    return ActionNumbers(game)


def test_all_numbers_are_in_use_once() -> None:
    numbers = numbers_of(Walk, Say, Wait)
    assert numbers.size == (6 + 6**2) + 4 * 6 + 1
    actions = [numbers.action(number) for number in range(numbers.size)]
    assert len(set(actions)) == numbers.size
    assert [numbers.number(action) for action in actions] == list(range(numbers.size))
    for action in actions:
        assert msgspec.convert(msgspec.to_builtins(action), type=Walk | Say | Wait) == action, "it is within its bounds"


def test_the_order_of_declarations_does_not_matter() -> None:
    one, other = numbers_of(Say, Walk, Wait), numbers_of(Wait, Walk, SayAgain)
    assert one.size == other.size
    for number in range(one.size):
        assert msgspec.to_builtins(one.action(number)) == msgspec.to_builtins(other.action(number))


def test_an_action_out_of_bounds_has_no_number() -> None:
    numbers = numbers_of(Walk, Say)
    for action in (Wait(), Walk(()), Walk((Step(2),)), Say(what="maybe"), Say(to=(1,)), Say(to=(True, True))):  # type: ignore[arg-type]
        with pytest.raises(ValueError, match=r"is not|is no|is in no|has no number"):
            numbers.number(action)


def test_types_that_legal_leaves_out_have_no_numbers() -> None:
    assert numbers_of(Walk, Say, Wait, open_ended=frozenset({"walk"})).size == 25


@pytest.mark.parametrize(
    "kind",
    [int, Annotated[int, Meta(ge=0)], Annotated[int, Meta(le=0)], str, tuple[bool, ...], dict[bool, bool], float],
)
def test_a_field_without_bounds_is_named(kind: Any) -> None:
    shout = msgspec.defstruct("Shout", [("word", bool), ("how", tuple[bool, kind])], bases=(Action,), tag="shout")
    with pytest.raises(Unbounded, match=r"^game: shout\.how\[1\] has no bound$"):
        numbers_of(shout)


@pytest.mark.parametrize("slug", PUBLISHED)
def test_published_numbers_stay(slug: str) -> None:
    """If this fails, undo the change of the actions, or raise the game's `rules_version` and publish new numbers."""
    engine, published = ENGINES[slug], PUBLISHED[slug]
    numbers = ActionNumbers(engine)
    assert (engine.rules_version, numbers.size) == (published["rules_version"], published["size"])
    for number, written in published["actions"].items():
        action = msgspec.convert(written, type=action_union(engine))
        assert (numbers.number(action), numbers.action(int(number))) == (int(number), action)
