"""Random tables of any registered game, for tests of what must hold at every table."""

from importlib import import_module
from typing import Any

from hypothesis import strategies as st
from marshmallow import ValidationError

from engines import testing
from engines.chance import Chance
from engines.registry import ENGINES
from engines.testing import LONGEST_GAME, Table, play_on, rejection, seed_of
from schemas.game_schemas import schemas_of
from schemas.requests import parse_options

__all__ = ["LONGEST_GAME", "Table", "open_table", "play_on", "rejection", "seed_of", "settings_of", "tables"]


def variants(slug: str) -> list[dict[str, Any]]:
    """The options that the contract tests of a game use; a registered game must have them."""
    variants: list[dict[str, Any]] = import_module(f"tests.games.{slug}.variants").VARIANTS
    return [{}, *variants]


def options_for(slug: str, variant: dict[str, Any]) -> Any:
    return schemas_of(ENGINES[slug]).options.load(variant)


def option_errors_of(slug: str, options: dict[str, Any], seats: int) -> dict[str, Any]:
    """What a new table of this many seats with these options is rejected for, by option; empty if it is not."""
    try:
        parse_options(ENGINES[slug], {"options": options, "seats": [{}] * seats})
    except ValidationError as error:
        return dict(error.messages_dict["options"])
    return {}


def open_table(slug: str, seats: int, options: Any, seed: bytes) -> Table:
    """A new table of a registered game."""
    return testing.open_table(ENGINES[slug], seats, options, seed)


def settings_of(slug: str) -> list[tuple[int, dict[str, Any]]]:
    """Every number of seats with every variant that fits it."""
    engine = ENGINES[slug]
    counts = range(engine.players.min, engine.players.max + 1)
    return [(n, v) for n in counts for v in variants(slug) if not engine.option_errors(n, options_for(slug, v))]


@st.composite
def tables(draw: st.DrawFn, slug: str, most: int = 300) -> Table:
    """A random table of this game somewhere along a random play."""
    seats, variant = draw(st.sampled_from(settings_of(slug)))
    number = draw(st.integers(0, 2**64))
    table = open_table(slug, seats, options_for(slug, variant), seed_of(number))
    for _ in play_on(table, Chance(seed_of(number + 1)), draw(st.integers(0, most))):
        pass
    return table
