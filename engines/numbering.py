"""A number for each action of a game, derived from the types of its actions.

The numbers depend on the declared types alone, not on the order of declarations: action types are in the order of their
tags, fields in the order of their JSON names, literals sorted. So they are the same in all processes, and in all
releases with the same `rules_version`. They are computed, not listed: a game may have more of them than fit in memory.
"""

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from math import prod
from typing import Any, cast

import msgspec
from msgspec import inspect

from engines.engine import Action, Engine


class Unbounded(Exception):  # noqa: N818  (a property of the game; nothing is broken)
    """The actions of a game cannot be numbered, because a field has no bound; the message names the field."""


class Domain(ABC):
    """A finite set of values, numbered from 0 to `size` - 1."""

    size: int

    @abstractmethod
    def number(self, value: Any) -> int:
        """The number of a value; ValueError if it is not in the set."""

    @abstractmethod
    def value(self, number: int) -> Any:
        """The value with this number."""


class Listed(Domain):
    """A few single values, such as those of a Literal."""

    def __init__(self, values: Sequence[Any]) -> None:
        self.values, self.size = values, len(values)
        self.numbers = {(type(value), value): number for number, value in enumerate(values)}

    def number(self, value: Any) -> int:
        number = self.numbers.get((type(value), value))
        if number is None:
            raise ValueError(f"{value!r} is not one of {self.values}")
        return number

    def value(self, number: int) -> Any:
        return self.values[number]


class Integers(Domain):
    """The integers from `least` on."""

    def __init__(self, least: int, size: int) -> None:
        self.least, self.size = least, size

    def number(self, value: Any) -> int:
        if type(value) is not int or not 0 <= value - self.least < self.size:
            raise ValueError(f"{value!r} is not from {self.least} to {self.least + self.size - 1}")
        return value - self.least

    def value(self, number: int) -> int:
        return self.least + number


class Product(Domain):
    """Structs or tuples of a fixed length: one value of each part (mixed radix, the last part changes fastest)."""

    def __init__(
        self, parts: Sequence[Domain], split: Callable[[Any], Sequence[Any]], join: Callable[[list[Any]], Any]
    ) -> None:
        self.parts, self.split, self.join = parts, split, join
        self.size = prod(part.size for part in parts)

    def number(self, value: Any) -> int:
        number = 0
        for part, item in zip(self.parts, self.split(value), strict=True):
            number = number * part.size + part.number(item)
        return number

    def value(self, number: int) -> Any:
        items = []
        for part in reversed(self.parts):
            number, digit = divmod(number, part.size)
            items.append(part.value(digit))
        return self.join(items[::-1])


class Union(Domain):
    """The values of several sets, those of the first set first."""

    def __init__(self, parts: Sequence[Domain]) -> None:
        self.parts = parts
        self.starts = list(accumulate((part.size for part in parts), initial=0))
        self.size = self.starts.pop()

    def number(self, value: Any) -> int:
        for start, part in zip(self.starts, self.parts, strict=True):
            try:
                return start + part.number(value)
            except ValueError:
                continue
        raise ValueError(f"{value!r} is in no part of the union")

    def value(self, number: int) -> Any:
        which = bisect_right(self.starts, number) - 1
        return self.parts[which].value(number - self.starts[which])


class ActionNumbers:
    """The numbers of all actions that `legal` may list, from 0 to `size` - 1."""

    def __init__(self, engine: Engine[Any, Any]) -> None:
        """Raises Unbounded for a game whose actions cannot be numbered."""
        kinds = {str(kind.__struct_config__.tag): kind for kind in engine.actions}
        listed = sorted(kinds.keys() - engine.open_ended)
        self._union = Union([struct_domain(kinds[tag], f"{engine.slug}: {tag}") for tag in listed])
        parts = zip(self._union.starts, self._union.parts, strict=True)
        self._by_type = {kinds[tag]: part for tag, part in zip(listed, parts, strict=True)}
        self.size = self._union.size

    def number(self, action: Action) -> int:
        """The number of an action; ValueError if its type is open-ended or a field is out of bounds."""
        if type(action) not in self._by_type:
            raise ValueError(f"{action!r} has no number")
        start, domain = self._by_type[type(action)]
        return start + domain.number(action)

    def action(self, number: int) -> Action:
        """The action with this number."""
        if not 0 <= number < self.size:
            raise ValueError(f"there is no action {number}, only 0 to {self.size - 1}")
        return cast(Action, self._union.value(number))


def struct_domain(kind: type[msgspec.Struct], where: str) -> Domain:
    """All instances of a struct."""
    fields = sorted(cast(inspect.StructType, inspect.type_info(kind)).fields, key=lambda field: field.encode_name)
    names = [field.name for field in fields]

    def split(value: Any) -> list[Any]:
        if type(value) is not kind:
            raise ValueError(f"{value!r} is no {kind.__name__}")
        return [getattr(value, name) for name in names]

    parts = [domain(field.type, f"{where}.{field.encode_name}") for field in fields]
    return Product(parts, split, lambda items: kind(**dict(zip(names, items, strict=True))))


def domain(kind: inspect.Type, where: str) -> Domain:
    """All values of a type; Unbounded if they are not finitely many."""
    match kind:
        case inspect.Metadata(type=inner):
            return domain(inner, where)
        case inspect.NoneType():
            return Listed([None])
        case inspect.BoolType():
            return Listed([False, True])
        case inspect.LiteralType(values=values):
            return Listed(sorted(values, key=lambda value: (str(type(value)), value)))
        case inspect.IntType():
            return integers(kind, where)
        case inspect.StructType(cls=struct):
            return struct_domain(struct, where)
        case inspect.UnionType(types=types):
            return Union([domain(inner, where) for inner in sorted(types, key=union_order)])
        case inspect.TupleType(item_types=types):
            return tuples([domain(inner, f"{where}[{place}]") for place, inner in enumerate(types)])
        case inspect.VarTupleType(item_type=inner, min_length=least, max_length=int(most)):
            item = domain(inner, f"{where}[]")
            return Union([tuples([item] * length) for length in range(least or 0, most + 1)])
    raise Unbounded(f"{where} has no bound")


def union_order(kind: inspect.Type) -> tuple[bool, str, str]:
    """The order of the types in a union: None first. Only structs may be of the same kind, and they have tags."""
    if isinstance(kind, inspect.Metadata):
        return union_order(kind.type)
    tag = kind.tag if isinstance(kind, inspect.StructType) else ""
    return not isinstance(kind, inspect.NoneType), type(kind).__name__, str(tag)


def tuples(parts: Sequence[Domain]) -> Domain:
    """All tuples of one value of each part."""

    def split(value: Any) -> tuple[Any, ...]:
        if type(value) is not tuple or len(value) != len(parts):
            raise ValueError(f"{value!r} is no tuple of {len(parts)}")
        return value

    return Product(parts, split, tuple)


def integers(kind: inspect.IntType, where: str) -> Domain:
    """All integers between the bounds of a type."""
    least = kind.ge if kind.gt is None else kind.gt + 1
    most = kind.le if kind.lt is None else kind.lt - 1
    if least is None or most is None or kind.multiple_of is not None:
        raise Unbounded(f"{where} has no bound")
    return Integers(least, most - least + 1)
