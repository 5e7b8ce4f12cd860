"""Broken copies of the service that tell a viewer something hidden, in what is around an engine's view and events."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any, NamedTuple
from unittest.mock import patch

import msgspec

from engines.engine import IllegalAction
from service.bots import bot_worker
from service.live.feed import Feed
from service.table import play
from service.table.transaction import Tables
from tests.secrecy.bots import effort
from tests.secrecy.leaks import is_odd

games, actions = (import_module(f"service.http.routes.{name}") for name in ("games", "actions"))


class ServiceLeak(NamedTuple):
    """A leak: a function of the service, and what takes its place."""

    name: str
    owner: Any
    attribute: str
    change: Callable[..., Any]

    @contextmanager
    def planted(self) -> Iterator[None]:
        """The service with this leak; `change` gets the function and its arguments."""
        original = getattr(self.owner, self.attribute)

        def changed(*arguments: Any, **named: Any) -> Any:
            return self.change(original, *arguments, **named)

        with patch.object(self.owner, self.attribute, changed):
            yield


def fewer_events(events_after: Any, feed: Feed, game: Any, seq: int, *more: Any) -> Any:
    """The stream leaves the last page out."""
    end, text = events_after(feed, game, seq, *more)
    return end, b"" if seq and is_odd(game.state) else text


def another_space(events_after: Any, feed: Feed, game: Any, *more: Any) -> Any:
    """The stream sends an empty line more."""
    end, text = events_after(feed, game, *more)
    return end, text + b"\n" * (bool(text) and is_odd(game.state))


def another_tag(etag: Any, game: Any, viewer: Any, language: Any) -> Any:
    return etag(game, viewer, language)[:-1] + ('.1"' if is_odd(game.state) else '"')


def another_field(field: str) -> Callable[..., Any]:
    """A field of the service's own in the view is one more, or longer by one."""

    def change(game_view: Any, game: Any, *more: Any, **named: Any) -> Any:
        view = game_view(game, *more, **named)
        if is_odd(game.state):
            value = getattr(view, field)
            setattr(view, field, value + 1 if isinstance(value, int) else [*value, 0])
        return view

    return change


def longer_body(game_view: Any, game: Any, *more: Any, **named: Any) -> Any:
    """A name in the view is longer by a space: so is the body, by its Content-Length."""
    view = game_view(game, *more, **named)
    view.seats[0].name += " " * is_odd(game.state)
    return view


def truncated(legal: Any, game: Any, *more: Any) -> Any:
    """The list of legal actions says that there are more."""
    listed = legal(game, *more)
    return msgspec.structs.replace(listed, truncated=is_odd(game.state))


def another_problem(illegal: Any, txn: Any, error: IllegalAction) -> Any:
    """The detail of a problem is longer by a full stop."""
    problem = illegal(txn, error)
    problem.detail = (problem.detail or "") + "." * is_odd(txn.state)
    return problem


def fewer_pages(read: Any, tables: Any, game_id: str, *more: Any) -> Any:
    """The last event is not there yet."""
    game, viewer = read(tables, game_id, *more)
    if is_odd(game.state):
        game.meta.events -= 1
    return game, viewer


def reads_the_state(choose_action: Any, game: Any, seat: int, seconds: float, *knowledge: Any) -> Any:
    """A bot that looks at the state."""
    legal = list(game.config.rules.legal(game.state, seat))
    return legal[-1] if legal and is_odd(game.state) else choose_action(game, seat, seconds, *knowledge)


def thinks_longer(choose_action: Any, game: Any, seat: int, seconds: float, *knowledge: Any) -> Any:
    """A bot that takes more steps on one table than on the other, and does the same."""
    action = choose_action(game, seat, seconds, *knowledge)
    effort["draws"] += is_odd(game.state)
    return action


def plays_another(play_action: Any, tables: Any, game: Any, seat: int, action: Any) -> Any:
    """A worker that plays another action than its bot has chosen."""
    legal = list(game.config.rules.legal(game.state, seat))
    return play_action(tables, game, seat, legal[-1] if legal and is_odd(game.state) else action)


SERVICE_LEAKS = [
    ServiceLeak("a stream sends an event fewer", Feed, "events_after", fewer_events),
    ServiceLeak("a stream sends a byte more", Feed, "events_after", another_space),
    ServiceLeak("another ETag", games, "etag", another_tag),
    ServiceLeak("another number of events", games, "game_view", another_field("last_seq")),
    ServiceLeak("another seat may react", games, "game_view", another_field("may_react")),
    ServiceLeak("another Content-Length", games, "game_view", longer_body),
    ServiceLeak("legal actions are truncated", actions, "legal", truncated),
    ServiceLeak("another detail of a problem", play, "illegal", another_problem),
    ServiceLeak("a page of events is shorter", Tables, "read", fewer_pages),
]
BOT_LEAKS = [
    ServiceLeak("a bot reads the state", bot_worker, "choose_action", reads_the_state),
    ServiceLeak("a bot thinks longer", bot_worker, "choose_action", thinks_longer),
    ServiceLeak("a worker plays another action", bot_worker, "play", plays_another),
]
