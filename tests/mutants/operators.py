"""What can be done to a node of the syntax tree: each operator gives the edits it knows for it.

What would break at once whatever the tests are (a name never bound, an argument without a default left out) is not
done: it would only make the figures look better.
"""

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tests.mutants.signatures import Function, Signature
from tests.mutants.source import Edit, Source

COMPARISONS = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
}
OPPOSED = (ast.Eq, ast.NotEq, ast.In, ast.NotIn, ast.Is, ast.IsNot)
"""Comparisons whose exchange is their negation already."""
ARITHMETIC = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "+"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "//"),
    ast.BitOr: ("|", "&"),
    ast.BitAnd: ("&", "|"),
}
COUNTERPARTS = {"min": "max", "max": "min", "any": "all", "all": "any"}
EMPTY = {"list": "[]", "dict": "{}", "tuple": "()", "set": "set()", "frozenset": "frozenset()", "Iterator": "iter(())"}
SEQUENCES = (ast.List, ast.Tuple, ast.ListComp, ast.JoinedStr, ast.GeneratorExp)


@dataclass(frozen=True)
class Where:
    """Where a node stands, and what is known of what it may call."""

    scope: str
    function: Function | None
    known: Mapping[str, Signature]


def comparison(source: Source, node: ast.AST, where: Where) -> Iterator[Edit]:
    """`<` for `<=`, `==` for `!=`, `in` for `not in`, `is` for `is not`."""
    if isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        for kind, left, right in zip(node.ops, sides, sides[1:], strict=False):
            yield source.between(left, right, *COMPARISONS[type(kind)])


def junction(source: Source, node: ast.AST, where: Where) -> Iterator[Edit]:
    """`and` for `or`."""
    if isinstance(node, ast.BoolOp):
        old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        for left, right in zip(node.values, node.values[1:], strict=False):
            yield source.between(left, right, old, new)


def negation(source: Source, node: ast.AST, where: Where) -> Iterator[Edit]:
    """`not x` becomes `x`."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield source.instead(node, source.of(node).removeprefix("not").lstrip())


def condition(source: Source, node: ast.AST, where: Where) -> Iterator[Edit]:
    """What `if`, `while`, a filter or a conditional expression asks is turned round."""
    asked = [node.test] if isinstance(node, ast.If | ast.While | ast.IfExp) else getattr(node, "ifs", [])
    for test in asked:
        if not has_a_negation(test):
            yield source.instead(test, f"not ({source.of(test)})")


def has_a_negation(test: ast.AST) -> bool:
    """Whether another operator negates it already."""
    if isinstance(test, ast.Compare):
        return len(test.ops) == 1 and isinstance(test.ops[0], OPPOSED)
    return isinstance(test, ast.Constant) or (isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not))


def arithmetic(source: Source, node: ast.AST, where: Where) -> Iterator[Edit]:
    """`+` for `-`, `*` for `+` and the like, of what may be numbers or sets."""
    if isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC:
        if not is_sequence(node.left) and not is_sequence(node.right):
            yield source.between(node.left, node.right, *ARITHMETIC[type(node.op)])
    elif isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add | ast.Sub) and not is_sequence(node.value):
        old, new = ARITHMETIC[type(node.op)]
        yield source.between(node.target, node.value, f"{old}=", f"{new}=")


def is_sequence(node: ast.AST) -> bool:
    """Whether it is a list or a text, as far as can be seen."""
    if isinstance(node, ast.BinOp):
        return is_sequence(node.left) or is_sequence(node.right)
    if isinstance(node, ast.Call):
        return called(node) in ("list", "tuple", "sorted", "join")
    return isinstance(node, SEQUENCES) or (isinstance(node, ast.Constant) and isinstance(node.value, str | bytes))


def called(node: ast.Call) -> str:
    """The last name of what is called."""
    return getattr(node.func, "attr", None) or getattr(node.func, "id", "")


def number(source: Source, node: ast.AST, where: Where) -> Iterator[Edit]:
    """A whole number becomes one more or one less."""
    value = whole(node)
    if value is not None:
        yield source.instead(node, str(value + 1))
        yield source.instead(node, str(value - 1))


def whole(node: ast.AST) -> int | None:
    """The value of a whole number as it is written, with its sign."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = whole(node.operand)
        return None if inner is None else -inner
    return node.value if isinstance(node, ast.Constant) and type(node.value) is int else None


def truth(source: Source, node: ast.AST, where: Where) -> Iterator[Edit]:
    """`True` for `False`."""
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield source.instead(node, str(not node.value))


def counterpart(source: Source, node: ast.AST, where: Where) -> Iterator[Edit]:
    """`min` for `max`, `any` for `all`."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in COUNTERPARTS:
        yield source.instead(node.func, COUNTERPARTS[node.func.id])


def deletion(source: Source, node: ast.AST, where: Where) -> Iterator[Edit]:
    """A statement is left out: an assignment, a call, a refusal, an early return, what a generator gives."""
    if where.function is None:
        return
    if isinstance(node, ast.Expr):
        gives = isinstance(node.value, ast.Yield | ast.YieldFrom)
        yield source.instead(node, "yield from ()" if gives else "pass")
    elif isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        if node.value is not None and all(bound_without(target, node, where.function) for target in targets):
            yield source.instead(node, "pass")
    elif isinstance(node, ast.Raise | ast.Delete | ast.Break | ast.Continue) or is_bare_return(node):
        yield source.instead(node, "pass")


def is_bare_return(node: ast.AST) -> bool:
    return isinstance(node, ast.Return) and node.value is None


def bound_without(target: ast.AST, statement: ast.AST, function: Function) -> bool:
    """Whether this target means something without the statement: it is a part of something, or was bound before."""
    if isinstance(target, ast.Tuple | ast.List):
        return all(bound_without(part, statement, function) for part in target.elts)
    if not isinstance(target, ast.Name):
        return not isinstance(target, ast.Starred)
    arguments = {node.arg for node in ast.walk(function.args) if isinstance(node, ast.arg)}
    return target.id in arguments or any(
        isinstance(node, ast.Name) and node.id == target.id and node.lineno < statement.lineno
        for node in ast.walk(function)
        if isinstance(getattr(node, "ctx", None), ast.Store)
    )


def one_of_several(source: Source, node: ast.AST, where: Where) -> Iterator[Edit]:
    """`a.x, b.y = 1, 2` becomes `b.y = 2`, and `a.x = b.y = 1` becomes `b.y = 1`."""
    if not isinstance(node, ast.Assign) or where.function is None:
        return
    for target in node.targets if len(node.targets) > 1 else ():
        if bound_without(target, node, where.function):
            kept = [source.of(other) for other in node.targets if other is not target]
            yield source.instead(node, " = ".join([*kept, source.of(node.value)]))
    pair = node.targets[0], node.value
    if len(node.targets) == 1 and all(isinstance(side, ast.Tuple) for side in pair):
        targets, values = (side.elts for side in pair)
        for place, target in enumerate(targets):
            if len(targets) == len(values) > 1 and bound_without(target, node, where.function):
                left = (", ".join(without(source, side, place)) for side in (targets, values))
                yield source.instead(node, " = ".join(left))


def without(source: Source, nodes: Sequence[ast.AST], place: int) -> list[str]:
    return [source.of(node) for number, node in enumerate(nodes) if number != place]


def result(source: Source, node: ast.AST, where: Where) -> Iterator[Edit]:
    """Another value is returned, of the type the function promises: nothing, an empty list, one more, the opposite."""
    if not isinstance(node, ast.Return) or node.value is None or where.function is None or not where.function.returns:
        return
    promised, value = ast.unparse(where.function.returns), source.of(node.value)
    fixed = isinstance(node.value, ast.Constant)
    if re.search(r"\| None$", promised):
        others = ["None"]
    elif promised == "bool":
        others = [] if has_a_negation(node.value) else [f"not ({value})"]
    elif promised == "int":
        others = [] if fixed else [f"({value}) + 1"]
    elif promised.startswith("tuple[") and not promised.endswith("...]"):
        others = []
    else:
        others = [EMPTY[kind] for kind in re.findall(r"^\w+", promised) if kind in EMPTY]
    yield from (source.instead(node.value, other) for other in others)


def item(source: Source, node: ast.AST, where: Where) -> Iterator[Edit]:
    """One is left out of a list, a set, a dict, or a tuple that something is looked up in."""
    if where.function is None:
        return
    if isinstance(node, ast.List | ast.Set) and not isinstance(getattr(node, "ctx", None), ast.Store):
        yield from left_out(source, [(source.start(part), source.end(part)) for part in node.elts])
    elif isinstance(node, ast.Dict):
        firsts = [source.start(key) if key else stars(source, value) for key, value in zip(node.keys, node.values)]  # noqa: B905
        yield from left_out(source, list(zip(firsts, map(source.end, node.values), strict=True)))
    elif isinstance(node, ast.Compare) and isinstance(node.ops[-1], ast.In | ast.NotIn):
        looked_up = node.comparators[-1]
        for place in range(len(looked_up.elts)) if isinstance(looked_up, ast.Tuple) else ():
            kept = "".join(f"{text}, " for text in without(source, looked_up.elts, place))
            yield source.instead(looked_up, f"({kept.rstrip()})")


def stars(source: Source, value: ast.AST) -> int:
    """Where the `**` before a value begins."""
    return source.data.rindex(b"**", 0, source.start(value))


def left_out(source: Source, spans: Sequence[tuple[int, int]]) -> Iterator[Edit]:
    """Each of these parts taken away, with the comma that belongs to it."""
    for place, (start, end) in enumerate(spans):
        if place + 1 < len(spans):
            yield start, spans[place + 1][0], ""
        else:
            yield (spans[place - 1][1] if place else start), end, ""


def argument(source: Source, node: ast.AST, where: Where) -> Iterator[Edit]:
    """A named argument that has a default is left out."""
    if isinstance(node, ast.Call) and called(node) in where.known:
        parts = [*node.args, *node.keywords]
        spans = [(source.start(part), source.end(part)) for part in parts]
        for part, edit in zip(parts, left_out(source, spans), strict=True):
            if getattr(part, "arg", None) in where.known[called(node)].optional:
                yield edit


def exchange(source: Source, node: ast.AST, where: Where) -> Iterator[Edit]:
    """Two arguments of the same type change places."""
    if not isinstance(node, ast.Call) or called(node) not in where.known or has_stars(node):
        return
    types = where.known[called(node)].types
    latest: dict[str, ast.expr] = {}
    given = [*zip(types, node.args, strict=False), *((part.arg, part.value) for part in node.keywords)]
    for kind, value in ((types.get(name, ""), value) for name, value in given):
        one, latest[kind] = latest.get(kind), value
        if kind and one is not None:
            between = source.text(source.end(one), source.start(value))
            yield source.start(one), source.end(value), source.of(value) + between + source.of(one)


def has_stars(node: ast.Call) -> bool:
    """Whether it cannot be seen which argument is which."""
    return any(isinstance(part, ast.Starred) for part in node.args) or any(part.arg is None for part in node.keywords)


def jump(source: Source, node: ast.AST, where: Where) -> Iterator[Edit]:
    """`break` for `continue`."""
    if isinstance(node, ast.Break | ast.Continue):
        yield source.instead(node, "continue" if isinstance(node, ast.Break) else "break")


OPERATORS: tuple[Callable[[Source, ast.AST, Where], Iterator[Edit]], ...] = (
    comparison,
    junction,
    negation,
    condition,
    arithmetic,
    number,
    truth,
    counterpart,
    deletion,
    one_of_several,
    result,
    item,
    argument,
    exchange,
    jump,
)
