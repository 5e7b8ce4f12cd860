"""Odd JSON: values that nobody should send, and changes to values that somebody should."""

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

DEEP = re.compile(r'"deep (\d+) (list|object)"')
TEXTS = (
    *(
        "",
        " ",
        "x",
        "null",
        "true",
        "0",
        "-1",
        "3.5",
        "1e9",
        "x" * 61,
        "x" * 5_000,
        "ä" * 300,
        "__proto__",
        "../..",
        "%00",
    ),
    *(
        "\0",
        "\n",
        "\u202e",
        "\u200b",
        "\ufeff",
        "\ud800",
        "\udfff",
        "👩‍👩‍👧",
        "e\u0301",
        "'; --",
        "<b>",
        "{{7*7}}",
        "$ref",
    ),
)
NUMBERS = (0, 1, -1, 2, 9, 10, 2**31, 2**53, 2**63 - 1, 2**63, 2**64 - 1, 2**64, -(2**63), -(2**63) - 1, 10**400)
FRACTIONS = (0.0, -0.0, 0.5, 1.0, 1e-320, 1e308, float("inf"), float("-inf"), float("nan"))
LARGEST = 300_000
DEPTHS = (2, 10, 30, 63, 64, 65, 100, 300, 700, *range(940, 966), 1_000, 3_000, 20_000)
NOISE = (
    b"\xff",
    b"\xc3",
    b"\xed\xa0\x80",
    b"\xef\xbb\xbf",
    b"\0",
    b",",
    b"}",
    b"]",
    b'"',
    b"\\u",
    b"\\",
    b"NaN",
    b"1e999",
    b"//",
)


def odd_value(dice: Random) -> Any:
    """A value of any kind."""
    kind = dice.randrange(8)
    if kind < 3:
        return dice.choice((TEXTS, NUMBERS, FRACTIONS)[kind])
    if kind == 3:
        return f"deep {dice.choice(DEPTHS)} {dice.choice(('list', 'object'))}"
    if kind == 4:
        return [dice.choice(dice.choice((TEXTS, NUMBERS, FRACTIONS)))] * dice.choice((1, 2, 400))
    if kind == 5:
        return {dice.choice(TEXTS): odd_value(dice)}
    return dice.choice((None, True, False, [], {}, [[]], {"type": {}}))


def places(value: Any, pairs: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """Every place in a value: the list or object it is in, and its index or key."""
    if isinstance(value, dict | list):
        for key, inner in list(value.items() if isinstance(value, dict) else enumerate(value)):
            pairs.append((value, key))
            places(inner, pairs)
    return pairs


def with_one_change(value: Any, dice: Random) -> Any:
    """The value with one change somewhere in it."""
    value = json.loads(json.dumps(value))
    spots = places(value, [])
    if not spots or dice.random() < 0.05:
        return odd_value(dice)
    where, key = dice.choice(spots)
    dice.choice(CHANGES)(where, key, dice, spots)
    return value


def _replace(where: Any, key: Any, dice: Random, _: list[tuple[Any, Any]]) -> None:
    where[key] = odd_value(dice)


def _remove(where: Any, key: Any, *_: object) -> None:
    del where[key]


def _wrap(where: Any, key: Any, dice: Random, _: list[tuple[Any, Any]]) -> None:
    where[key] = dice.choice(([where[key]], {"type": where[key]}, [where[key]] * 5, str(where[key])))


def _borrow(where: Any, key: Any, dice: Random, spots: list[tuple[Any, Any]]) -> None:
    other, there = dice.choice(spots)
    where[key] = json.loads(json.dumps(other[there]))


def _add(where: Any, key: Any, dice: Random, _: list[tuple[Any, Any]]) -> None:
    if isinstance(where, dict):
        where[dice.choice((*TEXTS, f"{key} "))] = odd_value(dice)
    else:
        where.insert(dice.randrange(len(where) + 1), odd_value(dice))


def _step(where: Any, key: Any, dice: Random, _: list[tuple[Any, Any]]) -> None:
    if type(where[key]) is int:
        where[key] += dice.choice((-1, 1, 10, 2**32))
    else:
        where[key] = odd_value(dice)


Change = Callable[[Any, Any, Random, list[tuple[Any, Any]]], None]
CHANGES: tuple[Change, ...] = (_replace, _replace, _remove, _wrap, _borrow, _add, _step)


def to_json(value: Any, dice: Random) -> bytes:
    """The value as JSON, now and then with a mistake in writing."""
    text = json.dumps(value)
    if dice.random() < 0.5 and "\\ud" not in text:
        text = json.dumps(value, ensure_ascii=False)
    content = DEEP.sub(_deep, text).encode("utf-8", "surrogatepass")[:LARGEST]
    return spoilt(content, dice) if dice.random() < 0.15 else content


def _deep(match: re.Match[str]) -> str:
    depth = int(match[1])
    return "[" * depth + "]" * depth if match[2] == "list" else '{"a":' * depth + "1" + "}" * depth


def spoilt(content: bytes, dice: Random) -> bytes:
    """These bytes with one change: cut off, doubled, or with noise in them."""
    at, end = sorted((dice.randrange(len(content) + 1), dice.randrange(len(content) + 1)))
    end = min(end, at + 40)
    return dice.choice(
        (
            content[:at],
            content[:at] + content[end:],
            content[:end] + content[at:],
            content[:at] + dice.choice(NOISE) + content[at:],
            content[:at] + bytes([dice.randrange(256)]) + content[at + 1 :],
            content.replace(b"{", b'{"type":1,"type":2,', 1),
        )
    )
