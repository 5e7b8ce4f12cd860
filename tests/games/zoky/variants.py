"""Options the contract tests play Zoky with, besides the defaults."""

from engines.zoky.content import ARRONDISSEMENTS, LIEUTENANTS

NAMES = [district.name for district in ARRONDISSEMENTS]
OTHER_BOX = [
    {"name": f"Ward {ward}", "quartiers": [{"name": f"Block {ward}-{block}", "value": 3 * block} for block in range(5)]}
    for ward in range(8)
]

OTHER_LIEUTENANTS = [
    {"lieutenant": slug, "name": f"Captain {number}", "text": f"Does what captain {number} does."}
    for number, slug in enumerate(LIEUTENANTS)
]

VARIANTS = [
    {"first_player": 1},
    {"arrondissements": NAMES[3:8]},
    {"arrondissements": NAMES[:1:-1]},
    {"arrondissements": NAMES},
    {"throw_odds": {"out": 20, "belly": 10, "edge": 20, "back": 20, "feet": 30}},
    {"quartiers": OTHER_BOX, "throw_odds": {"out": 0, "belly": 5, "edge": 5, "back": 45, "feet": 45}},
    {"quartiers": OTHER_BOX, "arrondissements": [district["name"] for district in OTHER_BOX[:7]]},
    {"lieutenants": [{"lieutenant": slug} for slug in ("kingpin", "recruiter", "medic", "lookout", "snitch", "shark")]},
    {"lieutenants": OTHER_LIEUTENANTS, "quartiers": OTHER_BOX},
]
