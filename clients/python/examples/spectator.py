"""Print in words what happens at a table: python spectator.py http://localhost:8000/v1/games/GAME [--after 0]"""

import argparse

import text

from ludotheque_client import Ludotheque


def main() -> None:
    """Print every event until the game is over."""
    parser = argparse.ArgumentParser(description="Print in words what happens at a table.")
    parser.add_argument("address", help="the game's address, such as http://localhost:8000/v1/games/…")
    parser.add_argument("--after", type=int, default=0, help="the number of the last event that you have")
    args = parser.parse_args()
    service, game = text.parse_address(args.address)
    with Ludotheque(service) as client:
        table = client.table(game, after=args.after)
        page = client.get_engine(table.view["engine"])
        for event in table.events():
            print(f"{event['seq']:4} {text.event_text(event, page, table.view)}", flush=True)
        print(text.ending_text(table.view, page))


if __name__ == "__main__":
    main()
