"""Whether this process has been told to stop: it finishes what it has and takes nothing new."""

_begun = False


def begin() -> None:
    """From here on this process is not ready any more."""
    global _begun
    _begun = True


def begun() -> bool:
    """Whether it has been told to stop."""
    return _begun
