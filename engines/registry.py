"""All engines by slug. The contract tests run for each of them."""

from typing import Any

from engines.dragon_fights import DragonFights
from engines.engine import Engine
from engines.tapecho import Tapecho
from engines.tchang import Tchang
from engines.tokyo_poo_divers import TokyoPooDivers
from engines.zoky import Zoky

ENGINES: dict[str, Engine[Any, Any]] = {
    engine.slug: engine for engine in (TokyoPooDivers(), Zoky(), Tapecho(), Tchang(), DragonFights())
}
