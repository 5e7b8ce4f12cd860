"""Where a game can be broken: which files are its rules, and which parts of them are more than data and words."""

import ast
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from tests.mutants.operators import OPERATORS, Where, called, whole
from tests.mutants.signatures import Function, Signature, signatures
from tests.mutants.source import Mutant, Source

NO_RULES = {"content.py", "advice.py", "plan.py"}
"""Data, and what is good play: neither says what is allowed."""
MOST_NUMBERS = 8
"""A table written down outside a function with more numbers than this is data."""
WORDS = ("Meta", "TypeVar", "NewType")
TYPES_FIRST, TYPES_SECOND = ("cast",), ("isinstance", "issubclass")


def games(root: Path) -> list[str]:
    """The slugs of all games."""
    return sorted(file.parent.name for file in (root / "engines").glob("*/engine.py"))


def files_of(root: Path, slug: str) -> list[str]:
    """The files of a game, and the modules of other packages of engines that it uses."""
    waiting = sorted((root / "engines" / slug).rglob("*.py"))
    found: dict[str, None] = {}
    while waiting:
        file = waiting.pop(0)
        path = file.relative_to(root).as_posix()
        if path not in found and file.name not in NO_RULES:
            found[path] = None
            waiting += borrowed(root, ast.parse(file.read_bytes()), slug)
    return list(found)


def borrowed(root: Path, tree: ast.Module, slug: str) -> Iterator[Path]:
    """The modules this one imports out of packages of engines other than its own."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        for parts in (name.split(".") for name in names):
            file = root.joinpath(*parts).with_suffix(".py")
            if len(parts) > 2 and parts[0] == "engines" and parts[1] != slug and file.exists():
                yield file


def packages(paths: Iterable[str]) -> list[str]:
    """The packages these files are of."""
    return list(dict.fromkeys(path.split("/")[1] for path in paths))


def signatures_for(root: Path, sources: Iterable[Source]) -> dict[str, Signature]:
    """What these files can call of their own, and of what all engines share."""
    shared = (ast.parse(file.read_bytes()) for file in sorted((root / "engines").glob("*.py")))
    return signatures([*shared, *(source.tree for source in sources)])


def mutants(source: Source, known: Mapping[str, Signature]) -> list[Mutant]:
    """Every way to break this file, in the order of its text, none of them twice."""
    found: dict[tuple[int, str, str], Mutant] = {}
    for node, where in reached(source.tree, Where("", None, known)):
        for operator in OPERATORS:
            for edit in operator(source, node, where):
                mutant = source.mutant(where.scope, operator.__name__, edit)
                if mutant.before != mutant.after:
                    found.setdefault((mutant.line, mutant.before, mutant.after), mutant)
    return sorted(found.values(), key=lambda mutant: (mutant.start, mutant.end, mutant.new))


def reached(node: ast.AST, where: Where) -> Iterator[tuple[ast.AST, Where]]:
    """Every node that belongs to the rules, and where it stands."""
    if is_words(node) or (where.function is None and is_data(node)):
        return
    yield node, where
    if isinstance(node, ast.ClassDef | Function):
        scope = f"{where.scope}.{node.name}".lstrip(".")
        where = Where(scope, where.function if isinstance(node, ast.ClassDef) else node, where.known)
    for child in parts(node):
        yield from reached(child, where)


def parts(node: ast.AST) -> Iterable[ast.AST]:
    """What is looked at within a node: no type, no decorator, nothing whose change could not mean anything."""
    if isinstance(node, ast.ClassDef):
        return node.body
    if isinstance(node, Function):
        return [*node.args.defaults, *(value for value in node.args.kw_defaults if value), *node.body]
    if isinstance(node, ast.AnnAssign):
        return [node.value] if node.value is not None else []
    if isinstance(node, ast.Call) and called(node) in TYPES_FIRST:
        return node.args[1:]
    if isinstance(node, ast.Call) and called(node) in TYPES_SECOND:
        return node.args[:1]
    return [] if whole(node) is not None else ast.iter_child_nodes(node)


def is_words(node: ast.AST) -> bool:
    """Texts for people, descriptions of types, imports, and `strict=True`, which only guards against ourselves."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    if isinstance(node, ast.Call):
        return called(node) in WORDS
    if isinstance(node, ast.keyword):
        return node.arg == "strict"
    return isinstance(node, ast.Import | ast.ImportFrom | ast.JoinedStr | ast.Assert)


def is_data(node: ast.AST) -> bool:
    """Outside a function: a type by another name, a name of Python's own, a table of many numbers."""
    if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
        return False
    names = [target.id for target in getattr(node, "targets", []) if isinstance(target, ast.Name)]
    a_type = isinstance(node.value, ast.Subscript) or (
        isinstance(node.value, ast.BinOp) and isinstance(node.value.op, ast.BitOr)
    )
    numbers = sum(isinstance(part, ast.Constant) and type(part.value) is int for part in ast.walk(node.value))
    return a_type or numbers > MOST_NUMBERS or any(name.startswith("__") for name in names)
