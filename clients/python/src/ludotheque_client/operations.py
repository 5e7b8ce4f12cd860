"""Every operation of openapi.yaml by its operationId: its arguments, its result, and whether it is sent again."""

from typing import Any
from uuid import uuid4

import httpx

from ludotheque_client.calls import Call, operation, path_of, read_json, read_text
from ludotheque_client.retry import Retry
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
    Readiness,
    Record,
    Status,
    Ticket,
    VerificationResult,
)


def etag(view: GameView | str | None) -> str | None:
    """The ETag of a view: its version, and whose it is. A string is an ETag already."""
    if view is None or isinstance(view, str):
        return view
    return f'"{view["version"]}.{"-" if view["viewer"] is None else view["viewer"]}"'


def new_key() -> str:
    """A new Idempotency-Key."""
    return str(uuid4())


class Operations:
    """The operations. `token` is a seat's or the host's. `omit="content"` leaves what never changes out of `state`.

    `key` is the Idempotency-Key; each call has a new one if you give none. Give one, and store it, if your program may
    be killed and has to send the same decision again.
    """

    api_key: str | None = None

    @operation(Retry.ALWAYS)
    def list_engines(self) -> Call[EngineList]:
        """All kinds of games that can be played."""
        return Call("GET", path_of("v1", "engines"))

    @operation(Retry.ALWAYS)
    def get_engine(self, slug: str) -> Call[EngineDetail]:
        """One kind of game, with the JSON Schemas of its options, actions, events and state."""
        return Call("GET", path_of("v1", "engines", slug))

    @operation(Retry.ALWAYS)
    def get_rules(self, slug: str) -> Call[str]:
        """The rules, in Markdown."""
        headers = {"Accept": "text/markdown"}
        return Call("GET", path_of("v1", "engines", slug, "rules"), extra_headers=headers, read=read_text)

    @operation(Retry.ALWAYS)
    def get_picture(self, slug: str, picture: str) -> Call[str]:
        """A picture in the rules, as SVG."""
        return Call("GET", path_of("v1", "engines", slug, f"{picture}.svg"), read=read_text)

    @operation(Retry.ALWAYS)
    def create_game(self, game: NewGame, *, omit: Omit = None, key: str | None = None) -> Call[GameView]:
        """Set up a table. Only this response holds the tokens of the host and of the seats that are taken."""
        headers = {"X-API-Key": self.api_key}
        return Call("POST", path_of("v1", "games"), {"omit": omit}, game, key=key or new_key(), extra_headers=headers)

    @operation(Retry.ALWAYS)
    def list_games(
        self, *, engine: Engine = None, status: Status = None, limit: int | None = None, cursor: str | None = None
    ) -> Call[GameList]:
        """A page of the public games, newest first. Only a `next_cursor` of None is the end."""
        return Call(
            "GET", path_of("v1", "games"), {"engine": engine, "status": status, "limit": limit, "cursor": cursor}
        )

    @operation(Retry.ALWAYS)
    def get_game(
        self,
        game_id: str,
        *,
        token: str | None = None,
        omit: Omit = None,
        include: Include = None,
        limit: int | None = None,
        if_none_match: GameView | None = None,
        wait: int = 0,
    ) -> Call[GameView]:
        """The game as this token's holder, or a spectator, may see it.

        With `if_none_match`, an earlier view, the result is that same view if nothing has changed. `wait` is for how
        many seconds, at most 50, the service then waits for a change (a long poll).
        """

        def read(response: httpx.Response) -> Any:
            return if_none_match if response.status_code == 304 else read_json(response)

        query = {"omit": omit, "include": include, "limit": limit, "wait": wait or None}
        headers = {"If-None-Match": etag(if_none_match)}
        return Call(
            "GET", path_of("v1", "games", game_id), query, token=token, extra_headers=headers, read=read, wait=wait
        )

    @operation(Retry.ALWAYS)
    def get_content(self, game_id: str) -> Call[Content]:
        """What never changes during the game: a map, the faces of cards."""
        return Call("GET", path_of("v1", "games", game_id, "content"))

    @operation(Retry.IF_UNPROCESSED)
    def delete_game(self, game_id: str, *, token: str) -> Call[None]:
        """Delete a game that is open or over, break off one that is being played."""
        return Call("DELETE", path_of("v1", "games", game_id), token=token)

    @operation(Retry.IF_UNPROCESSED)
    def start_game(self, game_id: str, *, token: str, omit: Omit = None) -> Call[GameView]:
        """Start with the seats that are taken."""
        return Call("POST", path_of("v1", "games", game_id, "start"), {"omit": omit}, token=token)

    @operation(Retry.ALWAYS)
    def create_rematch(self, game_id: str, *, token: str, omit: Omit = None) -> Call[GameView]:
        """The same table as a new game. A second call returns the same new game."""
        return Call("POST", path_of("v1", "games", game_id, "rematch"), {"omit": omit}, token=token)

    @operation(Retry.ALWAYS)
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
        return Call("POST", path_of("v1", "games", game_id, "seats"), {"omit": omit}, player, token, key or new_key())

    @operation(Retry.IF_UNPROCESSED)
    def leave_game(self, game_id: str, seat: int, *, token: str) -> Call[None]:
        """Give a seat up; as the host, take a bot out."""
        return Call("DELETE", path_of("v1", "games", game_id, "seats", seat), token=token)

    @operation(Retry.ALWAYS)
    def list_actions(
        self,
        game_id: str,
        *,
        token: str,
        type: str | None = None,  # noqa: A002  (the parameter's name in the document)
        limit: int | None = None,
    ) -> Call[LegalActions]:
        """What this seat may do now."""
        return Call("GET", path_of("v1", "games", game_id, "actions"), {"type": type, "limit": limit}, token=token)

    @operation(Retry.ALWAYS)
    def take_action(
        self,
        game_id: str,
        action: Action,
        *,
        token: str,
        if_match: GameView | str | None = None,
        omit: Omit = None,
        include: Include = None,
        limit: int | None = None,
        key: str | None = None,
    ) -> Call[ActionResult]:
        """Act. `if_match` is the view you have decided on: if the game has changed since, `StaleVersion` is raised."""
        query = {"omit": omit, "include": include, "limit": limit}
        headers = {"If-Match": etag(if_match)}
        return Call("POST", path_of("v1", "games", game_id, "actions"), query, action, token, key or new_key(), headers)

    @operation(Retry.ALWAYS)
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
        return Call("GET", path_of("v1", "games", game_id, "events"), query, token=token)

    @operation(Retry.ALWAYS)
    def create_ticket(self, game_id: str, *, token: str) -> Call[Ticket]:
        """A ticket to this seat's events, for a program that cannot send headers."""
        return Call("POST", path_of("v1", "games", game_id, "events", "ticket"), token=token)

    @operation(Retry.ALWAYS)
    def get_record(self, game_id: str) -> Call[Record]:
        """All that is needed to replay a game that is over."""
        return Call("GET", path_of("v1", "games", game_id, "record"))

    @operation(Retry.ALWAYS)
    def verify_record(self, record: Record) -> Call[VerificationResult]:
        """Have a record replayed."""
        return Call("POST", path_of("v1", "records", "verify"), body=record)

    @operation(Retry.ALWAYS)
    def list_problems(self) -> Call[ProblemList]:
        """All problems that an error response may name."""
        return Call("GET", path_of("problems"))

    @operation(Retry.ALWAYS)
    def get_problem(self, code: str) -> Call[str]:
        """What an error's `code` means, in Markdown."""
        return Call("GET", path_of("problems", code), read=read_text)

    @operation(Retry.NEVER)
    def get_health(self) -> Call[Health]:
        """Whether the process is alive."""
        return Call("GET", path_of("healthz"))

    @operation(Retry.NEVER)
    def get_readiness(self) -> Call[Readiness]:
        """Whether an action could be accepted now."""
        return Call("GET", path_of("readyz"))

    @operation(Retry.ALWAYS)
    def get_metrics(self, *, token: str | None = None) -> Call[str]:
        """Metrics for Prometheus."""
        return Call("GET", path_of("metrics"), token=token, read=read_text)

    @operation(Retry.ALWAYS)
    def get_openapi_json(self) -> Call[dict[str, Any]]:
        """The description of this API."""
        return Call("GET", path_of("openapi.json"))

    @operation(Retry.ALWAYS)
    def get_openapi_yaml(self) -> Call[str]:
        """The same, as YAML."""
        return Call("GET", path_of("openapi.yaml"), read=read_text)
