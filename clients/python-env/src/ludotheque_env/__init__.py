"""The games of Ludotheque as environments for PettingZoo and Gymnasium."""

from ludotheque_env.aec import GameAECEnv
from ludotheque_env.parallel import GameParallelEnv
from ludotheque_env.single_agent import GameEnv
from ludotheque_env.table import Table, decode_view

__version__ = "0.1.0"
__all__ = ["GameAECEnv", "GameEnv", "GameParallelEnv", "Table", "decode_view"]
