"""How often a sensible table gets out of the tomb: `python -m bench.tchang_balance [games]`.

Prints the tables that are in engines/tchang/rules/en.md.
"""

import sys
from collections.abc import Iterator
from functools import cached_property
from multiprocessing import Pool

from engines.chance import Chance
from engines.engine import Action
from engines.shared_tomb.stones import ANIMAL, ANIMALS
from engines.tchang import Tchang
from engines.tchang.options import PLACEMENTS, PRESETS, TchangOptions
from engines.tchang.plan import choose
from engines.tchang.state import TchangState

ENGINE = Tchang()
SEATS = range(ENGINE.players.min, ENGINE.players.max + 1)


class RicherStones(TchangOptions, frozen=True, kw_only=True):
    """Twelve more fireflies on the stones."""

    @cached_property
    def stones(self) -> tuple[int, ...]:
        return (ANIMAL,) * ANIMALS + (2,) * 2 + (3,) * 8 + (4,) * 11


TABLES: dict[str, dict[str, TchangOptions]] = {
    "difficulty": {f"`{preset}`": TchangOptions(difficulty=preset) for preset in PRESETS},
    "placement": {f"`{way}`": TchangOptions(placement=way) for way in PLACEMENTS if way != "custom"},
    "tried": {
        "5 fireflies a pawn": TchangOptions(fireflies=5),
        "5 fireflies a pawn, `covered`": TchangOptions(fireflies=5, placement="covered"),
        "72 fireflies on the stones": RicherStones(),
    },
}
"""What is compared, by the heading of its table: each line's name and its options."""
LINES = {name: options for lines in TABLES.values() for name, options in lines.items()}


def sensible_game(state: TchangState, seed: bytes) -> Iterator[tuple[int, Action]]:
    """Play a table sensibly to its end; gives each action after it is done."""
    while awaited := [seat for seat, ask in ENGINE.turns(state).items() if ask.required]:
        action = choose(ENGINE.view(state, awaited[0]), awaited[0])
        ENGINE.check(state, awaited[0], action)
        ENGINE.play(state, awaited[0], action, seed)
        yield awaited[0], action


def ending(game: tuple[str, int, int]) -> str | None:
    """How one game of a line ends; each table has a seed of its own."""
    name, seats, number = game
    seed = f"balance {name.strip('`')} {seats} {number}".encode()
    state, _ = ENGINE.new(seats, LINES[name], Chance(seed))
    for _ in sensible_game(state, seed):
        pass
    return state.ending


def print_table(heading: str, games: int) -> None:
    """The share of games won, with a line for each setting."""
    print(f"| {heading} |", *(f"{seats} {'player' if seats == 1 else 'players'} |" for seats in SEATS))
    print("|---|" + "---|" * len(SEATS))
    with Pool() as pool:
        for name in TABLES[heading]:
            print(f"| {name} |", end="", flush=True)
            for seats in SEATS:
                tables = [(name, seats, number) for number in range(games)]
                won = sum(end == "won" for end in pool.imap_unordered(ending, tables, chunksize=20))
                print(f" {won / games:.1%} |", end="", flush=True)
            print()
    print()


def main(arguments: list[str]) -> None:
    games = int(arguments[0]) if arguments else 1000
    for heading in TABLES:
        print_table(heading, games)


if __name__ == "__main__":
    main(sys.argv[1:])
