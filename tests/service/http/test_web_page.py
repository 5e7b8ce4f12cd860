"""The tables in the browser, as they are served: whole, from this service alone, and only if they are wanted."""

import re
from pathlib import PurePosixPath
from urllib.parse import urljoin, urlsplit

import pytest

from service.http.response import File
from service.http.routes.web import files
from tests.support.html import Page
from tests.support.http import InProcess, in_process, refused
from tests.support.running import ROOT

PAGE = "http://ludotheque.test/"
ADDRESSES = ("/", "/new/zoky", "/table/eS1IDHtHKCAsJRAfB5Dtsg")
IMPORTED = re.compile(r"""(?:from|import)\s*\(?\s*["'](\.{1,2}/[^"']+)["']""")
ELSEWHERE = re.compile(r"""["'`(=]\s*(?:https?:)?//[\w.]+""")
COMMENT = re.compile(r"/\*.*?\*/", re.S)
NAMES = ("http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink")
"""They look like addresses, and name a dialect of XML."""


def code_of(file: File) -> str:
    return COMMENT.sub("", file.content.decode())


@pytest.mark.parametrize("path", ADDRESSES)
def test_all_its_addresses_show_the_same_page(client: InProcess, path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.content) == (200, (ROOT / "web" / "index.html").read_bytes())
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"


def test_it_runs_only_files_of_this_service_and_nobody_may_frame_it(client: InProcess) -> None:
    answer = client.get("/")
    policy = dict(part.strip().partition(" ")[::2] for part in answer.headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == policy["form-action"] == "'none'"
    assert {policy[f"{what}-src"] for what in ("script", "style", "img", "connect")} == {"'self'"}
    assert answer.headers["Referrer-Policy"] == "no-referrer", "the address of a table is not told to anybody"
    page = Page(answer.text)
    assert page.inline == [], "the browser would refuse it"
    for reference in page.references:
        where = urlsplit(urljoin(PAGE, reference))
        assert where.hostname == "ludotheque.test", reference
        assert client.get(where.path).status_code == 200, reference


def test_what_its_modules_import_is_there(client: InProcess) -> None:
    found = 0
    for name, file in files().items():
        for imported in IMPORTED.findall(code_of(file)) if name.endswith(".js") else ():
            path = urlsplit(urljoin(f"{PAGE}web/{name}", imported)).path
            assert client.get(path).status_code == 200, f"{name} imports {imported}"
            found += 1
    assert found > 20


def test_no_file_of_it_names_another_host() -> None:
    for name, file in files().items():
        text = code_of(file)
        for known in NAMES:
            text = text.replace(known, "")
        assert not ELSEWHERE.findall(text), name


def test_only_what_browsers_need_is_served(client: InProcess) -> None:
    served = {f"web/{name}" for name in files()}
    for file in (ROOT / "web").rglob("*"):
        name = file.relative_to(ROOT).as_posix()
        if file.is_file() and name not in served:
            assert PurePosixPath(name).suffix == ".ts" or name == "web/tsconfig.json", name
            refused(client.get(f"/{name}"), 404, "not_found")


@pytest.mark.parametrize("path", ["/web/", "/web/..%2fpyproject.toml", "/web/../service/http/app.py", "/web/%00"])
def test_nothing_else_is(client: InProcess, path: str) -> None:
    refused(client.get(path), 404, "not_found")


def test_every_game_has_its_files(slug: str) -> None:
    for name in ("table.js", "reducer.js", "style.css", "picture.svg", "messages/en.json", "options/de.json"):
        assert f"games/{slug}/{name}" in files()


def test_it_can_be_left_out() -> None:
    with in_process("unix:///none", web=False) as api:
        for path in (*ADDRESSES, "/web/main.js"):
            refused(api.get(path), 404, "not_found")
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
