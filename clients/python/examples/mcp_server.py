"""A seat for a language model: an MCP server with tools to list games, read the rules, sit down, look and act.

The tokens of the seats stay in this process. The model knows a seat by a number.

pip install -r requirements.txt
python mcp_server.py [--service http://localhost:8000]
"""

import argparse
import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import wraps
from typing import Any, Literal, ParamSpec, cast

import text
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from ludotheque_client import ApiError, AsyncLudotheque, AsyncTable, GameNotActive, LudothequeError
from ludotheque_client.types import Action, EngineDetail, GameView, NewGame, NewSeat

LONGEST_WAIT = 50.0
INSTRUCTIONS = """Play board games. list_games says what there is, get_rules how it is played. Take a seat with
new_table or join_table; both give you the number of your seat. Then look and act in turn until the game is over."""
P = ParamSpec("P")


def with_errors(tool: Callable[P, Awaitable[str]]) -> Callable[P, Awaitable[str]]:
    """This tool, with errors of the service as messages for the model."""

    @wraps(tool)
    async def call(*arguments: P.args, **named: P.kwargs) -> str:
        try:
            return await tool(*arguments, **named)
        except LudothequeError as error:
            raise ToolError(str(error)) from error

    return call


class Tools:
    """The service, and the seats that the model has taken in it."""

    def __init__(self, client: AsyncLudotheque) -> None:
        self._client = client
        self._seats: list[tuple[AsyncTable, EngineDetail]] = []
        self._views: dict[int, GameView] = {}

    async def list_games(self) -> str:
        """List the kinds of games, and the public tables that wait for players."""
        lines = []
        for engine in (await self._client.list_engines())["engines"]:
            players = engine["players"]
            lines.append(f"{engine['slug']}: {engine['summary']} {players['min']} to {players['max']} players.")
        waiting = (await self._client.list_games(status="open"))["games"]
        lines += [f"Waiting for players: a table of {game['engine']}, {game['id']}" for game in waiting]
        return "\n".join(lines)

    async def get_rules(self, game: str) -> str:
        """Read the rules of a kind of game, by its slug."""
        return await self._client.get_rules(game)

    async def new_table(
        self, game: str, name: str, bots: int = 1, level: Literal["random", "greedy", "search"] = "greedy"
    ) -> str:
        """Set up a table of this kind of game, sit down under this name, and play against so many bots."""
        seats: list[NewSeat] = [{"name": name}]
        seats += [{"kind": "bot", "level": level} for _ in range(bots)]
        created = await self._client.create_game(cast("NewGame", {"engine": game, "seats": seats}))
        return await self._sit(created["id"], created["seats"][0]["token"])

    async def join_table(self, table: str, name: str) -> str:
        """Take an open seat at the table with this id."""
        joined = await self._client.join_game(table, {"name": name})
        return await self._sit(table, joined["token"])

    async def look(self, seat: int, wait_seconds: float = 0) -> str:
        """What has happened, how the table looks from this seat, and what may be done there now.

        Waits up to so many seconds, at most 50, until this seat is asked to act.
        """
        table, page = self._seat(seat)
        if wait_seconds > 0:
            with suppress(TimeoutError):
                await asyncio.wait_for(table.wait_for_turn(react=True), min(wait_seconds, LONGEST_WAIT))
        lines = [text.event_text(event, page, table.view) for event in await table.poll_events()]
        lines.append(text.table_text(table.view))
        if table.is_over:
            return "\n".join([*lines, text.ending_text(table.view, page)])
        view = self._views[seat] = table.view
        options = [f"{number}: {text.action_text(action)}" for number, action in enumerate(text.legal_actions(view), 1)]
        return "\n".join([*lines, "You may do:" if options else "You have to wait.", *options])

    async def act(
        self, seat: int, number: int = 0, action: dict[str, Any] | None = None, wait_seconds: float = 20
    ) -> str:
        """Do what the last look at this seat has listed under this number, or a written action such as a solution.

        Then waits like look, and returns what look returns.
        """
        table, _ = self._seat(seat)
        view = self._views.get(seat, table.view)
        offered = text.legal_actions(view)
        if action is None and not 1 <= number <= len(offered):
            raise ToolError(f"Choose a number from 1 to {len(offered)}, as look lists them.")
        chosen = offered[number - 1] if action is None else cast("Action", action)
        try:
            await table.act(chosen, if_match=text.precondition(view))
        except ApiError as error:
            if not isinstance(error, GameNotActive) and (error.version or 0) <= view["version"]:
                raise
            return "The game had changed before this was done, so it was not done.\n" + await self.look(seat)
        return await self.look(seat, wait_seconds)

    def _seat(self, seat: int) -> tuple[AsyncTable, EngineDetail]:
        if not 1 <= seat <= len(self._seats):
            raise ToolError("There is no such seat. Sit down first.")
        return self._seats[seat - 1]

    async def _sit(self, game: str, token: str) -> str:
        """Keep the seat, and give the model its number."""
        table = await self._client.table(game, token=token)
        self._seats.append((table, await self._client.get_engine(table.view["engine"])))
        seat = len(self._seats)
        return f"You have seat {seat}. The table is {game}.\n" + await self.look(seat)


def main() -> None:
    """Serve on standard input and output."""
    parser = argparse.ArgumentParser(description="A seat for a language model.")
    parser.add_argument("--service", default="http://localhost:8000")
    tools = Tools(AsyncLudotheque(parser.parse_args().service))
    server = MCPServer("ludotheque", instructions=INSTRUCTIONS)
    for tool in (tools.list_games, tools.get_rules, tools.new_table, tools.join_table, tools.look, tools.act):
        server.add_tool(with_errors(tool))
    server.run()


if __name__ == "__main__":
    main()
