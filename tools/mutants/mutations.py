"""Mutations: small changes to the source of an engine, each of which some test should notice.

A change that fails whatever the tests are, such as deleting the only assignment of a name, is not made.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

OPERATORS: dict[type[ast.AST], tuple[str, str]] = {
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
    ast.And: ("and", "or"),
    ast.Or: ("or", "and"),
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "+"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "//"),
}
NEGATED = (ast.Eq, ast.NotEq, ast.In, ast.NotIn, ast.Is, ast.IsNot)
"""Comparisons whose swapped operator is their negation already."""
COUNTERPARTS = {"min": "max", "max": "min", "any": "all", "all": "any"}
EMPTY = {"list": "[]", "dict": "{}", "tuple": "()", "set": "set()", "frozenset": "frozenset()", "Iterator": "iter(())"}
DESCRIPTIONS = ("Meta", "TypeVar", "NewType", "cast", "isinstance")
"""Calls about types: a change in them is noticed by mypy or by nobody."""
MOST_NUMBERS = 8
"""A constant outside a function with more numbers than this is data."""
Edit = tuple[int, int, str]
"""The bytes from the first to the second offset are replaced by the text."""


@dataclass(frozen=True)
class Mutation:
    """An edit of a file; `before` and `after` are the whole lines that it changes."""

    path: str
    scope: str
    line: int
    edit: Edit
    before: str
    after: str

    @property
    def key(self) -> str:
        """How docs/mutants.md lists it: without its line number, so that it stays true when lines are added above."""
        head = f"--- {self.path}" + (f": {self.scope}" if self.scope else "")
        removed = [f"-{line}" for line in self.before.splitlines()]
        return "\n".join([head, *removed, *(f"+{line}" for line in self.after.splitlines())])


class Module:
    """The source of one file and its mutations."""

    def __init__(self, path: str, data: bytes) -> None:
        self.path, self.data, self.tree = path, data, ast.parse(data)
        self.starts = [0]
        for line in data.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def mutations(self) -> list[Mutation]:
        """All mutations in the order of the text, each once; some of them may not compile."""
        unique: dict[str, Mutation] = {}
        for node, scope, function in self.nodes(self.tree, "", None):
            for edit in self.edits(node, function):
                mutation = self.mutation(scope, edit)
                unique.setdefault(f"{mutation.line} {mutation.key}", mutation)
        return sorted(unique.values(), key=lambda mutation: mutation.edit)

    def apply(self, mutation: Mutation) -> bytes:
        """The source with this mutation."""
        start, end, text = mutation.edit
        return self.data[:start] + text.encode() + self.data[end:]

    def compiles(self, mutation: Mutation) -> bool:
        """Whether it is still Python, and means something else."""
        try:
            return ast.dump(ast.parse(self.apply(mutation))) != ast.dump(self.tree)
        except SyntaxError:
            return False

    def mutation(self, scope: str, edit: Edit) -> Mutation:
        """An edit with the lines that it changes."""
        start, end, text = edit
        first, last = self.data.rfind(b"\n", 0, start) + 1, self.data.find(b"\n", end)
        before = self.data[first:last].decode()
        after = self.data[first:start].decode() + text + self.data[end:last].decode()
        return Mutation(self.path, scope, self.data.count(b"\n", 0, first) + 1, edit, before, after)

    def nodes(
        self, node: ast.AST, scope: str, function: ast.FunctionDef | None
    ) -> Iterator[tuple[ast.AST, str, ast.FunctionDef | None]]:
        """Every node that belongs to the rules, with its scope and function: no texts, types, decorators or data."""
        if is_description(node) or (function is None and is_data(node)):
            return
        yield node, scope, function
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            scope = f"{scope}.{node.name}".lstrip(".")
        if isinstance(node, ast.FunctionDef):
            function = node
        for child in children(node):
            yield from self.nodes(child, scope, function)

    def edits(self, node: ast.AST, function: ast.FunctionDef | None) -> Iterator[Edit]:
        """All edits of one node."""
        yield from self.operator_edits(node)
        yield from self.value_edits(node)
        tests = [node.test] if isinstance(node, ast.If | ast.While | ast.IfExp) else getattr(node, "ifs", [])
        for test in tests:
            if not is_negated(test):
                yield self.replace(test, f"not ({self.source(test)})")
        if function is not None and isinstance(node, ast.stmt):
            yield from self.statement_edits(node, function)

    def operator_edits(self, node: ast.AST) -> Iterator[Edit]:
        """Another operator, or none."""
        match node:
            case ast.Compare(left=left, ops=kinds, comparators=others):
                yield from self.swaps([left, *others], kinds)
            case ast.BoolOp(op=kind, values=values):
                yield from self.swaps(values, [kind] * (len(values) - 1))
            case ast.BinOp(left=left, op=kind, right=right) if not (is_sequence(left) or is_sequence(right)):
                yield from self.swaps([left, right], [kind])
            case ast.AugAssign(target=target, op=kind, value=value) if not is_sequence(value):
                yield from self.swaps([target, value], [kind], "=")
            case ast.UnaryOp(op=ast.Not()):
                yield self.replace(node, self.source(node.operand))

    def value_edits(self, node: ast.AST) -> Iterator[Edit]:
        """Another number, the other truth value, `min` for `max`."""
        match node:
            case ast.Constant(value=bool(value)):
                yield self.replace(node, str(not value))
            case ast.Call(func=ast.Name(id=name) as called) if name in COUNTERPARTS:
                yield self.replace(called, COUNTERPARTS[name])
            case _:
                if (number := integer(node)) is not None:
                    yield from (self.replace(node, str(other)) for other in (number + 1, number - 1))

    def swaps(self, sides: list[ast.expr], kinds: Iterable[ast.AST], suffix: str = "") -> Iterator[Edit]:
        """Another operator between each side and the next."""
        for left, right, kind in zip(sides, sides[1:], kinds, strict=False):
            if type(kind) in OPERATORS:
                old, new = OPERATORS[type(kind)]
                start = self.span(left)[1]
                pattern = r"\s+".join(map(re.escape, old.split())) + suffix
                if operator := re.search(pattern.encode(), self.data[start : self.span(right)[0]]):
                    yield start + operator.start(), start + operator.end(), new + suffix

    def other_results(self, value: ast.expr, returns: ast.expr) -> list[str]:
        """Other values of the type that the function returns: none, empty, one more, the opposite."""
        declared, source = ast.unparse(returns), self.source(value)
        if declared.endswith("| None"):
            return ["None"]
        if declared == "bool":
            return [] if is_negated(value) else [f"not ({source})"]
        if declared == "int":
            return [] if isinstance(value, ast.Constant) else [f"({source}) + 1"]
        if declared.startswith("tuple[") and not declared.endswith("...]"):
            return []
        kind = re.match(r"\w+", declared)
        return [EMPTY[kind[0]]] if kind and kind[0] in EMPTY else []

    def statement_edits(self, node: ast.stmt, function: ast.FunctionDef) -> Iterator[Edit]:
        """Without the statement where that is possible; another result; `break` for `continue`."""
        if isinstance(node, ast.Return) and node.value is not None and function.returns is not None:
            for other in self.other_results(node.value, function.returns):
                yield self.replace(node.value, other)
        if isinstance(node, ast.Break | ast.Continue):
            yield self.replace(node, "continue" if isinstance(node, ast.Break) else "break")
        match node:
            case ast.Expr(value=ast.Yield() | ast.YieldFrom()):
                yield self.replace(node, "yield from ()")
            case ast.Expr() | ast.Raise() | ast.Delete() | ast.Break() | ast.Continue() | ast.Return(value=None):
                yield self.replace(node, "pass")
            case ast.Assign(targets=targets) if all(is_bound(target, node, function) for target in targets):
                yield self.replace(node, "pass")
            case ast.AugAssign(target=target) if is_bound(target, node, function):
                yield self.replace(node, "pass")

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        """The offsets of its first byte and behind its last."""
        end = self.starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
        return self.starts[node.lineno - 1] + node.col_offset, end

    def source(self, node: ast.expr) -> str:
        """The text of a node."""
        start, end = self.span(node)
        return self.data[start:end].decode()

    def replace(self, node: ast.AST, text: str) -> Edit:
        """The edit that puts this text in place of a node."""
        assert isinstance(node, ast.expr | ast.stmt)  # noqa: S101  (others have no position)
        return *self.span(node), text


def children(node: ast.AST) -> Iterable[ast.AST]:
    """The parts of a node that may be mutated: no annotations, no decorators."""
    if isinstance(node, ast.ClassDef):
        return node.body
    if isinstance(node, ast.FunctionDef):
        return [*node.args.defaults, *(value for value in node.args.kw_defaults if value), *node.body]
    if isinstance(node, ast.AnnAssign):
        return [node.value] if node.value is not None else []
    return [] if integer(node) is not None else ast.iter_child_nodes(node)


def is_description(node: ast.AST) -> bool:
    """Texts for people, types, imports, assertions, and `strict=True`."""
    match node:
        case ast.Expr(value=ast.Constant()) | ast.Import() | ast.ImportFrom() | ast.JoinedStr() | ast.Assert():
            return True
        case ast.Call(func=ast.Name(id=name)):
            return name in DESCRIPTIONS
        case ast.keyword(arg=name):
            return name == "strict"
    return False


def is_data(node: ast.AST) -> bool:
    """Outside a function: a type alias, a dunder, or a table of many numbers."""
    if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
        return False
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    is_alias = isinstance(node.value, ast.Subscript | ast.BinOp) and not any(map(is_number, ast.walk(node.value)))
    is_dunder = any(isinstance(target, ast.Name) and target.id.startswith("__") for target in targets)
    return is_alias or is_dunder or sum(map(is_number, ast.walk(node.value))) > MOST_NUMBERS


def is_number(node: ast.AST) -> bool:
    """Whether it is an integer as it is written."""
    return isinstance(node, ast.Constant) and type(node.value) is int


def integer(node: ast.AST) -> int | None:
    """The value of an integer as it is written, with its sign."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        operand = integer(node.operand)
        return None if operand is None else -operand
    return node.value if isinstance(node, ast.Constant) and type(node.value) is int else None


def is_negated(test: ast.expr) -> bool:
    """Whether another edit negates it already."""
    if isinstance(test, ast.Compare):
        return len(test.ops) == 1 and isinstance(test.ops[0], NEGATED)
    return isinstance(test, ast.Constant) or (isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not))


def is_sequence(node: ast.expr) -> bool:
    """Whether it is a list or a text, as far as one can see."""
    if isinstance(node, ast.BinOp):
        return is_sequence(node.left) or is_sequence(node.right)
    if isinstance(node, ast.Call):
        return ast.unparse(node.func).split(".")[-1] in ("list", "tuple", "sorted", "join")
    is_text = isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)
    return is_text or isinstance(node, ast.List | ast.Tuple | ast.ListComp | ast.JoinedStr | ast.GeneratorExp)


def is_bound(target: ast.expr, statement: ast.stmt, function: ast.FunctionDef) -> bool:
    """Whether this target has a value without the statement: it is a part of something, or was assigned before."""
    if isinstance(target, ast.Tuple | ast.List):
        return all(is_bound(part, statement, function) for part in target.elts)
    if not isinstance(target, ast.Name):
        return not isinstance(target, ast.Starred)
    names = [node for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    earlier = {name.id for name in names if name.lineno < statement.lineno}
    return target.id in earlier | {node.arg for node in ast.walk(function.args) if isinstance(node, ast.arg)}
