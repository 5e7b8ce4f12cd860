"""Break the engines and see which tests notice: `python -m tools.mutants [slug ...]`, `make mutants`."""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, islice, zip_longest
from pathlib import Path
from queue import SimpleQueue
from random import Random

from tools.mutants.mutations import Module, Mutation

ROOT = Path(__file__).parents[2]
NO_RULES = {"content.py", "heuristic.py", "plan.py"}
"""Data, and what is good play: neither says what is legal."""
OTHER_TESTS = ("test_adding_a_game.py",)
"""Contract tests that do not look at one engine."""
GOAL = 95
"""The percentage of a game's mutants that must be killed."""
SLACK, TIMES = 60, 20
"""A test run may take this many seconds, and this many times as long as with nothing broken."""
PYTEST = (sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "--tb=no", "-p", "no:cacheprovider")
PLUGINS = ("-p", "xdist.plugin", "-p", "_hypothesis_pytestplugin", "-p", "tools.mutants.pytest_profile")
"""Only those that are needed: every run loads them."""
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)
ENTRY = re.compile(r"^```diff\n(--- .*?)\n```$", re.MULTILINE | re.DOTALL)


class Game:
    """A game's modules, its sample of mutations, and the fate of each."""

    def __init__(self, root: Path, slug: str, count: int, seed: int) -> None:
        self.root, self.slug = root, slug
        paths = [path for path in sorted((root / "engines" / slug).rglob("*.py")) if path.name not in NO_RULES]
        paths += shared_modules(root, paths)
        names = [path.relative_to(root).as_posix() for path in paths]
        self.modules = {name: Module(name, (root / name).read_bytes()) for name in names}
        self.mutations = [mutation for module in self.modules.values() for mutation in module.mutations()]
        shuffled = Random(f"{seed} {slug}").sample(self.mutations, len(self.mutations))  # noqa: S311  (no secret)
        compiling = (mutation for mutation in shuffled if self.modules[mutation.path].compiles(mutation))
        self.sample = list(islice(compiling, count))
        self.killers: dict[Mutation, str] = {}
        self.seconds = 0.0
        self.error = ""

    def suites(self) -> list[list[str]]:
        """The arguments of each run of pytest: the game's own tests, which are quicker, and its contract tests."""
        packages = dict.fromkeys(name.split("/")[1] for name in self.modules)
        tests = [f"tests/games/{name}" for name in packages if (self.root / "tests" / "games" / name).exists()]
        ignored = [f"--ignore=tests/contract/{name}" for name in OTHER_TESTS]
        return [tests, ["tests/contract", "-k", self.slug, *ignored]]


def shared_modules(root: Path, paths: Sequence[Path]) -> list[Path]:
    """The modules of shared packages, such as engines/shared_tomb, that these files import."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in paths)
    names = dict.fromkeys(re.findall(r"^from engines\.(shared_\w+)\.(\w+) import", text, re.MULTILINE))
    return [root / "engines" / package / f"{module}.py" for package, module in names]


class Copies:
    """Copies of the project, one for each job, in which the tests are run."""

    def __init__(self, root: Path, folder: Path, jobs: int) -> None:
        self.free: SimpleQueue[Path] = SimpleQueue()
        for number in range(jobs):
            ignore = shutil.ignore_patterns("__pycache__", "node_modules", ".*", "data")
            shutil.copytree(root, copy := folder / str(number), ignore=ignore)
            self.free.put(copy)

    def baseline(self, game: Game) -> None:
        """The tests must pass with nothing broken; this also measures how long they take."""
        copy, start = self.free.get(), time.monotonic()
        game.error = failure(copy, game, 900.0) or ""
        game.seconds = time.monotonic() - start
        self.free.put(copy)

    def test(self, game: Game, mutation: Mutation) -> None:
        """Break a copy, run the tests, and mend it."""
        copy = self.free.get()
        file, module = copy / mutation.path, game.modules[mutation.path]
        times = file.stat().st_atime, file.stat().st_mtime
        file.write_bytes(module.apply(mutation))
        os.utime(file, (times[0], time.time() + 3600))  # so that Python does not use the byte code of the original
        try:
            game.killers[mutation] = failure(copy, game, SLACK + TIMES * game.seconds) or ""
        finally:
            file.write_bytes(module.data)
            os.utime(file, times)
            self.free.put(copy)
        sys.stdout.write("." if game.killers[mutation] else "S")
        sys.stdout.flush()


def failure(copy: Path, game: Game, seconds: float) -> str | None:
    """The first test that fails in a copy, or why none could be run; None if all pass."""
    env = {**os.environ, "PYTHONHASHSEED": "0", "PYTEST_ADDOPTS": "", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    if game.seconds:
        env["PYTHONDONTWRITEBYTECODE"] = "1"  # only the baseline's byte code is that of the originals
    for suite in game.suites():
        command = [*PYTEST, *PLUGINS, "--hypothesis-profile=mutants", *suite]
        try:
            done = subprocess.run(command, cwd=copy, env=env, capture_output=True, text=True, timeout=seconds)
        except subprocess.TimeoutExpired:
            return f"a timeout of {seconds:.0f} s"
        if done.returncode:
            first = FAILED.search(done.stdout)
            return first[1] if first else (done.stdout + done.stderr)[-2000:] or f"exit status {done.returncode}"
    return None


def accepted_mutants(root: Path) -> set[str]:
    """The survivors that docs/mutants.md lists."""
    page = (root / "docs" / "mutants.md").read_text(encoding="utf-8")
    return set(ENTRY.findall(page.partition("\n## Survivors that do not matter\n")[2]))


def report(game: Game, entries: set[str], verbose: bool) -> tuple[bool, str]:
    """Print the survivors of a game; whether enough mutants were killed and every survivor is listed, and a row."""
    by_fate: dict[str, list[Mutation]] = defaultdict(list)
    for mutation, killer in sorted(game.killers.items(), key=lambda item: item[0].key):
        fate = "killed" if killer else "listed" if mutation.key in entries else "survived"
        by_fate[fate].append(mutation)
        refuted = killer and mutation.key in entries
        if verbose or refuted or not killer:
            note = f"killed by {killer}" + (", but listed: take it off the page" if refuted else "") if killer else fate
            sys.stdout.write(f"{mutation.path}:{mutation.line}\n{mutation.key}\n{note}\n\n")
    if game.error:
        sys.stdout.write(f"{game.slug}: the tests fail with nothing broken: {game.error}\n\n")
    elif len(game.killers) < len(game.sample):
        sys.stdout.write(f"{game.slug}: time was up after {len(game.killers)} of {len(game.sample)}\n\n")
    tried, killed = len(game.killers), len(by_fate["killed"])
    share = 100 * killed / tried if tried else 0.0
    cells = (tried, killed, len(by_fate["survived"]), len(by_fate["listed"]), f"{share:.1f} %")
    row = f"{game.slug:<18}" + "".join(f"{cell:>10}" for cell in cells)
    return not game.error and share >= GOAL and not by_fate["survived"], row


def run(root: Path, games: Sequence[Game], jobs: int, minutes: float) -> None:
    """Test all samples, the games in turn, until all are done or the time is up."""
    deadline = time.monotonic() + 60 * minutes
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder, ThreadPoolExecutor(jobs) as pool:
        copies = Copies(root, Path(folder), jobs)
        list(pool.map(copies.baseline, games))
        tasks = [[(game, mutation) for mutation in game.sample] for game in games if not game.error]

        def test(task: tuple[Game, Mutation] | None) -> None:
            if task is not None and time.monotonic() < deadline:
                copies.test(*task)

        list(pool.map(test, chain.from_iterable(zip_longest(*tasks))))
    sys.stdout.write("\n")


def main(arguments: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """0 if of every game enough mutants were killed and every survivor is listed, else 1."""
    slugs = sorted(file.parent.name for file in (root / "engines").glob("*/engine.py"))
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description="Break the engines: who notices?")
    parser.add_argument("slugs", nargs="*", metavar="slug", help=f"which games (all): {', '.join(slugs)}")
    parser.add_argument("--seed", type=int, default=1, help="which sample (1)")
    parser.add_argument("--count", type=int, default=60, help="how many mutants a game (60)")
    parser.add_argument("--jobs", type=int, default=2, help="how many at once (2)")
    parser.add_argument("--minutes", type=float, default=20, help="stop after this long (20)")
    parser.add_argument("--verbose", action="store_true", help="print each mutant with the test that killed it")
    options = parser.parse_args(arguments)
    if unknown := set(options.slugs) - set(slugs):
        parser.error(f"there is no game {', '.join(sorted(unknown))}, only {', '.join(slugs)}")
    start = time.monotonic()
    games = [Game(root, slug, options.count, options.seed) for slug in options.slugs or slugs]
    run(root, games, options.jobs, options.minutes)
    entries = accepted_mutants(root)
    results = [report(game, entries, options.verbose) for game in games]
    head = f"{'':<18}" + "".join(f"{name:>10}" for name in ("tried", "killed", "survived", "listed", "killed %"))
    sys.stdout.write("\n".join([head, *(row for _, row in results), ""]))
    sys.stdout.write(f"seed {options.seed}, {(time.monotonic() - start) / 60:.1f} minutes\n")
    return 0 if all(passed for passed, _ in results) else 1


if __name__ == "__main__":
    sys.exit(main())
