"""The processes that move bots, started beside the workers and started again when one dies."""

import subprocess
import sys
import time
from collections.abc import Mapping

from service import HOME

AGAIN_AFTER = 1.0
"""Seconds from one start of a process to its next, so that one that cannot live does not keep the machine busy."""
LAST_MOVE = 5.0
"""Seconds in which a process that is told to stop may finish its move."""


class BotProcesses:
    """So many processes, kept alive until they are stopped."""

    def __init__(self, count: int, environment: Mapping[str, str], inherited: tuple[int, ...]) -> None:
        self._environment, self._inherited = environment, inherited
        self._running: list[subprocess.Popen[bytes] | None] = [None] * count
        self._started = [0.0] * count
        self._stopping = False

    def tend(self) -> float | None:
        """Start what should run and does not; returns in how many seconds there is more to do."""
        if self._stopping:
            return None
        waits = []
        for number, process in enumerate(self._running):
            if process is not None and process.poll() is None:
                continue
            wait = self._started[number] + AGAIN_AFTER - time.monotonic() if process is not None else 0.0
            if wait > 0:
                waits.append(wait)
            else:
                self._close(process)
                self._running[number], self._started[number] = self._start(), time.monotonic()
        return min(waits, default=None)

    def stop(self) -> None:
        """Tell all to finish their moves and end; none is started again."""
        self._stopping = True
        for process in self._running:
            if process is not None and process.poll() is None:
                process.terminate()

    def end(self) -> None:
        """Stop all, and wait until they have ended."""
        self.stop()
        until = time.monotonic() + LAST_MOVE
        for process in filter(None, self._running):
            try:
                process.wait(max(0.0, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            self._close(process)

    def _start(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "service.bots", "--until-end-of-input"],
            cwd=HOME,
            env=self._environment,
            stdin=subprocess.PIPE,  # ends when the launcher is killed
            pass_fds=self._inherited,
            start_new_session=True,
        )

    @staticmethod
    def _close(process: subprocess.Popen[bytes] | None) -> None:
        if process is not None and process.stdin is not None:
            process.stdin.close()
