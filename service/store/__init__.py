"""Everything that talks to Redis or Valkey."""

from service.store.addresses import open_store
from service.store.bot_queue import BotQueue
from service.store.connection import Full, Unavailable
from service.store.games import GameStore, ListedGame, StoredGame
from service.store.lobby import Lobby

__all__ = ["BotQueue", "Full", "GameStore", "ListedGame", "Lobby", "StoredGame", "Unavailable", "open_store"]
