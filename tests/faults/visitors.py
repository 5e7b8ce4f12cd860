"""What the clients of the soak do: everything that a service can be asked for, and all of it again and again."""

import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable
from random import Random

import httpx

from engines.chance import Chance
from engines.registry import ENGINES
from tests.support.http import Api, Json, Table, api_client, assert_ok, random_action
from tests.support.listening import NDJSON, SSE, open_stream

MOST_ACTIONS = 60
"""In one game; then it is abandoned, or left to expire."""
RARE = 10
"""One action in so many has an Idempotency-Key, and one game is abandoned: the store holds both for a day."""
LANGUAGES = "en", "fr", "de"
PAGES = "/", "/docs", "/openapi.json", "/problems", "/v1/engines", "/metrics", "/v1/games", "/readyz"
GONE = (404, 409)
"""The game has expired or ended meanwhile."""


class Spectator(threading.Thread):
    """Follows the stream of one table until it ends or the spectator leaves, which it may do at any event."""

    def __init__(self, table: Table, seat: int | None, accept: str, leave_after: int) -> None:
        super().__init__(daemon=True)
        self._open = lambda: open_stream(table, seat, accept=accept)
        self._accept, self._leave_after = accept, leave_after

    def run(self) -> None:
        try:
            with self._open() as stream:
                for number, _ in enumerate(stream.lines):
                    if number >= self._leave_after:
                        return
        except httpx.HTTPError:  # no event for a while, as the game is left to expire
            return


class Visitor(threading.Thread):
    """A client that does one thing after the other, at random and not too fast."""

    def __init__(self, url: str, number: int, pause: float) -> None:
        super().__init__(daemon=True)
        self._url, self._pause = url, pause
        self._dice, self._chance = Random(number), Chance(number.to_bytes(32, "big"))
        self.done: Counter[str] = Counter()
        self.failed: BaseException | None = None
        self.stopping = False

    def run(self) -> None:
        errands: list[Callable[[Api], None]] = [
            self._play,
            self._play_with_bots,
            self._gather,
            self._create,
            self._look,
        ]
        try:
            while not self.stopping:
                with api_client(self._url) as api:  # so connections come and go
                    for errand in self._dice.choices(errands, [2, 2, 2, 4, 3], k=10):
                        if not self.stopping:
                            errand(api)
        except BaseException as error:
            self.failed = error

    def _rest(self) -> None:
        time.sleep(self._dice.uniform(0, 2 * self._pause))

    def _play(self, api: Api) -> None:
        """A game of people, watched by spectators; when it is over its record is verified, and there is a rematch."""
        slug = self._dice.choice(list(ENGINES))
        table = api.create(slug, public=self._dice.random() < 0.5, turn_seconds=self._dice.choice([None, 600]))
        for _ in range(3):
            self._watch(table)
        if self._act(table):
            self._read_record(table)
            self._rematch(table)

    def _play_with_bots(self, api: Api) -> None:
        """A game of a person with bots, who is waited for by a long poll."""
        slug = self._dice.choice(list(ENGINES))
        seats: list[Json] = [{"name": "Ana"}] + [
            {"kind": "bot", "level": self._dice.choice(["random", "greedy", "search"])}
            for _ in range(ENGINES[slug].players.min - 1)
        ]
        response = api.post("/v1/games", {"engine": slug, "seats": seats})
        if response.status_code == 503:
            self.done[response.json()["code"]] += 1
            return
        table = api.table(assert_ok(response, 201))
        self._watch(table, seat=0)
        for _ in range(10):
            tag = api.get(table.path).headers.get("ETag")
            view = api.get(table.path, headers={"If-None-Match": tag}, params={"wait": 1})
            if view.status_code == 200 and view.json()["status"] != "active":
                break
            if not self._act_once(table, 0):
                self._rest()
        self.done["games with bots"] += 1
        self._abandon(table)

    def _gather(self, api: Api) -> None:
        """A table that people join and leave; half of them start, the others are left to expire."""
        slug = self._dice.choice(list(ENGINES))
        free = max(1, ENGINES[slug].players.min - 1)
        table = api.open(slug, free=free, public=True, auto_start=False)
        joined = assert_ok(table.join("Ben", key=str(uuid.uuid4()), entropy="dice"), 201)["seat"]
        self.done["receipts"] += 1
        api.delete(f"{table.path}/seats/{joined}", token=table.tokens[joined])
        if self._dice.random() < 0.5:
            for number in range(free):
                assert_ok(table.join(f"Player {number}"), 201)
            assert_ok(api.post(f"{table.path}/start", token=table.host))
            self._act(table)
        self.done["tables gathered"] += 1

    def _create(self, api: Api) -> None:
        """A table that is deleted before it has begun."""
        slug = self._dice.choice(list(ENGINES))
        table = api.open(slug, free=max(1, ENGINES[slug].players.min - 1))
        self._rest()
        assert api.delete(table.path, token=table.host).status_code == 204
        assert api.get(table.path).status_code == 404
        self.done["tables deleted"] += 1

    def _look(self, api: Api) -> None:
        """Pages, and requests that are wrong."""
        headers = {"Accept-Language": self._dice.choice(LANGUAGES)}
        slug = self._dice.choice(list(ENGINES))
        for path in (*self._dice.sample(PAGES, 2), f"/v1/engines/{slug}", f"/v1/engines/{slug}/rules"):
            assert api.get(path, headers=headers).status_code == 200, path
            self._rest()
        unknown = str(uuid.uuid4())
        assert api.get(f"/v1/games/{unknown}", headers=headers).status_code == 404
        assert api.client.post("/v1/games", content=b'{"engine": ', headers=headers).status_code in (400, 415)
        assert api.post("/v1/games", {"engine": slug, "seats": []}, headers=headers).status_code == 422
        self.done["rounds of pages and wrong requests"] += 1

    def _watch(self, table: Table, seat: int | None = None) -> Spectator:
        """A spectator of this table, who may leave before its end."""
        leave_after = self._dice.choice([3, 20, 10_000])
        spectator = Spectator(table, seat, self._dice.choice([SSE, NDJSON]), leave_after)
        spectator.start()
        self.done["streams"] += 1
        return spectator

    def _act(self, table: Table) -> bool:
        """Random actions until the game is over, which is then True, or is abandoned or left."""
        for _ in range(MOST_ACTIONS):
            view = table.api.get(table.path)
            if self.stopping or view.status_code != 200 or view.json()["status"] != "active":
                break
            self._act_once(table, self._dice.choice(view.json()["awaiting"]))
        else:
            self._abandon(table)
        self.done["games"] += 1
        return view.status_code == 200 and view.json()["status"] == "finished"

    def _abandon(self, table: Table) -> None:
        """Abandon a few games. The others are left to expire: an abandoned one is stored for a day, as a receipt is."""
        if self._dice.randrange(RARE) == 0:
            table.api.delete(table.path, token=table.host)
            self.done["games abandoned"] += 1

    def _act_once(self, table: Table, seat: int) -> bool:
        """One random action of this seat; False if it can do nothing just now."""
        listed = table.api.get(f"{table.path}/actions", token=table.tokens[seat])
        if listed.status_code in GONE or not listed.json()["actions"]:
            return False
        action = random_action(listed.json()["actions"], self._chance)
        key = {"key": str(uuid.uuid4())} if self._dice.randrange(RARE) == 0 else {}
        response = table.act(seat, action, **key)
        assert response.status_code == 200 or response.status_code in GONE, response.text
        self.done["actions"] += response.status_code == 200
        self.done["receipts"] += response.status_code == 200 and bool(key)
        self._rest()
        return True

    def _read_record(self, table: Table) -> None:
        record = table.api.get(f"{table.path}/record")
        if record.status_code != 404:  # expired
            assert assert_ok(table.api.post("/v1/records/verify", assert_ok(record)))["valid"]
            self.done["records verified"] += 1

    def _rematch(self, table: Table) -> None:
        """A rematch, played by those who claim their seats, or left to expire."""
        response = table.api.post(f"{table.path}/rematch", token=table.host)
        if response.status_code in GONE:
            return
        again = Table(table.api, assert_ok(response, 201)["id"], table.host, {})
        for number, old in table.tokens.items():
            claimed = assert_ok(again.api.post(f"{again.path}/seats", {"name": f"Player {number}"}, token=old), 201)
            again.tokens[claimed["seat"]] = claimed["token"]
            if self._dice.random() < 0.2:
                return
        self.done["rematches"] += 1
        self._act(again)
