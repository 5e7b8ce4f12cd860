"""What the environments promise about games: who acts, what an agent sees, and what it gets."""

from importlib import import_module
from typing import Any

import msgspec
import numpy as np
import pytest
from ludotheque_env import GameAECEnv, GameEnv, GameParallelEnv, Table, decode_view
from ludotheque_env.table import LONGEST_LIST

from bots import FastRandom
from engines.numbering import ActionNumbers, Unbounded
from engines.registry import ENGINES
from engines.text import english

SEEDS = range(3)


def sample(env: Any, agent: str) -> int:
    return int(env.action_space(agent).sample(env.observe(agent)["action_mask"]))


def random_tables(game: str, seats: int, options: dict[str, Any] | None = None) -> Any:
    """A table in random games, at each of the first decisions and at some later ones."""
    table = Table(game, seats, options)
    for seed in SEEDS:
        dice = FastRandom(bytes([seed]))
        table.reset(bytes([seed] * 32))
        steps = 0
        while (mover := table.mover()) is not None:
            if steps < 25 or steps % 20 == 0:
                yield table, mover
            steps += 1
            table.act(mover, dice.choice(list(table.legal(mover).values())))


def test_an_observation_is_the_view_of_the_seat(game: str, seats: int) -> None:
    for table, _ in random_tables(game, seats):
        for seat in range(seats):
            view = table.engine.view(table.state, seat)
            assert decode_view(table.observe(seat)) == msgspec.json.decode(msgspec.json.encode(view, enc_hook=english))


def test_an_observation_tells_nothing_that_is_hidden(game: str, seats: int) -> None:
    """The hidden parts are dealt again, and the agent sees the same."""
    other = Table(game, seats)
    for table, _ in random_tables(game, seats):
        for seat in range(seats):
            view = table.engine.view(table.state, seat)
            other.state = table.engine.resample(view, seat, FastRandom(b"another deal"))
            other._start_decision()
            seen = table.observe(seat)
            for name, array in other.observe(seat).items():
                assert np.array_equal(array, seen[name])


def test_features_are_there_where_a_game_offers_them(game: str, seats: int) -> None:
    table = Table(game, seats)
    offered = (ENGINES[game].features(ENGINES[game].view(table.state, 0), 0)) is not None
    assert offered == (game in ("tokyo_poo_divers", "dragon_fights")) == ("features" in table.observe(0))
    assert table.observation_space().contains(table.observe(seats - 1))


def test_the_mask_allows_what_is_legal(game: str, seats: int) -> None:
    try:
        numbers = ActionNumbers(ENGINES[game])
    except Unbounded:
        numbers = None
    for table, mover in random_tables(game, seats):
        legal = list(table.engine.legal(table.state, mover))
        (allowed,) = np.nonzero(table.observe(mover)["action_mask"])
        assert len(legal) < LONGEST_LIST
        waits = [] if table.turns[mover].required else [table.wait]
        if table.numbers is None:
            assert [*range(len(legal)), *waits] == list(allowed)
        else:
            assert numbers is not None
            assert sorted([*map(numbers.number, legal), *waits]) == list(allowed)


def test_views_of_all_variants_fit(game: str) -> None:
    engine = ENGINES[game]
    for variant in import_module(f"tests.games.{game}.variants").VARIANTS:
        for seats in range(engine.players.min, engine.players.max + 1):
            if not engine.option_errors(seats, msgspec.convert(variant, engine.options_type)):
                for table, mover in random_tables(game, seats, variant):
                    assert len(table.view(mover)) < table.observation_bytes


def test_a_game_ends_with_the_rewards_of_its_outcome(game: str, seats: int) -> None:
    env = GameAECEnv(game, seats)
    for seed in SEEDS:
        env.reset(seed=seed)
        totals = dict.fromkeys(env.agents, 0.0)
        for agent in env.agent_iter():
            _, reward, over, _, info = env.last()
            totals[agent] += reward
            outcome = env.table.engine.outcome(env.table.state)
            assert over == (outcome is not None)
            if outcome is not None:
                assert info == {"reason": outcome.reason, "score": outcome.scores[env.seat_numbers[agent]].score}
            env.step(None if over else sample(env, agent))
        assert totals == {agent: 1 if seat in outcome.winners else -1 for agent, seat in env.seat_numbers.items()}


def test_in_a_parallel_step_only_simultaneous_choices_follow_another_action(
    game: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    applied: list[int] = []
    act = Table.act
    monkeypatch.setattr(Table, "act", lambda table, seat, action: (applied.append(seat), act(table, seat, action)))
    env = GameParallelEnv(game, seats)
    for seed in SEEDS:
        observations, _ = env.reset(seed=seed)
        for number, agent in enumerate(env.agents):
            env.action_space(agent).seed(number)
        while env.agents:
            masks = {agent: observations[agent]["action_mask"] for agent in env.agents}
            actions = {agent: int(env.action_space(agent).sample(mask)) for agent, mask in masks.items()}
            turns = env.table.turns
            acting = [seat for agent, seat in env.seat_numbers.items() if actions[agent] != env.table.wait]
            choosing = {seat for seat in acting if turns[seat].simultaneous}
            reacting = {seat for seat in acting if not turns[seat].required}
            applied.clear()
            observations, *_ = env.step(actions)
            assert applied[0] in (reacting or acting)
            assert set(applied[1:]) <= choosing


def test_simultaneous_choices_need_one_parallel_step() -> None:
    env = GameParallelEnv("dragon_fights", seats=5)
    observations, _ = env.reset(seed=1)
    assert all(ask.simultaneous for ask in env.table.turns.values())
    actions = {agent: int(env.action_space(agent).sample(observations[agent]["action_mask"])) for agent in env.agents}
    observations, *_ = env.step(actions)
    assert all(gesture is not None for gesture in env.table.state.shown), "all have chosen, so all gestures are shown"


def test_who_chooses_later_does_not_see_the_choice_of_another() -> None:
    env = GameAECEnv("dragon_fights", seats=3)
    seen = []
    for choice in range(3):
        env.reset(seed=1)
        legal, chooser = sorted(env.table.legal(0)), env.agent_selection
        env.step(legal[choice])
        assert env.agent_selection != chooser
        seen.append(env.observe(env.agent_selection)["observation"].tobytes())
    assert len(set(seen)) == 1


def illegal(env: Any, agent: str) -> int:
    return int(np.argmin(env.table.observe(env.seat_numbers[agent])["action_mask"]))


def test_an_illegal_action_ends_the_game_for_all(game: str, seats: int) -> None:
    env = GameAECEnv(game, seats)
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(illegal(env, agent))
    assert env.rewards == {other: -1.0 if other == agent else 0.0 for other in env.agents}
    assert all(env.terminations.values())
    assert env.infos[agent] == {"reason": "illegal_action", "by": [env.seat_numbers[agent]]}


def test_all_who_choose_illegally_in_a_parallel_step_lose(game: str, seats: int) -> None:
    env = GameParallelEnv(game, seats)
    env.reset(seed=1)
    _, rewards, over, _, _ = env.step({agent: illegal(env, agent) for agent in env.agents})
    assert set(rewards.values()) == {-1.0}
    assert all(over.values())
    assert env.agents == []


@pytest.mark.parametrize("opponents", ["random", "greedy", "search"])
def test_one_agent_plays_whole_games_against_bots(game: str, opponents: Any) -> None:
    games = []
    for _ in range(2):
        env = GameEnv(game, seat=0, opponents=opponents, render_mode="ansi")
        observation, info = env.reset(seed=3)
        env.action_space.seed(3)
        steps, over = [observation["observation"].tobytes()], False
        while not over:
            assert 0 in env.table.turns
            assert info == {}
            action = env.action_space.sample(observation["action_mask"])
            observation, reward, over, truncated, info = env.step(action)
            steps.append(observation["observation"].tobytes())
            assert not truncated
        assert reward in (-1, 1)
        assert {"reason", "score"} == info.keys()
        assert msgspec.json.decode(env.render() or "")
        with pytest.raises(ValueError, match="call reset"):
            env.step(0)
        games.append(steps)
    assert games[0] == games[1], "the same seed gives the same game"


def test_without_a_seed_the_next_game_is_another(game: str) -> None:
    env = GameAECEnv(game)
    dealt = []
    for seed in (1, None, 1, None):
        env.reset(seed=seed)
        dealt.append(env.table.seed)
    assert dealt[:2] == dealt[2:]
    assert dealt[0] != dealt[1]


def test_what_makes_no_table_is_an_error() -> None:
    with pytest.raises(ValueError, match="tokyo_poo_divers is not for 5 seats"):
        Table("tokyo_poo_divers", 5)
    with pytest.raises(ValueError, match=r"options that do not fit 2 seats: .*first_player"):
        Table("tokyo_poo_divers", 2, {"first_player": 3})
    with pytest.raises(ValueError, match="there is no seat 2 at a table of 2"):
        GameEnv("zoky", 2, seat=2)
    with pytest.raises(ValueError, match=r"a view of \d+ bytes does not fit: set observation_bytes"):
        GameEnv("zoky", observation_bytes=100).reset()


def test_bots_remember_what_their_seats_were_told() -> None:
    """In Dragon Fights stones are put back, which no view shows."""
    env, facts = GameEnv("dragon_fights", seats=3, seat=1, opponents="search"), 0
    observation, _ = env.reset(seed=1)
    over = False
    while not over:
        assert env.knowledge.keys() == {0, 2}
        for knowledge in env.knowledge.values():
            assert env.table.engine.agrees(env.table.state, knowledge)
            facts += len(knowledge)
        observation, _, over, _, _ = env.step(env.action_space.sample(observation["action_mask"]))
    assert facts
