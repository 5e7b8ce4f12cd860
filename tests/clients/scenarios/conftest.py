import pytest

from tests.clients.runners import Client


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that takes `client` runs in both languages; `any_client` is also Python's client for asyncio."""
    clients = [Client("javascript"), Client("blocking"), Client("asyncio")]
    if "client" in metafunc.fixturenames:
        metafunc.parametrize("client", clients[:2], ids=lambda one: one.name)
    if "any_client" in metafunc.fixturenames:
        metafunc.parametrize("any_client", clients, ids=lambda one: one.name)
