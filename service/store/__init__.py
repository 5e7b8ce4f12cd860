"""Everything that talks to Redis or Valkey."""

from service.store.games import Found, GameStore
from service.store.link import Unavailable, open_link
from service.store.lobby import Lobby

__all__ = ["Found", "GameStore", "Lobby", "Unavailable", "open_link"]
