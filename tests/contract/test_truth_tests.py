"""No line of an engine asks whether a seat, or a number that may be None, is true: 0 is one of them like any other.

`numbers_have_no_truth_value` plays games with numbers that fail when they are asked. This reads the code, so it also
finds lines that are seldom reached.
"""

import ast
import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from types import NoneType
from typing import Any, get_type_hints

import msgspec
import pytest

from engines.registry import GAMES
from engines.testing.identities import choices, field_kinds

SEATS = {"seat"}
"""Whatever has this name is a seat."""
ASKING = {"bool", "any", "all", "filter"}


def optional(kind: Any) -> bool:
    return {int, NoneType} <= set(choices(kind))


def modules(slug: str) -> dict[str, Any]:
    """The modules of a game, by file, and those that all engines share."""
    package = f"engines.{slug}"
    found = {name: module for name, module in sys.modules.items() if name.startswith("engines")}
    others = [f"engines.{other}" for other in GAMES if other != slug] + ["engines.testing"]
    return {
        str(module.__file__): module
        for name, module in found.items()
        if module.__file__ and not name.startswith(tuple(others)) and (name.startswith(package) or "." in name)
    }


def optional_names(found: list[Any]) -> tuple[set[str], set[str]]:
    """The fields, and the functions, whose value is an integer or None; no field that is a plain integer elsewhere."""
    fields, counts, functions = set(), set(), set()
    for module in found:
        for value in [value for value in vars(module).values() if getattr(value, "__module__", "") == module.__name__]:
            if inspect.isclass(value) and issubclass(value, msgspec.Struct):
                fields |= {name for name, kind in field_kinds(value).items() if optional(kind)}
                counts |= {name for name, kind in field_kinds(value).items() if kind is int}
            for one in [value, *(vars(value).values() if inspect.isclass(value) else ())]:
                if inspect.isfunction(one) and optional(get_type_hints(one, vars(module)).get("return")):
                    functions.add(one.__name__)
    return (fields - counts) | SEATS, functions


def asked(tree: ast.AST) -> Iterator[ast.expr]:
    """Every expression of which only the truth counts, down to the parts of `and`, `or` and `not`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.If | ast.While | ast.IfExp | ast.Assert):
            yield node.test
        elif isinstance(node, ast.comprehension):
            yield from node.ifs
        elif isinstance(node, ast.BoolOp):
            yield from node.values[:-1]
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield node.operand
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ASKING:
            yield from node.args


def name_of(node: ast.expr) -> str:
    """The last part of a name, or the function that is called."""
    if isinstance(node, ast.NamedExpr):
        return name_of(node.value)
    if isinstance(node, ast.Call):
        return f"{name_of(node.func)}()"
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def truth_tests(source: str, fields: set[str], functions: set[str]) -> list[str]:
    """The lines that ask whether such a number is true."""
    calls, lines = {f"{name}()" for name in functions}, []
    tree = ast.parse(source)
    scopes = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.Lambda)]
    for scope in [tree, *scopes]:
        local = {
            argument.arg for argument in ast.walk(scope) if isinstance(argument, ast.arg) and is_optional(argument)
        }
        for target, value in assignments(scope) if scope is not tree else ():
            if isinstance(target, ast.Name) and name_of(value) in calls | fields:
                local.add(target.id)
        lines += [
            f"{node.lineno}: {ast.unparse(node)}"
            for node in asked(scope)
            if name_of(node) in fields | calls or (isinstance(node, ast.Name) and node.id in local)
        ]
    return sorted(set(lines))


def assignments(scope: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Every name that is assigned to, with the value; of tuples, item by item."""
    for node in ast.walk(scope):
        if isinstance(node, ast.NamedExpr):
            yield node.target, node.value
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                    yield from zip(target.elts, node.value.elts, strict=False)
                else:
                    yield target, node.value


def is_optional(argument: ast.arg) -> bool:
    return argument.annotation is not None and ast.unparse(argument.annotation) == "int | None"


def test_no_line_asks_whether_a_number_is_true(slug: str) -> None:
    files = modules(slug)
    fields, functions = optional_names(list(files.values()))
    assert fields > SEATS
    found = {file: truth_tests(Path(file).read_text(encoding="utf-8"), fields, functions) for file in files}
    assert {file: lines for file, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    "line",
    [
        "if state.owner: pass",
        "x = not seat",
        "x = lay.owner or 1",
        "x = [one for one in them if one.owner]",
        "x = 1 if find() else 2",
        "x = any(bool(seat) and seat > 1 for one in them)",
        "if card: pass",
        "who = find()\n    while who: pass",
        "one, who = 1, find()\n    x = 1 if who else 2",
        "if (who := state.owner): pass",
    ],
)
def test_such_a_line_is_found(line: str) -> None:
    assert truth_tests(f"def f(card: int | None):\n    {line}", {"owner", "seat"}, {"find"})


@pytest.mark.parametrize(
    "line", ["if state.count: pass", "x = state.owner is None", "if find() == 0: pass", "x = seats or 1"]
)
def test_other_lines_are_not(line: str) -> None:
    assert truth_tests(f"def f(card: int | None):\n    {line}", {"owner", "seat"}, {"find"}) == []
