"""Options the contract tests play Le Tapécho with, besides the defaults."""

from typing import Any

ATTACKS = (
    "stood_up",
    "rejected",
    "the_ex",
    "hangover",
    "poached",
    "big_reveal",
    "swapped_numbers",
    "friend_with_benefits",
)


def small_deck(spare: int = 20) -> list[dict[str, Any]]:
    """60 cards for four, thick with reactions and with exes, so that piles run out and windows get crowded."""
    return [
        {"kind": "context", "name": "The lift", "name_fr": "L'ascenseur", "spot": "grey"},
        {"kind": "context", "name": "The moon", "spot": "white"},
        {"kind": "asset", "name": "Suit", "role": "man", "value": 5, "spot": "white", "copies": 6},
        {"kind": "asset", "name": "Wings", "value": 4, "spot": "grey", "copies": 6},
        {"kind": "handicap", "name": "Boots", "value": -3, "spot": "white", "copies": 8},
        {"kind": "handicap", "name": "Fear of heights", "role": "woman", "value": -6, "copies": 4},
        *({"kind": "attack", "name": slug, "attack": slug, "copies": 2} for slug in ATTACKS if slug != "the_ex"),
        {"kind": "attack", "name": "the_ex", "attack": "the_ex", "copies": spare - 14},
        {"kind": "defence", "name": "Shield", "role": "man", "copies": 4},
        {"kind": "defence", "name": "Shield", "role": "woman", "copies": 4},
        {"kind": "out_of_context", "name": "Out", "copies": 8},
    ]


VARIANTS = [
    {"mode": "battle_of_the_sexes", "reaction_seconds": 5, "first_player": 1},
    {"mode": "battle_of_the_couples", "games": 2},
    {"mode": "battle_of_the_couples", "couples": [[0, 3], [2, 1]], "roles": ["man", "woman", "man", "woman"]},
    {"roles": ["woman", "woman", "man", "man"], "games": 3},
    {"deck": small_deck()},
]
