"""Everything that talks to Redis or Valkey."""

from service.store.addresses import open_link
from service.store.games import Found, GameStore, Glimpse
from service.store.link import Full, Unavailable
from service.store.lobby import Lobby
from service.store.notes import Board

__all__ = ["Board", "Found", "Full", "GameStore", "Glimpse", "Lobby", "Unavailable", "open_link"]
