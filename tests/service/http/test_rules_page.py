"""The rules as a web page: for clients that accept one, complete, linked, and with nothing on it that runs."""

import re
from urllib.parse import urldefrag, urljoin

import pytest

from engines.registry import ENGINES
from service.http.rules_pages import rules_html, web_page
from tests.support.html import HEADINGS, Page
from tests.support.http import InProcess, assert_problem, in_process
from tests.support.running import ROOT
from tests.support.valkey import ValkeyServer

MARKDOWN, HTML = "text/markdown; charset=utf-8", "text/html; charset=utf-8"
FIREFOX = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
CHROMIUM = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8"


def address(slug: str) -> str:
    return f"/v1/engines/{slug}/rules"


def source(slug: str) -> str:
    return (ROOT / "engines" / slug / "rules" / "en.md").read_text(encoding="utf-8")


def rules_page(client: InProcess, slug: str) -> Page:
    return Page(client.get(address(slug), headers={"Accept": FIREFOX}).text)


@pytest.mark.parametrize(
    ("accept", "form"),
    [
        ("", MARKDOWN),
        ("*/*", MARKDOWN),
        ("text/*", MARKDOWN),
        ("text/markdown", MARKDOWN),
        ("text/html;q=0.4, text/markdown;q=0.5", MARKDOWN),
        ("text/html", HTML),
        ("text/html, */*", HTML),
        (FIREFOX, HTML),
        (CHROMIUM, HTML),
    ],
)
def test_a_browser_gets_a_web_page_and_others_markdown(client: InProcess, accept: str, form: str) -> None:
    response = client.get(address("zoky"), headers={"Accept": accept})
    assert response.headers["Content-Type"] == form
    assert response.headers["Vary"] == "Accept-Language, Accept"
    assert (response.text == source("zoky")) == (form == MARKDOWN)
    assert response.text.startswith("<!doctype html>") == (form == HTML)


def test_other_forms_and_other_games_are_rejected(client: InProcess) -> None:
    assert_problem(client.get(address("zoky"), headers={"Accept": "application/json"}), 406, "not_acceptable")
    assert_problem(client.get(address("chess"), headers={"Accept": FIREFOX}), 404, "not_found")


@pytest.mark.parametrize("form", ["application/json", "text/event-stream", "application/x-ndjson"])
def test_whatever_has_several_media_types_varies_by_accept(server: ValkeyServer, form: str) -> None:
    with in_process(server.url, allowed_origins=frozenset({"https://games.example"})) as strict:
        table = strict.create()
        strict.delete(table.path, token=table.host)  # then a stream ends by itself
        response = strict.client.get(f"{table.path}/events", headers={"Accept": form})
        assert response.headers["Content-Type"].startswith(form)
        assert set(response.headers["Vary"].split(", ")) == {"Accept", "Accept-Language", "Authorization", "Origin"}
        assert "Accept" not in strict.get(table.path).headers["Vary"].split(", ")


def test_it_is_a_whole_document_with_all_that_the_source_has(client: InProcess, slug: str) -> None:
    page, markdown = rules_page(client, slug), source(slug)
    assert page.all("html") == [{"lang": "en"}]
    assert {"charset": "utf-8"} in page.all("meta")
    assert {"name": "viewport", "content": "width=device-width, initial-scale=1"} in page.all("meta")
    assert f"{ENGINES[slug].title}: rules" in page.text
    assert len(page.all("main")) == len(page.all("h1")) == 1
    rows, tables = re.findall(r"^\|.*\|$", markdown, re.M), re.findall(r"^\|[-:| ]+\|$", markdown, re.M)
    assert (len(page.all("table")), len(page.all("tr"))) == (len(tables), len(rows) - len(tables))
    assert len(page.all("img")) == markdown.count("![")
    for word in re.findall(r"`(\w+)`", markdown):
        assert word in page.text


def test_every_heading_can_be_linked_to_and_the_contents_link_to_every_section(client: InProcess, slug: str) -> None:
    page = rules_page(client, slug)
    names = [heading["id"] for heading in page.all(*HEADINGS)]
    assert len(names) == len(re.findall("^#+ ", source(slug), re.M))
    assert all(names)
    assert len(set(names)) == len(names), "no two sections of a page have the same name"
    assert [link for link in page.references if link[1:] in names[1:]][: len(names) - 1] == [f"#{n}" for n in names[1:]]


def test_every_link_and_picture_leads_somewhere(client: InProcess, slug: str) -> None:
    page = rules_page(client, slug)
    names = {attributes.get("id") for _, attributes in page.elements}
    for reference in page.references:
        where, name = urldefrag(urljoin(f"http://ludotheque.test{address(slug)}", reference))
        assert where.startswith("http://ludotheque.test/"), reference
        path = where.removeprefix("http://ludotheque.test")
        if path == address(slug):
            assert name in names, reference
        else:
            assert client.get(path).status_code == 200, reference
    for picture in page.all("img"):
        assert picture["alt"], "for those who cannot see it"
        drawn = client.get(urljoin(address(slug), picture["src"] or ""))
        assert drawn.headers["Content-Type"].startswith("image/svg+xml")


def test_the_page_may_load_only_its_style_and_pictures_and_runs_nothing(client: InProcess, slug: str) -> None:
    response = client.get(address(slug), headers={"Accept": FIREFOX})
    policy = dict(part.strip().partition(" ")[::2] for part in response.headers["Content-Security-Policy"].split(";"))
    nobody = {"default-src", "base-uri", "form-action", "frame-ancestors"}
    assert policy == dict.fromkeys(nobody, "'none'") | {"style-src": "'self'", "img-src": "'self'"}
    page = Page(response.text)
    assert page.inline == [], "the browser would block it"
    (style,) = [link["href"] or "" for link in page.all("link") if link["rel"] == "stylesheet"]
    sheet = client.get(style)
    assert sheet.headers["Content-Type"] == "text/css; charset=utf-8"
    assert "url(" not in sheet.text
    assert "@import" not in sheet.text
    assert "Content-Security-Policy" not in client.get(address(slug)).headers, "Markdown is not a page"


HOSTILE = [
    "<script>alert(1)</script>",
    "a <b onclick=alert(1)>word</b>",
    "<img src=x onerror=alert(1)>",
    "<!-- a comment --><iframe src=//elsewhere.example></iframe>",
    "# <svg/onload=alert(1)>",
    "| <i>a</i> | b |\n|---|---|\n| <script>x</script> | `<u>` |",
    "- item\n\n  <div style='color: red'>in a list</div>",
    "![<script>alt</script>](x.svg)",
    "```html\n<script>code</script>\n```",
    "``` <script>info\ncode\n```",
]


@pytest.mark.parametrize("markdown", HOSTILE)
def test_html_in_the_source_is_never_let_through(markdown: str) -> None:
    page, plain = Page(web_page("<b>A & B</b>", markdown)), Page(web_page("", "# a\n\nb `c`\n\n| d |\n|---|\n| e |"))
    usual = {tag for tag, _ in plain.elements} | {"ul", "li", "a", "img", "pre"}
    assert {tag for tag, _ in page.elements} <= usual
    assert page.inline == []
    assert "<b>A & B</b>: rules" in page.text


def test_html_in_the_source_is_shown_as_text() -> None:
    assert "a <b onclick=alert(1)>word</b>" in Page(web_page("", "a <b onclick=alert(1)>word</b>")).text


@pytest.mark.parametrize("link", ["javascript:alert(1)", "JavaScript&colon;alert(1)", "data:text/html,x", "vbscript:x"])
def test_a_link_can_run_nothing(link: str) -> None:
    page = Page(web_page("", f"[here]({link}) <{link}> ![there]({link})"))
    assert not [target for target in page.references if re.match(r"\s*(javascript|data|vbscript)", target, re.I)]


def test_alignment_of_a_column_puts_no_style_on_the_page() -> None:
    assert Page(web_page("", "| a |\n|--:|\n| 1 |")).inline == []


def test_a_page_is_rendered_once(slug: str) -> None:
    assert rules_html(slug) is rules_html(slug)
