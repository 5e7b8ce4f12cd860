"""The wheel, installed into an environment of its own, serves from any folder; nothing here needs a network."""

import re
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from zipfile import ZipFile

import httpx
import pytest
from packaging.requirements import Requirement

import service
from bots import LEVELS
from engines.registry import ENGINES, GAMES
from tests.support.http import LiveService, api_client, play_to_the_end
from tests.support.published import document
from tests.support.running import ROOT, wait_for

PACKAGES = ("engines", "bots", "schemas", "service")
TIMEOUT = 120.0


def run(*command: str | Path, folder: Path = ROOT, code: int = 0) -> str:
    """What a program prints that has to end with this code."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=TIMEOUT, check=False)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def build(source: Path, folder: Path) -> Path:
    """The wheel of this source tree, built as `make wheel` and the Dockerfile do."""
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, folder=source)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(ROOT, tmp_path_factory.mktemp("wheel"))


def put_locked_packages(packages: Path) -> None:
    """What requirements.lock names, and nothing else of the environment these tests run in, linked from there."""
    for line in (ROOT / "requirements.lock").read_text().splitlines():
        if line[0].isspace():
            continue
        wanted = Requirement(line.rstrip(" \\"))
        if wanted.marker is None or wanted.marker.evaluate():
            installed = metadata.distribution(wanted.name)
            for name in {file.parts[0] for file in installed.files or ()} - {"..", "__pycache__"}:
                here, there = packages / name, str(installed.locate_file(name))
                if name.endswith(".dist-info"):
                    shutil.copytree(there, here)  # as a link uv would not see it
                elif not here.exists():  # two of them share the folder `zope`
                    here.symlink_to(there)


@pytest.fixture(scope="module")
def program(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command of the installed wheel. Its installer fails if a dependency that the wheel names is not there."""
    place = tmp_path_factory.mktemp("environment")
    venv.create(place, symlinks=True)
    python = place / "bin" / "python"
    put_locked_packages(Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()))
    pip(python, "install", "--no-index", wheel)
    return place / "bin" / "ludotheque"


def pip(python: Path, command: str, *arguments: str | Path) -> None:
    """Change the packages of an environment, without a network."""
    offline = ("-m", "uv", "--offline", "--no-config", "--no-cache")
    run(sys.executable, *offline, "pip", command, "--python", python, *arguments)


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A folder whose own modules have names that the service uses, and must not be taken for them."""
    for name in (*PACKAGES, "gunicorn", "flask"):
        (tmp_path / f"{name}.py").write_text("raise RuntimeError('a module of somebody else')\n")
    return tmp_path


class Installed(LiveService):
    """The service as the installed command starts it."""

    def __init__(self, program: Path, folder: Path, **settings: str) -> None:
        super().__init__(folder, DATA_DIR="data", PYTHONPATH="", **settings)
        self.program, self.folder = program, folder

    def command(self) -> list[str]:
        return [str(self.program)]


def other_files(game: Path) -> Iterator[Path]:
    """The files of a game besides its code: its rules, its texts and its table in the browser."""
    return (file for name in ("rules", "text", "web") for file in (game / name).rglob("*") if file.is_file())


def test_the_wheel_holds_the_packages_their_types_and_the_rules_and_nothing_else(wheel: Path) -> None:
    names = set(ZipFile(wheel).namelist())
    dist_info = f"ludotheque-{service.__version__}.dist-info"
    assert {name.partition("/")[0] for name in names} == {*PACKAGES, dist_info}
    assert {f"{package}/py.typed" for package in PACKAGES} <= names
    assert f"{dist_info}/licenses/LICENSE" in names
    games = {file.relative_to(ROOT).as_posix() for game in GAMES.values() for file in other_files(game.folder)}
    shipped = {name for name in names if name.startswith("engines/") and not name.endswith((".py", "/py.typed"))}
    assert shipped == games | {"engines/package.json"}
    page = {file.relative_to(ROOT).as_posix() for file in (ROOT / "web").rglob("*") if file.is_file()}
    served = {f"service/{name}" for name in page} | {"service/web/ludotheque.js"}
    assert {name for name in names if name.startswith("service/web/")} == served
    code = {str(file.relative_to(ROOT)) for package in PACKAGES for file in (ROOT / package).rglob("*.py")}
    assert {name for name in names if name.endswith(".py")} == code


def test_a_container_has_all_that_its_wheel_is_built_from(wheel: Path, tmp_path: Path) -> None:
    lines = re.findall(r"^COPY (?!--)(.+) \S+$", (ROOT / "Dockerfile").read_text(), re.M)
    copied = {name for line in lines for name in line.split()}
    let_in = {name.strip("/") for name in re.findall(r"^!(.+)$", (ROOT / ".dockerignore").read_text(), re.M)}
    assert let_in == copied | {"clients", "clients/javascript", "tools"}
    for name in copied:
        source, place = ROOT / name, tmp_path / "source" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(source, place) if source.is_dir() else shutil.copy(source, place)
    built = build(tmp_path / "source", tmp_path / "built")
    assert built.read_bytes() == wheel.read_bytes()


def test_there_is_one_version(wheel: Path, program: Path, tmp_path: Path) -> None:
    assert wheel.name.split("-")[:2] == ["ludotheque", service.__version__]
    assert document()["info"]["version"] == service.__version__
    assert run(program, "--version", folder=tmp_path) == f"ludotheque {service.__version__}\n"


def test_the_command_prints_its_options_and_rejects_unknown_ones(program: Path, tmp_path: Path) -> None:
    help_text = run(program, "--help", folder=tmp_path)
    assert "DATA_DIR" in help_text
    assert "--port" in run(program, "--port", "80", folder=tmp_path, code=2)
    assert list(tmp_path.iterdir()) == []


def test_an_installed_service_plays_a_game_and_shows_its_documents(program: Path, elsewhere: Path) -> None:
    with Installed(program, elsewhere) as running, api_client(running.url) as api:
        assert running.greeting.endswith("(store: embedded, in ./data)")
        assert (elsewhere / "data" / "appendonlydir").is_dir()
        assert play_to_the_end(api.create("tokyo_poo_divers"))["status"] == "finished"
        for slug in ENGINES:
            page = (ROOT / "engines" / slug / "rules" / "en.md").read_text(encoding="utf-8")
            assert api.get(f"/v1/engines/{slug}/rules").text == page
        assert "<svg" in api.get("/v1/engines/tchang/silhouettes.svg").text
        assert api.get("/openapi.yaml").text == (ROOT / "openapi.yaml").read_text(encoding="utf-8")
        assert running.get("/docs/swagger-ui-bundle.js")[0] == running.get("/docs/rules.css")[0] == 200
        assert "swagger-ui" in running.get("/docs/")[1]
        assert running.get("/web/games/zoky/table.js")[0] == running.get("/web/games/zoky/picture.svg")[0] == 200
        assert running.get("/")[0] == running.get("/web/main.js")[0] == running.get("/web/ludotheque.js")[0] == 200
        code, errors = running.stop()
    assert code == 0
    assert "Traceback" not in errors


@pytest.fixture
def cat_nap(program: Path, tmp_path: Path) -> Iterator[str]:
    """A game that `new-game` has written into a folder outside this project, installed beside the wheel."""
    run(program, "new-game", "cat_nap", folder=tmp_path)
    python = program.with_name("python")
    pip(python, "install", "--no-index", build(tmp_path / "cat_nap", tmp_path / "dist"))
    yield "cat_nap"
    pip(python, "uninstall", "cat-nap")


def test_a_new_game_is_installed_beside_the_wheel_and_played(program: Path, cat_nap: str, tmp_path: Path) -> None:
    checked = run(program, "check-game", cat_nap, "--seconds", "1", folder=tmp_path / "dist")
    assert checked == "cat_nap: no problems\n"
    served = Installed(program, tmp_path / "served", BOTS="1")
    with served as running, httpx.Client(base_url=running.url, timeout=30) as client:
        assert [engine["slug"] for engine in client.get("/v1/engines").json()["engines"]] == [*ENGINES, cat_nap]
        assert "CatNapGameView" in client.get("/openapi.json").json()["components"]["schemas"]
        for language, word in (("en", "rules"), ("fr", "règles"), ("de", "Regeln")):
            rules = client.get(f"/v1/engines/{cat_nap}/rules", headers={"Accept-Language": language})
            assert (rules.headers["Content-Language"], word in rules.text.splitlines()[0]) == (language, True)
        assert "/web/kit.js" in client.get(f"/web/games/{cat_nap}/table.js").text
        seats = [{"kind": "bot", "level": level} for level in LEVELS]
        body = {"engine": cat_nap, "seats": seats, "options": {"lowest_wins": True}}
        path = f"/v1/games/{client.post('/v1/games', json=body).json()['id']}"
        wait_for(lambda: client.get(path).json()["status"] == "finished")
        result = client.post("/v1/records/verify", json=client.get(f"{path}/record").json()).json()
        assert (result["valid"], result["known"]) == (True, True)
