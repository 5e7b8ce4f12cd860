import signal
from collections.abc import Iterator

import pytest

from engines.registry import ENGINES
from tests.support.front import Front
from tests.support.http import Api, LiveService, Quick, calling

LONGEST = 600


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that takes a slug runs for every registered game."""
    if "slug" in metafunc.fixturenames:
        metafunc.parametrize("slug", sorted(ENGINES))


@pytest.fixture(autouse=True)
def time_limit() -> Iterator[None]:
    """A client that waits for ever fails its test: all that is called here may block."""

    def fail(*_: object) -> None:
        raise TimeoutError("this takes too long")

    signal.signal(signal.SIGALRM, fail)
    signal.alarm(LONGEST)
    yield
    signal.alarm(0)


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    """The real service with fast bots, one for all tests of this process."""
    with LiveService(tmp_path_factory.mktemp("service"), BOTS="1", BOT_SECONDS="0.02") as running:
        yield running


@pytest.fixture
def api(service: LiveService) -> Iterator[Api]:
    """A client of the real service that is not the one under test."""
    with calling(service.url) as one:
        yield one


@pytest.fixture
def front(service: LiveService) -> Iterator[Front]:
    """A proxy before the service that injects faults."""
    with Front(service.port) as one:
        yield one


@pytest.fixture(scope="session")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Quick]:
    """A service whose streams send something every 0.3 seconds."""
    with Quick(tmp_path_factory.mktemp("quick"), BOTS="1", BOT_SECONDS="0.02") as running:
        yield running


@pytest.fixture
def quick_api(quick: Quick) -> Iterator[Api]:
    with calling(quick.url) as one:
        yield one


@pytest.fixture
def quick_front(quick: Quick) -> Iterator[Front]:
    with Front(quick.port) as one:
        yield one
