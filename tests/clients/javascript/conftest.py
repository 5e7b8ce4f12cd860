from collections.abc import Iterator

import pytest

from engines.registry import ENGINES
from tests.support.http import Api, LiveService, calling


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that takes a slug runs for every registered game."""
    if "slug" in metafunc.fixturenames:
        metafunc.parametrize("slug", sorted(ENGINES))


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    """The real service with bots that think little, one for all tests of this process."""
    with LiveService(tmp_path_factory.mktemp("service"), BOTS="1", BOT_SECONDS="0.02") as running:
        yield running


@pytest.fixture
def api(service: LiveService) -> Iterator[Api]:
    """A client of the real service that is not the one under test."""
    with calling(service.url) as one:
        yield one
