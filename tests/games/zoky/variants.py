"""Options the contract tests play Zoky with, besides the defaults."""

from engines.zoky.content import ARRONDISSEMENTS

NAMES = [district.name for district in ARRONDISSEMENTS]
OTHER_BOX = [
    {"name": f"Ward {ward}", "quartiers": [{"name": f"Block {ward}-{block}", "value": 3 * block} for block in range(5)]}
    for ward in range(8)
]

VARIANTS = [
    {"first_player": 1},
    {"arrondissements": NAMES[3:8]},
    {"arrondissements": NAMES[:1:-1]},
    {"arrondissements": NAMES},
    {"throw_odds": {"out": 20, "belly": 10, "edge": 20, "back": 20, "feet": 30}},
    {"quartiers": OTHER_BOX, "throw_odds": {"out": 0, "belly": 5, "edge": 5, "back": 45, "feet": 45}},
    {"quartiers": OTHER_BOX, "arrondissements": [district["name"] for district in OTHER_BOX[:7]]},
]
