"""How many random actions a second each game plays in process, beside OpenSpiel's games that are written in Python.

An action is: ask whose turn it is, list the legal actions, choose one and apply it. OpenSpiel does the same; a draw of
its chance counts as an action. All take turns, and the median is printed, by processor time. This needs msgspec alone,
so it also runs in an environment with open_spiel and without the service.
"""

from statistics import median
from time import process_time

from bots import FastRandom
from engines.registry import ENGINES

PEERS = ("python_tic_tac_toe", "python_kuhn_poker", "python_liars_poker")
GOALS = {"tokyo_poo_divers": 15_000}
ROUNDS = 5
SECONDS = 0.5


def play(engine, seats, dice):
    """Play a random game; returns how many actions it took."""
    state, _ = engine.new(seats, engine.options_type(), dice)
    actions = 0
    while turns := engine.turns(state):
        seat = next(seat for seat, ask in turns.items() if ask.required)
        engine.apply(state, seat, dice.choice(list(engine.legal(state, seat))), dice)
        actions += 1
    return actions


def play_peer(game, dice):
    """Play a random game of OpenSpiel; returns how many actions it took."""
    state = game.new_initial_state()
    actions = 0
    while not state.is_terminal():
        state.apply_action(dice.choice(state.legal_actions()))
        actions += 1
    return actions


def peers():
    """OpenSpiel's games by name; empty if it is not installed."""
    try:
        import pyspiel
        from open_spiel.python import games  # noqa: F401  (importing it registers the games)
    except ImportError:
        return {}
    return {name: pyspiel.load_game(name) for name in PEERS}


def rate(play_one, seconds):
    """How many actions are played in a second of processor time, in whole games."""
    actions, start = 0, process_time()
    while (elapsed := process_time() - start) < seconds:
        actions += play_one()
    return actions / elapsed


def players(slugs, found):
    """What plays one game, by a name for the table and the number of seats."""
    dice = FastRandom(b"random play")
    for slug in slugs:
        engine = ENGINES[slug]
        for seats in sorted({engine.players.min, engine.players.max}):
            yield (slug, seats), lambda engine=engine, seats=seats: play(engine, seats, dice)
    for name, game in found.items():
        yield (f"OpenSpiel {name}", game.num_players()), lambda game=game: play_peer(game, dice)


def main(arguments, seconds=SECONDS):
    """Measure the engines named, or all, and OpenSpiel's games."""
    if unknown := set(arguments) - set(ENGINES):
        raise SystemExit(f"There is no engine {', '.join(sorted(unknown))}, only: {', '.join(sorted(ENGINES))}")
    found = peers()
    timed = dict(players(arguments or sorted(ENGINES), found))
    rates = {name: [] for name in timed}
    for _ in range(ROUNDS):
        for name, play_one in timed.items():
            rates[name].append(rate(play_one, seconds))
    print("| game                         | seats | actions a second | at least |\n|---|---|---|---|")
    for name, seats in timed:
        goal = f"{GOALS[name]:,}" if name in GOALS else ""
        print(f"| {name:28} | {seats:5} | {median(rates[name, seats]):16,.0f} | {goal:8} |")
    if not found:
        print("\nOpenSpiel is not installed: `pip install open_spiel` adds its games.")
