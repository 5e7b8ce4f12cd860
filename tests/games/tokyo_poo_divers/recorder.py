"""Record contests, which random play seldom comes to: `python -m tests.games.tokyo_poo_divers.recorder`."""

from tests.recordings.__main__ import play_and_record, write

SLUG = "tokyo_poo_divers"


def find(name: str, seats: int, winners: int) -> None:
    """The first random game that ends in a contest with so many winners."""
    for number in range(3000):
        _, record = play_and_record(SLUG, number, seats, {"tie": "contest"})
        if record.outcome and record.outcome.reason == "contest" and len(record.outcome.winners) == winners:
            write(SLUG, f"{name}_{seats}", record)
            return


if __name__ == "__main__":
    find("contest_won", 2, 1)
    find("contest_without_majority", 3, 2)
