"""A source file, and one small change to its text."""

import ast
import re
from dataclasses import dataclass
from functools import cached_property

Edit = tuple[int, int, str]
"""From which byte to which byte, and the text that goes there instead."""
Key = tuple[str, str, str, str]


@dataclass(frozen=True)
class Mutant:
    """A way to break a file: the bytes from `start` to `end` become `new`. `before` and `after` are whole lines."""

    path: str
    scope: str
    operator: str
    line: int
    start: int
    end: int
    new: str
    before: str
    after: str

    @property
    def key(self) -> Key:
        """What it is known by in docs/mutants.md: no line number, so that it stays true when lines are added above."""
        return self.path, self.scope, squeezed(self.before), squeezed(self.after)


def squeezed(text: str) -> str:
    """The same lines without the space around them."""
    return "\n".join(line.strip() for line in text.splitlines())


class Source:
    """A file as text, as a syntax tree, and the way from the one to the other."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.data = text.encode()
        self.starts = [0]
        for line in self.data.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.data)

    def start(self, node: ast.AST) -> int:
        return self.starts[node.lineno - 1] + node.col_offset

    def end(self, node: ast.AST) -> int:
        return self.starts[node.end_lineno - 1] + node.end_col_offset

    def text(self, start: int, end: int) -> str:
        return self.data[start:end].decode()

    def of(self, node: ast.AST) -> str:
        return self.text(self.start(node), self.end(node))

    def instead(self, node: ast.AST, new: str) -> Edit:
        return self.start(node), self.end(node), new

    def between(self, left: ast.AST, right: ast.AST, old: str, new: str) -> Edit:
        """Exchange the operator that stands between two nodes."""
        start = self.end(left)
        pattern = r"\s+".join(re.escape(word) for word in old.split())
        found = re.search(pattern.encode(), self.data[start : self.start(right)])
        assert found, f"{self.path}:{left.end_lineno}: no {old}"
        return start + found.start(), start + found.end(), new

    def mutated(self, start: int, end: int, new: str) -> bytes:
        return self.data[:start] + new.encode() + self.data[end:]

    def mutant(self, scope: str, operator: str, edit: Edit) -> Mutant:
        """This edit, with the lines it changes."""
        start, end, new = edit
        first = self.data.rfind(b"\n", 0, start) + 1
        last = self.data.find(b"\n", end)
        old = self.text(first, last).splitlines()
        changed = (self.text(first, start) + new + self.text(end, last)).splitlines()
        line = self.data.count(b"\n", 0, first) + 1
        while old and changed and old[0] == changed[0]:
            old, changed, line = old[1:], changed[1:], line + 1
        while old and changed and old[-1] == changed[-1]:
            old, changed = old[:-1], changed[:-1]
        return Mutant(self.path, scope, operator, line, start, end, new, "\n".join(old), "\n".join(changed))

    def really_changes(self, mutant: Mutant) -> bool:
        """Whether it is still Python, and means something else."""
        try:
            tree = ast.parse(self.mutated(mutant.start, mutant.end, mutant.new))
            compile(tree, self.path, "exec")
        except SyntaxError:
            return False
        return ast.dump(tree) != ast.dump(self.tree)
