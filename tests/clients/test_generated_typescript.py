"""Clients that are generated from openapi.yaml in TypeScript compile strictly, know each game's types, and play."""

from pathlib import Path

import pytest

from tests.clients.generators import NODE, NODE_PROGRAMS, check_games, run, workshop
from tests.support.http import LiveService

pytestmark = pytest.mark.clients

GENERATORS = {
    # A field with a default may be left out of a request.
    "openapi_fetch": ("openapi-typescript", "openapi.yaml", "--default-non-nullable=false", "--output=generated.ts"),
    "hey_api": ("openapi-ts", "--no-log-file"),
}


@pytest.fixture(scope="module", params=GENERATORS)
def client(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A generated client, beside the programs that use it."""
    folder = workshop(tmp_path_factory.mktemp(request.param), NODE, NODE / request.param)
    (folder / "node_modules").symlink_to(NODE / "node_modules")
    program, *arguments = GENERATORS[request.param]
    run(NODE_PROGRAMS / program, *arguments, folder=folder)
    return folder


def test_it_compiles_strictly_and_plays_a_game_of_every_engine(client: Path, service: LiveService) -> None:
    run(NODE_PROGRAMS / "tsc", "--project", ".", folder=client)  # narrowing.ts names the errors there must be
    check_games(run("node", "compiled/play.js", service.url, folder=client).stdout)
