"""The tables in the browser: one page for all its addresses, and the files it loads, all from this service."""

from functools import cache
from pathlib import Path

from flask import Blueprint, Request, Response

from engines.registry import GAMES
from service import HOME
from service.http.response import TYPES, File, file_response, load_file
from service.i18n import ENGLISH, LANGUAGES
from service.problems import Problem

web = Blueprint("web", __name__)
CLIENT = "ludotheque.js"
FOR_AUTHORS = "tsconfig.json"
GENERIC = "generic/"
NO_TEXTS = load_file("none.json", b"{}")
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
    """Every file that is served, by its path; read once. What has another type is not for browsers. What a game lacks
    is there as the generic table has it, so that the page requests the same files for every game.
    """
    page, client = folders()
    served = {**load_folder(page), CLIENT: load_file(CLIENT, (client / CLIENT).read_bytes())}
    generic = {name.removeprefix(GENERIC): file for name, file in served.items() if name.startswith(GENERIC)}
    for slug, game in GAMES.items():
        own = with_texts(load_folder(game.folder / "web"))
        served |= {f"games/{slug}/{name}": file for name, file in {**generic, **own}.items()}
    return served


def load_folder(folder: Path) -> dict[str, File]:
    """The files for browsers in a folder, by their paths in it; none if there is no such folder."""
    return {
        (name := file.relative_to(folder).as_posix()): load_file(name, file.read_bytes())
        for file in folder.rglob("*")
        if file.suffix in TYPES and file.name != FOR_AUTHORS
    }


def with_texts(own: dict[str, File]) -> dict[str, File]:
    """The files of a game with its texts in every language: those that are missing are there in English, or empty."""
    texts = {
        f"{kind}/{language}.json": own.get(f"{kind}/{ENGLISH}.json", NO_TEXTS)
        for kind in ("messages", "options")
        for language in LANGUAGES
    }
    return texts | own


@web.get("/")
@web.get("/new/<slug>")
@web.get("/table/<game:game_id>")
def show_web_page(request: Request, **_: str) -> Response:
    """The page; it finds out by its address what to show."""
    return file_response(files()["index.html"], request, POLICY)


@web.get("/web/<path:name>")
def show_web_file(request: Request, name: str) -> Response:
    """A file of the page."""
    if name not in files():
        raise Problem("not_found", "The page has no such file.")
    return file_response(files()[name], request, POLICY)
