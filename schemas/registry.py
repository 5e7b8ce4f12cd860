"""Every game's schemas, by the engine's slug."""

from schemas import tokyo_poo_divers, zoky
from schemas.games import GameSchemas

SCHEMAS: dict[str, GameSchemas] = {"tokyo_poo_divers": tokyo_poo_divers.SCHEMAS, "zoky": zoky.SCHEMAS}
