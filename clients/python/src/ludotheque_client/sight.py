"""What is known of a table: the newest view, what may be done, how far its events were told, and the service's time."""

import threading
import time
from datetime import UTC, datetime, timedelta

from ludotheque_client.types import Action, GameView, Legal

OVER = ("finished", "abandoned")


class Sight:
    """The newest of all that was seen. Several threads may look at it and bring views."""

    def __init__(self, view: GameView, after: int) -> None:
        self.view = view
        self.after = after
        self._lock = threading.Lock()
        self._ahead = ahead(view)

    def take(self, view: GameView) -> None:
        """Keep this view unless a newer one is known: answers may overtake each other."""
        with self._lock:
            self._ahead = max(self._ahead, ahead(view))
            if view["version"] >= self.view["version"]:
                self.view = view

    def tell(self, seq: int) -> bool:
        """Whether this event is still to be told; from now on it is not."""
        with self._lock:
            new = seq > self.after
            self.after = max(self.after, seq)
        return new

    def now(self) -> datetime:
        """The service's time. `now` in a view is a little old when it arrives, and so the latest of all is the best."""
        return datetime.fromtimestamp(time.monotonic() + self._ahead, UTC)


def ahead(view: GameView) -> float:
    """By how much the service's clock is ahead of the one that counts seconds here."""
    return datetime.fromisoformat(view["now"]).timestamp() - time.monotonic()


def may_act(view: GameView, seats: list[int]) -> bool:
    """Whether the viewer is one of these seats and has something to do."""
    legal = view.get("legal")
    return view["viewer"] in seats and legal is not None and bool(legal["types"])


class Seen:
    """What both kinds of table show."""

    id: str
    _sight: Sight

    @property
    def view(self) -> GameView:
        """The newest view. Its version never goes back."""
        return self._sight.view

    @property
    def legal(self) -> Legal | None:
        """What this seat may do in `view`; None for a spectator."""
        return self._sight.view.get("legal")

    @property
    def actions(self) -> list[Action]:
        """The actions in `legal`: each can be given to `act` as it is."""
        legal = self.legal
        return [] if legal is None else [*legal["actions"]]

    @property
    def after(self) -> int:
        """The `seq` of the last event that `events` has told. Remember it to go on from there, with `after=`."""
        return self._sight.after

    @property
    def over(self) -> bool:
        """Whether the game is finished or abandoned."""
        return self.view["status"] in OVER

    @property
    def asked(self) -> bool:
        """Whether the game waits for this seat."""
        view = self.view
        return may_act(view, view["awaiting"])

    @property
    def may_react(self) -> bool:
        """Whether this seat may act although nobody waits for it."""
        view = self.view
        return may_act(view, view["may_react"])

    def now(self) -> datetime:
        """The time by the service's clock."""
        return self._sight.now()

    def seconds_left(self) -> float | None:
        """Seconds until `deadline`, by the service's clock, never below 0; None: no clock runs."""
        deadline = self.view["deadline"]
        if deadline is None:
            return None
        return max(timedelta(), datetime.fromisoformat(deadline) - self.now()).total_seconds()
