"""The page under /docs: it requests nothing from other hosts, runs only its scripts, and has the API's errors."""

import re
from urllib.parse import urljoin, urlsplit

import pytest

from tests.support.html import Page
from tests.support.http import Api, InProcess, assert_problem

PAGE = "http://ludotheque.test/docs/"


def page(client: InProcess) -> Page:
    read = Page(client.get("/docs/").text)
    assert len(read.references) >= 4
    return read


def test_the_page_requests_nothing_from_other_hosts(client: InProcess) -> None:
    for reference in page(client).references:
        where = urlsplit(urljoin(PAGE, reference))
        assert where.hostname == "ludotheque.test", reference
        assert client.get(where.path).status_code == 200, reference
    start = client.get("/docs/start.js").text
    assert 'url: "/openapi.json"' in start
    assert "validatorUrl: null" in start, "or else it sends the document's address to validator.swagger.io"


def test_its_styles_request_nothing_from_other_hosts(client: InProcess) -> None:
    for sheet in ("/docs/index.css", "/docs/swagger-ui.css"):
        for reference in re.findall(r"url\(\s*['\"]?([^)'\"]+)|@import\s+['\"]([^'\"]+)", client.get(sheet).text):
            assert "".join(reference).startswith("data:"), reference


def test_docs_without_a_slash_is_the_same_page(client: InProcess) -> None:
    with_slash, without = client.get("/docs/"), client.get("/docs")
    assert (without.status_code, without.text) == (200, with_slash.text)


def test_the_page_may_run_only_scripts_of_this_service_and_nobody_may_frame_it(client: InProcess) -> None:
    response = client.get("/docs/")
    policy = dict(part.strip().partition(" ")[::2] for part in response.headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert not [name for name, sources in policy.items() if "unsafe" in sources or "http" in sources or "*" in sources]
    assert response.headers["Referrer-Policy"] == "no-referrer"
    assert page(client).inline == [], "the browser would block it"


@pytest.mark.parametrize(
    "headers",
    [
        {"If-Match": '"x"'},
        {"If-Match": "*"},
        {"If-Unmodified-Since": "Mon, 01 Jan 2001 00:00:00 GMT"},
        {"Range": "bytes=0-3"},
        {"Range": "bytes=99999999-"},
        {"Range": "bytes=0-3", "If-Range": '"x"'},
        {"Range": "lines=1-2"},
        {"If-Modified-Since": "yesterday"},
    ],
    ids=str,
)
@pytest.mark.parametrize("path", ["/docs/", "/docs/index.css", "/docs/swagger-ui-bundle.js", "/", "/web/main.js"])
def test_conditions_and_ranges_that_no_file_has_are_ignored(
    client: InProcess, path: str, headers: dict[str, str]
) -> None:
    whole, conditional = client.get(path), client.get(path, headers=headers)
    assert (conditional.status_code, conditional.content) == (200, whole.content)
    assert "Content-Range" not in conditional.headers


@pytest.mark.parametrize("path", ["/docs/", "/", "/v1/engines/zoky/rules"])
def test_every_page_has_the_icon(client: InProcess, path: str) -> None:
    """A browser asks for /favicon.ico where a page names none."""
    read = Page(client.get(path, headers={"Accept": "text/html"}).text)
    (icon,) = (link["href"] for tag, link in read.elements if tag == "link" and link["rel"] == "icon")
    response = client.get(icon or "")
    assert (response.status_code, response.headers["Content-Type"]) == (200, "image/svg+xml; charset=utf-8")


@pytest.mark.parametrize("path", ["/docs/", "/docs/index.css", "/", "/web/main.js"])
def test_a_file_that_the_browser_has_is_304(client: InProcess, path: str) -> None:
    tag = client.get(path).headers["ETag"]
    for known in (tag, f"W/{tag}", f'"other", {tag}', "*"):
        response = client.get(path, headers={"If-None-Match": known})
        assert (response.status_code, response.content, response.headers["ETag"]) == (304, b"", tag)
    assert client.get(path, headers={"If-None-Match": '"other"'}).status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/docs/none.js",
        "/docs/../app.py",
        "/docs/..%2fapp.py",
        "/docs/%2e%2e/app.py",
        "/docs/..%5capp.py",
        "/docs//etc/passwd",
        "/docs/%2fetc%2fpasswd",
        "/docs/index.css%00",
        "/docs/INDEX.CSS",
        "/docs/LICENSE",
    ],
)
def test_only_the_files_of_the_page_are_served(live: Api, path: str) -> None:
    assert_problem(live.get(path), 404, "not_found")


def test_head_of_a_file_is_get_without_a_body(live: Api) -> None:
    for path in ("/docs/", "/docs/swagger-ui-bundle.js"):
        head, get = live.call("HEAD", path), live.get(path)
        assert (head.status_code, head.content) == (200, b"")
        for name in ("Content-Type", "Content-Length", "ETag", "Content-Security-Policy"):
            assert head.headers.get(name) == get.headers.get(name)
