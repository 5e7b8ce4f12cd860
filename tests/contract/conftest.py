import pytest

from engines.registry import ENGINES


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every contract test runs for every registered game."""
    if "slug" in metafunc.fixturenames:
        metafunc.parametrize("slug", sorted(ENGINES))
