"""What processor time bots take: what requests leave."""

import os
import sys
from contextlib import suppress
from pathlib import Path

NICENESS = 10


def lower_priority() -> None:
    """Requests come first: a bot computes with what time they leave. Linux may share out time by session before it
    looks at single processes, and then the session needs a lower priority as well.
    """
    os.nice(NICENESS)
    if os.getsid(0) == os.getpid():
        with suppress(OSError):
            Path("/proc/self/autogroup").write_text(str(NICENESS))


def leave_one_core(workers: int) -> None:
    """Leave one core to the web workers and the store beside so many bot workers, if there are more cores than these.
    Where bots compute on all cores, the system takes some milliseconds longer to confirm to a store that its file is on
    the disk, at any priority.
    """
    if sys.platform == "linux" and len(cores := os.sched_getaffinity(0)) > workers:
        os.sched_setaffinity(0, cores - {min(cores)})
