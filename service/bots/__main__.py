"""What `python -m service.bots` does: play bots until asked to stop. The launcher starts it beside the workers."""

import argparse
import os
import signal
import sys
import threading
from contextlib import suppress
from pathlib import Path

from service import logs
from service.bots import metrics_server
from service.bots.bot_worker import BotWorker
from service.settings import SettingError, read
from service.store import open_store
from service.table.transaction import Tables

NICENESS = 10


def lower_priority() -> None:
    """Requests come first: a bot computes with what time they leave. Linux may share out time by session before it
    looks at single processes, and then the session needs a lower priority as well.
    """
    os.nice(NICENESS)
    if os.getsid(0) == os.getpid():
        with suppress(OSError):
            Path("/proc/self/autogroup").write_text(str(NICENESS))


def leave_one_core() -> None:
    """Leave one core to the workers and the store beside it, where there are several. Where bots compute on all cores,
    the system takes some milliseconds longer to confirm to a store that its file is on the disk, at any priority.
    """
    if sys.platform == "linux" and len(cores := os.sched_getaffinity(0)) > 1:
        os.sched_setaffinity(0, cores - {min(cores)})


def end_with_input() -> None:
    """End this process when its standard input ends: the launcher that holds the other end is gone."""
    while os.read(0, 1):  # not sys.stdin, whose lock a waiting thread would hold when this process ends
        leave_one_core()
    os.kill(os.getpid(), signal.SIGTERM)


def main() -> int:
    """Read the settings and play bots; returns the exit code: 2 for a wrong setting."""
    parser = argparse.ArgumentParser(prog="python -m service.bots", description="Play bots until asked to stop.")
    parser.add_argument("--until-end-of-input", action="store_true", help="stop when standard input ends")
    parser.add_argument("--metrics-port", type=int, metavar="PORT", help="serve the metrics at /metrics on this port")
    arguments = parser.parse_args()
    try:
        settings = read(os.environ)
        if settings.redis_url is None:
            raise SettingError("REDIS_URL is needed: the store whose games are played")
    except SettingError as error:
        sys.stderr.write(f"ludotheque: {error}\n")
        return 2
    logs.configure(settings.log_level)
    if arguments.metrics_port is not None:
        try:
            metrics_server.serve(settings.bind, arguments.metrics_port, settings.metrics_token)
        except (OSError, OverflowError) as error:
            sys.stderr.write(f"ludotheque: cannot serve on {settings.bind} port {arguments.metrics_port}: {error}\n")
            return 1
    lower_priority()
    if arguments.until_end_of_input:
        leave_one_core()
        threading.Thread(target=end_with_input, daemon=True).start()
    BotWorker(Tables(open_store(settings.redis_url, settings.store_timeout), settings)).run()
    return 0


if __name__ == "__main__":
    sys.exit(main())
