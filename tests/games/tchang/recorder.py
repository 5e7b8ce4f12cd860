"""Record T'Chang anew, each way of ending at each number of players: `python -m tests.games.tchang.recorder`.

Random play never gets out of the tomb, so the games that are won are played by the sensible player of the balance.
"""

from collections.abc import Iterator
from itertools import count

from bench.tchang_balance import SEATS, sensible_game
from engines.chance import game_seed
from engines.record import Record
from engines.registry import ENGINES
from engines.tchang.actions import DeclineRiddle, SolveRiddle
from tests.games.tchang.solutions import SOLUTIONS, pieces_of
from tests.recordings.__main__ import play_and_record, record_of, write
from tests.support.tables import Table, open_table, options_for, seed_of, settings_of


def random_games(seats: int) -> Iterator[Record]:
    """Random games at this number of players, with all options in turn."""
    variants = [variant for places, variant in settings_of("tchang") if places == seats]
    for number in count():
        yield play_and_record("tchang", number, seats, variants[number % len(variants)])[1]


def sensible_games(seats: int, options: dict[str, object], solve: bool = False) -> Iterator[Record]:
    """Games of a table that knows what it does; where it is asked, its last seat solves the riddle or all decline."""
    for number in count():
        game_id, server_seed = f"sensible-{number}", seed_of(number)
        seed = game_seed(server_seed, game_id, [""] * seats)
        table = open_table("tchang", seats, options_for("tchang", options), seed)
        for step in sensible_game(table.state, seed):
            table.actions.append(step)
            if solve and table.state.phase == "riddle" and isinstance(step[1], DeclineRiddle):
                solve_riddle(table)
        yield record_of(table, game_id, server_seed)


def solve_riddle(table: Table) -> None:
    """The last seat lays the exit's second figure, after another has declined."""
    rows = SOLUTIONS[table.state.exit]
    action = SolveRiddle(tuple(pieces_of(list(rows.values())[1])))
    table.engine.check(table.state, table.seats - 1, action)
    table.engine.play(table.state, table.seats - 1, action, table.seed)
    table.actions.append((table.seats - 1, action))


def write_first(name: str, games: Iterator[Record], reason: str) -> None:
    """The first of these games that ends like this."""
    record = next(game for game in games if game.outcome is not None and game.outcome.reason == reason)
    write("tchang", name, record)


def main() -> None:
    for seats in SEATS:
        for reason in ENGINES["tchang"].endings:
            games = sensible_games(seats, {}) if reason == "won" else random_games(seats)
            write_first(f"{reason}_{seats}", games, reason)
    for difficulty in ("easy", "hard"):
        write_first(f"won_{difficulty}_2", sensible_games(2, {"difficulty": difficulty}), "won")
    write_first("won_far_covered_3", sensible_games(3, {"placement": "far_covered"}), "won")
    write_first("won_laid_by_players_4", sensible_games(4, {"placement": "players", "animals": 3}), "won")
    write_first("won_riddle_declined_3", sensible_games(3, {"difficulty": "easy", "riddle": True}), "won")
    write_first("won_riddle_solved_4", sensible_games(4, {"difficulty": "easy", "riddle": True}, solve=True), "won")


if __name__ == "__main__":
    main()
