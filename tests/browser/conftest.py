"""One browser and one service for all tests of a module."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.visitors import chromium
from tests.support.http import LiveService


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    with LiveService(tmp_path_factory.mktemp("service"), BOTS="1", BOT_SECONDS="0.05", LOG_LEVEL="WARNING") as started:
        yield started
