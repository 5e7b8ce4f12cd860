from collections.abc import Iterator

import pytest

from tests.support.http import LiveService


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    """The real service, one for all tests of this process."""
    with LiveService(tmp_path_factory.mktemp("service")) as running:
        yield running
