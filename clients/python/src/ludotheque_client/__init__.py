"""Play board games on a Ludotheque service: typed calls, safe retries and a live table, sync and async."""

from ludotheque_client.client import AsyncLudotheque, Ludotheque
from ludotheque_client.errors import LudothequeError, Refusal, Unreachable
from ludotheque_client.patience import Patience
from ludotheque_client.tables import AsyncTable, Table

__all__ = [
    "AsyncLudotheque",
    "AsyncTable",
    "Ludotheque",
    "LudothequeError",
    "Patience",
    "Refusal",
    "Table",
    "Unreachable",
]
__version__ = "0.1.0"
