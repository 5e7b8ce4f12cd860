"""Games from installed packages: offered at once beside the others, and left out if they cannot be loaded."""

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from engines.registry import ENGINES
from service.authoring.new_game import write_game
from tests.support import packages
from tests.support.http import Json, LiveService
from tests.support.running import wait_for

MATCHES = "matches"
BROKEN = "broken_game"
OPTION = "    numbers: list[int] = []\n    lowest_wins: Annotated[bool"
TITLES = {"en": "Matches", "fr": "Allumettes", "de": "Streichhölzer"}


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    """The real service beside two packages: one with a game, and one that cannot be imported."""
    path = packages.install(tmp_path_factory.mktemp("packages"), MATCHES, BROKEN)
    with LiveService(tmp_path_factory.mktemp("service"), PYTHONPATH=path, BOTS="1") as running:
        yield running


@pytest.fixture
def http(host: LiveService) -> Iterator[httpx.Client]:
    """A client that knows nothing of openapi.yaml: the document of this service has one game more."""
    with httpx.Client(base_url=host.url, timeout=30) as client:
        yield client


def body_of(response: httpx.Response, status: int = 200) -> Json:
    assert response.status_code == status, response.text
    body: Json = response.json()
    return body


def details(service: LiveService, message: str) -> list[str]:
    """The details of such log lines. The first worker writes them, and another may serve before it."""
    lines = map(json.loads, service.errors().splitlines())
    return [line["detail"] for line in lines if line["message"] == message]


def test_it_is_listed_and_in_the_document(http: httpx.Client) -> None:
    listed = [engine["slug"] for engine in body_of(http.get("/v1/engines"))["engines"]]
    assert listed == [*ENGINES, MATCHES]
    schemas = body_of(http.get("/openapi.json"))["components"]["schemas"]
    assert {"MatchesGameView", "MatchesRecord", "MatchesTakeAction"} <= set(schemas)


@pytest.mark.parametrize("language", TITLES)
def test_it_is_there_in_three_languages(http: httpx.Client, language: str) -> None:
    wanted = {"Accept-Language": language}
    detail = body_of(http.get(f"/v1/engines/{MATCHES}", headers=wanted))
    assert detail["title"] == TITLES[language]
    rules = http.get(f"/v1/engines/{MATCHES}/rules", headers=wanted)
    assert (rules.text.splitlines()[0], rules.headers["Content-Language"]) == (f"# {TITLES[language]}", language)
    page = http.get(f"/v1/engines/{MATCHES}/rules", headers={**wanted, "Accept": "text/html"})
    assert f'<html lang="{language}">' in page.text
    assert "<svg" in http.get(f"/v1/engines/{MATCHES}/match.svg").text
    messages = body_of(http.get(f"/web/games/{MATCHES}/messages/{language}.json"))
    assert set(messages) == {"matches.take", "matches.left"}


def test_its_table_is_served_with_the_generic_files_for_what_it_lacks(http: httpx.Client) -> None:
    assert "matches.take" in http.get(f"/web/games/{MATCHES}/table.js").text
    assert http.get(f"/web/games/{MATCHES}/picture.svg").text == http.get(f"/v1/engines/{MATCHES}/match.svg").text
    assert http.get(f"/web/games/{MATCHES}/style.css").text == http.get("/web/generic/style.css").text
    assert body_of(http.get(f"/web/games/{MATCHES}/options/de.json")) == {}


@pytest.mark.parametrize("level", ["random", "greedy", "search"])
def test_bots_play_it_to_the_end_and_its_record_verifies(http: httpx.Client, level: str) -> None:
    seats = [{"kind": "bot", "level": level}] * 3
    game = body_of(http.post("/v1/games", json={"engine": MATCHES, "seats": seats, "options": {"matches": 9}}), 201)
    path = f"/v1/games/{game['id']}"
    wait_for(lambda: body_of(http.get(path))["status"] == "finished")
    assert body_of(http.get(path))["outcome"]["reason"] == "last_match"
    record = body_of(http.get(f"{path}/record"))
    assert body_of(http.post("/v1/records/verify", json=record))["valid"] is True
    record["actions"][0]["action"]["count"] = 4
    assert http.post("/v1/records/verify", json=record).json().get("valid") is not True


def test_people_play_it_and_its_errors_are_in_their_language(http: httpx.Client) -> None:
    wrong = {"engine": MATCHES, "seats": [{}, {}], "options": {"matches": 4}}
    assert body_of(http.post("/v1/games", json=wrong), 422)["errors"].keys() == {"options"}
    chosen = {"first_player": 0, "matches": 5}
    game = body_of(http.post("/v1/games", json={"engine": MATCHES, "seats": [{}, {}], "options": chosen}), 201)
    tokens = [{"Authorization": f"Bearer {seat['token']}", "Accept-Language": "de"} for seat in game["seats"]]
    path = f"/v1/games/{game['id']}/actions"
    assert body_of(http.post(path, json={"type": "take", "count": 3}, headers=tokens[0]))["game"]["state"]["left"] == 2
    too_many = body_of(http.post(path, json={"type": "take", "count": 3}, headers=tokens[1]), 409)
    assert (too_many["reason"], too_many["detail"]) == ("too_many", "So viele Streichhölzer sind nicht mehr da.")
    over = body_of(http.post(path, json={"type": "take", "count": 2}, headers=tokens[1]))["game"]
    assert (over["status"], over["outcome"]["winners"]) == ("finished", [0])


def test_a_package_that_cannot_be_loaded_is_named_and_the_others_serve(host: LiveService, http: httpx.Client) -> None:
    assert body_of(http.get("/readyz")) == {"status": "ok", "packages_left_out": [BROKEN]}
    reason = "RuntimeError: this game needs something that is not there"
    wait_for(lambda: details(host, "game_left_out") != [])
    assert details(host, "game_left_out") == [f"{BROKEN}: {reason}"], "once, whatever the number of workers"


def test_without_such_a_package_nothing_is_named(service: LiveService) -> None:
    assert json.loads(service.get("/readyz")[1]) == {"status": "ok"}
    assert "game_left_out" not in service.errors()


def test_a_service_offers_the_games_that_it_is_told_to(host: LiveService, http: httpx.Client) -> None:
    """The table of a game that is not offered any more is played on, and so is its rematch."""
    game = body_of(http.post("/v1/games", json={"engine": "zoky", "seats": [{}, {}]}), 201)
    key = {"Idempotency-Key": "an-hour-ago-0123456789"}
    new = {"engine": MATCHES, "seats": [{}, {}], "options": {"matches": 5, "first_player": 0}}
    matches = body_of(http.post("/v1/games", json=new, headers=key), 201)
    host.settings["GAMES"] = "zoky, chess"
    try:
        host.restart()
        assert [engine["slug"] for engine in body_of(http.get("/v1/engines"))["engines"]] == ["zoky"]
        wait_for(lambda: details(host, "game_not_installed") == ["GAMES names chess"])
        rejected = body_of(http.post("/v1/games", json=new, headers={"Accept-Language": "fr"}), 422)
        assert rejected["errors"] == {"engine": ["Ce jeu n’est pas proposé ici."]}
        again = http.post("/v1/games", json=new, headers=key)
        assert (again.status_code, again.json()["id"]) == (201, matches["id"]), "it was accepted before"
        tokens = [{"Authorization": f"Bearer {seat['token']}"} for seat in matches["seats"]]
        host_token = {"Authorization": f"Bearer {matches['host_token']}"}
        path = f"/v1/games/{matches['id']}"
        for seat, count in ((0, 3), (1, 2)):
            body_of(http.post(f"{path}/actions", json={"type": "take", "count": count}, headers=tokens[seat]))
        assert body_of(http.post(f"{path}/rematch", headers=host_token), 201)["engine"] == MATCHES
        assert http.get(f"/v1/engines/{MATCHES}").status_code == 200
        assert body_of(http.get(f"/v1/games/{game['id']}"))["status"] == "active"
    finally:
        del host.settings["GAMES"]
        host.restart()


FAULTS: dict[str, tuple[str, str, str, str]] = {
    "exits": ("__init__.py", "RULES", "raise SystemExit('no licence')\nRULES", "SystemExit: no licence"),
    "rules_are_no_engines": ("__init__.py", "RULES = (", "RULES = (1, ", "has no RULES"),
    "heuristic_is_none": ("__init__.py", "RULES", "HEURISTIC = 5\nRULES", "HEURISTIC is no Heuristic"),
    "slug_is_none": ("engine.py", 'slug = "slug_is_none"', 'slug = "../x"', "'../x' is no slug"),
    "slug_is_taken": ("engine.py", 'slug = "slug_is_taken"', 'slug = "zoky"', "there is a game 'zoky' already"),
    "action_without_schema": ("engine.py", "    card: Card", "    card: object", "there is no field for"),
    "option_without_bound": ("engine.py", "    lowest_wins: Annotated[bool", OPTION, "a list needs a max_length"),
    "text_is_no_json": ("text/fr.json", "{", "", "text/fr.json cannot be read"),
    "text_is_nested": ("text/de.json", ': "', ': {}, "x": "', "text/de.json cannot be read"),
    "rules_are_not_in_english": ("rules/en.md", "", "", "has no rules/en.md"),
}
"""By package: the file that is changed, what is replaced in it by what, and what the log says of it."""


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    """The real service beside packages each of which has another fault."""
    site_packages = tmp_path_factory.mktemp("packages")
    for name, (file, old, new, _) in FAULTS.items():
        project = write_game(name, tmp_path_factory.mktemp("written"))
        replace(project / name / file, old, new)
        packages.install(site_packages, name, source_folder=project)
    with LiveService(tmp_path_factory.mktemp("service"), PYTHONPATH=str(site_packages), BOTS="1") as running:
        yield running


def replace(file: Path, old: str, new: str) -> None:
    """Change the first such place in a file; remove the file if nothing is named."""
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8") if old else file.unlink()


def test_each_faulty_package_is_named_with_its_fault(faulty: LiveService) -> None:
    assert json.loads(faulty.get("/readyz")[1]) == {"status": "ok", "packages_left_out": sorted(FAULTS)}
    wait_for(lambda: len(details(faulty, "game_left_out")) == len(FAULTS))
    for name, (*_, sentence) in FAULTS.items():
        (reason,) = [line for line in details(faulty, "game_left_out") if line.startswith(f"{name}: ")]
        assert sentence in reason


@pytest.mark.parametrize("language", TITLES)
def test_beside_faulty_packages_all_others_are_served(faulty: LiveService, language: str) -> None:
    with httpx.Client(base_url=faulty.url, timeout=30, headers={"Accept-Language": language}) as http:
        assert [engine["slug"] for engine in body_of(http.get("/v1/engines"))["engines"]] == list(ENGINES)
        assert body_of(http.get("/openapi.json"))["paths"]
        for slug, engine in ENGINES.items():
            assert body_of(http.get(f"/v1/engines/{slug}"))["slug"] == slug
            seats = [{"kind": "bot", "level": "random"}] * engine.players.min
            body_of(http.post("/v1/games", json={"engine": slug, "seats": [{}, *seats[1:]]}), 201)
        assert body_of(http.post("/v1/games", json={"engine": "exits", "seats": [{}, {}]}), 422)["errors"].keys() == {
            "engine"
        }
