"""The container image, really built and run: `make test-image`."""

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import service
from tests.support.containers import Builder, Container, context
from tests.support.http import api_client, assert_ok
from tests.support.listening import open_stream
from tests.support.running import ROOT
from tests.support.valkey import ValkeyServer
from tools.release import pins
from tools.sbom import installed_here

pytestmark = pytest.mark.image

TAG, EDITED = "localhost/ludotheque", "localhost/ludotheque-edited"
USER = 10001
MEGABYTE = 1_000_000
# Printed from within: who the process is, what it may do, and where it can write.
LOOK_AROUND = """
import os
fields = "Uid Gid NoNewPrivs CapBnd CapPrm CapEff CapInh CapAmb".split()
for pid in ("1", "self"):
    status = dict(line.split(":\\t", 1) for line in open(f"/proc/{pid}/status").read().splitlines())
    print(*(status[name].split()[0] for name in fields))
for folder in "/ /app /venv /etc /tmp /var/tmp /home /usr/local /proc/sys/kernel /data /dev/shm".split():
    try:
        open(f"{folder}/written", "w").close()
        os.remove(f"{folder}/written")
        print("writable:", folder)
    except OSError as error:
        pass
root = next(line.split() for line in open("/proc/self/mounts") if line.split()[1] == "/")
print("root:", root[3].split(",")[0])
"""

Start = Callable[..., Container]


@pytest.fixture(scope="module")
def builder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Builder]:
    """The image of this working tree, built."""
    assert os.getuid() == 0, "make test-image has to be run as root: it mounts the image"
    builder = Builder(context(tmp_path_factory.mktemp("context")))
    try:
        builder.build(TAG)
        yield builder
    finally:
        builder.close()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A volume as Docker makes it: with the owner and the mode of /data in the image."""
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    os.chown(folder, USER, USER)
    return folder


@pytest.fixture(scope="module")
def start(builder: Builder, tmp_path_factory: pytest.TempPathFactory) -> Start:
    """Makes a container of the image with these settings."""
    root, image = builder.root(TAG), builder.inspect(TAG)

    def container(data: Path | None = None, **settings: str) -> Container:
        return Container(root, image, tmp_path_factory.mktemp("container"), data, **settings)

    return container


def test_dependencies_and_code_are_layers_of_their_own(
    builder: Builder, record_property: Callable[[str, object], None]
) -> None:
    layers = builder.layers(TAG)
    record_property(
        "image",
        f"{sum(size for _, size, _ in layers) / MEGABYTE:.0f} MB, built in {builder.seconds:.0f} s "
        f"on a base made in {builder.base_seconds:.0f} s ({builder.driver})",
    )
    for _, size, made_by in layers:
        record_property("layer", f"{size / MEGABYTE:6.1f} MB  {made_by.removeprefix('/bin/sh -c ')[:60]}")
    _base, _user, dependencies, code = layers
    assert code[1] < dependencies[1] / 5

    for file, text in (("README.md", "\nOne more line.\n"), ("engines/__init__.py", "\n# One more line.\n")):
        with (builder.context / file).open("a") as edited:
            edited.write(text)
        output = builder.build(EDITED)
        again = builder.layers(EDITED)
        assert [layer[0] for layer in again[:3]] == [layer[0] for layer in layers[:3]], f"an edit of {file}"
        assert again[3][0] != code[0], f"the image does not have the edit of {file}"
        assert "Collecting flask" not in output, f"an edit of {file} installs the dependencies again"
        record_property("rebuilt", f"after an edit of {file}: the last layer, in {builder.seconds:.0f} s")


def test_neither_pip_nor_tests_are_in_the_image(builder: Builder) -> None:
    root = builder.root(TAG)
    there = [path.relative_to(root) for path in root.rglob("*")]
    assert Path("venv/bin/ludotheque") in there
    pips = [path for path in there if path.name.startswith(("pip-", "pip3")) or path.name in ("pip", "ensurepip")]
    assert not pips
    tests = [path for path in there if path.parts[0] == "venv" and path.name in ("test", "tests")]
    assert [path for path in tests if "skeleton" not in path.parts] == []  # `ludotheque new-game` writes one from there
    assert not [path for path in there if path.parts[0] in ("app", "build", "code")], "they are for building"
    assert list(root.glob("venv/lib/python*/site-packages/service/server/__pycache__/launcher.*.pyc")), "no byte code"
    stat = (root / "data").stat()
    assert (stat.st_uid, stat.st_gid, stat.st_mode & 0o777) == (USER, USER, 0o700)


def test_the_image_lists_all_that_is_in_it(builder: Builder, record_property: Callable[[str, object], None]) -> None:
    root = builder.root(TAG)
    made = json.loads((root / "venv" / "ludotheque.cdx.json").read_text())
    assert made["metadata"]["component"]["purl"] == f"pkg:pypi/ludotheque@{service.__version__}"
    listed = {part["purl"].rpartition("/")[0]: {} for part in made["components"]}
    for part in made["components"]:
        listed[part["purl"].rpartition("/")[0]][part["name"]] = part["version"]
    installed = installed_here(*map(str, root.glob("venv/lib/python*/site-packages")))
    assert listed["pkg:pypi"] == {name: one.version for name, one in installed.items() if name != "ludotheque"}
    locked = pins(ROOT / "requirements.lock")
    assert all(version in locked[name] for name, version in listed["pkg:pypi"].items())
    assert {"libc6", "python3.13"} <= listed["pkg:deb/debian"].keys()
    assert listed["pkg:generic"]["python"].startswith("3.13.")
    counts = ", ".join(f"{len(parts)} {kind}" for kind, parts in listed.items())
    record_property("SBOM", f"{len(made['components'])} components: {counts}")


def test_it_runs_without_any_privilege_on_a_read_only_root(start: Start, data: Path) -> None:
    with start(data) as container:
        seen = container.run("python", "-c", LOOK_AROUND)
        assert seen.returncode == 0, seen.stderr
        none = "0" * 16
        process = f"{USER} {USER} 1 {none} {none} {none} {none} {none}"
        expected = [process, process, "writable: /data", "writable: /dev/shm", "root: ro"]
        assert seen.stdout.splitlines() == expected
        assert container.run("python", "-m", "pip").returncode == 1
        assert container.run("ludotheque", "--version").stdout.split()[-1] == service.__version__


def test_the_embedded_store_outlives_a_stop_with_an_open_stream(
    start: Start, data: Path, record_property: Callable[[str, object], None]
) -> None:
    with start(data) as container, api_client(container.url) as api:
        table = api.create(seats=2)
        before = [table.step() for _ in range(5)][-1]["version"]
        with open_stream(table) as listener:
            events = listener.events()
            assert next(events)["seq"] == 1
            code, seconds = container.stop()
            list(events)  # the stream ends
        assert code == 0, container.log()
        record_property("container", f"SIGTERM with an open stream: exit code {code} after {seconds:.1f} s")
    with start(data) as container, api_client(container.url) as api:
        assert table.through(api).view()["version"] == before
        assert container.stop()[0] == 0


def test_the_healthcheck_says_whether_it_serves(start: Start, data: Path) -> None:
    with start(data) as container:
        kind, *command = container.healthcheck
        assert kind == "CMD"
        assert container.run(*command).returncode == 0
        assert container.run("env", "PORT=9", *command).returncode == 1, "nothing is served there"


def test_two_replicas_share_one_store(start: Start) -> None:
    with ValkeyServer(tcp=True) as store:
        settings = {"REDIS_URL": store.url}
        with (
            start(**settings) as one,
            start(**settings) as other,
            api_client(one.url) as here,
            api_client(other.url) as there,
        ):
            table = here.create(seats=2)
            twin = table.through(there)
            with open_stream(twin) as listener:
                events = listener.events()
                assert next(events)["seq"] == 1
                version = table.step()["version"]
                assert twin.step()["version"] == version + 1
                assert next(event for event in events if event["seq"] > 1)
            assert assert_ok(here.get(table.path))["version"] == assert_ok(there.get(table.path))["version"]
            assert [one.stop()[0], other.stop()[0]] == [0, 0]
