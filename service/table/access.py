"""Who may do what: whose token this is, and which rights it gives. Only the digest of a token is kept."""

from collections.abc import Iterable
from hmac import compare_digest

import msgspec

from engines.text import Text
from service.problems import Problem
from service.table.transaction import Transaction
from service.tokens import digest


class Viewer(msgspec.Struct, frozen=True):
    """Who is looking: the holder of a seat, the host, or a spectator."""

    seat: int | None = None
    host: bool = False


def viewer_of(room: Transaction, token: str | None) -> Viewer:
    """Who holds this token. An unknown token is refused; its sender does not become a spectator."""
    if token is None:
        return Viewer()
    known = digest(token)
    seat = seat_held_by(room, known)
    if seat is not None:
        return Viewer(seat=seat)
    if compare_digest(room.charter.host, known):
        return Viewer(host=True)
    raise unauthenticated("This token is not known at this table.")


def seat_held_by(room: Transaction, known: str) -> int | None:
    """The number of the seat whose token has this digest; the start of the game may have changed the number."""
    for number, seat in enumerate(room.meta.seats):
        if seat.token is not None and compare_digest(seat.token, known):
            return number
    return None


def require_seat(room: Transaction, token: str | None) -> Viewer:
    """The holder of a seat; 401 without a token, 403 with a host's token."""
    viewer = _known(room, token, "This needs a seat's token.")
    if viewer.seat is None:
        raise Problem("forbidden", "The host's token holds no seat.")
    return viewer


def require_host(room: Transaction, token: str | None) -> None:
    """Refuse every token except the host's."""
    if not _known(room, token, "This needs the host's token.").host:
        raise Problem("forbidden", "Only the host may do this.")


def require_holder_or_host(room: Transaction, token: str | None, seat: int) -> Viewer:
    """The viewer, who must be allowed to give this seat up."""
    viewer = _known(room, token, "This needs the seat's or the host's token.")
    if seat >= len(room.meta.seats):
        raise Problem("not_found", Text("There is no seat {seat} at this table.", seat=seat))
    if not viewer.host and viewer.seat != seat:
        raise Problem("forbidden", "This seat is somebody else's.")
    return viewer


def claim_of(room: Transaction, token: str | None) -> str | None:
    """The digest of an old token for which a seat is kept; None without a token."""
    if token is None:
        return None
    claim = digest(token)
    if claim not in [seat.reserved_for for seat in room.meta.seats]:
        raise unauthenticated("No seat is kept for this token. Join without one.")
    return claim


def require_key(sent: str | None, keys: Iterable[str], detail: str) -> None:
    """Refuse a request without one of these keys, if there are any."""
    known = list(keys)
    if known and not any(compare_digest((sent or "").encode(), key.encode()) for key in known):
        raise unauthenticated(detail)


def unauthenticated(detail: str) -> Problem:
    """A 401, with the header that says which credentials are needed."""
    return Problem("unauthenticated", detail, headers={"WWW-Authenticate": 'Bearer realm="ludotheque"'})


def _known(room: Transaction, token: str | None, needed: str) -> Viewer:
    if token is None:
        raise unauthenticated(needed)
    return viewer_of(room, token)
