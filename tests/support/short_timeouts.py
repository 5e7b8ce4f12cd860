"""The service with short timeouts, for tests of what happens after them: `python -m tests.support.short_timeouts`."""

import sys

from flask import Flask

from service.http.app import create_app
from service.live import feed as feeds
from service.live import streams
from service.server import connections
from service.server.launcher import main

KEEP_ALIVE = 0.3
RETRY_MS = (50, 200)
SLOWEST_READER = 1.0


def app() -> Flask:
    """The app with short timeouts."""
    streams.KEEP_ALIVE = KEEP_ALIVE
    streams.RETRY_MS = RETRY_MS
    feeds.POLL_INTERVAL = KEEP_ALIVE
    connections.SLOWEST_READER = SLOWEST_READER
    return create_app()


if __name__ == "__main__":
    sys.exit(main("tests.support.short_timeouts:app()"))
