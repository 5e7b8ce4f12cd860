"""Seats and numbers of cards or places as marked integers, which have no truth value: 0 is one of them like any other.

An engine that writes `if state.owner:` works until seat 0 is the owner. With marked integers it fails at every seat.
"""

from copy import copy
from functools import cache
from itertools import islice
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec

from engines.chance import Chance
from engines.engine import Action, Engine, Event

MOST_READ = 40
"""So many legal actions are listed."""


class TruthTestError(AssertionError):
    """An engine asks whether a seat or a number is true."""


class Identity(int):
    """A seat, or the number of something. It is equal to the plain integer."""

    def __bool__(self) -> bool:
        raise TruthTestError(f"an engine asks whether the seat or number {int(self)} is true; 0 is one like any other")


def mark_action(value: Any) -> Any:
    """The same action with every integer in it marked."""
    if type(value) is int:
        return Identity(value)
    if isinstance(value, tuple | list):
        return type(value)(map(mark_action, value))
    if isinstance(value, msgspec.Struct):
        fields = {name: mark_action(getattr(value, name)) for name in value.__struct_fields__}
        return msgspec.structs.replace(value, **fields)
    return value


def mark_optional(value: Any, kind: Any) -> Any:
    """The value of this type, with every integer marked that may also be None: such an integer is no count.

    Lists, dicts and structs are changed in place, but frozen structs, which others may share, are replaced.
    """
    if value is None or not has_optional(kind):
        return value
    if type(value) is int:
        return Identity(value)
    kinds = next((get_args(one) for one in choices(kind) if isinstance(value, get_origin(one) or ())), ())
    if isinstance(value, list):
        value[:] = [mark_optional(item, kinds[0]) for item in value]
    elif isinstance(value, dict):
        value.update({key: mark_optional(item, kinds[1]) for key, item in value.items()})
    elif isinstance(value, tuple):
        each = kinds[:1] * len(value) if kinds[1:] == (...,) else kinds
        return tuple(mark_optional(item, its) for item, its in zip(value, each, strict=True))
    elif isinstance(value, msgspec.Struct):
        return mark_struct(value)
    return value


def mark_struct(value: Any) -> Any:
    """The struct with its integers marked that may also be None."""
    of_type: Any = type(value)
    kinds = field_kinds(of_type)
    marked = {name: mark_optional(getattr(value, name), kind) for name, kind in kinds.items() if has_optional(kind)}
    if value.__struct_config__.frozen:
        other = msgspec.structs.replace(value, **marked)
        if value.__struct_config__.dict:  # what an engine has attached
            other.__dict__.update(value.__dict__)
        return other
    for name, item in marked.items():
        setattr(value, name, item)
    return value


@cache
def has_optional(kind: Any, around: frozenset[Any] = frozenset()) -> bool:
    """Whether a value of this type may hold an integer that may also be None; `around` are the types that hold it."""
    if {int, NoneType} <= set(choices(kind)):
        return True
    parts = get_args(kind) if get_origin(kind) else ()
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind not in around:
        parts = tuple(field_kinds(kind).values())
    return any(has_optional(part, around | {kind}) for part in parts)


@cache
def field_kinds(kind: Any) -> dict[str, Any]:
    """The types of a struct's fields."""
    hints = get_type_hints(kind)
    return {name: hints[name] for name in kind.__struct_fields__}


def choices(kind: Any) -> tuple[Any, ...]:
    """The members of a union; another type by itself."""
    return get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)


class MarkedEngine:
    """An engine that plays with marked seats, actions and states; a clone of such a state has no marks."""

    def __init__(self, engine: Engine[Any, Any]) -> None:
        self.engine = copy(engine)
        vars(self.engine)["dump"] = msgspec.msgpack.Encoder(enc_hook=int).encode

    def __getattr__(self, name: str) -> Any:
        return getattr(self.engine, name)

    def new(self, seats: int, options: Any, chance: Chance) -> tuple[Any, list[Event]]:
        """A new game."""
        state, events = self.engine.new(seats, options, chance)
        return mark_struct(state), events

    def sample(self, state: Any, seat: int, chance: Chance) -> Action:
        """A random legal action."""
        return self.engine.sample(state, Identity(seat), chance)

    def check(self, state: Any, seat: int, action: Action) -> None:
        """Raises IllegalAction unless the action is legal."""
        self.engine.check(state, Identity(seat), mark_action(action))

    def play(self, state: Any, seat: int, action: Action, seed: bytes) -> list[Event]:
        """Apply the action, and mark what it has put into the state."""
        events = self.engine.play(state, Identity(seat), mark_action(action), seed)
        mark_struct(state)
        return events

    def read(self, state: Any, seat: int) -> None:
        """Ask for all that is read of a state: actions, views, tables that look like a view, the outcome."""
        engine, seat = self.engine, Identity(seat)
        list(islice(engine.legal(state, seat), MOST_READ))
        for viewer in (None, seat):
            view = mark_struct(engine.view(state, viewer))
            engine.resample(view, viewer, Chance(bytes(32)))
        engine.features(view, seat)
        engine.without_content(view)
        engine.outcome(state)
