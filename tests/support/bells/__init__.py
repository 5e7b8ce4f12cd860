"""A small made-up game: everyone rings at once, then one closes the round after others had time to object."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from engines import registry  # not from it: it loads this game while it is imported
from engines.chance import Chance
from engines.engine import Action, Ask, Engine, Event, IllegalAction, Offers, Options, Outcome, Players, Score, State

ROUNDS = 3
PAUSE = 5


class Ring(Action, frozen=True, tag="ring"):
    pass


class Close(Action, frozen=True, tag="close"):
    pass


class Object(Action, frozen=True, tag="object"):
    pass


class Rang(Event, frozen=True, tag="rang"):
    pass


class BellOptions(Options, frozen=True, kw_only=True):
    closing: bool = False


class BellState(State[BellOptions], kw_only=True):
    seats: int
    rung: list[int] = []
    rounds: int = 0
    objections: int = 0


class BellView(msgspec.Struct):
    rounds: int


class Bells(Engine[BellState, BellOptions]):
    slug = "bells"
    title = "Bells"
    summary = "Everyone rings."
    players = Players(2, 4)
    state_type = BellState
    options_type = BellOptions
    view_type = BellView
    actions = (Ring, Close, Object)
    events = (Rang,)
    reasons = {"wrong": "Not now."}
    endings = {"done": "All rounds are over."}

    def set_up(self, seats: int, options: BellOptions, chance: Chance) -> tuple[BellState, list[Event]]:
        return BellState(seats=seats), []

    def turns(self, state: BellState) -> dict[int, Ask]:
        if state.rounds == ROUNDS:
            return {}
        waiting = [seat for seat in range(state.seats) if seat not in state.rung]
        if waiting:
            return {seat: Ask("ring", turn=state.rounds) for seat in waiting}
        others = {seat: Ask("object", required=False, since=state.objections + 1) for seat in range(1, state.seats)}
        return {0: Ask("close", not_before=PAUSE, since=state.objections + 1), **others}

    def offers(self, state: BellState, seat: int) -> Offers:
        kinds = {"ring": Ring, "close": Close, "object": Object}
        kind = kinds[self.turns(state)[seat].what] if seat in self.turns(state) else None
        return {} if kind is None else {kind: iter([kind()])}

    def check(self, state: BellState, seat: int, action: Action) -> None:
        if action not in list(self.legal(state, seat)):
            raise IllegalAction("wrong", "Not now.")

    def apply(self, state: BellState, seat: int, action: Action, chance: Chance) -> list[Event]:
        if isinstance(action, Object):
            state.objections += 1
        elif isinstance(action, Ring):
            state.rung.append(seat)
        if isinstance(action, Close) or (len(state.rung) == state.seats and not state.options.closing):
            state.rung, state.rounds, state.objections = [], state.rounds + 1, 0
        return [Rang(seat)]

    def default(self, state: BellState, seat: int, chance: Chance) -> Action:
        return next(self.legal(state, seat))

    def view(self, state: BellState, viewer: int | None) -> BellView:
        return BellView(state.rounds)

    def resample(self, view: Any, viewer: int | None, chance: Chance) -> BellState:
        raise NotImplementedError

    def outcome(self, state: BellState) -> Outcome | None:
        scores = [Score(seat, 0, {}) for seat in range(state.seats)]
        return Outcome([0], scores, "done") if state.rounds == ROUNDS else None

    def inventory(self, state: BellState) -> dict[str, int]:
        return {}

    def rematch(self, state: BellState) -> BellOptions:
        return msgspec.structs.replace(state.options, first_player=1)


class SecondBells(Bells):
    """The second version of its rules, for up to six players."""

    rules_version = "2"
    players = Players(2, 6)


RULES = (Bells(),)


def install(monkeypatch: pytest.MonkeyPatch, *versions: Engine[Any, Any], folder: Path = Path(__file__).parent) -> None:
    """Offer this game beside the others during a test, in its first version unless others are given; `folder` has its
    other files, if there are any.
    """
    rules = {engine.rules_version: engine for engine in versions or [Bells()]}
    package, engine = registry.GamePackage(__name__, rules, None, folder), list(rules.values())[-1]
    monkeypatch.setitem(registry.GAMES, engine.slug, package)
    monkeypatch.setitem(registry.ENGINES, engine.slug, engine)


def write_distribution(folder: Path) -> Path:
    """This game as an installed distribution, for a process that has this folder on its path."""
    metadata = folder / "bells-1.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: bells\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text(f"[{registry.ENTRY_POINTS}]\nbells = {__name__}\n")
    return folder
