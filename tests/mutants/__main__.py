"""Break the engines and see who notices: `python -m tests.mutants [slug ...]`; docs/mutants.md tells more."""

import argparse
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from tests.mutants.page import listed
from tests.mutants.places import games
from tests.mutants.report import Report, text
from tests.mutants.run import Run
from tests.mutants.sample import Game

ROOT = Path(__file__).parents[2]


def arguments(words: Sequence[str] | None, known: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutants", description="Break the engines and see who notices."
    )
    parser.add_argument("slugs", nargs="*", metavar="slug", help=f"which games (all): {', '.join(known)}")
    parser.add_argument("--seed", type=int, default=1, help="which sample (1)")
    parser.add_argument("--count", type=int, default=60, help="how many mutants a game (60)")
    parser.add_argument("--jobs", type=int, default=2, help="how many at once (2)")
    parser.add_argument("--minutes", type=float, default=20, help="stop after this long (20)")
    parser.add_argument("--patience", type=float, default=5, help="seconds before a test hangs (5)")
    parser.add_argument("--deselect", action="append", default=[], metavar="TEST", help="leave this test out")
    parser.add_argument("--verbose", action="store_true", help="say of each mutant which test killed it")
    given = parser.parse_args(words)
    if unknown := set(given.slugs) - set(known):
        parser.error(f"there is no game {', '.join(sorted(unknown))}, only {', '.join(known)}")
    return given


def main(words: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """0 if in every game enough mutants were killed and every survivor is listed, else 1."""
    given, start = arguments(words, games(root)), time.monotonic()
    run = Run(root, given.jobs, given.minutes, given.patience, given.deselect)
    chosen = [Game(root, slug) for slug in given.slugs or games(root)]
    entries = listed(root)
    reports = [Report(trial, entries) for trial in run.all(chosen, given.count, given.seed)]
    sys.stdout.write(text(reports, given.verbose))
    sys.stdout.write(f"seed {given.seed}, {(time.monotonic() - start) / 60:.1f} minutes\n")
    return 0 if all(report.good for report in reports) else 1


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("told to end"))  # and the copies are removed
    sys.exit(main())
