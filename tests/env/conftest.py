"""These tests run in an environment of their own, without the packages of the service: `make test-env`."""

import pytest

from engines.registry import ENGINES


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that takes a game and a number of seats runs for every game, at the smallest and the largest table."""
    if "seats" in metafunc.fixturenames:
        sizes = {game: {engine.players.min, engine.players.max} for game, engine in ENGINES.items()}
        metafunc.parametrize(("game", "seats"), [(game, seats) for game in sizes for seats in sorted(sizes[game])])
    elif "game" in metafunc.fixturenames:
        metafunc.parametrize("game", list(ENGINES))
