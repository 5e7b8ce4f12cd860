"""The games: those in this package, and those that other installed packages bring. The contract tests run for each."""

import pkgutil
import re
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

import engines
from engines.engine import Engine
from engines.heuristic import Heuristic

ENTRY_POINTS = "ludotheque.games"
"""The entry point group of installed games; the value of each entry point is the name of the game's package."""
SLUG = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")


class InvalidGameError(Exception):
    """A package is no game, or its game cannot be offered beside the others."""


class GamePackage(msgspec.Struct, frozen=True):
    """One game: its package, and its rules in every version that tables still play."""

    package: str
    rules: dict[str, Engine[Any, Any]]
    """By `rules_version`, the oldest first."""
    heuristic: Heuristic[Any] | None
    folder: Path
    """Where its other files are: `rules/`, `text/` and `web/`."""

    @property
    def engine(self) -> Engine[Any, Any]:
        """The newest rules."""
        return list(self.rules.values())[-1]


def load(package: str) -> GamePackage:
    """The game of an importable package; InvalidGameError, or whatever importing it raises, if it is none."""
    module = import_module(package)
    versions: tuple[Engine[Any, Any], ...] = getattr(module, "RULES", ())
    heuristic: Heuristic[Any] | None = getattr(module, "HEURISTIC", None)
    if not versions or not all(isinstance(engine, Engine) for engine in versions):
        raise InvalidGameError(f"{package} has no RULES: a tuple of its engines, the oldest version of its rules first")
    if heuristic is not None and not isinstance(heuristic, Heuristic):
        raise InvalidGameError(f"{package}.HEURISTIC is no Heuristic")
    _check_versions(package, versions)
    folder = Path(str(module.__file__)).parent
    _check_files(package, folder)
    return GamePackage(package, {engine.rules_version: engine for engine in versions}, heuristic, folder)


def _check_versions(package: str, versions: tuple[Engine[Any, Any], ...]) -> None:
    """All versions are of one game, and the newest one describes them all."""
    slugs, names = {engine.slug for engine in versions}, {engine.rules_version for engine in versions}
    if len(names) < len(versions) or len(slugs) > 1:
        raise InvalidGameError(f"the engines in {package}.RULES need one slug, and each its own rules_version")
    if not SLUG.fullmatch(versions[-1].slug):
        raise InvalidGameError(f"{versions[-1].slug!r} is no slug: use small letters, digits and single underscores")
    if missing := set().union(*map(_types, versions)) - _types(versions[-1]):
        raise InvalidGameError(
            f"the newest engine in {package}.RULES lacks what older tables still have: {', '.join(sorted(missing))}"
        )


def _check_files(package: str, folder: Path) -> None:
    """There are rules in English, and what the service reads later for people can be read."""
    if not (folder / "rules" / "en.md").is_file():
        raise InvalidGameError(f"{package} has no rules/en.md: the rules for players")
    for file in (*(folder / "rules").glob("*.md"), *(folder / "text").glob("*.json")):
        try:
            text = file.read_bytes().decode()
            if file.suffix == ".json":
                msgspec.json.decode(text, type=dict[str, str])
        except (UnicodeDecodeError, msgspec.DecodeError) as error:
            raise InvalidGameError(f"{package}: {file.relative_to(folder)} cannot be read: {error}") from None


def _types(engine: Engine[Any, Any]) -> set[str]:
    """The types of its actions and events. The newest engine declares them all, because its types are published."""
    kinds = {"action": engine.actions, "event": engine.events}
    return {f"{kind} {struct.__struct_config__.tag}" for kind, structs in kinds.items() for struct in structs}


def load_all(parent: ModuleType = engines) -> tuple[dict[str, GamePackage], dict[str, str]]:
    """All games by slug, and why each package that is left out could not be loaded. One that fails stops no other."""
    games: dict[str, GamePackage] = {}
    failures: dict[str, str] = {}
    built_in = [module.name for module in pkgutil.iter_modules(parent.__path__, f"{parent.__name__}.") if module.ispkg]
    for package in (*built_in, *(point.value for point in entry_points(group=ENTRY_POINTS))):
        try:
            if package in built_in and not hasattr(import_module(package), "RULES"):
                continue  # not a game, but what games share
            game = load(package)
            if game.engine.slug in games:
                raise InvalidGameError(f"{package}: there is a game {game.engine.slug!r} already")
            games[game.engine.slug] = game
        except (Exception, SystemExit) as error:  # other people's code may raise anything
            failures[package] = f"{type(error).__name__}: {error}"
    return games, failures


GAMES, FAILURES = load_all()
ENGINES: dict[str, Engine[Any, Any]] = {slug: game.engine for slug, game in GAMES.items()}
"""The newest rules of every game."""


def leave_out(slug: str, error: Exception) -> None:
    """Remove a game that was loaded and cannot be served."""
    FAILURES[GAMES.pop(slug).package] = f"{type(error).__name__}: {error}"
    del ENGINES[slug]


def find_rules(slug: str, rules_version: str) -> Engine[Any, Any] | None:
    """The engine with this version of a game's rules; None if it is not installed."""
    game = GAMES.get(slug)
    return game.rules.get(rules_version) if game else None
