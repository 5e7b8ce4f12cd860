"""Who may do what: the caller of a request, whose token it has, and tickets to a game's events.

Only the digest of a token is stored.
"""

import hashlib
import hmac
import os
from collections.abc import Iterable
from hmac import compare_digest
from typing import Literal

import msgspec

from engines.text import Text
from service.problems import Problem
from service.table.game import Game
from service.tokens import digest, urlsafe

Auth = Literal["seat", "host", "seat_or_host", "viewer", "claim", "api_key", "metrics"]
TICKET_PREFIX = "ludo_ticket_"
TICKET_LIFETIME_MS = 12 * 60 * 60 * 1000


class Viewer(msgspec.Struct, frozen=True):
    """Who is looking: the holder of a seat, the host, or a spectator."""

    seat: int | None = None
    host: bool = False
    claim: str | None = None
    """The digest of an old token for which a seat is kept."""
    expires_at: int | None = None
    """When their ticket expires."""


class Caller(msgspec.Struct, kw_only=True):
    """Who sends a request: what its route needs, the credentials that were sent, and the conditions in its headers.

    `checked` is set once the credentials were found sufficient. A route that declares `auth` and ends without is
    rejected by its operation.
    """

    needs: Auth | None = None
    token: str | None = None
    ticket: str | None = None
    seat: int | None = None
    """The seat in the path, which a `seat_or_host` acts on."""
    api_key: str = ""
    client: str = ""
    """The address that counts as theirs for limits."""
    if_match: frozenset[str] | None = None
    idempotency_key: str | None = None
    checked: bool = False

    def identify(self, game: Game) -> Viewer:
        """Who the caller is in this game; a Problem if they may not do what the route needs."""
        viewer = self._viewer(game)
        self.checked = True
        return viewer

    def check_key(self, sent: str | None, keys: Iterable[str], detail: str) -> None:
        """A 401 unless one of these keys was sent, if there are any."""
        require_key(sent, keys, detail)
        self.checked = True

    def _viewer(self, game: Game) -> Viewer:
        match self.needs:
            case "viewer" if self.ticket is not None:
                return ticket_holder(game, self.ticket)
            case "viewer":
                return viewer_of(game, self.token)
            case "seat":
                return require_seat(game, self.token)
            case "host":
                return require_host(game, self.token)
            case "seat_or_host":
                return require_holder_or_host(game, self.token, self.seat)
            case "claim":
                return claimant(game, self.token)
            case None:
                return Viewer()
            case _:
                raise RuntimeError(f"a {self.needs} is not checked by a game")


def viewer_of(game: Game, token: str | None) -> Viewer:
    """Who holds this token. An unknown token is rejected; its sender does not become a spectator."""
    if token is None:
        return Viewer()
    token_digest = digest(token)
    seat = seat_held_by(game, token_digest)
    if seat is not None:
        return Viewer(seat=seat)
    if compare_digest(game.config.host, token_digest):
        return Viewer(host=True)
    raise unauthenticated("This token is not known at this table.")


def seat_held_by(game: Game, token_digest: str) -> int | None:
    """The number of the seat whose token has this digest; the start of the game may have changed the number."""
    for number, seat in enumerate(game.meta.seats):
        if seat.token is not None and compare_digest(seat.token, token_digest):
            return number
    return None


def require_seat(game: Game, token: str | None) -> Viewer:
    """The holder of a seat; 401 without a token, 403 with the host's token."""
    viewer = _require_token(game, token, "This needs a seat's token.")
    if viewer.seat is None:
        raise Problem("forbidden", "The host's token holds no seat.")
    return viewer


def require_host(game: Game, token: str | None) -> Viewer:
    """The host; every other token is rejected."""
    viewer = _require_token(game, token, "This needs the host's token.")
    if not viewer.host:
        raise Problem("forbidden", "Only the host may do this.")
    return viewer


def require_holder_or_host(game: Game, token: str | None, seat: int | None) -> Viewer:
    """The holder of this seat, or the host."""
    viewer = _require_token(game, token, "This needs the seat's or the host's token.")
    if seat is None or seat >= len(game.meta.seats):
        raise Problem("not_found", Text("There is no seat {seat} at this table.", seat=seat))
    if not viewer.host and viewer.seat != seat:
        raise Problem("forbidden", "This seat is somebody else's.")
    return viewer


def claimant(game: Game, token: str | None) -> Viewer:
    """Somebody who joins: without a token, or with the old one for which a seat is kept. The receipt of the same
    request shows that the token was good when it was accepted.
    """
    if token is None or game.receipt is not None:
        return Viewer()
    claim = digest(token)
    if claim not in [seat.reserved_for for seat in game.meta.seats]:
        raise unauthenticated("No seat is kept for this token. Join without one.")
    return Viewer(claim=claim)


def new_ticket(game: Game, seat: int) -> tuple[str, int]:
    """A ticket to what this seat may see, for browsers' EventSource, which cannot send headers; and when it expires.
    Nothing is stored: the game's own key signs it.
    """
    expires_at = game.now + TICKET_LIFETIME_MS
    return f"{TICKET_PREFIX}{expires_at}.{_ticket_signature(game, seat, expires_at)}", expires_at


def ticket_holder(game: Game, ticket: str) -> Viewer:
    """The seat whose ticket this is. A ticket is also invalid once its seat's token is."""
    expiry, _, signature = ticket.removeprefix(TICKET_PREFIX).partition(".")
    number = ticket.startswith(TICKET_PREFIX) and expiry.isascii() and expiry.isdigit() and len(expiry) < 16
    if number and game.now < int(expiry):
        for seat in range(len(game.meta.seats)):
            if compare_digest(signature.encode(), _ticket_signature(game, seat, int(expiry)).encode()):
                return Viewer(seat=seat, expires_at=int(expiry))
    raise unauthenticated("This ticket is not valid for this game, or not any more.")


def _ticket_signature(game: Game, seat: int, expires_at: int) -> str:
    """The signature of a ticket for this seat's token; random for a seat without a token, so that no ticket fits."""
    token = game.meta.seats[seat].token or os.urandom(32).hex()
    return urlsafe(hmac.digest(game.config.ticket_key, f"ticket/1 {expires_at} {token}".encode(), hashlib.sha256))


def require_key(sent: str | None, keys: Iterable[str], detail: str) -> None:
    """Reject a request without one of these keys, if there are any."""
    known = list(keys)
    if known and not any(compare_digest((sent or "").encode(), key.encode()) for key in known):
        raise unauthenticated(detail)


def unauthenticated(detail: str) -> Problem:
    """A 401, with the header that says which credentials are needed."""
    return Problem("unauthenticated", detail, headers={"WWW-Authenticate": 'Bearer realm="ludotheque"'})


def _require_token(game: Game, token: str | None, detail: str) -> Viewer:
    if token is None:
        raise unauthenticated(detail)
    return viewer_of(game, token)
