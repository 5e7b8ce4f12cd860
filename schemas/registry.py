"""Every game's schemas, by the engine's slug."""

from schemas import dragon_fights, tapecho, tchang, tokyo_poo_divers, zoky
from schemas.games import GameSchemas

SCHEMAS: dict[str, GameSchemas] = {
    "tokyo_poo_divers": tokyo_poo_divers.SCHEMAS,
    "zoky": zoky.SCHEMAS,
    "tapecho": tapecho.SCHEMAS,
    "tchang": tchang.SCHEMAS,
    "dragon_fights": dragon_fights.SCHEMAS,
}
