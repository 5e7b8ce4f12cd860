"""The state of a live table: the newest view, the last event delivered, and the service's clock."""

import threading
import time
from datetime import UTC, datetime, timedelta

from ludotheque_client.types import Action, GameView, Legal

OVER = ("finished", "abandoned")


class TableState:
    """The newest view and the position in the log. Several threads may read and update it."""

    def __init__(self, view: GameView, after: int) -> None:
        self.view = view
        self.after = after
        self._lock = threading.Lock()
        self._clock_offset = clock_offset(view)

    def update(self, view: GameView) -> None:
        """Keep this view unless a newer one is known: responses may overtake each other."""
        with self._lock:
            self._clock_offset = max(self._clock_offset, clock_offset(view))
            if view["version"] >= self.view["version"]:
                self.view = view

    def advance(self, seq: int) -> bool:
        """Move the position in the log to this event; False if it was delivered before."""
        with self._lock:
            is_new = seq > self.after
            self.after = max(self.after, seq)
        return is_new

    def now(self) -> datetime:
        """The service's time. `now` in a view is a little old when it arrives, so the largest offset is the best."""
        return datetime.fromtimestamp(time.monotonic() + self._clock_offset, UTC)


def clock_offset(view: GameView) -> float:
    """Seconds by which the service's clock is ahead of the monotonic clock here."""
    return datetime.fromisoformat(view["now"]).timestamp() - time.monotonic()


def may_act(view: GameView, seats: list[int]) -> bool:
    """Whether the viewer is one of these seats and has a legal action."""
    legal = view.get("legal")
    return view["viewer"] in seats and legal is not None and bool(legal["types"])


class BaseTable:
    """The properties of both kinds of table."""

    id: str
    _state: TableState

    @property
    def view(self) -> GameView:
        """The newest view. Its version never goes back."""
        return self._state.view

    @property
    def legal(self) -> Legal | None:
        """What this seat may do in `view`; None for a spectator."""
        return self._state.view.get("legal")

    @property
    def actions(self) -> list[Action]:
        """The actions in `legal`: each can be given to `act` as it is."""
        legal = self.legal
        return [] if legal is None else [*legal["actions"]]

    @property
    def after(self) -> int:
        """The `seq` of the last event delivered. Store it, and give it as `after=` to resume there."""
        return self._state.after

    @property
    def is_over(self) -> bool:
        """Whether the game is finished or abandoned."""
        return self.view["status"] in OVER

    @property
    def is_my_turn(self) -> bool:
        """Whether the game waits for this seat."""
        view = self.view
        return may_act(view, view["awaiting"])

    @property
    def may_react(self) -> bool:
        """Whether this seat may act although the game does not wait for it."""
        view = self.view
        return may_act(view, view["may_react"])

    def now(self) -> datetime:
        """The time by the service's clock."""
        return self._state.now()

    def seconds_left(self) -> float | None:
        """Seconds until `deadline`, by the service's clock, never below 0; None: no clock runs."""
        deadline = self.view["deadline"]
        if deadline is None:
            return None
        return max(timedelta(), datetime.fromisoformat(deadline) - self.now()).total_seconds()
