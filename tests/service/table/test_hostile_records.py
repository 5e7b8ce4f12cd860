"""Records made to keep a worker busy: others are served meanwhile, the time is limited, and work is counted by size."""

import json
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as StillWaiting
from ipaddress import ip_network
from pathlib import Path

import msgspec
import pytest

from engines.chance import Chance, game_seed
from service.http.routes.records import LARGEST_RECORD
from service.server.embedded_store import process_started
from service.settings import Settings
from service.table import verification
from service.table.game_record import LARGEST_IN_THREAD
from tests.recordings.__main__ import record_of as recorded
from tests.support.http import Api, InProcess, Json, ServiceWithShortTimeouts, assert_ok, assert_problem, in_process
from tests.support.records import short_record, verify, with_new_hash
from tests.support.running import ROOT, children, suspend, wait_for
from tests.support.tables import open_table, options_for, seed_of
from tests.support.valkey import ValkeyServer

JSON = {"Content-Type": "application/json"}
MAX_ACTIONS = Settings().max_actions
HOLD = """
import pathlib, sys, time
pathlib.Path({started!r}).touch()
while not pathlib.Path({released!r}).exists():
    time.sleep(0.01)
from service.table.verification import main
sys.exit(main())
"""
"""A verification that waits until it is released."""


def long_record() -> Json:
    """A game of stones that are turned over and put back, as long as a game may be."""
    table = open_table("dragon_fights", 5, options_for("dragon_fights", {}), game_seed(seed_of(1), "long", [""] * 5))
    engine, dice = table.engine, Chance(seed_of(2))
    while len(table.actions) <= MAX_ACTIONS:
        seat = next(iter(engine.turns(table.state)))
        kinds = engine.types(table.state, seat)
        action = dice.choice(list(engine.legal(table.state, seat, "flip" if "flip" in kinds else kinds[0])))
        engine.play(table.state, seat, action, table.seed)
        table.actions.append((seat, action))
    result: Json = msgspec.to_builtins(recorded(table, "long", seed_of(1)))
    return result


def repeat_to_size(unit: str, size: int) -> str:
    return ",".join([unit] * (size // (len(unit) + 1)))


def object_of_size(size: int) -> str:
    return "{" + ",".join(f'"{number:x}":1' for number in range(size // 10)) + "}"


def action(inside: str) -> str:
    return '{"seat":0,"action":{"type":"pass","x":' + inside + '},"at":"","automatic":false}'


MOST = LARGEST_RECORD - 50_000
HOSTILE: dict[str, tuple[str, str]] = {
    "options of unknown keys": ("options", object_of_size(MOST)),
    "fewer unknown keys": ("options", object_of_size(200_000)),
    "a card of unknown keys": ("options", '{"deck":[' + object_of_size(MOST) + "]}"),
    "cards of unknown keys": ("options", '{"deck":[' + repeat_to_size(object_of_size(600), 200_000) + "]}"),
    "options of lists": ("options", '{"deck":[' + repeat_to_size("[]", 200_000) + "]}"),
    "an action of unknown keys": ("actions", "[" + action(object_of_size(MOST)) + "]"),
    "actions of keys": ("actions", "[" + repeat_to_size(action(object_of_size(3900)), MOST) + "]"),
    "actions of numbers": ("actions", "[" + repeat_to_size(action("[" + repeat_to_size("1", 3900) + "]"), MOST) + "]"),
    "actions of fractions": (
        "actions",
        "[" + repeat_to_size(action("[" + repeat_to_size("0.5", 3900) + "]"), MOST) + "]",
    ),
    "actions of lists": ("actions", "[" + repeat_to_size(action("[" + repeat_to_size("[]", 3900) + "]"), MOST) + "]"),
    "actions that are none": ("actions", "[" + repeat_to_size("{}", MOST) + "]"),
    "actions of long texts": ("actions", "[" + repeat_to_size(action('"' + "é" * 150 + '"'), MOST // 2) + "]"),
    "seats": ("seats", "[" + repeat_to_size('{"name":"","kind":""}', 200_000) + "]"),
    "a long list": ("seats", "[" + repeat_to_size("1", MOST) + "]"),
    "long fields besides": ("id", '"",' + ",".join(f'"{n}":[{repeat_to_size("1", 200_000)}]' for n in range(4))),
}


@pytest.mark.parametrize(("field", "content"), HOSTILE.values(), ids=HOSTILE)
def test_no_record_is_a_fault_of_the_service(client: InProcess, field: str, content: str) -> None:
    text = json.dumps(short_record(client, "tapecho") | {field: "here"}, separators=(",", ":")).replace(
        '"here"', content
    )
    body = text.encode()
    assert len(body) <= LARGEST_RECORD
    response = client.post("/v1/records/verify", headers=JSON, content=body)
    assert response.status_code in (200, 400, 422)
    assert response.status_code != 200 or not response.json()["valid"]


def test_a_list_of_numbers_is_no_record(client: InProcess) -> None:
    body = ("[" + repeat_to_size("1", MOST) + "]").encode()
    assert_problem(client.post("/v1/records/verify", headers=JSON, content=body), 400, "malformed_json")


def test_what_has_more_lists_and_objects_than_a_record_is_rejected_before_it_is_parsed(
    client: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verification, "COMMAND", ("no such program",))
    body = ("[" + repeat_to_size("[]", 600_000) + "]").encode()
    assert (
        "record"
        in assert_problem(client.post("/v1/records/verify", headers=JSON, content=body), 422, "validation_error")[
            "errors"
        ]
    )


def test_the_longest_game_is_verified(client: InProcess) -> None:
    result = verify(client, long_record())
    assert (result["valid"], result["known"]) == (True, False)


class TestProcess:
    """A large record is verified in a process of its own."""

    def test_the_result_is_that_of_a_small_record(self, client: InProcess) -> None:
        """Blanks make a record large without a change to what it says."""
        record = short_record(client, "tokyo_poo_divers")
        forged = record | {"record_hash": "0" * 64}
        for case in (
            record,
            forged,
            with_new_hash(forged | {"outcome": None}),
            {},
            {"id": 1},
            [],
            record | {"more": 1},
        ):
            small = client.post("/v1/records/verify", headers=JSON, content=json.dumps(case))
            text = json.dumps(case).ljust(LARGEST_IN_THREAD + 1)
            large = client.post("/v1/records/verify", headers=JSON, content=text)
            assert (large.status_code, large.json()) == (small.status_code, small.json())

    def test_others_are_served_while_it_is_held(
        self, client: InProcess, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        started, released = tmp_path / "started", tmp_path / "released"
        program = HOLD.format(started=str(started), released=str(released))
        monkeypatch.setattr(verification, "COMMAND", (sys.executable, "-c", program))
        text = json.dumps(short_record(client, "tapecho")).ljust(LARGEST_IN_THREAD + 1)
        with ThreadPoolExecutor(1) as pool:
            verifying = pool.submit(lambda: client.post("/v1/records/verify", headers=JSON, content=text))
            wait_for(started.exists)
            client.create().step()
            assert not verifying.done()
            released.touch()
            assert assert_ok(verifying.result(30))["valid"]

    def test_a_real_worker_serves_others_while_it_is_held(
        self, client: InProcess, quick_api: Api, quick_service: ServiceWithShortTimeouts
    ) -> None:
        """Its process is stopped by a signal, and goes on when others have been served."""
        record = long_record()
        with ThreadPoolExecutor(1) as pool:
            verifying = pool.submit(lambda: verify(quick_api, record))
            wait_for(lambda: bool(verifiers(quick_service)))
            process = verifiers(quick_service)[0]
            suspend(process)
            try:
                for _ in range(10):
                    quick_api.create().step()
                assert not verifying.done()
            finally:
                os.kill(process, signal.SIGCONT)
            assert verifying.result(60)["valid"]
        wait_for(lambda: not verifiers(quick_service))

    def test_it_inherits_no_socket_and_no_address_of_the_store(
        self, client: InProcess, quick_api: Api, quick_service: ServiceWithShortTimeouts
    ) -> None:
        record = long_record()
        with ThreadPoolExecutor(1) as pool:
            verifying = pool.submit(lambda: verify(quick_api, record))
            wait_for(lambda: bool(verifiers(quick_service)))
            process = Path(f"/proc/{verifiers(quick_service)[0]}")
            if process.exists():
                files = [os.readlink(link) for link in (process / "fd").iterdir()]
                assert not [file for file in files if file.startswith("socket:")]
                assert b"REDIS_URL" not in (process / "environ").read_bytes()
            assert verifying.result(60)["valid"]

    def test_it_is_killed_when_it_takes_too_long(
        self, client: InProcess, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        started = tmp_path / "started"
        program = f"import os, time; open({str(started)!r}, 'w').write(str(os.getpid())); time.sleep(60)"
        monkeypatch.setattr(verification, "COMMAND", (sys.executable, "-c", program))
        monkeypatch.setattr(verification, "LONGEST_VERIFICATION", 2.0)
        response = client.post("/v1/records/verify", headers=JSON, content=b"{}".ljust(LARGEST_IN_THREAD + 1))
        errors = assert_problem(response, 422, "validation_error")["errors"]
        assert errors == {"record": ["It could not be verified within 2 seconds."]}
        assert process_started(int(started.read_text())) is None
        assert not client.app.extensions["tables"].verifying.locked()

    def test_one_that_dies_is_a_fault_of_the_service(self, client: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(verification, "COMMAND", (sys.executable, "-c", "import sys; sys.exit(3)"))
        response = client.post("/v1/records/verify", headers=JSON, content=b"{}".ljust(LARGEST_IN_THREAD + 1))
        assert_problem(response, 500, "internal_error")


def verifiers(quick_service: ServiceWithShortTimeouts) -> list[int]:
    """The processes in which a worker of this service verifies a record."""
    assert quick_service.process is not None
    return [pid for pid in children(quick_service.process.pid) if b"service.table.verification" in command_line(pid)]


def command_line(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def test_a_thread_computes_while_the_greenlets_of_a_worker_run() -> None:
    """It waits for a lock that another greenlet releases; inline it would wait for ever."""
    program = """
from gevent import monkey
monkey.patch_all()
import gevent
from service.problems import Problem
from service.table.game_record import in_thread_pool

def reject():
    raise Problem("not_finished")

lock = monkey.get_original("threading", "Lock")()
lock.acquire()
computing = gevent.spawn(in_thread_pool, lock.acquire)
gevent.sleep(0.1)
assert not computing.ready()
lock.release()
assert computing.get(timeout=10)
try:
    in_thread_pool(reject)
except Problem as problem:
    print(problem.code)
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, "not_finished\n", ""), done.stderr


def test_a_small_record_is_verified_beside_other_requests_on_a_real_worker(client: InProcess, quick_api: Api) -> None:
    record, forged = short_record(client, "tokyo_poo_divers"), {"actions": [[]] * 20_000}
    with ThreadPoolExecutor(4) as pool:
        results = [pool.submit(lambda: verify(quick_api, record)) for _ in range(4)]
        errors = [pool.submit(lambda: quick_api.post("/v1/records/verify", forged)) for _ in range(2)]
        assert_ok(quick_api.get("/healthz"))
        assert all(result.result(30)["valid"] for result in results)
        assert {error.result(30).status_code for error in errors} == {422}


def test_a_record_counts_by_its_size(server: ValkeyServer) -> None:
    """Each 64 KiB as one request; none counts for more than there is, or the largest could never be verified."""
    limits, here = {"create": "off", "join": "off", "verify": "9/minute"}, (ip_network("127.0.0.1"),)
    with in_process(server.url, rate_limits=limits, trusted_proxies=here) as api:
        for address, kib, left in (("203.0.113.8", 64, 8), ("203.0.113.9", 65, 7), ("203.0.113.10", 4096, 0)):
            api.client.headers["X-Forwarded-For"] = address
            response = api.post("/v1/records/verify", headers=JSON, content=b"{}".ljust(kib * 1024))
            assert response.status_code == 422
            assert f"r={left};" in response.headers["RateLimit"]
        assert api.post("/v1/records/verify", {}).status_code == 429


def test_a_worker_verifies_one_record_at_a_time(client: InProcess) -> None:
    """Several at once could take all processors."""
    record, tables = short_record(client, "tokyo_poo_divers"), client.app.extensions["tables"]
    with ThreadPoolExecutor(1) as pool:
        with tables.verifying:
            waiting = pool.submit(lambda: verify(client, record))
            with pytest.raises(StillWaiting):
                waiting.result(0.3)
            assert_ok(client.get("/healthz"))
        assert waiting.result(15)["valid"]
    assert not tables.verifying.locked()
