"""What `python -m service.bots` does: play bots until asked to stop. The launcher starts it beside the workers."""

from gevent import monkey

monkey.patch_all()  # before anything else is imported: the bot worker's threads are greenlets

import argparse  # noqa: E402
import os  # noqa: E402
import select  # noqa: E402
import signal  # noqa: E402
import sys  # noqa: E402
import threading  # noqa: E402

from service import logs  # noqa: E402
from service.bots import metrics_server  # noqa: E402
from service.bots.bot_worker import BotWorker  # noqa: E402
from service.bots.priority import leave_one_core, lower_priority  # noqa: E402
from service.settings import SettingError, read  # noqa: E402
from service.store import open_store  # noqa: E402
from service.table.transaction import Tables  # noqa: E402


def end_with_input() -> None:
    """End this process when its standard input ends: the launcher that holds the other end is gone."""
    while select.select([0], [], []) and os.read(0, 1):  # a greenlet must not wait in `read`
        pass
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
        leave_one_core(settings.bots)
        threading.Thread(target=end_with_input, daemon=True).start()
    BotWorker(Tables(open_store(settings.redis_url, settings.store_timeout), settings)).run()
    return 0


if __name__ == "__main__":
    sys.exit(main())
