"""The service with fixed seeds and a fixed secret, for whole games: `python -m tests.support.fixed_seeds`."""

import sys

from flask import Flask

from service.http.app import create_app
from service.server.launcher import main
from service.table import transaction
from service.table.transaction import new_table

SEED = bytes(range(32))


def app() -> Flask:
    """The app; games that are created with the same key and entropies are dealt the same."""
    transaction.service_secret = lambda _: SEED
    new_table.__kwdefaults__ = {**(new_table.__kwdefaults__ or {}), "random": lambda length: SEED[:length]}
    return create_app()


if __name__ == "__main__":
    sys.exit(main("tests.support.fixed_seeds:app()"))
