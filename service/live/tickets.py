"""Tickets to a game's events, for browsers' EventSource, which cannot send headers."""

import hashlib
import hmac
import os

from service.table.access import Viewer, unauthenticated
from service.table.transaction import Transaction
from service.tokens import urlsafe

PREFIX = "ludo_ticket_"
LIFETIME_MS = 12 * 60 * 60 * 1000


def ticket(room: Transaction, seat: int) -> tuple[str, int]:
    """A ticket for what this seat may see, and when it expires. Nothing is stored: the game's own key signs it."""
    until = room.now + LIFETIME_MS
    return f"{PREFIX}{until}.{_mark(room, seat, until)}", until


def holder(room: Transaction, text: str) -> tuple[Viewer, int]:
    """Whose ticket this is, and when it expires. It is also invalid once its seat's token is."""
    until, _, mark = text.removeprefix(PREFIX).partition(".")
    if text.startswith(PREFIX) and until.isascii() and until.isdigit() and len(until) < 16 and room.now < int(until):
        for seat in range(len(room.meta.seats)):
            if hmac.compare_digest(mark.encode(), _mark(room, seat, int(until)).encode()):
                return Viewer(seat=seat), int(until)
    raise unauthenticated("This ticket is not valid for this game, or not any more.")


def _mark(room: Transaction, seat: int, until: int) -> str:
    """The signature of a ticket for this seat's token; random for a seat without a token, so that no ticket fits."""
    token = room.meta.seats[seat].token or os.urandom(32).hex()
    return urlsafe(hmac.digest(room.charter.ticket_key, f"ticket/1 {until} {token}".encode(), hashlib.sha256))
