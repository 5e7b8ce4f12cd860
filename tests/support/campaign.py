"""Players who go on through faults, spectators who watch them, and a judge who reads every log afterwards.

A player sends each request with an Idempotency-Key and repeats it until it is answered, as a good client does. What was
answered is noted, and the judge looks for it: nothing that was answered may be missing, and nothing may be there twice.
A spectator follows the stream of each table, connects again after the last event it has, and must hear exactly the log.
"""

import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import zip_longest
from typing import Any

import httpx

from engines.chance import Chance
from tests.support.http import Api, Json, Table, any_of, good
from tests.support.listening import listening

GAME = {"engine": "tokyo_poo_divers", "seats": [{"name": "Ana"}, {"name": "Ben"}]}
BEGUN = 2
"""The version of a game that has just begun: created, and started."""
PAUSE = 0.05
GIVE_UP = 60.0


class VerificationResult:
    """What the judge found. `lost`: answered, and not in the log. `doubled`: in the log, and not answered. `longest`:
    seconds from the first try of an action to its answer. `errors`: what players met before that. `heard`, `missed`,
    `repeated`: events of streams; `cuts`: how streams ended before their end.
    """

    def __init__(self) -> None:
        self.sent = self.answered = self.lost = self.doubled = self.gaps = self.invalid = 0
        self.heard = self.missed = self.repeated = 0
        self.longest = 0.0
        self.errors: Counter[str] = Counter()
        self.cuts: Counter[str] = Counter()

    @property
    def wrong(self) -> dict[str, int]:
        """What must not be, where there is any of it."""
        found = {name: getattr(self, name) for name in ("lost", "doubled", "gaps", "invalid", "missed", "repeated")}
        return {name: count for name, count in found.items() if count}


class Spectator(threading.Thread):
    """Watches the tables of one player, one after the other, each to its end."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.tables: list[Table] = []
        self.heard: list[list[Json]] = []
        self.cuts: Counter[str] = Counter()
        self.last_table = self.sent_away = False

    def run(self) -> None:
        while not self.sent_away and (len(self.heard) < len(self.tables) or not self.last_table):
            if len(self.heard) < len(self.tables):
                self.heard.append([])
                self._follow(self.tables[len(self.heard) - 1], self.heard[-1])
            time.sleep(PAUSE)

    def _follow(self, table: Table, heard: list[Json]) -> None:
        """Listen until nothing more can follow."""
        while not self.sent_away:
            try:
                with listening(table, last=heard[-1]["seq"] if heard else 0) as stream:
                    if stream.response.status_code in (204, 404):
                        return
                    if stream.response.status_code == 200:
                        heard.extend(stream.events())
                    else:
                        self.cuts[str(stream.response.status_code)] += 1
            except httpx.HTTPError as error:
                self.cuts[type(error).__name__] += 1
            time.sleep(PAUSE)


class Player:
    """Plays all seats of one table at a time, and opens the next when a game is over or was lost."""

    def __init__(self, api: Api, dice: Chance) -> None:
        self.api, self.dice = api, dice
        self.answers: list[tuple[Table, Json]] = []
        self.sent, self.longest = 0, 0.0
        self.errors: Counter[str] = Counter()
        self.spectator = Spectator()
        self.tables = self.spectator.tables
        self.failed: BaseException | None = None

    def play(self, stopped: threading.Event) -> None:
        """One action after the other, until it is told to stop."""
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
        self.tables.append(self.api.table(good(self.asked(lambda: self.api.post("/v1/games", GAME, key=key)), 201)))
        return self.tables[-1]

    def _step(self, table: Table) -> bool:
        """One action, sent until it is answered; False when the game is over or gone."""
        view = self.asked(lambda: table.api.get(table.path))
        if view.status_code != 200 or view.json()["status"] != "active":
            return False
        seat = self.dice.choice(view.json()["awaiting"])
        listed = self.asked(lambda: table.api.get(f"{table.path}/actions", token=table.tokens[seat]))
        if listed.status_code != 200 or not listed.json()["actions"]:
            return listed.status_code == 200  # the master has changed: look again
        action, key = any_of(listed.json()["actions"], self.dice), str(uuid.uuid4())
        self.sent += 1
        began = time.monotonic()
        answer = self.asked(lambda: table.act(seat, action, key=key))
        if answer.status_code == 200:
            self.answers.append((table, answer.json()))
            self.longest = max(self.longest, time.monotonic() - began)
        else:
            self._met(answer)
        return True

    def break_off(self) -> None:
        """Abandon the last game, unless it is over: then it has a record, and its stream ends."""
        table = self.tables[-1]
        view = self.asked(lambda: table.api.get(table.path))
        if view.status_code == 200 and view.json()["status"] == "active":
            self.asked(lambda: table.api.delete(table.path, token=table.host))
        self.spectator.last_table = True

    def asked(self, ask: Callable[[], httpx.Response]) -> httpx.Response:
        """The first answer that is not a 503. No other answer may be a fault of the service, or of a proxy."""
        end = time.monotonic() + GIVE_UP
        while True:
            try:
                answer = ask()
                if answer.status_code != 503:
                    assert answer.status_code < 500, answer.text
                    return answer
                self._met(answer)
            except httpx.HTTPError as error:
                self.errors[type(error).__name__] += 1
            assert time.monotonic() < end, "no answer for a minute"
            time.sleep(PAUSE)

    def _met(self, refusal: httpx.Response) -> None:
        self.errors[f"{refusal.status_code} {refusal.json()['code']}"] += 1


def actions(team: list[Player]) -> int:
    """How many actions have been answered so far."""
    for player in team:
        if player.failed:
            raise player.failed
    return sum(len(player.answers) for player in team)


@contextmanager
def playing(api: Api, players: int) -> Iterator[list[Player]]:
    """So many players at once, each in a thread of its own and watched by a spectator, until the block ends."""
    stopped = threading.Event()
    team = [Player(api, Chance(number.to_bytes(32, "big"))) for number in range(1, players + 1)]
    threads = [threading.Thread(target=player.play, args=(stopped,)) for player in team]
    for thread in (*threads, *(player.spectator for player in team)):
        thread.start()
    try:
        try:
            yield team
        finally:
            stopped.set()
            for thread in threads:
                thread.join()
        actions(team)
    except BaseException:  # then nobody is going to judge, and their games do not end
        for player in team:
            player.spectator.sent_away = True
        raise


def judged(team: list[Player]) -> VerificationResult:
    """Read every log and record: what was answered is there once, without gaps, and the spectators heard all of it."""
    verdict = VerificationResult()
    for player in team:
        player.break_off()
    for player in team:
        player.spectator.join(GIVE_UP)
        verdict.sent += player.sent
        verdict.errors += player.errors
        verdict.cuts += player.spectator.cuts
        verdict.longest = max(verdict.longest, player.longest)
        for table, heard in zip_longest(player.tables, player.spectator.heard, fillvalue=[]):
            apply_action(verdict, table, [answer for where, answer in player.answers if where is table], heard)
    return verdict


def apply_action(verdict: VerificationResult, table: Table, answers: list[Json], heard: list[Json]) -> None:
    """Judge one table by what a spectator reads there. A table that is gone was answered too."""
    verdict.answered += len(answers)
    verdict.heard += len(heard)
    if table.api.get(table.path).status_code == 404:
        verdict.lost += 1 + len(answers)
        return
    log = table.events()
    numbers = [event["seq"] for event in log]
    verdict.gaps += numbers != list(range(1, len(log) + 1))
    there = {event["seq"]: told(event) for event in log}
    other = sum(any(there.get(event["seq"]) != told(event) for event in answer["events"]) for answer in answers)
    moves = len({event["version"] for event in log if event["version"] > BEGUN and event["type"] != "game_abandoned"})
    lost = max(other, len(answers) - moves)  # what came in the place of an action may look just like it
    verdict.lost += lost
    verdict.doubled += max(0, moves - (len(answers) - lost))
    verdict.missed += sum(event not in heard for event in log)
    verdict.repeated += len(heard) - sum(event in heard for event in log)
    record = good(table.api.get(f"{table.path}/record"))
    checked = good(table.api.post("/v1/records/verify", record))
    verdict.invalid += (checked["valid"], checked["known"]) != (True, True)


def told(event: Json) -> tuple[Any, ...]:
    """What must be the same for whoever reads the event."""
    return event["seq"], event["version"], event["at"], event["seat"], event["type"]
