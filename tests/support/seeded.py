"""The service with seeds that never change, for tests that play whole games: `python -m tests.support.seeded`."""

import sys

from flask import Flask

from service.http.app import create_app
from service.processes.launcher import main
from service.table.opening import opened

SEED = bytes(range(32))


def app() -> Flask:
    """The app; games with the same id and entropies are dealt the same."""
    opened.__kwdefaults__ = {**(opened.__kwdefaults__ or {}), "random": lambda length: SEED[:length]}
    return create_app()


if __name__ == "__main__":
    sys.exit(main("tests.support.seeded:app()"))
