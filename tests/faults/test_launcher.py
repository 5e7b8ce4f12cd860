"""`make run` on real processes: what it starts, what it rejects, and what it keeps when things are killed."""

import fcntl
import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from service.server import embedded_store, valkey_server
from service.server.embedded_store import LOG_NAME, RUNNING_SERVER_FILE
from service.server.store_files import ADVICE
from tests.faults.tiny import SOME, Serve, Service
from tests.support.running import ROOT, is_alive, is_locked, wait_for
from tests.support.valkey import ValkeyServer


def running_server(service: Service) -> dict[str, str | int]:
    content: dict[str, str | int] = json.loads((service.data_dir / RUNNING_SERVER_FILE).read_text())
    return content


def servers_started(service: Service) -> set[int]:
    """The pids of all servers that ever worked on this directory, by their own log."""
    log = (service.data_dir / LOG_NAME).read_text()
    return {int(pid) for pid in re.findall(r"pid=(\d+), just started", log)}


def test_serves_and_stops_leaving_nothing_but_the_data(serve: Serve) -> None:
    service = serve()
    pids = service.start()
    assert service.greeting == (
        f"Ludotheque serves on http://localhost:{service.port} (store: embedded, in {service.data_dir})"
    )
    run_dir = Path(str(running_server(service)["socket"])).parent
    assert sorted(path.name for path in run_dir.iterdir()) == ["metrics", "run.lock", "valkey.sock"]
    assert run_dir.stat().st_mode & 0o077 == 0
    assert service.data_dir.stat().st_mode & 0o077 == 0
    service.write(SOME)
    assert service.stop() == (0, "")
    assert not any(is_alive(pid) for pid in pids)
    assert not run_dir.exists()
    assert not (service.data_dir / RUNNING_SERVER_FILE).exists()
    service.start()
    assert service.missing(SOME) == []
    assert service.stop(signal.SIGINT) == (0, "")


def test_acknowledged_writes_survive_the_death_of_every_process(serve: Serve) -> None:
    service = serve()
    pids = service.start()
    service.write(SOME)
    service.kill(*pids)
    with next((service.data_dir / "appendonlydir").glob("*.incr.aof")).open("ab") as file:
        file.write(b"*3\r\n$3\r\nSET\r\n$4\r\nha")  # the write that was under way, cut off
    run_dir = Path(str(running_server(service)["socket"])).parent
    again = service.start()
    assert service.missing(SOME) == []
    assert again.store != pids.store
    assert not run_dir.exists()


def test_an_orphaned_store_is_stopped_before_another_starts(serve: Serve) -> None:
    service = serve()
    pids = service.start()
    service.write(SOME)
    service.kill(pids.launcher, pids.gunicorn, pids.worker)
    assert is_alive(pids.store)
    assert not is_locked(service.data_dir / "launcher.lock")
    assert is_locked(service.data_dir / "store.lock")
    again = service.start()
    assert not is_alive(pids.store)
    assert servers_started(service) == {pids.store, again.store}
    assert service.missing(SOME) == []
    code, err = service.stop()
    assert (code, err.splitlines()) == (
        0,
        [f"ludotheque: stopping the store that a killed service left behind (process {pids.store})"],
    )


def test_nothing_outlives_a_killed_launcher_into_the_next_run(serve: Serve) -> None:
    """Gunicorn ends by itself, in time for the port; the store is found by its socket if its pid is not known yet."""
    service = serve()
    pids = service.start()
    service.write(SOME)
    service.kill(pids.launcher)
    assert is_alive(pids.store)
    (service.data_dir / RUNNING_SERVER_FILE).write_text(json.dumps(running_server(service) | {"pid": 0, "started": ""}))
    again = service.start()
    assert not is_alive(pids.store)
    assert servers_started(service) == {pids.store, again.store}
    assert service.missing(SOME) == []
    wait_for(lambda: not is_alive(pids.gunicorn) and not is_alive(pids.worker))


def test_a_second_launcher_on_the_same_data_is_rejected(serve: Serve) -> None:
    first, second = serve(), serve()
    pids = first.start()
    assert second.fails_to_start() == (
        1,
        [f"ludotheque: DATA_DIR {first.data_dir} is in use by another running service"],
    )
    assert first.pids() == pids
    assert servers_started(first) == {pids.store}


def test_a_killed_store_is_started_again_under_the_running_service(serve: Serve) -> None:
    service = serve()
    pids = service.start()
    service.write(SOME)
    path = running_server(service)["socket"]
    service.kill(pids.store)
    wait_for(lambda: service.get("/get/n1") == (200, "1"))
    again = service.pids()
    assert (again.gunicorn, again.worker) == (pids.gunicorn, pids.worker)
    assert again.store != pids.store
    assert running_server(service) | {"started": ""} == {"pid": again.store, "socket": path, "started": ""}
    assert service.missing(SOME) == []
    assert is_locked(service.data_dir / "store.lock")
    code, err = service.stop()
    assert (code, err) == (0, "ludotheque: the embedded store ended by signal 9; starting it again\n")


def test_a_killed_worker_is_replaced_and_its_gauges_dropped(serve: Serve) -> None:
    service = serve()
    pids = service.start()
    gauges = Path(str(running_server(service)["socket"])).parent / "metrics" / f"gauge_livesum_{pids.worker}.db"
    gauges.touch()
    service.kill(pids.worker)
    wait_for(lambda: not gauges.exists())
    again = service.pids()
    assert again.worker != pids.worker
    assert (again.gunicorn, again.store) == (pids.gunicorn, pids.store)
    assert "Traceback" not in service.stop()[1]


def test_gunicorn_can_take_its_time_to_exit() -> None:
    """The alarm by which it watches the launcher must not ring when Python has already dropped its handlers."""
    program = """
import os, time
os.environ["LUDOTHEQUE_LAUNCHER_PID"] = str(os.getppid())
from service.server import gunicorn_conf
gunicorn_conf.on_starting(None)
class Late:
    def __del__(self, sleep=time.sleep): sleep(0.8)
late = Late()
"""
    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=False).returncode == 0


def test_the_launcher_stays_small() -> None:
    program = """
import sys
from service.server import launcher, valkey_server
valkey_server.command({})
assert not {"redis", "valkey", "gevent", "flask", "gunicorn"} & set(sys.modules)
"""
    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=False).returncode == 0


def test_a_recycled_pid_in_the_file_is_left_alone(serve: Serve, tmp_path: Path) -> None:
    service = serve()
    service.data_dir.mkdir()
    with subprocess.Popen(["sleep", "60"]) as bystander:
        try:
            content = {"pid": bystander.pid, "started": "long ago", "socket": str(tmp_path / "gone.sock")}
            (service.data_dir / RUNNING_SERVER_FILE).write_text(json.dumps(content))
            service.start()
            assert bystander.poll() is None
        finally:
            bystander.kill()


def test_whoever_holds_the_store_lock_unknown_is_neither_killed_nor_joined(serve: Serve) -> None:
    """The worst case of a stale file: the lock is taken, and it names two innocents."""
    service = serve()
    service.data_dir.mkdir()
    with (
        (service.data_dir / "store.lock").open("w") as lock,
        ValkeyServer() as elsewhere,
        subprocess.Popen(["sleep", "60"]) as bystander,
    ):
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            content = {"pid": bystander.pid, "started": "long ago", "socket": str(elsewhere.socket)}
            (service.data_dir / RUNNING_SERVER_FILE).write_text(json.dumps(content))
            process = service.launch()
            wait_for(lambda: is_locked(service.data_dir / "launcher.lock"))
            time.sleep(1.5)
            assert process.poll() is None  # it waits for the lock
            assert bystander.poll() is None
            assert elsewhere.ask("PING") == "PONG"
            assert not (service.data_dir / "appendonlydir").exists()
            assert service.stop() == (0, "")
            assert (service.data_dir / RUNNING_SERVER_FILE).exists()
        finally:
            bystander.kill()


def test_a_hung_orphan_is_killed(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    service = serve()
    pids = service.start()
    service.write(SOME)
    service.kill(pids.launcher, pids.gunicorn, pids.worker)
    os.kill(pids.store, signal.SIGSTOP)
    monkeypatch.setattr(embedded_store, "STOP_TIMEOUT", 0.5)
    monkeypatch.setattr(valkey_server, "STOP_TIMEOUT", 0.5)
    run_dir = embedded_store.run_directory()
    store = embedded_store.EmbeddedStore(service.data_dir, run_dir, lambda _: None)
    try:
        store.claim()
        assert store.start(lambda: False)
        assert not is_alive(pids.store)
        assert [valkey_server.send_command(store.socket, "GET", f"n{number}") for number in SOME] == [
            str(n) for n in SOME
        ]
    finally:
        store.stop()
        shutil.rmtree(run_dir)


def test_a_data_directory_with_a_very_long_and_odd_path_works(serve: Serve, tmp_path: Path) -> None:
    temporary = tmp_path / ("long" * 30)
    temporary.mkdir()
    service = serve(tmp_path / 'with "quotes" and spaces' / ("long" * 40) / "data", TMPDIR=str(temporary))
    service.start()
    assert len(str(running_server(service)["socket"])) <= 100
    service.write(SOME)
    assert b"n19" in next((service.data_dir / "appendonlydir").glob("*.incr.aof")).read_bytes()


@pytest.mark.parametrize(
    ("settings", "line"),
    [
        ({"PORT": "eighty"}, "PORT is wrong: it takes a whole number from 1 to 65535"),
        ({"REDIS_URL": "http://x"}, "REDIS_URL is wrong: it takes an address that begins with redis://"),
    ],
)
def test_a_wrong_setting_is_one_line(serve: Serve, settings: dict[str, str], line: str) -> None:
    service = serve(**settings)
    code, lines = service.fails_to_start()
    assert code == 2
    assert len(lines) == 1
    assert lines[0].startswith(f"ludotheque: {line}")
    assert not service.data_dir.exists()


def test_a_port_in_use_is_one_line(serve: Serve) -> None:
    service = serve()
    with socket.create_server(("127.0.0.1", service.port)):
        assert service.fails_to_start() == (
            1,
            [f"ludotheque: port {service.port} is in use by another program; set PORT to a free one"],
        )
    assert not (service.data_dir / RUNNING_SERVER_FILE).exists()


def test_a_data_directory_that_cannot_be_written_is_one_line(serve: Serve, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    service = serve(tmp_path / "file" / "data")
    assert service.fails_to_start() == (
        1,
        [f"ludotheque: DATA_DIR {service.data_dir} cannot be written: Not a directory"],
    )


def test_a_broken_store_file_is_one_line(serve: Serve) -> None:
    service = serve()
    (service.data_dir / "appendonlydir").mkdir(parents=True)
    manifest = service.data_dir / "appendonlydir" / "appendonly.aof.manifest"
    manifest.write_text("nonsense\n")
    code, lines = service.fails_to_start()
    assert code == 1
    assert lines == [f"ludotheque: {manifest} is empty or cannot be read; {ADVICE}"]


def test_with_a_store_of_its_own_nothing_is_embedded(serve: Serve) -> None:
    with ValkeyServer(tcp=True) as external:
        service = serve(REDIS_URL=external.url)
        pids = service.start()
        assert pids.store == external.pid
        assert service.greeting.endswith("(store: as REDIS_URL says)")
        assert service.stop() == (0, "")
        assert external.ask("PING") == "PONG"
    assert not service.data_dir.exists()


def test_stopping_serves_what_was_requested_and_closes_idle_connections(serve: Serve) -> None:
    service = serve()
    service.start()
    idle = http.client.HTTPConnection("127.0.0.1", service.port, timeout=15)
    idle.request("GET", "/get/x")
    assert idle.getresponse().read() == b""
    responses: list[tuple[int, str]] = []
    asking = threading.Thread(target=lambda: responses.append(service.get("/slow/2")))
    asking.start()
    time.sleep(0.5)
    began = time.monotonic()
    assert service.stop() == (0, "")
    assert time.monotonic() - began < 25  # keep-alive alone would take 30
    asking.join()
    idle.close()
    assert responses == [(200, "slept")]
