"""How often a sensible table gets out of the tomb: `python -m bench.tchang_balance [games]`.

Prints the two tables that stand in docs/rules/tchang.md.
"""

import sys
from collections.abc import Iterable, Iterator
from multiprocessing import Pool

from bench.tchang_player import choose
from engines.chance import Chance
from engines.contract import Action
from engines.tchang import Tchang
from engines.tchang.difficulty import PLACEMENTS, PRESETS
from engines.tchang.state import TchangOptions, TchangState

ENGINE = Tchang()
SEATS = range(ENGINE.players.min, ENGINE.players.max + 1)
DRAWN = tuple(placement for placement in PLACEMENTS if placement != "custom")


def sensible_game(state: TchangState, seed: bytes) -> Iterator[tuple[int, Action]]:
    """Play a table on to its end, sensibly; gives each action once it is done."""
    while asked := [seat for seat, ask in ENGINE.turns(state).items() if ask.required]:
        action = choose(ENGINE.view(state, asked[0]), asked[0])
        ENGINE.check(state, asked[0], action)
        ENGINE.play(state, asked[0], action, seed)
        yield asked[0], action


def ending(game: tuple[str, str, int, int]) -> str | None:
    """How one game ends with one option set like this; each table has a seed of its own."""
    option, value, seats, number = game
    seed = f"balance {value} {seats} {number}".encode()
    state, _ = ENGINE.new(seats, TchangOptions(**{option: value}), Chance(seed))
    for _ in sensible_game(state, seed):
        pass
    return state.ending


def print_table(option: str, values: Iterable[str], games: int) -> None:
    """The share of games won, a line for each value of an option."""
    print(f"| {option} |", *(f"{seats} {'player' if seats == 1 else 'players'} |" for seats in SEATS))
    print("|---|" + "---|" * len(SEATS))
    with Pool() as pool:
        for value in values:
            print(f"| `{value}` |", end="", flush=True)
            for seats in SEATS:
                tables = [(option, value, seats, number) for number in range(games)]
                won = sum(end == "won" for end in pool.imap_unordered(ending, tables, chunksize=20))
                print(f" {won / games:.1%} |", end="", flush=True)
            print()
    print()


def main(words: list[str]) -> None:
    games = int(words[0]) if words else 1000
    print_table("difficulty", PRESETS, games)
    print_table("placement", DRAWN, games)


if __name__ == "__main__":
    main(sys.argv[1:])
