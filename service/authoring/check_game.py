"""`ludotheque check-game <package>`: plays a game at random, checks what every engine promises, and says what is wrong.

The game runs in this process, so packages must be trusted. A method that does not return is interrupted.
"""

import signal
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec
from marshmallow import ValidationError

from bots import LEVELS, FastRandom, Level, choose
from engines.chance import Chance
from engines.engine import Engine
from engines.registry import GamePackage, load
from engines.testing import (
    CHECKS,
    WHOLE_GAME_CHECKS,
    ContractError,
    Table,
    hidden_parts_are_resampled,
    knowledge_makes_a_difference,
    open_table,
    play_on,
    rejection,
    seed_of,
)
from schemas.game_schemas import parse_action, schemas_of
from service.authoring.check_published import check_declarations, missing_files

SECONDS = 20.0
"""How long random tables of one version of the rules are checked."""
LONGEST_CHECK = 20.0
"""Seconds after which one check is interrupted."""
SLOWEST_ACTION_MS = 20
"""Milliseconds that an action may take on average, with the lists of actions and the views of all seats."""
MEASURED_ACTIONS = 300
MOST_STEPS = 60
HIDING_TABLES, HIDING_STEPS = 5, 3
"""How many tables are searched for something hidden, and after how many actions; a game may be over by then."""

KNOWING_STEPS = 150
"""So many actions of each table are searched for something that only events have shown."""


class TooSlow(Exception):  # noqa: N818  (says what happened)
    """A check was interrupted."""


class Setting(NamedTuple):
    """A number of seats, and options that fit it."""

    seats: int
    options: Any

    def __str__(self) -> str:
        return f"{self.seats} seats, options {msgspec.to_builtins(self.options)}"


def check_package(package: str, seconds: float = SECONDS) -> Iterator[str]:
    """What is wrong with the game of this package, each in a sentence that says where; nothing if all is well."""
    try:
        game = load(package)
    except (Exception, SystemExit) as error:  # other people's code may raise anything
        yield f"{package} cannot be loaded: {_describe(error, None)}"
        return
    findings = [
        f"{engine.slug}, rules version {version}: {finding}"
        for version, engine in game.rules.items()
        for finding in check_engine(engine, game, seconds)
    ]
    yield from findings or missing_files(game)  # its texts are on a page with an example, which must be playable


def check_engine(engine: Engine[Any, Any], game: GamePackage, seconds: float) -> Iterator[str]:
    """What is wrong with one version of the rules: the first finding of each part, as others follow from it."""
    try:
        settings = list(all_settings(engine))
    except Exception as error:  # other people's code may raise anything
        yield f"its options or actions cannot be read: {_describe(error, game)}"
        return
    whole_games = [partial(_check_whole_games, engine, setting) for setting in settings]
    bots = [partial(_check_bot, engine, settings[0], level) for level in LEVELS]
    for part in (
        whole_games,
        _table_checks(engine, settings, seconds),
        [partial(check, engine, settings[0]) for check in (_check_secrets, _check_knowledge)],
        bots,
        [partial(_check_speed, engine, settings[-1])],
        [partial(_check_declarations, engine, settings[0])],
    ):
        finding = next((found for check in part if (found := _run(check, game))), None)
        if finding is not None:
            yield finding


def all_settings(engine: Engine[Any, Any]) -> Iterator[Setting]:
    """The fewest and the most seats, each with the default options and with every other value of each choice."""
    load_options = schemas_of(engine).options.load
    hints = get_type_hints(engine.options_type, include_extras=False)
    variants: list[dict[str, Any]] = [{}]
    for name, kind in hints.items():
        values = (False, True) if kind is bool else get_args(kind) if get_origin(kind) is Literal else ()
        variants += [{name: value} for value in values]
    for seats in sorted({engine.players.min, engine.players.max}):
        for variant in variants:
            try:
                options = load_options(variant)
            except ValidationError:  # a choice that needs another option beside it
                continue
            if not engine.option_errors(seats, options):
                yield Setting(seats, options)


def _check_whole_games(engine: Engine[Any, Any], setting: Setting) -> None:
    for number, check in enumerate(WHOLE_GAME_CHECKS):
        check(_open(engine, setting, number), number)


def _table_checks(engine: Engine[Any, Any], settings: list[Setting], seconds: float) -> Iterator[partial[None]]:
    """Checks of random tables until the time is over, of each setting at least one."""
    started, number = time.monotonic(), 0
    while number < len(settings) or time.monotonic() - started < seconds:
        yield partial(_check_table, engine, settings[number % len(settings)], number)
        number += 1


def _check_table(engine: Engine[Any, Any], setting: Setting, number: int) -> None:
    table = _open(engine, setting, number)
    for _ in play_on(table, Chance(seed_of(number)), number % MOST_STEPS):
        pass
    for check in CHECKS:
        check(table, number)
    for seat in engine.turns(table.state):
        for action in list(engine.legal(table.state, seat))[:100]:
            if parse_action(engine, msgspec.to_builtins(action)) != action:
                raise ContractError(f"an action changes when it is sent as JSON [{action}]")


def _check_bot(engine: Engine[Any, Any], setting: Setting, level: Level) -> None:
    """A bot makes a legal move."""
    table = _open(engine, setting, 1)
    seat = next(seat for seat, ask in engine.turns(table.state).items() if ask.required)
    action = choose(engine, engine.view(table.state, seat), seat, level, FastRandom(seed_of(1)), iterations=20)
    if action is not None and (error := rejection(engine, table.state, seat, action)):
        raise ContractError(f"a {level} bot makes an illegal move [{action}] [{error}]")


def _check_secrets(engine: Engine[Any, Any], setting: Setting) -> None:
    """Something is hidden a few steps after the start, unless the engine says that nothing is."""
    if engine.hides:
        tables = [_open(engine, setting, number) for number in range(HIDING_TABLES)]
        for number, table in enumerate(tables):
            for _ in play_on(table, Chance(seed_of(number)), HIDING_STEPS):
                pass
        hidden_parts_are_resampled(tables)


def _check_knowledge(engine: Engine[Any, Any], _setting: Setting) -> None:
    """Something is known at one of the tables that only events have shown, if the engine says that something can be."""
    if engine.facts:
        tables = [_open(engine, setting, number) for number, setting in enumerate(all_settings(engine))]
        dice = Chance(seed_of(1))
        knowledge_makes_a_difference(step for table in tables for step in play_on(table, dice, KNOWING_STEPS))


def _check_declarations(engine: Engine[Any, Any], _setting: Setting) -> None:
    check_declarations(engine)


def _check_speed(engine: Engine[Any, Any], setting: Setting) -> None:
    """An action, all lists of actions and all views take no longer than is allowed."""
    started, actions = time.process_time(), 0
    while actions < MEASURED_ACTIONS:
        table = _open(engine, setting, actions)
        for _ in play_on(table, Chance(seed_of(actions)), MEASURED_ACTIONS - actions):
            actions += 1
            for seat in range(setting.seats):
                list(engine.legal(table.state, seat))
                engine.view(table.state, seat)
    milliseconds = (time.process_time() - started) / actions * 1000
    if milliseconds > SLOWEST_ACTION_MS:
        raise ContractError(
            f"an action takes {milliseconds:.0f} ms on average, with the lists of actions and the views of all seats; "
            f"{SLOWEST_ACTION_MS} ms are allowed"
        )


def _open(engine: Engine[Any, Any], setting: Setting, number: int) -> Table:
    return open_table(engine, setting.seats, setting.options, seed_of(number))


def _run(check: partial[None], game: GamePackage) -> str | None:
    """Run a check; what it has found, and where."""
    _, setting, *rest = check.args
    place = ", ".join([str(setting), *(f"seed {each}" for each in rest if isinstance(each, int))])
    try:
        with time_limit(LONGEST_CHECK):
            check()
    except ContractError as error:
        return f"{error} ({place})"
    except TooSlow as error:
        return f"does not return within {LONGEST_CHECK:.0f} s{_location(error, game)} ({place})"
    except Exception as error:  # other people's code may raise anything
        return f"{_describe(error, game)} ({place})"
    return None


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Interrupts what runs too long, also a loop that never ends."""

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _describe(error: BaseException, game: GamePackage | None) -> str:
    """An error in words: what it is, and in which line of the game's code it was raised."""
    return f"raises {type(error).__name__}: {error}{_location(error, game)}"


def _location(error: BaseException, game: GamePackage | None) -> str:
    """Where in the game's own code an error was raised; in the last file of any, if the game could not be loaded."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if game is None or Path(frame.filename).is_relative_to(game.folder)]
    own = [frame for frame in own if not frame.filename.startswith("<")]
    return f", in {Path(own[-1].filename).name} line {own[-1].lineno} ({own[-1].name})" if own else ""


def main(package: str, seconds: float) -> int:
    """Print what is wrong with a package; 1 if anything is."""
    sys.path.insert(0, str(Path.cwd()))  # so that a package in this folder need not be installed
    findings = list(check_package(package, seconds))
    sys.stdout.write("".join(f"{finding}\n" for finding in findings))
    sys.stdout.write(f"{package}: {len(findings) or 'no'} {'problem' if len(findings) == 1 else 'problems'}\n")
    return 1 if findings else 0
