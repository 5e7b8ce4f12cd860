"""Options the contract tests play T'Chang with, besides the defaults."""

from engines.shared_tomb.map import PLACES

VARIANTS = [
    {"difficulty": "easy", "riddle": True},
    {"difficulty": "hard"},
    {"placement": "far", "fireflies": 9, "animals": 3},
    {
        "placement": "custom",
        "statue_squares": list(PLACES[:19]),
        "stone_squares": list(PLACES[-25:]),
        "tangram_bonus": True,
        "fireflies": 3,
    },
    {"first_player": 0, "difficulty": "hard", "placement": "random", "riddle": True},
    {"placement": "far_covered", "animals": 3},
    {"placement": "players", "difficulty": "easy"},
]
