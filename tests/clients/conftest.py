import signal
from collections.abc import Iterator

import pytest

from engines.registry import ENGINES
from tests.support import bells
from tests.support.fault_proxy import FaultProxy
from tests.support.http import Api, LiveService, ServiceWithShortTimeouts, api_client

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


@pytest.fixture(scope="session")
def newer_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    """A service with a game that openapi.yaml and the clients do not have: it was installed after they were made."""
    folder = tmp_path_factory.mktemp("newer")
    installed = bells.write_distribution(folder / "installed")
    with LiveService(folder, PYTHONPATH=str(installed)) as running:
        yield running


@pytest.fixture
def newer_api(newer_service: LiveService) -> Iterator[Api]:
    with api_client(newer_service.url) as one:
        yield one


@pytest.fixture
def api(service: LiveService) -> Iterator[Api]:
    """A client of the real service that is not the one under test."""
    with api_client(service.url) as one:
        yield one


@pytest.fixture
def proxy(service: LiveService) -> Iterator[FaultProxy]:
    """A proxy before the service that injects faults."""
    with FaultProxy(service.port) as one:
        yield one


@pytest.fixture(scope="session")
def quick_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServiceWithShortTimeouts]:
    """A service whose streams send something every 0.3 seconds."""
    with ServiceWithShortTimeouts(tmp_path_factory.mktemp("quick"), BOTS="1", BOT_SECONDS="0.02") as running:
        yield running


@pytest.fixture
def quick_api(quick_service: ServiceWithShortTimeouts) -> Iterator[Api]:
    with api_client(quick_service.url) as one:
        yield one


@pytest.fixture
def quick_proxy(quick_service: ServiceWithShortTimeouts) -> Iterator[FaultProxy]:
    with FaultProxy(quick_service.port) as one:
        yield one
