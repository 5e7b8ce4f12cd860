"""What a host does to the service: a proxy tries its port, a supervisor signals it, kills leave things behind."""

import os
import shutil
import signal
import socket
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.server.embedded_store import LOG_NAME, RUN_PREFIX
from service.server.launcher import LOCK_NAME
from tests.faults.tiny import SOME, Serve, Service
from tests.support.running import TIMEOUT, children, is_alive, suspend, wait_for
from tests.support.valkey import ValkeyServer


def accepts(service: Service) -> bool:
    """Whether somebody accepts a connection on the service's port."""
    try:
        socket.create_connection(("127.0.0.1", service.port), timeout=TIMEOUT).close()
    except ConnectionRefusedError:
        return False
    return True


def starts_serving(service: Service) -> bool:
    """Start the service, and wait until it says that it serves or ends."""
    process = service.launch()
    assert process.stdout is not None
    return process.stdout.readline() != ""


@pytest.fixture
def temporary() -> Iterator[Path]:
    """A folder for run directories, with a path short enough for sockets."""
    folder = Path(tempfile.mkdtemp(prefix="runs-"))
    yield folder
    shutil.rmtree(folder)


def test_the_port_rejects_connections_until_a_worker_serves(serve: Serve, tmp_path: Path) -> None:
    booted = tmp_path / "booted"
    service = serve(BOOT_SECONDS="2", BOOTED_FILE=str(booted), WORKERS="2")
    service.launch()
    wait_for(lambda: accepts(service))
    assert booted.exists(), "a connection was accepted before anybody could serve it"
    assert service.get("/get/x") == (200, "")


def test_a_worker_that_starts_late_leaves_the_port_open(serve: Serve) -> None:
    service = serve(BOOT_SECONDS="1", WORKERS="2")
    pids = service.start()
    service.kill(pids.worker)
    until = time.monotonic() + 2
    while time.monotonic() < until:
        assert service.get("/get/x") == (200, "")


def test_a_launcher_killed_twice_in_quick_succession_starts_again(serve: Serve) -> None:
    """The second is killed while its workers start, which takes longer than anybody waits for the port."""
    service = serve(BOOT_SECONDS="8")
    first = service.launch()
    wait_for(lambda: len(children(first.pid)) == 3)  # the store, gunicorn, a worker
    service.kill(first.pid)
    service.settings |= {"BOOT_SECONDS": "0"}
    assert starts_serving(service), service.errors()
    service.write(SOME)
    assert "use" not in service.errors()


@pytest.mark.parametrize("seconds", [0.8, 1.6])
def test_whenever_the_second_launcher_is_killed_the_third_serves(serve: Serve, seconds: float) -> None:
    service = serve(WORKERS="2")
    service.start()
    for wait in (0, seconds):
        time.sleep(wait)
        assert service.process is not None
        service._remember(*service.all_pids())
        service.kill(service.process.pid)
        launched = service.launch()
    assert launched.stdout is not None
    assert launched.stdout.readline(), service.errors()
    assert "use" not in service.errors()
    service.write(SOME)


def test_of_two_that_start_at_once_on_one_port_one_serves_and_the_other_says_why_not(
    serve: Serve, tmp_path: Path
) -> None:
    both = serve(BOOT_SECONDS="1"), serve(tmp_path / "other", BOOT_SECONDS="1")
    both[1].port = both[0].port
    for service in both:
        service.launch()
    wait_for(lambda: any(service.process is not None and service.process.poll() for service in both))
    loser, winner = sorted(both, key=lambda service: service.process is not None and service.process.poll() is None)
    assert "Traceback" not in loser.errors()
    assert winner.get("/get/x") == (200, "")
    assert winner.stop()[0] == 0


def test_sigterm_to_all_processes_at_once_serves_open_requests(serve: Serve) -> None:
    """As systemd stops a service by default. The store does not end before the last request."""
    service = serve(WORKERS="2")
    service.start()
    service.write(SOME)
    responses: list[tuple[int, str]] = []
    asking = threading.Thread(target=lambda: responses.append(service.get("/late/2/n7")))
    asking.start()
    time.sleep(0.5)
    pids_before = service.all_pids()
    for pid in pids_before:
        os.kill(pid, signal.SIGTERM)
    assert service.process is not None
    assert service.process.wait(TIMEOUT) == 0
    asking.join()
    assert responses == [(200, "7")]
    assert service.errors() == ""
    assert (service.data_dir / LOG_NAME).read_text().count("just started") == 1
    assert not any(is_alive(pid) for pid in pids_before)


def test_stopping_serves_connections_that_wait_to_be_accepted(serve: Serve) -> None:
    """A connection is open for its client before a worker has accepted it. To close the port would reset it."""
    service = serve(WORKERS="2")
    workers = children(service.start().gunicorn)
    suspend(*workers)
    waiting = [socket.create_connection(("127.0.0.1", service.port), timeout=TIMEOUT) for _ in range(20)]
    for connection in waiting:
        connection.sendall(b"GET /get/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert service.process is not None
    service.process.terminate()
    time.sleep(1.5)
    for pid in workers:
        os.kill(pid, signal.SIGCONT)
    for connection in waiting:
        with connection:
            assert connection.recv(1000).startswith(b"HTTP/1.1 200 OK")
    assert service.process.wait(TIMEOUT) == 0


def test_the_next_start_removes_the_run_directories_that_nobody_uses(serve: Serve, temporary: Path) -> None:
    with ValkeyServer(tcp=True) as store:
        killed, living, next_one = (serve(REDIS_URL=store.url, TMPDIR=str(temporary)) for _ in range(3))
        living.start()
        before = {path.name for path in temporary.iterdir()}
        killed.start()
        (left,) = {path.name for path in temporary.iterdir()} - before
        killed.kill(*killed.all_pids())
        before |= {path.name for path in bystanders(temporary)}
        next_one.start()
        after = {path.name for path in temporary.iterdir()}
        assert left not in after
        assert before < after
        assert living.get("/get/x") == (200, "")
        assert next_one.stop() == (0, "")
        assert {path.name for path in temporary.iterdir()} == before


def bystanders(folder: Path) -> list[Path]:
    """Directories that look like a run directory but are none of ours: without a lock, a link, another name."""
    bare, elsewhere = folder / f"{RUN_PREFIX}bare", folder / "elsewhere"
    bare.mkdir()
    elsewhere.mkdir()
    (elsewhere / LOCK_NAME).touch()
    link = folder / f"{RUN_PREFIX}link"
    link.symlink_to(elsewhere)
    return [bare, elsewhere, link]


def test_a_run_directory_stays_while_a_process_of_its_run_lives(serve: Serve, temporary: Path, tmp_path: Path) -> None:
    """The store of a killed service lives on; the next start on its own data has to find it by its socket."""
    killed, other = (serve(tmp_path / name, TMPDIR=str(temporary)) for name in ("killed", "other"))
    pids = killed.start()
    killed.write(SOME)
    (left,) = temporary.iterdir()
    killed.kill(pids.launcher, pids.gunicorn, pids.worker)
    other.start()
    assert left.exists()
    assert other.stop() == (0, "")
    killed.start()
    assert not left.exists()
    assert killed.missing(SOME) == []
