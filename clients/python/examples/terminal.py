"""Play at a terminal, against bots or with others.

python terminal.py new zoky --name Ana --bots 1      a table against one bot
python terminal.py new zoky --name Ana --open 1      a table with a seat for somebody else
python terminal.py join ADDRESS --name Ben           take an open seat
python terminal.py back ADDRESS --token TOKEN        go on in a seat that you have

ADDRESS is the game's, such as http://localhost:8000/v1/games/…; the first two say it.
"""

import argparse
import json
from typing import cast

import text

from ludotheque_client import (
    GameNotActive,
    IllegalAction,
    Ludotheque,
    NotYourTurn,
    StaleVersion,
    Table,
    ValidationError,
)
from ludotheque_client.types import Action, EngineDetail, NewGame, NewSeat

WIDTH = 100


def take_seat(client: Ludotheque, args: argparse.Namespace, service: str, game: str) -> Table:
    """Sit down as the command says."""
    token: str = args.token
    if args.what == "new":
        seats: list[NewSeat] = [{"name": args.name}]
        seats += [{"kind": "bot", "level": args.level} for _ in range(args.bots)]
        seats += [{"kind": "open"} for _ in range(args.open)]
        created = client.create_game(cast("NewGame", {"engine": args.which, "seats": seats}))
        game, token = created["id"], created["seats"][0]["token"]
    elif args.what == "join":
        token = client.join_game(game, {"name": args.name})["token"]
    address = f"{service}/v1/games/{game}"
    print(f"The game is {address}\nIf this program ends, go on with: terminal.py back {address} --token {token}")
    return client.table(game, token=token, limit=1000)


def choose(table: Table) -> Action | None:
    """Ask the player for a number of the list, or for an action as JSON where there are too many to list."""
    prompt = "Your choice: " if table.is_my_turn else "You may react (Enter: you do not): "
    while True:
        answer = input(prompt).strip()
        if answer.isdecimal() and 1 <= int(answer) <= len(table.actions):
            return table.actions[int(answer) - 1]
        if not answer and not table.is_my_turn:
            return None
        try:
            parsed = json.loads(answer)
        except json.JSONDecodeError:
            parsed = None
        if isinstance(parsed, dict):
            return cast("Action", parsed)
        print("Please give a number of the list.")


def show(table: Table, content_fields: set[str]) -> None:
    """The table, and what may be done."""
    print("\n" + text.table_text(table.view, content_fields))
    options = [f"{number:3} {text.action_text(action)}" for number, action in enumerate(table.actions, 1)]
    columns = max(1, WIDTH // (max(map(len, options), default=0) + 4))
    for start in range(0, len(options), columns):
        print("".join(f"{option:{WIDTH // columns}}" for option in options[start : start + columns]).rstrip())
    listed = {action["type"] for action in table.actions}
    if others := [kind for kind in (table.legal or {"types": []})["types"] if kind not in listed]:
        print(f"      or written as JSON: {', '.join(others)}")


def offer(table: Table, page: EngineDetail, content_fields: set[str]) -> None:
    """Let the player act, if it is their turn or they may react."""
    if not (table.is_my_turn or table.may_react):
        return
    show(table, content_fields)
    while (action := choose(table)) is not None:
        try:
            table.act(action)
            return
        except (GameNotActive, NotYourTurn, StaleVersion):
            print("The game has changed meanwhile. Nothing was done.")
            return
        except (IllegalAction, ValidationError) as error:
            print(page["reasons"].get(error.reason or "", f"{error.detail} {error.errors or ''}"))
            if not (table.is_my_turn or table.may_react):
                return
            show(table, content_fields)  # others may have acted meanwhile, so the list may be another


def play(client: Ludotheque, table: Table) -> None:
    """Print what happens, and ask when it is the player's turn."""
    page = client.get_engine(table.view["engine"])
    content_fields: set[str] = set()
    for event in table.events():
        print(text.event_text(event, page, table.view))
        if event["type"] == "game_started":
            content = cast("text.Members", client.get_content(table.id))
            content_fields = set(content)
            print("\n".join(text.to_lines(content)))
        if table.after >= table.view["last_seq"]:  # all events are printed, so the newest view fits them
            offer(table, page, content_fields)
    print(text.ending_text(table.view, page))


def main() -> None:
    """Play one game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("new", "join", "back"))
    parser.add_argument("which", help="the engine's slug, or the game's address")
    parser.add_argument("--service", default="http://localhost:8000", help="where a new table is set up")
    parser.add_argument("--name", default="Ana")
    parser.add_argument("--bots", type=int, default=0)
    parser.add_argument("--level", choices=("random", "greedy", "search"), default="greedy")
    parser.add_argument("--open", type=int, default=0)
    parser.add_argument("--token")
    args = parser.parse_args()
    service, game = (args.service, "") if args.what == "new" else text.parse_address(args.which)
    with Ludotheque(service) as client:
        try:
            play(client, take_seat(client, args, service, game))
        except (EOFError, KeyboardInterrupt):
            print("\nUntil later.")


if __name__ == "__main__":
    main()
