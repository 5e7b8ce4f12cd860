"""How a test brings seat 0 to the riddle of T'Chang, and what is never done with number 0."""

from engines.record import replay
from engines.registry import ENGINES
from tests.recordings import recordings

SOLVED = "A solution is not listed; test_final_riddle.py has every seat solve the riddle."
SETTINGS = [(2, {"placement": "players"})]
NEVER = {
    "lay.square": "Square 0 is the hall, where nothing is laid.",
    "share.amount": "Nobody gives nothing.",
    "solve_riddle by seat 0": SOLVED,
    "solve_riddle.pieces.rotation": SOLVED,
    "solve_riddle.pieces.x": SOLVED,
    "solve_riddle.pieces.y": SOLVED,
}


def moments():
    """The game is won, and the dragon asks."""
    engine = ENGINES["tchang"]
    record = recordings("tchang")["tchang/won_riddle_declined_3.json"]
    return [next(engine.clone(state) for state, _ in replay(engine, record) if state.phase == "riddle")]
