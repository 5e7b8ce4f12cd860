"""All games, by slug. The contract tests run for every game that is registered here."""

from typing import Any

from engines.dragon_fights import DragonFights
from engines.engine import Engine
from engines.tapecho import Tapecho
from engines.tchang import Tchang
from engines.tokyo_poo_divers import TokyoPooDivers
from engines.zoky import Zoky

SHELF = (TokyoPooDivers(), Zoky(), Tapecho(), Tchang(), DragonFights())
ENGINES: dict[str, Engine[Any, Any]] = {engine.slug: engine for engine in SHELF}
