"""The embedded store on damaged files: what the launcher says, what it rejects, and what `ludotheque repair` saves.

One DATA_DIR is written once and copied. It holds transactions that each set a number and append it to a list.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service import check
from service.losses import StoreLoss
from service.server import valkey_server
from service.server.embedded_store import LOG_NAME, EmbeddedStore, run_directory
from service.server.repair import repair, whole_bytes
from service.server.store_files import ADVICE, FOLDER, MANIFEST, SIZES_NAME, Part, Sizes
from service.server.valkey_server import StoreError, send_command
from service.settings import Settings
from tests.faults.tiny import SOME, Serve
from tests.support.http import LiveService, api_client, assert_ok
from tests.support.running import ROOT, suspend, wait_for

BASE, INCR = "appendonly.aof.1.base.rdb", "appendonly.aof.1.incr.aof"
WRITTEN = 40
STEP = "redis.call('SET', KEYS[1], ARGV[1]); redis.call('RPUSH', KEYS[2], ARGV[1])"
EXEC = b"*1\r\n$4\r\nEXEC\r\n"


class Data:
    """A DATA_DIR, and a store on it that can be started in this process."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.folder = path / FOLDER
        self.incr, self.base, self.manifest = self.folder / INCR, self.folder / BASE, self.folder / MANIFEST

    @contextmanager
    def running(self, said: list[str] | None = None) -> Iterator[EmbeddedStore]:
        """The store on it; StoreError if it cannot be started."""
        run_dir = run_directory()
        store = EmbeddedStore(self.path, run_dir, said.append if said is not None else lambda _: None)
        try:
            store.claim()
            assert store.start(lambda: False)
            yield store
        finally:
            store.stop()
            shutil.rmtree(run_dir)

    def start(self) -> tuple[list[str], int]:
        """What a start says, and how many of the transactions are there: the first ones, each as a whole."""
        said: list[str] = []
        with self.running(said) as store:
            numbers = send_command(store.socket, "LRANGE", "list", "0", "-1")
            assert numbers == [str(number) for number in range(len(numbers or []))]  # type: ignore[arg-type]
            assert all(send_command(store.socket, "GET", f"n{number}") == number for number in numbers)  # type: ignore[union-attr]
            assert send_command(store.socket, "DBSIZE") == len(numbers) + bool(numbers)  # type: ignore[arg-type]
        return said, len(numbers)  # type: ignore[arg-type]

    def rejection(self) -> str:
        """What a start that must fail says; nothing in the folder has changed."""
        before = self.contents()
        with pytest.raises(StoreError) as error, self.running():
            pass
        assert self.contents() == before
        return str(error.value)

    def repair(self) -> list[str]:
        """What a repair says."""
        said: list[str] = []
        repair(Settings(data_dir=self.path), said.append)
        return said

    def contents(self) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in self.folder.glob("*")}

    def kept(self) -> dict[str, bytes]:
        """What the repair has kept of what was there before."""
        return {path.name: path.read_bytes() for path in self.path.glob("damaged-*/*")}


def write(store: EmbeddedStore, numbers: range) -> None:
    for number in numbers:
        send_command(store.socket, "EVAL", STEP, "2", f"n{number}", "list", str(number))


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A DATA_DIR whose service was stopped."""
    data = Data(tmp_path_factory.mktemp("written") / "data")
    with data.running() as store:
        write(store, range(WRITTEN))
    return data.path


@pytest.fixture
def data(written: Path, tmp_path: Path) -> Data:
    """A copy of it."""
    shutil.copytree(written, tmp_path / "data")
    return Data(tmp_path / "data")


def transactions(content: bytes) -> int:
    """How many whole transactions these bytes hold."""
    return content.count(EXEC)


def test_a_file_cut_in_the_middle_is_said_once(data: Data) -> None:
    content = data.incr.read_bytes()
    half = len(content) // 2
    left = content[:half].rindex(EXEC) + len(EXEC)
    data.incr.write_bytes(content[:half])
    said, there = data.start()
    assert there == transactions(content[:half])
    assert len(said) == 1
    assert said[0].startswith(f"{data.incr} was cut: {len(content) - left:,} of the {len(content):,} bytes it had at ")
    assert data.start() == ([], there)


def test_a_file_cut_between_two_entries_is_said_although_the_server_does_not_notice(data: Data) -> None:
    content = data.incr.read_bytes()
    left = content[: len(content) // 2].rindex(EXEC) + len(EXEC)
    data.incr.write_bytes(content[:left])
    said, there = data.start()
    assert there == transactions(content[:left])
    assert [line.split(" bytes it had")[0] for line in said] == [
        f"{data.incr} was cut: {len(content) - left:,} of the {len(content):,}"
    ]
    assert "Truncating" not in (data.path / LOG_NAME).read_text()


def test_an_entry_that_a_crash_left_unfinished_is_said_calmly(data: Data) -> None:
    size = data.incr.stat().st_size
    with data.incr.open("ab") as file:
        file.write(b"*1\r\n$5\r\nMULTI\r\n*3\r\n$3\r\nSET\r\n$2\r\nha\r\n$1\r\n1\r\n*3\r\n$5\r\nRPU")
    said, there = data.start()
    assert there == WRITTEN
    assert len(said) == 1
    assert said[0].startswith(f"dropped the last 54 bytes of {data.incr}, an entry that was not finished ")
    assert re.search(rf"and so not confirmed; all {size:,} bytes it had at \S+Z are there$", said[0])
    assert data.start() == ([], WRITTEN)


def test_without_a_record_of_the_sizes_an_unfinished_entry_is_said_to_be_all_that_is_known(data: Data) -> None:
    """A backup need not hold the record."""
    (data.path / SIZES_NAME).unlink()
    data.incr.write_bytes(data.incr.read_bytes()[:-3])
    said, there = data.start()
    assert there == WRITTEN - 1
    assert said[0].endswith("and so not confirmed; its size before is not known")


def without_manifest(data: Data) -> None:
    data.manifest.unlink()


def with_empty_manifest(data: Data) -> None:
    data.manifest.write_bytes(b"")


def without_increment(data: Data) -> None:
    data.incr.unlink()


def with_empty_increment(data: Data) -> None:
    data.incr.write_bytes(b"")


def without_base(data: Data) -> None:
    data.base.unlink()


def with_empty_base(data: Data) -> None:
    data.base.write_bytes(b"")


def without_line_of_increment(data: Data) -> None:
    data.manifest.write_text(f"file {BASE} seq 1 type b\n")


def without_folder(data: Data) -> None:
    shutil.rmtree(data.folder)


GAPS: dict[Callable[[Data], None], tuple[str, int]] = {
    without_manifest: (f"{MANIFEST} is missing", WRITTEN),
    with_empty_manifest: (f"{MANIFEST} is empty or cannot be read", WRITTEN),
    without_increment: (f"{INCR} is missing (it had ", 0),
    with_empty_increment: (f"{INCR} is empty (it had ", 0),
    without_base: (f"{BASE} is missing (it had 89 bytes at ", WRITTEN),
    with_empty_base: (f"{BASE} is empty (it had 89 bytes at ", WRITTEN),
    without_line_of_increment: (f"{MANIFEST} does not name {INCR}, which had ", WRITTEN),
    without_folder: (f"{MANIFEST} is missing", 0),
}


@pytest.mark.parametrize("damage", GAPS, ids=lambda damage: damage.__name__)
def test_a_part_that_is_missing_or_empty_stops_the_start_until_it_is_repaired(
    data: Data, damage: Callable[[Data], None]
) -> None:
    content = data.incr.read_bytes()
    what, there = GAPS[damage]
    damage(data)
    rejection = data.rejection()
    assert rejection.startswith(f"{data.folder}/{what}")
    assert rejection.endswith(f"; {ADVICE}")
    said = data.repair()
    assert said[-1] == "the store can be started"
    lost = [line for line in said if line.startswith(("lost ", "nothing is left"))]
    assert bool(lost) == (there == 0 or "base" in damage.__name__)
    if there == 0:
        assert f"{len(content):,}" in lost[0] or f"{len(content) + 89:,}" in lost[0]
    elif lost:
        assert "it held no games" in said
    assert data.start() == ([], there)


def test_zeros_at_the_end_are_cut_off_by_a_repair_and_nothing_else(data: Data) -> None:
    content = data.incr.read_bytes()
    data.incr.write_bytes(content + bytes(4096))
    rejection = data.rejection()
    assert rejection == (
        f"the embedded store cannot read its file in {data.folder}, see {data.path / LOG_NAME}; {ADVICE}"
    )
    said = data.repair()
    assert said[0] == (
        f"4,096 of the {len(content) + 4096:,} bytes of {data.incr} are not whole entries, and are cut off"
    )
    assert said[1].startswith(f"all {len(content):,} bytes that it had at ")
    assert data.kept() == {INCR: content + bytes(4096)}
    assert data.start() == ([], WRITTEN)


def test_damage_in_the_middle_is_cut_at_the_last_whole_transaction(data: Data) -> None:
    content = data.incr.read_bytes()
    at = content.index(b"RPUSH", len(content) // 2)
    damaged = content[: at - 4] + b"$$$$" + content[at:]
    data.incr.write_bytes(damaged)
    data.rejection()
    left = content[:at].rindex(EXEC) + len(EXEC)
    said = data.repair()
    assert said[0] == (
        f"{len(content) - left:,} of the {len(content):,} bytes of {data.incr} are not whole entries, and are cut off"
    )
    assert said[1].startswith(f"lost {len(content) - left:,} of the {len(content):,} bytes that it had at ")
    assert data.incr.read_bytes() == content[:left]
    assert data.kept() == {INCR: damaged}
    assert data.start() == ([], transactions(content[:at]))


def test_a_repair_of_what_is_whole_changes_nothing(data: Data) -> None:
    before = data.contents()
    assert data.repair() == ["the store can be started"]
    assert (data.contents(), data.kept()) == (before, {})
    assert data.start() == ([], WRITTEN)


def test_what_the_server_cannot_load_is_not_called_repaired(data: Data) -> None:
    """Whole as an entry, but no command."""
    data.incr.write_bytes(data.incr.read_bytes().replace(b"RPUSH", b"RPUSX"))
    with pytest.raises(StoreError, match=r"^the server cannot load what is left, see .*; put a backup back$"):
        data.repair()


@pytest.fixture(scope="module")
def rewritten(tmp_path_factory: pytest.TempPathFactory, written: Path) -> Path:
    """A DATA_DIR whose file has been rewritten: the first half of the numbers is in the second base."""
    path = tmp_path_factory.mktemp("rewritten") / "data"
    shutil.copytree(written, path)
    data = Data(path)
    sizes = (path / SIZES_NAME).read_bytes()
    with data.running() as store:
        send_command(store.socket, "BGREWRITEAOF")
        wait_for(lambda: "appendonly.aof.2.base" in data.manifest.read_text() and not data.incr.exists())
        write(store, range(WRITTEN, 2 * WRITTEN))
    (path / SIZES_NAME).write_bytes(sizes)  # as if it had been killed before it recorded the sizes again
    return path


@pytest.fixture
def later(rewritten: Path, tmp_path: Path) -> Data:
    shutil.copytree(rewritten, tmp_path / "data")
    return Data(tmp_path / "data")


def test_a_file_that_the_server_has_rewritten_is_not_taken_for_damaged(later: Data) -> None:
    assert later.start() == ([], 2 * WRITTEN)


def test_a_lost_manifest_is_made_again_of_the_parts_that_are_left(later: Data) -> None:
    later.manifest.unlink()
    assert "is missing" in later.rejection()
    assert later.repair()[1] == "made a new one that names appendonly.aof.2.base.rdb, appendonly.aof.2.incr.aof"
    assert later.start() == ([], 2 * WRITTEN)


def test_parts_that_may_belong_together_in_several_ways_are_left_alone(later: Data) -> None:
    later.manifest.unlink()
    shutil.copy(later.folder / "appendonly.aof.2.incr.aof", later.folder / "appendonly.aof.3.incr.aof")
    before = later.contents()
    with pytest.raises(StoreError, match="it is not known which of these belong together, so put a backup back: "):
        later.repair()
    assert later.contents() == before


def test_a_damaged_base_is_left_out_and_what_it_held_is_said_to_be_gone(later: Data) -> None:
    base = later.folder / "appendonly.aof.2.base.rdb"
    content = bytearray(base.read_bytes())
    content[-20] ^= 1
    base.write_bytes(content)
    assert "cannot read its file" in later.rejection()
    assert later.repair()[:2] == [f"{base} is damaged", "games that it held are gone, or damaged if they went on since"]
    assert later.kept()[base.name] == content
    with later.running() as store:
        assert send_command(store.socket, "LLEN", "list") == WRITTEN


def test_a_new_or_unused_data_directory_is_no_damaged_one(tmp_path: Path) -> None:
    data = Data(tmp_path / "data")
    assert data.start() == ([], 0)
    assert data.start() == ([], 0)
    data.manifest.unlink()
    assert data.start() == ([], 0)
    shutil.rmtree(data.folder)
    assert data.start() == ([], 0)


@pytest.mark.parametrize("record", [b"", b"{", b'{"at": 1}'])
def test_a_record_of_the_sizes_that_cannot_be_read_is_no_record(data: Data, record: bytes) -> None:
    (data.path / SIZES_NAME).write_bytes(record)
    assert data.start() == ([], WRITTEN)


@settings(max_examples=25)
@given(st.data())
def test_the_end_of_what_is_whole_is_where_the_server_sees_it(data: Data, choice: st.DataObject) -> None:
    """Compared with the checker inside the server's program."""
    content = data.incr.read_bytes()
    at, rest = choice.draw(st.integers(0, 600)), choice.draw(st.integers(0, 600))
    rubbish = choice.draw(st.sampled_from([b"", bytes(64), b"\r\n", b"abc", EXEC, content[rest : rest + 99]]))
    damaged = content[:at] + rubbish
    path = data.path / "damaged.aof"
    path.write_bytes(damaged)
    line = ["valkey-check-aof", str(path)]
    checked = subprocess.run(line, executable=valkey_server.binary(), capture_output=True, check=False)
    found = re.search(rb"ok_up_to=(\d+)", checked.stdout)
    if found is not None:  # it takes a number that is missing for 0, and the server does not
        whole, far = whole_bytes(path), int(found[1])
        assert whole == far or (whole < far and re.search(rb"[*$]\r\n", damaged[whole:far]))


def test_the_launcher_says_it_in_one_line_and_the_command_repairs(data: Data, serve: Serve) -> None:
    data.incr.write_bytes(b"")
    service = serve(data.path)
    code, lines = service.fails_to_start()
    assert code == 1
    assert len(lines) == 1
    assert lines[0].startswith(f"ludotheque: {data.incr} is empty (it had ")
    line = [sys.executable, "-m", "service", "repair"]
    environment = {**os.environ, "DATA_DIR": str(data.path), "REDIS_URL": ""}
    result = subprocess.run(line, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.splitlines()[-1] == "the store can be started"
    with data.running():
        again = subprocess.run(line, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (again.returncode, again.stdout) == (1, "")
    assert again.stderr == f"ludotheque: DATA_DIR {data.path} is in use by another running service\n"


def test_the_sizes_are_recorded_while_the_service_runs(serve: Serve) -> None:
    """So a file that is cut after a crash is recognised; and one that is cut while the service runs as well."""
    service = serve()
    pids = service.start()
    service.write(SOME)
    data = Data(service.data_dir)
    size = data.incr.stat().st_size

    def recorded() -> bool:
        sizes = msgspec.json.decode((service.data_dir / SIZES_NAME).read_bytes(), type=Sizes)
        return Part(INCR, 1, "i", size) in sizes.parts

    wait_for(recorded)
    suspend(pids.launcher)
    service.kill(pids.store)
    os.truncate(data.incr, size // 2)
    os.kill(pids.launcher, signal.SIGCONT)
    wait_for(lambda: f"ludotheque: {data.incr} was cut: " in service.errors())
    wait_for(lambda: service.get("/get/n0") == (200, "0"))
    assert 0 < len(service.missing(SOME)) < len(SOME)


def test_readiness_tells_what_was_lost_and_check_reads_every_game(
    data: Data, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATA_DIR", str(data.path))
    monkeypatch.delenv("REDIS_URL", raising=False)
    content = data.incr.read_bytes()
    with data.incr.open("ab") as file:
        file.write(b"*3\r\n$3\r\nSE")
    with LiveService(tmp_path, WORKERS="1", LOG_LEVEL="ERROR") as service:
        assert service.data_dir == data.path
        body = json.loads(service.get("/readyz")[1])
        (loss,) = msgspec.convert(body["store_losses"], list[StoreLoss])
        assert loss.file == INCR
        assert (loss.dropped_bytes, loss.missing_bytes, loss.known_bytes) == (10, 0, len(content))
        assert service.errors() == f"ludotheque: {loss.describe(data.folder)}\n"
        body = {"engine": "tokyo_poo_divers", "seats": [{}, {}]}
        with api_client(service.url) as api:
            assert_ok(api.post("/v1/games", body), 201)
        assert (check.main(remove_damaged=False), capsys.readouterr().out) == (0, "1 games, 0 damaged\n")
    assert (check.main(remove_damaged=False), capsys.readouterr().out) == (0, "1 games, 0 damaged\n")
