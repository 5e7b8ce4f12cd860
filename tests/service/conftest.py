from collections.abc import Iterator

import pytest

from engines.registry import ENGINES
from tests.support.http import Api, InProcess, LiveService, ServiceWithShortTimeouts, api_client, in_process
from tests.support.time import Time
from tests.support.valkey import ValkeyServer


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that takes a slug runs for every registered game."""
    if "slug" in metafunc.fixturenames:
        metafunc.parametrize("slug", sorted(ENGINES))


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    """The real service, one for all tests of this process: launcher, two workers and an embedded store."""
    with LiveService(tmp_path_factory.mktemp("service")) as running:
        yield running


@pytest.fixture
def live(service: LiveService) -> Iterator[Api]:
    """A client of the real service."""
    with api_client(service.url) as api:
        yield api


@pytest.fixture(scope="session")
def server() -> Iterator[ValkeyServer]:
    """A real store, one for all tests of this process."""
    with ValkeyServer() as running:
        yield running


@pytest.fixture
def client(server: ValkeyServer) -> Iterator[InProcess]:
    """A client of an app in this process, for tests that look into the store or count its commands."""
    with in_process(server.url) as api:
        yield api


@pytest.fixture
def now(client: InProcess) -> Time:
    """The time at that app's store. It stands still until it is moved."""
    return Time(client)


@pytest.fixture(scope="session")
def quick_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServiceWithShortTimeouts]:
    """The real service with short timeouts and few places for streams."""
    with ServiceWithShortTimeouts(
        tmp_path_factory.mktemp("quick"), MAX_STREAMS="6", MAX_STREAMS_PER_ADDRESS="5"
    ) as running:
        yield running


@pytest.fixture
def quick_api(quick_service: ServiceWithShortTimeouts) -> Iterator[Api]:
    """A client of the service with short timeouts."""
    with api_client(quick_service.url) as api:
        yield api
