"""The tables in the browser, as they are served: whole, from this service alone, and only if they are wanted."""

import json
import re
from pathlib import Path, PurePosixPath
from urllib.parse import urljoin, urlsplit

import pytest

from engines.registry import GAMES
from service.http.response import File
from service.http.routes.web import files
from service.i18n import LANGUAGES
from tests.support import bells
from tests.support.html import Page
from tests.support.http import InProcess, assert_problem, in_process
from tests.support.running import ROOT

PAGE = "http://ludotheque.test/"
ADDRESSES = ("/", "/new/zoky", "/table/eS1IDHtHKCAsJRAfB5Dtsg")
IMPORTED = re.compile(r"""(?:from|import)\s*\(?\s*["']((?:\.{1,2}|/web)/[^"']+)["']""")
ELSEWHERE = re.compile(r"""["'`(=]\s*(?:https?:)?//[\w.]+""")
COMMENT = re.compile(r"/\*.*?\*/", re.S)
NAMES = ("http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink")
"""They look like addresses, and name a dialect of XML."""


def code_of(file: File) -> str:
    return COMMENT.sub("", file.content.decode())


@pytest.mark.parametrize("path", ADDRESSES)
def test_all_its_addresses_show_the_same_page(client: InProcess, path: str) -> None:
    response = client.get(path)
    assert (response.status_code, response.content) == (200, (ROOT / "web" / "index.html").read_bytes())
    assert response.headers["Content-Type"] == "text/html; charset=utf-8"


def test_it_runs_only_files_of_this_service_and_nobody_may_frame_it(client: InProcess) -> None:
    response = client.get("/")
    policy = dict(part.strip().partition(" ")[::2] for part in response.headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == policy["form-action"] == "'none'"
    assert {policy[f"{what}-src"] for what in ("script", "style", "img", "connect")} == {"'self'"}
    assert response.headers["Referrer-Policy"] == "no-referrer", "the address of a table is sent to nobody"
    page = Page(response.text)
    assert page.inline == [], "the browser would block it"
    for reference in page.references:
        where = urlsplit(urljoin(PAGE, reference))
        assert where.hostname == "ludotheque.test", reference
        assert client.get(where.path).status_code == 200, reference


def test_what_its_modules_import_is_there(client: InProcess) -> None:
    count = 0
    for name, file in files().items():
        for imported in IMPORTED.findall(code_of(file)) if name.endswith(".js") else ():
            path = urlsplit(urljoin(f"{PAGE}web/{name}", imported)).path
            assert client.get(path).status_code == 200, f"{name} imports {imported}"
            count += 1
    assert count > 20


def test_no_file_of_it_names_another_host() -> None:
    for name, file in files().items():
        text = code_of(file)
        for known in NAMES:
            text = text.replace(known, "")
        assert not ELSEWHERE.findall(text), name


def test_only_what_browsers_need_is_served(client: InProcess) -> None:
    served = {f"web/{name}" for name in files()}
    folders = {"web": ROOT / "web"} | {f"web/games/{slug}": game.folder / "web" for slug, game in GAMES.items()}
    names = {
        f"{path}/{file.relative_to(at).as_posix()}": file for path, at in folders.items() for file in at.rglob("*")
    }
    for name, file in names.items():
        if file.is_file() and name not in served:
            assert PurePosixPath(name).suffix == ".ts" or name == "web/tsconfig.json", name
            assert_problem(client.get(f"/{name}"), 404, "not_found")


@pytest.mark.parametrize("path", ["/web/", "/web/..%2fpyproject.toml", "/web/../service/http/app.py", "/web/%00"])
def test_nothing_else_is(client: InProcess, path: str) -> None:
    assert_problem(client.get(path), 404, "not_found")


def test_every_game_has_its_files(slug: str) -> None:
    for name in ("table.js", "reducer.js", "style.css", "picture.svg", "messages/en.json", "options/de.json"):
        own = GAMES[slug].folder / "web" / name
        assert files()[f"games/{slug}/{name}"].content == own.read_bytes()


def test_a_game_without_a_table_has_the_files_of_the_generic_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    bells.install(monkeypatch, folder=tmp_path)
    served = files.__wrapped__()
    expected = {name.removeprefix("generic/") for name in served if name.startswith("generic/")}
    texts = {f"{kind}/{language}.json" for kind in ("messages", "options") for language in LANGUAGES}
    there = {
        name.removeprefix("games/bells/"): file for name, file in served.items() if name.startswith("games/bells/")
    }
    assert set(there) == expected | texts >= {"table.js", "style.css", "picture.svg"}
    assert there["table.js"].content == served["generic/table.js"].content
    assert {there[name].content for name in texts} == {b"{}"}


def test_texts_that_a_game_has_in_english_only_are_served_for_every_language(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    bells.install(monkeypatch, folder=tmp_path)
    (tmp_path / "web" / "messages").mkdir(parents=True)
    (tmp_path / "web" / "messages" / "en.json").write_text('{"ring": "Ring"}')
    (tmp_path / "web" / "messages" / "de.json").write_text('{"ring": "Läuten"}')
    served = files.__wrapped__()
    texts = [json.loads(served[f"games/bells/messages/{language}.json"].content)["ring"] for language in LANGUAGES]
    assert texts == ["Ring", "Ring", "Läuten"]


def test_the_tables_of_games_import_their_own_modules_and_the_kit_alone() -> None:
    for game in GAMES.values():
        for file in (game.folder / "web").rglob("*.js"):
            imported = IMPORTED.findall(COMMENT.sub("", file.read_text(encoding="utf-8")))
            assert [name for name in imported if not name.startswith("./") and name != "/web/kit.js"] == [], file


def test_it_can_be_left_out() -> None:
    with in_process("unix:///none", web=False) as api:
        for path in (*ADDRESSES, "/web/main.js"):
            assert_problem(api.get(path), 404, "not_found")
        assert api.get("/docs/").status_code == 200


@pytest.mark.parametrize("path", ["/", "/web/main.js", "/docs/swagger-ui.css"])
def test_files_are_compressed_for_clients_that_accept_it(client: InProcess, path: str) -> None:
    """httpx decompresses, so `content` is the same; length and tag are those of what was sent."""
    plain = client.get(path, headers={"Accept-Encoding": "identity"})
    small = client.get(path, headers={"Accept-Encoding": "br, gzip"})
    assert "Content-Encoding" not in plain.headers
    assert small.headers["Content-Encoding"] == "gzip"
    assert small.content == plain.content
    assert int(small.headers["Content-Length"]) < int(plain.headers["Content-Length"]) == len(plain.content)
    assert {"Accept-Encoding"} <= {name.strip() for name in small.headers["Vary"].split(",")}
    assert small.headers["ETag"] != plain.headers["ETag"]
    for response, encoding in ((plain, "identity"), (small, "gzip")):
        again = client.get(path, headers={"If-None-Match": response.headers["ETag"], "Accept-Encoding": encoding})
        assert (again.status_code, again.content) == (304, b"")
    refusing = client.get(path, headers={"Accept-Encoding": "gzip;q=0"})
    assert "Content-Encoding" not in refusing.headers
