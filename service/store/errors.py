"""What callers learn when the store fails: `Unavailable` and its subclasses, in place of the errors of redis-py."""

import redis


class Unavailable(Exception):  # noqa: N818  (a state of the store, shown to clients as 503)
    """The store did not respond. Whether the commit was applied may be unknown; a repeat is never applied twice."""

    detail = ""
    """What the error response says; "" where no more is known than that the store does not respond."""
    kind = "connection"
    log_event = "store_unavailable"
    retry_after = 1
    """Seconds after which a client may try again."""


class Full(Unavailable):
    """The store has no memory left for this. Nothing was applied."""

    detail = "The store is full, so this cannot be stored now. Nothing has changed."
    kind = "full"
    log_event = "store_full"
    retry_after = 30


class ReadOnly(Unavailable):
    """The store takes no writes: it is a replica now, or cannot write its file. Nothing was applied."""

    detail = "The store takes no writes now. Nothing has changed."
    kind = "read_only"


class TooFewReplicas(Unavailable):
    """Fewer replicas than required have the write, so it may be lost if the master fails."""

    detail = (
        "Too few replicas of the store have this, so it is not certain yet. Send it again with the same "
        "`Idempotency-Key`: it is never applied twice."
    )
    kind = "replicas"


def unavailable_class(error: redis.RedisError) -> type[Unavailable]:
    """The class of Unavailable that an error of redis-py becomes."""
    # Before version 7, Redis quotes the error of a command in a script inside another error.
    text = str(error)
    if isinstance(error, redis.exceptions.OutOfMemoryError) or "-OOM " in text:
        return Full
    if isinstance(error, redis.ReadOnlyError) or "-READONLY " in text or "MISCONF " in text:
        return ReadOnly
    return TooFewReplicas if "NOREPLICAS " in text else Unavailable
