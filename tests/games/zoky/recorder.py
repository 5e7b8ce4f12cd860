"""Record a shared victory, all fifteen Lieutenants, and a table's own: `python -m tests.games.zoky.recorder`."""

from collections.abc import Callable

from engines.record import Record
from engines.zoky.content import LIEUTENANTS
from tests.games.zoky.variants import OTHER_LIEUTENANTS
from tests.recordings.__main__ import TRIES, play_and_record, write


def is_shared_victory(record: Record) -> bool:
    return len(record.outcome.winners) > 1


def lieutenants_played(record: Record) -> set[str]:
    return {step.action["lieutenant"] for step in record.actions if step.action["type"] == "lieutenant"}


def all_lieutenants(record: Record) -> bool:
    return lieutenants_played(record) == set(LIEUTENANTS)


WANTED: dict[str, tuple[int, Callable[[Record], bool]]] = {
    "shared_victory": (3, is_shared_victory),
    "all_lieutenants": (5, all_lieutenants),
}
OWN_LIEUTENANTS = {"lieutenants": OTHER_LIEUTENANTS[1:12:2]}


def main() -> None:
    for name, (seats, wanted) in WANTED.items():
        games = (play_and_record("zoky", number, seats, {})[1] for number in range(TRIES))
        record = next(filter(wanted, games))
        write("zoky", f"{name}_{seats}", record)
    write("zoky", "own_lieutenants_2", play_and_record("zoky", 0, 2, OWN_LIEUTENANTS)[1])


if __name__ == "__main__":
    main()
