"""The wheel of the client, installed with nothing but httpx, plays; nothing here needs a network."""

import shutil
import subprocess
import sys
import venv
from importlib import metadata
from pathlib import Path
from zipfile import ZipFile

import ludotheque_client
import pytest
from packaging.requirements import Requirement

from tests.clients.python_client.running import CLIENT, SOURCE, TIMEOUT
from tests.clients.python_client.test_python_readme import SYNC
from tests.support.http import LiveService
from tests.support.running import ROOT

pytestmark = pytest.mark.clients


def run(*command: str | Path, folder: Path) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=TIMEOUT, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def needed(name: str) -> set[str]:
    """A distribution and all that it requires."""
    wanted = map(Requirement, metadata.requires(name) or ())
    here = [one.name for one in wanted if one.marker is None or one.marker.evaluate({"extra": ""})]
    return {name}.union(*map(needed, here))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, folder=CLIENT)
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_holds_the_package_and_its_types_and_nothing_else(wheel: Path) -> None:
    names = set(ZipFile(wheel).namelist())
    dist_info = f"ludotheque_client-{ludotheque_client.__version__}.dist-info"
    package = {f"ludotheque_client/{file.name}" for file in (SOURCE / "ludotheque_client").glob("*.py")}
    assert {name for name in names if not name.startswith(dist_info)} == {*package, "ludotheque_client/py.typed"}
    assert f"{dist_info}/licenses/LICENSE" in names
    assert (CLIENT / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()
    text = ZipFile(wheel).read(f"{dist_info}/METADATA").decode()
    assert [line for line in text.splitlines() if line.startswith("Requires-Dist")] == ["Requires-Dist: httpx~=0.28"]
    assert "Requires-Python: >=3.11" in text


def test_an_installed_client_plays(wheel: Path, service: LiveService, tmp_path: Path) -> None:
    place = tmp_path / "environment"
    venv.create(place, symlinks=True)
    python = place / "bin" / "python"
    show = "import sysconfig; print(sysconfig.get_path('purelib'))"
    packages = Path(run(python, "-c", show, folder=tmp_path).strip())
    for name in needed("httpx"):
        installed = metadata.distribution(name)
        for top in {file.parts[0] for file in installed.files or ()} - {"..", "__pycache__"}:
            there, here = Path(str(installed.locate_file(top))), packages / top
            shutil.copytree(there, here) if there.is_dir() else shutil.copy(there, here)
    run(sys.executable, "-m", "uv", "--offline", "--no-config", "--no-cache", "pip", "install", "--no-index",
        "--python", python, wheel, folder=tmp_path)  # fmt: skip
    program = tmp_path / "program.py"
    program.write_text(SYNC.replace("http://localhost:8000", service.url), encoding="utf-8")
    assert "winners" in run(python, program, folder=tmp_path)
