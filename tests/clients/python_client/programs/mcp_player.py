"""Plays a whole game as a language model would, through the tools of an MCP server alone, and prints all texts it got:
python mcp_player.py SLUG BOTS COMMAND…"""

import asyncio
import json
import os
import random
import re
import sys

from mcp import Client, StdioServerParameters
from mcp.client.stdio import get_default_environment
from mcp_types import TextContent


async def main(slug: str, bots: str, *command: str) -> None:
    environment = {**get_default_environment(), "PYTHONPATH": os.environ.get("PYTHONPATH", "")}
    program = StdioServerParameters(command=command[0], args=[*command[1:]], env=environment)
    texts: list[str] = []

    async with Client(program) as client:

        async def use(tool: str, *, fails: bool = False, **arguments: object) -> str:
            result = await client.call_tool(tool, arguments)
            text = "".join(part.text for part in result.content if isinstance(part, TextContent))
            texts.append(text)
            assert bool(result.is_error) == fails, text
            return text

        texts.append(json.dumps([tool.model_dump(mode="json") for tool in (await client.list_tools()).tools]))
        assert slug in await use("list_games")
        assert len(await use("get_rules", game=slug)) > 1000
        assert "not_found" in await use("get_rules", game="chess", fails=True)
        assert "Sit down first" in await use("look", seat=1, fails=True)
        seen = await use("new_table", game=slug, name="Ada", bots=int(bots))
        assert "seat 1" in seen
        assert "number from 1" in await use("act", seat=1, number=0, fails=True)
        wrong = await use("act", seat=1, action={"type": "nonsense"}, fails=True)
        assert "validation_error" in wrong or "not_your_turn" in wrong, wrong
        while "You may do:" in seen or "You have to wait." in seen:
            options = re.findall(r"^(\d+): ([\w ]+)", seen.partition("You may do:")[2], re.M)
            if not options:
                seen = await use("look", seat=1, wait_seconds=20)
                continue
            kind = random.choice(sorted({kind for _, kind in options}))
            number = random.choice([number for number, other in options if other == kind])
            seen = await use("act", seat=1, number=int(number))
    sys.stdout.write(json.dumps(texts))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
