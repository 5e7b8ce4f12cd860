"""What is generated from openapi.yaml in Python passes strict mypy, knows each game's types, and plays."""

import re
from pathlib import Path

import pytest

from tests.clients.generators import PYTHON, PYTHON_PROGRAMS, check_games, run, workshop
from tests.support.http import Api, LiveService, assert_ok

pytestmark = pytest.mark.clients

CLIENT = ("--meta=none", "--output-path=ludotheque_client")
MODELS = (
    "--input-file-type=openapi",
    "--output=ludotheque_models.py",
    "--output-model-type=pydantic_v2.BaseModel",
    "--target-python-version=3.11",
    "--formatters=builtin",
    "--use-annotated",  # mypy takes no calls such as `conint(ge=0)` for types
    "--enum-field-as-literal=all",  # else there are classes such as `Type37`
)
WITHOUT_TYPE = {"application/yaml", "image/svg+xml"}  # openapi-python-client knows only JSON, text and bytes
NOT_STRICT = {("ludotheque_client/client.py", "arg-type")}  # it hands the arguments of its `__exit__` on as objects


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs that play, and openapi.yaml."""
    return workshop(tmp_path_factory.mktemp("python"), PYTHON)


@pytest.fixture(scope="module")
def client(folder: Path) -> str:
    """What openapi-python-client says while it makes the package `ludotheque_client`."""
    program = PYTHON_PROGRAMS / "openapi-python-client"
    return run(program, "generate", "--path=openapi.yaml", *CLIENT, folder=folder).stderr


@pytest.fixture(scope="module")
def models(folder: Path) -> Path:
    """The module `ludotheque_models` by datamodel-code-generator."""
    run(PYTHON_PROGRAMS / "datamodel-codegen", "--input=openapi.yaml", *MODELS, folder=folder)
    return folder / "ludotheque_models.py"


def test_nothing_is_left_out_but_responses_that_are_neither_json_nor_text(client: str) -> None:
    complaints = re.findall(r"^(?:WARNING|Unable|ERROR).*", client, re.M)
    assert len(complaints) == len(WITHOUT_TYPE), client
    assert set(re.findall(r"Unsupported content_type ([\w/+-]+)", client)) == WITHOUT_TYPE


@pytest.mark.usefixtures("client", "models")
def test_the_programs_are_strictly_typed(folder: Path) -> None:
    checked = ("play_client.py", "play_models.py", "ludotheque_client", "ludotheque_models.py")
    output = run(PYTHON_PROGRAMS / "mypy", "--strict", *checked, folder=folder, code=1).stdout
    errors = re.findall(r"^([^:]+):\d+: error: .*\[([\w-]+)\]$", output, re.M)
    assert set(errors) == NOT_STRICT, output
    assert len(errors) == output.count("error:"), output


@pytest.mark.usefixtures("client", "models")
@pytest.mark.parametrize("program", ["play_client.py", "play_models.py"])
def test_they_play_a_game_of_every_engine_and_one_they_do_not_know(
    program: str, folder: Path, newer_service: LiveService, newer_api: Api
) -> None:
    game = {"engine": "bells", "seats": [{"name": "Ana"}, {"name": "Ben"}], "public": True}
    unknown = newer_api.table(assert_ok(newer_api.post("/v1/games", game), 201))
    arguments = (newer_service.url, unknown.id, unknown.tokens[0])
    check_games(run(PYTHON_PROGRAMS / "python", program, *arguments, folder=folder).stdout)
