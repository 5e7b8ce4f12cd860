"""Every game's schemas, by the engine's slug."""

from engines.registry import ENGINES
from schemas.dragon_fights import DragonOptionsSchema
from schemas.game_schemas import GameSchemas, OptionsSchema, game
from schemas.tapecho import TapechoOptionsSchema
from schemas.tchang import TchangOptionsSchema
from schemas.tokyo_poo_divers import PooOptionsSchema
from schemas.zoky import ZokyOptionsSchema

OPTIONS: dict[str, type[OptionsSchema]] = {
    "tokyo_poo_divers": PooOptionsSchema,
    "zoky": ZokyOptionsSchema,
    "tapecho": TapechoOptionsSchema,
    "tchang": TchangOptionsSchema,
    "dragon_fights": DragonOptionsSchema,
}
SCHEMAS: dict[str, GameSchemas] = {slug: game(ENGINES[slug], schema) for slug, schema in OPTIONS.items()}
