"""Record a random game that two or more chiefs win together: `python -m tests.engines.zoky.shared_victory`."""

import sys

import msgspec

from tests.recordings import HERE
from tests.recordings.__main__ import TRIES, played

SEATS = 3


def main() -> None:
    for number in range(TRIES):
        table, record = played("zoky", number, SEATS, {})
        if len(record.outcome.winners) > 1:
            file = HERE / "zoky" / f"shared_victory_{SEATS}.json"
            file.write_bytes(msgspec.json.format(msgspec.json.encode(record), indent=1) + b"\n")
            sys.stdout.write(f"{file.relative_to(HERE)}: {len(table.actions)} actions\n")
            return


if __name__ == "__main__":
    main()
