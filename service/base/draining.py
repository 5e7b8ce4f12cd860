"""Whether this process has been told to stop: it finishes what it has and takes nothing new."""

from collections.abc import Callable

_begun = False
_listeners: list[Callable[[], None]] = []


def begin() -> None:
    """From here on this process is not ready any more; whoever holds connections open lets them go."""
    global _begun
    if not _begun:
        _begun = True
        for listener in _listeners:
            listener()


def begun() -> bool:
    """Whether it has been told to stop."""
    return _begun


def on_begin(listener: Callable[[], None]) -> None:
    """Have this called when stopping begins."""
    _listeners.append(listener)
