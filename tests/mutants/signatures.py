"""What can be called in an engine, and with what: the fields of structs and the arguments of functions."""

import ast
from collections.abc import Iterable
from dataclasses import dataclass

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Signature:
    """The types of the arguments by name, in order, and those that have a default."""

    types: dict[str, str]
    optional: frozenset[str]


def signatures(trees: Iterable[ast.Module]) -> dict[str, Signature]:
    """Every struct and function by name; names that mean several things are left out."""
    classes: dict[str, ast.ClassDef] = {}
    functions: list[Function] = []
    for node in (node for tree in trees for node in ast.walk(tree)):
        if isinstance(node, ast.ClassDef):
            classes[node.name] = node
        elif isinstance(node, Function):
            functions.append(node)
    found = {name: of_struct(node, classes) for name, node in classes.items()}
    doubtful = set()
    for function in functions:
        signature = of_function(function)
        if found.setdefault(function.name, signature) != signature:
            doubtful.add(function.name)
    return {name: signature for name, signature in found.items() if name not in doubtful}


def of_struct(node: ast.ClassDef, classes: dict[str, ast.ClassDef]) -> Signature:
    """Its own fields after those of what it extends."""
    types: dict[str, str] = {}
    optional: set[str] = set()
    for base in node.bases:
        name = getattr(base.value if isinstance(base, ast.Subscript) else base, "id", "")
        if name in classes and name != node.name:
            inherited = of_struct(classes[name], classes)
            types |= inherited.types
            optional |= inherited.optional
    for part in node.body:
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
            types[part.target.id] = plain(part.annotation)
            optional |= {part.target.id} if part.value is not None else set()
    return Signature({name: kind for name, kind in types.items() if "ClassVar" not in kind}, frozenset(optional))


def of_function(node: Function) -> Signature:
    """Its arguments but for `self`."""
    first, keyed = node.args.args, node.args.kwonlyargs
    types = {part.arg: plain(part.annotation) for part in [*first, *keyed] if part.arg not in ("self", "cls")}
    last = first[len(first) - len(node.args.defaults) :]
    optional = {part.arg for part in last}
    optional |= {part.arg for part, value in zip(keyed, node.args.kw_defaults, strict=True) if value is not None}
    return Signature(types, frozenset(optional))


def plain(annotation: ast.expr | None) -> str:
    """A type without its description."""
    if isinstance(annotation, ast.Subscript) and ast.unparse(annotation.value) == "Annotated":
        return plain(annotation.slice.elts[0])
    return "" if annotation is None else ast.unparse(annotation)
