"""Every operation of openapi.yaml, by its operationId: what it takes, and the type of its answer."""

from typing import Any
from uuid import uuid4

import httpx

from ludotheque_client.calls import Call, Operation, at, read_json, read_text
from ludotheque_client.types import (
    Action,
    ActionResult,
    Content,
    Engine,
    EngineDetail,
    EngineList,
    EventList,
    GameList,
    GameView,
    Health,
    Include,
    JoinRequest,
    JoinResult,
    LegalActions,
    NewGame,
    Omit,
    ProblemList,
    Record,
    Status,
    Ticket,
    VerificationResult,
)


def tag_of(view: GameView | None) -> str | None:
    """The ETag of a view: its version, and whose it is."""
    if view is None:
        return None
    return f'"{view["version"]}.{"-" if view["viewer"] is None else view["viewer"]}"'


def fresh(key: str | None) -> str:
    """The Idempotency-Key of a decision: the one that was given, or a new one. Its repetitions have the same."""
    return str(uuid4()) if key is None else key


class Operations:
    """The calls. `token` is a seat's or the host's. `omit="content"` leaves out of `state` what never changes.

    `key` is an Idempotency-Key. Without it each call has a key of its own. Give one, and keep it, if your program may
    be killed and has to send the same decision again.
    """

    api_key: str | None = None

    @Operation
    def list_engines(self) -> Call[EngineList]:
        """All kinds of games that can be played."""
        return Call("GET", at("v1", "engines"))

    @Operation
    def get_engine(self, slug: str) -> Call[EngineDetail]:
        """One kind of game, with the JSON Schemas of its options, actions, events and state."""
        return Call("GET", at("v1", "engines", slug))

    @Operation
    def get_rules(self, slug: str) -> Call[str]:
        """The rules, in Markdown."""
        headers = {"Accept": "text/markdown"}
        return Call("GET", at("v1", "engines", slug, "rules"), headers=headers, read=read_text)

    @Operation
    def get_picture(self, slug: str, picture: str) -> Call[str]:
        """A picture in the rules, as SVG."""
        return Call("GET", at("v1", "engines", slug, f"{picture}.svg"), read=read_text)

    @Operation
    def create_game(self, game: NewGame, *, omit: Omit = None, key: str | None = None) -> Call[GameView]:
        """Set up a table. Only this answer holds the tokens of the host and of the seats that are taken."""
        headers = {"X-API-Key": self.api_key}
        return Call("POST", at("v1", "games"), {"omit": omit}, game, key=fresh(key), headers=headers)

    @Operation
    def list_games(
        self, *, engine: Engine = None, status: Status = None, limit: int | None = None, cursor: str | None = None
    ) -> Call[GameList]:
        """A page of the public games, newest first. Only a `next_cursor` of None is the end."""
        return Call("GET", at("v1", "games"), {"engine": engine, "status": status, "limit": limit, "cursor": cursor})

    @Operation
    def get_game(
        self,
        game_id: str,
        *,
        token: str | None = None,
        omit: Omit = None,
        include: Include = None,
        limit: int | None = None,
        known: GameView | None = None,
        wait: int = 0,
    ) -> Call[GameView]:
        """The game as this token's holder, or a spectator, may see it.

        With `known`, a view that was got before, the answer is that view itself if nothing has changed. `wait` is for
        how many seconds, at most 50, the service then waits for a change.
        """

        def read(response: httpx.Response) -> Any:
            return known if response.status_code == 304 else read_json(response)

        query = {"omit": omit, "include": include, "limit": limit, "wait": wait or None}
        headers = {"If-None-Match": tag_of(known)}
        return Call("GET", at("v1", "games", game_id), query, token=token, headers=headers, read=read, waits=wait)

    @Operation
    def get_content(self, game_id: str) -> Call[Content]:
        """What never changes during the game: a map, the faces of cards."""
        return Call("GET", at("v1", "games", game_id, "content"))

    @Operation
    def delete_game(self, game_id: str, *, token: str) -> Call[None]:
        """Delete a game that is open or over, break off one that is being played. Not repeated: see the README."""
        return Call("DELETE", at("v1", "games", game_id), token=token, repeatable=False)

    @Operation
    def start_game(self, game_id: str, *, token: str, omit: Omit = None) -> Call[GameView]:
        """Start with the seats that are taken. Not repeated."""
        return Call("POST", at("v1", "games", game_id, "start"), {"omit": omit}, token=token, repeatable=False)

    @Operation
    def create_rematch(self, game_id: str, *, token: str, omit: Omit = None) -> Call[GameView]:
        """The same table again, as a new game. Asking again gives the same new game."""
        return Call("POST", at("v1", "games", game_id, "rematch"), {"omit": omit}, token=token)

    @Operation
    def join_game(
        self,
        game_id: str,
        player: JoinRequest,
        *,
        token: str | None = None,
        omit: Omit = None,
        key: str | None = None,
    ) -> Call[JoinResult]:
        """Join. With an old `token` come back, or claim a seat of a rematch; with the host's `token` seat a bot."""
        return Call("POST", at("v1", "games", game_id, "seats"), {"omit": omit}, player, token, fresh(key))

    @Operation
    def leave_game(self, game_id: str, seat: int, *, token: str) -> Call[None]:
        """Give a seat up; as the host, take a bot out. Not repeated."""
        return Call("DELETE", at("v1", "games", game_id, "seats", seat), token=token, repeatable=False)

    @Operation
    def list_actions(
        self,
        game_id: str,
        *,
        token: str,
        type: str | None = None,  # noqa: A002  (the parameter's name in the document)
        limit: int | None = None,
    ) -> Call[LegalActions]:
        """What this seat may do now."""
        return Call("GET", at("v1", "games", game_id, "actions"), {"type": type, "limit": limit}, token=token)

    @Operation
    def take_action(
        self,
        game_id: str,
        action: Action,
        *,
        token: str,
        seen: GameView | None = None,
        omit: Omit = None,
        include: Include = None,
        limit: int | None = None,
        key: str | None = None,
    ) -> Call[ActionResult]:
        """Act. With `seen`, the view that the decision is based on, it is refused if the game has changed since."""
        query = {"omit": omit, "include": include, "limit": limit}
        headers = {"If-Match": tag_of(seen)}
        return Call("POST", at("v1", "games", game_id, "actions"), query, action, token, fresh(key), headers)

    @Operation
    def list_events(
        self,
        game_id: str,
        *,
        token: str | None = None,
        after: int | None = None,
        limit: int | None = None,
        omit: Omit = None,
        ticket: str | None = None,
    ) -> Call[EventList]:
        """A page of the log; `table` follows it live."""
        query = {"after": after, "limit": limit, "omit": omit, "ticket": ticket}
        return Call("GET", at("v1", "games", game_id, "events"), query, token=token)

    @Operation
    def create_ticket(self, game_id: str, *, token: str) -> Call[Ticket]:
        """A ticket to this seat's events, for a program that cannot send headers."""
        return Call("POST", at("v1", "games", game_id, "events", "ticket"), token=token)

    @Operation
    def get_record(self, game_id: str) -> Call[Record]:
        """All that is needed to replay a game that is over."""
        return Call("GET", at("v1", "games", game_id, "record"))

    @Operation
    def verify_record(self, record: Record) -> Call[VerificationResult]:
        """Have a record replayed."""
        return Call("POST", at("v1", "records", "verify"), body=record)

    @Operation
    def list_problems(self) -> Call[ProblemList]:
        """All problems that a refusal may name."""
        return Call("GET", at("problems"))

    @Operation
    def get_problem(self, code: str) -> Call[str]:
        """What a refusal's `code` means, in Markdown."""
        return Call("GET", at("problems", code), read=read_text)

    @Operation
    def get_health(self) -> Call[Health]:
        """Whether the process is alive. A 503 is an answer to this, and not repeated."""
        return Call("GET", at("healthz"), repeatable=False)

    @Operation
    def get_readiness(self) -> Call[Health]:
        """Whether an action could be accepted now. A 503 is an answer to this, and not repeated."""
        return Call("GET", at("readyz"), repeatable=False)

    @Operation
    def get_metrics(self, *, token: str | None = None) -> Call[str]:
        """Counts for Prometheus."""
        return Call("GET", at("metrics"), token=token, read=read_text)

    @Operation
    def get_openapi_json(self) -> Call[dict[str, Any]]:
        """The description of this API."""
        return Call("GET", at("openapi.json"))

    @Operation
    def get_openapi_yaml(self) -> Call[str]:
        """The same, as YAML."""
        return Call("GET", at("openapi.yaml"), read=read_text)
