from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.tiny import Serve, Service


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Makes services, by default on one data directory, and leaves none of their processes behind."""
    made: list[Service] = []

    def make(data_dir: Path = tmp_path / "data", **settings: str) -> Service:
        log = tmp_path / f"launcher-{len(made)}.log"
        made.append(Service("tests.faults.tiny_app", data_dir, log, **settings))
        return made[-1]

    yield make
    for service in made:
        service.close()
