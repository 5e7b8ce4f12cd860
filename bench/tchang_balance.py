"""How often a sensible table gets out of the tomb: `python -m bench.tchang_balance [games]`.

Prints the table that stands in docs/rules/tchang.md.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from multiprocessing import Pool
from typing import get_args

from bench.tchang_player import choose
from engines.chance import Chance
from engines.contract import Action
from engines.tchang import Tchang
from engines.tchang.difficulty import Difficulty
from engines.tchang.state import TchangOptions, TchangState

ENGINE = Tchang()
SEATS = range(ENGINE.players.min, ENGINE.players.max + 1)


def sensible_game(state: TchangState, seed: bytes) -> Iterator[tuple[int, Action]]:
    """Play a table on to its end, sensibly; gives each action once it is done."""
    while asked := [seat for seat, ask in ENGINE.turns(state).items() if ask.required]:
        action = choose(ENGINE.view(state, asked[0]), asked[0])
        ENGINE.check(state, asked[0], action)
        ENGINE.play(state, asked[0], action, seed)
        yield asked[0], action


def ending(game: tuple[Difficulty, int, int]) -> str | None:
    """How one game ends; each table has a seed of its own."""
    difficulty, seats, number = game
    seed = f"balance {difficulty} {seats} {number}".encode()
    state, _ = ENGINE.new(seats, TchangOptions(difficulty=difficulty), Chance(seed))
    for _ in sensible_game(state, seed):
        pass
    return state.ending


def main(games: int) -> None:
    print("| difficulty |", *(f"{seats} {'player' if seats == 1 else 'players'} |" for seats in SEATS))
    print("|---|" + "---|" * len(SEATS), flush=True)
    with Pool() as pool:
        for difficulty in get_args(Difficulty):
            print(f"| `{difficulty}` |", end="", flush=True)
            for seats in SEATS:
                tables = [(difficulty, seats, number) for number in range(games)]
                ends = Counter(pool.imap_unordered(ending, tables, chunksize=20))
                print(f" {ends['won'] / games:.1%} |", end="", flush=True)
            print()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
