"""Long work that lets other requests be served in between."""

import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")
SPELL = 0.02
PAUSE = 0.0001


class Breath:
    """What one request takes whenever it has worked for a spell: the worker serves the others before it goes on."""

    def __init__(self) -> None:
        self._since = time.perf_counter()

    def between(self, steps: Iterable[T]) -> Iterator[T]:
        """The same steps, with a breath between two of them where it is time for one."""
        for step in steps:
            yield step
            if time.perf_counter() - self._since > SPELL:
                time.sleep(PAUSE)  # not 0: gevent would come back here up to 50 times before it looks at its sockets
                self._since = time.perf_counter()
