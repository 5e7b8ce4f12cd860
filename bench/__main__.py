"""Run benchmarks: `python -m bench` the usual ones, `python -m bench engines zoky` one by name with its arguments."""

import ast
import sys
from importlib import import_module
from pathlib import Path

USUAL = ("engines", "actions", "growth", "streams", "memory")
"""What runs when nothing is named; each is a module of this package with a `main(arguments)`."""


def benchmarks():
    """The names of all modules here that define a `main`; read, not imported, as only those that run need that."""
    here = Path(__file__).parent
    files = {file.stem: file for file in here.glob("*.py") if file.stem != "__main__"}
    files |= {file.parent.name: file for file in here.glob("*/__init__.py")}
    return sorted(name for name, file in files.items() if "main" in functions(file))


def functions(file):
    """The functions a file defines."""
    return {node.name for node in ast.parse(file.read_text()).body if isinstance(node, ast.FunctionDef)}


def parse_arguments(arguments, known):
    """The benchmarks to run: each name, with the arguments after it up to the next name."""
    selected = []
    for argument in arguments:
        if argument in known:
            selected.append((argument, []))
        elif selected:
            selected[-1][1].append(argument)
        else:
            raise SystemExit(f"There is no benchmark {argument!r}, only: {', '.join(known)}")
    return selected or [(name, []) for name in USUAL]


def main(arguments):
    for name, own in parse_arguments(arguments, benchmarks()):
        module = import_module(f"bench.{name}")
        print(f"## {name}: {module.__doc__.strip().splitlines()[0]}\n", flush=True)
        module.main(own)
        print(flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
