"""All that the service sends to a viewer, compared between the two tables of a pair.

Both tables are written into the real store, and everything else is sent over HTTP. The bytes must be equal but for the
id of the game, moments, and the id of each request.
"""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from copy import deepcopy
from itertools import count, zip_longest
from typing import Any

import httpx
import msgspec

from bots.choice import Level
from engines.engine import Action
from engines.testing import rejection
from service.bots import bot_worker
from service.store import StoredGame
from service.store.stored import Meta, Seeds
from service.table.table_events import GameCreated, GameStarted
from service.table.transaction import Tables, Transaction
from tests.secrecy.bots import effort, steady_bots
from tests.secrecy.compare import Difference
from tests.secrecy.pairs import Pair
from tests.support.http import Api
from tests.support.http import Table as HttpTable
from tests.support.listening import NDJSON, SSE

MOMENT = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
RETRY = re.compile(rb"^retry: \d{4}\n")
"""Random, so that clients do not all return at once."""
SEQ = re.compile(rb'"seq":(\d+)')
MOST_REJECTED = 4
NUMBERS = count(1)
Transcript = list[tuple[str, Any]]


class Service:
    """A service, its store, and a running table for each setting, from which tables of pairs are made."""

    def __init__(self, api: Api, tables: Tables) -> None:
        self.api, self.tables, self._templates = api, tables, dict[Any, HttpTable]()

    def template(self, pair: Pair) -> HttpTable:
        """A table with the options of the pair, whose tokens are good for the tables that are made from it."""
        table = pair.path.table
        key = table.engine.slug, table.seats, table.options
        if key not in self._templates:
            options = msgspec.to_builtins(table.options)
            self._templates[key] = self.api.create(table.engine.slug, seats=table.seats, options=options)
        return self._templates[key]

    def write(self, pair: Pair, side: int, level: Level | None = None) -> "Side":
        """Write one table of a pair into the store; with a level, a bot has the viewer's seat."""
        template, (state, actions, seed) = self.template(pair), pair.sides[side]
        stored = self.tables.store.read(template.id, seeds=True)
        assert stored.config is not None
        assert stored.meta is not None
        game_id = template.id[:-8] + f"{next(NUMBERS):08}"
        meta = Meta("active", deepcopy(stored.meta.seats), stored.now)
        if level is not None and pair.viewer is not None:
            meta.seats[pair.viewer].kind, meta.seats[pair.viewer].level = "bot", level
        config = msgspec.structs.replace(stored.config, id=game_id)
        seeds = Seeds(bytes(32), [""] * len(meta.seats), seed)
        draft = Transaction(StoredGame(game_id, stored.now, config=config, meta=meta, seeds=seeds))
        vars(draft)["state"] = pair.path.table.engine.clone(state)
        draft._update_pending(stored.now)
        draft.record("create", [GameCreated(None, config.engine)], at=stored.now)
        past = pair.path.table
        started = GameStarted(None, [seat.name or "" for seat in meta.seats])
        draft.record("start", [started, *past.events[0]], at=stored.now)
        for (seat, action), events in zip(past.actions, past.events[1:], strict=True):
            meta.actions += 1
            draft.record("act", events, at=stored.now, seat=seat, action=msgspec.to_builtins(action))
        assert self.tables.store.commit(game_id, draft.to_commit(self.tables.settings))
        return Side(self, HttpTable(self.api, game_id, template.host, template.tokens), pair, actions)


class Side:
    """One table of a pair in the service."""

    def __init__(self, service: Service, table: HttpTable, pair: Pair, actions: list[tuple[int, Action]]) -> None:
        self.service, self.table, self.pair, self.actions = service, table, pair, actions
        self.token = None if pair.viewer is None else table.tokens[pair.viewer]
        self.transcript: Transcript = []
        self.tag = '"0.0"'

    def close(self) -> None:
        """Delete the game."""
        self.service.tables.store.remove_all(self.table.id)

    def normal(self, data: bytes) -> bytes:
        """Without what is different in any two games."""
        return MOMENT.sub(b"MOMENT", data.replace(self.table.id.encode(), b"GAME"))

    def send(self, what: str, method: str, path: str = "", body: Any = None, **headers: str) -> httpx.Response:
        """A request of the viewer; all that comes back is put down."""
        response = self.service.api.client.request(
            method, self.table.path + path, json=body, headers=self.headers(**headers)
        )
        self.transcript.append((what, (response.status_code, self.head(response), self.normal(response.content))))
        return response

    def headers(self, **more: str) -> dict[str, str]:
        """The viewer's token, and no compression: its length depends on the id and on moments."""
        named = {name.replace("_", "-"): text for name, text in more.items()}
        return {
            "Accept-Encoding": "identity",
            **({"Authorization": f"Bearer {self.token}"} if self.token else {}),
            **named,
        }

    def head(self, response: httpx.Response) -> list[tuple[bytes, bytes]]:
        """The headers in their order; of the id of the request and of the date only the length."""
        lengths = (b"x-request-id", b"date", b"retry-after")
        return [
            (name, b"%d" % len(value) if name.lower() in lengths else self.normal(value))
            for name, value in response.headers.raw
        ]

    def converse(self, rejected: list[Action]) -> Transcript:
        """Ask for everything, watch the actions of the path on streams, and end the game."""
        self.look()
        self.be_rejected(rejected)
        with ExitStack() as open_streams:
            streams = []
            for form, query in ((SSE, "?after=0"), (NDJSON, "")):
                streams.append(Stream(self, form, query, open_streams))
                streams[-1].read()  # only then does every other response show that the viewer is present
            for seat, action in self.actions:
                with self.waiting():
                    self.act(seat, action)
                self.look()
                for stream in streams:
                    stream.read()
            self.table.api.client.delete(self.table.path, headers={"Authorization": f"Bearer {self.table.host}"})
            for stream in streams:
                stream.read_to_the_end()
        return self.transcript

    def look(self) -> None:
        """Every page that this viewer may open; the long poll returns at once, because its tag is old."""
        pages = self.send("events", "GET", "/events?limit=1000").json()
        after = max(0, len(pages["events"]) - 9)
        self.send("page of events", "GET", f"/events?after={after}&limit=5")
        self.send("long poll", "GET", "?wait=1&omit=content", If_None_Match=self.tag)
        self.tag = self.send("view", "GET", "?include=actions" if self.token else "").headers["ETag"]
        self.send("no news", "GET", If_None_Match=self.tag)
        self.send("content", "GET", "/content")
        if self.token:
            legal = self.send("actions", "GET", "/actions?limit=300").json()
            for kind in legal["types"][:2]:
                self.send("actions of a type", "GET", f"/actions?type={kind}&limit=3")

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """A long poll that waits while something happens."""
        own = Side(self.service, self.table, self.pair, [])
        with ThreadPoolExecutor(1) as pool:
            poll = pool.submit(own.send, "long poll that waits", "GET", "?wait=20", If_None_Match=self.tag)
            yield
            poll.result()
        self.transcript += own.transcript

    def be_rejected(self, rejected: list[Action]) -> None:
        """Send what the rules forbid this viewer."""
        for action in rejected:
            self.send("rejection", "POST", "/actions", msgspec.to_builtins(action))
        self.send("nonsense", "POST", "/actions", {"type": "nonsense"})

    def act(self, seat: int, action: Action) -> None:
        """An action of the path: the viewer's is sent, another's played without the time that the service demands."""
        if seat == self.pair.viewer:
            response = self.send("action", "POST", "/actions", msgspec.to_builtins(action))
            if response.status_code == 200:
                return
        with self.service.tables.change(self.table.id) as attempts:
            for txn in attempts:
                txn.play(seat, action, at=txn.now)
                if txn.commit():
                    return


class Stream:
    """A stream of a viewer, read as far as there are events."""

    def __init__(self, side: Side, form: str, query: str, stack: ExitStack) -> None:
        self.side, self.form = side, form
        path = f"{side.table.path}/events{query}"
        request = side.service.api.client.stream("GET", path, headers=side.headers(Accept=form), timeout=30)
        self.response = stack.enter_context(request)
        self.chunks = self.response.iter_raw()
        self.seq = 0 if form == SSE else None
        self.note(f"head of {form}", (self.response.status_code, side.head(self.response)))

    def note(self, what: str, value: Any) -> None:
        self.side.transcript.append((what, value))

    def read(self) -> None:
        """All bytes up to the newest event, or until the connection is only kept open."""
        newest = self.side.service.tables.store.log_length(self.side.table.id)
        got = b""
        if self.seq is None:  # NDJSON begins with the game
            got, self.seq = next(self.chunks), newest
        while self.seq < newest:
            chunk = next(self.chunks, b"")
            got += chunk
            if not chunk or chunk.strip(b"\r\n:") == b"":
                break
            self.seq = max([self.seq, *map(int, SEQ.findall(got))])
        self.note(f"bytes of {self.form}", self.side.normal(RETRY.sub(b"", got)))

    def read_to_the_end(self) -> None:
        """All bytes until the stream ends."""
        self.note(f"end of {self.form}", self.side.normal(b"".join(self.chunks)))


def http_difference(service: Service, pair: Pair) -> Difference | None:
    """The first thing that the service sends the viewer of a pair on one of its tables and not on the other."""
    engine, start, viewer = pair.path.table.engine, pair.path.start, pair.viewer
    tries = [] if viewer is None else pair.tries()
    rejected = [action for action in tries if rejection(engine, start, viewer or 0, action) is not None][:MOST_REJECTED]
    sides = [service.write(pair, side) for side in (0, 1)]
    try:
        one, other = (side.converse(rejected) for side in sides)
    finally:
        for side in sides:
            side.close()
    return first_difference(one, other)


def first_difference(one: Transcript, other: Transcript) -> Difference | None:
    """The first entry of two transcripts that is not the same."""
    for ours, theirs in zip_longest(one, other):
        if ours != theirs:
            return Difference((ours or theirs)[0], ours, theirs)
    return None


def bot_difference(service: Service, pair: Pair, level: Level) -> Difference | None:
    """What a bot does at the viewer's seat, and what its worker plays, on one table and not on the other."""
    seat = pair.viewer
    if seat is None or seat not in pair.path.table.engine.turns(pair.path.start):
        return None
    sides = [service.write(pair, side, level) for side in (0, 1)]
    try:
        one, other = (list(bot_transcript(service, side, seat)) for side in sides)
    finally:
        for side in sides:
            side.close()
    return first_difference(one, other)


def bot_transcript(service: Service, side: Side, seat: int) -> Iterator[tuple[str, Any]]:
    """The bot's choice and its effort, and what its worker plays. What follows from this may show what was hidden."""
    with steady_bots():
        game = service.tables.current(side.table.id)
        if seat not in game.meta.pending:  # it has voted with the people meanwhile
            return
        yield "choice of a bot", bot_worker.choose_action(game, seat, 60.0)
        yield "effort of a bot", dict(effort)
        bot_worker.move_bot(service.tables, side.table.id)
    played = list(service.tables.store.journal(side.table.id))[game.version :]
    yield "move of a bot", [(entry.kind, entry.seat, entry.action, entry.automatic) for entry in played[:1]]
