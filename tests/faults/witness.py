"""One table beside those of the players, at which nothing happens but what a scenario does, so that it can say exactly
what must be the case afterwards.
"""

import uuid
from typing import NamedTuple

import httpx

from engines.chance import Chance
from tests.support.campaign import GAME
from tests.support.http import Api, Json, assert_ok, random_action

SEED = bytes(32)


class Accepted(NamedTuple):
    """An action that was accepted, with its key."""

    seat: int
    action: Json
    key: str
    response: Json


class Witness:
    """A table, and the actions that were accepted there."""

    def __init__(self, api: Api, game: Json = GAME) -> None:
        self._dice = Chance(SEED)
        self.table = api.table(assert_ok(api.post("/v1/games", game), 201))
        self.accepted: list[Accepted] = []

    @property
    def version(self) -> int:
        """The version after the last accepted action."""
        return int(self.accepted[-1].response["version"])

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return int(self.accepted[-1].response["events"][-1]["seq"])

    def act(self) -> None:
        """One action with a key."""
        seat = self.table.turn()
        action, key = random_action(self.table.legal(seat), self._dice), str(uuid.uuid4())
        self.accepted.append(Accepted(seat, action, key, assert_ok(self.table.act(seat, action, key=key))))

    def repeat(self, accepted: Accepted, api: Api | None = None) -> httpx.Response:
        """The response to an action that is sent once more, with its key."""
        table = self.table.through(api) if api else self.table
        return table.act(accepted.seat, accepted.action, key=accepted.key)


def assert_replayed(response: httpx.Response, accepted: Accepted) -> None:
    """The action was not applied again, and its response is the first one."""
    again = assert_ok(response)
    assert response.headers["Idempotent-Replayed"] == "true"
    assert [again[name] for name in ("version", "events")] == [
        accepted.response[name] for name in ("version", "events")
    ]
