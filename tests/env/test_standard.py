"""The environments pass the tests that PettingZoo and Gymnasium provide."""

import warnings

import pytest
from gymnasium.utils.env_checker import check_env
from ludotheque_env import GameAECEnv, GameEnv, GameParallelEnv
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test


def test_aec(game: str, seats: int) -> None:
    api_test(GameAECEnv(game, seats), num_cycles=300)


def test_aec_seeds(game: str, seats: int) -> None:
    seed_test(lambda: GameAECEnv(game, seats), num_cycles=100)


def test_parallel(game: str, seats: int) -> None:
    parallel_api_test(GameParallelEnv(game, seats), num_cycles=1000)


def test_parallel_seeds(game: str, seats: int) -> None:
    parallel_seed_test(lambda: GameParallelEnv(game, seats), num_cycles=100)


@pytest.mark.parametrize("opponents", ["random", "greedy"])
def test_gymnasium(game: str, seats: int, opponents: str) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*Not able to test alternative render modes")
        check_env(GameEnv(game, seats, seat=seats - 1, opponents=opponents))  # type: ignore[arg-type]
