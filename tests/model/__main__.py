"""`python -m tests.model` prints how many states were searched, and the counter-example of each broken rule."""

import sys

from tests.model.cases import BROKEN, LARGE, SMALL
from tests.model.search import explore
from tests.model.world import Rules


def main() -> int:
    print_line("| bounds | states | steps of the longest shortest history | broken |")
    print_line("|---|---|---|---|")
    sound = True
    for name, bounds in {**SMALL, **LARGE}.items():
        result = explore(Rules(), bounds)
        print_line(f"| {name} | {result.states:,} | {result.longest} | {result.broken or 'nothing'} |")
        sound &= not result.broken
    for name, (rules, bounds, _) in BROKEN.items():
        result = explore(rules, bounds)
        print_line(f"\nIf {name}: {result.broken or 'NOTHING BREAKS'}, after {result.states:,} states")
        for number, step in enumerate(result.history, start=1):
            print_line(f"{number:>3}. {step}")
        sound &= bool(result.broken)
    return int(not sound)


def print_line(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
