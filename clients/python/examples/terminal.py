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

import words

from ludotheque_client import Ludotheque, Refusal, Table
from ludotheque_client.types import Action, EngineDetail, NewGame, NewSeat

WIDTH = 100


def seated(client: Ludotheque, given: argparse.Namespace, service: str, game: str) -> Table:
    """Sit down as the command says."""
    token: str = given.token
    if given.what == "new":
        seats: list[NewSeat] = [{"name": given.name}]
        seats += [{"kind": "bot", "level": given.level} for _ in range(given.bots)]
        seats += [{"kind": "open"} for _ in range(given.open)]
        made = client.create_game(cast("NewGame", {"engine": given.which, "seats": seats}))
        game, token = made["id"], made["seats"][0]["token"]
    elif given.what == "join":
        token = client.join_game(game, {"name": given.name})["token"]
    address = f"{service}/v1/games/{game}"
    print(f"The game is {address}\nIf this program ends, go on with: terminal.py back {address} --token {token}")
    return client.table(game, token=token, limit=1000)


def chosen(table: Table) -> Action | None:
    """What the player chooses: a number of the list, or an action as JSON where there are too many to list."""
    prompt = "Your choice: " if table.asked else "You may react (Enter: you do not): "
    while True:
        answer = input(prompt).strip()
        if answer.isdecimal() and 1 <= int(answer) <= len(table.actions):
            return table.actions[int(answer) - 1]
        if not answer and not table.asked:
            return None
        try:
            written = json.loads(answer)
        except json.JSONDecodeError:
            written = None
        if isinstance(written, dict):
            return cast("Action", written)
        print("Please give a number of the list.")


def show(table: Table, unchanging: set[str]) -> None:
    """The table, and what may be done."""
    print("\n" + words.table_text(table.view, unchanging))
    options = [f"{number:3} {words.action_text(action)}" for number, action in enumerate(table.actions, 1)]
    columns = max(1, WIDTH // (max(map(len, options), default=0) + 4))
    for start in range(0, len(options), columns):
        print("".join(f"{option:{WIDTH // columns}}" for option in options[start : start + columns]).rstrip())
    listed = {action["type"] for action in table.actions}
    if others := [kind for kind in (table.legal or {"types": []})["types"] if kind not in listed]:
        print(f"      or written as JSON: {', '.join(others)}")


def offer(table: Table, page: EngineDetail, unchanging: set[str]) -> None:
    """Let the player act, if it is their turn or they may react."""
    if not (table.asked or table.may_react):
        return
    show(table, unchanging)
    while (action := chosen(table)) is not None:
        try:
            if table.act(action) is None:
                print("The game has changed meanwhile. Nothing was done.")
            return
        except Refusal as refusal:
            if refusal.status not in (409, 422):
                raise
            print(page["reasons"].get(refusal.reason or "", f"{refusal.detail} {refusal.errors or ''}"))


def play(client: Ludotheque, table: Table) -> None:
    """Tell what happens, and ask when it is the player's turn."""
    page = client.get_engine(table.view["engine"])
    unchanging: set[str] = set()
    for event in table.events():
        print(words.event_text(event, page, table.view))
        if event["type"] == "game_started":
            content = cast("words.Members", client.get_content(table.id))
            unchanging = set(content)
            print("\n".join(words.lines(content)))
        if table.after >= table.view["last_seq"]:  # all is told, so what is shown is how it is now
            offer(table, page, unchanging)
    print(words.ending_text(table.view, page))


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
    given = parser.parse_args()
    service, game = (given.service, "") if given.what == "new" else words.place(given.which)
    with Ludotheque(service) as client:
        try:
            play(client, seated(client, given, service, game))
        except (EOFError, KeyboardInterrupt):
            print("\nUntil later.")


if __name__ == "__main__":
    main()
