"""Whether this process has been told to stop: it finishes what it has and takes nothing new."""

from collections.abc import Callable

_begun = False
_listeners: list[Callable[[], None]] = []


def begin() -> None:
    """Lease that this process is stopping: it is no longer ready, and the listeners are told, so that streams end."""
    global _begun
    if not _begun:
        _begun = True
        for listener in _listeners:
            listener()


def begun() -> bool:
    """Whether this process has been told to stop."""
    return _begun


def on_begin(listener: Callable[[], None]) -> None:
    """Call this listener when stopping begins."""
    _listeners.append(listener)
