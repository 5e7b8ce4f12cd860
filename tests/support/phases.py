"""Tables of every game in every phase: open, being played, finished and abandoned."""

from collections.abc import Iterator
from contextlib import contextmanager

from engines.registry import ENGINES
from tests.support.finished import play_out
from tests.support.http import InProcess, LiveService, Table, in_process

PHASES = ("open", "active", "finished", "abandoned")
FIRST_STEPS = 4


def in_phase(api: InProcess, slug: str, phase: str, number: int) -> Table:
    """A table of this game in this phase; every second one is listed."""
    least, public = ENGINES[slug].players.min, number % 2 == 0
    if phase == "open":
        return api.open(slug, taken=1, free=max(least - 1, 1), public=public)
    table = api.create(slug, public=public)
    play_out(api.app.extensions["tables"], table.id, number, 10_000 if phase == "finished" else FIRST_STEPS)
    if phase != "finished" and table.view()["status"] == "finished":  # some games can be given up in a few steps
        return in_phase(api, slug, phase, number + 1)
    if phase == "abandoned":
        api.delete(table.path, token=table.host)
    return table


def every_phase(api: InProcess, number: int) -> list[Table]:
    """A table of every game in every phase; another number gives other games."""
    return [in_phase(api, slug, phase, number) for slug in ENGINES for phase in PHASES]


@contextmanager
def store_client(service: LiveService) -> Iterator[InProcess]:
    """A client in this process of the store of a running service: what it prepares, the service has too."""
    with in_process(service.store_url()) as api:
        yield api
