"""The run itself: first every game whole, then its mutants, on as many copies at once as there are jobs."""

import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from tests.mutants.places import packages
from tests.mutants.sample import Game
from tests.mutants.source import Mutant
from tests.mutants.workshop import Suite, Workshop, paths_of

TAIL = 30
HANGS, LIFELESS = "its hanging, or its sudden end", "its failing to load"


@dataclass(frozen=True)
class Tried:
    """A mutant, and the test that killed it; none for one that survived."""

    mutant: Mutant
    killer: str | None


@dataclass
class Trial:
    """What became of one game. `fault` is told where its tests fail with nothing broken."""

    game: Game
    drawn: Sequence[Mutant]
    suite: Suite
    fault: str = ""
    tried: list[Tried] = field(default_factory=list)


class Run:
    """Copies of the project to try mutants in, and the time there is for it."""

    def __init__(self, root: Path, jobs: int, minutes: float, patience: float, deselected: Sequence[str]) -> None:
        self.root = root
        self.jobs = jobs
        self.patience = patience
        self.deselected = deselected
        self.deadline = time.monotonic() + 60 * minutes
        self.free: SimpleQueue[Workshop] = SimpleQueue()

    @property
    def left(self) -> float:
        """The seconds that are left."""
        return self.deadline - time.monotonic()

    def all(self, games: Sequence[Game], count: int, seed: int) -> list[Trial]:
        """Try a sample of every game's mutants, the games by turns, until all are done or the time is up."""
        trials = [self.trial(game, game.sample(count, seed)) for game in games]
        with tempfile.TemporaryDirectory(prefix="mutants-") as folder, ExitStack() as copies:
            for number in range(self.jobs):
                copy = Workshop(self.root, Path(folder) / f"copy-{number}")
                self.free.put(copies.enter_context(closing(copy)))
            self.each(self.whole, [(trial,) for trial in trials])
            green = [trial for trial in trials if not trial.fault]
            self.each(self.one, by_turns([(trial, mutant) for mutant in trial.drawn] for trial in green))
        sys.stdout.write("\n")
        return trials

    def trial(self, game: Game, drawn: Sequence[Mutant]) -> Trial:
        paths = paths_of(self.root, packages(game.sources))
        return Trial(game, drawn, Suite(game.slug, paths, self.deselected, self.patience))

    def each(self, task: Callable[..., None], arguments: Iterable[tuple[Any, ...]]) -> None:
        """Do this with each of these, every one in a copy that is free."""
        with ThreadPoolExecutor(self.jobs) as pool:
            tasks = [pool.submit(self.in_a_copy, task, *these) for these in arguments]
            try:
                for done in tasks:
                    done.result()
            finally:
                pool.shutdown(wait=True, cancel_futures=True)  # after Ctrl-C, say, those waiting are not begun

    def in_a_copy(self, task: Callable[..., None], *these: Any) -> None:
        if self.left <= 0:
            return
        copy = self.free.get()
        try:
            task(copy, *these)
        finally:
            self.free.put(copy)

    def whole(self, copy: Workshop, trial: Trial) -> None:
        """The tests must pass with nothing broken; this also says how long each of them takes."""
        found = copy.run(trial.suite, self.left)
        if found["code"] == 0:
            trial.suite = replace(trial.suite, known=found["took"])
        elif found["code"] is not None or self.left > 0:
            trial.fault = found["failed"] or "\n".join(copy.log().splitlines()[-TAIL:]) or HANGS

    def one(self, copy: Workshop, trial: Trial, mutant: Mutant) -> None:
        with copy.broken(trial.game.sources[mutant.path], mutant):
            found = copy.run(trial.suite, self.left)
        if found["code"] is None and self.left <= 0:
            return  # it was ended because the time was up, and nothing is known of it
        killer = None if found["code"] == 0 else found["failed"] or (HANGS if found["code"] is None else LIFELESS)
        trial.tried.append(Tried(mutant, killer))
        sys.stdout.write("." if killer else "S")
        sys.stdout.flush()


def by_turns(groups: Iterable[Iterable[Any]]) -> list[Any]:
    """One of each group, then the next of each, and so on."""
    return [one for turn in zip_longest(*groups) for one in turn if one is not None]
