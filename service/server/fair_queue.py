"""The queue of a gevent worker's requests, which gives turns to one address after the other."""

import heapq
import time
from typing import Any

import gevent
from gevent.hub import Waiter

LAP = 0.002
"""Seconds: while the event loop comes round faster, requests go on as they come. When it takes longer, they wait until
it has looked at its sockets, so that all who are ready are in the queue before somebody is chosen.
"""
LONGEST_COLLECTING = 0.01
"""Seconds after which somebody is chosen although the sockets are still busy."""


class Place:
    """Where the request with this number waits."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.waiter = Waiter()
        self.is_abandoned = False

    def __lt__(self, other: "Place") -> bool:
        return self.number < other.number


class FairQueue:
    """The requests that wait for their turn. The next turn is that of the address which has waited longest for one, and
    of its requests that of the one that began first.

    Nothing is held during a turn: it ends when its greenlet waits for anything, so no request can block another.
    """

    def __init__(self, loop: Any) -> None:
        self._now = loop.now
        self._idle, self._timer = loop.idle(), loop.timer(LONGEST_COLLECTING, LONGEST_COLLECTING)
        self._places: dict[str, list[Place]] = {}
        """By address, in the order of their turns; each a heap."""

    def take_turn(self, address: str, number: int, until: float) -> bool:
        """Return when the request with this number may go on; False if that is not before this moment."""
        if not self._places and time.time() - self._now() < LAP:
            return True
        place = Place(number)
        heapq.heappush(self._places.setdefault(address, []), place)
        if not self._idle.active:
            self._idle.start(self._give_turns)
            self._timer.start(self._give_turns)
        has_turn = False
        try:
            with gevent.Timeout(max(0.0, until - time.monotonic()), False):
                place.waiter.get()
                has_turn = True
        finally:
            place.is_abandoned = not has_turn
        return has_turn

    def _give_turns(self) -> None:
        """Runs in the event loop: a greenlet that is switched to comes back here when it waits for something."""
        until = time.monotonic() + LAP
        while self._places:
            place = self._next()
            if not place.is_abandoned:
                place.waiter.switch(None)
            if time.monotonic() >= until:
                break
        if not self._places:
            self._idle.stop()
            self._timer.stop()

    def _next(self) -> Place:
        """Take the next place out of the queue; its address goes behind all others."""
        address = next(iter(self._places))
        places = self._places.pop(address)
        place = heapq.heappop(places)
        if places:
            self._places[address] = places
        return place
