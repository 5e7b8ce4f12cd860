"""Options the contract tests play Tokyo Poo Divers with, besides the defaults."""

from engines.tokyo_poo_divers.content import LAYOUTS

VARIANTS = [
    *({"layout": slug} for slug in LAYOUTS),
    {"layout": "custom", "rows": ["##########"] * 7, "remember_peeks": False},
    {"layout": "custom", "rows": ["#.#.#.#.#.#.#.#."[:15]] + ["#" * 15] * 4},
    {"first_player": 1},
    {"tie": "contest"},
]
