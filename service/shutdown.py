"""Graceful shutdown of this process: it finishes its requests and accepts no new ones."""

from collections.abc import Callable

_shutting_down = False
_listeners: list[Callable[[], None]] = []


def begin() -> None:
    """Begin to shut down: the process is no longer ready, and listeners are called, so that streams end."""
    global _shutting_down
    if not _shutting_down:
        _shutting_down = True
        for listener in _listeners:
            listener()


def is_shutting_down() -> bool:
    """Whether this process is shutting down."""
    return _shutting_down


def on_begin(listener: Callable[[], None]) -> None:
    """Call this listener when the shutdown begins."""
    _listeners.append(listener)
