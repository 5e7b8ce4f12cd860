"""What a run has shown, in words."""

from collections.abc import Iterator, Sequence

from tests.mutants.page import Listed, written
from tests.mutants.run import Trial, Tried

GOAL = 95
"""Of a hundred mutants of a game, so many must be killed."""


class Report:
    """One game: how many were killed, who survived, and whether the page about survivors is true."""

    def __init__(self, trial: Trial, entries: Sequence[Listed]) -> None:
        self.trial = trial
        keys = {entry.key for entry in entries}
        ways = {way.key for ways in trial.game.ways.values() for way in ways}
        self.killed = [one for one in trial.tried if one.killer]
        alive = sorted((one for one in trial.tried if not one.killer), key=lambda one: one.mutant.key)
        self.survived = [one for one in alive if one.mutant.key not in keys]
        self.listed = [one for one in alive if one.mutant.key in keys]
        self.refuted = [one for one in self.killed if one.mutant.key in keys]
        self.stale = [entry for entry in entries if entry.path in trial.game.sources and entry.key not in ways]

    @property
    def good(self) -> bool:
        """Enough of those tried were killed, and every other one is listed."""
        tried = len(self.trial.tried)
        return bool(tried) and not self.trial.fault and not self.survived and 100 * len(self.killed) >= GOAL * tried

    def row(self) -> str:
        """The figures."""
        tried, killed = len(self.trial.tried), len(self.killed)
        share = f"{100 * killed / tried:.1f} %" if tried else "-"
        cells = (tried, killed, len(self.survived), len(self.listed), share)
        return f"{self.trial.game.slug:<18}" + "".join(f"{cell:>10}" for cell in cells)

    def lines(self, verbose: bool) -> Iterator[str]:
        """All there is to say besides the figures."""
        slug, tried, drawn = self.trial.game.slug, len(self.trial.tried), len(self.trial.drawn)
        if self.trial.fault:
            yield f"{slug}: the tests fail with nothing broken, so no mutant was tried: {self.trial.fault}\n"
        elif tried < drawn:
            yield f"{slug}: the time was up after {tried} of {drawn}.\n"
        if verbose:
            yield from (f"{told(one)}\nkilled by {one.killer}\n" for one in self.killed)
        yield from (f"{told(one)}\nsurvived\n" for one in self.survived)
        yield from (f"{told(one)}\nsurvived, and is listed\n" for one in self.listed)
        for one in self.refuted:
            yield f"{told(one)}\nis listed, but killed by {one.killer}: take it off the page\n"
        for entry in self.stale:
            yield f"{entry.path}: is listed, but there is no such line to break any more:\n{entry.key[2]}\n"


def told(one: Tried) -> str:
    """Where it is, the operator, and the lines before and after."""
    return f"{one.mutant.path}:{one.mutant.line} ({one.mutant.operator})\n{written(one.mutant)}"


def text(reports: Sequence[Report], verbose: bool = False) -> str:
    """The whole report, the figures last."""
    head = f"{'':<18}" + "".join(f"{name:>10}" for name in ("tried", "killed", "survived", "listed", "killed %"))
    lines = [line for report in reports for line in report.lines(verbose)]
    return "\n".join([*lines, head, *(report.row() for report in reports)]) + "\n"
