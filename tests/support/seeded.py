"""The service with seeds and a secret that never change, for whole games: `python -m tests.support.seeded`."""

import sys

from flask import Flask

from service.http.app import create_app
from service.server.launcher import main
from service.table import tables as house
from service.table.opening import opened

SEED = bytes(range(32))


def app() -> Flask:
    """The app; games that are created with the same key and entropies are dealt the same."""
    house.service_secret = lambda _: SEED
    opened.__kwdefaults__ = {**(opened.__kwdefaults__ or {}), "random": lambda length: SEED[:length]}
    return create_app()


if __name__ == "__main__":
    sys.exit(main("tests.support.seeded:app()"))
