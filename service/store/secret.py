"""The secret of the service: made once, kept in the store, and the same for all who share that store."""

import os

from service.store.connection import StoreConnection, answering

KEY = "service:secret"
LENGTH = 32


def service_secret(link: StoreConnection) -> bytes:
    """The secret; whoever needs it first makes it, and of several who do so at once only one is first."""
    with answering():
        found = link.call("GET", KEY)
        if found is None:
            link.call("SET", KEY, os.urandom(LENGTH), "NX")
            found = link.call("GET", KEY)
    return bytes(found)
