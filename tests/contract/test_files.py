"""Every game has the same files, so that nobody looks for the same thing in two places."""

from pathlib import Path

from engines.registry import ENGINES
from engines.steps import Step, SteppedEngine

FILES = {"actions", "engine", "events", "options", "reasons", "resample", "state", "steps", "view"}
"""`content` besides, in a game that has cards, maps or texts."""


def test_every_game_has_the_same_files(slug):
    folder = Path(__file__).parents[2] / "engines" / slug
    there = {path.stem for path in folder.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert there >= FILES


def test_what_every_game_has_is_in_the_file_that_is_named_after_it(slug):
    engine = ENGINES[slug]
    assert isinstance(engine, SteppedEngine)
    assert all(isinstance(step, Step) for step in engine.steps.values())
    here = f"engines.{slug}"
    assert {action.__module__ for action in engine.actions} == {f"{here}.actions"}
    assert {event.__module__ for event in engine.events} == {f"{here}.events"}
    assert engine.options_type.__module__ == f"{here}.options"
    assert engine.state_type.__module__ == f"{here}.state"
    assert engine.view_type.__module__ == f"{here}.view"
    assert engine.content_type.__module__ in (f"{here}.view", "engines.engine")
    assert {type(step).__module__.removeprefix(here).split(".")[1] for step in engine.steps.values()} == {"steps"}
