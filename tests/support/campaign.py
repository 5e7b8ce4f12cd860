"""Players who go on through faults, spectators who watch them, and a check of every log afterwards.

A player sends each request with an Idempotency-Key and repeats it until there is a response, as a good client does. The
check looks for every confirmed action in the log: none may be missing, and none may be there twice. A spectator follows
the stream of each table, connects again after the last event it has, and must receive exactly the log.
"""

import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle, islice, zip_longest
from typing import Any

import httpx

from engines.chance import Chance
from tests.support.http import Api, Json, Table, assert_ok, random_action
from tests.support.listening import open_stream
from tests.support.running import wait_for

GAME = {"engine": "tokyo_poo_divers", "seats": [{"name": "Ana"}, {"name": "Ben"}]}
BEGUN = 2
"""The version of a game that has just begun: created, and started."""
PAUSE = 0.05
GIVE_UP = 60.0


class VerificationResult:
    """The result of the check. `lost`: confirmed, and not in the log. `doubled`: in the log, and not confirmed.
    `longest`: seconds from the first try of an action to its response. `errors`: those before that. `received`,
    `missed`, `repeated`: events of streams; `cuts`: how streams ended before their end. `note`: what the faults did.
    """

    def __init__(self) -> None:
        self.sent = self.confirmed = self.lost = self.doubled = self.gaps = self.invalid = 0
        self.received = self.missed = self.repeated = 0
        self.longest = 0.0
        self.note = ""
        self.errors: Counter[str] = Counter()
        self.cuts: Counter[str] = Counter()

    @property
    def wrong(self) -> dict[str, int]:
        """The counts that must be 0 and are not."""
        counts = {name: getattr(self, name) for name in ("lost", "doubled", "gaps", "invalid", "missed", "repeated")}
        return {name: count for name, count in counts.items() if count}


class Spectator(threading.Thread):
    """Watches the tables of one player, one after the other, each to its end."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.tables: list[Table] = []
        self.received: list[list[Json]] = []
        self.cuts: Counter[str] = Counter()
        self.last_table = self.stopping = False

    def run(self) -> None:
        while not self.stopping and (len(self.received) < len(self.tables) or not self.last_table):
            if len(self.received) < len(self.tables):
                self.received.append([])
                self.follow(self.tables[len(self.received) - 1], self.received[-1])
            time.sleep(PAUSE)

    def follow(self, table: Table, received: list[Json]) -> None:
        """Listen until nothing more can follow. A spectator who has more than there is begins again."""
        while not self.stopping:
            try:
                with open_stream(table, last=received[-1]["seq"] if received else 0) as stream:
                    if stream.response.status_code in (204, 404):
                        return
                    if stream.response.status_code == 200:
                        received.extend(stream.events())
                    else:
                        stream.response.read()
                        code = stream.response.json()["code"]
                        self.cuts[f"{stream.response.status_code} {code}"] += 1
                        if code == "log_behind":
                            received.clear()
            except httpx.HTTPError as error:
                self.cuts[type(error).__name__] += 1
            time.sleep(PAUSE)


class Player:
    """Plays all seats of one table at a time, and opens the next when a game is over or was lost."""

    def __init__(self, api: Api, dice: Chance, game: Json = GAME) -> None:
        self.api, self.dice, self.game = api, dice, game
        self.responses: list[tuple[Table, Json]] = []
        self.sent, self.longest = 0, 0.0
        self.errors: Counter[str] = Counter()
        self.spectator = Spectator()
        self.tables = self.spectator.tables
        self.failed: BaseException | None = None

    def play(self, stopped: threading.Event) -> None:
        """One action after the other, until `stopped` is set."""
        try:
            table = self._table()
            while not stopped.is_set():
                if not self._step(table):
                    table = self._table()
        except BaseException as error:
            self.failed = error

    def _table(self) -> Table:
        """A new table."""
        key = str(uuid.uuid4())
        self.tables.append(
            self.api.table(
                assert_ok(self.retry_until_response(lambda: self.api.post("/v1/games", self.game, key=key)), 201)
            )
        )
        return self.tables[-1]

    def _step(self, table: Table) -> bool:
        """One action, sent until there is a response; False when the game is over or gone."""
        view = self.retry_until_response(lambda: table.api.get(table.path))
        if view.status_code != 200 or view.json()["status"] != "active":
            return False
        seat = self.dice.choice(view.json()["awaiting"])
        listed = self.retry_until_response(lambda: table.api.get(f"{table.path}/actions", token=table.tokens[seat]))
        if listed.status_code != 200 or not listed.json()["actions"]:
            return listed.status_code == 200  # the master has changed: look again
        action, key = random_action(listed.json()["actions"], self.dice), str(uuid.uuid4())
        self.sent += 1
        began = time.monotonic()
        response = self.retry_until_response(lambda: table.act(seat, action, key=key))
        if response.status_code == 200:
            self.responses.append((table, response.json()))
            self.longest = max(self.longest, time.monotonic() - began)
        else:
            self._count_error(response)
        return True

    def break_off(self) -> None:
        """Abandon each game that is not over, such as the last one, or one whose end was lost: then it has a record,
        and its stream ends.
        """
        for table in self.tables:
            self._abandon(table)
        self.spectator.last_table = True

    def _abandon(self, table: Table) -> None:
        view = self.retry_until_response(lambda: table.api.get(table.path))
        if view.status_code == 200 and view.json()["status"] == "active":
            self.retry_until_response(lambda: table.api.delete(table.path, token=table.host))

    def retry_until_response(self, send: Callable[[], httpx.Response]) -> httpx.Response:
        """The first response that is not a 503. No other may be an error of the service, or of a proxy."""
        end = time.monotonic() + GIVE_UP
        while True:
            try:
                response = send()
                if response.status_code != 503:
                    assert response.status_code < 500, response.text
                    return response
                self._count_error(response)
            except httpx.HTTPError as error:
                self.errors[type(error).__name__] += 1
            assert time.monotonic() < end, "no response for a minute"
            time.sleep(PAUSE)

    def _count_error(self, response: httpx.Response) -> None:
        self.errors[f"{response.status_code} {response.json()['code']}"] += 1


def actions(team: list[Player]) -> int:
    """How many actions have been confirmed so far."""
    for player in team:
        if player.failed:
            raise player.failed
    return sum(len(player.responses) for player in team)


@contextmanager
def playing(api: Api, players: int, games: Sequence[Json] = (GAME,)) -> Iterator[list[Player]]:
    """So many players at once, each in a thread of its own and watched by a spectator, until the block ends. When it
    begins, each has a table of one of these games.
    """
    stopped = threading.Event()
    choices = islice(cycle(games), players)
    team = [Player(api, Chance(number.to_bytes(32, "big")), game) for number, game in enumerate(choices, start=1)]
    threads = [threading.Thread(target=player.play, args=(stopped,)) for player in team]
    for thread in (*threads, *(player.spectator for player in team)):
        thread.start()
    try:
        try:
            wait_for(lambda: actions(team) >= 0 and all(player.tables for player in team), timeout=GIVE_UP)
            yield team
        finally:
            stopped.set()
            for thread in threads:
                thread.join()
        actions(team)
    except BaseException:  # then nothing is verified, and the games do not end
        for player in team:
            player.spectator.stopping = True
        raise


def verify_games(team: list[Player]) -> VerificationResult:
    """Read every log and record: confirmed actions are there once, without gaps, and the spectators got all events."""
    verdict = VerificationResult()
    for player in team:
        player.break_off()
    for player in team:
        player.spectator.join(GIVE_UP)
        verdict.sent += player.sent
        verdict.errors += player.errors
        verdict.cuts += player.spectator.cuts
        verdict.longest = max(verdict.longest, player.longest)
        for table, received in zip_longest(player.tables, player.spectator.received, fillvalue=[]):
            verify_table(verdict, table, [response for where, response in player.responses if where is table], received)
    return verdict


def verify_table(verdict: VerificationResult, table: Table, responses: list[Json], received: list[Json]) -> None:
    """Check one table as a spectator sees it. The creation of a table that is gone was confirmed too."""
    verdict.confirmed += len(responses)
    verdict.received += len(received)
    if table.api.get(table.path).status_code == 404:
        verdict.lost += 1 + len(responses)
        return
    log = table.events()
    numbers = [event["seq"] for event in log]
    verdict.gaps += numbers != list(range(1, len(log) + 1))
    there = {event["seq"]: event_identity(event) for event in log}
    other = sum(
        any(there.get(event["seq"]) != event_identity(event) for event in response["events"]) for response in responses
    )
    moves = len({event["version"] for event in log if is_move(event)})
    lost = max(other, len(responses) - moves)  # what came in the place of an action may look just like it
    verdict.lost += lost
    verdict.doubled += max(0, moves - (len(responses) - lost))
    verdict.missed += sum(event not in received for event in log)
    verdict.repeated += len(received) - sum(event in received for event in log)
    record = assert_ok(table.api.get(f"{table.path}/record"))
    checked = assert_ok(table.api.post("/v1/records/verify", record))
    verdict.invalid += (checked["valid"], checked["known"]) != (True, True)


def is_move(event: Json) -> bool:
    """Whether this event is of an action that a client has sent."""
    return event["version"] > BEGUN and event["type"] != "game_abandoned" and "timeout" not in event


def event_identity(event: Json) -> tuple[Any, ...]:
    """The fields that are the same for every viewer of the event."""
    return event["seq"], event["version"], event["at"], event["seat"], event["type"]
