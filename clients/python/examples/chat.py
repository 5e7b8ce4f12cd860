"""A bot for a chat room: several people play at one table, each in their own seat.

It reads lines such as `Ana: /new zoky` and writes lines for the room (`room> …`) or for one person (`Ana> …`). In a
real chat the second kind are private messages: nobody else sees what somebody holds.

python chat.py [--service http://localhost:8000]
"""

import argparse
import asyncio
import sys
from collections.abc import Awaitable, Callable
from typing import cast

import text

from ludotheque_client import AsyncLudotheque, AsyncTable, GameNotActive, LudothequeError, NotYourTurn, StaleVersion
from ludotheque_client.types import Action, EngineDetail, GameView, JoinRequestBot, NewGame

MOST_LISTED = 30
HELP = """/games: what can be played
/new SLUG: set up a table      /join: sit down      /bot [LEVEL]: seat a bot      /start: begin
/look: how the table looks to you      /do: what you may do      /do 3: do number 3
/stop: clear the table"""


class Room:
    """A room, the table in it, and who sits where."""

    def __init__(self, client: AsyncLudotheque) -> None:
        self._client = client
        self._game = ""
        self._host = ""
        self._page: EngineDetail | None = None
        self._seats: dict[str, AsyncTable] = {}
        self._views: dict[str, GameView] = {}
        self._announcer: asyncio.Task[None] | None = None
        self._commands: dict[str, Callable[[str, str], Awaitable[None]]] = {
            "/help": self.help,
            "/games": self.games,
            "/new": self.new,
            "/join": self.join,
            "/bot": self.bot,
            "/start": self.start,
            "/look": self.look,
            "/do": self.do,
            "/stop": self.stop,
        }

    def say(self, message: str, to: str = "room") -> None:
        """Write to the room, or to one person."""
        for line in message.splitlines():
            print(f"{to}> {line}", flush=True)

    async def handle(self, person: str, line: str) -> None:
        """Do what somebody writes, if it is a command."""
        command, _, rest = line.strip().partition(" ")
        if not command.startswith("/"):
            return
        try:
            await self._commands.get(command, self.help)(person, rest.strip())
        except LudothequeError as error:
            self.say(str(error), person)

    async def help(self, person: str, _: str) -> None:
        """What can be written."""
        self.say(HELP, person)

    async def games(self, person: str, _: str) -> None:
        """What can be played."""
        for engine in (await self._client.list_engines())["engines"]:
            players = engine["players"]
            self.say(f"{engine['slug']}: {engine['summary']} ({players['min']} to {players['max']} players)", person)

    async def new(self, person: str, slug: str) -> None:
        """Set up a table on which all seats are open."""
        if self._announcer is not None and not self._announcer.done():
            self.say("There is a table already. /stop clears it.", person)
            return
        self._page = await self._client.get_engine(slug)
        seats = [{"kind": "open"}] * self._page["players"]["max"]
        created = await self._client.create_game(cast("NewGame", {"engine": slug, "seats": seats, "auto_start": False}))
        self._game, self._host = created["id"], created["host_token"]
        self._seats, self._views = {}, {}
        self._announcer = asyncio.create_task(self._announce(self._page))
        self.say(f"A table of {self._page['title']}. /join to sit down, /start to begin.")

    async def join(self, person: str, _: str) -> None:
        """Give this person a seat of their own."""
        if person in self._seats:
            self.say("You have a seat.", person)
            return
        joined = await self._client.join_game(self._game, {"name": person})
        self._seats[person] = await self._client.table(self._game, token=joined["token"])

    async def bot(self, _: str, level: str) -> None:
        """Seat one of the service's own players."""
        player = cast("JoinRequestBot", {"kind": "bot", "level": level or "greedy"})
        await self._client.join_game(self._game, player, token=self._host)

    async def start(self, _: str, __: str) -> None:
        """Begin with those who sit there."""
        await self._client.start_game(self._game, token=self._host)

    async def look(self, person: str, _: str) -> None:
        """How the table looks from this person's seat."""
        if person in self._seats:
            self.say(text.table_text(await self._seats[person].refresh()), person)

    async def do(self, person: str, number: str) -> None:
        """Act, or list what can be done."""
        table, view = self._seats.get(person), self._views.get(person)
        offered = text.legal_actions(view)
        if table is None:
            self.say("You have no seat at this table.", person)
        elif view is None or not number.isdecimal() or not 1 <= int(number) <= len(offered):
            await self._offer(person, table)
        else:
            await self._act(person, table, view, offered[int(number) - 1])

    async def _act(self, person: str, table: AsyncTable, view: GameView, action: Action) -> None:
        try:
            await table.act(action, if_match=text.precondition(view))
        except (GameNotActive, NotYourTurn, StaleVersion):
            self.say("The game has changed meanwhile.", person)
            await self._offer(person, table)

    async def stop(self, _: str, __: str) -> None:
        """Clear the table."""
        if self._announcer is not None:
            self._announcer.cancel()
            await self._client.delete_game(self._game, token=self._host)
            self.say("The table is cleared.")
            self._announcer = None

    async def _offer(self, person: str, table: AsyncTable) -> None:
        """List for this person what they may do."""
        view = self._views[person] = await table.refresh()
        offered = text.legal_actions(view)
        for number, action in enumerate(offered[:MOST_LISTED], 1):
            self.say(f"/do {number}  {text.action_text(action)}", person)
        if len(offered) > MOST_LISTED:
            self.say(f"… and so on, to /do {len(offered)}", person)

    async def _announce(self, page: EngineDetail) -> None:
        """Write every event to the room, and to those whose turn it is what they may do."""
        try:
            table = await self._client.table(self._game)
            async for event in table.events():
                self.say(text.event_text(event, page, table.view))
                if table.after >= table.view["last_seq"]:
                    names = [text.player_name(table.view, seat) for seat in table.view["awaiting"]]
                    for person in (name for name in names if name in self._seats):
                        self.say(f"{person}, it is your turn.")
                        await self._offer(person, self._seats[person])
            self.say(text.ending_text(table.view, page))
        except LudothequeError as error:
            self.say(str(error))


async def main() -> None:
    """Answer until the input ends."""
    parser = argparse.ArgumentParser(description="A bot for a chat room.")
    parser.add_argument("--service", default="http://localhost:8000")
    async with AsyncLudotheque(parser.parse_args().service) as client:
        room = Room(client)
        while line := await asyncio.to_thread(sys.stdin.readline):
            person, _, message = line.partition(":")
            await room.handle(person.strip(), message)


if __name__ == "__main__":
    asyncio.run(main())
