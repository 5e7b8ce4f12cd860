"""The unit of deploy/systemd, started and stopped as systemd does it; only the paths and the port are a test's."""

import configparser
import os
import shlex
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.http import Api, LiveService, api_client
from tests.support.running import ROOT, is_alive

UNIT = ROOT / "deploy" / "systemd" / "ludotheque.service"


def unit() -> configparser.SectionProxy:
    """What the unit says under [Service]."""
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    parser.optionxform = str  # type: ignore[assignment,method-assign]  # names are not to be made small
    parser.read(UNIT)
    return parser["Service"]


class Unit(LiveService):
    """The service with the command and the environment of the unit."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory)
        environment = dict(pair.split("=", 1) for pair in shlex.split(unit()["Environment"]))
        assert environment.pop("DATA_DIR") == f"/var/lib/{unit()['StateDirectory']}"
        self.settings = {"RATE_LIMITS": self.settings["RATE_LIMITS"], **environment}
        self.folder = directory  # systemd starts it in /, never in the source tree
        self.settings["PYTHONPATH"] = str(ROOT)
        self.stop_timeout = float(unit()["TimeoutStopSec"])

    def command(self) -> list[str]:
        program, *arguments = shlex.split(unit()["ExecStart"])
        assert program == "/opt/ludotheque/bin/ludotheque"
        return [sys.executable, "-m", "service", *arguments]

    def send_sigterm(self, *pids: int) -> None:
        """SIGTERM to these, and SIGKILL to all that are left when the launcher has ended or its time is over."""
        pids_before = self.all_pids()
        for pid in pids:
            os.kill(pid, signal.SIGTERM)
        assert self.process is not None
        self.code = self.process.wait(self.stop_timeout)
        self.left = [pid for pid in pids_before if is_alive(pid)]
        self.kill(*self.left)


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Unit]:
    with Unit(tmp_path / "unit") as service:
        yield service


@pytest.fixture
def api(running: Unit) -> Iterator[Api]:
    with api_client(running.url) as client:
        yield client


def test_the_unit_lets_the_launcher_stop_the_rest() -> None:
    assert unit()["KillMode"] == "mixed"
    assert float(unit()["TimeoutStopSec"]) == 45


@pytest.mark.parametrize("mixed", [True, False], ids=["mixed", "control-group"])
def test_stopping_serves_open_requests_and_leaves_no_process(running: Unit, api: Api, mixed: bool) -> None:
    table = api.create()
    version = table.step()["version"]
    waiting: list[int] = []

    def poll() -> None:
        with api_client(running.url) as other:
            tag = other.get(table.path).headers["ETag"]
            response = other.get(table.path, params={"wait": 20}, headers={"If-None-Match": tag})
            waiting.append(response.status_code)

    asking = threading.Thread(target=poll)
    asking.start()
    time.sleep(1)
    running.send_sigterm(*([running.process.pid] if mixed and running.process else running.all_pids()))
    asking.join()
    assert (running.code, running.left) == (0, [])
    assert waiting == [304]
    assert "starting it again" not in running.errors()
    assert "Traceback" not in running.errors()
    running.restart()
    assert table.view()["version"] == version


def test_when_the_time_is_over_everything_is_killed_and_nothing_is_lost(running: Unit, api: Api) -> None:
    table = api.create()
    version = table.step()["version"]
    pids_before = running.all_pids()
    store = running.store_pid()
    for pid in pids_before:
        if pid not in (store, running.process.pid if running.process else 0):
            os.kill(pid, signal.SIGSTOP)  # they will never finish
    assert running.process is not None
    running.process.terminate()
    time.sleep(1)
    assert running.process.poll() is None
    running.kill(*pids_before)
    running.restart()
    assert table.view()["version"] == version
    assert table.step()["version"] == version + 1
