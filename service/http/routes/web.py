"""The tables in the browser: one page for all its addresses, and the files it loads, all from this service."""

from functools import cache
from pathlib import Path

from flask import Blueprint, Response, request

from service import HOME
from service.http.response import TYPES, File, file_response, load_file
from service.problems import Problem

web = Blueprint("web", __name__)
CLIENT = "ludotheque.js"
FOR_AUTHORS = "tsconfig.json"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""What the page may load and run: nothing that is not a file of this service."""


def folders() -> tuple[Path, Path]:
    """Where the page and the client for JavaScript are: beside the code if installed, else in the source tree."""
    installed = HOME / "service" / "web"
    return (installed, installed) if installed.is_dir() else (HOME / "web", HOME / "clients" / "javascript")


@cache
def files() -> dict[str, File]:
    """Every file that is served, by its path; read once. What has another type is not for browsers."""
    page, client = folders()
    page_files = {
        file.relative_to(page).as_posix(): file
        for file in page.rglob("*")
        if file.suffix in TYPES and file.name != FOR_AUTHORS
    }
    return {name: load_file(name, file.read_bytes()) for name, file in {**page_files, CLIENT: client / CLIENT}.items()}


@web.get("/")
@web.get("/new/<slug>")
@web.get("/table/<game:game_id>")
def show_web_page(**_: str) -> Response:
    """The page; it finds out by its address what to show."""
    return file_response(files()["index.html"], request, POLICY)


@web.get("/web/<path:name>")
def show_web_file(name: str) -> Response:
    """A file of the page."""
    if name not in files():
        raise Problem("not_found", "The page has no such file.")
    return file_response(files()[name], request, POLICY)
