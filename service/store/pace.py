"""Whether the store's clock goes as fast as ours: one that jumps would end the turns of every game at once."""

from service import logs

JUMP_MS = 10_000
DRIFT = 0.001
"""How much faster or slower one of two sound clocks may be."""


class Pace:
    """Compares, for each master, the time that passed at the store between two reads with the time that passed here."""

    def __init__(self) -> None:
        self._last: dict[str, tuple[int, float, float]] = {}
        self._jumped: dict[str, int] = {}

    def jumped(self, master: str, now: int, began: float, ended: float) -> int:
        """When this master's clock was last seen to have jumped ahead, in its own time; 0 if it never was.

        `now` is what it showed at some moment between `began` and `ended`, so a process that was held up does not
        mistake that for a jump.
        """
        then, before, after = self._last.get(master, (now, began, ended))
        self._last[master] = (now, began, ended)
        ahead = now - then - (ended - before) * 1000 * (1 + DRIFT)
        behind = (began - after) * 1000 * (1 - DRIFT) - (now - then)
        where = master and f" at {master}"
        if ahead > JUMP_MS:
            self._jumped[master] = now
            logs.warning("clock_jumped", f"the store's clock{where} jumped ahead by {ahead / 1000:.0f} seconds")
        elif behind > JUMP_MS:
            self._jumped[master] = 0
            logs.warning("clock_jumped", f"the store's clock{where} went back by {behind / 1000:.0f} seconds")
        return self._jumped.get(master, 0)
