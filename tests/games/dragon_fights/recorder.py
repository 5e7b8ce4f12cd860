"""Record the games random play hardly reaches: `python -m tests.games.dragon_fights.recorder`."""

from collections.abc import Callable

from engines.chance import Chance, game_seed
from engines.dragon_fights.actions import ChooseGesture
from engines.dragon_fights.events import Drawn
from engines.dragon_fights.steps import MOST_UNDECIDED
from tests.games.dragon_fights.builders import SLUG, act
from tests.recordings.__main__ import record_of, write
from tests.support.tables import Table, open_table, options_for, play_on, seed_of


def draw_until_lot(table: Table) -> None:
    """All show rock until the lot is drawn."""
    for _ in range(MOST_UNDECIDED * table.seats):
        act(table, next(iter(table.engine.turns(table.state))), ChooseGesture("rock"))


def is_shared_victory(table: Table) -> bool:
    return len(table.engine.outcome(table.state).winners) > 1


def drawn(table: Table) -> bool:
    return any(isinstance(event, Drawn) for happened in table.events for event in happened)


def find(name: str, seats: int, begin: Callable[[Table], None], is_wanted: Callable[[Table], bool]) -> None:
    """The first random game, after this beginning, that is of this kind."""
    for number in range(3000):
        game_id = f"recording-{name}-{number}"
        table = open_table(SLUG, seats, options_for(SLUG, {}), game_seed(seed_of(number), game_id, [""] * seats))
        begin(table)
        for _ in play_on(table, Chance(seed_of(number + 1))):
            pass
        if is_wanted(table):
            write(SLUG, f"{name}_{seats}", record_of(table, game_id, seed_of(number)))
            return


if __name__ == "__main__":
    find("shared_victory", 3, lambda table: None, is_shared_victory)
    find("lot_drawn", 2, draw_until_lot, drawn)
