"""Every game's schemas, by the engine's slug."""

from schemas import dragon_fights, tapecho, tokyo_poo_divers, zoky
from schemas.games import GameSchemas

SCHEMAS: dict[str, GameSchemas] = {
    "dragon_fights": dragon_fights.SCHEMAS,
    "tapecho": tapecho.SCHEMAS,
    "tokyo_poo_divers": tokyo_poo_divers.SCHEMAS,
    "zoky": zoky.SCHEMAS,
}
